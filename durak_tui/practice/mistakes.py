"""One's own mistakes as exercises, from a log and its reviews.

Nothing is kept of them: a mistake is found again as long as its game and its review are there.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from durak_tui.analysis import game_review as review
from durak_tui.analysis.lesson import LessonQuestion, questions
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.library.own_record import OwnPlayer
from durak_tui.practice.exercises import Exercise
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile
from durak_tui.table.game import GameStart

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
