"""Input from a terminal, as Textual's messages.

Keys are named by Textual's own tables; look at ``XTermParser._sequence_to_key_events``,
``parse_mouse_code``, ``mouse_pixels``, ``terminal_size`` and ``terminal_pixel_size``, at what its
``parse`` does with reports, and at ``ANSI_SEQUENCES_KEYS`` and ``FUNCTIONAL_KEYS`` when Textual
(8.2.8) moves.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from textual import constants
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import FOCUSIN, FOCUSOUT, IS_ITERM, XTermParser
from textual.events import AppBlur, AppFocus, Key, Paste, Resize
from textual.keys import Keys
from textual.message import Message
from textual.messages import InBandWindowResize, TerminalSupportsSynchronizedOutput

from durak_tui.tui.terminal.splitter import Kind, Unit

LARGEST: Final = 1000
"""Columns or rows of a window; no screen shows more, and to draw them takes for ever."""

_MODE: Final = re.compile(r"\x1b\[\?(2026|2048);(\d)\$y")
_MOUSE: Final = re.compile(r"\x1b\[<\d{1,3};-?\d{1,5};-?\d{1,5}[Mm]")
_SIZE: Final = re.compile(r"\x1b\[48" + r";(\d{1,5})(?::[\d:]*)?" * 4 + "t")
_KITTY: Final = re.compile(
    r"\x1b\[(?P<code>\d{0,7})(?::[\d:]*)?"
    r"(?:;(?P<modifiers>\d{0,3})(?::(?P<event>\d*))?)?"
    r"(?:;(?P<text>\d{0,7}(?::\d{0,7})*))?(?P<end>[u~ABCDEFHPQRS])"
)
"""https://sw.kovidgoyal.net/kitty/keyboard-protocol/, which the keys of xterm agree with."""
_HAPPENS: Final = (None, "", "1", "2")  # To a key: it is pressed, or repeats.


class Translator:
    """Makes messages of units, for one terminal."""

    def __init__(self) -> None:
        self._textual = XTermParser()

    def messages(self, unit: Unit) -> Iterable[Message]:
        """Say what a unit means; what means nothing is swallowed."""
        match unit:
            case Kind.CHARACTER, text:
                return self._character(text)
            case Kind.ESCAPE, text:
                return [Key("escape", text)]
            case Kind.ALT, text:
                return list(self._keys(text)) or self._keys(text[1:], alt=True)
            case Kind.SS3, text if text in ANSI_SEQUENCES_KEYS:
                return self._keys(text)
            case Kind.CSI, text:
                return self._csi(text)
            case Kind.PASTE, text:
                return [Paste(text.replace("\x00", ""))]
        return []  # The driver knows the replies that are waited for.

    def _character(self, text: str) -> Iterable[Message]:
        is_c1 = "\x80" <= text <= "\x9f"
        return [] if is_c1 and text not in ANSI_SEQUENCES_KEYS else self._keys(text)

    def _csi(self, text: str) -> Iterable[Message]:
        if text == FOCUSIN:
            return [AppFocus()]
        if text == FOCUSOUT:
            return [AppBlur()]
        if _MOUSE.fullmatch(text):
            mouse = self._textual.parse_mouse_code(text)
            return [mouse] if mouse else []
        if found := _SIZE.fullmatch(text):
            return self._resized(*map(int, found.groups()))
        if found := _MODE.fullmatch(text):
            return self._mode(found[1], int(found[2]))
        if text in ANSI_SEQUENCES_KEYS:
            return self._keys(text)
        return self._kitty(text)

    def _resized(self, rows: int, columns: int, height: int, width: int) -> Iterable[Message]:
        if not (0 < rows <= LARGEST and 0 < columns <= LARGEST):
            return []
        event = Resize.from_dimensions((columns, rows), (width, height))
        self._textual.terminal_size = event.size
        # A terminal that does not know its pixels does not count clicks in them either.
        self._textual.terminal_pixel_size = event.pixel_size if width and height else None
        self._textual.mouse_pixels = True
        return [event]

    def _mode(self, mode: str, setting: int) -> Iterable[Message]:
        if mode == "2026" and setting:
            return [TerminalSupportsSynchronizedOutput()]
        if mode == "2048" and constants.SMOOTH_SCROLL and not IS_ITERM:
            return [InBandWindowResize.from_setting_parameter(setting)]
        return []

    def _kitty(self, text: str) -> Iterable[Message]:
        found = _KITTY.fullmatch(text)
        if not found or found["event"] not in _HAPPENS:
            return []
        code, end = int(found["code"] or 1), found["end"]
        texts = found["text"] or ""
        if not all(map(_is_character, texts.split(":") if texts else [])):
            return []
        is_named = f"{code}{end}" in FUNCTIONAL_KEYS
        is_xterm = end == "~" and code == 27 and texts  # Its modifyOtherKeys.
        # Of what an input method has composed there is only the text.
        is_typed = end == "u" and (texts if code == 0 else _is_character(str(code)))
        if not (is_named or is_xterm or is_typed):
            return []
        rest = f";{texts}" if texts else ""
        return self._keys(f"\x1b[{code};{found['modifiers'] or ''}{rest}{end}")

    def _keys(self, sequence: str, *, alt: bool = False) -> Iterator[Key]:
        for key in self._textual._sequence_to_key_events(sequence, alt=alt):
            if key.key != Keys.Ignore:
                yield key


def _is_character(code: str) -> bool:
    """True if a number is that of a character."""
    return code == "" or 0 < int(code) < 0xD800 or 0xDFFF < int(code) <= 0x10FFFF
