"""What the tests of the screens share: after a key all that it leads to is waited for."""

import asyncio
from time import monotonic
from typing import Any

import pytest
import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app
from textual.app import App
from textual.notifications import Notification
from textual.pilot import Pilot


@pytest.fixture(autouse=True)
def all_work_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual looks at its processor time: on a busy machine it takes itself for idle when it
    has only been held up, and what a key leads to is still to come."""
    wait = Pilot._wait_for_screen

    async def wait_for_all(pilot: Pilot[Any], timeout: float = 30.0) -> bool:
        done = await wait(pilot, timeout)
        await _rest(pilot.app, timeout)
        return done

    async def wait_for_idle(_at_least: float = 0.0, at_most: float = 30.0) -> None:
        await _rest(active_app.get(), at_most)

    monkeypatch.setattr(Pilot, "_wait_for_screen", wait_for_all)
    monkeypatch.setattr(textual.app, "wait_for_idle", wait_for_idle)
    monkeypatch.setattr(textual.screen, "UPDATE_PERIOD", 0.002)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", wait_for_idle)


@pytest.fixture(autouse=True)
def notices_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a test takes, what was told is still there when it looks."""
    monkeypatch.setattr(Notification, "time_left", property(lambda _notice: 3600.0))


async def _rest(app: App[Any], within: float) -> None:
    """Until only a clock, a thread or another process can make the application work."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    deadline = monotonic() + within
    while monotonic() < deadline and app.is_running and app._exception is None:
        await asyncio.sleep(0)
        if not ready and not _has_work(app):
            return


def _has_work(app: App[Any]) -> bool:
    """Whether a key is still to be delivered, or a frame to be drawn."""
    if app._exit or not app.screen_stack:
        return False
    if app._resize_event or app._type_ahead.waiting:  # type: ignore[attr-defined]
        return True
    screen = app.screen_stack[-1]
    return (
        not app._batch_count
        and screen.is_current
        and bool(
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
            or screen._callbacks
        )
    )
