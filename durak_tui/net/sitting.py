"""One side of an evening of two people in two programs.

It does no I/O but the journal and the log.  Whoever has the line passes on its bytes, and says when
it is there and when it is lost; whoever shows the game is told what happens, and says what the
person wants.  Both call :meth:`Sitting.work` while it is :attr:`~Sitting.busy`.

What is heard is stored before it has any effect outside, and what is said before it is sent.  So
the same things are said and heard again after a crash, and lead to the same game.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, Self, TypeVar

from durak_tui.net.address import Address
from durak_tui.net.evening import Evening
from durak_tui.net.events import Face
from durak_tui.net.fingerprints import told_apart
from durak_tui.net.journal import RoundStart, SittingJournal, Stored, Who
from durak_tui.net.keeping import Keeper
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.messages import (
    ID,
    Disclosure,
    Hello,
    Line,
    Message,
    Refusal,
    Terms,
    Verdict,
    encode_disclosure,
)
from durak_tui.net.peer import Peer
from durak_tui.net.peer_faults import Fault, PeerFault
from durak_tui.net.secret import LENGTH
from durak_tui.net.stages import Conclusion, Stage, TurnTime
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Begun, NotStored
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.storage import Trouble

WAITING: Final = 256 * 1024
"""Bytes of messages that may wait to be heard: a whole deal, and what may be said in two games."""

Done = TypeVar("Done")


class Sitting:
    """One side of an evening; see :class:`~durak_tui.net.calls.Conversation`."""

    def __init__(
        self,
        face: Face,
        evening: Evening,
        peer: Peer,
        keeper: Keeper,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Use :meth:`begin` or :meth:`resume`."""
        self._face: Final = face
        self._evening: Final = evening
        self._peer: Final = peer
        self._keeper: Final = keeper
        self._inbox: Final[deque[tuple[Message, int]]] = deque()  # And how many bytes long it was.
        self._waiting = 0  # Bytes in the inbox.
        self._hearing: Message | None = None  # What is heard, but not to the end yet.
        self._tells = False
        self._is_concluded = False  # Whether the game was ended without the other.
        self._clock: Final = clock
        self._due: object = None  # What the game waits for,
        self._due_since = 0.0  # and since when, by the clock.

    @classmethod
    def begin(
        cls,
        face: Face,
        seat: int,
        name: str,
        *,
        key: str,
        peer: str,
        other_name: str,
        folder: str | os.PathLike[str] | None,
        log: str | os.PathLike[str],
        targets: Sequence[Address] = (),
        port: int = 0,
        group: Group = MODP_2048,
        clock: Callable[[], float] = monotonic,
    ) -> Self:
        """Sit down with somebody; who asked the other has seat 0.

        ``key`` is the public key by which the other knows this side, ``peer`` that of the other,
        and ``other_name`` what they are called here: no name comes over the line.  The line can be
        had back by calling ``targets``, or by being called at ``port``.  The sitting is stored in a
        folder, if there is one, and its finished games in a log.  ``clock`` gives seconds.
        """
        other_name = told_apart(other_name, peer, name)
        own = secrets.token_hex(ID // 2)
        who = Who(own, seat, name, key, peer, other_name, tuple(targets), port)
        keeper = Keeper(log, folder)
        keeper.begin(Stored(who))
        return cls(face, Evening(who, group), Peer(own), keeper, clock)

    @classmethod
    def resume(
        cls,
        face: Face,
        path: str | os.PathLike[str],
        log: str | os.PathLike[str],
        group: Group = MODP_2048,
        clock: Callable[[], float] = monotonic,
    ) -> Self:
        """Go on with a stored sitting; this may take three seconds.

        A screen calls it in a thread, in which alone the face then gets events: that a game on the
        table has begun, and the results of both checks.
        Raises NotUnfinished, DamagedJournal, OSError.
        """
        stored, journal = SittingJournal.resume(path)
        try:
            evening = Evening(stored.who, group)
            evening.repeat(stored)
            if evening.after.ended_at and not evening.has_ended:
                raise DamagedJournal("it tells the end of a game that goes on")
        except BaseException:
            journal.close()
            raise
        peer = Peer(
            stored.who.own, other=stored.other,
            forgotten=stored.forgotten, kept=stored.kept, have=stored.heard,
        )  # fmt: skip
        sitting = cls(face, evening, peer, Keeper(log, journal.path.parent, journal), clock)
        sitting._is_concluded = stored.timed_out
        sitting.save()
        if sitting.failure or sitting._is_concluded:
            sitting._abandon_if_logged()
        if sitting.game:
            evening.news.appendleft(Begun())
        sitting._attend()
        return sitting

    # What is known.

    @property
    def who(self) -> Who:
        return self._evening.who

    @property
    def seat(self) -> int:
        return self.who.seat

    @property
    def names(self) -> tuple[str, str]:
        return self._evening.names

    @property
    def has_met(self) -> bool:
        return bool(self._evening.other)

    @property
    def stage(self) -> Stage:
        return self._evening.stage

    @property
    def failure(self) -> str:
        return self._evening.failure

    @property
    def game(self) -> HiddenGame | None:
        return self._evening.game

    @property
    def score(self) -> tuple[int, int, int]:
        return self._evening.score

    @property
    def may_agree(self) -> bool:
        return self._evening.may_agree

    @property
    def offered(self) -> Terms | None:
        return self._evening.offered

    @property
    def logged(self) -> GameRecord | None:
        after = self._evening.after
        return self._evening.record(after.ended_at) if after.ended_at and after.logged else None

    @property
    def can_end(self) -> bool:
        return self._evening.can_end

    @property
    def is_ending(self) -> bool:
        return self._evening.is_ending

    @property
    def offers(self) -> tuple[bool, bool]:
        return self._evening.offers

    @property
    def has_claimed(self) -> bool:
        return self._evening.claims[self.seat]

    @property
    def is_claimed(self) -> bool:
        return self._evening.claims[1 - self.seat]

    @property
    def wait(self) -> TurnTime | None:
        evening = self._evening
        if evening.due_from is None:
            return None
        return TurnTime(evening.due_from, self._clock() - self._due_since, evening.move_time)

    @property
    def conclusion(self) -> Conclusion | None:
        if self.busy:
            return None
        wait = self.wait
        has_waited = wait is not None and wait.seat != self.seat and wait.is_over
        return self._evening.conclusion(is_alone=not self._peer.is_there, has_waited=has_waited)

    @property
    def path(self) -> Path | None:
        return self._keeper.path

    @property
    def trouble(self) -> Trouble | None:
        return self._keeper.trouble

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        self._evening.propose(terms)
        self._attend()

    def agree(self) -> None:
        self._evening.agree()
        self._attend()

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        self._of_the_game(lambda evening: evening.play(cards))

    def settle(self) -> None:
        self._of_the_game(Evening.settle)

    def resign(self) -> None:
        self._of_the_game(Evening.resign)

    def offer_draw(self) -> bool:
        return self._of_the_game(Evening.offer_draw)

    def decline_draw(self) -> None:
        self._of_the_game(Evening.decline_draw)

    def _of_the_game(self, what: Callable[[Evening], Done]) -> Done:
        # The other is heard to the end before the person says anything.
        while self._hearing is not None:
            self.work()
        done = what(self._evening)
        self._attend()
        return done

    def again(self) -> None:
        # The last game goes into the log first: that is tried again, and told if it fails.
        if self.stage is Stage.BETWEEN:
            self.save()
            if self._evening.after.logged:
                self._evening.again()
            else:
                self._keeper.remind()
            self._attend()

    def chat(self, text: str) -> bool:
        is_said = self._evening.chat(text)
        self._attend()
        return is_said

    def conclude(self) -> bool:
        """End the game without the other, if :attr:`conclusion` says why.

        Where only their time is up and there is a line, their program is asked to concede first:
        then the deal is still checked.  Otherwise, or when called again, the game is logged with
        what they have opened, and the sitting is over.  Returns whether the log has it.
        """
        why = self.conclusion
        if why is None:
            return False
        if why is Conclusion.TIMEOUT and self._peer.is_there and not self.has_claimed:
            self._of_the_game(Evening.claim)
            if self.has_claimed:
                return False
        self._is_concluded = True
        self._evening.end_alone(why)
        self._end(timed_out=why is Conclusion.TIMEOUT)
        self._abandon_if_logged()
        return self._evening.after.logged

    def check_time(self) -> None:
        """Concede a claimed game, once the time here is up."""
        wait = self.wait
        if self.is_claimed and wait and wait.seat == self.seat and wait.is_over:
            self._of_the_game(Evening.concede)

    def _abandon_if_logged(self) -> None:
        if self._evening.after.logged:
            self.abandon()

    def abandon(self) -> None:
        """Throw away what is stored of the sitting, and close."""
        self._keeper.discard()

    def leave(self) -> None:
        self._evening.leave()
        self._attend()
        self.close()

    def close(self) -> None:
        """Close the journal, or throw it away if nothing can be missed.

        A deal that has begun may be over at the other side, and the game on.
        """
        if self._evening.is_over:
            self.abandon()
        else:
            self._keeper.close()

    # The line.

    def line_up(self) -> None:
        """Greet on a new line, or refuse again to go on."""
        hello = self._peer.connect()
        if self.failure:
            # The line may have been lost before the other side has heard of it.
            self._say_last()
        else:
            self._face.write(hello)

    def line_lost(self) -> None:
        self._peer.disconnect()

    def receive(self, data: bytes) -> None:
        if self._is_concluded or (self.failure and not self._evening.awaits_secret):
            return
        try:
            for what in self._peer.receive(data):
                self._take(what)
        except PeerFault as fault:
            self._fail(fault)
        self._attend()

    def _take(self, what: Line) -> None:
        """Take a line of the other side.  Raises PeerFault."""
        match what:
            case Disclosure(data):
                self._evening.hear_secret(data)
                self._keeper.store(lambda journal: journal.disclosed(data))
            case _ if self.failure:
                pass  # It was on its way.
            case Hello(own):
                if not self.has_met:
                    self._keeper.store(lambda journal: journal.greeted(own))
                self._evening.greeted(own)
            case Refusal():
                self._refused(what)
            case _:
                self._inbox.append((what, self._peer.length))
                self._waiting += self._peer.length
                if self._waiting > WAITING:
                    raise PeerFault(Fault.TOO_MANY, f"more than {WAITING} bytes wait")

    def _refused(self, refusal: Refusal) -> None:
        self._evening.refused(refusal)
        if self._evening.disclosure:
            self._keeper.store(lambda journal: journal.refused(refusal))
        self._say_last()

    def _fail(self, fault: PeerFault) -> None:
        if self.failure:
            self._evening.awaits_secret = False  # Nothing is heard any more.
            return
        self._evening.fail(fault)
        if self._evening.disclosure:
            self._keeper.store(lambda journal: journal.caught(fault))
        self._say_last()

    def _say_last(self) -> None:
        """Say what is left to say once the sitting is over."""
        fault, disclosure = self._evening.fault, self._evening.disclosure
        last = self._peer.refuse(fault) if fault else b""
        if disclosure and self._peer.is_there:
            last += encode_disclosure(disclosure)
        if last:
            self._face.write(last)

    # What takes time.

    @property
    def busy(self) -> bool:
        """Whether :meth:`work` has something to do."""
        return self._evening.busy or (bool(self._inbox) and not self.failure)

    def work(self) -> None:
        """Do some 20 ms of what is to be done."""
        if self.busy:
            try:
                self._work()
            except PeerFault as fault:
                self._fail(fault)
        self._attend()

    def _work(self) -> None:
        if self._evening.busy:
            self._evening.work()
        elif self._inbox:
            message, length = self._inbox.popleft()
            self._waiting -= length
            if self._evening.hear(message):
                self._keeper.store(lambda journal: journal.hear(message))
            else:
                self._hearing = message

    def _attend(self) -> None:
        """Store what was heard, say what is due, tell the news."""
        evening = self._evening
        if evening.due_now != self._due:
            self._due, self._due_since = evening.due_now, self._clock()
        evening.gather()
        if evening.failure:
            self._inbox.clear()
            self._hearing = None
        else:
            if self._hearing is not None and not evening.busy:
                heard, self._hearing = self._hearing, None
                self._keeper.store(lambda journal: journal.hear(heard))
            if self._hearing is None:
                if evening.is_checked:
                    self._end()
                evening.follow()
            self._say()
            # What both have agreed on is stored by now, and comes before the game.
            if agreed := evening.agreed:
                self._start(*agreed)
        if data := self._peer.output():
            self._face.write(data)
        if trouble := self._keeper.news():
            evening.news.append(NotStored(trouble))
        if not self._tells:
            self._tells = True
            try:
                while evening.news:
                    self._face.tell(evening.news.popleft())
            finally:
                self._tells = False

    def _say(self) -> None:
        for message in self._evening.due:
            self._keeper.store(partial(SittingJournal.say, message=message))
            self._peer.add(message)
        self._evening.due.clear()

    # Games.

    def _start(self, terms: Terms, first: int | None) -> None:
        peer, evening = self._peer, self._evening
        secret = secrets.token_bytes(LENGTH)
        start = RoundStart(terms, first, secret, datetime.now(), evening.score)
        # Whoever is ready for another game has heard what was said up to the verdict.
        peer.forget(Verdict)
        self._keeper.begin(
            Stored(
                self.who, peer.other, start, forgotten=peer.forgotten, kept=[*peer.kept],
                heard=peer.have - len(self._inbox),
            )
        )  # fmt: skip
        evening.begin(start)

    def _end(self, *, timed_out: bool = False) -> None:
        after = self._evening.after
        if after.ended_at is None:
            ended_at = after.ended_at = datetime.now()
            self._keeper.store(lambda journal: journal.end(ended_at, timed_out=timed_out))
        self.save()

    def save(self) -> None:
        """Put a finished game into the log, unless it is there."""
        after = self._evening.after
        if after.ended_at and not after.logged:
            after.logged = self._keeper.log(self._evening.record(after.ended_at), after.logging)
