"""Invitations, and the one line that a program has at a time.

All of it happens in one thread, that of the event loop.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, Literal, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.fields import Malformed
from durak_tui.common.i18n import N_, Message, why
from durak_tui.net.address import Address
from durak_tui.net.fingerprints import words_of
from durak_tui.net.line_events import (
    ALREADY_BUSY,
    Back,
    Broken,
    Contact,
    InvitationFailed,
    Invited,
    LineEvent,
    LineLeft,
    Lost,
    NotRemembered,
    Opened,
    Ringing,
    TurnedAway,
    WantsBack,
    Withdrawn,
)
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules
from durak_tui.net.wire.connect import dial
from durak_tui.net.wire.door import Invitations, Ration
from durak_tui.net.wire.greeting import (
    Greeting,
    GreetingAnswer,
    Purpose,
    check_version,
    encode_answer,
    encode_purpose,
    read_answer,
    read_greeting,
    read_purpose,
)
from durak_tui.net.wire.identity import Identity
from durak_tui.net.wire.known_people import ChangedKey, KnownPeople
from durak_tui.net.wire.link import Link, LinkEnded

ASK_SECONDS: Final = 60.0  # For a person to answer an invitation.
GREETING_SECONDS: Final = 10.0  # For a program to say who it is.
_RING_SECONDS: Final = ASK_SECONDS + GREETING_SECONDS  # After which a caller is taken for dead.
QUIET_SECONDS: Final = 10.0  # Between two events of somebody who was turned away.
RETURN_SECONDS: Final = 1.0  # Between two that want back to games that are not on here.
FIRST_PAUSE: Final = 0.5  # Seconds between two attempts to get a lost line back.
LONGEST_PAUSE: Final = 10.0
_GROWTH: Final = 1.5  # Of the pause with each attempt.

_REFUSALS: Final = {
    GreetingAnswer.NO: N_("{name} does not want to play now"),
    GreetingAnswer.BUSY: N_(
        "{name} is busy: in a game, answering another invitation, or invited too often; try again"
        " in a minute"
    ),
    GreetingAnswer.CHANGED: N_(
        "{name} knows somebody else by your name, or you by another key, and has been warned: tell"
        " {name} that your words are {own}, or choose another name"
    ),
}


class Connected(NamedTuple):
    """A line is open, or back, on this link."""

    event: Opened | Back
    link: Link
    targets: tuple[Address, ...]
    """Addresses for calling back, also after a crash; empty at the called side."""
    port: int  # At which this side is called, then too; 0 for nowhere.


class Came(NamedTuple):
    """Bytes wait on the link of a line."""

    line: int


Notify = Callable[[LineEvent | Connected | Came], object]


@dataclass(eq=False)
class _Call:
    """The line, from the first call on."""

    number: int
    state: Literal["asking", "ringing", "open", "lost"]
    targets: Sequence[Address] = ()
    """Addresses that this side calls; empty at the called side."""
    rules: HouseRules = USUAL_RULES  # That this side is going to propose.
    entered: str = ""  # The address, if a person has entered it.
    key: str = ""  # That the other program must have, if it is known.
    program: str = ""  # Which program it is, once that is known.
    who: Contact | None = None
    link: Link | None = None
    task: "asyncio.Task[None] | None" = None
    identified: asyncio.Event = field(default_factory=asyncio.Event)
    """The other program is known, or will never be."""

    def is_of(self, program: str, key: str) -> bool:
        """Say if this program is at the other end.

        Anybody may claim its number, which is why the key that was proved counts too.
        """
        return self.who is not None and (program, key) == (self.program, self.who.key)

    def say(self, text: str, **shown: object) -> Message:
        """A sentence about the person at the other end."""
        name = self.who.shown if self.who else self.targets[0]
        return Message(text, {"name": name, **shown})


class Switchboard:
    """Calls in both directions, and the line that one of them becomes."""

    def __init__(
        self,
        *,
        identity: Identity,
        people: KnownPeople,
        greeting: Greeting,
        port: Callable[[], int],
        numbers: Iterator[int],
        notify: Notify,
        start: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"],
        changed: Callable[[], object],
    ) -> None:
        """``greeting`` says who this is, ``numbers`` are for lines.

        ``port`` is where one is called at the moment, 0 for nowhere.  ``start`` runs a task until
        the program ends.  ``changed`` is called when a game begins to keep this program busy, or
        has ended.
        """
        self._identity = identity
        self._people = people
        self._greeting = greeting
        self._port = port
        self._numbers = numbers
        self._notify = notify
        self._start = start
        self._changed = changed
        self._line: _Call | None = None
        self._invitations = Invitations()
        self._turned_away = Ration(1, QUIET_SECONDS)  # How often there is such an event.
        self._returns = Ration(1, RETURN_SECONDS)
        self._links: set[Link] = set()

    @property
    def is_playing(self) -> bool:
        return self._line is not None and self._line.state in ("open", "lost")

    # What the person wants.

    def invite(
        self, number: int, targets: Sequence[Address], rules: HouseRules = USUAL_RULES, *,
        entered: str = "", key: str = "", program: str = "",
    ) -> None:  # fmt: skip
        """Ask somebody, who must be the one that is known."""
        line = self._line
        if line and line.state == "ringing" and line.is_of(program, key):
            # They ask already: that is agreement.
            assert line.who
            self._notify(Withdrawn(line.number, line.who))
            line.number = number
            self.accept(number)
        elif line:
            self._notify(InvitationFailed(number, Message(ALREADY_BUSY)))
        elif not targets:
            self._notify(InvitationFailed(number, Message(N_("they are no longer here"))))
        else:
            line = self._line = _Call(number, "asking", targets, rules, entered, key, program)
            line.task = self._start(self._call(line))

    def accept(self, number: int) -> None:
        """Play with somebody who asks."""
        line = self._numbered(number)
        if line and line.state == "ringing" and line.link:
            line.link.write(encode_answer(GreetingAnswer.YES))
            self._open(line, line.link)

    def hang_up(self, number: int) -> None:
        """Withdraw an invitation, decline one, or end the line for good."""
        line = self._numbered(number)
        if not line:
            return
        self._line = None
        link, line.link = line.link, None
        if line.task:
            line.task.cancel()
        self._changed()  # The other program finds no open port when it hears the farewell.
        if link:
            if line.state == "ringing":
                link.write(encode_answer(GreetingAnswer.NO))
            link.close()

    def trust(self, number: int) -> None:
        """Remember the person of this line, unless they are the one here."""
        line = self._numbered(number)
        if line and line.who and line.who.key != self._identity.key:
            self._note(self._people.trust, line.who.name, line.who.key, line.entered)

    def reconnect(self, number: int, key: str, name: str, targets: Sequence[Address]) -> None:
        """Get back a line of an earlier run of this program.

        ``targets`` are where to call, or empty for those who were called.
        """
        if self._line:
            self.hang_up(self._line.number)
        who = Contact(name, key, words_of(key), self._people.known_as(key))
        line = self._line = _Call(number, "lost", targets, key=key, who=who)
        self._changed()
        if targets:
            line.task = self._start(self._call_again(line, monotonic()))

    async def stop(self) -> None:
        """End all links; the other end finds an open line lost."""
        self._line = None
        for link in self._links:
            if not link.is_closing:
                link.abort()
        await asyncio.gather(*(link.ended.wait() for link in self._links))

    # Calling.

    async def _call(self, line: _Call) -> None:
        """Ask, and wait for the answer."""
        link: Link | None = None
        reason: Message | None = None
        try:
            link = line.link = await dial(line.targets, self._identity, line.key)
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await self._greet(link)
            self._identify(line, link, greeting)
            link.write(encode_purpose(Purpose.PLAY, line.rules))
            async with asyncio.timeout(ASK_SECONDS):
                answer = read_answer(await link.line())
                if answer is GreetingAnswer.CROSSED:
                    # Their call is on its way, and ends this one.
                    link.close()
                    await asyncio.Event().wait()
            if answer is GreetingAnswer.YES:
                self._open(line, link)
                return
            refusal = _REFUSALS.get(answer, _REFUSALS[GreetingAnswer.NO])
            reason = line.say(refusal, own=self._identity.words)
        except UserError as error:
            reason = error.message
        except TimeoutError:
            reason = line.say(N_("{name} has not answered"))
        except (LinkEnded, Malformed):
            reason = line.say(N_("the connection to {name} ended before there was an answer"))
        finally:
            line.identified.set()
            if link and link is not line.link:
                link.close()  # hung up, or another took its place
        if self._line is line:
            self._line = None
            if link:
                link.close()
            assert reason
            self._notify(InvitationFailed(line.number, reason))

    def _identify(self, line: _Call, link: Link, greeting: Greeting) -> None:
        """Note who has answered.  Raises UserError unless they will do."""
        check_version(greeting)
        if greeting.program == self._greeting.program:
            raise UserError(N_("that is your own address"))
        if line.program not in ("", greeting.program):
            raise UserError(N_("somebody else is waiting there now"))
        line.program = greeting.program
        line.who = self._contact(greeting, link.key, line.entered)
        line.identified.set()
        self._notify(Ringing(line.number, line.who))

    async def _call_again(self, line: _Call, since: float) -> None:
        """Get a lost line back, however long it takes."""
        assert line.who
        pause, said = FIRST_PAUSE, ""
        while True:
            reason = line.say(N_("{name} does not answer"))
            link: Link | None = None
            try:
                link = await dial(line.targets, self._identity, line.who.key)
                async with asyncio.timeout(GREETING_SECONDS):
                    check_version(await self._greet(link))
                    link.write(encode_purpose(Purpose.RETURN))
                    answer = read_answer(await link.line())
                if answer is GreetingAnswer.YES:
                    break
                link.close()
                reason = line.say(N_("{name} is there, but not in this game"))
            except UserError as error:
                reason = error.message
            except (LinkEnded, Malformed, TimeoutError):
                pass
            except asyncio.CancelledError:
                if link:
                    link.abort()
                raise
            if link:
                link.abort()
            if str(reason) != said:
                said = str(reason)
                self._notify(Lost(line.number, since, reason))
            await asyncio.sleep(pause)
            pause = min(pause * _GROWTH, LONGEST_PAUSE)
        self._connect(line, link, Back(line.number))

    # Being called.

    def called(self, link: Link) -> None:
        """Take a call."""
        self._start(self._answer(link))

    async def _answer(self, link: Link) -> None:
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await self._greet(link)
                check_version(greeting)
                answer = await self._answer_to(await link.line(), greeting, link)
        except UserError as error:
            is_changed = isinstance(error, ChangedKey)
            answer = GreetingAnswer.CHANGED if is_changed else GreetingAnswer.VERSION
            if self._turned_away.take():
                self._notify(TurnedAway(error.message))
        except (LinkEnded, Malformed, TimeoutError):
            link.abort()
            return
        except asyncio.CancelledError:
            link.abort()
            raise
        if answer:
            link.write(encode_answer(answer))
            link.close()

    async def _answer_to(
        self, said: bytes, greeting: Greeting, link: Link
    ) -> GreetingAnswer | None:
        """The reason against a call; None for one that stays.  Raises ChangedKey."""
        purpose, rules = read_purpose(said)
        if purpose is Purpose.RETURN:
            return self._returned(greeting, link)
        line = self._line
        if line and line.state == "asking":
            await line.identified.wait()  # it may be them
            if self._line is line and line.is_of(greeting.program, link.key):
                if self._greeting.program < greeting.program:
                    return GreetingAnswer.CROSSED
                # Each asks the other: of two calls that of the smaller number is kept.
                if line.task:
                    line.task.cancel()
                link.let_in()
                line.targets = ()
                link.write(encode_answer(GreetingAnswer.YES))
                self._open(line, link)
                return None
        if self._line or link.has_ended:
            return GreetingAnswer.BUSY
        # Not before: who somebody is takes time to compute, which a game has no part in.
        who = self._contact(greeting, link.key)
        if not self._invitations.may(who, link.address):
            return GreetingAnswer.BUSY
        link.let_in()
        line = self._line = _Call(
            next(self._numbers), "ringing", program=greeting.program, who=who, link=link
        )
        line.task = self._start(self._ring(line, link))
        self._notify(Invited(line.number, who, rules))
        return None

    async def _ring(self, line: _Call, link: Link) -> None:
        """Wait until the caller gives up, unless there is an answer before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_RING_SECONDS):
                await link.ended.wait()
        link.close()
        if self._line is line:
            self._line = None
            assert line.who
            self._notify(Withdrawn(line.number, line.who))

    def _returned(self, greeting: Greeting, link: Link) -> GreetingAnswer | None:
        line = self._line
        if line is None or not self.is_playing:
            if self._returns.take():
                self._notify(WantsBack(self._contact(greeting, link.key)))
            return GreetingAnswer.STRANGER
        if line.targets or line.who is None or line.who.key != link.key:
            return GreetingAnswer.STRANGER
        link.let_in()
        if old := line.link:  # its end has not been noticed here
            line.link = None
            old.abort()
            self._notify(Lost(line.number, monotonic(), line.say(N_("{name} has reconnected"))))
        link.write(encode_answer(GreetingAnswer.YES))
        self._connect(line, link, Back(line.number))
        return None

    # The open line.

    def _open(self, line: _Call, link: Link) -> None:
        """Begin to play, as both want to."""
        assert line.who
        if line.task and line.state == "ringing":
            line.task.cancel()
        self._connect(line, link, Opened(line.number, line.who))
        if line.who.is_known:
            self._note(self._people.met, line.who.key, line.entered)

    def _connect(self, line: _Call, link: Link, event: Opened | Back) -> None:
        line.state, line.link, line.task = "open", link, None
        self._changed()
        self._notify(Connected(event, link, tuple(line.targets), self._port()))
        link.flow(lambda: self._notify(Came(line.number)), lambda: self._ended(line, link))

    def _ended(self, line: _Call, link: Link) -> None:
        """The line is lost, or at its end."""
        if self._line is not line or line.link is not link:
            return
        line.link = None
        if link.said_goodbye or link.overran:
            self._line = None
            text = N_("{name} has left")
            if link.overran:
                text = N_("{name}'s program no longer reads what it is sent")
            self._notify(LineLeft(line.number, line.say(text)))
            self._changed()
            return
        line.state = "lost"
        since = monotonic()
        self._notify(Lost(line.number, since, line.say(N_("{name} does not answer"))))
        if line.targets:
            line.task = self._start(self._call_again(line, since))

    def _note(self, change: Callable[..., None], *who: str) -> None:
        """Save in a thread, which ends before the program does."""

        def saved(saving: "asyncio.Future[None]") -> None:
            error = saving.exception()
            if isinstance(error, OSError):
                self._notify(NotRemembered(why(error)))
            elif error:
                self._notify(Broken(error))

        asyncio.get_running_loop().run_in_executor(None, change, *who).add_done_callback(saved)

    # Help for all of these.

    async def _greet(self, link: Link) -> Greeting:
        """Exchange greetings.  Raises LinkEnded, Malformed."""
        self._links = {one for one in self._links if not one.has_ended} | {link}
        link.write(self._greeting.encode())
        return read_greeting(await link.line())

    def _contact(self, greeting: Greeting, key: str, entered: str = "") -> Contact:
        """The person who greets.  Raises ChangedKey."""
        words = words_of(key)
        if key == self._identity.key:  # another program of the same person
            return Contact(greeting.name, key, words, greeting.name or words)
        self._people.check(greeting.name, key, entered)
        return Contact(greeting.name, key, words, self._people.known_as(key))

    def _numbered(self, number: int) -> _Call | None:
        """The line of this number; events and wishes may cross."""
        return self._line if self._line and self._line.number == number else None
