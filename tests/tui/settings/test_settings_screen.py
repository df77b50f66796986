"""The settings: form, themes, and the problems of the file."""

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input
from textual.widgets.input import Selection

from durak_tui.common import i18n
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.settings.choices import choices
from durak_tui.tui.settings.file import SettingsFileScreen
from durak_tui.tui.settings.keys import KeysScreen
from durak_tui.tui.settings.settings_screen import SettingsScreen
from durak_tui.tui.settings.themes import ThemesScreen
from durak_tui.tui.toolkit.form import ChoiceField, FormRow
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.user.schema import Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore
from tests.tui.apps import TerminalWindow, make_app, saved, started, text_on, until
from tests.tui.pictures import assert_picture, picture
from tests.tui.terminals import ClockedTerminal


async def go_to(pilot: Pilot[Any], key: str) -> None:
    """Put the cursor on the line of a setting."""
    pilot.app.screen.query_one(f"#{key}").focus()
    await pilot.pause()


async def write(pilot: Pilot[Any], key: str, text: str) -> None:
    """Write something else into a line."""
    await go_to(pilot, key)
    field = pilot.app.focused
    assert isinstance(field, Input)
    field.clear()
    await pilot.press(*("space" if letter == " " else letter for letter in text))


# The form.


async def test_the_form_looks_right(window: TerminalWindow) -> None:
    async with started("settings", {"player": "Ann", "think_seconds": 2.5}, size=window.size) as (
        _,
        app,
    ):
        await assert_picture(app, f"settings-{window}")


async def test_every_setting_has_its_line_and_is_saved_at_once_or_when_the_form_is_left() -> None:
    async with started() as (pilot, app):
        await pilot.press("s")
        for key in ("deck", "first_attack", "take_back"):
            await go_to(pilot, key)
            await pilot.press("right")
        await write(pilot, "think_seconds", "2,5")
        await write(pilot, "hint_engine", "lisa")
        await write(pilot, "hint_seconds", "0.5")
        await write(pilot, "pause_ms", "0")
        await write(pilot, "replay_ms", "0.1")
        await write(pilot, "watch_ms", "0,2")
        await go_to(pilot, "mouse")
        await pilot.press("right")
        await write(pilot, "player", "Ann")
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
    assert saved() == Settings(
        player="Ann", think_seconds=2.5, hint_engine="lisa", hint_seconds=0.5, pause_ms=0,
        replay_ms=100, watch_ms=200,
        deck=52, first_attack="winner", take_back=False, mouse=False,
    )  # fmt: skip


async def test_a_wrong_value_is_refused_and_the_old_one_stays() -> None:
    app = make_app("settings")
    before = saved()
    async with app.run_test(size=(80, 24)) as pilot:
        await write(pilot, "pause_ms", "61")
        await pilot.pause()
        said = "Pause after a bout: must be a number from 0 to 60."
        assert said in text_on(app)
        await pilot.press("enter")
        await until(pilot, lambda: "unchanged." in text_on(app))
        field = app.screen.query_one("#pause_ms", Input)
        assert field.value == f"{before.pause_ms / 1000}"
    assert saved() == before


async def test_another_language_is_spoken_at_once_everywhere() -> None:
    async with started() as (pilot, app):
        await pilot.press("s")
        await go_to(pilot, "language")
        await pilot.press("right", "right")
        await until(pilot, lambda: "Колода" in text_on(app))
        assert app.focused is not None
        assert app.focused.id == "language", "the cursor stays where it is"
        assert "‹ Русский ›" in text_on(app)
        assert "Справка" in text_on(app), "the line of keys speaks it, too"
        assert app.screen.query_one("#pause_ms", Input).value == "0,7"
        await write(pilot, "replay_ms", "61")
        await until(pilot, lambda: "от 0,01 до 60." in text_on(app))
        await pilot.press("escape")
        assert "Играть" in text_on(app)
        assert saved().language == "ru"
        await pilot.press("s", "right")
        await until(pilot, lambda: "Deck" in text_on(app))
    assert saved().language == ""
    assert i18n.chosen() == "en"


async def test_cards_in_ascii_and_back_hold_at_once() -> None:
    async with started("settings", {"language": "ru"}) as (pilot, app):
        await go_to(pilot, "cards")
        await pilot.press("left")
        await until(pilot, lambda: app.glyphs.ascii)
        assert saved().cards == "ascii"
        assert "Колода" in text_on(app), "the terminal has UTF-8 all the same"
        await pilot.press("right")
        await until(pilot, lambda: not app.glyphs.ascii)
        assert saved().cards == "auto"


async def test_letters_go_on_from_a_choice_and_are_written_in_a_text() -> None:
    async with started("settings") as (pilot, app):
        await pilot.press("k")
        assert isinstance(app.screen, KeysScreen)
        await pilot.press("escape")
        await write(pilot, "player", "tfk?")
        assert isinstance(app.screen, SettingsScreen)
        assert "f1 Help" in text_on(app) and "q Quit" not in text_on(app)
        await pilot.press("up", "up", "f")
        assert isinstance(app.screen, SettingsFileScreen)
        assert "No problems found." in text_on(app) and "kept" not in text_on(app)
    assert saved().player == "tfk?"


