"""The command palette, and the keys of Textual that work everywhere."""

import pytest
from textual.command import CommandList, CommandPalette
from textual.widgets import Input

from durak_tui.tui.settings.settings_screen import SettingsScreen
from durak_tui.tui.terminal.palette import Palette
from durak_tui.tui.toolkit.dialog import Question
from tests.tui.apps import in_terminal, make_app, notices_on, started, text_on, until
from tests.tui.pictures import picture
from tests.tui.runs.matches import RUNNING, StillMatch


async def test_without_utf8_all_of_it_is_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "ascii")
    async with started("play", {"pause_ms": 0}) as (pilot, app):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "End the bout, or add no more cards" in text_on(app))
        assert "What do you want to do?" in text_on(app)
        assert picture(app).isascii()
        await pilot.press("u", "n", "d")
        await until(pilot, lambda: "End the bout, or add no more cards" not in text_on(app))
        assert "Take back your last card" in text_on(app)
        assert picture(app).isascii()
        await pilot.press("down", "pagedown", *"zzz")
        await until(pilot, lambda: "No such command." in text_on(app))
        assert picture(app).isascii()


async def test_without_colours_the_marked_command_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "nocolor")
    async with started("home") as (pilot, app):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "Play (p)" in text_on(app))
        found = app.screen.query_one(CommandList)
        for marked in (True, False):
            styles = [next(iter(found.render_line(2 * row))).style for row in (0, 1)]
            assert [bool(one and one.reverse) for one in styles] == [marked, not marked]
            await pilot.press("down")


async def test_it_speaks_the_language_of_the_application() -> None:
    async with started("home", {"language": "ru"}, notifications=True) as (pilot, app):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "Что вы хотите сделать?" in text_on(app))
        await pilot.press(*"zzz")
        await until(pilot, lambda: "Такой команды нет." in text_on(app))
        await pilot.press("escape", "ctrl+c")
        await until(pilot, lambda: "Чтобы выйти, нажмите q" in " ".join(notices_on(app)))


async def test_where_it_is_open_already_it_stays_as_it_is() -> None:
    async with started() as (pilot, app):
        await pilot.press("ctrl+p", "a", "ctrl+p")
        assert isinstance(app.screen, Palette) and isinstance(app.screen, CommandPalette)
        assert len(app.screen_stack) == 2
        await pilot.press("escape")
        assert len(app.screen_stack) == 1


async def test_ctrl_q_asks_what_q_asks_while_a_match_is_played() -> None:
    app = make_app()
    app.match_feed.job = StillMatch(RUNNING)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", "ctrl+q")
        assert isinstance(app.screen, Question)
        assert "A match is running" in text_on(app)
        await pilot.press("escape")
        assert app.is_running and not isinstance(app.screen, Question)
        await pilot.press("ctrl+q", "down", "enter")
    assert app.return_code == 0


async def test_ctrl_q_leaves_a_form_as_q_does() -> None:
    async with started("settings") as (pilot, app):
        assert isinstance(app.screen, SettingsScreen)
        field = app.screen.query_one("#player", Input)
        field.focus()
        await pilot.press("A", "n", "n", "ctrl+q")
    assert app.return_code == 0
    assert app.settings.value.player == "Ann"


async def test_ctrl_c_says_how_to_quit() -> None:
    async with started(notifications=True) as (pilot, app):
        await pilot.press("ctrl+c")
        await until(pilot, lambda: [one[:15] for one in notices_on(app)] == ["Press q to quit"])
