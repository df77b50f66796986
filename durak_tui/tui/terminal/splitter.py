"""The bytes that a terminal sends, split into keys, pastes and sequences.

Textual (8.2.8) takes for keys all that it does not understand: the replies of a terminal, and the
rest of a sequence that came in pieces.  Here the grammar alone says where a sequence ends (ECMA-48,
and Paul Williams' parser, https://vt100.net/emu/dec_ansi_parser), and an incomplete one is no key.
There is no I/O: bytes and the time come in, units go out.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable
from enum import Enum, auto
from typing import Final, NamedTuple

SILENCE: Final = 2.0
"""Seconds in which the rest of what has been begun comes, however bad the line is.

TCP waits about a second before it sends a packet again (RFC 6298); the rest is for its way.
"""
LONGEST: Final = 1024
"""Characters of a sequence; a longer one is swallowed."""
LONGEST_PASTE: Final = 1 << 16
"""Characters of a paste; a longer one is dropped whole."""

_ESC: Final = 0x1B
_LATE: Final = {
    ord("["): bytes(range(0x20, 0x7F)),
    ord("]"): bytes(range(0x20, 0x7F)),
    ord("P"): b"0123456789>!$+",  # So begin the replies that are DCS, and few words.
}
"""By what a sequence goes on whose ESC was taken for the key, after each introducer."""
_FORMAT: Final = range(0x08, 0x0E)  # The only controls that ECMA-48 allows in a string.
_PASTE_BEGINS: Final = "\x1b[200~"
_PASTE_ENDS: Final = "\x1b[201~"
_OF_WINDOW: Final = re.compile(r"\x1b\[(?:[IO]|48;.*t)")  # Its focus and size, also in a paste.
_BREAK: Final = re.compile(
    "\x1b?[\x03\x11]"
    # The same and Esc as Kitty has them, with any locks on (64, 128).
    r"|\x1b\[(?:27(?:;[\d:;]*)?|(?:99|113);(?:5|69|133|197)(?::[12]?)?(?:;[\d:]*)?)u"
)
"""Ctrl+C and Ctrl+Q, and Esc where it is a sequence."""


class Kind(Enum):
    """The kinds of things that a terminal sends."""

    CHARACTER = auto()
    """One character, perhaps a control character."""
    ESCAPE = auto()
    """The escape key alone."""
    ALT = auto()
    """A character after an ESC."""
    SS3 = auto()
    """A key of application mode."""
    CSI = auto()
    """A key, a report, a click or a reply."""
    CLICK = auto()
    """A click as X10 has it: CSI M and three bytes, which are left out."""
    STRING = auto()
    """A reply of any length: DCS, OSC, SOS, PM or APC, without its end."""
    PASTE = auto()
    """A pasted text, without the marks around it."""


class Unit(NamedTuple):
    """One thing that has come, complete."""

    kind: Kind
    text: str
    """As it came, with its ESC."""


class Splitter:
    """Splits what a terminal sends, in linear time and bounded memory."""

    def __init__(self, escape_delay: float) -> None:
        """``escape_delay``: seconds within which nobody types two keys.

        An ESC that nothing follows is the escape key then.
        """
        self.due: float | None = None
        """When :meth:`tick` is to be called, unless more bytes come before."""
        self._escape_delay = escape_delay
        self._introduced: dict[int, Callable[[int], None]] = {  # Where an ESC and a byte lead.
            ord("["): self._csi,
            ord("O"): self._ss3,
            **dict.fromkeys(b"P]X^_", self._string),  # DCS, OSC, SOS, PM and APC.
        }
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._state: Callable[[int], None] = self._ground
        self._begun = bytearray()  # The sequence that is not complete yet, up to its length.
        self._paste: list[str] | None = None  # What is being pasted, if anything is.
        self._last = 0.0  # When the last bytes came.
        self._was_silent = False  # Whether a paste has paused for so long that its end may be lost.
        self._units: list[Unit] = []

    def receive_data(self, data: bytes, now: float) -> list[Unit]:
        """Take bytes that have come; returns what is complete now."""
        if now - self._last >= SILENCE:
            self._was_silent = True
            if self._state == self._late:
                self._state = self._ground
        self._last = now
        for byte in data:
            self._state(byte)
        delay = self._delay()
        self.due = None if delay is None else now + delay
        return self._taken()

    def tick(self, now: float) -> list[Unit]:
        """Take note that nothing has come; returns what is complete by that."""
        if self.due is None or now < self.due:
            return []
        self.due = None
        state, begun = self._state, self._begun.decode("ascii", "ignore")
        self._state = self._ground
        if state in (self._escape, self._string_escape):
            self._decoder.reset()
            self._emit(Kind.ESCAPE, "\x1b")
            self._state = self._late
        elif state == self._late_begun:
            self._emit(Kind.CHARACTER, begun[1:])
        elif len(begun) == 2 and begun[1].isalpha():
            self._emit(Kind.ALT, begun)  # Alt and a letter; no other introducer is a key.
        return self._taken()

    def _taken(self) -> list[Unit]:
        units, self._units = self._units, []
        return units

    def _delay(self) -> float | None:
        """Seconds after which an incomplete sequence is given up."""
        if self._state in (self._ground, self._late):
            return None
        if self._paste is not None and not (self._was_silent and self._state == self._escape):
            return None  # Its end may be slow.  After a silence an ESC may be the key.
        is_typed = self._state in (self._escape, self._late_begun)
        return self._escape_delay if is_typed else SILENCE

    # What is complete

    def _emit(self, kind: Kind, text: str) -> None:
        unit = Unit(kind, text)
        if self._paste is None:
            self._was_silent = False
            if text == _PASTE_BEGINS:
                self._paste = []
            else:
                self._units.append(unit)
        elif self._was_silent and (kind is Kind.ESCAPE or _BREAK.fullmatch(text)):
            self._paste, self._state = None, self._ground
            self._units.append(unit)
        elif text == _PASTE_ENDS:
            if len(self._paste) <= LONGEST_PASTE:
                self._units.append(Unit(Kind.PASTE, "".join(self._paste)))
            self._paste = None
        elif text == _PASTE_BEGINS:  # The end of the one before is lost.
            self._paste, self._was_silent = [], False
        elif kind is Kind.CSI and _OF_WINDOW.fullmatch(text):
            self._units.append(unit)
        elif kind in (Kind.CHARACTER, Kind.ALT) and len(self._paste) <= LONGEST_PASTE:
            self._paste.append(text[-1])

    def _complete(self, kind: Kind) -> None:
        """Emit the sequence that has been begun, unless it is too long."""
        self._state = self._ground
        if len(self._begun) <= LONGEST:
            self._emit(kind, self._begun.decode("utf-8", "ignore"))

    # States, each of which is given the next byte

    def _ground(self, byte: int) -> None:
        if byte >= 0x80:
            self._emit_decoded(Kind.CHARACTER, byte)
            return
        self._decoder.reset()  # What is not complete by now never will be.
        if byte == _ESC:
            self._begin(self._escape)
        else:
            self._emit(Kind.CHARACTER, chr(byte))

    def _emit_decoded(self, kind: Kind, byte: int, before: str = "") -> bool:
        """Emit a character at its last byte; returns whether this is it."""
        character = self._decoder.decode(bytes((byte,)))
        if character:
            self._emit(kind, before + character)
        return bool(character)

    def _begin(self, state: Callable[[int], None], begun: bytes = b"\x1b") -> None:
        self._begun[:] = begun
        self._state = state

    def _keep(self, byte: int) -> None:
        if len(self._begun) <= LONGEST:
            self._begun.append(byte)

    def _escape(self, byte: int) -> None:
        if byte >= 0x80:
            if self._emit_decoded(Kind.ALT, byte, "\x1b"):
                self._state = self._ground
            return
        self._decoder.reset()
        self._state = self._ground
        if byte == _ESC:
            self._emit(Kind.ESCAPE, "\x1b")
            self._begin(self._escape)
        elif byte == 0x5B or (byte in self._introduced and self._paste is None):
            self._begin(self._introduced[byte], bytes((_ESC, byte)))
        elif byte != 0x5C or self._paste is not None:  # \ ends a string that was given up.
            self._emit(Kind.ALT, f"\x1b{chr(byte)}")

    def _ss3(self, byte: int) -> None:
        if byte in b"0123456789;":  # The modifiers of old terminals.
            self._keep(byte)
        elif 0x20 <= byte < 0x7F:
            self._keep(byte)
            self._complete(Kind.SS3)
        else:
            self._aside(byte)

    def _csi(self, byte: int) -> None:
        if not 0x20 <= byte < 0x7F:
            self._aside(byte)
        elif byte == 0x4D and len(self._begun) == 2:  # M
            self._begin(self._click, b"\x1b[M")
        else:
            ends_rxvt = byte == 0x24 and self._begun[2:].isdigit()  # $, as in CSI 3 $
            begins_linux = byte == 0x5B and len(self._begun) == 2  # [, as in CSI [ A
            self._keep(byte)
            if ends_rxvt or (byte >= 0x40 and not begins_linux):
                self._complete(Kind.CSI)

    def _click(self, byte: int) -> None:
        if byte < 0x20:
            self._aside(byte)
            return
        self._keep(byte)
        if len(self._begun) == len(b"\x1b[M123"):
            self._state = self._ground
            self._emit(Kind.CLICK, "\x1b[M")

    def _string(self, byte: int) -> None:
        if byte == _ESC:
            self._state = self._string_escape
        elif byte == 0x07:
            self._complete(Kind.STRING)
        elif byte < 0x20 and byte not in _FORMAT:
            self._aside(byte)
        else:
            self._keep(byte)

    def _string_escape(self, byte: int) -> None:
        if byte == 0x5C:
            self._complete(Kind.STRING)
        else:
            self._begin(self._escape)
            self._escape(byte)

    def _late(self, byte: int) -> None:
        """After an escape key, which may have begun a slow sequence."""
        if byte in _LATE:
            self._begin(self._late_begun, bytes((_ESC, byte)))
        else:
            self._state = self._ground
            self._ground(byte)

    def _late_begun(self, byte: int) -> None:
        introducer = self._begun[1]
        if byte in _LATE[introducer]:
            self._escape(introducer)
        else:
            self._state = self._ground
            self._emit(Kind.CHARACTER, chr(introducer))
        self._state(byte)

    def _aside(self, byte: int) -> None:
        """Heed a byte that cannot be part of the sequence.

        A control character is a key that was pressed meanwhile, and the sequence goes on.
        """
        if 0x80 > byte != _ESC:
            self._emit(Kind.CHARACTER, chr(byte))
        else:
            self._state = self._ground
            self._ground(byte)
