"""A game between two seats: its course, choices and storage.

Facts only: who is asked, and by when, is the controller's business.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Self

from durak_tui.common.values import reason_of
from durak_tui.engine.engine_errors import EngineVerdict
from durak_tui.game.cards import HAND_SIZE
from durak_tui.game.deals import Deal, first_attacker
from durak_tui.game.position import (
    DEAL,
    GIVE_MORE,
    MOVE,
    OVER,
    PHASE_NAMES,
    RESPOND,
    UNDECIDED,
    Action,
    Position,
)
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.records.journal import Journal
from durak_tui.records.journal_format import DamagedJournal, Opening
from durak_tui.records.record import (
    STDERR_SHOWN,
    Ending,
    GameRecord,
    Thought,
)
from durak_tui.records.walk import Acts, Bout, BoutBegins, Drawn, Over, Walk, bout_in, walk
from durak_tui.table.seats import Seats, seat_of, stored_seat
from durak_tui.table.storage import Storage


class Pass(StrEnum):
    """The meaning of playing no card."""

    BEATEN = "beaten"  # The attacker ends the bout.
    TAKE = "take"  # The defender takes the table.
    ENOUGH = "enough"  # The attacker gives no card more to the one who takes.


class Choices(NamedTuple):
    cards: int = 0  # The cards that may be played, as a mask.
    limit: int = 0
    passing: Pass | None = None  # What playing none means; None if that is not allowed.

    @property
    def forced(self) -> Action | None:
        """The only possible action, if there is just one."""
        if self.passing is not None:
            return None if self.cards else ()
        return (self.cards.bit_length() - 1,) if self.cards.bit_count() == 1 else None

    def allow(self, wanted: Pass) -> bool:
        """True if this pass, taking or being done, is possible."""
        return self.passing is not None and (self.passing is Pass.TAKE) == (wanted is Pass.TAKE)


def choices_in(position: Position) -> Choices:
    """The choices of the seat to act in a position."""
    legal = position.legal()
    if position.phase == MOVE:
        return Choices(legal, int(legal > 0), Pass.BEATEN if position.table else None)
    if position.phase == RESPOND:
        return Choices(legal, int(legal > 0), Pass.TAKE)
    limit = min(legal.bit_count(), position.give_limit())
    return Choices(legal if limit else 0, limit, Pass.ENOUGH)


class GameSnapshot(NamedTuple):
    """A game as one seat may see it, safe in any thread."""

    game: object  # The same at all moments of one game.
    revision: int  # How often something has been taken back.
    played: int
    deals: int  # How many bouts have been settled since the game began or was taken up.
    received: Sequence[int]  # What the seat got when the last one was.
    position: Position
    seat: int
    over: bool


class GameStart(NamedTuple):
    """The beginning of a game: at a deal or later."""

    deal: Deal
    before: Sequence[Action] = ()
    seat: int = 0  # That of the person who goes on with it.

    @classmethod
    def within(cls, record: GameRecord, count: int, seat: int = 0) -> Self:
        """A recorded game after some actions.  Raises ValueError if over."""
        *_, end = walk(record.deal, record.actions[:count])
        if isinstance(end, Over) and end.winner != UNDECIDED:
            raise ValueError("the game is over there")
        return cls(record.deal, record.actions[:count], seat)


class LiveGame:
    """A game in progress, as far as its table knows it.

    When a bout is over, ``position.phase`` is DEAL until the bout is settled, so that the table can
    be looked at before it is cleared.
    """

    position: Position  # That of the walk; it changes by the methods of this class only.
    started_at: datetime

    def __init__(
        self, dealt: Position, names: tuple[str, str], here: int, *, by_lowest_trump: bool
    ) -> None:
        """Begin where the cards are dealt.

        Args:
            here: the seat from which the game is looked at.
            by_lowest_trump: whether the holder of the lowest trump attacks first for that.
        """
        self.names: Final = names
        self.here: Final = here
        self.size: Final = len(dealt.talon) + 2 * HAND_SIZE
        self.caps: Final = dealt.caps
        self.by_lowest_trump: Final = by_lowest_trump
        self.ending: Ending | None = None
        self.ended_at: datetime | None = None
        self._dealt: Final = dealt
        self._begin()

    def _begin(self) -> None:
        self._walk = Walk(self._dealt.copy())
        self.position = self._walk.position
        self._acts: list[Acts] = []
        self._drawn: Drawn | None = None
        self._past: list[Bout] = []
        self._begun: BoutBegins | Over = self._walk.begin()

    @property
    def bouts(self) -> list[Bout]:
        """The bouts so far; the last may be unfinished or empty."""
        if isinstance(self._begun, Over):
            return self._past
        bout = bout_in(self.position, self._begun.hands, self._begun.talon_count)
        return [*self._past, bout]

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was played."""
        return tuple(played.cards for played, *_ in self._acts)

    @property
    def last(self) -> Acts:
        """The last action, with the end of its bout."""
        return self._acts[-1]

    @property
    def over(self) -> bool:
        """True once the game has ended, by the rules or otherwise."""
        return self.ending is not None

    @property
    def seconds(self) -> float:
        """The time from the deal to the end; 0 before that."""
        return (self.ended_at - self.started_at).total_seconds() if self.ended_at else 0

    @property
    def to_act(self) -> int | None:
        """The seat to act; None once the bout or game is over."""
        return None if self.over or self.position.phase >= DEAL else self.position.to_act

    def choices(self, seat: int) -> Choices:
        """The choices of a player now; none unless they are to act."""
        return choices_in(self.position) if self.to_act == seat else Choices()

    def known(self, seat: int) -> int:
        """The mask of the other's cards that a player can know."""
        return self.position.known(1 - seat)

    def _play(self, cards: Sequence[int]) -> Acts:
        self._must_be_on()
        self.position.check(cards)
        acts = self._walk.play(tuple(cards))
        self._acts.append(acts)
        self._look_for_end()
        return acts

    def _settle(self) -> Drawn:
        if self.over or self.position.phase != DEAL:
            raise ValueError("no finished bout lies on the table")
        self._past = self.bouts
        self._drawn, self._begun = self._walk.settle()
        self._look_for_end()
        return self._drawn

    def _look_for_end(self) -> None:
        if self.position.phase == OVER:
            self._end(Ending(self.position.winner))

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.ended_at = datetime.now()

    def _must_be_on(self) -> None:
        if self.over:
            raise IllegalAction(Rule.GAME_OVER)


