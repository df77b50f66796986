"""Events of a conversation, beside those of every table."""

from collections.abc import Callable
from typing import NamedTuple

from durak_tui.net.talk_messages import HouseRules
from durak_tui.table.controller import Acted, Begun, Cleared, Ended, NotStored


class Greeted(NamedTuple):
    """The other side, on a new line."""

    name: str
    back: bool  # True if they had been here before.


class Proposed(NamedTuple):
    """House rules that the other offers, to be agreed to or answered."""

    rules: HouseRules


class Shuffling(NamedTuple):
    """Progress of the deal."""

    done: int
    of: int


class CanSettle(NamedTuple):
    """A finished bout that may be cleared, with all drawn cards known."""


class DrawOffered(NamedTuple):
    """The other's offer of a draw."""


class DrawDeclined(NamedTuple):
    """The other's refusal of a draw."""


class Claimed(NamedTuple):
    """The other's claim of the game: by their clock time is up."""


class Checking(NamedTuple):
    """Progress of the check after the game."""

    done: int
    of: int


class Checked(NamedTuple):
    """The result of the check here; nothing if all was honest."""

    found: str


class OtherChecked(NamedTuple):
    """The result of the other's check; nothing if all was honest."""

    found: str


class WantsAgain(NamedTuple):
    """The other's wish for another game."""


class SaidText(NamedTuple):
    """A line of chat by the other."""

    text: str


class HasLeft(NamedTuple):
    """The other's farewell; an unfinished game can go on later."""


class TalkFailed(NamedTuple):
    """The end of the conversation, which cannot go on."""

    text: str


TalkEvent = (
    Greeted | Proposed | Shuffling | Begun | Acted | CanSettle | Cleared | DrawOffered
    | DrawDeclined | Claimed | Ended | Checking | Checked | OtherChecked | WantsAgain | SaidText
    | HasLeft | NotStored | TalkFailed
)  # fmt: skip

TalkListener = Callable[[TalkEvent], object]
"""Takes note of what happens in a conversation, in the thread of the face."""
