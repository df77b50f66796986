"""People elsewhere: the interface to them, and the line of the application."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, runtime_checkable

from durak_tui.net.address import Address
from durak_tui.net.line_events import Broken, Contact, Invited, LineEvent, Opened, WaitingPlayer
from durak_tui.user.state import Series

if TYPE_CHECKING:
    from durak_tui.net.events import TalkListener
    from durak_tui.net.guests.guest_talk import GuestTalk
    from durak_tui.net.peer_talk import PeerTalk
    from durak_tui.net.talk_journal import Kept
    from durak_tui.net.talk_messages import HouseRules
    from durak_tui.tui.app import DurakApp

Notify: TypeAlias = Callable[[LineEvent], object]
InThread: TypeAlias = Callable[[Callable[[], object]], object]

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
    def key(self) -> str:
        """One's own key, which one's other programs have, too; perhaps empty."""

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

    def invite(self, whom: WaitingPlayer | Address, rules: "HouseRules") -> int:
        """Ask somebody, with house rules to be proposed; returns the line.

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


@runtime_checkable
class Listener(Protocol):
    """A screen that shows what happens on the line."""

    def heard(self, event: LineEvent) -> bool:
        """Take note; return whether nobody else needs to."""


class PeopleService:
    """The line, once a screen wants it, for all screens."""

    def __init__(self, app: "DurakApp", begin: "Callable[[str, Notify, InThread], Calls]") -> None:
        """``begin`` makes the line of a person by name, in any thread.

        It may raise UserError.
        """
        self.calls: Calls | None = None
        self._scores: dict[str, Series] = {}
        """By the other's key; of a guest without one nobody knows whether it is the same."""
        self._app: Final = app
        self._begin: Final = begin
        self._opening: asyncio.Task[Calls] | None = None

    async def open(self, name: str) -> "Calls":
        """The line, which is begun if there is none.  Raises UserError."""
        if self.calls is None:
            if self._opening is None:
                self._opening = asyncio.create_task(self._open(name))
            # A screen that waits for it may go; it is there for the next one.
            await asyncio.shield(self._opening)
        assert self.calls
        return self.calls

    async def _open(self, name: str) -> "Calls":
        try:
            call = self._app.call_later
            self.calls = await asyncio.to_thread(self._begin, name, self.notify, call)
            return self.calls
        finally:
            self._opening = None

    def score(self, key: str) -> Series | None:
        """The games with somebody since the start; None if none is known."""
        return self._scores.get(key)

    def count(self, key: str, wins: int, losses: int, draws: int) -> None:
        """Add games with somebody to their score, if they have a key."""
        before = self.score(key) or Series()
        if key and (wins or losses or draws):
            self._scores[key] = Series(
                before.wins + wins, before.losses + losses, before.draws + draws
            )

    async def close(self) -> None:
        """End it, with a goodbye to all who may hear it."""
        calls, self.calls = self.calls, None
        if calls:
            await asyncio.to_thread(calls.close)

    def notify(self, event: LineEvent) -> None:
        """Pass an event on, to the uppermost screen first."""
        if isinstance(event, Broken):
            self._app.mishap(event.error, None)
            return
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, Listener) and screen.heard(event):
                return
        if self.calls and isinstance(event, Invited | Opened):
            self.calls.hang_up(event.line)  # there is nobody who could play
