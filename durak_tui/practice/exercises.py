"""Which position comes next, and what an answer was worth."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from durak_tui.analysis.endgame import Solver, after
from durak_tui.analysis.lesson import Judgement, Question, judge
from durak_tui.engine.config import EngineConfig
from durak_tui.game.position import OVER, Action, Position
from durak_tui.practice.history import History, HistoryStore
from durak_tui.practice.positions import Shipped
from durak_tui.table.game import Game, Start
from durak_tui.table.seats import Engine, Person, side_by_side
from durak_tui.user.opponents import LEVELS

OWN_EVERY: Final = 3  # Of so many new positions one is a mistake of the person's own.


class Exercise(NamedTuple):
    """A position to be solved, and the game that it is from."""

    question: Question
    start: Start  # That game up to the position; the seat is that of who is asked.
    other: str  # The name of who sat opposite.
    own: bool = False  # Whether it is a mistake of the person's own.
    worlds: int = 0  # In which the values were estimated; 0 if they are exact.

    @property
    def key(self) -> str:
        """What the history knows the position by."""
        return sha256(str(self.question.position).encode()).hexdigest()[:12]

    def game(self, person: str) -> Game:
        """The game, which nobody stores, with this person in their seat."""
        other = Engine(EngineConfig(self.other))
        seats = side_by_side(self.start.seat, Person(person), other)
        return Game(self.start.deal, seats, before=self.start.before)


def exercise(one: Shipped, number: int = 0) -> Exercise:
    """A position that ships, as an exercise."""
    seat = one.position.to_act
    question = Question(
        one.position, tuple(one.values.items()), exact=not one.worlds, number=number
    )
    start = Start(one.deal, one.before, seat)
    other = one.players[1 - seat]
    level = next((level for level in LEVELS if level.engine.command == other), None)
    return Exercise(question, start, level.name if level else other, worlds=one.worlds)


class Counts(NamedTuple):
    """How far one is."""

    solved: int
    total: int
    waiting: int  # Those that were failed and come back.


class Practice:
    """One exercise after the other, each judged and remembered."""

    current: Exercise

    def __init__(self, store: HistoryStore, exercises: Iterable[Exercise]) -> None:
        self.judgement: Judgement | None = None  # Of the first answer to the current one.
        self._store = store
        self._exercises: dict[str, Exercise] = {}
        self.add(exercises)
        self.next()

    def add(self, exercises: Iterable[Exercise]) -> None:
        """Have more of them, such as mistakes of the person's own."""
        for one in exercises:
            self._exercises.setdefault(one.key, one)

    @property
    def counts(self) -> Counts:
        positions = self._store.value.positions
        known = [positions[key] for key in self._exercises if key in positions]
        waiting = sum(its is not None for its in known)
        return Counts(len(known) - waiting, len(self._exercises), waiting)

    @property
    def has_waited(self) -> bool:
        """Whether the current one was failed before."""
        return self._store.value.positions.get(self.current.key) is not None

    def next(self) -> None:
        """Go to the next exercise."""
        self.current = chosen(list(self._exercises.values()), self._store.value)
        self.judgement = None

    def answer(self, action: Action) -> Judgement:
        """Judge an answer; the first one counts.

        Raises IllegalAction, and OSError if it cannot be remembered in the file; it is remembered
        here all the same.
        """
        found = judge(self.current.question, action)
        if self.judgement is None:
            self.judgement = found
            key = self.current.key
            self._store.change(lambda history: history.after(key, found.right))
        return found


def chosen(exercises: Sequence[Exercise], history: History) -> Exercise:
    """The one that comes next.

    That is one that was failed and is due; or else a new one, now and then one's own; or else the
    failed one that is due first; or else the one that was solved longest ago.
    """
    waiting: list[tuple[int, int]] = []  # When each is due, and its place.
    new: list[Exercise] = []
    for place, one in enumerate(exercises):
        if one.key not in history.positions:
            new.append(one)
        elif its := history.positions[one.key]:
            waiting.append((its.due, place))
    if waiting and (min(waiting)[0] <= history.answers or not new):
        return exercises[min(waiting)[1]]
    if new:
        wants_own = history.answers % OWN_EVERY == 0
        return next((one for one in new if one.own == wants_own), new[0])
    by_key = {one.key: one for one in exercises}
    return next(by_key[key] for key in history.positions if key in by_key)


def best_play(position: Position, action: Action) -> tuple[Action, ...]:
    """An action of an endgame and best play after it.

    Empty if that is unknown.
    """
    child = after(position, action)
    if child.phase == OVER:
        return (action,)
    line = Solver().solve(child).line
    return (action, *line) if line else ()
