"""Playing games in worker processes, each with its engines on one core.

Games go out in small batches to an executor of :mod:`concurrent.futures` and come back in
order, so that a run reads the same whatever its number of workers.  The pool of this
module is for one machine; any other executor that can call :func:`play_batch` will do.
"""

import contextlib
import multiprocessing
import os
import select
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from itertools import islice
from multiprocessing import util
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol

from durak_tui.arena.contestant import Contestant
from durak_tui.arena.game import PlayedGame, play_game
from durak_tui.arena.schedule import Task
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.errors import RunnerError
from durak_tui.engine.roundtrip import pipe_round_trip
from durak_tui.engine.strays import strays

BATCH_GAMES: Final = 64
"""The largest batch."""
AHEAD: Final = 3
"""Batches that wait for each worker, so that none is ever idle."""
BREAKDOWNS: Final = 3
"""How often in a row workers may die without a game being finished."""
STOP_SECONDS: Final = 5.0
"""How long workers may take to hand in what they have when a run is stopped."""
_LOOK_SECONDS: Final = 0.2
_CACHED: Final = 8
"""Engines that a worker keeps ready."""


class WorkersLostError(Exception):
    """Worker processes died again and again without finishing a game."""


class Bench:
    """The engines of one worker, kept from game to game."""

    def __init__(
        self, cancel: CancelToken | None = None, trace: Callable[[int], Trace] | None = None
    ) -> None:
        """``trace`` makes the trace for an engine in seat 0 or 1."""
        self.cancel = cancel
        self._trace = trace
        self._pipe_seconds: float | None = None
        self._engines: dict[tuple[int, Contestant], EngineClient] = {}

    def play(self, tasks: Sequence[Task]) -> list[PlayedGame]:
        """Play games in order; fewer come back if the token is set."""
        games: list[PlayedGame] = []
        with contextlib.suppress(Cancelled):
            for task in tasks:
                if self.cancel and self.cancel.is_set:
                    break
                engines = self._engine(task, 0), self._engine(task, 1)
                game = play_game(task.deal, engines, game_id=task.game_id, seed=task.seed)
                games.append(replace(game, pipe_seconds=self._pipe_seconds or 0.0))
        return games

    def _engine(self, task: Task, seat: int) -> EngineClient:
        key = seat, task.players[seat]
        engine = self._engines.pop(key, None)
        if engine is None:
            if len(self._engines) >= _CACHED:
                self._engines.pop(next(iter(self._engines))).close()
            if self._pipe_seconds is None:
                # Only where games go the same way as what is measured: on one core.
                self._pipe_seconds = pipe_round_trip() if _is_pinned() else 0.0
            engine = task.players[seat].client(
                self.cancel,
                self._trace(seat) if self._trace else None,
                start_ahead=True,
                pipe_seconds=self._pipe_seconds,
            )
        self._engines[key] = engine  # at the end: the one used last
        return engine

    def close(self) -> None:
        """End all engines."""
        while self._engines:
            self._engines.popitem()[1].close()


def _is_pinned() -> bool:
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1


_bench: Bench | None = None
"""The engines of this process, if it is a worker of :class:`LocalPool`."""


def play_batch(tasks: Sequence[Task]) -> list[PlayedGame]:
    """Play games in order, in a worker; fewer come back if the run is being stopped."""
    if _bench is not None:
        return _bench.play(tasks)
    # Somebody else's worker: nobody would end the engines later.
    bench = Bench()
    try:
        return bench.play(tasks)
    finally:
        bench.close()


def _start_worker(stop: Connection, turn: Any, cores: Sequence[int]) -> None:
    global _bench
    # They reach the whole foreground group, but the runner alone decides what they mean.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if cores:
        with turn.get_lock():
            core = cores[turn.value % len(cores)]
            turn.value += 1
        os.sched_setaffinity(0, {core})
    strays.nothing_but_engines = True
    _bench = Bench(CancelToken.watching(stop.fileno()))
    util.Finalize(None, _bench.close, exitpriority=10)
    threading.Thread(target=_follow_runner, args=(stop,), daemon=True).start()


def _follow_runner(stop: Connection) -> None:
    """End this process when the runner has died; its guard then ends the engines."""
    poll = select.poll()
    poll.register(stop.fileno(), 0)  # nothing but the end of the pipe
    poll.poll()
    os._exit(1)


def usable_cores() -> list[int]:
    """The cores that this process may run on, the one it runs on first; none where the
    system does not say."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    cores = sorted(os.sched_getaffinity(0))
    # Two runs at a time should not both begin with core 0.
    with contextlib.suppress(OSError, ValueError, IndexError):
        here = cores.index(int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[36]))
        return cores[here:] + cores[:here]
    return cores


class Pool(Protocol):
    """Where batches of games are played."""

    depth: int
    """Batches that are to be under way at once."""
    largest: int
    """The most games in a batch."""
    losses: tuple[type[BaseException], ...]
    """What a batch raises when its worker has died."""
    batch_seconds: float
    """How long a batch should take."""

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Have a batch played by :func:`play_batch`."""

    def renew(self) -> None:
        """Get new workers after some have died."""

    def close(self) -> None:
        """End all workers and engines."""


