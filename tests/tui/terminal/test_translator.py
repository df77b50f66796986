"""Meanings of sequences: keys as Textual names them, and reports."""

import pytest
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.events import AppBlur, AppFocus, Key, MouseDown, MouseMove, MouseUp, Resize
from textual.messages import InBandWindowResize, TerminalSupportsSynchronizedOutput

from durak_tui.tui.terminal.splitter import SILENCE
from durak_tui.tui.terminal.translator import LARGEST
from tests.tui.terminal.sent import keys, meant, split

SEQUENCES = [
    *ANSI_SEQUENCES_KEYS,
    *(f"\x1b[{key[:-1]}{more}{key[-1]}" for key in FUNCTIONAL_KEYS for more in ("", ";2", ";5")),
    *(f"\x1b[{code};{more}u" for code in (97, 1089, 32) for more in range(1, 9)),
    "\x1b[97;;97u", "\x1b[97;2;65u", "\x1b[0;;229u", "\x1b[27;5;99~",
    *(chr(code) for code in range(0x180)), *(f"\x1b{chr(code)}" for code in range(1, 0x7F)),
]  # fmt: skip
NO_KEYS = {"\x1b[", "\x1b]", "\x1b^", "\x1b_", "\x1b\\"}
"""Keys with alt that begin or end a sequence: Textual knows them without alt only."""


def is_c1(sequence: str) -> bool:
    """True of a control character of which no terminal makes a key."""
    return "\x80" <= sequence <= "\x9f" and sequence not in ANSI_SEQUENCES_KEYS


def of_textual(sequence: str) -> list[str]:
    """The keys that Textual's own reader of terminals makes of a sequence."""
    parser = XTermParser()
    messages = list(parser.feed(sequence))
    if parser._timeout_time is not None:
        parser._timeout_time = 0
        messages += parser.tick()
    # It takes the function keys that end in R for the place of the cursor, which nobody asks for.
    return [message.key for message in messages if isinstance(message, Key)]


def test_keys_are_those_that_textual_makes_of_them() -> None:
    differing = {
        sequence
        for sequence in SEQUENCES
        if of_textual(sequence) != keys(sequence.encode(), SILENCE)
    }
    assert {one for one in differing if not is_c1(one)} - NO_KEYS == {
        one for one in SEQUENCES if one.startswith("\x1b[1;") and one.endswith("R")
    }


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[1;2R", "shift+f3"),
        ("\x1b[1;5R", "ctrl+f3"),
        ("\x1b[97;5:1u", "ctrl+a"),
        ("\x1b[97;5:2u", "ctrl+a"),
        ("\x1b[97:65:97;2;65u", "A"),
        ("\x1b[1;5:2A", "ctrl+up"),
        ("\x1b[3;2:1~", "shift+delete"),
    ],
)
def test_keys_that_textual_does_not_know(sequence: str, key: str) -> None:
    assert keys(sequence.encode()) == [key]


@pytest.mark.parametrize("sequence", ["\x1b[97;5:3u", "\x1b[1;5:3A", "\x1b[3;2:3~", "\x1b[27;1:3u"])
def test_a_key_that_is_let_go_is_nothing(sequence: str) -> None:
    assert not meant(split(sequence.encode()))


def test_reports_are_heeded() -> None:
    sent = b"\x1b[I\x1b[O\x1b[?2026;2$y\x1b[?2048;2$y\x1b[48;24;80;480;800t"
    focus, blur, synchronized, resizes, size = meant(split(sent))
    assert isinstance(focus, AppFocus) and isinstance(blur, AppBlur)
    assert isinstance(synchronized, TerminalSupportsSynchronizedOutput)
    assert isinstance(resizes, InBandWindowResize) and resizes.supported
    assert isinstance(size, Resize) and size.size == (80, 24) and size.pixel_size == (800, 480)


def test_clicks_are_counted_in_cells_until_the_terminal_reports_its_pixels() -> None:
    sent = b"\x1b[<0;17;41M\x1b[48;24;80;480;800t\x1b[<0;17;41m\x1b[<35;1;1M"
    down, _size, up, move = meant(split(sent))
    assert isinstance(down, MouseDown) and (down.x, down.y) == (16, 40)
    assert isinstance(up, MouseUp) and (up.x, up.y) == (1, 2)
    assert isinstance(move, MouseMove)


@pytest.mark.parametrize("pixels", [b"0;0", b"0;800", b"480;0"])
def test_a_terminal_that_does_not_know_its_pixels_has_clicks_all_the_same(pixels: bytes) -> None:
    _size, down = meant(split(b"\x1b[48;24;80;" + pixels + b"t\x1b[<0;17;11M"))
    assert isinstance(down, MouseDown) and (down.x, down.y) == (16, 10)


@pytest.mark.parametrize(("rows", "columns"), [(0, 80), (24, 0), (LARGEST + 1, 80), (24, 99999)])
def test_a_size_that_no_window_has_is_not_believed(rows: int, columns: int) -> None:
    assert not meant(split(b"\x1b[48;%d;%d;480;800t" % (rows, columns)))
