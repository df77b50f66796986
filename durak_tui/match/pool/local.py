"""Pools of this machine: no workers, or one process a core."""

import contextlib
import os
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from pathlib import Path
from queue import Empty, PriorityQueue
from typing import Final

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.client import Trace
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.pool.dispatch import AHEAD, BATCH_GAMES, STOP_SECONDS, Pool
from durak_tui.match.pool.worker import NO_CAPTURE, Capture, EngineCache
from durak_tui.match.pool.worker_process import END, QueuedBatch, Worker, WorkerProcess
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Watch, WatchEvent

_BATCH_SECONDS: Final = 0.05  # Of games that a crash may cost.


def usable_cores() -> list[int]:
    """The cores for this process, its own first, if known."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    cores = sorted(os.sched_getaffinity(0))
    # Two runs at a time should not both begin with core 0.
    with contextlib.suppress(OSError, ValueError, IndexError):
        here = cores.index(int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[36]))
        return cores[here:] + cores[:here]
    return cores


def worker_count(wanted: int | None = None) -> int:
    """The number of workers: ``wanted``, or one for each core."""
    return wanted or len(usable_cores()) or os.cpu_count() or 1


class SerialPool(Pool):
    """A pool without workers: games are played here and now."""

    depth = 1
    largest = BATCH_GAMES
    """Saving and counting take twice as long right after a game, when the engines have filled the
    caches of the processor."""
    batch_seconds = _BATCH_SECONDS

    def __init__(
        self,
        cancel: CancelToken,
        *,
        trace: Callable[[int], Trace] | None = None,
        pin: bool = False,
        capture: Capture = NO_CAPTURE,
        alone: bool = False,
    ) -> None:
        """``trace`` makes the trace of an engine in seat 0 or 1.

        ``pin`` keeps this thread and its engines on one core meanwhile.  ``alone``: only engines
        are started in this process.
        """
        if trace:  # It is read as it is written, each game below its heading.
            self.largest = 1
        self._engines = EngineCache(cancel, trace, capture=capture, alone=alone)
        self._unpinned = usable_cores() if pin else []
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned[:1])

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        future: Future[list[PlayedGame]] = Future()
        future.set_result(self._engines.play(tasks))
        return future

    def close(self) -> None:
        self._engines.close()
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned)


class LocalPool(Pool):
    """Worker processes on this machine, each on its core, started when needed."""

    largest = BATCH_GAMES
    batch_seconds = _BATCH_SECONDS
    losses = (BrokenExecutor,)

    def __init__(
        self,
        workers: int,
        cancel: CancelToken,
        *,
        quiet: bool = False,
        watch: Watch | None = None,
        capture: Capture = NO_CAPTURE,
    ) -> None:
        """``quiet`` silences the workers' standard output and error."""
        self.depth = workers * AHEAD
        self._cancel = cancel
        self._quiet = quiet
        self._watch = watch
        self._capture = capture
        self._cores: Sequence[int | None] = usable_cores()[:workers]
        if len(self._cores) < workers:
            self._cores = [None] * workers
        self._workers: list[Worker] = []
        self._batches: PriorityQueue[QueuedBatch] = PriorityQueue()

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Give a batch to the next free worker, or raise RunnerError."""
        if len(self._workers) < len(self._cores):
            self._add_worker()
        batch = QueuedBatch(tasks[0].game_id, pickle.dumps(tasks))
        self._batches.put(batch)
        return batch.games

    def _add_worker(self) -> None:
        number = len(self._workers)
        start = partial(
            WorkerProcess,
            # Workers see the token through a pipe that nobody else writes to: it also shows
            # them, by its end, that the runner has died.
            self._cancel.fileno(),
            self._watch.fileno() if self._watch else None,
            self._cores[number],
            quiet=self._quiet,
            capture=self._capture,
        )
        self._workers.append(Worker(start, self._batches, partial(self._notify, number)))

    def _notify(self, number: int, event: WatchEvent | None) -> None:
        if self._watch is None:
            return
        if event is None:
            self._watch.lost(number)
        else:
            self._watch.notify(number, event)

    def close(self) -> None:
        """Wait for the workers, whose games the token cuts off."""
        with contextlib.suppress(Empty):
            while (batch := self._batches.get(block=False)) is not END:
                batch.games.cancel()
        workers, self._workers = self._workers, []
        for _ in workers:
            self._batches.put(END)
        patience = STOP_SECONDS if self._cancel.is_set else None
        for worker in workers:
            worker.join(patience)


def local_pool(concurrency: int | None, cancel: CancelToken, capture: Capture = NO_CAPTURE) -> Pool:
    """Workers on this machine for a process that starts only engines.

    By default there is one for each core.
    """
    workers = worker_count(concurrency)
    if workers > 1:
        return LocalPool(workers, cancel, capture=capture)
    return SerialPool(cancel, pin=True, capture=capture, alone=True)
