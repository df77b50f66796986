"""Maps that are drawn by keys and by mouse, and saved."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.games.goldrush.maps import empty_map, parse_map
from durak_tui.tui.app import DurakApp
from durak_tui.tui.games.map_editor import MapCanvas, MapEditorScreen
from tests.games.goldrush.mines import hall
from tests.tui.apps import TerminalWindow, started, text_on, until
from tests.tui.pictures import assert_picture


def editing(path: Path, width: int = 6, height: int = 4) -> Any:
    return started("map", path=path, mine_map=empty_map(width, height))


async def saved(pilot: Pilot[Any], app: DurakApp, path: Path) -> str:
    await pilot.press("ctrl+o")
    await until(pilot, lambda: "saved." in text_on(app))
    return path.read_text()


async def test_keys_draw_and_the_map_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "new" / "mine.map"
    async with editing(path) as (pilot, app):
        await pilot.press("s", "right", "m", "right", "space", "down", "b", "right", "plus", "plus")
        assert "not saved" in text_on(app)
        text = await saved(pilot, app, path)
        assert text == "6 4\nS M M E E E\nE E - 2 E E\nE E E E E E\nE E E E E E\n"


async def test_the_mirror_and_taking_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.map"
    async with editing(path) as (pilot, app):
        await pilot.press("x", "s", "x", "right", "s", "u")
        assert await saved(pilot, app, path) == (
            "6 4\nS E E E E S\nE E E E E E\nE E E E E E\nS E E E E S\n"
        )
        await pilot.press("u", "u")
        assert "Nothing to undo." in text_on(app)


async def test_the_mouse_draws_while_its_button_is_down(tmp_path: Path) -> None:
    path = tmp_path / "mine.map"
    async with editing(path) as (pilot, app):
        await pilot.press("m")
        await pilot.mouse_down(MapCanvas, offset=(3, 1))
        await pilot.hover(MapCanvas, offset=(4, 1))
        await pilot.hover(MapCanvas, offset=(4, 2))
        await pilot.mouse_up(MapCanvas, offset=(4, 2))
        await pilot.hover(MapCanvas, offset=(5, 3))
        text = await saved(pilot, app, path)
        assert text == "6 4\nM E E E E E\nE E M M E E\nE E E M E E\nE E E E E E\n"


async def test_a_map_that_is_not_saved_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "mine.map"
    async with editing(path) as (pilot, app):
        await pilot.press("s", "escape")
        await until(pilot, lambda: "The map is not saved" in text_on(app))
        await pilot.press("down", "down", "enter")
        assert isinstance(app.screen, MapEditorScreen)
        await pilot.press("escape", "enter")
        await until(pilot, path.exists)
        await until(pilot, lambda: not isinstance(app.screen, MapEditorScreen))
    assert parse_map(path.read_text()).cells[0] == "S"


async def test_a_map_that_cannot_be_written_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with editing(tmp_path / "file" / "mine.map") as (pilot, app):
        await pilot.press("s", "ctrl+o")
        await until(pilot, lambda: "Not saved" in text_on(app))
        assert isinstance(app.screen, MapEditorScreen)


@pytest.mark.slow
async def test_a_map_larger_than_the_window_is_scrolled(tmp_path: Path) -> None:
    path = tmp_path / "mine.map"
    async with editing(path, 200, 200) as (pilot, app):
        for key in (*["right"] * 100, *["down"] * 30, "s"):
            await pilot.press(key)
        text = await saved(pilot, app, path)
        assert parse_map(text).cells[30 * 200 + 100] == "S"
        canvas = app.screen.query_one(MapCanvas).canvas
        assert any("#" in text for y in range(canvas.height) for text, _ in canvas.row(y))


async def test_it_looks_right(window: TerminalWindow, tmp_path: Path) -> None:
    path = tmp_path / "hall.map"
    async with started("map", path=path, mine_map=hall(), size=window.size) as (pilot, app):
        await pilot.press("right", "b", "x")
        await assert_picture(app, f"map-{window}")
