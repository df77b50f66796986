"""A talk of two people: house rules, game after game, chat.

:data:`~durak_tui.net.stages.NEXT` is the table of who may say what, and when; :meth:`Talk.apply`
applies a message of a seat to it.  There is no I/O here, and no deal: that is for the conversation
that has the talk, a :class:`~durak_tui.net.peer_talk.PeerTalk`, a guest's or a server's table.

Two programs have a talk each, and their messages cross: what one side said before it could know
what has happened is passed over at the other.  An offer of a draw and a claim of the game belong to
one moment of the game; they carry the number of actions so far and lapse with the next.  Where a
server puts the messages of both in one order, nothing crosses: the server has a talk and so has
each guest's program, and what the first accepts is applied to all three.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.game.cards import DECK_SIZES
from durak_tui.game.position import DEAL, OVER, PHASE_NAMES, Action, Position
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.net import events
from durak_tui.net import talk_messages as messages
from durak_tui.net.stages import NEXT, Speaker, Stage
from durak_tui.net.talk_faults import Fault, PeerFault
from durak_tui.records.record import Ending
from durak_tui.records.walk import Beaten, Drawn, Taken
from durak_tui.table.controller import Acted, Begun, Cleared, Ended
from durak_tui.table.game import Game
from durak_tui.table.hidden import HiddenGame

EXTRAS: Final = 500
"""Messages that a seat may say in one game, not counting those of :data:`_GAME`.

