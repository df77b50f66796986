"""A game of a log that runs by itself."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.tui.logs import replay_screen as replay
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from tests.tui.apps import text_on, until
from tests.tui.logs.browsing import replaying
from tests.tui.logs.log_files import log

__all__ = ["log"]

WON = 2
"""The number of a game that was won by the cards."""


class Clock:
    """Stands in for timers, one of which may be on; it rings when asked."""

    def __init__(self) -> None:
        self.rings: Callable[[], object] | None = None

    def timer(self, _owner: object, _seconds: float, rings: Callable[[], object]) -> "Clock":
        self.rings = rings
        return self

    def stop(self) -> None:
        self.rings = None

    async def ring(self, pilot: Pilot[Any]) -> None:
        """Ring, and wait for what that leads to."""
        rings, self.rings = self.rings, None
        assert rings
        pilot.app.screen.call_later(rings)
        await pilot.pause()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that is moved by hand."""
    clock = Clock()
    monkeypatch.setattr(replay, "Timer", clock.timer)
    return clock


async def test_a_game_runs_by_itself_to_its_end_and_stops_when_asked(
    log: Path, clock: Clock
) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space")
        while clock.rings:
            await clock.ring(pilot)
        assert " wins; " in text_on(app)
        assert "running," not in text_on(app)
        await pilot.press("space")  # once more from the start
        while "bout 2 of" not in text_on(app):
            await clock.ring(pilot)
        await pilot.press("space")
        assert not clock.rings
        assert "running," not in text_on(app)


@pytest.mark.slow
async def test_it_runs_even_if_the_program_is_held_up_at_any_moment(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Then Textual's own timer never rings.
    silent = SimpleNamespace(stop=lambda: None)
    monkeypatch.setattr(ReplayScreen, "set_timer", lambda *_args, **_named: silent)
    async with replaying(log, WON, replay_ms=10) as (pilot, app):
        await pilot.press("space")
        await until(pilot, lambda: " wins; " in text_on(app))


async def test_the_speed_is_changed_and_remembered(log: Path, clock: Clock) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space")
        assert "running, 0.6 s per card" in text_on(app)
        await pilot.press("plus", "plus")
        assert "running, 0.25 s per card" in text_on(app)
        await pilot.press("minus")
        await until(pilot, lambda: app.settings.value.replay_ms == 400)
        await pilot.press("l")  # a step by hand stops it
        assert not clock.rings
        assert "running" not in text_on(app)


async def test_a_game_that_runs_stops_when_its_screen_is_left(log: Path, clock: Clock) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space", "escape")
        await until(pilot, lambda: isinstance(app.screen, LogsScreen) and not clock.rings)
