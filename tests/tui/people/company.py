"""A network of two in one process: the application here, and somebody who plays at random."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, Literal

from textual.pilot import Pilot

from durak_tui.common.i18n import Message
from durak_tui.net.address import Address
from durak_tui.net.events import TalkListener
from durak_tui.net.line_events import (
    Back,
    Contact,
    Invited,
    LineEvent,
    Listening,
    Lost,
    Opened,
    Seen,
    WaitingPlayer,
)
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.talk_journal import Kept, Sides, TalkStore
from durak_tui.net.talk_messages import USUAL_RULES, Agree, HouseRules, Propose
from durak_tui.tui.app import DurakApp
from durak_tui.tui.people.meeting import MeetingScreen
from durak_tui.tui.people.people_service import PeopleService
from durak_tui.tui.people.people_table import PeopleTable
from durak_tui.user.folders import games_log, unfinished_folder
from tests.net.deals import SMALL
from tests.net.sittings import KEYS, Side
from tests.tui.apps import make_app, started, text_on, until

BORIS: Final = WaitingPlayer("Boris", KEYS[1], "0123456789abcdef")
WORDS: Final = "acid acorn acre actor"


class Circle:
    """The line of the person here, Ann, to Boris; it satisfies Calls."""

    kind: Literal["network", "lobby"] = "network"
    name = "Ann"
    key = KEYS[0]
    words = "adapt advice agent agree"

    def __init__(
        self,
        folder: Path,
        report: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
    ) -> None:
        self.boris = Side(folder, 1, Random(1), is_stored=False)
        self.terms: HouseRules | None = None  # What Boris insists on.
        self.told: HouseRules | None = None  # What an invitation says.
        self.report = report
        self.done: list[tuple[Any, ...]] = []  # What was wished.
        self.known_as = ""
        self.seen = Seen((), "network", own=Address("192.168.1.5"))
        self._call = call
        self._listener: TalkListener = lambda event: None
        self._conversation: PeerTalk | None = None
        self._pumps = False
        self.is_up = False
        self.cut_at = b""  # What is in the line of Boris before which all are lost.
        self.now = 0.0  # Seconds by Ann's clock.
        self.change: Callable[[bytes], bytes] = bytes  # What becomes of a line of Boris.
        self.late = b""  # What is in the line of Boris that has not come yet.

    # What the screens want.

    def about(self, whom: WaitingPlayer) -> Contact:
        return Contact(whom.name, whom.key, WORDS, self.known_as)

    def look(self) -> None:
        self.report(self.seen)

    def listen(self, port: int | None = None) -> None:
        self.report(Listening(port or 8024))

    def mute(self) -> None:
        self.done.append(("mute",))

    def invite(self, whom: WaitingPlayer | Address, rules: HouseRules) -> int:
        self.done.append(("invite", whom))
        self.told = rules
        return 7

    def accept(self, line: int) -> None:
        self.done.append(("accept", line))

    def hang_up(self, line: int) -> None:
        self.done.append(("hang up", line))

    def trust(self, line: int) -> None:
        self.done.append(("trust", line))

    def close(self) -> None:
        self.done.append(("close",))

    def sit_down(self, opened: Opened, listener: TalkListener) -> PeerTalk:
        self._listener = listener
        sides = Sides.new(0, self.name, KEYS[0], KEYS[1], "Boris")
        stored, store = TalkStore.new(sides, games_log(), unfinished_folder())
        self._conversation = PeerTalk(
            self._notify, self.said, stored, store, group=SMALL, clock=lambda: self.now
        )
        self.line_up()
        return self._conversation

    def take_up(self, kept: Kept, listener: TalkListener) -> tuple[int, PeerTalk]:
        self._listener = lambda event: self._call(lambda: listener(event))
        self._conversation = PeerTalk(
            self._notify, self.said, *TalkStore.resume(kept.id, games_log()), group=SMALL
        )
        return 9, self._conversation

    # What happens.

    @property
    def boris_here(self) -> Contact:
        return self.about(BORIS)

    def show(self, *waiting: WaitingPlayer) -> None:
        """These wait."""
        self.seen = self.seen._replace(waiting=waiting)
        self.report(self.seen)

    def opened(self, line: int) -> None:
        """Both want to play."""
        self.report(Opened(line, self.boris_here))

    def invited(self, line: int = 3, rules: HouseRules = USUAL_RULES) -> None:
        self.report(Invited(line, self.boris_here, rules))

    def line_up(self) -> None:
        """There is a line, on which both greet."""
        assert self._conversation
        self.is_up = True
        self.boris.conversation.line_lost()
        self.boris.lines.clear()
        self.boris.conversation.line_up()
        self._conversation.line_up()
        self.wake()

    def lose(self, line: int, *, seconds: float = 12) -> None:
        """The line is lost, since so long."""
        assert self._conversation
        self.is_up = False
        self._conversation.line_lost()
        self.report(Lost(line, monotonic() - seconds, Message("Boris does not answer")))

    def back(self, line: int) -> None:
        """The line is there again."""
        self.line_up()
        self.report(Back(line))

    def said(self, data: bytes) -> None:
        """Deliver bytes that Ann's program has sent."""
        if self.is_up:
            self.boris.conversation.receive(data)
        self.wake()

    def wake(self) -> None:
        if not self._pumps:
            self._pumps = True
            self._call(self._pump)

    def _pump(self) -> None:
        """Bring on what is on its way, and let both do what takes time."""
        self._pumps = False
        boris, ann = self.boris, self._conversation
        if ann is None:
            return
        boris.work()
        ann.work()
        if boris.talk.may(1, Propose) and self.terms:
            agrees = boris.talk.offered == self.terms
            boris.conversation.say(Agree(self.terms) if agrees else Propose(self.terms))
        else:
            boris.decide(USUAL_RULES, 9)
        while self.is_up and boris.lines and not (self.late and self.late in boris.lines[0]):
            line = boris.lines.popleft()
            if self.cut_at and self.cut_at in line:
                self.lose(7)
            else:
                ann.receive(self.change(line))
            self.wake()
        if ann.busy or boris.conversation.busy:
            self.wake()

    @property
    def state(self) -> str:
        """The state of both sides, for a test that fails."""
        ann, boris = self._conversation, self.boris.conversation
        stages = [(one.talk.stage, one.busy, one.talk.failure) for one in (ann, boris) if one]
        return f"{stages} {self.boris.lines} {self._pumps}"

    def _notify(self, event: Any) -> None:
        self._listener(event)
        self.wake()


