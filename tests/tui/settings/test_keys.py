"""The keys of all actions: listed, changed by pressing others, and clashes between them."""

from importlib import import_module
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.tui.app import SCREENS, DurakApp
from durak_tui.tui.engines.about_engine import AboutEngine
from durak_tui.tui.engines.engines_screen import EnginesScreen
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.settings.keys import TITLES, KeyMap, KeysScreen
from durak_tui.tui.toolkit.actions import KeyAction, split_keys
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.tui.toolkit.menu import EntryList
from tests.tui.apps import TerminalWindow, make_app, saved, started, text_on, until
from tests.tui.pictures import assert_picture


async def cursor_on(pilot: Pilot[Any], action: str) -> None:
    """Put the cursor of the list of keys on an action."""
    menu = pilot.app.screen.query_one(EntryList)
    at = [entry.id for entry in menu.entries].index(action)
    menu.action_move(at - menu.cursor)
    await pilot.pause()


async def test_the_keys_look_right(window: TerminalWindow) -> None:
    async with started(
        "settings", {"keys": {"app.quit": "Q", "app.back": "escape,f8"}}, size=window.size
    ) as (pilot, app):
        await pilot.press("k", "down")
        await assert_picture(app, f"keys-{window}")


def test_every_action_of_every_screen_is_listed_under_a_name() -> None:
    actions = KeyMap(make_app().modules()).actions
    assert {action.partition(".")[0] for action in actions} == TITLES.keys()
    for module, name in SCREENS.values():
        cls = getattr(import_module(f"durak_tui.tui.{module}"), name)
        assert {one.id for one in cls.ACTIONS} <= actions.keys()
    assert {"menu.up", "form.down", "choice.after", "help.down", "app.quit"} <= actions.keys()


def by_itself(action: KeyAction) -> list[str]:
    return split_keys(action.keys)


def test_no_two_actions_of_a_screen_clash_by_default() -> None:
    key_map = KeyMap(make_app().modules())
    assert len(key_map.places) > 20
    for place in key_map.places:
        own = [one for one in place if one.id.partition(".")[0] not in ("menu", "page", "form")]
        for action in own:
            assert action.keys, action.id
            assert not key_map.clashes(action, by_itself(action), by_itself)


def test_an_action_has_one_key_on_all_screens() -> None:
    of_any_screen = {"enter", "ctrl+o", "ctrl+g"}  # Of what is done there first of all.
    first: dict[str, set[str]] = {}
    for action in KeyMap(make_app().modules()).actions.values():
        first.setdefault(action.label, set()).add(split_keys(action.keys)[0])
    several = {label: keys - of_any_screen for label, keys in first.items()}
    assert not {label: keys for label, keys in several.items() if len(keys) > 1}


def test_a_screen_that_is_a_page_has_the_keys_of_one() -> None:
    key_map = KeyMap(make_app().modules())
    found = key_map.clashes(AboutEngine.ACTIONS[0], ["k"], by_itself)
    assert [action.id for _key, action in found] == ["page.up"]


async def remap(pilot: Pilot[Any], action: str, key: str) -> None:
    """On the list of keys, press another key for an action."""
    await cursor_on(pilot, action)
    await pilot.press("enter")
    assert isinstance(pilot.app, DurakApp) and "Press the new key." in text_on(pilot.app)
    await pilot.press(key)


async def test_a_key_is_remapped_by_pressing_it_and_holds_at_once_on_all_screens() -> None:
    async with started() as (pilot, app):
        await pilot.press("s", "k")
        await remap(pilot, "home.engines", "г")  # which is u on a Russian keyboard
        assert "Changed." in text_on(app)
        assert "1 changed" in text_on(app)
        await remap(pilot, "app.help", "Z")
        assert "Z Help" in text_on(app)
        await pilot.press("Z")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "escape", "escape")
        assert isinstance(app.screen, HomeScreen)
        assert "u Engines" in text_on(app)
        await pilot.press("e")
        assert isinstance(app.screen, HomeScreen)
        for key in ("u", "г"):
            await pilot.press(key)
            assert isinstance(app.screen, EnginesScreen)
            await pilot.press("escape")
    assert saved().keys == {"home.engines": "u", "app.help": "Z"}


