"""One side of a talk of two programs.

It reads and writes no line: the owner of one passes on its bytes, and calls :meth:`PeerTalk.work`
while it is :attr:`~PeerTalk.busy`.

What is heard is stored before it has any effect outside, and what is said before it is sent.  So
the same things are said and heard again after a crash, and lead to the same game.
"""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import ClassVar, Final

from durak_tui.game.violation import IllegalAction
from durak_tui.net import talk_messages as messages
from durak_tui.net.events import Checked, Greeted, OtherChecked, TalkEvent, TalkListener, WantsAgain
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.peer_game import PeerGame, secret_of
from durak_tui.net.secret import LENGTH
from durak_tui.net.sequence import MessageOrder
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion, Talk
from durak_tui.net.talk_faults import CAUGHT, Fault, PeerFault, refused
from durak_tui.net.talk_journal import GameBegin, StoredTalk, TalkStore
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Begun, NotStored


class PeerTalk:
    """One side of a talk of two programs."""

    awaits_server: ClassVar = False  # There is none.

    def __init__(
        self,
        notify: TalkListener,
        write: Callable[[bytes], object],
        stored: StoredTalk,
        store: TalkStore,
        *,
        group: Group = MODP_2048,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Begin, or go on, which may take three seconds.

        ``write`` sends bytes, if there is a line: what is lost is repeated later.  ``clock`` gives
        seconds.  A screen resumes in a thread, in which ``notify`` is then called: with a game on
        the table and the results of both checks only.  Raises DamagedJournal.
        """
        sides = stored.sides
        self.sides: Final = sides
        self.seat: Final = sides.seat
        self._news: Final[deque[TalkEvent]] = deque()
        self.talk: Final = Talk(
            sides.by_seat(sides.name, sides.other_name), self.seat, self._news.append, clock
        )
        self.listener = notify
        self._write: Final = write
        self._order: Final = MessageOrder(
            sides.own, other=stored.other,
            forgotten=stored.forgotten, kept=stored.kept, have=stored.heard,
        )  # fmt: skip
        self.store: Final = store
        self._group: Final = group
        self._game: PeerGame | None = None
        self._due: Final[deque[messages.Message]] = deque()  # Said, but not stored yet.
        self._hearing: messages.Message | None = None  # Heard, but not to the end yet.
        self._fault: PeerFault | None = None  # What the other did wrong, if that is why it failed.
        self._is_notifying = False
        self._is_concluded = False  # Whether the game was ended without the other.
        try:
            self._repeat(stored)
        except BaseException:
            store.close()
            raise
        self.save()
        if store.is_logged and (self.talk.failure or stored.timed_out):
            self.store.discard()
        self._attend()

    # What is known.

    @property
    def logged(self) -> GameRecord | None:
        """The last game as it stands in the log."""
        ended_at = self.talk.ended_at
        if not (ended_at and self.store.is_logged and self._game):
            return None
        return self._game.record(ended_at)

    @property
    def conclusion(self) -> Conclusion | None:
        """The reason for which :meth:`conclude` may end the game, if any."""
        talk = self.talk
        if talk.game is None or talk.ended_at is not None or self.busy:
            return None
        if self._caught:
            return Conclusion.CAUGHT
        has_waited = talk.has_waited_for(1 - self.seat)
        if talk.is_over:
            is_stuck = has_waited or talk.failure or not self._order.is_there
            return Conclusion.UNCHECKED if is_stuck else None
        return Conclusion.TIMEOUT if has_waited else None

    @property
    def _caught(self) -> str:
        """A deed of the other that nobody honest does, in English."""
        if self._fault and self._fault.fault in CAUGHT:
            return self._fault.detail
        return self._game.caught_in_stop if self._game else ""

    # What the person here wants.

    @property
    def can_end(self) -> bool:
        """True if the game can be resigned or drawn."""
        return self.talk.may(self.seat, messages.Resign)

    def say(self, message: messages.Message) -> bool:
        """Say something; returns False if it may not be said now."""
        is_beside = isinstance(message, messages.Chat | messages.Leave)
        if not is_beside:  # These may be said while something is being heard.
            self._hear_out()
        if isinstance(message, messages.Again) and self.talk.may(self.seat, messages.Again):
            # The last game goes into the log first; a failure is reported once more.
            self.save()
            if not self.store.is_logged:
                self.store.remind()
                self._attend()
                return False
        try:
            if not is_beside:
                return self._say(message)
            is_said = self.talk.apply(self.seat, message)
            if is_said:
                self._send(message)
            return is_said
        except PeerFault:
            return False
        finally:
            self._attend()

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        self._hear_out()
        self._play(tuple(cards))
        self._attend()

    def _play(self, cards: tuple[int, ...]) -> None:
        if self._game is None or self.talk.failure:
            return
        self._settle()
        self.talk.check_play(self.seat, cards)
        self._game.play(cards)

    def settle(self) -> None:
        """Clear a finished bout that has been looked at, after CanSettle."""
        self._hear_out()
        self._settle()
        self._attend()

    def _settle(self) -> None:
        if self._game and not self.talk.failure:
            self.talk.settle()
            self._game.follow()

    def _hear_out(self) -> None:
        """Hear the other to the end before the person says anything."""
        while self._hearing is not None:
            self.work()

    def _say(self, message: messages.Message) -> bool:
        if not self.talk.apply(self.seat, message):
            return False
        self._due.append(message)
        if self._game:
            self._game.follow()
        return True

    def _send(self, message: messages.Message) -> None:
        self.store.say(message)
        self._order.add(message)

    def conclude(self) -> bool:
        """End the game without the other, if :attr:`conclusion` says why.

        Where only their time is up and there is a line, their program is asked to concede first:
        then the deal is still checked.  Otherwise, or when called again, the game is logged with
        what they have opened, and the talk is over.  Returns whether the log has it.
        """
        why = self.conclusion
        if why is None:
            return False
        is_heard = self._order.is_there and not self.talk.claims[self.seat]
        if why is Conclusion.TIMEOUT and is_heard and self.say(messages.Claim(self.talk.played)):
            return False
        self._is_concluded = True
        self._end_alone(why)
        self._end(timed_out=why is Conclusion.TIMEOUT)
        if self.store.is_logged:
            self.store.discard()
        return self.store.is_logged

    def _end_alone(self, why: Conclusion) -> None:
        talk = self.talk
        assert self._game and talk.game
        if why is Conclusion.CAUGHT:
            self._game.catch(self._caught)
        elif why is Conclusion.TIMEOUT:
            talk.game.end(talk.end_said() if talk.is_ending else talk.end_by_time(1 - self.seat))
        # Of a game that is over the result stands.

    def check_time(self) -> None:
        """Concede a claimed game, once the time here is up."""
        if self.talk.claims[1 - self.seat] and self.talk.has_waited_for(self.seat):
            self.say(messages.Resign(late=True))

    def leave(self) -> None:
        """Say farewell, and close; an unfinished game can go on later."""
        self.say(messages.Leave())
        self.close()

    def close(self) -> None:
        """Close the journal, or throw it away if nothing can be missed.

        A deal that has begun may be over at the other side, and the game on.
        """
        if self._game is None or (self.talk.is_checked and self.store.is_logged):
            self.store.discard()
        else:
            self.store.close()

    # The line.

    def line_up(self) -> None:
        """Greet on a new line, or refuse again to go on."""
        hello = self._order.connect()
        if self.talk.failure:
            # The line may have been lost before the other side has heard of it.
            self._say_last()
        else:
            self._write(hello)

    def line_lost(self) -> None:
        self._order.disconnect()

    def receive(self, data: bytes) -> None:
        """Take bytes of the other program."""
        awaits_secret = self._game is not None and self._game.awaits_secret
        if self._is_concluded or (self.talk.failure and not awaits_secret):
            return
        try:
            for line in self._order.receive(data):
                self._take(line)
        except PeerFault as fault:
            self._fail(fault)
        self._attend()

    def _take(self, line: messages.Unnumbered) -> None:
        """Take a line of the other side.  Raises PeerFault."""
        match line:
            case messages.Disclosure(data):
                if self._game is None:
                    raise PeerFault(Fault.TURN, "opens the secret of no game")
                self._game.handle_secret(data)
                self.store.disclosed(data)
            case _ if self.talk.failure:
                pass  # It was on its way.
            case messages.Hello(own, decks=decks):
                if not self.talk.has_met:
                    self.store.greeted(own)
                self._news.append(Greeted(self.sides.other_name, self.talk.has_met))
                self.talk.has_met, self.talk.decks = True, decks
            case messages.Refusal():
                self._handle_refusal(line)

    # Its end by a fault.

    def _handle_refusal(self, refusal: messages.Refusal) -> None:
        verdicts = self.talk.verdicts
        if refusal.fault is Fault.UNKNOWN and verdicts[self.seat]:
            verdicts[1 - self.seat] = messages.DealVerdict()  # They have all that they want.
        self._stop(refusal, refused(refusal.fault, refusal.detail, self.sides.other_name))

    def _fail(self, fault: PeerFault) -> None:
        if self.talk.failure:
            if self._game:
                self._game.awaits_secret = False  # Nothing is heard any more.
            return
        self._fault = fault
        self._stop(fault, fault.sentence(self.sides.other_name))

    def _stop(self, why: PeerFault | messages.Refusal, text: str) -> None:
        if why.fault in CAUGHT and self._game:
            self._game.stop(accused=isinstance(why, messages.Refusal))
            self.store.accusation(why)
        self.talk.fail(text)
        self._say_last()

    def _say_last(self) -> None:
        """Say what is left to say once it has failed."""
        last = self._order.refuse(self._fault) if self._fault else b""
        if self._game and self._game.own_secret and self._order.is_there:
            last += messages.encode_disclosure(messages.Disclosure(self._game.own_secret))
        if last:
            self._write(last)

    # What takes time.

    @property
    def busy(self) -> bool:
        """True while :meth:`work` has something to do."""
        return self._is_game_busy or self._order.has_next

    @property
    def _is_game_busy(self) -> bool:
        game = self._game
        return game is not None and game.busy and (game.is_stopped or not self.talk.failure)

    def work(self) -> None:
        """Do some 20 ms of what is to be done."""
        try:
            if self._game and self._is_game_busy:
                self._game.work()
            elif message := self._order.next():
                self._hearing = message
                if self._handle(message):
                    self._store_heard()
        except PeerFault as fault:
            self._fail(fault)
        self._attend()

    def _handle(self, message: messages.Message) -> bool:
        """Hear a message; returns False if the game is busy with it."""
        if isinstance(message, messages.DealStep | messages.Play | messages.Open) and self._game:
            return self._game.handle(message)
        self.talk.apply(1 - self.seat, message)
        if self._game:
            self._game.follow()
        return True

    def _store_heard(self) -> None:
        heard, self._hearing = self._hearing, None
        assert heard
        self.store.hear(heard)

    def _attend(self) -> None:
        """Store what was heard, say what is due, and notify the face."""
        talk = self.talk
        talk.mark_turn()
        if talk.failure:
            self._order.clear()
            self._hearing = None
        else:
            if self._hearing is not None and not self._is_game_busy:
                self._store_heard()
            if self._hearing is None:
                self._go_on()
        if data := self._order.output():
            self._write(data)
        if trouble := self.store.news():
            self._news.append(NotStored(trouble))
        if not self._is_notifying:
            self._is_notifying = True
            try:
                while self._news:
                    self.listener(self._news.popleft())
            finally:
                self._is_notifying = False

    def _go_on(self) -> None:
        """Do what follows from what was heard, which is stored by now."""
        talk, game = self.talk, self._game
        is_due = talk.stage is Stage.CHECKING and talk.verdicts[self.seat] is None
        if game and game.is_checked and is_due:
            self._end()
            self._say(messages.DealVerdict.of(game.found))
        for message in self._due:
            self._send(message)
        self._due.clear()
        if self._is_next_agreed:
            self._start()

    # Games.

    @property
    def _is_next_agreed(self) -> bool:
        """True if both want a game that has not begun here."""
        is_agreed = self.talk.stage is Stage.DEALING
        return is_agreed and (self._game is None or self._game.is_checked)

    def _start(self) -> None:
        talk, order = self.talk, self._order
        assert talk.rules
        secret = secrets.token_bytes(LENGTH)
        begin = GameBegin(talk.rules, talk.first, secret, datetime.now(), talk.score)
        # "Again" acknowledges everything up to the verdict.
        order.forget(messages.DealVerdict)
        self.store.begin(
            StoredTalk(
                self.sides, order.other, begin, forgotten=order.forgotten, kept=[*order.kept],
                heard=order.heard,
            )
        )  # fmt: skip
        self._deal(begin, order.other)

    def _deal(self, begin: GameBegin, other: str) -> None:
        secret = secret_of(self.sides, other, begin, self._group)
        self._game = PeerGame(self.talk, secret, begin.started_at, self._say, self._news.append)

    def _end(self, *, timed_out: bool = False) -> None:
        if self.talk.ended_at is None:
            ended_at = self.talk.ended_at = datetime.now()
            self.store.end(ended_at, timed_out=timed_out)
        self.save()

    def save(self) -> None:
        """Put a finished game into the log, unless it is there."""
        ended_at = self.talk.ended_at
        if ended_at and self._game and not self.store.is_logged:
            self.store.log(self._game.record(ended_at))

    # After a crash.

    def _repeat(self, stored: StoredTalk) -> None:
        """Do again what was done until then.  Raises DamagedJournal.

        Of what has happened only that is news which the game does not show.
        """
        talk = self.talk
        talk.has_met = bool(stored.other)
        if stored.start is not None:
            talk.deal(stored.start.rules, stored.start.first, stored.start.score)
            self._deal(stored.start, stored.other)
        try:
            for own, message in stored.since:
                self._work_off()
                if own:
                    self._say_again(message)
                else:
                    self._handle(message)
            self._work_off()
            self._settle()
            if not self._is_next_agreed:
                talk.ended_at = stored.ended_at
            self._stop_again(stored)
            if stored.ended_at and talk.game and self._caught:
                self._end_alone(Conclusion.CAUGHT)
            elif stored.timed_out and talk.game:
                self._end_alone(Conclusion.TIMEOUT)
        except PeerFault as fault:
            raise DamagedJournal(f"what was heard is not as it should be: {fault}") from None
        self._is_concluded = stored.timed_out
        if talk.ended_at and not talk.is_over:
            raise DamagedJournal("it has the end of a game that goes on")
        shown = [one for one in self._news if isinstance(one, Checked | OtherChecked | WantsAgain)]
        self._news.clear()
        self._news.extend([Begun(), *shown] if talk.game else shown)

    def _work_off(self) -> None:
        while self._game and self._is_game_busy:
            self._game.work()

    def _say_again(self, message: messages.Message) -> None:
        try:
            match message:
                case messages.Play(cards):
                    self._play(cards)
                case messages.Open() if not self._due:
                    self._settle()  # It has ended the game, as the person wanted then.
                case messages.DealStep() | messages.Open():
                    pass
                case _ if self._say(message):
                    # What the deal says of itself may be due before it.
                    self._due.remove(message)
                    self._due.appendleft(message)
        except IllegalAction:
            pass
        if not self._due or self._due.popleft() != message:
            raise DamagedJournal("what was said does not follow from what was heard")

    def _stop_again(self, stored: StoredTalk) -> None:
        """Stop a game that was stopped before the crash."""
        name = self.sides.other_name
        if stored.caught:
            self._fault = stored.caught
            self.talk.fail(stored.caught.sentence(name))
        elif stored.refused:
            self.talk.fail(refused(*stored.refused, name))
        else:
            return
        if self._game:
            self._game.stop(accused=stored.caught is None)
            if stored.disclosed is not None:
                self._game.handle_secret(stored.disclosed)
                self._work_off()
