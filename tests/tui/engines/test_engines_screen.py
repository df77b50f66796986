"""The engines: list, form, and the report of a check."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.common.i18n import choose
from durak_tui.engine.check.scenarios import SCENARIOS
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.rated import ratings
from durak_tui.engine.registry import SHIPPED
from durak_tui.tui.engines.engine_form import EngineForm
from durak_tui.tui.engines.engines_screen import EnginesScreen
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore
from tests.tui.apps import TerminalWindow, make_app, saved, text_on, until
from tests.tui.check_engines import engines_listed, on_path
from tests.tui.pictures import assert_picture
from tests.tui.terminals import ClockedTerminal

__all__ = ["on_path"]

MINE = EngineConfig("good --level 3", "mine", move_time=1.5, game_time=60.0)
GONE = EngineConfig("no-such-engine --fast", "gone")
TO_OWN = ("down",) * len(SHIPPED)
"""Keys from the first engine of the list to the first of the user."""


async def fill(pilot: Pilot[Any], *texts: str) -> None:
    """Type texts into the fields of a form, one after the other."""
    for text in texts:
        field = pilot.app.focused
        assert isinstance(field, Input)
        field.clear()
        await pilot.press(*("space" if letter == " " else letter for letter in text), "down")


# The list.


async def test_the_list_looks_right(window: TerminalWindow, on_path: Path) -> None:
    async with engines_listed(MINE, GONE, default_engine="mine", size=window.size) as (pilot, app):
        await pilot.press("end")
        await assert_picture(app, f"engines-{window}")


async def test_an_engine_is_added_and_is_there_the_next_time(on_path: Path) -> None:
    async with engines_listed(size=(120, 40)) as (pilot, app):
        strongest = next(iter(ratings().values()))
        assert re.search(rf"Rating.* {strongest.name} █+ {strongest.rating:.0f} ", text_on(app))
        await pilot.press("a")
        assert isinstance(app.screen, EngineForm)
        await fill(pilot, "mine", "good --level 3", "1.5", "60")
        await pilot.press("enter")
        assert isinstance(app.screen, EnginesScreen)
        assert "c checks whether it follows the protocol" in text_on(app)
        assert "mine · good --level 3" in text_on(app), "the cursor stands on it"
    assert saved().engines == (MINE,)


async def test_an_engine_is_changed_in_its_place_and_stays_the_default(on_path: Path) -> None:
    async with engines_listed(MINE, GONE, default_engine="mine") as (pilot, app):
        await pilot.press(*TO_OWN, "enter")
        await fill(pilot, "best", "rogue", "", "2,5")
        await pilot.press("ctrl+o")
        assert isinstance(app.screen, EnginesScreen)
    assert saved().engines == (EngineConfig("rogue", "best", game_time=2.5), GONE)
    assert saved().default_engine == "best"


async def test_the_default_is_for_play_even_if_another_was_chosen_last() -> None:
    StateStore().change(lambda state: state.with_opponent("Expert"))
    async with engines_listed(MINE, default_engine="durak-dummy") as (pilot, app):
        assert "the default" in text_on(app) and "you play against it" not in text_on(app)
        await pilot.press("d")
        assert "you play against it" in text_on(app)
        await pilot.press(*TO_OWN, "d")
        assert "You now play against mine." in text_on(app)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        assert "Play against mine" in text_on(app)
    assert saved().default_engine == "mine"
    async with engines_listed(default_engine="rogue --at 3") as (_, app):
        assert "default: rogue --at 3" in text_on(app), "although it is in no list"


async def test_play_is_against_the_engine_with_the_cursor() -> None:
    async with engines_listed() as (pilot, app):
        await pilot.press("down", "down", "p")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_on)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.name == "durak-endgame"
        await pilot.press("escape")
        assert isinstance(app.screen, EnginesScreen)


async def test_an_engine_is_removed_after_a_question_and_comes_back_whole(on_path: Path) -> None:
    engines = (MINE, GONE)
    async with engines_listed(*engines, default_engine="mine") as (pilot, app):
        await pilot.press(*TO_OWN, "x")
        assert isinstance(app.screen, Question)
        assert "Remove mine?" in text_on(app)
        await pilot.press("escape")
        assert saved().engines == engines
        await pilot.press("delete", "enter")
        assert saved().engines == (GONE,)
        assert saved().default_engine == "Beginner"
        assert "Removed mine; u brings it back." in text_on(app)
        await pilot.press("x", "enter")
        assert saved().engines == ()
        await pilot.press("u", "u", "u")
        assert saved().engines == engines
        assert saved().default_engine == "mine"


async def test_a_shipped_engine_has_nothing_of_the_user_but_its_times_which_can_go_again() -> None:
    timed = EngineConfig("durak-dummy", "durak-dummy", move_time=0.5)
    async with engines_listed(MINE) as (pilot, app):
        await pilot.press("x")
        assert isinstance(app.screen, EnginesScreen), "it cannot be removed"
        await pilot.press("enter")
        assert [field.id for field in app.screen.query(Input)] == ["move-time", "game-time"]
        await fill(pilot, "0.5")
        await pilot.press("ctrl+o")
        assert saved().engine("durak-dummy") == timed
        assert "with your own limits" in text_on(app)
        await pilot.press("x")
        assert "It ships with durak-tui and stays" in text_on(app)
        await pilot.press("enter")
        assert saved().engines == (MINE,)
        await pilot.press("u")
        assert set(saved().engines) == {timed, MINE}
        await pilot.press("d")
        choose("ru")
        await pilot.press("enter")
        assert app.screen.query_one("#move-time", Input).value == "0,5"
        await fill(pilot, "")
        await pilot.press("ctrl+o")
        assert saved().engines == (MINE,)


async def test_an_engine_brought_back_does_not_overwrite_one_that_came_meanwhile() -> None:
    async with engines_listed(MINE) as (pilot, app):
        await pilot.press("end", "x", "enter")
        assert saved().engines == ()
        other = replace(MINE, command="durak-dummy --other")
        app.settings.change(lambda settings: replace(settings, engines=(other,)))
        await pilot.press("u")
        assert f"There is another {MINE.name} now." in text_on(app)
        assert saved().engines == (other,)
        renamed = replace(other, name="other")
        app.settings.change(lambda settings: replace(settings, engines=(renamed,)))
        await pilot.press("u")
        assert saved().engines == (MINE, renamed)


async def test_an_engine_that_cannot_be_saved_stays_listed_and_that_is_said(on_path: Path) -> None:
    app = make_app("engines")
    folder = app.settings.path.parent
    async with app.run_test(size=(80, 24)) as pilot:
        folder.rename(folder.with_name("aside"))
        folder.write_text("in the way")
        await pilot.press("a")
        await fill(pilot, "second", "rogue")
        await pilot.press("ctrl+o")
        assert "This applies until you quit, but could not be saved in" in text_on(app)
        assert "second · rogue" in text_on(app)


# The form.


async def test_the_form_looks_right(window: TerminalWindow) -> None:
    async with engines_listed(MINE, size=window.size) as (pilot, app):
        await pilot.press("a", *"mine")
        await pilot.pause()
        await assert_picture(app, f"engine-form-{window}")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("",), "Give the engine a name."),
        (("durak-dummy",), "durak-dummy ships with durak-tui; choose another name."),
        (("new", ""), "Enter its command"),
        (("new", "good", "0"), "Enter seconds as a number above 0"),
        (("new", "good", "", "-5"), "Enter seconds as a number above 0"),
    ],
)
async def test_a_wrong_value_is_not_saved(texts: Sequence[str], said: str, on_path: Path) -> None:
    async with engines_listed() as (pilot, app):
        await pilot.press("a")
        await fill(pilot, *texts)
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert isinstance(app.screen, EngineForm)
        assert said in text_on(app)
        wrong = app.screen.query(Input)[len(texts) - 1]
        assert app.focused is wrong, "the cursor stands where it is wrong"
    assert saved().engines == ()


@pytest.mark.slow
async def test_a_program_that_is_not_there_is_reported_and_can_be_saved_all_the_same() -> None:
    async with engines_listed() as (pilot, app):
        await pilot.press("a", *"later", "down", *"soon-there")
        await pilot.pause()
        assert "Engine 'soon-there' not found" in text_on(app)
        assert "You can save it anyway." in text_on(app)
        await pilot.press("ctrl+o")
        assert isinstance(app.screen, Question)
        await pilot.press("enter")
        assert isinstance(app.screen, EngineForm), "change the command"
        await pilot.press("ctrl+o", "down", "enter")
        assert isinstance(app.screen, EnginesScreen)
        assert "! soon-there" in text_on(app)
    assert saved().engines == (EngineConfig("soon-there", "later"),)


async def test_a_file_that_works_from_this_folder_only_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_engine.py").write_text("")
    monkeypatch.chdir(tmp_path)
    async with engines_listed() as (pilot, app):
        await pilot.press("a", "down", *"sh my_en", "tab")
        await pilot.pause()
        assert "sh my_engine.py" in text_on(app)
        assert "my_engine.py works from this folder only" in text_on(app)
        await pilot.press("tab")
        assert app.focused is app.screen.query_one("#move-time"), "there is nothing to complete"


async def test_leaving_a_form_with_something_written_asks(on_path: Path) -> None:
    async with engines_listed(MINE) as (pilot, app):
        await pilot.press(*TO_OWN, "enter", "escape")
        assert isinstance(app.screen, EnginesScreen), "nothing was written"
        await pilot.press("enter", "2", "escape")
        assert isinstance(app.screen, Question)
        await pilot.press("escape")
        assert isinstance(app.screen, EngineForm)
        await pilot.press("escape", "down", "down", "enter")
        assert isinstance(app.screen, EnginesScreen)
        assert saved().engines == (MINE,)
        await pilot.press("enter", "2", "escape", "down", "enter")
        assert isinstance(app.screen, EnginesScreen)
    assert saved().engines[0].name == "mine2"


@pytest.mark.story
def test_a_check_that_is_over_and_its_engine_in_the_list_send_no_byte(on_path: Path) -> None:
    SettingsStore().update(engines=(EngineConfig("good", "mine", move_time=30.0),))
    with ClockedTerminal() as terminal:
        terminal.until("add, check, choose")
        terminal.press("e")
        terminal.until("durak-dummy")
        terminal.settle()
        terminal.press("end", "c")
        terminal.until(f"{len(SCENARIOS)} passed, 0 failed, 0 skipped", within=300)
        assert terminal.let_pass() == 0
        terminal.press("escape")
        terminal.until("mine · good")
        assert terminal.let_pass() == 0
        terminal.press("q")
        assert terminal.wait() == 0
