"""Interfaces to people elsewhere, in a network or a server's lobby."""

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from durak_tui.net.address import Address
from durak_tui.net.line_events import Contact, Opened, WaitingPlayer

if TYPE_CHECKING:
    from durak_tui.net.events import TalkListener
    from durak_tui.net.guests.guest_talk import GuestTalk
    from durak_tui.net.peer_talk import PeerTalk
    from durak_tui.net.talk_journal import Kept

PeopleTalk: TypeAlias = "PeerTalk | GuestTalk"
"""Game after game with one person elsewhere: what stands is in its ``talk``."""


class Calls(Protocol):
    """People who can be played, and the line to one of them.

    Their answers are events of ``net/line_events.py``.  There is one line at a time, and one
    conversation on it.
    """

    @property
    def kind(self) -> Literal["network", "lobby"]:
        """The meeting place: the network, or a server's lobby."""

    @property
    def name(self) -> str:
        """The name of the person here for others."""

    @property
    def words(self) -> str:
        """One's own words; empty where none are compared."""

    def about(self, whom: WaitingPlayer) -> Contact:
        """The contact that somebody says they are.

        It may take 40 ms, once for each.
        """

    def look(self) -> None:
        """Look around.  Event: Seen, now and whenever it changes."""

    def listen(self, port: int | None = None) -> None:
        """Be seen and called.  Event: Listening or NotListening."""

    def mute(self) -> None:
        """Be seen and called no more."""

    def invite(self, whom: WaitingPlayer | Address) -> int:
        """Ask somebody; returns the line.

        Event: Ringing, then Opened or InvitationFailed; or InvitationFailed at once.
        """

    def accept(self, line: int) -> None:
        """Play with the person who asks.  Event: Opened, or Withdrawn."""

    def hang_up(self, line: int) -> None:
        """Withdraw an invitation, decline one, or end the line for good."""

    def trust(self, line: int) -> None:
        """Remember the person of this line, whose words were looked at."""

    def sit_down(self, opened: Opened, notify: "TalkListener") -> PeopleTalk:
        """Begin the conversation of a line that was opened."""

    def take_up(self, kept: "Kept", notify: "TalkListener") -> "tuple[int, PeopleTalk]":
        """Go on with a conversation whose line is to come back.

        This may take three seconds: it is called in another thread, and ``notify`` in the face's.
        Event: Back, or Lost.  Raises UserError, DamagedJournal, NotUnfinished, OSError.
        """

    def close(self) -> None:
        """End everything; a line is lost, not ended.

        It may take two seconds.
        """
