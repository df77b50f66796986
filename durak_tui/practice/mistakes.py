"""One's own mistakes as exercises, from a log and its reviews.

Nothing is kept of them: a mistake is found again as long as its game and its review are there.
"""

import os
from collections.abc import Collection, Iterator
from typing import Final

from durak_tui.analysis import review
from durak_tui.analysis.lesson import Question, questions
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.practice.exercises import Exercise
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord, person_at
from durak_tui.records.review_file import ReviewFile
from durak_tui.table.game import Start

GAMES: Final = 500  # Of a log, the last ones; decoding more would take seconds.


def own_mistakes(log: str | os.PathLike[str], names: Collection[str]) -> Iterator[Exercise]:
    """The mistakes of the person in their reviewed games, newest first.

    ``names`` are those that the person has in older games of the log. Raises OSError, and
    OtherFormat if what lies beside the log is no review file.
    """
    file = ReviewFile(log)
    if not os.path.exists(file.path) or not os.path.exists(log):
        return
    with LogIndex(log) as index:
        index.scan()
        for number in range(len(index) - 1, max(-1, len(index) - 1 - GAMES), -1):
            yield from _of_game(file, index.raw(number), names)


def _of_game(file: ReviewFile, raw: bytes, names: Collection[str]) -> Iterator[Exercise]:
    try:
        record = parse_game(raw)
    except DamagedGame:
        return
    seat = _seat(record, names)
    found = None if seat is None else review.stored(file, raw, record, review.WORLDS)
    if seat is None or found is None:
        return
    for question in questions(record, found, seat):
        if _is_clear(question):
            start = Start(record.deal, record.actions[: question.number], seat)
            worlds = 0 if question.exact else found.worlds
            yield Exercise(question, start, record.names[1 - seat], own=True, worlds=worlds)


def _is_clear(question: Question) -> bool:
    """Say whether it cost enough to be learned from."""
    if question.played is None or (played := question.worth(question.played)) is None:
        return False
    return question.best[1] - played >= review.MISTAKE


def _seat(record: GameRecord, names: Collection[str]) -> int | None:
    """Where the person sat; None if that is not known."""
    if record.seats is not None:
        return person_at(record.seats)
    seats = [seat for seat, name in enumerate(record.names) if name in names]
    return seats[0] if len(seats) == 1 else None
