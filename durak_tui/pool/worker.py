"""A worker: a table for games, perhaps in its own process."""

import contextlib
import math
import os
import pickle
import select
import threading
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.process import pipe_round_trip

RESULT: Final = b"="  # Before what a batch has come to: the games, or an exception.
EVENT: Final = b"+"
HAND_IN_SECONDS: Final = 2.0
"""Seconds after which a worker hands in what it has of a batch, which was meant to take less."""


class NumberedTask(Protocol):
    """A game that is to be played; ids count from 1."""

    @property
    def game_id(self) -> int: ...


class TimedGame(Protocol):
    """A game that was played."""

    def expected_seconds(self, *, started: bool) -> float:
        """Seconds for another such game, whose players run if ``started``."""


TaskT = TypeVar("TaskT", bound=NumberedTask)
GameT = TypeVar("GameT", bound=TimedGame)
TaskT_contra = TypeVar("TaskT_contra", bound=NumberedTask, contravariant=True)
GameT_co = TypeVar("GameT_co", bound=TimedGame, covariant=True)


class GameTable(Protocol[TaskT_contra, GameT_co]):
    """Players that stay, and games between them, one by one."""

    def play(self, task: TaskT_contra, /) -> GameT_co:
        """Play a game.  Raises Cancelled when the token is set."""

    def close(self) -> None:
        """End all players."""


class Surroundings(NamedTuple):
    """The surroundings of a table."""

    cancel: CancelToken | None = None
    alone: bool = False  # Only players are started in this process.
    requests: int | None = None  # The descriptor on which somebody asks for a game to watch.
    notify: Callable[[Any], None] = lambda _: None  # Takes reports of such a game.


TableMaker = Callable[[Surroundings], GameTable[TaskT, GameT]]
"""Makes a table; it is pickled on its way to another process."""


def play_in_order(
    table: GameTable[TaskT, GameT], tasks: Sequence[TaskT], cancel: CancelToken | None = None
) -> list[GameT]:
    """Play games in order.

    Fewer come back if the token is set, or, after the first, if they take too long.
    """
    games: list[GameT] = []
    until = math.inf
    with contextlib.suppress(Cancelled):
        for task in tasks:
            if (cancel and cancel.is_set) or monotonic() > until:
                break
            games.append(table.play(task))
            # Not before: the first may have waited for its players to start.
            until = min(until, monotonic() + HAND_IN_SECONDS)
    return games


def play_batch(make_table: TableMaker[TaskT, GameT], tasks: Sequence[TaskT]) -> list[GameT]:
    """Play games in order with players that end afterwards."""
    with contextlib.closing(make_table(Surroundings())) as table:
        return play_in_order(table, tasks)


def pipe_seconds() -> float:
    """Seconds of the pipe in each answer; 0.0 unless on one core."""
    # Only then do answers go the same way as what is measured.
    pinned = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1
    return pipe_round_trip() if pinned else 0.0


class Setup(NamedTuple):
    """The first message to a worker process.  The descriptors are its own."""

    stop: int  # Readable when the run is stopped; ends when the runner does.
    requests: int | None  # Where somebody asks for a game to watch.
    core: int | None
    make_table: TableMaker[Any, Any]


def serve(runner: Connection) -> None:
    """Play batches in a worker process until no more come."""
    setup: Setup = runner.recv()
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})

    def notify(event: object) -> None:
        runner.send_bytes(EVENT + pickle.dumps(event))

    cancel = CancelToken.watching(setup.stop)
    around = Surroundings(cancel, alone=True, requests=setup.requests, notify=notify)
    table = setup.make_table(around)
    threading.Thread(target=_follow_runner, args=(setup.stop,), daemon=True).start()
    try:
        while True:
            tasks: list[Any] = runner.recv()
            runner.send_bytes(RESULT + pickle.dumps(_outcome(table, tasks, cancel)))
    except (EOFError, OSError):
        pass  # the runner has no more, or is gone
    finally:
        table.close()


def _outcome(
    table: GameTable[Any, Any], tasks: Sequence[Any], cancel: CancelToken
) -> list[Any] | Exception:
    try:
        return play_in_order(table, tasks, cancel)
    except Exception as error:
        # Where it came from would not be seen on the other side.
        error.add_note(traceback.format_exc())
        return error


def _follow_runner(stop: int) -> None:
    """End this process, and with it the players, after the runner."""
    poll = select.poll()
    poll.register(stop, 0)  # nothing but the end of the pipe
    poll.poll()
    os._exit(1)
