"""What faces need of people elsewhere, whatever lies between.

In the network these are :class:`~durak_tui.net.wire.network.Network` and
:class:`~durak_tui.net.sitting.Sitting`; guests of a server have others.  All of it happens in the
thread of the face, unless it says otherwise.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from durak_tui.net.address import Address
from durak_tui.net.events import SittingEvent
from durak_tui.net.line_events import Contact, Opened, WaitingPlayer
from durak_tui.net.messages import Terms
from durak_tui.net.stages import Conclusion, Stage, TurnTime
from durak_tui.records.record import GameRecord
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.storage import Trouble

Told = Callable[[SittingEvent], object]
"""Takes note of what happens in a conversation."""


class Kept(NamedTuple):
    """A conversation that was left and can go on."""

    id: str  # Such as the path of its journal.
    name: str  # Of the other.
    key: str
    saved_at: datetime


def kept_in(folder: Path) -> list[Kept]:
    """The stored conversations with a game, the latest first."""
    from durak_tui.net.journal import UnfinishedSitting, unfinished

    return [
        Kept(str(one.path), one.stored.who.other_name, one.stored.who.peer, one.saved_at)
        for one in unfinished(folder)
        if isinstance(one, UnfinishedSitting) and one.stored.start is not None
    ]


class Conversation(Protocol):
    """Game after game with one person elsewhere.

    The methods are wishes of the person here; one that is not possible now does nothing.  What
    comes of them is told by events.
    """

    # What is known.

    @property
    def seat(self) -> int:
        """That of the person here; seat 0 offers the first house rules."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and 1."""

    @property
    def stage(self) -> Stage:
        """How far it has come."""

    @property
    def failure(self) -> str:
        """Why it cannot go on, in a sentence."""

    @property
    def game(self) -> HiddenGame | None:
        """The game on the table, once it is dealt."""

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by seat 0 and 1, and drawn ones."""

    @property
    def logged(self) -> GameRecord | None:
        """The last game as it stands in the log."""

    @property
    def trouble(self) -> Trouble | None:
        """Why something is not stored."""

    @property
    def offered(self) -> Terms | None:
        """The house rules that were offered last."""

    @property
    def may_agree(self) -> bool:
        """Whether the person here may offer house rules, or agree."""

    @property
    def can_end(self) -> bool:
        """Whether the person here may give up, or offer a draw."""

    @property
    def is_ending(self) -> bool:
        """Whether the person here has ended the game, unheard yet."""

    @property
    def offers(self) -> tuple[bool, bool]:
        """Which seats have offered a draw that is not answered."""

    @property
    def wait(self) -> TurnTime | None:
        """The time that either side takes for what is due from it."""

    @property
    def has_claimed(self) -> bool:
        """A claim of the person here stands, not answered yet."""

    @property
    def is_claimed(self) -> bool:
        """A claim of the other stands."""

    @property
    def conclusion(self) -> Conclusion | None:
        """The reason for which :meth:`conclude` may end the game, if any."""

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        """Offer house rules."""

    def agree(self) -> None:
        """Agree to those that the other has offered."""

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""

    def settle(self) -> None:
        """Clear a finished bout that has been looked at, after CanSettle."""

    def resign(self) -> None:
        """Give up."""

    def offer_draw(self) -> bool:
        """Offer a draw, or accept the other's; False after too many."""

    def decline_draw(self) -> None:
        """Decline the other's offer."""

    def again(self) -> None:
        """Be ready for another game; the winner attacks first."""

    def chat(self, text: str) -> bool:
        """Say something; False if it is not said."""

    def conclude(self) -> bool:
        """End the game without the other, or claim it first.

        Returns whether it is in the log.
        """

    def check_time(self) -> None:
        """Do what is due by the clock; called once a second."""

    def leave(self) -> None:
        """Say farewell, and close; an unfinished game can go on later."""


class Calls(Protocol):
    """Who can be played, and how they are asked.

    Events of ``net/line_events.py`` say what comes of it.  There is one line at a time, and one
    conversation on it.
    """

    @property
    def kind(self) -> Literal["network", "lobby"]:
        """Where people are met: the network, or a server's lobby."""

    @property
    def name(self) -> str:
        """What the person here is called by others."""

    @property
    def words(self) -> str:
        """One's own words; empty where none have to be compared."""

    def about(self, whom: WaitingPlayer) -> Contact:
        """Who it is, if what they say is true.

        It may take 40 ms, once for each.
        """

    def look(self) -> None:
        """Tell Seen, now and whenever it changes."""

    def listen(self, port: int | None = None) -> None:
        """Be seen and called.  Told: Listening or NotListening."""

    def mute(self) -> None:
        """Be seen and called no more."""

    def invite(self, whom: WaitingPlayer | Address) -> int:
        """Ask somebody; returns the line.

        Told: Ringing, then Opened or InvitationFailed; or InvitationFailed at once.
        """

    def accept(self, line: int) -> None:
        """Play whoever asks.  Told: Opened, or Withdrawn."""

    def hang_up(self, line: int) -> None:
        """Withdraw an invitation, decline one, or end the line for good."""

    def trust(self, line: int) -> None:
        """Remember the person of this line, whose words were looked at."""

    def sit_down(self, opened: Opened, tell: Told) -> Conversation:
        """Begin the conversation of a line that was opened."""

    def take_up(self, kept: Kept, tell: Told) -> tuple[int, Conversation]:
        """Go on with a conversation whose line is to come back.

        This may take three seconds: it is called in another thread, and ``tell`` in the face's.
        Told: Back, or Lost.  Raises UserError, DamagedJournal, NotUnfinished, OSError.
        """

    def close(self) -> None:
        """End everything; a line is lost, not ended.

        It may take two seconds.
        """
