"""Going through a log as a user does, one key after what the one before has led to."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from durak_tui.library import export
from durak_tui.tui.app import DurakApp
from durak_tui.tui.logs.game_list import GameList
from durak_tui.tui.logs.open_log import OpenLogScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.logs.sharing import ExportPath
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from tests.tui.apps import started, text_on, until


@asynccontextmanager
async def browsing(
    log: Path, *, shown: str = "30 games", size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The application with the games of a log, once the screen says this and they are listed."""
    async with started("logs", settings, path=str(log), size=size) as (pilot, app):
        await is_listed(pilot, app, shown)
        yield pilot, app


@asynccontextmanager
async def replaying(
    log: Path,
    game: int,
    *,
    shown: str = "30 games",
    size: tuple[int, int] = (80, 24),
    **settings: Any,
) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The application with one game of a log, by its number."""
    async with browsing(log, shown=shown, size=size, **settings) as (pilot, app):
        await opened(pilot, app, game, shown)
        yield pilot, app


@asynccontextmanager
async def choosing(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The application in which a log is to be chosen."""
    async with started("logs", size=size) as (pilot, app):
        await goes_to(pilot, app, OpenLogScreen)
        yield pilot, app


class Held(NamedTuple):
    """An export that waits at some game until it may go on."""

    reached: Event
    may_go_on: Event

    async def begins(self, pilot: Pilot[Any]) -> None:
        """Export the list, and wait until that has come to where it waits."""
        await pilot.press("e", "l")
        # Whether the list is whole is asked in the thread that reads it.
        await until(pilot, lambda: isinstance(pilot.app.screen, ExportPath))
        await pilot.press("enter")
        await until(pilot, self.reached.is_set)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    """The export that is to come."""
    held = Held(Event(), Event())
    export_games = export.export_games

    def export_when_allowed(*arguments: Any, go_on: Callable[[int], bool], **named: Any) -> Any:
        def wait(done: int) -> bool:
            if done:
                held.reached.set()
                assert held.may_go_on.wait(60)
            return go_on(done)

        return export_games(*arguments, go_on=wait, **named)

    monkeypatch.setattr(export, "export_games", export_when_allowed)
    return held


def the_list(app: DurakApp) -> GameList:
    """The list of games of an application that was started with the logs."""
    return app.screen_stack[0].query_one(GameList)


def number(app: DurakApp) -> int:
    """The number of the game with the cursor, from 1; 0 if there is none."""
    current = the_list(app).current
    return 0 if current is None else current.number + 1


async def is_listed(pilot: Pilot[Any], app: DurakApp, text: str = "30 games") -> None:
    """Wait until the screen says this, and the list shows what it is to."""
    await until(pilot, lambda: text in text_on(app) and not the_list(app).waits)


async def press(pilot: Pilot[Any], app: DurakApp, *keys: str) -> None:
    """Press keys, and wait until the list shows what they lead to."""
    await pilot.press(*keys)
    await until(pilot, lambda: not the_list(app).waits)


async def goes_to(pilot: Pilot[Any], app: DurakApp, screen: type) -> None:
    """Wait for a screen, and that it is drawn."""
    await until(
        pilot, lambda: isinstance(app.screen, screen) and app.screen.is_mounted and text_on(app)
    )


async def opened(pilot: Pilot[Any], app: DurakApp, game: int, games: str = "30 games") -> None:
    """Open a game of the log, by its number."""
    await is_listed(pilot, app, games)
    await press(pilot, app, *["j"] * (game - 1))
    await press(pilot, app, "enter")  # which opens what is shown
    await goes_to(pilot, app, ReplayScreen)
    await until(pilot, lambda: f"Game {game} " in text_on(app))


def table(app: DurakApp) -> TableView:
    """The view on the table of the screen."""
    view = app.screen.query_one(CardTable).view
    assert view
    return view
