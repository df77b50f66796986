"""Matches that are run in the background, and what becomes of them."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import EnginePool, EngineTable
from durak_tui.match.plan import Plan
from durak_tui.match.schedule import Schedule, Task, paired
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.match.watch import Watch, WatchedGame
from durak_tui.pool.dispatch import play_all
from durak_tui.pool.local import LocalPool, SerialPool

DUMMY = EngineConfig("durak-dummy")
LOSER = EngineConfig("sh -c 'while read line; do echo ok; done'", "loser")
OPTIONS = ["durak-dummy", "durak-dummy", "--matches-number=4", "--match-size=30", "--seed=11"]
PLAN = Plan((DUMMY, DUMMY), matches=4, match_size=30, seed=11)
TOTAL = 120
"""A run of dummies: for the command, for a match, and how many games it has."""


def tasks(games: int, *players: EngineConfig) -> Iterator[Task]:
    """That many games between two contestants."""
    first, second = players or (DUMMY, DUMMY)
    return Schedule(1, games, (first, second), paired(3, 36), 3).tasks()


def pool_of(workers: int, token: CancelToken) -> EnginePool:
    """A pool of this machine; with one worker, none but this process."""
    if workers > 1:
        return LocalPool(EngineTable, workers, token)
    return SerialPool(EngineTable, token)


def played(pool: EnginePool, games: int, *players: EngineConfig) -> list[PlayedGame]:
    """The games of a pool."""
    done: list[PlayedGame] = []
    with closing(pool):
        play_all(
            tasks(games, *players), pool, CancelToken(), after=lambda _, game: done.append(game)
        )
    return done


def reached(
    match: BackgroundRun, condition: Callable[[MatchSnapshot], object], seconds: float = 60
) -> MatchSnapshot:
    """Wait for a moment at which a match fulfils a condition."""
    while not condition(now := match.snapshot()):
        assert changes(match, now.version, seconds), f"it stays {now}"
    return now


def changes(match: BackgroundRun, version: int, seconds: float = 60) -> bool:
    """Wait until something has happened since; whether it has."""
    with match.changed:
        return match.changed.wait_for(lambda: match.version != version, seconds)


def seen(watch: Watch, condition: Callable[[WatchedGame], object], seconds: float = 60) -> bool:
    """Wait until the game that is watched fulfils a condition; whether it does."""
    with watch.changed:
        return watch.changed.wait_for(
            lambda: watch.game is not None and bool(condition(watch.game)), seconds
        )


def ended(plan: Plan, **options: Any) -> MatchSnapshot:
    """A match from its start to its end."""
    with BackgroundRun(plan, **options) as match:
        match.start()
        assert match.wait(120)
        return match.snapshot()
