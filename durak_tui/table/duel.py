"""A game of a person against an engine: what has been played and what may be.

Facts only.  Whoever shows the game asks :class:`Duel` what may be done, and tells it what
was done; the engine's cards come from :class:`durak_tui.table.opponent.Opponent`.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Self

from durak_tui.game.cards import mask_of, suit_of
from durak_tui.game.deals import Deal
from durak_tui.game.position import (
    DEAL,
    GIVE_MORE,
    MOVE,
    OVER,
    PHASE_NAMES,
    RESPOND,
    Action,
    Dealt,
    Position,
)
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.match.game import STDERR_SHOWN
from durak_tui.protocol.faults import Verdict
from durak_tui.records.record import RESIGNED, Ending, GameRecord

PERSON: Final = "player"
ENGINE: Final = "engine"


class Pass(StrEnum):
    """What playing no card means."""

    BEATEN = "beaten"
    """The attacker ends the bout."""
    TAKE = "take"
    """The defender takes the table."""
    ENOUGH = "enough"
    """The attacker gives no card more to the one who takes."""


class Choices(NamedTuple):
    """What a player may do now."""

    cards: int = 0
    """The cards that may be played, as a mask."""
    limit: int = 0
    """How many of them at once, at most."""
    passing: Pass | None = None
    """What playing none means; None if that is not allowed."""


class Obstacle(StrEnum):
    """Why a card cannot be played."""

    OVER = "the game is over"
    TURN = "it is not this player's turn"
    NOT_HELD = "the card is not in the hand"
    LOWER = "it is of the suit of the card that is to be beaten, and lower"
    SUIT = "it is neither of the suit of the card that is to be beaten nor a trump"
    TRUMP = "the card that is to be beaten is a trump, and this is none"
    RANK = "no card of its rank lies on the table"
    LIMIT = "no card more can be given to the one who takes"


class WhyNot(NamedTuple):
    """Why a card cannot be played, to be put in words by whoever shows the game."""

    obstacle: Obstacle
    card: int
    to_beat: int | None = None
    """The card that this one does not beat."""
    limit: int | None = None
    """How many cards may be given at most, where that is the reason."""


class Moment(NamedTuple):
    """A game as its engine is to see it at one moment.  Never changes, so that it may go to
    another thread while the game goes on."""

    game: object
    """The same at all moments of one game."""
    revision: int
    """How often something has been taken back."""
    played: int
    """How many actions there have been."""
    deals: int
    """How many bouts have been settled since the game began or was taken up."""
    received: Sequence[int]
    """What the engine got when the last one was."""
    position: Position
    seat: int
    """The engine's."""
    over: bool


