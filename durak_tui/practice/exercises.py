"""Positions to be solved, and the games they are from."""

from hashlib import sha256
from typing import NamedTuple

from durak_tui.analysis.endgame import Solver, after
from durak_tui.analysis.lesson import LessonQuestion
from durak_tui.engine.config import EngineConfig
from durak_tui.game.position import OVER, Action, Position
from durak_tui.practice.positions import Shipped
from durak_tui.table.game import Game, GameStart
from durak_tui.table.seats import EngineSeat, PersonSeat, side_by_side
from durak_tui.user.opponents import LEVELS


class Exercise(NamedTuple):
    """A position to be solved, and the game that it is from."""

    question: LessonQuestion
    start: GameStart  # That game up to the position; the seat is that of who is asked.
    other: str  # The name of who sat opposite.
    own: bool = False  # Whether it is a mistake of the person's own.
    worlds: int = 0  # In which the values were estimated; 0 if they are exact.

    @property
    def key(self) -> str:
        """The name of the position in the history."""
        return sha256(str(self.question.position).encode()).hexdigest()[:12]

    def game(self, person: str) -> Game:
        """The game, which nobody stores, with this person in their seat."""
        other = EngineSeat(EngineConfig(self.other))
        seats = side_by_side(self.start.seat, PersonSeat(person), other)
        return Game(self.start.deal, seats, before=self.start.before)


def exercise(one: Shipped, number: int = 0) -> Exercise:
    """A position that ships, as an exercise."""
    seat = one.position.to_act
    question = LessonQuestion(
        one.position, tuple(one.values.items()), exact=not one.worlds, number=number
    )
    start = GameStart(one.deal, one.before, seat)
    other = one.players[1 - seat]
    level = next((level for level in LEVELS if level.engine.command == other), None)
    return Exercise(question, start, level.name if level else other, worlds=one.worlds)


def best_play(position: Position, action: Action) -> tuple[Action, ...]:
    """An action of an endgame and best play after it.

    Empty if that is unknown.
    """
    child = after(position, action)
    if child.phase == OVER:
        return (action,)
    line = Solver().solve(child).line
    return (action, *line) if line else ()