async def test_an_action_can_have_one_more_key_and_its_own_again() -> None:
    async with started("keys") as (pilot, _):
        await cursor_on(pilot, "app.quit")
        await pilot.press("a", "f10")
        assert saved().keys == {"app.quit": "q,f10"}
        await pilot.press("x")
        assert saved().keys == {}
        await pilot.press("x")  # there is nothing more to reset


async def test_the_other_action_of_a_key_is_named_and_another_key_can_be_pressed() -> None:
    async with started("keys") as (pilot, app):
        await remap(pilot, "engines.add", "c")
        assert isinstance(app.screen, Question)
        assert "c is taken" in text_on(app)
        assert "c is also: Check (Engines)." in text_on(app)
        await pilot.press("enter", "A")
        assert isinstance(app.screen, KeysScreen)
        assert saved().keys == {"engines.add": "A"}
        await remap(pilot, "engines.add", "q")
        assert "q is also: Quit (Everywhere)." in text_on(app)
        await pilot.press("escape")
        await remap(pilot, "engines.add", "j")
        assert "j is also: One down (In lists)." in text_on(app)
        await pilot.press("end", "enter")
        assert isinstance(app.screen, KeysScreen)
    assert saved().keys == {"engines.add": "A"}


@pytest.mark.slow
async def test_two_actions_swap_their_keys_where_no_third_one_is_in_the_way() -> None:
    async with started() as (pilot, app):
        await pilot.press("s", "k")
        await remap(pilot, "home.engines", "q")  # quitting would be e, which others have
        assert "q is taken" in text_on(app)
        assert "swap" not in text_on(app)
        await pilot.press("escape")
        await remap(pilot, "home.engines", "p")
        await pilot.press("down", "enter")
        assert saved().keys == {"home.engines": "p", "home.play": "e"}
        await pilot.press("escape", "escape")
        assert "e Play" in text_on(app)
        await pilot.press("p")
        assert isinstance(app.screen, EnginesScreen)


@pytest.mark.few(1)
@pytest.mark.parametrize("key", ["tab", "ctrl+c", "ctrl+s"])
async def test_a_key_that_nobody_can_have_is_refused(key: str) -> None:
    async with started("keys") as (pilot, app):
        await remap(pilot, "app.quit", key)
        assert "Press another key." in text_on(app)
        await pilot.press("escape")
        assert isinstance(app.screen, KeysScreen)
    assert saved().keys == {}


async def test_keys_that_clash_in_the_file_and_those_of_no_action_are_reported() -> None:
    keys = {"engines.add": "c", "play.tkae": "z"}
    async with started("keys", {"keys": keys}) as (pilot, app):
        said = "The settings assign keys to play.tkae, but there is no such action."
        await until(pilot, lambda: said in text_on(app))
        await cursor_on(pilot, "engines.add")
        assert "c is also: Check (Engines)." in text_on(app)


async def test_all_keys_are_reset_after_a_question() -> None:
    async with started("settings", {"keys": {"engines.add": "A", "app.quit": "Q"}}) as (pilot, app):
        await pilot.press("k", "X")
        assert "2 actions have changed keys." in text_on(app)
        await pilot.press("escape")
        assert len(saved().keys) == 2
        await pilot.press("X", "enter")
        assert saved().keys == {}
        assert "q Quit" in text_on(app)


async def test_the_list_goes_from_screen_to_screen() -> None:
    async with started("settings", size=(60, 20)) as (pilot, app):
        await pilot.press("k", "right_square_bracket")
        assert "In lists: One up" in text_on(app)
        for _ in TITLES:
            await pilot.press("right_square_bracket")
        assert "In lists: One up" in text_on(app), "after the last comes the first"
