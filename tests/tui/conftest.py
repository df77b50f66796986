"""Fixtures of screens; a key is waited for with its consequences."""

from typing import Any

import pytest
import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app
from textual.notifications import Notification
from textual.pilot import Pilot

from durak_tui.net import wire
from tests.tui.apps import THREE_FORMS, TerminalWindow, first_is_short, in_terminal
from tests.tui.rest import rest


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that take no time, although they are not worth much, and as long as they need."""
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 20)
    monkeypatch.setattr("durak_tui.tui.play.finished_game.PATIENCE", 600.0)


@pytest.fixture(autouse=True)
def all_work_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual looks at its processor time: on a busy machine it takes itself for idle when it
    has only been held up, and what a key leads to is still to come."""
    wait = Pilot._wait_for_screen

    async def wait_for_all(pilot: Pilot[Any], timeout: float = 30.0) -> bool:
        done = await wait(pilot, timeout)
        await rest(pilot.app, timeout)
        return done

    async def wait_for_idle(_at_least: float = 0.0, at_most: float = 30.0) -> None:
        await rest(active_app.get(), at_most)

    monkeypatch.setattr(Pilot, "_wait_for_screen", wait_for_all)
    monkeypatch.setattr(textual.app, "wait_for_idle", wait_for_idle)
    monkeypatch.setattr(textual.screen, "UPDATE_PERIOD", 0.002)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", wait_for_idle)


@pytest.fixture(autouse=True)
def nobody_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide a test from the network of this machine."""
    monkeypatch.setattr(wire, "NEEDED", ("no_such_module",))


@pytest.fixture(autouse=True)
def notices_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices stay until a test looks, even if it takes long."""
    monkeypatch.setattr(Notification, "time_left", property(lambda _notice: 3600.0))


@pytest.fixture(params=first_is_short(THREE_FORMS))
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> TerminalWindow:
    """The window of a picture; the environment is that of its terminal."""
    window: TerminalWindow = request.param
    in_terminal(monkeypatch, window.terminal)
    return window
