"""Matches that are run in the background, and what becomes of them."""

from collections.abc import Callable
from typing import Any

from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.match.watch import Watch, WatchedGame

DUMMY = EngineConfig("durak-dummy")
LOSER = EngineConfig("sh -c 'while read line; do echo ok; done'", "loser")
OPTIONS = ["durak-dummy", "durak-dummy", "--matches-number=4", "--match-size=30", "--seed=11"]
PLAN = Plan((DUMMY, DUMMY), matches=4, match_size=30, seed=11)
TOTAL = 120
"""A run of dummies: for the command, for a match, and how many games it has."""


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
