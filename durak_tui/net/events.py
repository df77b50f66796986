"""What a sitting tells its face, beside what every table tells."""

from typing import NamedTuple, Protocol

from durak_tui.net.messages import Terms
from durak_tui.table.controller import Acted, Begun, Cleared, Ended, NotStored


class Greeted(NamedTuple):
    """The other side, on a new line."""

    name: str
    back: bool  # Whether they had been here before.


class Proposed(NamedTuple):
    """House rules that the other offers, to be agreed to or answered."""

    terms: Terms


class Shuffling(NamedTuple):
    """How much of the deal is done."""

    done: int
    of: int


class CanSettle(NamedTuple):
    """A finished bout that may be cleared, with all drawn cards known."""


class Offered(NamedTuple):
    """The other's offer of a draw."""


class Declined(NamedTuple):
    """The other's refusal of a draw."""


class Claimed(NamedTuple):
    """The other's claim of the game: by their clock time is up."""


class Checking(NamedTuple):
    """How much of the check after the game is done."""

    done: int
    of: int


class Checked(NamedTuple):
    """What the check has found; nothing if all was honest."""

    found: str


class OtherChecked(NamedTuple):
    """What the other's check has found; nothing if all was honest."""

    found: str


class WantsAgain(NamedTuple):
    """The other's wish for another game."""


class SaidText(NamedTuple):
    """What the other says."""

    text: str


class HasLeft(NamedTuple):
    """The other's farewell; an unfinished game can go on later."""


class Failed(NamedTuple):
    """Why the sitting cannot go on."""

    text: str


SittingEvent = (
    Greeted | Proposed | Shuffling | Begun | Acted | CanSettle | Cleared | Offered | Declined
    | Claimed | Ended | Checking | Checked | OtherChecked | WantsAgain | SaidText | HasLeft
    | NotStored | Failed
)  # fmt: skip


class Face(Protocol):
    """Whoever shows a sitting and has its line."""

    def write(self, data: bytes) -> object:
        """Send these bytes, if there is a line; others are repeated later."""

    def tell(self, event: SittingEvent) -> object:
        """Take note of what has happened."""
