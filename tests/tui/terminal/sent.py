"""Input that terminals send, for the tests of its translation."""

from collections.abc import Iterable, Mapping
from typing import Final

from hypothesis import strategies as st
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.events import Key, Paste
from textual.message import Message

from durak_tui.tui.terminal.splitter import Splitter, Unit
from durak_tui.tui.terminal.translator import Translator
from tests.strangers.strategies import Draw

DELAY: Final = 0.1
"""Seconds after which an ESC alone is the escape key."""

REPLIES: Final = {
    "window size": b"\x1b[8;24;80t",
    "window size in pixels": b"\x1b[4;600;800t",
    "window title": b"\x1b]lShell\x1b\\",
    "DA1": b"\x1b[?62;22c",
    "DA2": b"\x1b[>41;370;0c",
    "DA3": b"\x1bP!|00000000\x1b\\",
    "DSR": b"\x1b[0n",
    "cursor": b"\x1b[12;40R",
    "DECXCPR": b"\x1b[?12;40;1R",
    "a mode of ANSI": b"\x1b[4;2$y",
    "another mode": b"\x1b[?69;0$y",
    "Kitty's flags": b"\x1b[?25u",
    "background": b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    "foreground, with BEL": b"\x1b]10;rgb:ffff/ffff/ffff\x07",
    "clipboard": b"\x1b]52;c;cXFxcQ==\x1b\\",
    "XTVERSION": b"\x1bP>|XTerm(370)\x1b\\",
    "XTGETTCAP": b"\x1bP1+r524742=382f382f38\x1b\\",
    "DECRQSS": b"\x1bP1$r0;4:3m\x1b\\",
    "Kitty's graphics": b"\x1b_Gi=31;OK\x1b\\",
    "theme": b"\x1b[?997;1n",
}
"""Replies that nobody here asks for."""

_RGB, _TC, _LOOK = b"\x1bP+q524742\x1b\\", b"\x1bP+q5463\x1b\\", b"\x1bP$qm\x1b\\"
ANSWERS: Final[Mapping[str, Mapping[bytes, bytes]]] = {
    "xterm": {
        b"\x1b[c": b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
        _RGB: b"\x1bP1+r524742=382f382f38\x1b\\",
        _TC: b"\x1bP0+r5463\x1b\\",
        _LOOK: b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    },
    "kitty": {
        b"\x1b[c": b"\x1b[?62;c",
        _RGB: b"\x1bP0+r524742\x1b\\",
        _TC: b"\x1bP1+r5463\x1b\\",
        _LOOK: b"\x1bP1$r0;48:2:1:2:3m\x1b\\",
    },
    "foot": {
        b"\x1b[c": b"\x1b[?62;4;22;28c",
        _RGB: b"\x1bP1+r524742=382F382F38\x1b\\",
        _TC: b"\x1bP1+r5463\x1b\\",
        _LOOK: b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    },
    "wezterm": {
        b"\x1b[c": b"\x1b[?65;4;6;18;22c",
        _RGB: b"\x1bP1+r524742=382f382f38\x1b\\",
        _LOOK: b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    },
    "Windows Terminal": {
        b"\x1b[c": b"\x1b[?61;6;7;14;21;22;23;24;28;32;42c",
        _LOOK: b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    },
    "VTE": {b"\x1b[c": b"\x1b[?65;1;9c", _LOOK: b"\x1bP1$r0;48:2::1:2:3m\x1b\\"},
    "mintty": {b"\x1b[c": b"\x1b[?64;1;2;4;6;9c", _LOOK: b"\x1bP1$r0;48;2;1;2;3m\x1b\\"},
}
"""The answers of terminals that have true colours, to the questions for them; first to DA1."""
OTHERS: Final[Mapping[str, Mapping[bytes, bytes]]] = {
    "xterm without true colours": {
        b"\x1b[c": b"\x1b[?64;1;2;6;22c",
        _RGB: b"\x1bP1+r524742=2D31\x1b\\",
        _TC: b"\x1bP0+r5463\x1b\\",
        _LOOK: b"\x1bP1$r0;48:5:16m\x1b\\",
    },
    "Konsole": {b"\x1b[c": b"\x1b[?62;1;4c"},
    "mosh": {b"\x1b[c": b"\x1b[?62c"},
    "an old VTE": {b"\x1b[c": b"\x1b[?65;1;9c", _LOOK: b"\x1bP0$r\x1b\\"},
}
"""Those of terminals that are asked, and do not say so."""
UNASKED: Final = {
    "tmux": b"\x1b[?1;2;4c", "Apple's Terminal": b"\x1b[?1;2c", "Linux": b"\x1b[?6c",
    "PuTTY": b"\x1b[?6c", "nothing": b"",
}  # fmt: skip
"""Answers to DA1 of those that are not asked more."""
NO_KEYS: Final = {
    "no UTF-8": b"\xff",
    "KOI8-R": "Привет".encode("koi8-r"),
    "C1": bytes(range(0x80, 0xA0)),
    "C1 in UTF-8": "\x80\x84\x90\x9d".encode(),
    "a surrogate": b"\xed\xa0\x80\xed\xb0\x80",
    "an overlong /": b"\xc0\xaf\xe0\x80\xaf",
    "half a character": "п".encode()[:1],
    "a click as X10 has it": b"\x1b[M \xff\xfe",
    "a click as urxvt has it": b"\x1b[32;10;10M",
    "a key that is let go": b"\x1b[97;5:3u",
    "a key beyond Unicode": b"\x1b[9999999u",
    "a text beyond Unicode": b"\x1b[1;0016777216P",
    "a key that is a surrogate": b"\x1b[55296;1u",
    "an unknown modifier of old": b"\x1bO5Z",
}
"""Sequences of other kinds that are no keys."""

