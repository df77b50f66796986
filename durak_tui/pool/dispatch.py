"""Giving games out to a pool in batches, and collecting them.

A batch waits, is out, or is back; the batches stand in the order of their games, and only the first
is ever taken from the row, when it is back. So a run reads the same wherever it is played.
"""

import select
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Final, Generic, NamedTuple

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.pool.worker import GameT, TaskT

BATCH_GAMES: Final = 64
AHEAD: Final = 3  # Batches that are given out for each worker.
WAITING: Final = 100
"""For each of those, batches that may be finished and wait for a slow game before them."""
BREAKDOWNS: Final = 3  # How often in a row workers may die without a game being finished.
STOP_SECONDS: Final = 5.0  # For workers to hand in what they have when a run is stopped.
SLOW_SECONDS: Final = 5.0  # A wait for one game that is worth a word.
_LOOK_SECONDS: Final = 0.2


class WorkersLostError(Exception):
    """Workers that died again and again, or are out of reach."""


class Pool(ABC, Generic[TaskT, GameT]):
    """A place that plays batches of games."""

    depth: int
    largest: int
    batch_seconds: float
    losses: tuple[type[BaseException], ...] = ()  # What a batch raises if its worker has died.

    @abstractmethod
    def submit(self, tasks: Sequence[TaskT]) -> "Future[list[GameT]]":
        """Have a batch played, perhaps not all of it."""

    def lost(self) -> str:
        """A reason why no batch will be finished any more; or empty."""
        return ""

    @abstractmethod
    def close(self) -> None:
        """End all workers and players."""


class DueGame(NamedTuple):
    """The game due to be counted, for which finished ones wait."""

    first: int  # The ids of the games of which one is played; mostly there is only one.
    last: int
    seconds: float  # Since it became due.
    held_back: int


class Pause:
    """A brake on a run between games; for any thread."""

    def __init__(self, on_held: Callable[[bool], None] = lambda _: None) -> None:
        """``on_held`` is called with True once nothing is under way, then False."""
        self._on_held = on_held
        self._over = CancelToken()
        self._over.set()

    @property
    def is_set(self) -> bool:
        return not self._over.is_set

    def set(self) -> None:
        if self._over.is_set:
            self._over = CancelToken()

    def clear(self) -> None:
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


@dataclass
class _Batch(Generic[TaskT, GameT]):
    """Some games in a row, and who has them."""

    tasks: list[TaskT]
    games: "Future[list[GameT]] | None" = None
    """None while it waits to be given out; done once it is back."""

    def give_to(self, pool: Pool[TaskT, GameT]) -> None:
        """Have it played; a worker's death is its result."""
        try:
            self.games = pool.submit(self.tasks)
        except pool.losses as error:
            self.games = Future()
            self.games.set_exception(error)

    def call_off(self) -> None:
        if self.games and self.games.cancel():
            self.games = None

    @property
    def is_back(self) -> bool:
        return self.games is not None and self.games.done()

    @property
    def has_failed(self) -> bool:
        games = self.games
        return games is not None and games.done() and (games.cancelled() or bool(games.exception()))


