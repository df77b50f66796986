"""Pools of this machine: no workers, or one process a core."""

import contextlib
import fcntl
import math
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Pipe
from pathlib import Path
from queue import Empty, PriorityQueue
from typing import Any, Final, Protocol

from durak_tui.common.i18n import N_, why
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.engine_errors import RunnerError
from durak_tui.pool.dispatch import AHEAD, BATCH_GAMES, STOP_SECONDS, Pool
from durak_tui.pool.worker import (
    EVENT,
    RESULT,
    GameT,
    Setup,
    Surroundings,
    TableMaker,
    TaskT,
    play_in_order,
)


class Audience(Protocol):
    """Somebody who watches games as they are played in workers."""

    def fileno(self) -> int:
        """The descriptor on which workers find that a game is asked for."""

    def notify(self, worker: int, event: Any, /) -> None:
        """Take a report of a worker's table."""

    def lost(self, worker: int) -> None:
        """Expect nothing more from this worker, which has ended."""


@dataclass(order=True, slots=True)
class QueuedBatch:
    """A batch on its way, before those with later games."""

    first: float
    tasks: bytes = field(compare=False)
    games: "Future[list[Any]]" = field(default_factory=Future, compare=False)

    def finish(self, data: bytes) -> None:
        try:
            outcome = pickle.loads(data)
        except Exception as error:
            outcome = error
        if isinstance(outcome, BaseException):
            self.games.set_exception(outcome)
        else:
            self.games.set_result(outcome)


END: Final = QueuedBatch(math.inf, b"")  # For a worker that is to end, behind all batches.

_PROGRAM: Final = """
import sys
from multiprocessing.connection import Connection
runner = Connection(int(sys.argv[1]))
sys.path[:] = runner.recv()
from durak_tui.pool.worker import serve
serve(runner)
"""