class SerialPool:
    """No workers: games are played here and now, one at a time."""

    depth = 1
    largest = 1
    batch_seconds = 0.0
    losses: tuple[type[BaseException], ...] = ()

    def __init__(
        self, cancel: CancelToken, bench: Bench | None = None, *, pin: bool = False
    ) -> None:
        """``pin`` keeps this process and its engines on one core until the pool is closed."""
        self._bench = bench or Bench(cancel)
        self._unpinned = usable_cores() if pin else []
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned[:1])

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Play, and return what is done already."""
        future: Future[list[PlayedGame]] = Future()
        future.set_result(self._bench.play(tasks))
        return future

    def renew(self) -> None:
        """There is nothing that could have died."""

    def close(self) -> None:
        """End the engines."""
        self._bench.close()
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned)


@contextlib.contextmanager
def _needed_for_workers() -> Iterator[None]:
    """Processes, locks, shared memory: what the system may be out of."""
    try:
        yield
    except OSError as error:
        raise RunnerError(
            f"worker processes cannot be started: {error.strerror or error};"
            " --concurrency 1 does without"
        ) from None


class LocalPool:
    """Worker processes on this machine, each with its engines on a core of its own.

    Raises RunnerError if the system does not have what they need.
    """

    largest = BATCH_GAMES
    batch_seconds = 0.05
    losses: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int, cancel: CancelToken) -> None:
        self.depth = workers * AHEAD
        self._workers = workers
        self._cancel = cancel  # while it lives, workers know that the runner does
        # Workers see the token through a pipe that nobody else writes to: it also tells
        # them, by its end, that the runner has died.
        self._stop = Connection(os.dup(cancel.fileno()), writable=False)
        self._executor = self._started()

    def _started(self) -> ProcessPoolExecutor:
        cores = usable_cores()
        context = multiprocessing.get_context("spawn")
        with _needed_for_workers():
            return ProcessPoolExecutor(
                self._workers,
                mp_context=context,
                initializer=_start_worker,
                initargs=(
                    self._stop,
                    context.Value("i", 0),
                    cores if self._workers <= len(cores) else [],
                ),
            )

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Give a batch to the next worker that is free.  Raises RunnerError if no worker can
        be started."""
        with _needed_for_workers():
            return self._executor.submit(play_batch, tasks)

    def worker_ids(self) -> list[int]:
        """The process ids of the workers that have been started."""
        return list(self._executor._processes or ())

    def renew(self) -> None:
        """Start all workers afresh."""
        self._executor.shutdown(cancel_futures=True)
        self._executor = self._started()

    def close(self) -> None:
        """Let running games be cut off by the token, and wait until all have ended."""
        self._executor.shutdown(cancel_futures=True)
        self._stop.close()


def play_all(
    tasks: Iterator[Task],
    pool: Pool,
    cancel: CancelToken,
    *,
    before: Callable[[Task], None],
    after: Callable[[Task, PlayedGame], None],
) -> None:
    """Play all games and hand them over in order, one by one.

    ``before`` is called when a game is the next to be waited for.  Raises Cancelled when
    the token is set, having handed over what was finished in order; WorkersLostError if workers
    keep dying; whatever an engine's start or the callbacks raise.
    """
    under_way: deque[tuple[list[Task], Future[list[PlayedGame]]]] = deque()
    size = 1
    breakdowns = 0
    while True:
        if cancel.is_set and not under_way:
            raise Cancelled
        while len(under_way) < pool.depth and not cancel.is_set:
            if under_way:
                batch = list(islice(tasks, size))
            elif (first := next(tasks, None)) is not None:
                before(first)
                batch = [first, *islice(tasks, size - 1)]
            else:
                return
            if not batch:
                break
            under_way.append((batch, _submitted(batch, pool)))
        batch, future = under_way[0]
        try:
            games = _result(future, cancel)
        except pool.losses:
            breakdowns += 1
            if cancel.is_set:
                raise Cancelled from None
            if breakdowns > BREAKDOWNS:
                raise WorkersLostError(f"workers died {breakdowns} times in a row") from None
            pool.renew()
            again = [_submitted(b, pool) if _failed(f) else f for b, f in under_way]
            under_way = deque((b, f) for (b, _), f in zip(under_way, again, strict=True))
            continue
        breakdowns = 0
        under_way.popleft()
        for task, game in zip(batch, games, strict=False):
            if task is not batch[0]:
                before(task)
            after(task, game)
        if len(games) < len(batch):
            raise Cancelled
        size = _batch_size(games, pool)
        if under_way:
            before(under_way[0][0][0])


def _batch_size(games: Sequence[PlayedGame], pool: Pool) -> int:
    """How many games such as these are a batch."""
    game = games[-1]
    if len(games) > 1:
        each = (game.record.ended_at - game.record.started_at).total_seconds()
    else:
        # It may have had to wait for its engines to start, which the next need not.
        each = game.overhead + sum(clock.seconds for clock in game.record.clocks or ())
    return max(1, min(pool.largest, int(pool.batch_seconds / max(each, 1e-6))))


def _submitted(batch: Sequence[Task], pool: Pool) -> "Future[list[PlayedGame]]":
    """A batch under way; one that cannot be, because a worker has just died, has failed."""
    try:
        return pool.submit(batch)
    except pool.losses as error:
        failed: Future[list[PlayedGame]] = Future()
        failed.set_exception(error)
        return failed


def _failed(future: "Future[list[PlayedGame]]") -> bool:
    return not future.done() or future.cancelled() or future.exception() is not None


def _result(future: "Future[list[PlayedGame]]", cancel: CancelToken) -> list[PlayedGame]:
    left = STOP_SECONDS
    while not wait([future], timeout=_LOOK_SECONDS).done:
        if cancel.is_set:
            left -= _LOOK_SECONDS
            if left <= 0:
                raise Cancelled
    return future.result()
