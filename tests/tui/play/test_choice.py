"""The choice of an opponent: one key takes the last one again, and a stranger needs no other."""

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import Caps
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play.choice import OpponentScreen, people_on_offer
from durak_tui.tui.play.names import NamesScreen
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.offer_list import OfferList
from durak_tui.tui.toolkit.screen import ScreenHeading
from durak_tui.user.engines import opponents
from durak_tui.user.opponents import LEVELS
from durak_tui.user.schema import Settings
from durak_tui.user.state import Series, StateStore, UserState
from tests.tui.apps import TerminalWindow, saved, started, text_on, until
from tests.tui.pictures import assert_picture

LISA = EngineConfig("lisa-engine --fast", "lisa")


async def test_the_choice_looks_right(window: TerminalWindow) -> None:
    StateStore().change(lambda state: state.with_opponent("lisa").with_result("Casual", "person"))
    async with started(settings={"engines": (LISA,)}, size=window.size) as (pilot, app):
        await pilot.press("p", "down")
        await assert_picture(app, f"choice-{window}")


async def test_engines_that_ship_are_under_one_line_until_it_is_chosen() -> None:
    async with started() as (pilot, app):
        await pilot.press("p", "end")
        assert "› More engines durak-dummy, durak-player," in text_on(app)
        await pilot.press("enter")
        assert "› durak-dummy" in text_on(app) and "More engines" not in text_on(app)
        await pilot.press("enter")
        assert await playing(pilot, "durak-dummy")
        await pilot.press("escape", "p")
        assert "› durak-dummy" in text_on(app), "the last opponent is in sight"


async def test_what_has_no_room_in_its_line_is_said_below() -> None:
    names = ", ".join(one.name for one in opponents(Settings()).shipped)
    async with started(size=(60, 20)) as (pilot, app):
        await pilot.press("p", "end")
        await until(pilot, lambda: names in text_on(app), otherwise=lambda: text_on(app))
    async with started(size=(200, 60)) as (pilot, app):
        await pilot.press("p", "end")
        assert text_on(app).count(names) == 1


@pytest.mark.parametrize("size", [(60, 20), (80, 40), (200, 60)])
async def test_the_list_stands_directly_below_its_heading(size: tuple[int, int]) -> None:
    async with started(size=size) as (pilot, app):
        await pilot.press("p")
        heading, offers = app.screen.query_one(ScreenHeading), app.screen.query_one(OfferList)
        assert offers.region.y == heading.region.bottom


async def test_beside_the_table_the_lines_about_levels_and_people_are_whole() -> None:
    won = {one.name: Series(10, 1, 10) for one in LEVELS}
    StateStore().change(lambda state: replace(state, series=won))
    async with started(size=(120, 40)) as (pilot, app):
        await pilot.press("p")
        lines = [one.about for one in LEVELS] + [one.about for one in people_on_offer(app)]
        assert [line for line in lines if line not in text_on(app)] == []
        await pilot.press("home", *["down"] * 6)
        assert "› n Local network" in text_on(app) and "No dealer needed." in text_on(app)


async def playing(pilot: Pilot[Any], name: str) -> bool:
    """Wait until a game against that one is on the screen."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_on)
    assert isinstance(app.screen, PlayScreen)
    await until(pilot, lambda: StateStore().value.opponent == name)
    return app.screen.session.other.name == name


async def test_enter_alone_is_a_game_against_the_one_played_last_although_in_no_list() -> None:
    last = "durak-random --seed 3"
    StateStore().change(lambda state: state.with_opponent(last))
    async with started() as (pilot, app):
        assert f"Play against {last}" in text_on(app)
        await pilot.press("enter")
        assert f"› {last}" in text_on(app)
        await pilot.press("enter")
        assert await playing(pilot, last)


async def test_the_key_of_a_level_begins_a_game_and_the_first_screen_names_it() -> None:
    async with started() as (pilot, app):
        await pilot.press("p")
        assert "New here? Press enter to play against Beginner." in text_on(app)
        await pilot.press("3")
        assert await playing(pilot, "Skilled")
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        await until(pilot, lambda: "Play against Skilled" in text_on(app))
        await pilot.press("p", "up", "enter")
        assert await playing(pilot, "Casual")


async def test_after_a_game_at_one_keyboard_the_same_two_are_offered_again() -> None:
    state = UserState().with_opponent(("Ann", "Ben")).with_result(("Ann", "Ben"), "person")
    StateStore().change(lambda _state: state)
    async with started() as (pilot, app):
        await until(pilot, lambda: "Play Ann and Ben" in text_on(app))
        await pilot.press("p")
        assert "Ann 1 : 0 Ben" in text_on(app) and "New here?" not in text_on(app)
        await pilot.press("enter")
        assert isinstance(app.screen, NamesScreen)
        await pilot.press("escape", "1")
        assert await playing(pilot, "Beginner")
        await pilot.press("escape")
        await until(pilot, lambda: "Play against Beginner" in text_on(app))


async def test_the_house_rules_are_the_settings_and_stay_so() -> None:
    async with started() as (pilot, app):
        await pilot.press("p", "d", "f")
        assert "Deck 52 cards" in text_on(app)
        shown = app.screen.query_one(CardTable).view
        assert shown and (shown.top.name, shown.talon_count) == ("Beginner", 52 - 23)
        assert "First attack the winner of the last game" in text_on(app)
        assert (saved().deck, saved().first_attack) == (52, "winner")
        await pilot.press("f")
        assert "First attack you" in text_on(app)
        await pilot.press("f")
        assert "First attack your opponent" in text_on(app)
        assert saved().first_attack == "engine"
        assert "Attack limit none" in text_on(app)
        await pilot.press("a", "a")
        assert "Attack limit 6 attacks, 5 in the first bout" in text_on(app)
        await pilot.press("d", "enter")
        assert await playing(pilot, "Beginner")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.game.caps == Caps(6, 5)
        assert len(app.screen.game.deal.deck) == 24
        assert app.screen.game.deal.first == 1


async def test_an_engine_that_is_added_on_the_way_is_there_to_be_played() -> None:
    async with started() as (pilot, app):
        await pilot.press("p", "e")
        app.change_settings(engines=(LISA,))
        await pilot.press("escape")
        assert isinstance(app.screen, OpponentScreen) and "lisa-engine --fast" in text_on(app)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        assert StateStore().value == UserState(), "nothing was begun"