class Game(LiveGame):
    """One game of which both hands and the talon are known."""

    def __init__(
        self,
        deal: Deal,
        seats: Seats,
        *,
        casual: bool = True,
        before: Sequence[Action] = (),
        begun: bool = False,
        actions: Sequence[Action] = (),
        thoughts: Sequence[Thought | None] = (),
        started_at: datetime | None = None,
    ) -> None:
        """A game that is not stored.  Raises IllegalAction.

        Args:
            casual: whether cards may be taken back.
            before: the actions of either player before the game was taken up.
            begun: whether a person here has decided something of that.
            actions: what was played after that.
            thoughts: what engines said on each of these.
        """
        self.deal: Final = deal
        self.seats: Final = seats
        self.casual: Final = casual
        self.before: Final = tuple(before)
        self.started_at = started_at or datetime.now()
        self.opening: Final = Opening(
            deal, (stored_seat(seats[0]), stored_seat(seats[1])), self.started_at, casual,
            self.before, begun,
        )  # fmt: skip
        self.persons: Final = self.opening.persons
        self.between_people: Final = self.opening.between_people
        self.storage: Storage | None = None
        self._identity = object()
        self._revision = 0
        first = first_attacker(deal.deck, 1 - deal.first)
        super().__init__(
            deal.position(), self.opening.names, self.opening.here,
            by_lowest_trump=first == deal.first,
        )  # fmt: skip
        self._replay((*before, *actions))
        self._thoughts: list[Thought | None] = [*[None] * len(before), *thoughts]

    @classmethod
    def resume(cls, path: str | os.PathLike[str], log: str | os.PathLike[str]) -> Self:
        """Go on with a stored game.  Raises NotUnfinished, DamagedJournal, OSError."""
        stored, journal = Journal.resume(path)
        opening = stored.opening
        try:
            seats = seat_of(opening.seats[0]), seat_of(opening.seats[1])
        except (LookupError, TypeError, ValueError) as error:
            journal.close()
            raise DamagedJournal(
                f"it does not say which engine plays: {reason_of(error)}"
            ) from None
        game = cls(
            opening.deal, seats, casual=opening.casual, before=opening.before, begun=opening.begun,
            actions=stored.actions, thoughts=stored.thoughts, started_at=opening.started_at,
        )  # fmt: skip
        game.storage = Storage(Path(path).parent, log, opening, journal)
        return game

    def store(self, folder: str | os.PathLike[str], log: str | os.PathLike[str]) -> None:
        """Store the game in the folder, then, once over, in the log."""
        self.storage = Storage(folder, log, self.opening)
        self._note(lambda _: None)

    def _replay(self, actions: Sequence[Action]) -> None:
        self._begin()
        for cards in actions:
            if self.position.phase == DEAL:
                self._settle()
            self._play(cards)
        if len(actions) == len(self.before) and self.position.phase == DEAL:
            self._settle()

    @property
    def is_logged(self) -> bool:
        """True once the game is over and in the log."""
        return self.over and self.storage is not None and self.storage.saved

    @property
    def is_untouched(self) -> bool:
        """True while the game is on and undecided by any person."""
        return not self.over and self.opening.is_untouched(self._deciders)

    @property
    def _deciders(self) -> Iterable[int]:
        """The seats that have decided, once for each decision."""
        return (played.seat for played, *_ in self._acts[len(self.before) :])

    @property
    def person_to_act(self) -> bool:
        return self.to_act in self.persons

    @property
    def is_formality(self) -> bool:
        """True if the attacker can give no card to the taker.

        Between two people only if both can see that: who is not asked would betray their hand.
        """
        if self.over or self.position.phase != GIVE_MORE:
            return False
        if self.between_people:
            return self.position.give_limit() <= 0
        return not self.choices(self.position.to_act).cards

    def play(self, cards: Sequence[int], said: Thought | None = None) -> Acts:
        """Play for the seat to act; no card passes.  Raises IllegalAction.

        ``said`` is what an engine said on it.
        """
        acts = self._play(cards)
        self._thoughts.append(said)
        self._note(lambda journal: journal.play(cards, said))
        return acts

    def settle(self) -> Drawn:
        """Clear a finished bout, and draw.  Raises ValueError without one."""
        drawn = self._settle()
        self.save()
        return drawn

    def can_take_back(self, seat: int) -> bool:
        return seat in self._deciders and self.casual and not self.over

    def take_back(self, seat: int, *, past_forced: bool = False) -> bool:
        """Return to this player's last own decision; False if impossible.

        What was only a formality, or with ``past_forced`` any forced move, is none.
        """
        if not self.can_take_back(seat):
            return False
        while True:
            last = max(played.number for played, *_ in self._acts if played.seat == seat)
            self._replay(self.actions[:last])
            del self._thoughts[last:]
            if self.position.phase == DEAL:
                self._settle()
            is_none = past_forced and self.choices(seat).forced is not None
            if not ((self.is_formality or is_none) and self.can_take_back(seat)):
                break
        self._revision += 1
        self._note(lambda journal: journal.undo(len(self._since)))
        return True

    def resign(self, seat: int, *, left: bool = False) -> None:
        """Give up for this player, also one that has ``left``.

        Raises IllegalAction if the game is over.
        """
        phase = PHASE_NAMES[self.position.phase]
        self.end(Ending.resigned(seat, self.names[seat], phase, left=left))

    def claim(self, seat: int, verdict: EngineVerdict, stderr: str = "") -> None:
        """Claim the win for a fault of the other's engine.  Raises IllegalAction."""
        position = self.position
        self.end(
            Ending(
                seat,
                verdict.reason,
                1 - seat,
                messages=(verdict.message,),
                # An engine that was started anew in mid-bout may have failed at "init"; but
                # it is by the phase that a log says how far the bout had come.
                phase=PHASE_NAMES[position.phase] if position.table else verdict.command,
                stderr=stderr[-STDERR_SHOWN:],
            )
        )

    def end(self, ending: Ending) -> None:
        """End the game otherwise than by its cards.  Raises IllegalAction if over."""
        self._must_be_on()
        self._end(ending)
        self.save()

    def record(self) -> GameRecord:
        """The game, once it is over.  Raises ValueError before."""
        if self.ending is None or self.ended_at is None:
            raise ValueError("the game is not over")
        record = self.opening.record(self.actions, self.ending, self.ended_at, self._thoughts)
        # A log has the next bout, too, after one that was finished when the game was broken off.
        if self.position.phase != DEAL:
            record.set_bouts(self.bouts)
        return record

    def snapshot(self, seat: int) -> GameSnapshot:
        """The game as this seat is to see it now."""
        received = tuple(self._drawn.dealt.cards[seat]) if self._drawn else ()
        position = self.position.copy()
        return GameSnapshot(self._identity, *self._course(), received, position, seat, self.over)

    def _course(self) -> tuple[int, int, int]:
        return self._revision, self._walk.played, self._drawn.bout if self._drawn else 0

    def is_at(self, snapshot: GameSnapshot) -> bool:
        """True if nothing has happened since: an answer still counts."""
        same = snapshot.game is self._identity and snapshot.over == self.over
        return same and (snapshot.revision, snapshot.played, snapshot.deals) == self._course()

    # How it is stored, if it is.

    @property
    def _since(self) -> Sequence[Action]:
        return self.actions[len(self.before) :]

    def _note(self, what: Callable[[Journal], None]) -> None:
        if self.storage:
            self.storage.note(self._since, self._thoughts[len(self.before) :], what)
        self.save()

    def save(self) -> None:
        """Log the game once it is over, unless that is done."""
        if self.storage and self.over:
            self.storage.finish(self.record())

    def leave(self) -> None:
        """Leave the table.  A game that is not over can be resumed."""
        if self.storage:
            self.storage.leave(over=self.over)

    def discard(self) -> None:
        """Leave the table and delete the stored game.  Raises OSError."""
        if self.storage:
            self.storage.discard()

    @property
    def discarded(self) -> bool:
        return self.storage is not None and self.storage.discarded