class WorkerProcess:
    """A worker process as its runner sees it.

    Not of :mod:`multiprocessing`: its helper processes keep this program's terminal, and under a
    program that has replaced ``sys.stderr``, as screens do, they cannot be started.
    """

    def __init__(
        self,
        stop: int,
        requests: int | None,
        core: int | None,
        *,
        make_table: TableMaker[Any, Any],
        quiet: bool,
    ) -> None:
        """Start it with copies of these descriptors, or raise RunnerError."""
        unseen = subprocess.DEVNULL if quiet else None
        try:
            with contextlib.ExitStack() as inherited:
                self._connection, far_end = Pipe()
                inherited.enter_context(far_end)
                runner = _copy(far_end.fileno(), inherited)
                setup = Setup(
                    _copy(stop, inherited),
                    None if requests is None else _copy(requests, inherited),
                    core,
                    make_table,
                )
                self._popen = subprocess.Popen(
                    [sys.executable, "-P", "-c", _PROGRAM, str(runner)],
                    stdin=subprocess.DEVNULL,
                    stdout=unseen,
                    stderr=unseen,
                    pass_fds=[fd for fd in (runner, *setup[:2]) if fd is not None],
                    # Signals of the terminal are the runner's: it alone decides what they mean.
                    process_group=0,
                )
        except OSError as error:
            raise _no_workers(why(error)) from None
        self.pid = self._popen.pid
        self.send(pickle.dumps(sys.path))
        self.send(pickle.dumps(setup))

    def send(self, data: bytes) -> None:
        # If it has died, that is seen when its answer is read.
        with contextlib.suppress(OSError):
            self._connection.send_bytes(data)

    def answer(self, notify: Callable[[object], None]) -> bytes | None:
        """The pickled result of a batch; None if the process has died."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                data = self._connection.recv_bytes()
                if data.startswith(RESULT):
                    return data[len(RESULT) :]
                notify(pickle.loads(data[len(EVENT) :]))
        return None

    def kill(self) -> None:
        self._popen.kill()

    def end(self) -> None:
        self._connection.close()
        self._popen.wait()


def _no_workers(reason: object) -> RunnerError:
    text = N_("worker processes cannot be started: {why}; --concurrency 1 does not need them")
    return RunnerError(text, why=reason)


def _copy(fd: int, until: contextlib.ExitStack) -> int:
    # Not one of the first three, which a program that was started without them may have got:
    # in the worker these are something else.
    copy = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 3)
    until.callback(os.close, copy)
    return copy


class Worker:
    """A thread that has batches played by a process, renewed if dead."""

    def __init__(
        self,
        start: Callable[[], WorkerProcess],
        batches: PriorityQueue[QueuedBatch],
        notify: Callable[[object], None],
    ) -> None:
        """``notify`` gets events, None at an end.  Raises RunnerError."""
        self._process: WorkerProcess | None = None
        self._start = start
        self._batches = batches
        self._notify = notify
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            raise _no_workers(error) from None

    def _work(self) -> None:
        following: QueuedBatch | None = None
        while batch := following or self._next():
            try:
                self._process = self._process or self._start()
            except Exception as error:
                batch.games.set_exception(error)
                continue
            if not following:
                self._process.send(batch.tasks)
            data = self._process.answer(self._notify)
            if data is None:
                following = None
                self._process.kill()
                self._end()
                batch.games.set_exception(BrokenExecutor("a worker has died"))
                continue
            # The worker is to have it before we take the time to look at the games.
            following = self._next(block=False)
            if following:
                self._process.send(following.tasks)
            batch.finish(data)
        self._end()

    def _next(self, *, block: bool = True) -> QueuedBatch | None:
        """The next batch that is still wanted, if any."""
        while True:
            try:
                batch = self._batches.get(block)
            except Empty:
                return None
            if batch is END:
                if not block:
                    self._batches.put(END)
                return None
            if batch.games.set_running_or_notify_cancel():
                return batch

    def _end(self) -> None:
        if self._process:
            self._process.end()
            self._process = None
            self._notify(None)

    def join(self, seconds: float | None) -> None:
        """Wait until it has ended; after that time its process is killed."""
        self._thread.join(seconds)
        if self._thread.is_alive():
            if process := self._process:
                process.kill()
            self._thread.join()


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


class SerialPool(Pool[TaskT, GameT]):
    """A pool without workers: games are played here and now."""

    depth = 1
    largest = 1
    batch_seconds = 0.0

    def __init__(
        self,
        make_table: TableMaker[TaskT, GameT],
        cancel: CancelToken,
        *,
        pin: bool = False,
        alone: bool = False,
    ) -> None:
        """``pin`` keeps this thread and the players on one core meanwhile.

        ``alone``: only players are started in this process.
        """
        self._table = make_table(Surroundings(cancel, alone))
        self._cancel = cancel
        self._unpinned = usable_cores() if pin else []
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned[:1])

    def submit(self, tasks: Sequence[TaskT]) -> "Future[list[GameT]]":
        future: Future[list[GameT]] = Future()
        future.set_result(play_in_order(self._table, tasks, self._cancel))
        return future

    def close(self) -> None:
        self._table.close()
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned)


class LocalPool(Pool[TaskT, GameT]):
    """Worker processes on this machine, each on its core, started when needed."""

    largest = BATCH_GAMES
    batch_seconds = 0.05
    losses = (BrokenExecutor,)

    def __init__(
        self,
        make_table: TableMaker[TaskT, GameT],
        workers: int,
        cancel: CancelToken,
        *,
        quiet: bool = False,
        watch: Audience | None = None,
    ) -> None:
        """``quiet`` silences the workers' standard output and error."""
        self.depth = workers * AHEAD
        self._make_table = make_table
        self._cancel = cancel
        self._quiet = quiet
        self._watch = watch
        self._cores: Sequence[int | None] = usable_cores()[:workers]
        if len(self._cores) < workers:
            self._cores = [None] * workers
        self._workers: list[Worker] = []
        self._batches: PriorityQueue[QueuedBatch] = PriorityQueue()

    def submit(self, tasks: Sequence[TaskT]) -> "Future[list[GameT]]":
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
            make_table=self._make_table,
            quiet=self._quiet,
        )
        self._workers.append(Worker(start, self._batches, partial(self._notify, number)))

    def _notify(self, number: int, event: object) -> None:
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


def local_pool(
    make_table: TableMaker[TaskT, GameT], concurrency: int | None, cancel: CancelToken
) -> Pool[TaskT, GameT]:
    """Workers on this machine for a process that starts only players.

    By default there is one for each core.
    """
    workers = worker_count(concurrency)
    if workers > 1:
        return LocalPool(make_table, workers, cancel)
    return SerialPool(make_table, cancel, pin=True, alone=True)
