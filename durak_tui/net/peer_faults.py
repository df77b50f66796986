"""The faults of a peer, in sentences for both people."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import brief, one_line


class Fault(StrEnum):
    """Why a conversation cannot go on, as both sides call it."""

    VERSION = "version"
    MALFORMED = "malformed"
    TOO_LONG = "too long"
    TOO_MANY = "too many"
    NUMBER = "number"
    TURN = "turn"
    ILLEGAL = "illegal"
    DEAL = "deal"
    UNKNOWN = "unknown"
    LOST = "lost"
    OTHER = "other"


CAUGHT: Final = (Fault.DEAL, Fault.ILLEGAL)
"""Faults of no honest program: after such an accusation both open their secrets."""

_THEIRS: Final[Mapping[Fault, str]] = {
    Fault.VERSION: N_(
        "{name} has version {detail} of durak-tui, which does not fit this one. "
        "The newest version on both sides helps."
    ),
    Fault.MALFORMED: N_("What came from {name} is no message of the game. The game stops here."),
    Fault.TOO_LONG: N_("A message from {name} is longer than any may be. The game stops here."),
    Fault.TOO_MANY: N_("{name} sends more messages than a game needs. The game stops here."),
    Fault.NUMBER: N_(
        "A message from {name} is missing, or came more than once. The game stops here."
    ),
    Fault.TURN: N_("{name} sent something that was not due. The game stops here."),
    Fault.ILLEGAL: N_("What {name} played is against the rules. The game stops here."),
    Fault.DEAL: N_("What came from {name} does not fit the deal. The game stops here."),
    Fault.UNKNOWN: N_("This game of {name} is not known here, so it cannot go on."),
    Fault.LOST: N_("{name} has seen more of this game than is stored here, so it cannot go on."),
    Fault.OTHER: N_("{name} did something that this version does not know."),
}
_OURS: Final[Mapping[Fault, str]] = {
    Fault.VERSION: N_(
        "{name} has another version of durak-tui, which does not fit this one. "
        "The newest version on both sides helps."
    ),
    Fault.UNKNOWN: N_("{name} does not know this game any more, so it cannot go on."),
    Fault.LOST: N_("Less of this game is stored at {name}'s side, so it cannot go on."),
}
_REFUSED: Final = N_(
    "{name}'s program did not accept what this one sent ({detail}). The game stops here."
)


class PeerFault(Exception):
    """A fault of the other program; a conversation ends with it."""

    def __init__(self, fault: Fault, detail: str = "", said: str = "") -> None:
        """``detail`` is for programmers, ``said`` a sentence for the person here."""
        super().__init__(fault, detail)
        self.fault: Final = fault
        self.detail: Final = detail
        self.said: Final = said

    def sentence(self, name: str) -> str:
        """The sentence for the person here, about the player ``name``."""
        sentence = _shown(_THEIRS[self.fault], name, self.detail)
        return f"{sentence} {self.said}".strip()


def refused(fault: Fault, detail: str, name: str) -> str:
    """The sentence for the person here about the other side's refusal."""
    return _shown(_OURS.get(fault, _REFUSED), name, detail or fault.value)


def _shown(text: str, name: str, detail: str) -> str:
    return _(text).format(name=brief(one_line(name)), detail=brief(one_line(detail)))
