"""The palette reaches every screen, theme, engine, log and setting from everywhere."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.command import CommandInput, CommandList
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES

from durak_tui.engine.config import EngineConfig
from durak_tui.tui.app import SCREENS, DurakApp
from durak_tui.tui.commands import commands
from durak_tui.tui.engines.engines_screen import EnginesScreen
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.settings.keys import KeysScreen
from durak_tui.tui.settings.settings_screen import SettingsScreen
from durak_tui.tui.terminal.palette import Palette, PaletteCommand
from durak_tui.tui.terminal.palette import search as search_for
from durak_tui.tui.toolkit.canvas import FeltWidget
from durak_tui.tui.toolkit.palettes import DARK, LIGHT, felt
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.folders import unfinished_folder
from durak_tui.user.opponents import LEVELS
from tests.tui.apps import in_terminal, make_app, saved, started, text_on, until
from tests.tui.logs.browsing import Held, browsing, held
from tests.tui.logs.log_files import write_mixed

__all__ = ["held"]


async def choose(pilot: Pilot[Any], wanted: str) -> None:
    """Search for a command and choose what is found first."""
    await search(pilot, wanted)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Palette))


async def search(pilot: Pilot[Any], wanted: str) -> None:
    """Search for a command, and mark what is found first."""
    await pilot.press("ctrl+p")
    pilot.app.screen.query_one(CommandInput).value = wanted
    shown = pilot.app
    assert isinstance(shown, DurakApp)
    # Once in the field and once below it.
    await until(pilot, lambda: text_on(shown).count(wanted) > 1)


async def test_every_screen_can_be_gone_to_from_any_other() -> None:
    async with started("settings") as (pilot, app):
        await choose(pilot, "Go to: Engines")
        await until(pilot, lambda: isinstance(app.screen, EnginesScreen))
        await choose(pilot, "Go to: Logs")
        await until(pilot, lambda: len(app.screen_stack) > 2)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EnginesScreen))
        await choose(pilot, "Go to: Home")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert len(app.screen_stack) == 1


async def test_all_screens_with_a_name_are_offered_but_the_one_that_is_on() -> None:
    async with started("home") as (_, app):
        classes = {name: type(app.screen) if name == "home" else Named for name in SCREENS}
        assert places(commands(app, classes, print)) == ["Go to: Somewhere"] * (len(SCREENS) - 1)
        assert places(commands(app, {"solution": Needing}, print)) == []


def places(found: Iterable[PaletteCommand]) -> list[str]:
    return [one.title for one in found if one.title.startswith("Go to")]


async def test_first_come_actions_of_the_screen_then_places_themes_engines_logs() -> None:
    app = make_app("engines", {})
    app.state.change(lambda state: state.with_log(Path("/cup.log")))
    async with app.run_test(size=(80, 24)) as pilot:
        titles = offered(app)
        assert titles[0] == "Add  (a)" and titles[-1] == "Quit  (q)"
        order = ["Check  (c)", "Go to: Home", "Go to: Settings", "Theme: nord",
                 "Play against: Beginner", "Open log: cup.log", "Help  (?)"]  # fmt: skip
        assert [title for title in titles if title in order] == order
        await pilot.press("ctrl+p")
        # And so they are listed, not by the alphabet.
        await until(pilot, lambda: "Play (p)" in text_on(app).partition("Go to: Home")[0])


class Named(DurakScreen):
    """A screen that can be opened as it is."""

    TITLE = "Somewhere"


class Needing(Named):
    """One that cannot."""

    def __init__(self, thing: str) -> None:
        super().__init__()


async def test_a_marked_theme_is_shown_a_chosen_one_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    async with started("play", {"pause_ms": 0}) as (pilot, app):
        await search(pilot, "Theme: nord")
        await until(pilot, lambda: app.theme == "nord")
        await pilot.press("escape")
        await until(pilot, lambda: app.theme == "durak")
        assert saved().theme == ""
        await choose(pilot, "Theme: nord")
        await until(pilot, lambda: saved().theme == "nord")
        assert app.theme == "nord" and isinstance(app.screen, PlayScreen)


async def test_a_game_is_begun_from_home_or_from_another_which_is_saved() -> None:
    async with started() as (pilot, app):
        await choose(pilot, f"Play against: {LEVELS[0].name}")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_on)
        assert LEVELS[0].name in text_on(app)
        await pilot.press("1")
        await choose(pilot, f"Play against: {LEVELS[1].name}")
        await until(pilot, lambda: LEVELS[1].name in text_on(app))
        await until(pilot, lambda: [*unfinished_folder().iterdir()])
        assert [type(one) for one in app.screen_stack] == [HomeScreen, PlayScreen]
        await choose(pilot, "Go to: Keys")
        await until(pilot, lambda: isinstance(app.screen, KeysScreen))


async def test_a_setting_is_changed_where_one_is() -> None:
    async with started() as (pilot, app):
        await choose(pilot, "Deck: 52 cards, from the twos")
        await until(pilot, lambda: saved().deck == 52)
        await choose(pilot, "Language: Русский")
        await until(pilot, lambda: saved().language == "ru")
        assert "Перейти: Настройки" in offered(app)


@pytest.mark.parametrize("start", ["home", "play"])
async def test_a_theme_that_is_looked_at_lays_another_felt(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, "truecolor")
    async with started(start, {"pause_ms": 0}) as (pilot, app):
        widgets = app.screen.query(FeltWidget)

        def grounds() -> set[Color]:
            return {widget.background_colors[1] for widget in widgets}

        dark = grounds()
        await search(pilot, "Theme: durak-light")
        light = {Color.parse(felt("theme", LIGHT, beside=one) or "") for one in (False, True)}
        await until(pilot, lambda: grounds() <= light)
        await pilot.press("escape")
        await until(pilot, lambda: grounds() == dark)


@pytest.mark.parametrize("start", ["home", "play"])
async def test_a_theme_is_painted_on_the_felt_once_it_is_looked_at_and_chosen(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, "truecolor")
    async with started(start, {"pause_ms": 0}) as (pilot, app):
        table = app.screen.query(FeltWidget).first()
        # Terminals paint the new colours before each widget has heard of them.
        app.theme_changed_signal.subscribe(app, lambda _: table.render_line(0), immediate=True)

        def ground() -> Color:
            style = next(iter(table.render_line(0))).style
            assert style and style.bgcolor
            return Color.from_rich_color(style.bgcolor)

        green = ground()
        assert green == Color.parse(felt("theme", DARK) or "")
        grey = Color.parse(BUILTIN_THEMES["nord"].background or "")
        for theme, wanted in (("nord", grey), ("durak", green)):
            await search(pilot, f"Theme: {theme}")
            await until(pilot, lambda wanted=wanted: ground() == wanted, 10)  # type: ignore[misc]
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, Palette))
            assert ground() == wanted


async def test_while_a_theme_is_looked_at_palette_and_screen_have_its_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_terminal(monkeypatch, "truecolor")
    async with started() as (pilot, app):
        await search(pilot, "Theme: nord")
        palette = app.screen
        before = palette.query_one(CommandList).background_colors[1]
        await until(pilot, lambda: app.theme == "nord")
        await until(pilot, lambda: palette.query_one(CommandList).background_colors[1] != before)
        assert palette.styles.background.a == 0  # no veil lies on the screen
        await pilot.press("x")  # no command has this name
        await until(pilot, lambda: app.theme == "durak")
        await until(pilot, lambda: palette.query_one(CommandList).background_colors[1] == before)
        assert palette.styles.background.a > 0


async def test_settings_and_values_are_found_by_every_name_and_else_by_scattered_letters() -> None:
    async with started() as (_, app):

        def found(typed: str) -> list[str]:
            return [one.command.title for one in search_for(app.commands(), typed)]

        assert {title.split(": ")[0] for title in found("felt")} == {"Table", "Settings"}
        for typed, title in (
            ("felt", "Table: blue"),
            ("suit colours 4", "Suit colours: four"),
            ("FELT", "Settings: Table"),
            ("player", "Settings: Your name"),
            ("nord", "Theme: nord"),
            ("русс", "Language: Русский"),
            ("gteng", "Go to: Engines"),
        ):
            assert title in found(typed)


async def test_a_setting_without_a_list_of_values_is_shown_in_the_form() -> None:
    async with started() as (pilot, app):
        await choose(pilot, "Settings: Replay, each card")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        field = app.screen.query_one("#replay_ms")
        await until(pilot, lambda: field.has_focus)


async def test_names_that_look_like_markup_are_names() -> None:
    odd = EngineConfig("/bin/cat [/x]", "[b]odd[/x]")
    app = make_app()
    app.change_settings(lambda settings: settings.with_engine(odd))
    async with app.run_test(size=(80, 24)) as pilot:
        await search(pilot, "odd")
        await until(pilot, lambda: "Play against: [b]odd[/x]" in text_on(app))
        assert "/bin/cat [/x]" in text_on(app)


async def test_an_entry_of_a_form_is_not_lost_on_the_way() -> None:
    async with started() as (pilot, app):
        await pilot.press("s")
        assert isinstance(app.screen, SettingsScreen)
        app.screen.query_one("#player").focus()
        await pilot.press(*"Ann")
        await choose(pilot, "Go to: Home")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert saved().player == "Ann"


@pytest.mark.parametrize("terminal", ["C", "C.UTF-8"])
async def test_the_terminal_can_show_it_all(terminal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", terminal)
    async with started() as (_, app):
        assert all(title.isascii() for title in offered(app)) == (terminal == "C")


def offered(app: DurakApp) -> list[str]:
    """The commands that the palette would find now."""
    return [one.title for one in app.commands()]


@pytest.mark.slow
async def test_no_export_is_stopped_on_the_way_home_unasked(tmp_path: Path, held: Held) -> None:
    log = write_mixed(tmp_path / "cup.log", 3)
    async with browsing(log, shown="3 games") as (pilot, app):
        await held.begins(pilot)
        await choose(pilot, "Go to: Home")
        await until(pilot, lambda: "If you leave now, it stops" in text_on(app))
        await pilot.press("enter")
        held.may_go_on.set()
        await until(pilot, lambda: "3 games saved to" in text_on(app))


async def test_the_line_of_keys_below_the_palette_is_that_of_its_own_screen() -> None:
    async with started("home") as (pilot, app):
        await search(pilot, "Go to: Engines")
        await pilot.resize_terminal(90, 24)
        assert "? Help q Quit" in text_on(app)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "? Help q Quit" in text_on(app)
