"""Keys that arrive together, as over a slow line."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from durak_tui.tui.app import DurakApp
from durak_tui.tui.engines.form import EngineForm
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.terminal import type_ahead
from durak_tui.user.settings import EngineEntry
from tests.tui.apps import make_app, saved, text_on, until
from tests.tui.logs.log_files import write_mixed


def type_at_once(app: DurakApp, *keys: str) -> None:
    """What a terminal does whose keys come in one packet."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_key_waits_for_what_the_one_before_opens_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type_ahead, "PATIENCE", 0)
    app = make_app("logs", path=str(write_mixed(tmp_path / "match.log")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "30 games" in text_on(app))
        type_at_once(app, "slash", *"lisa")
        await until(pilot, lambda: app.screen.query_one(Input).value == "lisa")
        await until(pilot, lambda: "20 of 30 games" in text_on(app))


async def test_a_key_does_not_wait_for_a_screen_that_is_gone() -> None:
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Browse folders" in text_on(app))
        began = app._type_ahead._count
        type_at_once(app, *("question_mark", "escape") * 5, "escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app._type_ahead._count == began + 11


async def test_a_key_waits_for_the_screen_that_what_was_picked_before_opens() -> None:
    app = make_app("engines", {"engines": (EngineEntry("mine", "durak-dummy"),)})
    async with app.run_test(size=(80, 24)) as pilot:
        type_at_once(app, "end", "enter", *"2345")
        await until(pilot, lambda: isinstance(app.screen, EngineForm))
        await until(pilot, lambda: app.screen.query_one("#name", Input).value == "mine2345")


async def test_a_key_waits_for_the_screen_that_an_answer_opens() -> None:
    app = make_app("settings")
    async with app.run_test(size=(80, 24)) as pilot:
        # Another action has c: enter is the answer to press another key, and that is A.
        type_at_once(app, *"kj", "enter", *"c", "enter", *"A")
        await until(pilot, lambda: saved().keys)
        assert list(saved().keys.values()) == ["A"]


async def test_a_key_waits_for_the_field_that_the_one_before_shows() -> None:
    app = make_app("autoplay")
    async with app.run_test(size=(80, 24)) as pilot:
        type_at_once(app, "left", "down", *"durak-dumm")
        command = app.screen.query_one("#command1", Input)
        await until(pilot, lambda: command.value == "durak-dumm")


async def test_a_key_that_was_overtaken_says_no_more_of_where_the_next_one_is() -> None:
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Browse folders" in text_on(app))
        keys = app._type_ahead
        await until(pilot, lambda: not keys._turn)
        overtaken = keys._count
        keys._turn = keys._count = overtaken + 1
        keys._at = here = app.screen
        keys._follow(app.focused, overtaken)
        keys._to_screen(overtaken)
        keys._to_app(overtaken)
        assert keys._at is here
        keys._to_app(keys._turn)
        await until(pilot, lambda: not keys._turn)
