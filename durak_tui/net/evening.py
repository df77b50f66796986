"""An evening of two people, game after game, on one side.

It does no I/O, like one game of it (:mod:`~durak_tui.net.round`).  What the other says is heard
only when it is due; what is due from here is in :attr:`Evening.due`.  The same things said and
heard lead to the same evening: so it is taken up again after a crash.
"""

from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.net.events import (
    Checked,
    Failed,
    Greeted,
    HasLeft,
    OtherChecked,
    Proposed,
    SaidText,
    SittingEvent,
    WantsAgain,
)
from durak_tui.net.extras import Extras
from durak_tui.net.faults import DealFault
from durak_tui.net.journal import RoundStart, Stored, Who
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.messages import (
    Again,
    Agree,
    Chat,
    Disclosure,
    Leave,
    Message,
    Opaque,
    Propose,
    Refusal,
    Terms,
    Verdict,
    chat_line,
)
from durak_tui.net.peer_faults import CAUGHT, Fault, PeerFault, refused
from durak_tui.net.round import Round
from durak_tui.net.secret import Parties, Secret
from durak_tui.net.stages import Aftermath, Conclusion, HouseRules, Stage
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.record import GameRecord
from durak_tui.table.hidden import HiddenGame


class Evening:
    """What both have said and agreed on, and their game."""

    def __init__(self, who: Who, group: Group = MODP_2048) -> None:
        self.who: Final = who
        self.other = ""  # Names the other side of the sitting, once it has greeted.
        self.failure = ""  # Why it cannot go on.
        self.fault: PeerFault | None = None  # What the other side did wrong, if that is why.
        self.disclosure: Disclosure | None = None  # Said as one side says that the other cheats.
        self.awaits_secret = False  # Whether the other is to say the same.
        self.due: Final[deque[Message]] = deque()  # What is to be sent, in this order.
        self.news: Final[deque[SittingEvent]] = deque()  # What has happened.
        self.after = Aftermath()
        self._group: Final = group
        self._rules: Final = HouseRules()
        self._round: Round | None = None
        self._score = (0, 0, 0)
        self._extras = Extras(who.seat)

    # What is known.

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
        return Stage.BETWEEN if self.after.is_done else Stage.CHECKING

    @property
    def names(self) -> tuple[str, str]:
        return _by_seat(self.who.seat, self.who.name, self.who.other_name)

    @property
    def game(self) -> HiddenGame | None:
        """The game on the table, once it is dealt."""
        return self._round.game if self._round else None

    @property
    def score(self) -> tuple[int, int, int]:
        ending = self._round.ending if self._round else None
        wins = list(self._score)
        if ending and ending.winner is not None:
            wins[ending.winner] += 1
        return wins[0], wins[1], wins[2]

    @property
    def may_agree(self) -> bool:
        is_due = self._rules.turn == self.who.seat and self._rules.agreed is None
        return self.stage is Stage.TERMS and is_due and bool(self.other)

    @property
    def offered(self) -> Terms | None:
        return self._rules.offered

    @property
    def can_end(self) -> bool:
        return self._round is not None and self._round.can_end

    @property
    def is_ending(self) -> bool:
        """Whether what the person here has said ends the game once heard."""
        return self._round is not None and self._round.is_ending

    @property
    def offers(self) -> tuple[bool, bool]:
        first, second = self._round.early.offers if self._round else (False, False)
        return first, second

    @property
    def claims(self) -> tuple[bool, bool]:
        first, second = self._round.early.claims if self._round else (False, False)
        return first, second

    @property
    def move_time(self) -> int:
        """Seconds for a turn."""
        return self._round.terms.move_time if self._round else 0

    @property
    def due_now(self) -> object:
        """A value that changes whenever the game waits for something else."""
        game = self.game
        return self.due_from, len(game.actions) if game else -1, self.score, bool(self.failure)

    @property
    def due_from(self) -> int | None:
        """The seat that the game waits for."""
        if self.game is None or self.after.ended_at:
            return None
        # A program can bring about any failure, so none of them is a way out of a lost game.
        if self.failure:
            return 1 - self.who.seat
        return self._round.due_from if self._round else None

    @property
    def caught(self) -> str:
        """What the other did that nobody honest does."""
        if self.fault and self.fault.fault in CAUGHT:
            return self.fault.detail
        game = self._round
        return game.caught_in_stop if game and game.is_stopped else ""

    def conclusion(self, *, is_alone: bool, has_waited: bool) -> Conclusion | None:
        """The reason for which the game may be ended without the other.

        ``is_alone`` is without a line, ``has_waited`` once the time of the other is up.
        """
        if self.game is None or self.after.ended_at is not None or self.busy:
            return None
        if self.caught:
            return Conclusion.CAUGHT
        if self.game.over:
            is_stuck = is_alone or has_waited or bool(self.failure)
            return Conclusion.UNCHECKED if is_stuck else None
        return Conclusion.TIMEOUT if has_waited else None

    @property
    def is_checked(self) -> bool:
        """Whether the game is to be logged, and a verdict said."""
        checked = self._round is not None and self._round.is_checked
        return checked and not self.after.verdict_said

    @property
    def is_over(self) -> bool:
        """Whether neither side can miss anything when it ends now."""
        return self._round is None or (self.after.is_done and self.after.logged)

    @property
    def agreed(self) -> tuple[Terms, int | None] | None:
        """The game that both want now: its rules, and who attacks first."""
        last = self._round
        if last is None:
            return (self._rules.agreed, None) if self._rules.agreed else None
        if not all(self.after.again):
            return None
        # Not last.ending, which is what this side thinks of it.
        assert last.game and last.game.ending
        winner = last.game.ending.winner
        return last.terms, winner if winner in (0, 1) else None

    @property
    def has_ended(self) -> bool:
        """Whether there is a game, and it is over."""
        return self._round is not None and self._round.ending is not None

    def record(self, ended_at: datetime) -> GameRecord:
        """The game for the log, once it is over."""
        assert self._round
        return self._round.record(ended_at)

    # What happens to it.

    def begin(self, start: RoundStart) -> None:
        """Begin a game."""
        self._score = start.score
        self._rules.offered = self._rules.agreed = start.terms
        self._extras = Extras(self.who.seat)
        self.after = Aftermath()
        seat = self.who.seat
        keys = _by_seat(seat, self.who.key, self.who.peer)
        sittings = _by_seat(seat, self.who.own, self.other)
        parties = Parties(keys, sittings, sum(start.score) + 1)
        secret = Secret(seat, parties, start.terms.deck, start.secret, self._group)
        self._round = Round(self.names, start.terms, secret, start.first, start.started_at)

    @property
    def busy(self) -> bool:
        """Whether there is work to do before anything else is heard."""
        game = self._round
        return game is not None and game.busy and (game.is_stopped or not self.failure)

    def work(self) -> None:
        """Do some 20 ms of the work.  Raises PeerFault."""
        assert self._round
        self._round.work()

    def follow(self) -> None:
        """Take over what the game has to say.

        Not while something is being heard."""
        if game := self._round:
            while game.due:
                self._say(game.due.popleft())
            if self.is_checked:
                self.after.verdict_said = True
                found = game.found
                self._say(
                    Verdict(found.wrong, found.side, found.place, found.card)
                    if found
                    else Verdict()
                )

    def gather(self) -> None:
        """Take over the news of the game."""
        if game := self._round:
            self.news.extend(game.news)
            game.news.clear()

    def stop(self, text: str) -> None:
        """Go on no more."""
        self.failure = text
        self.due.clear()
        self.news.append(Failed(text))

    def fail(self, fault: PeerFault) -> None:
        """Stop by a fault of the other side."""
        self.fault = fault
        if fault.fault in CAUGHT:
            self._disclose(accused=False)
        self.stop(fault.sentence(self.who.other_name))

    def end_alone(self, why: Conclusion) -> None:
        """End the game without the other."""
        assert self._round
        if why is Conclusion.CAUGHT:
            self._round.catch(self.caught)
        elif why is Conclusion.TIMEOUT:
            self._round.time_out()
        # Of a game that is over the result stands.

    def _disclose(self, *, accused: bool) -> None:
        if self._round:
            self.disclosure = Disclosure(self._round.stop(accused=accused))
            self.awaits_secret = True

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        if self.may_agree:
            self._rules.offer(terms)
            self._say(Propose(terms))

    def agree(self) -> None:
        if self.may_agree and self.offered:
            self._rules.agreed = self.offered
            self._say(Agree(self.offered))

    @property
    def _on(self) -> Round | None:
        return None if self.failure else self._round

    def play(self, cards: Sequence[int]) -> None:
        if self._on:
            self._on.play(cards)

    def settle(self) -> None:
        if self._on:
            self._on.settle()

    def resign(self) -> None:
        if self._on:
            self._on.resign()

    def offer_draw(self) -> bool:
        accepts = self.offers[1 - self.who.seat]
        if not (accepts or self._extras.may_send):
            return False
        if self._on:
            self._on.offer()
        return True

    def decline_draw(self) -> None:
        if self._on:
            self._on.decline()

    def claim(self) -> None:
        if self._on:
            self._on.claim()

    def concede(self) -> None:
        if self._on:
            self._on.concede()

    def again(self) -> None:
        if self.stage is Stage.BETWEEN and not self.after.again[self.who.seat]:
            self.after.again[self.who.seat] = True
            self._say(Again())

    def chat(self, text: str) -> bool:
        shown = chat_line(text)
        if not shown or self.failure or not self.other or not self._extras.may_send:
            return False
        self._say(Chat(shown))
        return True

    def leave(self) -> None:
        if not self.failure and self.other:
            self._say(Leave())

    def _say(self, message: Message) -> None:
        self._extras.sent(message)
        self.due.append(message)

    # What the other says.

    def greeted(self, other: str) -> None:
        """Hear the other side's greeting on a new line."""
        back, self.other = bool(self.other), other
        self.news.append(Greeted(self.who.other_name, back))

    def refused(self, refusal: Refusal) -> None:
        """Hear why the other side does not go on."""
        if refusal.fault is Fault.UNKNOWN and self.after.verdict_said:
            self.after.their_verdict = ""  # They have all that they want.
        if refusal.fault in CAUGHT:
            self._disclose(accused=True)
        self.stop(refused(refusal.fault, refusal.detail, self.who.other_name))

    def hear_secret(self, data: Opaque) -> None:
        """Hear the other's secret of a stopped game.  Raises PeerFault."""
        if not (self.awaits_secret and self._round):
            raise PeerFault(Fault.TURN, "opens the secret of a game that goes on")
        self.awaits_secret = False
        self._round.hear_secret(data)

    def hear(self, message: Message) -> bool:
        """Hear a message.  Raises PeerFault.

        Returns whether that is all; otherwise it is only when :attr:`busy` no more.
        """
        there = 1 - self.who.seat
        is_shown = self._extras.heard(message)
        match message:
            case Chat(text):
                if is_shown:
                    self.news.append(SaidText(text))
            case Leave():
                self.news.append(HasLeft())
            case Propose(terms):
                self._rules.hear(there, message)
                self.news.append(Proposed(terms))
            case Agree():
                self._rules.hear(there, message)
            case Verdict():
                if not (self._round and self._round.has_opened):
                    raise PeerFault(Fault.TURN, "a verdict before the end")
                found = self._told(message)
                self.after.hear_verdict(found)
                self.news.append(OtherChecked(found))
            case Again():
                self.after.hear_again(there)
                self.news.append(WantsAgain())
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
        return said.format(name=self.who.other_name, found=fault.told(self.names))

    # After a crash.

    def repeat(self, stored: Stored) -> None:
        """Do again what was done until then.  Raises DamagedJournal.

        Of what has happened only that is news which the game does not show.
        """
        self.other = stored.other
        if stored.start is not None:
            self.begin(stored.start)
            self.after.logged, self.after.logging = stored.logged, stored.logging
            self.after.ended_at = stored.ended_at
        try:
            for own, message in stored.since:
                self._work_off()
                if own:
                    self._say_again(message)
                else:
                    self.hear(message)
            self._work_off()
            if self._round:
                self._round.settle()
                self._stop_again(stored)
                if stored.ended_at and self.game and self.caught:
                    self.end_alone(Conclusion.CAUGHT)
                elif stored.timed_out and self.game:
                    self.end_alone(Conclusion.TIMEOUT)
        except PeerFault as fault:
            raise DamagedJournal(f"what was heard is not as it should be: {fault}") from None
        self.gather()
        news = [one for one in self.news if isinstance(one, Checked | OtherChecked | WantsAgain)]
        self.news.clear()
        self.news.extend(news)

    def _stop_again(self, stored: Stored) -> None:
        """Stop a game that was stopped before the crash."""
        if stored.caught:
            self.fault = stored.caught
            self.failure = stored.caught.sentence(self.who.other_name)
        elif stored.refused:
            self.failure = refused(*stored.refused, self.who.other_name)
        else:
            return
        self._disclose(accused=stored.caught is None)
        if stored.disclosed is not None:
            self.hear_secret(stored.disclosed)
            self._work_off()

    def _work_off(self) -> None:
        while self.busy:
            self.work()

    def _say_again(self, message: Message) -> None:
        self._extras.sent(message)
        match message:
            case Chat() | Leave():
                pass
            case Propose(terms):
                self._rules.offer(terms)
            case Agree(terms):
                self._rules.agreed = terms
            case Verdict():
                self.after.verdict_said = True
            case Again():
                self.after.again[self.who.seat] = True
            case _ if not (self._round and self._round.repeat(message)):
                raise DamagedJournal("what was said does not follow from what was heard")


def _by_seat(seat: int, mine: str, theirs: str) -> tuple[str, str]:
    return (theirs, mine) if seat else (mine, theirs)
