"""Games that are handed over in their order, and what is said while one holds others back."""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing

from durak_tui.engine.cancel import CancelToken
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import EngineTable
from durak_tui.match.schedule import Task
from durak_tui.pool.dispatch import SLOW_SECONDS, DueGame, Pool, play_all
from durak_tui.pool.worker import play_in_order
from tests.clocks import HandClock
from tests.match.matches import DUMMY, tasks


class SlowFirst(Pool[Task, PlayedGame]):
    """Plays every game at once, but the first only when it is let go."""

    depth = 4
    largest = 1
    batch_seconds = 0.0

    def __init__(self) -> None:
        self._engines = EngineTable()
        self._first: tuple[Future[list[PlayedGame]], Sequence[Task]] | None = None

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        future: Future[list[PlayedGame]] = Future()
        if tasks[0].game_id == 1:
            self._first = future, tasks
        else:
            future.set_result(play_in_order(self._engines, tasks))
        return future

    def let_go(self) -> None:
        assert self._first
        future, games = self._first
        if not future.done():
            future.set_result(play_in_order(self._engines, games))

    def close(self) -> None:
        self._engines.close()


def test_a_wait_for_one_slow_game_is_reported_with_its_time_and_what_it_holds_back() -> None:
    pool, clock, reported, done = SlowFirst(), HandClock(), list[DueGame](), list[int]()

    def due(_task: Task) -> None:
        clock.now += SLOW_SECONDS

    def waiting(now: DueGame) -> None:
        reported.append(now)
        clock.now += 38
        if len(reported) == 2:
            pool.let_go()

    with closing(pool):
        play_all(
            tasks(6, DUMMY, DUMMY), pool, CancelToken(), before=due,
            after=lambda task, _: done.append(task.game_id), waiting=waiting, clock=clock,
        )  # fmt: skip
    assert done == [1, 2, 3, 4, 5, 6]
    assert reported == [DueGame(1, 1, 5, 3), DueGame(1, 1, 43, 5)]