class Person:
    """Ann, at the application."""

    def __init__(self, app: DurakApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def circle(self) -> Circle:
        calls = self.app.people.calls
        assert isinstance(calls, Circle)
        return calls

    @property
    def table(self) -> PeopleTable:
        (table,) = (one for one in self.app.screen_stack if isinstance(one, PeopleTable))
        return table

    @property
    def meeting(self) -> MeetingScreen:
        (meeting,) = (one for one in self.app.screen_stack if isinstance(one, MeetingScreen))
        return meeting

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def sees(self, *texts: str) -> None:
        """Until all of it is shown."""
        await until(
            self.pilot,
            lambda: all(text in text_on(self.app) for text in texts),
            otherwise=lambda: text_on(self.app),
        )

    async def wished(self, *wish: Any) -> None:
        """Until this was the last wish."""
        done = self.circle.done
        await until(self.pilot, lambda: done and done[-1] == wish, otherwise=lambda: str(done))

    async def meets_others(self, **arguments: Any) -> None:
        """Be where people meet, at a line."""
        self.app.go("meeting", **arguments)
        await self.has_a_line()

    async def has_a_line(self) -> None:
        """Until she can be invited."""
        # The application has the line a moment before the screen, which is there by then.
        await until(self.pilot, lambda: self.app.people.calls and self.meeting.calls)

    async def invites_boris(self) -> None:
        """Wait for the answer of somebody she knows."""
        self.circle.known_as = "Boris"
        self.circle.show(BORIS)
        await self.press("enter")
        await self.wished("invite", BORIS)

    async def comes_to_the_table(self) -> None:
        """Be at a table where all is still to be agreed on."""
        await self.invites_boris()
        self.circle.opened(7)
        await until(self.pilot, lambda: isinstance(self.app.screen, PeopleTable))

    async def sits_down(self) -> None:
        """Be at a table where the cards have been dealt."""
        await self.comes_to_the_table()
        await until(
            self.pilot,
            lambda: self.table.is_on,
            otherwise=lambda: f"{text_on(self.app)} {self.circle.state}",
        )


def at_a_circle(folder: Path, pilot: Pilot[Any], app: DurakApp) -> Person:
    """Somebody whose application has Boris for its network."""
    app.people = PeopleService(app, lambda _name, notify, call: Circle(folder, notify, call))
    return Person(app, pilot)


def app_among_people(folder: Path, screen: str = "meeting", **arguments: Any) -> DurakApp:
    """The application of Ann, whose line is a Circle."""
    app = make_app(screen, {"player": "Ann", "pause_ms": 0, "travel": "off"}, **arguments)
    app.people = PeopleService(app, lambda _name, notify, call: Circle(folder, notify, call))
    return app


@asynccontextmanager
async def among_people(
    folder: Path, size: tuple[int, int] = (80, 24), screen: str = "meeting", **arguments: Any
) -> AsyncIterator[Person]:
    """Ann where people meet; nobody waits yet."""
    async with started(
        "home", {"player": "Ann", "pause_ms": 0, "travel": "off"}, size=size, notifications=True
    ) as (pilot, app):
        person = at_a_circle(folder, pilot, app)
        if screen == "meeting":
            await person.meets_others(**arguments)
        yield person