Another program is heard for longer: where a game ends and the next begins, both sides may count one
in another game.  Twice as many are shown, and four times as many end the conversation.
"""
TEXT: Final = 64 * 1024
"""Bytes that these may take, so that they can all wait to be heard."""
_GAME: Final = messages.DealStep | messages.Play | messages.Open | messages.DealVerdict
_PROGRAMS_ONLY: Final = (messages.DealStep, messages.Open, messages.DealVerdict, messages.Leave)
"""Messages that nobody says where a server deals; who leaves its table hangs up."""


class Conclusion(StrEnum):
    """Reasons to end a game, or to claim it, without the other."""

    CAUGHT = "the other was not honest, and has lost"
    UNCHECKED = "the game is over, and the other does not open their secret"
    TIMEOUT = "the time of the other is up"
    AWAY = "the other has left for too long"


class TurnTime(NamedTuple):
    """Seconds that a seat takes for what is due from it."""

    seat: int
    so_far: float
    allowed: float

    @property
    def is_over(self) -> bool:
        return self.so_far >= self.allowed

    @property
    def left(self) -> float:
        return max(0.0, self.allowed - self.so_far)


class Talk:
    """The state of a talk, which the messages of both sides change."""

    def __init__(
        self,
        names: tuple[str, str],
        seat: int | None,
        notify: Callable[[events.TalkEvent], object],
        clock: Callable[[], float] = monotonic,
        *,
        is_ordered: bool = False,
    ) -> None:
        """``seat`` is that of the person here, or None on a server.

        ``notify`` gets all events but what that person says; ``clock`` gives seconds.
        ``is_ordered``: a server puts the messages of both sides in one order.
        """
        self.names: Final = names
        self.seat: Final = seat
        self.stage = Stage.RULES
        self.failure = ""  # Why it cannot go on, in a sentence.
        self.has_met = is_ordered  # Whether the other side has greeted.
        self.decks: Sequence[int] = DECK_SIZES  # Those that both programs know.
        self.rules: messages.HouseRules | None = None  # Those that are agreed.
        self.offered: messages.HouseRules | None = None  # Those that were proposed last.
        self.proposer = 0  # The seat that is to propose, or to agree.
        self.first: int | None = None  # Who attacks first, if that is agreed.
        self.game: HiddenGame | Game | None = None  # As soon as it is dealt.
        self.judged: Ending | None = None  # The end in place of the game's: one has cheated.
        self.can_settle = False  # Whether a finished bout lies there, and all that is drawn.
        self.awaits_keys = False  # Whether keys to what is drawn here are due from the other.
        self.offers = [False, False]  # The seats whose offer of a draw stands.
        self.claims = [False, False]  # The seats whose claim of the game stands.
        self.ends: list[messages.Resign | messages.AcceptDraw | None] = [None, None]
        """The message by which each seat ends the game, once the other has heard it."""
        self.opened = [False, False]  # The seats whose secret is open.
        self.verdicts: list[messages.DealVerdict | None] = [None, None]
        self.again = [False, False]  # The seats that are ready for another game.
        self.ended_at: datetime | None = None  # When the game was put into the log, or should be.
        self.turn_since = 0.0  # Since when the game waits as it does, by the clock.
        self._waits_for: object = None
        self._lasting = [False, False]  # The seats whose offer does not lapse.
        self._score = (0, 0, 0)  # Before this game.
        self._counts = [0, 0]  # Messages beside the game,
        self._bytes = [0, 0]  # and their size.
        self._notify: Final = notify
        self._clock: Final = clock
        self._is_ordered: Final = is_ordered

    # What is known.

    @property
    def here(self) -> int:
        """The seat of the person here; a server has none."""
        assert self.seat is not None
        return self.seat

    @property
    def played(self) -> int:
        """The number of actions so far."""
        return len(self.game.actions) if self.game else 0

    @property
    def ending(self) -> Ending | None:
        """The end of the game; a cheat has lost it."""
        return self.judged or (self.game.ending if self.game else None)

    @property
    def is_over(self) -> bool:
        """True if there is a game, and it is over."""
        return self.game is not None and self.game.over

    @property
    def is_checked(self) -> bool:
        """True once both sides have sent their verdicts."""
        return None not in self.verdicts

    @property
    def is_ending(self) -> bool:
        """True if the person here has ended the game, unheard yet."""
        return self.seat is not None and self.ends[self.seat] is not None and not self.is_over

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by seat 0 and 1, and drawn ones."""
        wins = list(self._score)
        if self.ending and self.ending.winner is not None:
            wins[self.ending.winner] += 1
        return wins[0], wins[1], wins[2]

    @property
    def due_from(self) -> int | None:
        """The seat that the game waits for: its action, keys or secret."""
        game, here = self.game, self.seat
        if game is None or self.ended_at:
            return None
        if here is not None and not self._is_ordered:
            # A program can bring about any failure, so none of them is a way out of a lost game.
            if self.failure or self.is_ending or (self.awaits_keys and not game.over):
                return 1 - here
            if game.over:
                return None if self.opened[1 - here] else 1 - here
        # Whether a finished bout still lies on the table here makes no difference.
        position = settled(game.position)
        return None if game.over or position.phase == OVER else position.to_act

    @property
    def wait(self) -> TurnTime | None:
        """The time that either side takes for what is due from it."""
        seat = self.due_from
        if seat is None or self.rules is None:
            return None
        return TurnTime(seat, self._clock() - self.turn_since, self.rules.move_time)

    def has_waited_for(self, seat: int) -> bool:
        """True once the time of a seat is up."""
        wait = self.wait
        return wait is not None and wait.seat == seat and wait.is_over

    def mark_turn(self) -> None:
        """Set the clock back if the game waits for something else now."""
        now = self.due_from, self.played, self.score, bool(self.failure)
        if now != self._waits_for:
            self._waits_for, self.turn_since = now, self._clock()

    # Who may say what.

    def may(self, seat: int, kind: type[messages.Message]) -> bool:
        """Look up in :data:`NEXT` if a seat may say this now."""
        row = NEXT[self.stage].get(kind)
        if row is None or not self.has_met or (self._is_ordered and kind in _PROGRAMS_ONLY):
            return False
        return self._is_speaker(row.who, seat)

    def check(self, seat: int, message: messages.Message) -> None:
        """Raise PeerFault if a seat may not say a message now."""
        if not self.may(seat, type(message)):
            name = messages.name_of(type(message))
            raise PeerFault(Fault.TURN, f"{name} is not due: {self.stage}")
        if isinstance(message, messages.Propose) and message.rules.deck not in self.decks:
            raise PeerFault(Fault.TURN, "offers a deck that the other does not know")
        if isinstance(message, messages.Agree) and message.rules != self.offered:
            raise PeerFault(Fault.TURN, "agrees to what was not offered")
        if isinstance(message, messages.Chat) and not message.text:
            raise PeerFault(Fault.TURN, "says nothing")

    def check_play(self, seat: int, cards: Action) -> None:
        """Raise IllegalAction if a seat may not play these cards, or none."""
        if self.game is None or self.game.over or self.ends[seat] or self.failure:
            raise IllegalAction(Rule.GAME_OVER)
        if self.game.to_act != seat:
            raise IllegalAction(Rule.BOUT_OVER)
        self.game.position.check(cards)

    def _is_speaker(self, who: Speaker, seat: int) -> bool:
        game = self.game
        match who:
            case Speaker.EITHER:
                return True
            case Speaker.TALKER:
                # What was heard, another program or the server has counted.
                within = self._counts[seat] < EXTRAS and self._bytes[seat] < TEXT
                return within or self.seat not in (None, seat)
            case Speaker.PROPOSER | Speaker.ANSWERER:
                is_offered = self.offered is not None or who is Speaker.PROPOSER
                return is_offered and self.proposer == seat
            case Speaker.OPENER:
                return not self.opened[seat]
            case Speaker.LATE:
                return self._is_heard_from_afar(seat) and not self.opened[seat]
            case Speaker.CHECKER:
                return self.opened[seat] and self.verdicts[seat] is None
            case Speaker.READY:
                return not self.again[seat]
        if game is None or game.over or self.ends[seat]:
            return False
        match who:
            case Speaker.MOVER:
                return game.to_act == seat
            case Speaker.WAITER:
                return self.due_from == 1 - seat
            case Speaker.OFFERER if self.offers[seat] or not self._is_speaker(Speaker.TALKER, seat):
                return False
            case Speaker.OFFERED if not self.offers[1 - seat]:
                return False
        return not self._is_decided(game)

    def _is_heard_from_afar(self, seat: int) -> bool:
        """True for a seat whose messages cross those from here."""
        return not self._is_ordered and seat != self.seat

    # What is said.

    def apply(self, seat: int, message: messages.Message) -> bool:
        """Apply a message of a seat.  Raises PeerFault, IllegalAction.

        Returns False if it is passed over: it was said before its side could know what has happened
        since.
        """
        from_afar = self._is_heard_from_afar(seat)
        if from_afar:
            self._count(seat, message)
        if self._has_crossed(seat, message):
            return False
        self.check(seat, message)
        if not from_afar:
            self._count(seat, message)
        self._do(seat, message)
        return True

    def _count(self, seat: int, message: messages.Message) -> None:
        if isinstance(message, _GAME):
            return
        self._counts[seat] += 1
        self._bytes[seat] += len(messages.encode_message(self._counts[seat], message))
        if self._counts[seat] > 4 * EXTRAS:
            raise PeerFault(Fault.TOO_MANY, f"more than {4 * EXTRAS} beside the game")

    def _has_crossed(self, seat: int, message: messages.Message) -> bool:
        """True for what was said without knowing of something since."""
        row = NEXT[self.stage].get(type(message))
        if row and row.who is Speaker.LATE:
            return self._is_speaker(Speaker.LATE, seat)
        if self.stage is not Stage.PLAYING or not self.game:
            return False
        if isinstance(message, messages.OfAMoment):
            # Old journals have no number; at a server nobody may leave it out.
            is_numbered = message.played is not None or self._is_ordered
            if is_numbered and message.played != self.played:
                return True
        elif not isinstance(message, messages.Resign):
            return False
        if not self._is_heard_from_afar(seat):
            return False
        # A claim may also have crossed the keys that the other waited for.
        is_void = isinstance(message, messages.Claim) and self.due_from != 1 - seat
        return is_void or self._is_decided(self.game)

    def _do(self, seat: int, message: messages.Message) -> None:
        other = 1 - seat
        match message:
            case messages.Propose(rules):
                self.offered, self.proposer = rules, other
                self._notify_of(seat, events.Proposed(rules))
            case messages.Agree(rules):
                self.deal(rules, None, self.score)
            case messages.Play(cards):
                self._play(cards)
            case messages.DealStep():
                self.claims[other] = False
            case messages.Resign() | messages.AcceptDraw():
                self.ends[seat] = message
                if self._is_ordered or seat != self.seat:
                    self.end(self.end_said())
            case messages.OfferDraw(played):
                self.offers[seat], self._lasting[seat] = True, played is None
                self._notify_of(seat, events.DrawOffered())
            case messages.DeclineDraw():
                self.offers[other] = False
                self._notify_of(seat, events.DrawDeclined())
            case messages.Claim():
                self.claims[seat] = True
                self._notify_of(seat, events.Claimed())
            case messages.Open(_data, played):
                self._hear_of_the_end(played)
                self.opened[seat] = True
            case messages.DealVerdict():
                self.verdicts[seat] = message
                self._notify_of(
                    seat, events.OtherChecked(message.sentence(self.names, self.names[seat]))
                )
                if self.is_checked:
                    self.stage = Stage.BETWEEN
            case messages.Again():
                self.again[seat] = True
                self._notify_of(seat, events.WantsAgain())
                if all(self.again):
                    self._deal_again()
            case messages.Chat(text):
                if self._counts[seat] <= 2 * EXTRAS:
                    self._notify_of(seat, events.SaidText(text))
            case messages.Leave():
                self._notify_of(seat, events.HasLeft())

    def _notify_of(self, seat: int, event: events.TalkEvent) -> None:
        if seat != self.seat:
            self._notify(event)

    def fail(self, text: str) -> None:
        """Go on no more, for the reason of this sentence."""
        self.failure, self.stage = text, Stage.FAILED
        self._notify(events.TalkFailed(text))

    # Games.

    def deal(
        self, rules: messages.HouseRules, first: int | None, score: tuple[int, int, int]
    ) -> None:
        """Begin a game, whose cards are to be dealt.

        ``score`` is that of the games before.  ``first`` attacks first; None is the holder of the
        lowest trump.
        """
        self.rules = self.offered = rules
        self.first, self._score = first, score
        self.game = self.judged = self.ended_at = None
        self.can_settle = self.awaits_keys = False
        self.opened, self.verdicts, self.again = [False, False], [None, None], [False, False]
        self.ends, self.offers, self.claims = [None, None], [False, False], [False, False]
        self._counts, self._bytes = [0, 0], [0, 0]
        self.stage = Stage.DEALING

    def _deal_again(self) -> None:
        # Not by self.ending, which is what this side thinks of it.
        assert self.rules and self.game and self.game.ending
        winner = self.game.ending.winner
        self.deal(self.rules, winner if winner in (0, 1) else None, self.score)

    def begin(self, game: HiddenGame | Game) -> None:
        """Play the game that has been dealt."""
        self.game, self.stage = game, Stage.PLAYING
        self._notify(Begun())

    def _play(self, cards: Action) -> None:
        game = self.game
        assert game
        self._notify(Acted(game.play(cards)))
        self.offers = [
            stands and lasts for stands, lasts in zip(self.offers, self._lasting, strict=True)
        ]
        self.claims = [False, False]
        is_decided = self._is_decided(game)
        for seat, said in enumerate(self.ends):
            if is_decided or (isinstance(said, messages.AcceptDraw) and said.played is not None):
                self.ends[seat] = None
        self._look_for_end()

    def settle(self) -> Drawn | None:
        """Clear a finished bout, if what is drawn is known; returns that."""
        if not (self.game and self.can_settle):
            return None
        self.can_settle = False
        end = self.game.last[-1]
        assert isinstance(end, Taken | Beaten)
        drawn = self.game.settle()
        self._notify(Cleared(end, drawn, looked_at=True))
        self._look_for_end()
        return drawn

    def end_said(self) -> Ending:
        """The end by what either side, or both, have said."""
        said = self.ends
        if None not in said or any(isinstance(one, messages.AcceptDraw) for one in said):
            # A player who gives up at the same time as the other loses nothing by it.
            return Ending.agreed(self._phase)
        loser = 0 if said[1] is None else 1
        if said[loser] == messages.Resign(late=True):
            return self.end_by_time(loser)
        return self.end_by_resigning(loser)

    def end_by_resigning(self, loser: int, *, left: bool = False) -> Ending:
        """The end by a seat that gives up, or has ``left``."""
        return Ending.resigned(loser, self.names[loser], self._phase, left=left)

    def end_by_time(self, loser: int) -> Ending:
        """The end by the time of a seat."""
        assert self.rules
        return Ending.timed_out(loser, self.names[loser], self.rules.move_time, self._phase)

    def end(self, ending: Ending) -> None:
        """End the game otherwise than by its cards."""
        assert self.game
        self.game.end(ending)
        self._look_for_end()

    def _hear_of_the_end(self, played: int) -> None:
        """End the game that the other side has ended.  Raises PeerFault."""
        if not self.is_over:
            if any(self.ends):
                self.end(self.end_said())
            else:
                self.settle()
        if not self.is_over or played != self.played:
            raise PeerFault(Fault.TURN, "opens a game that is not over")

    def _look_for_end(self) -> None:
        if self.is_over and self.stage is Stage.PLAYING:
            self.can_settle = False
            self.offers, self.claims = [False, False], [False, False]
            self.stage = Stage.BETWEEN if self._is_ordered else Stage.CHECKING
            self._notify(Ended())

    @property
    def _phase(self) -> str:
        assert self.game
        return PHASE_NAMES[settled(self.game.position).phase]

    @staticmethod
    def _is_decided(game: HiddenGame | Game) -> bool:
        """True if the cards, or the draw due, end the game."""
        return settled(game.position).phase == OVER


def settled(position: Position) -> Position:
    """The position once a finished bout is cleared."""
    if position.phase == DEAL:
        position = position.copy()
        position.deal()
    return position
