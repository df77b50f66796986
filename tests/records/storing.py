"""Games being stored, and a process that is killed while it stores one.

Run as ``python -m tests.records.storing STEP before|half JOB FOLDER LOG`` it does a job and
is killed at its N-th call of the system: before it or, where that writes, in the middle.
"""

import fcntl
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from durak_tui.game.position import DEAL, PHASE_NAMES, Position
from durak_tui.records.journal import Journal, put_away
from durak_tui.records.journal_format import Opening, StoredSeat
from durak_tui.records.record import RESIGNED, Ending, GameRecord
from tests.records.games import random_game

ENGINE = {"command": "durak-dummy", "env": {"LEVEL": "3"}, "move_time": 3.0}


def game_of(seed: int) -> GameRecord:
    """A game as a table has it: with who sits there, without what only a run knows."""
    return replace(random_game(seed), game_id=None, seed=None, seats=(str(ENGINE["command"]), None))


def opening_of(record: GameRecord, before: int = 0) -> Opening:
    first, second = record.names
    seats = StoredSeat(first, ENGINE), StoredSeat(second)
    return Opening(record.deal, seats, record.started_at, True, record.actions[:before])


@contextmanager
def journal_of(folder: Path, record: GameRecord, length: int) -> Iterator[Journal]:
    """The journal of a game that is on, so many of its actions having been played."""
    journal = Journal.create(folder, opening_of(record))
    try:
        for action in record.actions[:length]:
            journal.play(action)
        yield journal
    finally:
        journal.close()


def after(record: GameRecord, length: int) -> Position:
    """The position after so many actions, the bout settled if it is over."""
    position = record.deal.position()
    for action in record.actions[:length]:
        position.play(action)
        if position.phase == DEAL:
            position.deal()
    return position


def resigned(record: GameRecord, length: int) -> GameRecord:
    phase = PHASE_NAMES[after(record, length).phase]
    ending = Ending(1, RESIGNED, detail="Ann resigned", phase=phase)
    return replace(record, actions=record.actions[:length], ending=ending)


def main(step: int, how: str, job: str, folder: Path, log: Path) -> None:
    record = game_of(1)
    calls = 0
    write = os.write

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == step:
                if how == "half" and function is write:
                    write(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **options)

        return call

    if job == "finish":
        journal = Journal.create(folder, opening_of(record), record.actions)
    for name in ("open", "write", "rename", "unlink", "close", "ftruncate"):
        setattr(os, name, counted(getattr(os, name)))
    fcntl.flock = counted(fcntl.flock)
    if job == "play":
        journal = Journal.create(folder, opening_of(record))
        for action in record.actions[:3]:
            journal.play(action)
        journal.undo(1)
        journal.close()
    elif job == "finish":
        journal.finish(record, log)
    else:
        put_away(folder, log)


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """As if the disk had room for files of this many bytes only."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4]), Path(sys.argv[5]))
