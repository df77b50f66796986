"""Pools of this machine: no workers, or one process a core."""

import contextlib
import os
import pickle
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from pathlib import Path
from queue import Empty

from durak_tui.engine.cancel import CancelToken
from durak_tui.match.game import PlayedGame
from durak_tui.match.pool.dispatch import AHEAD, BATCH_GAMES, STOP_SECONDS, Pool
from durak_tui.match.pool.process import Job, Jobs, Worker, WorkerProcess
from durak_tui.match.pool.worker import EngineCache
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Broadcast, Watch, WatchEvent


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
    """So many workers, or one for each core."""
    return wanted or len(usable_cores()) or os.cpu_count() or 1


class SerialPool(Pool):
    """No workers: games are played here and now."""

    depth = 1
    largest = 1
    batch_seconds = 0.0

    def __init__(
        self,
        cancel: CancelToken,
        engines: EngineCache | None = None,
        *,
        pin: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """``pin`` keeps this thread and its engines on one core meanwhile."""
        broadcast = Broadcast(watch.fileno(), partial(watch.tell, 0)) if watch else None
        self._engines = engines or EngineCache(cancel, broadcast=broadcast)
        self._watch = watch
        self._unpinned = usable_cores() if pin else []
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned[:1])

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        future: Future[list[PlayedGame]] = Future()
        future.set_result(self._engines.play(tasks))
        return future

    def close(self) -> None:
        self._engines.close()
        if self._watch:
            self._watch.lost(0)
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned)


class LocalPool(Pool):
    """Worker processes on this machine, each on its core, started when needed."""

    largest = BATCH_GAMES
    batch_seconds = 0.05
    losses = (BrokenExecutor,)

    def __init__(
        self, workers: int, cancel: CancelToken, *, quiet: bool = False, watch: Watch | None = None
    ) -> None:
        """``quiet`` silences the workers' standard output and error."""
        self.depth = workers * AHEAD
        self._cancel = cancel
        self._quiet = quiet
        self._watch = watch
        self._most = workers
        cores = usable_cores()
        self._cores: list[int] | list[None] = cores if workers <= len(cores) else [None] * workers
        self._workers: list[Worker] = []
        self._jobs = Jobs()

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Give a batch to the next free worker, or raise RunnerError."""
        if len(self._workers) < self._most:
            self._add_worker(len(self._workers))
        job = Job(tasks[0].game_id, pickle.dumps(tasks))
        self._jobs.put(job)
        return job.games

    def _add_worker(self, number: int) -> None:
        start = partial(
            WorkerProcess,
            # Workers see the token through a pipe that nobody else writes to: it also tells
            # them, by its end, that the runner has died.
            self._cancel.fileno(),
            self._watch.fileno() if self._watch else None,
            self._cores[number],
            quiet=self._quiet,
        )
        self._workers.append(Worker(start, self._jobs, partial(self._tell, number)))

    def _tell(self, number: int, event: WatchEvent | None) -> None:
        if self._watch and event is None:
            self._watch.lost(number)
        elif self._watch and event is not None:
            self._watch.tell(number, event)

    def worker_ids(self) -> list[int]:
        return [process.pid for worker in self._workers if (process := worker.process)]

    def close(self) -> None:
        """Wait for the workers, whose games the token cuts off."""
        with contextlib.suppress(Empty):
            while True:
                if job := self._jobs.get(block=False):
                    job.games.cancel()
        workers, self._workers = self._workers, []
        for _ in workers:
            self._jobs.put(None)
        patience = STOP_SECONDS if self._cancel.is_set else None
        for worker in workers:
            worker.join(patience)


def local_pool(concurrency: int | None, cancel: CancelToken) -> Pool:
    """Workers on this machine, by default one for each core."""
    workers = worker_count(concurrency)
    return LocalPool(workers, cancel) if workers > 1 else SerialPool(cancel, pin=True)
