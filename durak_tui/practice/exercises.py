"""Positions to be solved: those that ship, and one's own mistakes.

Nothing is kept of a mistake: it is found again as long as its game and its review are there.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Final, NamedTuple

from durak_tui.analysis import game_review as review
from durak_tui.analysis.endgame import Solver, after
from durak_tui.analysis.lesson import LessonQuestion, questions
from durak_tui.engine.config import EngineConfig
from durak_tui.game.position import OVER, Action, Position
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.library.own_record import OwnPlayer
from durak_tui.practice.positions import Shipped
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile
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


GAMES: Final = 500  # Of a log, the last ones; decoding more would take seconds.


def own_mistakes(log: str | os.PathLike[str], who: OwnPlayer) -> Iterator[Exercise]:
    """The mistakes of the person in their reviewed games, newest first.

    Raises OSError, also if what lies beside the log is no review file.
    """
    file = ReviewFile(log)
    if not os.path.exists(file.path) or not os.path.exists(log):
        return
    with LogIndex(log) as index:
        index.scan()
        for number in range(len(index) - 1, max(-1, len(index) - 1 - GAMES), -1):
            with suppress(DamagedGame):
                raw = index.raw(number)
                yield from _of_game(file, raw, parse_game(raw), who)


def _of_game(
    file: ReviewFile, raw: bytes, record: GameRecord, who: OwnPlayer
) -> Iterator[Exercise]:
    seat = who.seat_in(record)
    found = None if seat is None else review.stored(file, raw, record, review.WORLDS)
    if seat is None or found is None:
        return
    for question in questions(record, found, seat):
        # What came before a game was taken up was played by others.
        if question.number >= record.taken_up and _is_clear(question):
            start = GameStart(record.deal, record.actions[: question.number], seat)
            worlds = 0 if question.exact else found.mistake_worlds
            yield Exercise(question, start, record.names[1 - seat], own=True, worlds=worlds)


def _is_clear(question: LessonQuestion) -> bool:
    """Say whether it cost enough to be learned from."""
    if question.played is None or (played := question.worth(question.played)) is None:
        return False
    return question.best[1] - played >= review.MISTAKE
