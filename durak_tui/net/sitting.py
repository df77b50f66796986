"""One evening of two people in two programs: game after game.

It does no I/O but the journal and the log.  Whoever has the line passes on its bytes, and says when
it is there and when it is lost; whoever shows the game is told what happens, and says what the
person wants.  Both call :meth:`Sitting.work` while it is :attr:`~Sitting.busy`.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final, Protocol, Self

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
from durak_tui.net.journal import SittingJournal, Start, Stored, Who
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.messages import (
    CHAT,
    ID,
    Again,
    Agree,
    Chat,
    Deal,
    Hello,
    Leave,
    Message,
    Open,
    Play,
    Propose,
    Refusal,
    Terms,
    Verdict,
)
from durak_tui.net.peer import Peer
from durak_tui.net.peer_faults import Fault, PeerFault, refused
from durak_tui.net.round import Round
from durak_tui.net.secret import LENGTH, Secret
from durak_tui.records.journal_file import is_logged
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.writer import LogWriter
from durak_tui.table.controller import NotStored
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.storage import Trouble

WAITING: Final = 1000
"""Messages that may wait to be heard; a whole game has some two hundred."""
EXTRAS: Final = 1000
"""Messages in a game that are no part of it: what is said, offers, farewells."""


class Stage(StrEnum):
    """How far a sitting has come."""

    TERMS = "the house rules are not agreed yet"
    DEALING = "the cards are being dealt"
    PLAYING = "the game is on"
    CHECKING = "the game is over, the deal is being checked"
    BETWEEN = "the game is checked and in the log"
    FAILED = "the sitting cannot go on"


class Face(Protocol):
    """Whoever shows a sitting and has its line."""

    def write(self, data: bytes) -> object:
        """Send these bytes, if there is a line; others are repeated later."""

    def tell(self, event: SittingEvent) -> object:
        """Take note of what has happened."""


class Sitting:
    """One side of an evening."""

    def __init__(
        self,
        face: Face,
        who: Who,
        log: str | os.PathLike[str],
        journal: SittingJournal | None = None,
        group: Group = MODP_2048,
    ) -> None:
        """Use :meth:`begin` or :meth:`resume`."""
        self.who: Final = who
        self.other_name = ""  # As the other says; empty before the first greeting.
        self.offered: Terms | None = None  # The house rules that were offered last.
        self.failure = ""  # Why the sitting cannot go on.
        self.trouble: Trouble | None = None  # Why something is not stored.
        self._face: Final = face
        self._log: Final = log
        self._journal = journal
        self._group: Final = group
        self._peer = Peer(who.own, who.name)
        self._agreed: Terms | None = None
        self._turn = 0  # Who may offer house rules, or agree to those that are offered.
        self._round: Round | None = None
        self._score = (0, 0, 0)
        self._game = _Game()
        self._inbox: deque[Message] = deque()
        self._hearing: Message | None = None  # What is heard, but not to the end yet.
        self._due: deque[Message] = deque()
        self._news: deque[SittingEvent] = deque()
        self._extras = 0
        self._tells = False

    @classmethod
    def begin(
        cls,
        face: Face,
        seat: int,
        name: str,
        *,
        peer: str,
        folder: str | os.PathLike[str] | None,
        log: str | os.PathLike[str],
        group: Group = MODP_2048,
    ) -> Self:
        """Sit down with somebody; who asked the other has seat 0.

        ``peer`` is who the other is, for whoever has the line.  The sitting is stored in a folder,
        if there is one, and its finished games in a log.
        """
        who = Who(secrets.token_hex(ID // 2), seat, name, peer)
        journal = trouble = None
        if folder is not None:
            try:
                journal = SittingJournal.create(folder, who)
            except OSError as error:
                trouble = Trouble(str(folder), error, is_log=False)
        sitting = cls(face, who, log, journal, group)
        if trouble:
            sitting._news.append(NotStored(trouble))
            sitting.trouble = trouble
        return sitting

    @classmethod
    def resume(
        cls,
        face: Face,
        path: str | os.PathLike[str],
        log: str | os.PathLike[str],
        group: Group = MODP_2048,
    ) -> Self:
        """Go on with a stored sitting, which takes a second or two.

        Raises NotUnfinished, DamagedJournal, OSError.
        """
        stored, journal = SittingJournal.resume(path)
        try:
            sitting = cls(face, stored.who, log, None, group)
            sitting._repeat(stored)
        except BaseException:
            journal.close()
            raise
        sitting._journal = journal
        sitting._attend()
        return sitting

    # What is known.

    @property
    def seat(self) -> int:
        return self.who.seat

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and 1."""
        return _by_seat(self.seat, self.who.name, self.other_name)

    @property
    def game(self) -> HiddenGame | None:
        """The game on the table, once it is dealt."""
        return self._round.game if self._round else None

    @property
    def path(self) -> Path | None:
        """The journal from which this can be resumed."""
        return self._journal.path if self._journal else None

    @property
    def stage(self) -> Stage:
        if self.failure:
            return Stage.FAILED
        if self._round is None:
            return Stage.TERMS
        if self._round.game is None:
            return Stage.DEALING
        if not self._round.game.over:
            return Stage.PLAYING
        return Stage.BETWEEN if self._game.is_done else Stage.CHECKING

    @property
    def may_agree(self) -> bool:
        """Whether it is for the person here to offer house rules or to agree."""
        is_due = self._turn == self.seat and self._agreed is None
        return self.stage is Stage.TERMS and is_due and bool(self.other_name)

    @property
    def can_end(self) -> bool:
        """Whether the game can be given up, or end in a draw by agreement."""
        return self._round is not None and self._round.can_end

    @property
    def is_ending(self) -> bool:
        """Whether the person here has given up, or accepted a draw, and the other may not know."""
        return self._round is not None and self._round.is_ending

    @property
    def offers(self) -> tuple[bool, bool]:
        """Whether seat 0 and 1 have offered a draw that is not answered."""
        first, second = self._round.offers if self._round else (False, False)
        return first, second

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by seat 0, by seat 1, and drawn, the last included."""
        ending = self.game.ending if self.game else None
        wins = list(self._score)
        if ending and ending.winner is not None:
            wins[ending.winner] += 1
        return wins[0], wins[1], wins[2]

    # The line.

    def line_up(self) -> None:
        """Greet on a new line."""
        if not self.failure:
            self._face.write(self._peer.connect())

    def line_lost(self) -> None:
        """Wait until there is a line again."""
        self._peer.disconnect()

    def receive(self, data: bytes) -> None:
        """Take bytes of the other side."""
        if self.failure:
            return
        try:
            for what in self._peer.receive(data):
                match what:
                    case Hello():
                        self._greeted(what)
                    case Refusal(fault, detail):
                        if fault is Fault.UNKNOWN and self._game.verdict_said:
                            self._game.their_verdict = ""  # They have all that they want.
                        self._stop(refused(fault, detail, self.other_name))
                        break
                    case _:
                        self._inbox.append(what)
                        if len(self._inbox) > WAITING:
                            raise PeerFault(Fault.TOO_MANY, f"more than {WAITING} wait")
        except PeerFault as fault:
            self._fail(fault)
        self._attend()

    def _greeted(self, hello: Hello) -> None:
        back = bool(self.other_name)
        if not back:
            self.other_name = hello.name
            self._store(lambda journal: journal.greeted(hello.own, hello.name))
        self._news.append(Greeted(self.other_name, back))

    def _fail(self, fault: PeerFault) -> None:
        refusal = self._peer.refuse(fault)
        self._stop(fault.sentence(self.other_name))
        if refusal:
            self._face.write(refusal)

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
            return False
        return bool(self._inbox) or (self._round is not None and self._round.busy)

    def work(self) -> None:
        """Do some 20 ms of what is to be done."""
        if not self.failure:
            try:
                self._work()
            except PeerFault as fault:
                self._fail(fault)
        self._attend()

    def _work(self) -> None:
        if self._round and self._round.busy:
            self._round.work()
        elif self._inbox:
            message = self._inbox.popleft()
            if self._hear(message):
                self._store(lambda journal: journal.hear(message))
            else:
                self._hearing = message

    def _finish_hearing(self) -> None:
        """Hear to the end what is being heard, before the person says anything."""
        while self._hearing is not None:
            self.work()

    def _attend(self) -> None:
        """Store what was heard, say what is due, and tell what has happened."""
        game = self._round
        if game:
            self._news.extend(game.news)
            game.news.clear()
        if not self.failure:
            if game:
                self._follow(game)
            self._say()
            # What both have agreed on is stored by now, and comes before the game.
            if self._agreed:
                self._start(self._agreed, None)
                self._agreed = None
            elif game and all(self._game.again):
                self._start_again(game)
        if data := self._peer.output():
            self._face.write(data)
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
            self._store(lambda journal: journal.hear(heard))
        if self._hearing is None:
            self._due.extend(game.due)
            game.due.clear()
            if game.is_checked and not self._game.verdict_said:
                self._conclude(game)

    def _say(self) -> None:
        for message in self._due:
            self._store(partial(SittingJournal.say, message=message))
            self._peer.add(message)
        self._due.clear()

    def _store(self, what: Callable[[SittingJournal], None]) -> None:
        journal = self._journal
        if journal is None:
            return
        what(journal)
        before = self.trouble
        self.trouble = (
            Trouble(str(journal.path), journal.problem, is_log=False) if journal.problem else None
        )
        if self.trouble and not before:
            self._news.append(NotStored(self.trouble))

    # What the other says.

    def _hear(self, message: Message) -> bool:
        """Hear a message; returns whether to the end.  Raises PeerFault."""
        if not isinstance(message, Deal | Play | Open | Verdict):
            self._extras += 1
            if self._extras > EXTRAS:
                raise PeerFault(Fault.TOO_MANY, f"more than {EXTRAS} beside the game")
        match message:
            case Chat(text):
                self._news.append(SaidText(text))
            case Leave():
                self._news.append(HasLeft())
            case Propose(terms):
                self._hear_terms(message)
                self.offered, self._turn = terms, self.seat
                self._news.append(Proposed(terms))
            case Agree(terms):
                self._hear_terms(message)
                if terms != self.offered:
                    raise PeerFault(Fault.TURN, "agrees to what was not offered")
                self._agreed = terms
            case Verdict(found):
                if self._game.their_verdict is not None or not (
                    self._round and self._round.has_opened
                ):
                    raise PeerFault(Fault.TURN, "a verdict before the end")
                self._game.their_verdict = found
                self._news.append(OtherChecked(found))
            case Again():
                if not self._game.is_done or self._game.again[1 - self.seat]:
                    raise PeerFault(Fault.TURN, "another game before the end")
                self._game.again[1 - self.seat] = True
                self._news.append(WantsAgain())
            case _:
                if self._round is None:
                    raise PeerFault(Fault.TURN, "plays before the house rules are agreed")
                return self._round.hear(message)
        return True

    def _hear_terms(self, message: Propose | Agree) -> None:
        if self._round is not None or self._turn == self.seat:
            raise PeerFault(Fault.TURN, f"{type(message).__name__.lower()} out of turn")

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        """Offer house rules, if it is for this side to do so."""
        if self.may_agree:
            self.offered, self._turn = terms, 1 - self.seat
            self._due.append(Propose(terms))
            self._attend()

    def agree(self) -> None:
        """Agree to the house rules that the other has offered."""
        if self.may_agree and self.offered:
            self._agreed = self.offered
            self._due.append(Agree(self.offered))
            self._attend()

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        self._finish_hearing()
        if self._round and not self.failure:
            self._round.play(cards)
            self._attend()

    def settle(self) -> None:
        """Clear a finished bout that has been looked at."""
        self._of_the_game(Round.settle)

    def resign(self) -> None:
        """Give up, if the game is on."""
        self._of_the_game(Round.resign)

    def offer_draw(self) -> None:
        """Offer a draw, or accept the other's offer."""
        self._of_the_game(Round.offer)

    def decline_draw(self) -> None:
        """Decline the other's offer, if there is one."""
        self._of_the_game(Round.decline)

    def _of_the_game(self, what: Callable[[Round], None]) -> None:
        self._finish_hearing()
        if self._round and not self.failure:
            what(self._round)
            self._attend()

    def again(self) -> None:
        """Be ready for another game; the winner attacks first."""
        if self.stage is Stage.BETWEEN and not self._game.again[self.seat]:
            self._game.again[self.seat] = True
            self._due.append(Again())
            self._attend()

    def chat(self, text: str) -> None:
        """Say something; what cannot be printed is left out."""
        shown = "".join(char for char in text if char.isprintable()).strip()[:CHAT]
        if shown and not self.failure and self.other_name:
            self._due.append(Chat(shown))
            self._attend()

    def conclude(self) -> None:
        """Put a game that is over into the log though the other has not opened their secret.

        For when they do not come back: the result stands, and the log says that nobody could check
        the deal.  The sitting is over then.
        """
        if self.stage is Stage.CHECKING and self._game.ended_at is None:
            self._game.ended_at = datetime.now()
            self.save()
            if self._game.logged:
                self.abandon()

    def abandon(self) -> None:
        """Throw away what is stored of the sitting, and close."""
        journal, self._journal = self._journal, None
        if journal:
            try:
                journal.discard()
            except OSError as error:  # it is looked for again when sittings are listed
                self.trouble = Trouble(str(journal.path), error, is_log=False)

    def leave(self) -> None:
        """Say farewell, and close; a game that is not over can go on later."""
        if not self.failure and self.other_name:
            self._due.append(Leave())
            self._attend()
        self.close()

    def close(self) -> None:
        """Close the journal, or throw it away if nothing can be missed."""
        is_logged = self._game.is_done and self._game.logged
        if self._round is None or self._round.game is None or is_logged:
            self.abandon()
        elif self._journal:
            self._journal.close()
            self._journal = None

    # Games.

    def _start(self, terms: Terms, first: int | None) -> None:
        secret = secrets.token_bytes(LENGTH)
        start = Start(terms, first, secret, datetime.now(), self.score)
        self._store(lambda journal: journal.start(start))
        self._begin(start)

    def _begin(self, start: Start) -> None:
        self._score = start.score
        self._extras = 0
        self._game = _Game()
        secret = Secret(self.seat, start.terms.deck, start.secret, self._group)
        self._round = Round(self.names, start.terms, secret, start.first, start.started_at)

    def _start_again(self, last: Round) -> None:
        assert last.game and last.game.ending
        winner = last.game.ending.winner
        # Whoever is ready has heard what was said up to the verdict.
        self._peer.forget(self._game.verdict_number)
        self._start(last.terms, winner if winner in (0, 1) else None)

    def _conclude(self, game: Round) -> None:
        """Put the game into the log, and say what the check has found."""
        if self._game.ended_at is None:
            ended_at = self._game.ended_at = datetime.now()
            self._store(lambda journal: journal.end(ended_at))
        self.save()
        self._game.verdict_said = True
        self._due.append(Verdict("" if game.found is None else str(game.found)[:CHAT]))
        self._game.verdict_number = self._peer.sent + len(self._due)

    def save(self) -> None:
        """Put a game that is checked into the log, unless it is there."""
        game, state = self._round, self._game
        if game is None or state.ended_at is None or state.logged:
            return
        record = game.record(state.ended_at)
        try:
            if not is_logged(record, state.logging):
                if self._journal:
                    self._journal.append_to(self._log, record)
                else:
                    os.makedirs(os.path.dirname(os.path.abspath(self._log)), exist_ok=True)
                    with LogWriter(self._log) as writer:
                        writer.append(record)
        except OSError as error:
            self.trouble = Trouble(str(self._log), error, is_log=True)
            self._news.append(NotStored(self.trouble))
        else:
            state.logged = True
            self._store(SittingJournal.is_in_log)

    # After a crash.

    def _repeat(self, stored: Stored) -> None:
        """Do again what was done until then.  Raises DamagedJournal."""
        self.other_name = stored.other_name
        if stored.start is not None:
            self._begin(stored.start)
            self._game.logged, self._game.logging = stored.logged, stored.logging
            self._game.ended_at = stored.ended_at
        try:
            for own, message in stored.since:
                if own:
                    self._say_again(message)
                else:
                    self._hear_again(message)
            self._work_off()
        except PeerFault as fault:
            raise DamagedJournal(f"what was heard is not as it should be: {fault}") from None
        if self._round:
            self._round.settle()
        self._news.clear()
        self._peer = Peer(
            self.who.own, self.who.name,
            other=stored.other, sent=stored.sent, have=stored.heard,
        )  # fmt: skip
        self.save()
        if self._game.verdict_said:
            last = max(at for at, one in enumerate(stored.sent, 1) if isinstance(one, Verdict))
            self._game.verdict_number = last

    def _work_off(self) -> None:
        while self._round and self._round.busy:
            self._round.work()

    def _hear_again(self, message: Message) -> None:
        self._work_off()
        self._hear(message)
        self._work_off()

    def _say_again(self, message: Message) -> None:
        game = self._round
        match message:
            case Chat() | Leave():
                return
            case Propose(terms):
                self.offered, self._turn = terms, 1 - self.seat
                return
            case Agree(terms):
                self._agreed = terms
                return
            case Verdict():
                self._game.verdict_said = True
                return
            case Again():
                self._game.again[self.seat] = True
                return
        self._work_off()
        if game is None or not game.repeat(message):
            raise DamagedJournal("what was said does not follow from what was heard")


@dataclass
class _Game:
    """What a sitting notes of the game on the table."""

    ended_at: datetime | None = None  # Once it is checked.
    logging: tuple[str, int] | None = None
    logged: bool = False
    verdict_said: bool = False
    verdict_number: int = 0
    their_verdict: str | None = None
    again: list[bool] = field(default_factory=lambda: [False, False])  # Who is ready for another.

    @property
    def is_done(self) -> bool:
        return self.verdict_said and self.their_verdict is not None


def _by_seat(seat: int, mine: str, theirs: str) -> tuple[str, str]:
    return (theirs, mine) if seat else (mine, theirs)
