"""A game beside the match, where the window has room for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from durak_tui.match.watch import Thinks
from durak_tui.records.record import Thought
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.runs.live_pane import LivePane
from durak_tui.tui.runs.watch_screen import WatchScreen
from durak_tui.tui.toolkit.card_table import CardTable
from tests.tui.apps import text_on, until
from tests.tui.logs.log_files import genuine_games
from tests.tui.runs.matches import NAMES, StillMatch, app_of, showing
from tests.tui.runs.test_watch_screen import NotedTimer, Stage

WIDE = 120, 40


@asynccontextmanager
async def beside(size: tuple[int, int] = WIDE) -> AsyncIterator[Stage]:
    """A running match, before any game; cards follow each other without a wait."""
    match = StillMatch()
    async with showing(match, size) as pilot:
        app_of(pilot).settings.update(watch_ms=10)
        pilot.app.screen.query_one(LivePane).least_ms = 0
        yield Stage(pilot, match, genuine_games()[3])


async def test_a_game_is_shown_beside_the_match_and_its_result() -> None:
    async with beside() as stage:
        await stage.shown("Waiting for the next card of the match...")
        stage.begin()
        stage.play(20)
        await stage.shown_after(20)
        for seat in (0, 1):
            stage.match.watch().notify(1, Thinks(20, seat, Thought(0.5, "300 deals tried")))
        await until(stage.pilot, lambda: text_on(stage.app).count("50 % 300 deals tried") == 2)
        await stage.shown("Match 5, game 417", "432 of 1,000 games")
        assert (stage.view.bottom.name, stage.view.top.name) == NAMES
        stage.play()
        stage.end(stage.record.ending)
        await stage.shown("is the fool with")


async def test_a_game_that_is_over_before_its_cards_are_shown_is_said_to_be_over() -> None:
    async with beside() as stage:
        stage.begin()
        stage.play(3)
        await stage.shown_after(3)
        assert "already over" not in text_on(stage.app)
        stage.app.screen.query_one(LivePane).least_ms = 300
        stage.play()
        stage.end(stage.record.ending)
        await stage.shown("Match 5, game 417: already over")


@pytest.mark.parametrize("size", [(80, 24), (110, 40)])
async def test_where_there_is_no_room_no_game_is_asked_for(size: tuple[int, int]) -> None:
    async with beside(size) as stage:
        assert not stage.app.screen.query_one(CardTable).is_on_screen
        assert not stage.app.screen.query_one(LastGames).is_on_screen
        assert "watch" not in stage.match.asked
        await stage.pilot.resize_terminal(*WIDE)
        await until(stage.pilot, lambda: "watch" in stage.match.asked)


@pytest.mark.few(1)
@pytest.mark.parametrize("how", ["a dialog", "a narrow window", "watching"])
async def test_after_a_rest_the_same_game_goes_on_as_it_stands(how: str) -> None:
    async with beside() as stage:
        stage.begin(7)
        stage.play(3)
        await stage.shown_after(3)
        if how == "a narrow window":
            await stage.pilot.resize_terminal(80, 24)
            await until(stage.pilot, lambda: not stage.app.screen.query_one(LivePane).is_on_screen)
        else:
            await stage.pilot.press("w" if how == "watching" else "question_mark")
        stage.play(12)
        if how == "a narrow window":
            await stage.pilot.resize_terminal(*WIDE)
        else:
            await stage.pilot.press("escape")
        await stage.shown("Match 5, game 7")
        await stage.shown_after(12)
        stage.play(20)
        await stage.shown_after(20)


async def test_after_a_rest_a_game_that_has_ended_is_not_seen_any_more() -> None:
    async with beside() as stage:
        stage.begin(7)
        stage.play(3)
        await stage.shown_after(3)
        await stage.pilot.press("question_mark")
        stage.end(stage.record.ending)
        await stage.pilot.press("escape")
        await stage.shown("Waiting for the next card of the match...")
        assert "Match 5, game 7" not in text_on(stage.app)


async def test_watching_begins_with_the_game_beside_the_match_as_it_stands() -> None:
    async with beside() as stage:
        app = stage.app
        stage.begin(7)
        stage.play(9)
        await stage.shown_after(9)
        app.settings.update(watch_ms=60_000)
        await stage.pilot.press("w")
        assert isinstance(app.screen, WatchScreen)
        await stage.shown("Match 5, game 7")
        await stage.shown_after(9)


async def test_it_rests_while_another_screen_is_shown_and_comes_back_with_another_game() -> None:
    async with beside() as stage:
        stage.begin(7)
        stage.play(3)
        await stage.shown("Match 5, game 7")
        table = stage.app.screen.query_one(CardTable)
        await stage.pilot.press("w")
        assert isinstance(stage.app.screen, WatchScreen)
        before = table.view
        stage.end(stage.record.ending)
        await stage.shown("is the fool with")
        await stage.pilot.press("n")
        stage.begin(8)
        stage.play(9)
        await stage.shown("Match 5, game 8")
        assert table.view is before
        await stage.pilot.press("escape")
        await stage.shown("Match 5, game 8")


async def test_the_table_of_the_last_game_stays_when_the_match_is_over() -> None:
    async with beside() as stage:
        stage.begin()
        stage.play(3)
        await stage.shown_after(3)
        stage.app.settings.update(watch_ms=60_000)
        stage.play()
        stage.end(stage.record.ending)
        stage.match.stands(state="finished", done=1000)
        stage.app.match_feed.follow()
        await stage.shown("finished", "Match 5, game 417", "is the fool with", "Last games")
        assert stage.app.screen.query_one(CardTable).is_on_screen


async def test_the_list_of_games_has_its_room_where_no_game_of_the_match_was_shown() -> None:
    async with beside() as stage:
        await stage.shown("Waiting for the next card of the match...")
        height = stage.app.screen.query_one(LastGames).size.height
        stage.match.stands(state="finished", done=1000)
        stage.app.match_feed.follow()
        await stage.shown("finished")
        await stage.pilot.pause()
        assert not stage.app.screen.query_one(CardTable).is_on_screen
        assert stage.app.screen.query_one(LastGames).size.height > 2 * height


async def test_a_paused_match_lets_it_rest_and_goes_on_with_another_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    NotedTimer.replaces(monkeypatch)
    async with beside() as stage:
        feed = stage.app.match_feed
        await stage.is_over(7)
        stage.match.stands(state="paused")
        feed.follow()
        await until(stage.pilot, lambda: not (NotedTimer.on or feed.beats))
        stage.match.stands(state="running")
        feed.follow()
        await until(stage.pilot, lambda: bool(NotedTimer.on))
        stage.begin(8)
        await stage.shown("Match 5, game 8")


async def test_of_the_match_before_nothing_is_left() -> None:
    async with beside() as stage:
        stage.begin()
        stage.match.watch().notify(1, Thinks(0, 0, Thought(0.5, "300 deals tried")))
        await stage.shown("Match 5, game 417", "300 deals tried")
        stage.match = StillMatch()
        stage.app.match_feed.start(stage.match)
        await stage.shown("Waiting for the next card of the match...")
        assert "Match 5, game 417" not in text_on(stage.app)
        assert "300 deals tried" not in text_on(stage.app)
        stage.begin(3)
        await stage.shown("Match 5, game 3")
