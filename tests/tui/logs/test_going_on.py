"""Playing on from a moment of a recorded game, or solving it."""

from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.records.log_format import encode_game
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.solve.solution_screen import SolutionScreen
from durak_tui.tui.toolkit.card_table import CardTable
from tests.tui.apps import text_on, until
from tests.tui.logs.browsing import replaying, table
from tests.tui.logs.log_files import genuine_games

WON = 2
"""The number of a game that was won by the cards."""


@pytest.mark.few(1)
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_game_is_played_on_from_here_against_an_engine(seat: int, log: Path) -> None:
    async with replaying(log, 4, pause_ms=0) as (pilot, app):
        await pilot.press("j", "j", "l")
        before = table(app)
        hands = before.bottom.hand, before.top.hand
        await pilot.press("o")
        await until(pilot, lambda: "Which hand do you play?" in text_on(app))
        assert "› durak-dummy" in text_on(app)  # whose turn it is
        await pilot.press(*["j"] * seat, "enter")
        await until(pilot, lambda: "Which engine plays the other hand?" in text_on(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: app.screen.query_one(CardTable).view)
        assert table(app).bottom.hand == hands[seat]
        assert table(app).talon_count == before.talon_count
        if seat == 0:  # it is the person's turn
            assert table(app).top.count == (hands[1] or 0).bit_count()
        await pilot.press("escape")
        await until(pilot, lambda: "bout 3 of 17" in text_on(app))


@pytest.fixture
def own_game(tmp_path: Path) -> Path:
    """A log with a game of a person who has not said their name, at seat 1."""
    path = tmp_path / "own.log"
    path.write_bytes(encode_game(replace(genuine_games()[WON], names=("Master", "Human"))))
    return path


async def test_the_end_of_a_game_is_solved_under_the_names_of_the_table(own_game: Path) -> None:
    async with replaying(own_game, 1, shown="1 game") as (pilot, app):
        assert "You · 6 cards" in text_on(app)
        await pilot.press("S")
        assert "You can solve the game once the talon is empty." in text_on(app)
        await pilot.press("G")
        for key in ("o", "S"):
            await pilot.press(key)
            assert "The game is over here: step back first." in text_on(app)
            await pilot.press("h", "G")
        await pilot.press(*["h"] * 3)
        shown = table(app)
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, SolutionScreen))
        assert isinstance(app.screen, SolutionScreen)
        assert app.screen.position.hands == [shown.bottom.hand, shown.top.hand]
        assert "You · " in text_on(app) and "Human" not in text_on(app)


async def test_the_next_game_is_offered_where_there_is_one(log: Path, own_game: Path) -> None:
    async with replaying(own_game, 1, shown="1 game") as (pilot, app):
        await pilot.resize_terminal(200, 40)
        await until(pilot, lambda: "v Review" in text_on(app))
        assert "Next game" not in text_on(app)
        await pilot.press("n")
        await until(pilot, lambda: "There are no more games in this direction." in text_on(app))
    async with replaying(log, WON) as (pilot, app):
        await pilot.resize_terminal(200, 40)
        await until(pilot, lambda: "n Next game" in text_on(app))