_KEYS: Final = [
    *(key.encode() for key in ANSI_SEQUENCES_KEYS),
    b"\x1b[97;5:1u", b"\x1b[1089;1;1089u", b"\x1b[27;5;99~", b"\x1b[<0;10;10M", b"\x1b[<35;1;1m",
    b"\x1b[I", b"\x1b[O", b"\x1b[?2026;2$y", b"\x1b[?2048;0$y", b"\x1b[48;24;80;480;800t",
    b"\x1b[200~text\x1b[201~", b"\x1b[200~", b"\x1b[201~", "п".encode(), b"j",
]  # fmt: skip
_numbers = st.lists(st.binary(max_size=4).map(lambda b: b"%d" % int.from_bytes(b)), max_size=4)
_sequences = st.builds(
    lambda begin, prefix, numbers, between, end: begin + prefix + between.join(numbers) + end,
    st.sampled_from([b"\x1b[", b"\x1b]", b"\x1bP", b"\x1bO", b"\x1b_", b"\x1bX", b"\x1b^"]),
    st.sampled_from([b"", b"?", b">", b"<", b"=", b"48;", b"1;"]),
    _numbers,
    st.sampled_from([b";", b":", b"", b"-"]),
    st.sampled_from([bytes([byte]) for byte in range(0x20, 0x7F)] + [b"\x1b\\", b"\x07", b"$y"]),
)
_genuine = st.sampled_from([*_KEYS, *REPLIES.values(), *NO_KEYS.values()])
_some = st.one_of(_genuine, _sequences, st.binary(max_size=12), st.text(max_size=4).map(str.encode))


@st.composite
def _altered(draw: Draw) -> bytes:
    """Something a terminal sends, with a few bytes in the place of others."""
    sent = draw(_genuine)
    begin, end = sorted((draw(st.integers(0, len(sent))), draw(st.integers(0, len(sent)))))
    return sent[:begin] + draw(st.binary(max_size=3)) + sent[end:]


strange: Final = st.one_of(
    _some, st.tuples(_some, st.integers(0, 12)).map(lambda cut: cut[0][: cut[1]]), _altered()
)
"""All that a terminal may send, whole, cut and altered."""


def split(*parts: bytes | float) -> list[Unit]:
    """The units in bytes that come with seconds of silence between them."""
    splitter, now, units = Splitter(DELAY), 1000.0, []
    for part in parts:
        if isinstance(part, bytes):
            units += splitter.receive_data(part, now)
        else:
            end = now + part
            while splitter.due is not None and splitter.due <= end:
                now = splitter.due
                units += splitter.tick(now)
            now = end
    return units


def meant(units: Iterable[Unit]) -> list[Message]:
    """The messages to Textual."""
    translator = Translator()
    return [message for unit in units for message in translator.messages(unit)]


def keys(*parts: bytes | float) -> list[str]:
    """The keys that have come, and what was pasted, in quotes."""
    found = []
    for message in meant(split(*parts)):
        match message:
            case Key():
                found.append(message.key)
            case Paste():
                found.append(repr(message.text))
    return found