@dataclass
class _Dispatcher(Generic[TaskT, GameT]):
    tasks: Iterator[TaskT]
    pool: Pool[TaskT, GameT]
    cancel: CancelToken
    before: Callable[[TaskT], None]
    after: Callable[[TaskT, GameT], None]
    pause: Pause | None
    waiting: Callable[[DueGame], None]
    clock: Callable[[], float]
    first_since: float = 0.0
    batches: deque[_Batch[TaskT, GameT]] = field(default_factory=deque)
    """Not handed over yet, in order."""
    size: int = 1
    held: bool = False
    breakdowns: int = 0
    stop_seconds: float = STOP_SECONDS

    def play(self) -> None:
        while True:
            self.held = self.pause is not None and self.pause.is_set
            self._take_games()
            self._give_out_or_call_off()
            if not self.batches:
                if self.cancel.is_set:
                    raise Cancelled
                return
            first = self.batches[0]
            if first.games is None:
                self._wait_out_pause()
            # To wait, even for what is done, takes a hundredth of a quick game.
            elif first.is_back or wait([first.games], timeout=_LOOK_SECONDS).done:
                self._collect(first, first.games)
            else:
                if self.cancel.is_set:
                    self.stop_seconds -= _LOOK_SECONDS
                    if self.stop_seconds <= 0:
                        raise Cancelled
                self._report_wait(first)
                self._look_for_lost_pool()

    def _report_wait(self, first: _Batch[TaskT, GameT]) -> None:
        held_back = sum(len(one.tasks) for one in self.batches if one.is_back)
        seconds = self.clock() - self.first_since
        if held_back and seconds >= SLOW_SECONDS:
            ids = first.tasks[0].game_id, first.tasks[-1].game_id
            self.waiting(DueGame(*ids, seconds, held_back))

    def _await(self, task: TaskT) -> None:
        """Note the game that is due to be handed over."""
        self.first_since = self.clock()
        self.before(task)

    def _take_games(self) -> None:
        while not self.cancel.is_set and self._has_room():
            tasks = list(islice(self.tasks, self.size))
            if not tasks:
                return
            if not self.batches:
                self._await(tasks[0])
            self.batches.append(_Batch(tasks))

    def _give_out_or_call_off(self) -> None:
        for batch in self.batches:
            if self.held:
                batch.call_off()
            elif batch.games is None and not self.cancel.is_set:
                batch.give_to(self.pool)

    def _has_room(self) -> bool:
        # Also in a pause one batch is taken: if there is none, the run is at its end.
        depth = 1 if self.held else self.pool.depth
        if len(self.batches) < depth:
            return True
        # ``depth`` batches are to be played at any time, however long the first takes.  What is
        # back is handed over before.
        if len(self.batches) >= depth * WAITING or self.batches[0].is_back:
            return False
        return sum(not batch.is_back for batch in self.batches) < depth

    def _wait_out_pause(self) -> None:
        """Wait until nothing is out, then for the pause to end."""
        if self.cancel.is_set:
            raise Cancelled
        assert self.pause
        if out := [one.games for one in self.batches if one.games and not one.games.done()]:
            wait(out, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
            self._look_for_lost_pool()
        else:
            self.pause.wait(self.cancel)

    def _look_for_lost_pool(self) -> None:
        if why := self.pool.lost():
            raise WorkersLostError(why)

    def _collect(self, batch: _Batch[TaskT, GameT], future: "Future[list[GameT]]") -> None:
        """Hand over the first batch; give out again what was not played."""
        try:
            games = future.result()
        except self.pool.losses:
            self._survive_loss()
            return
        self.breakdowns = 0
        self.batches.popleft()
        for task, game in zip(batch.tasks, games, strict=False):
            if task is not batch.tasks[0]:
                self._await(task)
            self.after(task, game)
        rest = batch.tasks[len(games) :]
        if rest and self.cancel.is_set:
            raise Cancelled
        size = self.size = _batch_size(games, self.pool)
        for start in reversed(range(0, len(rest), size)):
            self.batches.appendleft(_Batch(rest[start : start + size]))
        if self.batches:
            self._await(self.batches[0].tasks[0])

    def _survive_loss(self) -> None:
        self.breakdowns += 1
        if self.cancel.is_set:
            raise Cancelled from None
        if self.breakdowns > BREAKDOWNS:
            raise WorkersLostError(f"workers died {self.breakdowns} times in a row") from None
        for batch in self.batches:
            if batch.has_failed:
                batch.games = None


def _batch_size(games: Sequence[GameT], pool: Pool[TaskT, GameT]) -> int:
    each = games[-1].expected_seconds(started=len(games) > 1)
    return max(1, min(pool.largest, int(pool.batch_seconds / max(each, 1e-6))))


def play_all(
    tasks: Iterator[TaskT],
    pool: Pool[TaskT, GameT],
    cancel: CancelToken,
    *,
    before: Callable[[TaskT], None] = lambda _: None,
    after: Callable[[TaskT, GameT], None],
    pause: Pause | None = None,
    waiting: Callable[[DueGame], None] = lambda _: None,
    clock: Callable[[], float] = monotonic,
) -> None:
    """Play all games and hand them over in order, one by one.

    ``before`` is called when a game is the next to be waited for. While ``pause`` is set, games
    that were begun are finished, and handed over if all before them are, and no others are begun.
    ``waiting`` is called a few times a second while finished games wait for one before them that
    has been due for `SLOW_SECONDS`.
    Raises Cancelled when the token is set, having handed over what was finished in order;
    WorkersLostError if workers keep dying; and what a player's start or the callbacks raise.
    """
    _Dispatcher(tasks, pool, cancel, before, after, pause, waiting, clock).play()
