"""A run that is held back between games."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import EnginePool, EngineTable
from durak_tui.match.schedule import Task
from durak_tui.match.watch import Watch
from durak_tui.pool.dispatch import Pause, play_all
from durak_tui.pool.local import LocalPool, SerialPool
from tests.match.matches import DUMMY, seen, tasks
from tests.processes import Bell, look_until, wait_for_other_threads
from tests.table.patient import ALL, patient


class Paused:
    """A pause that comes after ``at`` games, and ends when a test has looked."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.done: list[PlayedGame] = []
        self.held = threading.Event()
        self.broken: list[str] = []
        """Everything that the run did by itself while it was held."""
        self.pause = Pause(self.hold)
        self._is_held = False

    def play(
        self, pool: EnginePool, games: int, cancel: CancelToken, *players: EngineConfig
    ) -> None:
        with closing(pool):
            play_all(tasks(games, *players), pool, cancel, after=self.after, pause=self.pause)

    def hold(self, held: bool) -> None:
        self._is_held = held
        if held:
            self.held.set()
        elif self.pause.is_set:
            self.broken.append("gone on")

    def after(self, _: Task, game: PlayedGame) -> None:
        if self._is_held:
            self.broken.append(f"game {game.record.game_id}")
        self.done.append(game)
        if len(self.done) == self.at:
            self.pause.set()

    def numbers(self) -> list[int | None]:
        return [game.record.game_id for game in self.done]


@contextmanager
def running(
    paused: Paused, pool: EnginePool, games: int, token: CancelToken, *players: EngineConfig
) -> "Iterator[Future[None]]":
    """A run in a thread of its own, which ends with the block."""
    with ThreadPoolExecutor(1) as thread:
        try:
            yield thread.submit(paused.play, pool, games, token, *players)
        finally:
            token.set()


def make_pool(workers: int, token: CancelToken) -> EnginePool:
    """Games in that many worker processes; 0: in this one."""
    return LocalPool(EngineTable, workers, token) if workers else SerialPool(EngineTable, token)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run may be held up for as long as its workers take for all that it has given out."""
    monkeypatch.setattr(LocalPool, "largest", 2)


@pytest.mark.few(1)
@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("workers", [0, 1, 2])
def test_while_a_run_is_paused_nothing_is_begun_and_what_was_is_handed_over(workers: int) -> None:
    token = CancelToken()
    paused = Paused(at=20)
    with running(paused, make_pool(workers, token), 120, token) as run:
        assert paused.held.wait(60)
        wait_for_other_threads()
        assert 20 <= len(paused.numbers()) < 120
        paused.pause.clear()
        run.result(60)
    assert not paused.broken
    assert paused.numbers() == list(range(1, 121))


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("workers", [0, 2])
def test_a_paused_run_is_stopped_at_once(workers: int) -> None:
    token = CancelToken()
    paused = Paused(at=20)
    with running(paused, make_pool(workers, token), 120, token) as run:
        assert paused.held.wait(60)
        token.set()
        with pytest.raises(Cancelled):
            run.result(60)
    assert paused.numbers() == list(range(1, len(paused.done) + 1))


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_that_is_paused_in_its_last_game_is_at_its_end(workers: int) -> None:
    paused = Paused(at=20)
    token = CancelToken()
    paused.play(make_pool(workers, token), 20, token)
    assert len(paused.done) == 20
    assert not paused.held.is_set()


def test_games_that_no_worker_has_begun_wait_until_the_pause_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, paused, watch = CancelToken(), Paused(at=-1), Watch()
    taken_back = threading.Semaphore(0)
    with closing(Bell(tmp_path / "bell")) as bell, closing(watch):
        pool = LocalPool(EngineTable, 1, token, watch=watch)
        submit = pool.submit

        def note(future: "Future[list[PlayedGame]]") -> None:
            if future.cancelled():
                taken_back.release()

        def submitted(batch: Sequence[Task]) -> "Future[list[PlayedGame]]":
            future = submit(batch)
            future.add_done_callback(note)
            return future

        monkeypatch.setattr(pool, "submit", submitted)
        watch.next()
        with running(paused, pool, 3, token, patient(bell), DUMMY) as run:
            assert seen(watch, lambda game: game.game_id == 1)
            paused.pause.set()
            for _ in range(2):
                assert taken_back.acquire(timeout=60)
            bell.ring(ALL)
            assert paused.held.wait(60)
            assert paused.numbers() == [1]
            paused.pause.clear()
            run.result(60)
    assert paused.numbers() == [1, 2, 3]


class ByHand(SerialPool[Task, PlayedGame]):
    """Batches that are finished when a test says so."""

    depth = 2
    largest = 4
    batch_seconds = 600.0

    def __init__(self) -> None:
        super().__init__(EngineTable, CancelToken())
        self._given: dict[tuple[int, ...], Future[list[PlayedGame]]] = {}
        self._tasks: dict[int, Task] = {}
        self._changed = threading.Condition()
        self._looks = 0

    def lost(self) -> str:
        """A run looks here again and again while it waits for its games."""
        with self._changed:
            self._looks += 1
            self._changed.notify_all()
        return super().lost()

    def wait_for_look(self) -> None:
        """Until the run has waited for its games, and goes on waiting."""
        with self._changed:
            looks = self._looks
            assert self._changed.wait_for(lambda: self._looks > looks, 60)

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        future: Future[list[PlayedGame]] = Future()
        with self._changed:
            self._tasks.update((task.game_id, task) for task in tasks)
            self._given[tuple(task.game_id for task in tasks)] = future
            self._changed.notify_all()
        return future

    def begin(self, *ids: int) -> None:
        """Play a batch of these games from now on, once it was given out."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: ids in self._given and self._given[ids].set_running_or_notify_cancel(), 60
            )

    def finish(self, *ids: int, played: int) -> None:
        """Hand in the first games of a batch that was begun."""
        games = super().submit([self._tasks[game] for game in ids[:played]]).result()
        self._given[ids].set_result(games)


def test_a_run_is_held_only_when_also_what_is_behind_games_that_were_handed_back_is_over() -> None:
    token, paused, pool = CancelToken(), Paused(at=3), ByHand()
    with running(paused, pool, 11, token) as run:
        for first in (1, 2):
            pool.begin(first)
            pool.finish(first, played=1)
        pool.begin(3, 4, 5, 6)
        pool.begin(7, 8, 9, 10)
        pool.finish(3, 4, 5, 6, played=1)
        look_until(lambda: paused.pause.is_set)
        pool.wait_for_look()
        assert paused.numbers() == [1, 2, 3] and not paused.held.is_set()
        pool.finish(7, 8, 9, 10, played=4)
        assert paused.held.wait(60)
        assert paused.numbers() == [1, 2, 3]
        paused.pause.clear()
        pool.begin(4, 5, 6)
        pool.finish(4, 5, 6, played=3)
        pool.begin(11)
        pool.finish(11, played=1)
        run.result(60)
    assert paused.numbers() == list(range(1, 12))
