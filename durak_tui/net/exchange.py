"""One side of an evening: what is heard, stored and said.

What is heard is stored before it has any effect outside, and what is said before it is sent.  So
the same things are said and heard again after a crash, and lead to the same game.
"""

import secrets
from collections import deque
from datetime import datetime
from functools import partial
from typing import Final, Protocol

from durak_tui.common.i18n import _
from durak_tui.net.events import (
    Failed,
    Greeted,
    HasLeft,
    OtherChecked,
    Proposed,
    SaidText,
    SittingEvent,
    WantsAgain,
)
from durak_tui.net.faults import DealFault
from durak_tui.net.journal import SittingJournal, Start, Stored, Who
from durak_tui.net.keeping import Keeper
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.messages import (
    Again,
    Agree,
    Chat,
    Deal,
    Disclosure,
    Hello,
    Leave,
    Line,
    Message,
    Opaque,
    Open,
    Play,
    Propose,
    Refusal,
    Terms,
    Verdict,
    encode_disclosure,
    encode_message,
)
from durak_tui.net.peer import Peer
from durak_tui.net.peer_faults import CAUGHT, Fault, PeerFault, refused
from durak_tui.net.round import Round
from durak_tui.net.secret import LENGTH, Parties, Secret
from durak_tui.net.stages import Aftermath, HouseRules
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.table.controller import NotStored
from durak_tui.table.hidden import HiddenGame

WAITING: Final = 256 * 1024
"""Bytes of messages that may wait to be heard: a whole deal, and what may be said in two games."""
EXTRAS: Final = 1000
"""Messages in a game that are no part of it: what is said, offers, farewells.

So many of the other side are shown, and with twice as many the game stops.  Here the person may say
half as many: where a game ends and the next begins, both may count in another one.
"""
TALK: Final = 64 * 1024
"""Bytes of these that the person here may say in a game, so that they can all wait to be heard."""


class Face(Protocol):
    """Whoever shows a sitting and has its line."""

    def write(self, data: bytes) -> object:
        """Send these bytes, if there is a line; others are repeated later."""

    def tell(self, event: SittingEvent) -> object:
        """Take note of what has happened."""