class Duel:
    """One game.

    The person plays for whoever is to act: :meth:`play` is told the engine's cards too.  When
    a bout is over, ``position.phase`` is DEAL until :meth:`settle` is called, so that the
    table can be looked at before it is cleared.
    """

    def __init__(
        self,
        deal: Deal,
        *,
        seat: int = 0,
        names: tuple[str, str] = (PERSON, ENGINE),
        casual: bool = True,
        before: Sequence[Action] = (),
        begun: bool = False,
        actions: Sequence[Action] = (),
        started_at: datetime | None = None,
    ) -> None:
        """``seat`` is the person's; ``names`` are of seat 0 and 1.  ``before`` is what others
        played before the game was taken up, or with ``begun`` the person himself against
        another engine; ``actions`` is what was played after that.

        Raises IllegalAction if the rules do not allow all that.
        """
        self.deal: Final = deal
        self.seat: Final = seat
        """The person's: 0 or 1."""
        self.names: Final = names
        self.casual: Final = casual
        """Whether cards may be taken back."""
        self.before: Final = tuple(before)
        self.begun: Final = begun
        """Whether the person has decided something before it was taken up."""
        self.started_at: Final = started_at or datetime.now()
        self.ended_at: datetime | None = None
        self.position: Position
        """To be read; it changes by the methods of this class only."""
        self._game = object()
        self._revision = 0
        self._ending: Ending | None = None
        self._begin((*before, *actions))

    @classmethod
    def taken_up(
        cls,
        record: GameRecord,
        count: int,
        *,
        seat: int,
        names: tuple[str, str],
        casual: bool = True,
    ) -> Self:
        """A recorded game, played on from where so many of its actions had been played.

        Raises ValueError if it was over by then.
        """
        duel = cls(
            record.deal, seat=seat, names=names, casual=casual, before=record.actions[:count]
        )
        if duel.over:
            raise ValueError("the game is over there")
        return duel

    def _begin(self, actions: Sequence[Action]) -> None:
        """Play all this from the deal on."""
        self._actions: list[Action] = []
        self._actors: list[int] = []
        self._deals = 0
        self._received: tuple[Sequence[int], Sequence[int]] = ((), ())
        self._taken = [0, 0]
        self.position = self.deal.position()
        for cards in actions:
            if self.position.phase == DEAL:
                self.settle()
            self.play(cards)
        if len(actions) == len(self.before) and self.position.phase == DEAL:
            self.settle()

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was played, :attr:`before` included."""
        return tuple(self._actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or otherwise."""
        return self._ending is not None

    @property
    def ending(self) -> Ending | None:
        """How the game has ended, or None if it has not."""
        return self._ending

    @property
    def person_to_act(self) -> bool:
        """Whether the person is to play or to pass now."""
        return self._to_act == self.seat

    @property
    def engine_to_act(self) -> bool:
        """Whether the engine is."""
        return self._to_act == 1 - self.seat

    @property
    def _to_act(self) -> int | None:
        position = self.position
        return None if self.over or position.phase >= DEAL else position.to_act

    @property
    def known(self) -> int:
        """The engine's cards that the person can know: those it has taken from the table, and
        all once they can be told by what is missing."""
        engine = 1 - self.seat
        hand = self.position.hands[engine]
        # The last card of the talon lies open.
        return hand if self.position.talon_count <= 1 else hand & self._taken[engine]

    def choices(self) -> Choices:
        """What the person may do now; nothing if it is not his turn."""
        if not self.person_to_act:
            return Choices()
        position = self.position
        legal = position.legal()
        if position.phase == MOVE:
            return Choices(legal, int(legal > 0), Pass.BEATEN if position.table else None)
        if position.phase == RESPOND:
            return Choices(legal, int(legal > 0), Pass.TAKE)
        limit = min(legal.bit_count(), position.give_limit())
        return Choices(legal if limit else 0, limit, Pass.ENOUGH)

    @property
    def is_formality(self) -> bool:
        """Whether the person may give cards to the one who takes, but has none that could be
        given: there is nothing to decide.  A defender who can only take decides all the same:
        he shall see what it is that he takes."""
        asked = self.person_to_act and self.position.phase == GIVE_MORE
        return asked and not self.choices().cards

    def why_not(self, card: int, chosen: Sequence[int] = ()) -> WhyNot | None:
        """Why the person cannot play this card now, together with those ``chosen`` before it
        to be given; None if he can."""
        position = self.position
        if self.over:
            return WhyNot(Obstacle.OVER, card)
        if not self.person_to_act:
            return WhyNot(Obstacle.TURN, card)
        if not (position.hands[self.seat] & ~mask_of(chosen)) >> card & 1:
            return WhyNot(Obstacle.NOT_HELD, card)
        if not position.legal() >> card & 1:
            if position.phase != RESPOND:
                return WhyNot(Obstacle.RANK, card)
            return WhyNot(_weakness(card, position), card, to_beat=position.table[-1])
        if position.phase == GIVE_MORE and len(chosen) >= position.give_limit():
            return WhyNot(Obstacle.LIMIT, card, limit=position.give_limit())
        return None

    def play(self, cards: Sequence[int]) -> None:
        """Play for whoever is to act; no card passes.

        Raises IllegalAction, whose text completes a sentence about that player, if the rules
        do not allow it.
        """
        position = self.position
        if self.over:
            raise IllegalAction(Rule.GAME_OVER)
        position.check(cards)
        self._actors.append(position.to_act)
        self._actions.append(tuple(cards))
        position.play(cards)
        self._look_for_end()

    def settle(self) -> Dealt:
        """Clear the table at the end of a bout and draw; returns who got what.

        Raises IllegalAction if the bout is not over.
        """
        if self.over or self.position.phase != DEAL:
            raise IllegalAction(Rule.GAME_OVER)
        dealt = self.position.deal()
        if dealt.taken_by is not None:
            self._taken[dealt.taken_by] |= mask_of(dealt.cards[dealt.taken_by])
        self._deals += 1
        self._received = dealt.cards
        self._look_for_end()
        return dealt

    def _look_for_end(self) -> None:
        if self.position.phase == OVER:
            self._end(Ending(self.position.winner))

    def _end(self, ending: Ending) -> None:
        self._ending = ending
        self.ended_at = datetime.now()

    @property
    def can_take_back(self) -> bool:
        """Whether :meth:`take_back` does anything."""
        own = self.seat in self._actors[len(self.before) :]
        return own and self.casual and not self.over

    def take_back(self) -> bool:
        """Go back to the person's last own decision, past what came of it.

        Does nothing and returns False if there is none since the game began or was taken up,
        if it is over, or if it is not a casual one.
        """
        if not self.can_take_back:
            return False
        while True:
            last = len(self._actors) - 1 - self._actors[::-1].index(self.seat)
            self._begin(self._actions[:last])
            if self.position.phase == DEAL:
                self.settle()
            if not (self.is_formality and self.can_take_back):
                break
        self._revision += 1
        return True

    def resign(self) -> None:
        """The person gives up.  Raises IllegalAction if the game is over."""
        self._must_be_on()
        self._end(
            Ending(
                1 - self.seat,
                RESIGNED,
                detail=f"{self.names[self.seat]} resigned",
                phase=PHASE_NAMES[self.position.phase],
            )
        )

    def claim(self, verdict: Verdict, stderr: str = "") -> None:
        """The person claims the win for a fault of the engine; ``stderr`` is the last that it
        wrote there.  Raises IllegalAction if the game is over."""
        self._must_be_on()
        position = self.position
        self._end(
            Ending(
                self.seat,
                verdict.reason,
                1 - self.seat,
                detail=str(verdict),
                # An engine that was started anew in mid-bout may have failed at "init"; but
                # it is by the phase that a log tells how far the bout had come.
                phase=PHASE_NAMES[position.phase] if position.table else verdict.command,
                stderr=stderr[-STDERR_SHOWN:],
            )
        )

    def _must_be_on(self) -> None:
        if self.over:
            raise IllegalAction(Rule.GAME_OVER)

    def record(self) -> GameRecord:
        """The game, once it is over.  Raises ValueError before."""
        if self._ending is None or self.ended_at is None:
            raise ValueError("the game is not over")
        return GameRecord(
            deal=self.deal,
            actions=self.actions,
            ending=self._ending,
            names=self.names,
            started_at=self.started_at,
            ended_at=self.ended_at,
        )

    def moment(self) -> Moment:
        """The game as its engine is to see it now."""
        engine = 1 - self.seat
        return Moment(
            self._game,
            self._revision,
            len(self._actions),
            self._deals,
            tuple(self._received[engine]),
            self.position.copy(),
            engine,
            self.over,
        )

    def is_at(self, moment: Moment) -> bool:
        """Whether nothing has happened since that moment: an answer to it still counts."""
        now = self.moment()
        return moment.game is now.game and moment[1:4] == now[1:4] and moment.over == now.over


def _weakness(card: int, position: Position) -> Obstacle:
    """Why a card does not beat the last one of the table."""
    to_beat, trump = position.table[-1], suit_of(position.trump)
    if suit_of(card) == suit_of(to_beat):
        return Obstacle.LOWER
    return Obstacle.TRUMP if suit_of(to_beat) == trump else Obstacle.SUIT
