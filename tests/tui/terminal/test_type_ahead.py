"""Keys and clicks that arrive together, as over a slow line."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.engine.config import EngineConfig
from durak_tui.tui.app import DurakApp
from durak_tui.tui.engines.engine_form import EngineForm
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.terminal import type_ahead
from durak_tui.tui.toolkit.form import PressField
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.tui.toolkit.screen import KeyBar
from tests.tui.apps import saved, started, text_on, until
from tests.tui.logs.log_files import write_mixed


def type_at_once(app: DurakApp, *keys: str) -> None:
    """Deliver keys as a terminal does whose keys come in one packet."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_key_waits_for_what_the_one_before_opens_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type_ahead, "PATIENCE", 0)
    async with started("logs", path=str(write_mixed(tmp_path / "match.log"))) as (pilot, app):
        await until(pilot, lambda: "30 games" in text_on(app))
        type_at_once(app, "slash", *"lisa")
        await until(pilot, lambda: app.screen.query_one(Input).value == "lisa")
        await until(pilot, lambda: "20 of 30 games" in text_on(app))


async def test_a_key_waits_for_no_screen_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_ahead, "LONGEST", 1000)
    async with started("logs") as (pilot, app):
        await until(pilot, lambda: "Browse folders" in text_on(app))
        type_at_once(app, *("question_mark", "escape") * 5, "escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_a_key_waits_a_while_for_a_busy_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_ahead, "LONGEST", 0)
    delivered: list[str] = []
    busy, may_end, both = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        busy.set()
        await may_end.wait()

    async def deliver(key: Key | Paste) -> None:
        assert isinstance(key, Key)
        delivered.append(key.key)
        if delivered == ["a", "b"]:
            both.set()

    async with started() as (_, app):
        app.screen.call_later(work)
        await busy.wait()
        keys = type_ahead.TypeAhead(app, deliver)
        await keys.take(Key("a", "a"))
        await keys.take(Key("b", "b"))
        try:
            assert delivered == ["a"]
            await asyncio.wait_for(both.wait(), 60)
        finally:
            may_end.set()


async def test_a_key_waits_for_the_screen_that_what_was_picked_before_opens() -> None:
    async with started("engines", {"engines": (EngineConfig("durak-dummy", "mine"),)}) as (
        pilot,
        app,
    ):
        type_at_once(app, "end", "enter", *"2345")
        await until(pilot, lambda: isinstance(app.screen, EngineForm))
        await until(pilot, lambda: app.screen.query_one("#name", Input).value == "mine2345")


async def test_a_key_waits_for_the_screen_that_an_answer_opens() -> None:
    async with started("settings") as (pilot, app):
        # Another action has c: enter is the answer to press another key, and that is A.
        type_at_once(app, *"kj", "enter", *"c", "enter", *"A")
        await until(pilot, lambda: saved().keys)
        assert list(saved().keys.values()) == ["A"]


async def test_a_key_waits_for_the_list_that_the_one_before_opens_and_for_its_answer() -> None:
    async with started("autoplay") as (pilot, app):
        type_at_once(app, "enter", "home", "enter", *" --x")
        field = app.screen.query_one("#engine1", Input)
        await until(pilot, lambda: field.value == "Beginner --x")


async def click_twice(pilot: Pilot[None], x: int, y: int) -> None:
    """Deliver a double click as a terminal does in one packet."""
    for kind in (MouseDown, MouseUp) * 2:
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
    await pilot.pause()


async def test_a_double_click_on_the_way_back_leads_one_screen_back() -> None:
    async with started("home") as (pilot, app):
        await pilot.press("s", "k")
        before = len(app.screen_stack)
        bar = app.screen.query_one(KeyBar)
        place = next(region for region, action in bar.canvas.zones if action == "app.back")
        await click_twice(pilot, bar.region.x + place.x + 1, bar.region.y)
        await until(pilot, lambda: len(app.screen_stack) < before)
        await pilot.pause()
        assert len(app.screen_stack) == before - 1


def place_of_own_record(app: DurakApp) -> Offset:
    menu = app.screen.query_one(Menu)
    return menu.region.offset + Offset(4, [one.key for one in menu.entries].index("m"))


def place_of_keys(app: DurakApp) -> Offset:
    return app.screen.query_one("#keys", PressField).region.offset


@pytest.mark.parametrize(
    ("screen", "place"), [("home", place_of_own_record), ("settings", place_of_keys)]
)
async def test_two_clicks_open_one_screen(screen: str, place: Callable[[DurakApp], Offset]) -> None:
    async with started(screen, size=(80, 40)) as (pilot, app):
        await click_twice(pilot, *place(app))
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.pause()
        assert len(app.screen_stack) == 2