class Exchange:
    """What two programs tell each other in an evening, on one side."""

    def __init__(self, face: Face, who: Who, keeper: Keeper, group: Group = MODP_2048) -> None:
        """Sit down; see :class:`~durak_tui.net.sitting.Sitting`."""
        self.who: Final = who
        self.has_met = False  # Whether the other side has ever greeted.
        self.failure = ""  # Why the sitting cannot go on.
        self._fault: PeerFault | None = None  # What the other side did wrong, if that is why.
        self._disclosure: Disclosure | None = None  # Said as one side says that the other cheats.
        self._awaits_secret = False  # Whether the other is to say the same.
        self._face: Final = face
        self._keeper = keeper
        self._group: Final = group
        self._peer = Peer(who.own)
        self._rules: Final = HouseRules()
        self._round: Round | None = None
        self._score = (0, 0, 0)
        self._after = Aftermath()
        self._inbox: deque[tuple[Message, int]] = deque()  # And how many bytes long it was.
        self._waiting = 0  # Bytes in the inbox.
        self._hearing: Message | None = None  # What is heard, but not to the end yet.
        self._due: deque[Message] = deque()
        self._news: deque[SittingEvent] = deque()
        self._extras = [0, 0]  # In this game, by the seat of whoever says them.
        self._talk = 0  # Bytes of those from here.
        self._tells = False

    @property
    def seat(self) -> int:
        return self.who.seat

    @property
    def other_name(self) -> str:
        """What the other is called here."""
        return self.who.other_name

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and 1."""
        return _by_seat(self.seat, self.who.name, self.other_name)

    @property
    def game(self) -> HiddenGame | None:
        """The game on the table, once it is dealt."""
        return self._round.game if self._round else None

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by seat 0 and 1, and drawn ones."""
        ending = self._round.ending if self._round else None
        wins = list(self._score)
        if ending and ending.winner is not None:
            wins[ending.winner] += 1
        return wins[0], wins[1], wins[2]

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
        """Wait until there is a line again."""
        self._peer.disconnect()

    def receive(self, data: bytes) -> None:
        """Take bytes of the other side."""
        if self.failure and not self._awaits_secret:
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
                self._hear_secret(data)
            case _ if self.failure:
                pass  # It was on its way.
            case Hello():
                self._greeted(what)
            case Refusal():
                self._refused(what)
            case _:
                self._inbox.append((what, self._peer.length))
                self._waiting += self._peer.length
                if self._waiting > WAITING:
                    raise PeerFault(Fault.TOO_MANY, f"more than {WAITING} bytes wait")

    def _greeted(self, hello: Hello) -> None:
        back, self.has_met = self.has_met, True
        if not back:
            self._keeper.store(lambda journal: journal.greeted(hello.own))
        self._news.append(Greeted(self.other_name, back))

    def _fail(self, fault: PeerFault) -> None:
        if self.failure:
            self._awaits_secret = False  # Nothing is heard any more.
            return
        self._fault = fault
        if fault.fault in CAUGHT and self._round:
            self._keeper.store(lambda journal: journal.caught(fault))
            self._disclose(self._round)
        self._stop(fault.sentence(self.other_name))
        self._say_last()

    def _refused(self, refusal: Refusal) -> None:
        """Hear that the other does not go on."""
        if refusal.fault is Fault.UNKNOWN and self._after.verdict_said:
            self._after.their_verdict = ""  # They have all that they want.
        if refusal.fault in CAUGHT and self._round:
            self._keeper.store(lambda journal: journal.refused(refusal))
            self._disclose(self._round)
        self._stop(refused(refusal.fault, refusal.detail, self.other_name))
        self._say_last()

    def _disclose(self, game: Round) -> None:
        # That the game is stopped is stored before: with an open secret it must not go on.
        self._disclosure = Disclosure(game.stop())
        self._awaits_secret = True

    def _hear_secret(self, data: Opaque) -> None:
        if not (self._awaits_secret and self._round):
            raise PeerFault(Fault.TURN, "opens the secret of a game that goes on")
        self._awaits_secret = False
        self._round.hear_secret(data)
        self._keeper.store(lambda journal: journal.disclosed(data))

    def _say_last(self) -> None:
        """Say what is left to say once the sitting is over."""
        last = self._peer.refuse(self._fault) if self._fault else b""
        if self._disclosure and self._peer.is_there:
            last += encode_disclosure(self._disclosure)
        if last:
            self._face.write(last)

    def _stop(self, text: str) -> None:
        self.failure = text
        self._inbox.clear()
        self._due.clear()
        self._hearing = None
        self._news.append(Failed(text))

    # What takes time.

    @property
    def busy(self) -> bool:
        """Whether :meth:`work` has something to do."""
        if self.failure:
            return self._round is not None and self._round.is_stopped and self._round.busy
        return bool(self._inbox) or (self._round is not None and self._round.busy)

    def work(self) -> None:
        """Do some 20 ms of what is to be done."""
        if self.busy:
            try:
                self._work()
            except PeerFault as fault:
                self._fail(fault)
        self._attend()

    def _work(self) -> None:
        if self._round and self._round.busy:
            self._round.work()
        elif self._inbox:
            message, length = self._inbox.popleft()
            self._waiting -= length
            if self._hear(message):
                self._keeper.store(lambda journal: journal.hear(message))
            else:
                self._hearing = message

    def _finish_hearing(self) -> None:
        """Hear to the end, before the person says anything."""
        while self._hearing is not None:
            self.work()

    def _attend(self) -> None:
        """Store what was heard, say what is due, tell the news."""
        game = self._round
        if game:
            self._news.extend(game.news)
            game.news.clear()
        if not self.failure:
            if game:
                self._follow(game)
            self._say()
            # What both have agreed on is stored by now, and comes before the game.
            if game is None and self._rules.agreed:
                self._start(self._rules.agreed, None)
            elif game and all(self._after.again):
                self._start_again(game)
        if data := self._peer.output():
            self._face.write(data)
        if trouble := self._keeper.news():
            self._news.append(NotStored(trouble))
        if not self._tells:
            self._tells = True
            try:
                while self._news:
                    self._face.tell(self._news.popleft())
            finally:
                self._tells = False

    def _follow(self, game: Round) -> None:
        """Take in how far the game has come."""
        if self._hearing is not None and not game.busy:
            heard, self._hearing = self._hearing, None
            self._keeper.store(lambda journal: journal.hear(heard))
        if self._hearing is None:
            self._due.extend(game.due)
            game.due.clear()
            if game.is_checked and not self._after.verdict_said:
                self._conclude(game)

    def _say(self) -> None:
        for message in self._due:
            self._count(self.seat, message)
            self._keeper.store(partial(SittingJournal.say, message=message))
            self._peer.add(message)
        self._due.clear()

    def _count(self, seat: int, message: Message) -> int:
        """Count a message; returns how many extras this seat has said."""
        if not isinstance(message, Deal | Play | Open | Verdict):
            self._extras[seat] += 1
            if seat == self.seat:
                self._talk += len(encode_message(self._extras[seat], message))
        return self._extras[seat]

    @property
    def may_talk(self) -> bool:
        """Whether the person here has not said too much in this game."""
        return self._extras[self.seat] < EXTRAS // 2 and self._talk < TALK

    # What the other says.

    def _hear(self, message: Message) -> bool:
        """Hear a message; returns whether to the end.  Raises PeerFault."""
        extras = self._count(1 - self.seat, message)
        if extras > 2 * EXTRAS:
            raise PeerFault(Fault.TOO_MANY, f"more than {2 * EXTRAS} beside the game")
        match message:
            case Chat(text):
                if extras <= EXTRAS:
                    self._news.append(SaidText(text))
            case Leave():
                self._news.append(HasLeft())
            case Propose(terms):
                self._rules.hear(1 - self.seat, message)
                self._news.append(Proposed(terms))
            case Agree():
                self._rules.hear(1 - self.seat, message)
            case Verdict():
                if not (self._round and self._round.has_opened):
                    raise PeerFault(Fault.TURN, "a verdict before the end")
                found = self._told(message)
                self._after.hear_verdict(found)
                self._news.append(OtherChecked(found))
            case Again():
                self._after.hear_again(1 - self.seat)
                self._news.append(WantsAgain())
            case _:
                if self._round is None:
                    raise PeerFault(Fault.TURN, "plays before the house rules are agreed")
                return self._round.hear(message)
        return True

    def _told(self, verdict: Verdict) -> str:
        """What to tell the person here of the other's verdict."""
        if verdict.found is None:
            return ""
        fault = DealFault(verdict.found, verdict.side, place=verdict.place, card=verdict.card)
        said = _("{name}'s program says: {found}.")
        return said.format(name=self.other_name, found=fault.told(self.names))

    # Games.

    def _start(self, terms: Terms, first: int | None) -> None:
        secret = secrets.token_bytes(LENGTH)
        start = Start(terms, first, secret, datetime.now(), self.score)
        self._keeper.store(lambda journal: journal.start(start))
        self._begin(start)

    def _begin(self, start: Start) -> None:
        self._score = start.score
        self._rules.offered = self._rules.agreed = start.terms
        self._extras, self._talk = [0, 0], 0
        self._after = Aftermath()
        keys = _by_seat(self.seat, self.who.key, self.who.peer)
        sittings = _by_seat(self.seat, self.who.own, self._peer.other)
        parties = Parties(keys, sittings, sum(start.score) + 1)
        secret = Secret(self.seat, parties, start.terms.deck, start.secret, self._group)
        self._round = Round(self.names, start.terms, secret, start.first, start.started_at)

    def _start_again(self, last: Round) -> None:
        assert last.game and last.game.ending
        winner = last.game.ending.winner
        # Whoever is ready has heard what was said up to the verdict.
        self._peer.forget(self._after.verdict_number)
        self._start(last.terms, winner if winner in (0, 1) else None)

    def _conclude(self, game: Round) -> None:
        """Log the game, and say what the check has found."""
        self._end()
        self._after.verdict_said = True
        found = game.found
        self._due.append(
            Verdict(found.wrong, found.side, found.place, found.card) if found else Verdict()
        )
        self._after.verdict_number = self._peer.sent + len(self._due)

    def _end(self) -> None:
        if self._after.ended_at is None:
            ended_at = self._after.ended_at = datetime.now()
            self._keeper.store(lambda journal: journal.end(ended_at))
        self.save()

    @property
    def _caught(self) -> str:
        """What the other did that nobody honest does."""
        if self._fault and self._fault.fault in CAUGHT:
            return self._fault.detail
        game = self._round
        return str(game.found) if game and game.is_stopped and game.found else ""

    def save(self) -> None:
        """Put a finished game into the log, unless it is there."""
        game, after = self._round, self._after
        if game and after.ended_at and not after.logged:
            after.logged = self._keeper.log(game.record(after.ended_at), after.logging)

    # After a crash.

    def _repeat(self, stored: Stored) -> None:
        """Do again what was done until then.  Raises DamagedJournal."""
        self.has_met = bool(stored.other)
        self._peer = Peer(self.who.own, other=stored.other, sent=stored.sent, have=stored.heard)
        if stored.start is not None:
            self._begin(stored.start)
            self._after.logged, self._after.logging = stored.logged, stored.logging
            self._after.ended_at = stored.ended_at
        try:
            for own, message in stored.since:
                if own:
                    self._say_again(message)
                else:
                    self._hear_again(message)
            self._work_off()
            if self._round:
                self._round.settle()
                self._stop_again(stored, self._round)
        except PeerFault as fault:
            raise DamagedJournal(f"what was heard is not as it should be: {fault}") from None
        self._news.clear()
        if self._after.verdict_said:
            last = max(at for at, one in enumerate(stored.sent, 1) if isinstance(one, Verdict))
            self._after.verdict_number = last

    def _stop_again(self, stored: Stored, game: Round) -> None:
        """Stop a game that was stopped before the crash."""
        if stored.caught:
            self._fault, self.failure = stored.caught, stored.caught.sentence(self.other_name)
        elif stored.refused:
            self.failure = refused(*stored.refused, self.other_name)
        else:
            return
        self._disclose(game)
        if stored.disclosed is not None:
            self._hear_secret(stored.disclosed)
            self._work_off()
        if stored.ended_at and game.game and self._caught:
            game.catch(self._caught)

    def _work_off(self) -> None:
        while self._round and self._round.busy:
            self._round.work()

    def _hear_again(self, message: Message) -> None:
        self._work_off()
        self._hear(message)
        self._work_off()

    def _say_again(self, message: Message) -> None:
        game = self._round
        self._count(self.seat, message)
        match message:
            case Chat() | Leave():
                return
            case Propose(terms):
                self._rules.offer(terms)
                return
            case Agree(terms):
                self._rules.agreed = terms
                return
            case Verdict():
                self._after.verdict_said = True
                return
            case Again():
                self._after.again[self.seat] = True
                return
        self._work_off()
        if game is None or not game.repeat(message):
            raise DamagedJournal("what was said does not follow from what was heard")


def _by_seat(seat: int, mine: str, theirs: str) -> tuple[str, str]:
    return (theirs, mine) if seat else (mine, theirs)