async def test_a_setting_that_cannot_be_saved_applies_and_is_reported() -> None:
    app = make_app("settings")
    folder = app.settings.path.parent
    async with app.run_test(size=(80, 24)) as pilot:
        aside = folder.rename(folder.with_name("aside"))
        folder.write_text("in the way")
        await go_to(pilot, "deck")
        await pilot.press("right")
        await until(pilot, lambda: "This applies until you quit, but could not be" in text_on(app))
        assert app.settings.value.deck == 52
        folder.unlink()
        aside.rename(folder)
        await go_to(pilot, "take_back")
        await pilot.press("right")
    assert (saved().deck, saved().take_back) == (52, False)


# Themes.


async def test_the_cursor_goes_along_to_the_ends_and_by_pages() -> None:
    async with started("settings", size=(60, 20)) as (pilot, app):
        for key, setting in (("end", "file"), ("home", "language"), ("pagedown", "take_back"),
                             ("pagedown", "keys"), ("pageup", "take_back")):  # fmt: skip
            await pilot.press(key)
            assert app.focused and app.focused.id == setting, key


async def test_one_line_down_comes_the_next_and_after_the_last_the_first() -> None:
    async with started("settings") as (pilot, app):
        lines = [row.field.id for row in app.screen.query(FormRow)]
        assert {"player", "think_seconds", "watch_ms", "mouse", "file"} < {*lines}
        for line in [*lines[1:], lines[0]]:
            await pilot.press("down")
            assert app.focused and app.focused.id == line


async def test_the_note_below_does_not_cover_the_cursor() -> None:
    async with started("settings") as (pilot, app):
        await pilot.press("pagedown")
        await until(pilot, lambda: "‹ on request ›" in text_on(app))
        assert app.focused and app.focused.id == "hints_always"


async def test_the_cursor_stays_in_sight_when_the_window_shrinks() -> None:
    async with started("settings", size=(80, 40)) as (pilot, app):
        await pilot.press("end")
        await pilot.resize_terminal(80, 20)
        await until(pilot, lambda: "[ no problems ]" in text_on(app))
        assert app.focused and app.focused.id == "file"


async def test_the_themes_look_right(window: TerminalWindow) -> None:
    async with started("settings", size=window.size) as (pilot, app):
        await pilot.press("t", "down", "down")
        assert isinstance(app.screen, ThemesScreen)
        colours = window.terminal != "nocolor"
        assert app.theme == ("durak-light" if colours else "ansi-dark")
        assert ("no colours" in text_on(app)) == (not colours)
        await assert_picture(app, f"themes-{window}")


async def test_a_theme_is_shown_at_once_kept_with_enter_and_undone_with_escape() -> None:
    async with started("settings", {"theme": "nord"}, size=(120, 40)) as (pilot, app):
        await pilot.press("t")
        assert "You · 6 cards · defending" in text_on(app)
        themes = [entry.id for entry in app.screen.query_one(Menu).entries]
        assert themes[:5] == ["", "durak", "durak-light", "ansi-dark", "ansi-light"]
        assert set(themes[1:]) == set(app.available_themes)
        before = picture(app)
        await pilot.press("end")
        assert app.theme == themes[-1]
        assert picture(app) != before
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen)
        assert app.theme == saved().theme == "nord"
        await pilot.press("t", "up", "enter")
        await pilot.pause()
        assert app.theme == saved().theme == "monokai"
        assert "[ monokai ]" in text_on(app)


# The file.


async def test_the_problems_of_the_file_and_its_backup_are_named() -> None:
    broken = 'deck = 36\nlanguage = "en\n'
    path = SettingsStore().path
    path.parent.mkdir(parents=True)
    path.write_text(broken)
    store = SettingsStore()
    app = DurakApp(store, StateStore(), problems=store.messages)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("s")
        assert "[ 1 problem ]" in text_on(app)
        await go_to(pilot, "deck")
        await pilot.press("right")
        await pilot.press("f")
        assert isinstance(app.screen, SettingsFileScreen)
        assert "~/.config/durak-tui/settings.toml" in text_on(app)
        assert "cannot be read: line 2, column" in text_on(app)
        assert "Backup files: ~/.config/durak-tui/settings.toml.broken" in text_on(app)
    assert Path(f"{app.settings.path}.broken").read_text() == broken
    assert saved().deck == 52


# In a terminal.


@pytest.mark.story
def test_no_screen_of_the_settings_sends_a_byte_while_nothing_happens() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.press("s")
        terminal.until("Deck")
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("t")
        terminal.until("durak-light")
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("\x1b")
        terminal.until("Deck")
        terminal.press("k")
        terminal.until("ctrl+l")
        terminal.settle()
        terminal.press("j")
        assert 0 < terminal.settle() <= 800
        assert terminal.let_pass() == 0


async def test_a_name_is_typed_with_its_joiners() -> None:
    async with started("settings") as (pilot, app):
        field = app.screen.query_one("#player", Input)
        field.focus()
        field.value = "Ann"
        field.selection = Selection(1, 3)  # what is selected makes room
        name = "👩‍🚀 ی‌ه"
        for character in ("\u200d", "backspace", "backspace", *name, "enter"):
            whole = character if len(character) == 1 else None
            app.post_message(Key(character, whole))  # as a terminal sends it, which a pilot cannot
        await until(pilot, lambda: app.settings.value.player == name)
        assert field.value == name
        assert name in text_on(app)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_there_is_room_for_every_choice(language: str) -> None:
    for size in ((80, 24), (120, 40), (200, 60)):
        async with started("settings", {"language": language}, size=size) as (_, app):
            for field in app.screen.query(ChoiceField):
                for _value, shown in choices(app, field.id or ""):
                    assert cell_len(f"‹ {shown} ›") <= field.size.width, (size, shown)
