"""Playing games in worker processes, each with its engines on one core.

Games go out in small batches to a pool of workers and come back in order, so that a run
reads the same whatever its number of workers.  The pools of this module are for one machine;
any other that can call :func:`durak_tui.match.pool.worker.play_batch` will do.
"""

import contextlib
import os
import pickle
import select
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty
from typing import Final, Protocol

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.match.game import PlayedGame
from durak_tui.match.pool.process import Job, Jobs, Worker, WorkerProcess
from durak_tui.match.pool.worker import EngineCache
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Broadcast, Event, Watch

BATCH_GAMES: Final = 64
"""The largest batch."""
AHEAD: Final = 3
"""Batches that are given out for each worker."""
WAITING: Final = 100
"""For each of those, batches that may be finished and wait for a slow game before them."""
BREAKDOWNS: Final = 3
"""How often in a row workers may die without a game being finished."""
STOP_SECONDS: Final = 5.0
"""How long workers may take to hand in what they have when a run is stopped."""
_LOOK_SECONDS: Final = 0.2


_Games = Future[list[PlayedGame]]


class WorkersLostError(Exception):
    """Worker processes died again and again without finishing a game, or are out of reach."""


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


def worker_count(wanted: int | None = None) -> int:
    """How many workers to have on this machine: so many, or one for each core."""
    return wanted or len(usable_cores()) or os.cpu_count() or 1


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
        """Have a batch played by a :class:`durak_tui.match.pool.worker.Bench`, which may hand in
        fewer games."""

    def lost(self) -> str:
        """Why no batch will ever be finished any more; empty as long as one may be."""

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
        self,
        cancel: CancelToken,
        bench: EngineCache | None = None,
        *,
        pin: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """``pin`` keeps this thread and its engines on one core until the pool is closed."""
        broadcast = Broadcast(watch.fileno(), partial(watch.tell, 0)) if watch else None
        self._bench = bench or EngineCache(cancel, broadcast=broadcast)
        self._watch = watch
        self._unpinned = usable_cores() if pin else []
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned[:1])

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Play, and return what is done already."""
        future: Future[list[PlayedGame]] = Future()
        future.set_result(self._bench.play(tasks))
        return future

    def lost(self) -> str:
        """Nothing: there is nothing that could have died."""
        return ""

    def renew(self) -> None:
        """There is nothing that could have died."""

    def close(self) -> None:
        """End the engines."""
        self._bench.close()
        if self._watch:
            self._watch.lost(0)
        if self._unpinned:
            os.sched_setaffinity(0, self._unpinned)


class LocalPool:
    """Worker processes on this machine, each with its engines on a core of its own.

    They are started as there are batches for them.
    """

    largest = BATCH_GAMES
    batch_seconds = 0.05
    losses: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(
        self,
        workers: int,
        cancel: CancelToken,
        *,
        quiet: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """``quiet`` keeps whatever workers might say from standard output and error."""
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
        """Give a batch to the next worker that is free.

        If no worker can be started, raises RunnerError, or the batch fails with it.
        """
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

    def _tell(self, number: int, event: Event | None) -> None:
        if self._watch and event is None:
            self._watch.lost(number)
        elif self._watch and event is not None:
            self._watch.tell(number, event)

    def worker_ids(self) -> list[int]:
        """The process ids of the workers that run."""
        return [process.pid for worker in self._workers if (process := worker.process)]

    def lost(self) -> str:
        """Nothing: workers that have died can be started anew."""
        return ""

    def renew(self) -> None:
        """Those that have died are replaced anyway, as soon as there is a batch for them."""

    def close(self) -> None:
        """Let running games be cut off by the token, and wait until all have ended."""
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


class Pause:
    """Holds a run back between games.  May be set and cleared by any thread at any moment."""

    def __init__(self, on_held: Callable[[bool], None] = lambda _: None) -> None:
        """``on_held`` is told, in the run's thread, when the last game that was under way is
        finished, and when the run goes on."""
        self._on_held = on_held
        self._over = CancelToken()
        self._over.set()

    @property
    def is_set(self) -> bool:
        """Whether no more games are to be given out."""
        return not self._over.is_set

    def set(self) -> None:
        """Give out no more games."""
        if self._over.is_set:
            self._over = CancelToken()

    def clear(self) -> None:
        """Go on."""
        self._over.set()

    def wait(self, cancel: CancelToken) -> None:
        """Wait until it is cleared or the token is set."""
        over = self._over
        poll = select.poll()
        for token in (over, cancel):
            poll.register(token.fileno(), select.POLLIN)
        self._on_held(True)
        poll.poll()
        self._on_held(False)


def play_all(
    tasks: Iterator[Task],
    pool: Pool,
    cancel: CancelToken,
    *,
    before: Callable[[Task], None],
    after: Callable[[Task, PlayedGame], None],
    pause: Pause | None = None,
) -> None:
    """Play all games and hand them over in order, one by one.

    ``before`` is called when a game is the next to be waited for.  While ``pause`` is set,
    games that were begun are finished, and handed over if all before them are, and no others
    are begun.  Raises Cancelled when the token is set, having handed over what was finished in
    order; WorkersLostError if workers keep dying; whatever an engine's start or the callbacks
    raise.
    """
    under_way: deque[tuple[list[Task], Future[list[PlayedGame]]]] = deque()
    size = 1
    breakdowns = 0
    patience = STOP_SECONDS
    was_held = False
    while True:
        if cancel.is_set and not under_way:
            raise Cancelled
        held = pause is not None and pause.is_set
        if held:
            for _, future in under_way:
                future.cancel()  # if no worker has begun it
        elif was_held and not cancel.is_set:
            under_way = _submitted_again(under_way, pool, Future.cancelled)
        was_held = held
        # One batch is taken even then: if there is none, the run is at its end.
        while not cancel.is_set and _room(under_way, 1 if held else pool.depth):
            if under_way:
                batch = list(islice(tasks, size))
            elif (first := next(tasks, None)) is not None:
                before(first)
                batch = [first, *islice(tasks, size - 1)]
            else:
                return
            if not batch:
                break
            under_way.append((batch, _held_back() if held else _submitted(batch, pool)))
        batch, future = under_way[0]
        if pause is not None and future.cancelled():
            if cancel.is_set:
                raise Cancelled
            # Behind what was handed back others may still be under way.
            if running := [one for _, one in under_way if not one.done()]:
                wait(running, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
                if why := pool.lost():
                    raise WorkersLostError(why)
            else:
                pause.wait(cancel)
            continue
        if not wait([future], timeout=_LOOK_SECONDS).done:
            if cancel.is_set:
                patience -= _LOOK_SECONDS
                if patience <= 0:
                    raise Cancelled
            if why := pool.lost():
                raise WorkersLostError(why)
            continue
        try:
            games = future.result()
        except pool.losses:
            breakdowns += 1
            if cancel.is_set:
                raise Cancelled from None
            if breakdowns > BREAKDOWNS:
                raise WorkersLostError(f"workers died {breakdowns} times in a row") from None
            pool.renew()
            under_way = _submitted_again(under_way, pool, _failed)
            continue
        breakdowns = 0
        under_way.popleft()
        for task, game in zip(batch, games, strict=False):
            if task is not batch[0]:
                before(task)
            after(task, game)
        # What a worker has not played, because it has become slow, goes out again.
        rest = batch[len(games) :]
        if rest and cancel.is_set:
            raise Cancelled
        size = _batch_size(games, pool)
        smaller = (rest[start : start + size] for start in range(0, len(rest), size))
        again = [(part, _held_back() if held else _submitted(part, pool)) for part in smaller]
        under_way.extendleft(reversed(again))
        if under_way:
            before(under_way[0][0][0])


def _room(under_way: deque[tuple[list[Task], _Games]], depth: int) -> bool:
    """Whether one more batch is to be given out: as many are to be played at any time,
    however long the first takes.  What is finished is handed over before."""
    if len(under_way) < depth:
        return True
    if len(under_way) >= depth * WAITING or under_way[0][1].done():
        return False
    return sum(not future.done() for _, future in under_way) < depth


def _batch_size(games: Sequence[PlayedGame], pool: Pool) -> int:
    """How many games such as these are a batch."""
    game = games[-1]
    if len(games) > 1:
        each = (game.record.ended_at - game.record.started_at).total_seconds()
    else:
        # It may have had to wait for its engines to start, which the next need not.
        each = game.overhead + sum(clock.seconds for clock in game.record.clocks or ())
    return max(1, min(pool.largest, int(pool.batch_seconds / max(each, 1e-6))))


def _held_back() -> _Games:
    """A batch that has been given to nobody yet."""
    future = _Games()
    future.cancel()
    return future


def _submitted(batch: Sequence[Task], pool: Pool) -> _Games:
    """A batch under way; one that cannot be, because a worker has just died, has failed."""
    try:
        return pool.submit(batch)
    except pool.losses as error:
        failed = _Games()
        failed.set_exception(error)
        return failed


def _submitted_again(
    under_way: Iterable[tuple[list[Task], _Games]], pool: Pool, which: Callable[[_Games], bool]
) -> deque[tuple[list[Task], _Games]]:
    return deque(
        (batch, _submitted(batch, pool) if which(future) else future) for batch, future in under_way
    )


def _failed(future: _Games) -> bool:
    return future.cancelled() or (future.done() and future.exception() is not None)
