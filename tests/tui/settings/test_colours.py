"""The number of colours: what the environment, the terminal and the setting say."""

import pytest
from rich.color import ColorSystem

from durak_tui.tui.app import DurakApp
from durak_tui.tui.terminal.diff_output import CellStyle, cell_style
from durak_tui.user.folders import config_folder
from tests.tui.apps import in_terminal, make_app, notices_on, saved, started, until
from tests.tui.pictures import picture
from tests.tui.terminal.test_terminal import COLOUR
from tests.tui.terminals import ClockedTerminal

TRUE, FIXED, SIXTEEN = ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD


def painted(app: DurakApp) -> list[list[tuple[str, CellStyle]]]:
    """The texts and styles that each row sends."""
    return [
        [(text, cell_style(style, app.colours)) for text, style, _ in strip.simplify()]
        for strip in app.screen._compositor.render_strips()
    ]


def ground(app: DurakApp) -> str:
    """The background of the theme."""
    return str(app.current_theme.background)


@pytest.mark.parametrize(
    ("term", "colorterm", "colours", "theme"),
    [("xterm-256color", "truecolor", TRUE, "durak"), ("xterm-256color", "", FIXED, "durak"),
     ("xterm", "", SIXTEEN, "ansi-dark"), ("dumb", "", None, "ansi-dark")],
)  # fmt: skip
def test_the_environment_says_how_many_colours_there_are(
    term: str, colorterm: str, colours: ColorSystem | None, theme: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    app = make_app()
    assert (app.colours, app.theme) == (colours, theme)


@pytest.mark.parametrize(
    ("setting", "colours", "theme", "background"),
    [("true", TRUE, "durak", "#14241c"), ("256", FIXED, "durak", "#1C1C1C"),
     ("16", SIXTEEN, "ansi-dark", "ansi_default"), ("none", None, "ansi-dark", "ansi_default")],
)  # fmt: skip
async def test_the_setting_counts_at_once_and_auto_brings_back_what_was(
    setting: str, colours: ColorSystem | None, theme: str, background: str
) -> None:
    async with started("play", {"pause_ms": 0}, engine="Skilled", seed="7") as (pilot, app):
        before = picture(app)
        app.change_settings(colours=setting)
        await pilot.pause()
        assert saved().colours == setting
        assert (app.colours, app.theme, ground(app)) == (colours, theme, background)
        assert (picture(app) == before) == (setting == "true")
        app.change_settings(colours="auto")
        await pilot.pause()
        assert picture(app) == before


@pytest.mark.parametrize("setting", ["true", "256", "16"])
def test_where_the_user_wants_no_colours_anywhere_there_are_none(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, "nocolor")
    assert make_app(settings={"colours": setting}).colours is None


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [("nord", "ansi-dark"), ("durak-light", "ansi-light"), ("ansi-light", "ansi-light")],
)
def test_with_sixteen_colours_a_theme_is_only_light_or_dark(chosen: str, shown: str) -> None:
    assert make_app(settings={"colours": "16", "theme": chosen}).theme == shown


@pytest.mark.parametrize(("setting", "heeds"), [("auto", True), ("256", False)])
async def test_what_the_terminal_says_counts_unless_the_setting_says_something(
    setting: str, heeds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "")
    async with started("play", {"colours": setting}, engine="Skilled", seed="7") as (pilot, app):
        before = picture(app)
        assert app.colours is FIXED
        app.learn_colours(TRUE)
        await pilot.pause()
        assert app.colours is (TRUE if heeds else FIXED)
        assert (picture(app) != before) == heeds


@pytest.mark.few(2)
@pytest.mark.parametrize("screen", ["settings", "me", "practice"])
async def test_an_answer_that_comes_while_a_screen_opens_leaves_it_open(
    screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "")
    async with started(notifications=True) as (pilot, app):
        app.go(screen)
        opened = app.screen
        app.call_later(app.learn_colours, TRUE)
        await until(pilot, lambda: opened.is_mounted)
        await pilot.pause()
        assert app.colours is TRUE
        assert not notices_on(app) and app.screen is opened


async def test_a_theme_is_tried_in_256_colours_and_the_old_one_comes_back() -> None:
    async with started("settings", {"colours": "256"}) as (pilot, app):
        await pilot.press("t", "home", "down", "down")
        assert (app.theme, ground(app)) == ("durak-light", "#E4E4E4")
        await pilot.press("escape")
        assert (app.theme, ground(app)) == ("durak", "#1C1C1C")


@pytest.mark.story
def test_a_terminal_is_sent_no_colour_if_the_setting_says_so() -> None:
    settings = config_folder() / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('colours = "none"\n')
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert not COLOUR.search(terminal.tail)


@pytest.mark.slow
async def test_after_any_change_all_is_painted_as_after_a_start_with_that_setting() -> None:
    fresh = {}
    for setting in ("true", "256", "16", "none"):
        async with started("play", {"colours": setting}, engine="Skilled", seed="7") as (_, app):
            fresh[setting] = painted(app)
    async with started("play", {"colours": "true"}, engine="Skilled", seed="7") as (pilot, app):
        for setting in ("16", "none", "256", "none", "16", "true", "none", "true", "256", "16"):
            app.change_settings(colours=setting)
            await pilot.pause()
            assert painted(app) == fresh[setting]
