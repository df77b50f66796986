"""A person plays 2048 for two: places, merges, takes back, plays on."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from durak_tui.games.duel2048.board import COLUMNS, HALF
from durak_tui.games.duel2048.duel import CELL_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.duel2048.record_file import DuelRecord, read_record, write_record
from durak_tui.games.playthrough_log import PlaythroughLog
from durak_tui.tui.app import DurakApp
from durak_tui.tui.games.duel_board import DuelBoard
from durak_tui.tui.games.duel_play_screen import DuelPlayScreen
from durak_tui.tui.games.duel_screen import DuelScreen
from durak_tui.user.folders import games_folder
from tests.games.duel2048.players import good
from tests.tui.apps import TerminalWindow, started, text_on, until
from tests.tui.games.playthroughs import duel_game
from tests.tui.pictures import assert_picture

FIRST: Final = "2048-greedy"


class Duellist:
    """A person at a board."""

    def __init__(self, pilot: Pilot[Any], app: DurakApp) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def screen(self) -> DuelPlayScreen:
        assert isinstance(self.app.screen, DuelPlayScreen)
        return self.app.screen

    @property
    def duel(self) -> Duel:
        duel: Duel = self.screen.state
        return duel

    async def sees(self, met: Callable[[], object]) -> None:
        await until(self.pilot, met, otherwise=lambda: text_on(self.app))

    async def turn(self, merges: bool) -> None:
        """Wait until a decision of this kind is asked for."""
        word = "Merge: press an arrow" if merges else "Place a tile"
        await self.sees(lambda: word in text_on(self.app))

    async def place(self) -> None:
        await self.turn(merges=False)
        await self.pilot.press("enter")

    async def merge(self) -> None:
        """Merge to the first side that is legal."""
        await self.turn(merges=True)
        side = self.duel.legal()[0]
        await self.pilot.press({"U": "up", "D": "down", "L": "left", "R": "right"}[side])

    async def click(self, at: int) -> None:
        row, column = divmod(at, COLUMNS)
        # Of 80 columns, with cells of 6 by 3, a gap between them, and two more in the middle.
        x = 10 + 7 * column + 2 * (column >= HALF)
        await self.pilot.click(DuelBoard, offset=(x, 4 * row + 1))


@asynccontextmanager
async def at_board(
    rounds: int = 2, seat: int = 0, opponent: str = FIRST, **more: Any
) -> AsyncIterator[Duellist]:
    """A game that has just begun."""
    opening = DuelOptions(rounds).opening(5, 1)
    async with started("2048-play", opening=opening, seat=seat, opponent=opponent, **more) as (
        pilot,
        app,
    ):
        yield Duellist(pilot, app)


async def test_a_whole_game_is_played_and_kept(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    async with at_board(log=str(log)) as one:
        for _ in range(2):
            await one.place()
            await one.merge()
        await one.sees(lambda: re.search("[wW]in|Nobody", text_on(one.app)))
        await one.pilot.press("r")
        assert type(one.app.screen) is DuelScreen
        await one.pilot.press("home")
        assert "The board is empty." in text_on(one.app)
    with PlaythroughLog(log, DUEL_2048) as games:
        games.scan()
        game = games.game(0)
    assert game.names == ("Human", FIRST)
    assert game.finish
    assert len(game.moves) == 8


async def test_the_second_player_waits_for_the_first() -> None:
    async with at_board(seat=1) as one:
        await one.turn(merges=False)
        assert f"{FIRST} places a tile" in text_on(one.app)
        assert one.duel.player == 1


async def test_the_cursor_goes_to_cells_that_may_be_chosen() -> None:
    async with at_board() as one:
        await one.turn(merges=False)
        free = {CELL_CODES.index(code) for code in one.duel.legal()}
        seen = set()
        for key in ("right", "right", "up", "up", "up", "left", "left", "left", "down", "right"):
            await one.pilot.press(key)
            seen.add(one.screen.sight(one.duel).cursor)
        assert seen <= free
        assert len(seen) > 4


async def test_what_is_illegal_is_said_and_asked_again() -> None:
    async with at_board() as one:
        await one.turn(merges=False)
        own = one.duel.own
        taken = next(at for at in range(4) if at != own)
        await one.click(taken)
        assert "only the cell with o is offered" in text_on(one.app)
        await one.place()
        await one.turn(merges=True)
        wrong = next(side for side in "UDLR" if side not in one.duel.legal())
        await one.pilot.press({"U": "up", "D": "down", "L": "left", "R": "right"}[wrong])
        assert "None of your tiles can move" in text_on(one.app)
        await one.merge()
        await one.turn(merges=False)
        tile = next(at for at, tile in enumerate(one.duel.tiles) if tile)
        await one.click(tile)
        assert "There is already a tile there." in text_on(one.app)


async def test_a_click_places_a_tile() -> None:
    async with at_board() as one:
        await one.turn(merges=False)
        own = one.duel.own
        assert own is not None
        await one.click(own)
        await one.turn(merges=True)
        assert one.duel.tiles[own]


async def test_a_decision_is_taken_back_with_what_followed() -> None:
    async with at_board() as one:
        await one.place()
        await one.turn(merges=True)
        before = one.duel.tiles
        await one.merge()
        await one.turn(merges=False)
        await one.pilot.press("u")
        await one.turn(merges=True)
        assert one.duel.tiles == before
        await one.pilot.press("u")
        await one.turn(merges=False)
        assert not any(one.duel.tiles)
        await one.pilot.press("u")  # There is nothing to take back.
        await one.turn(merges=False)


async def test_another_game_has_other_numbers() -> None:
    async with at_board(rounds=1) as one:
        await one.place()
        await one.merge()
        await one.sees(lambda: "New game" in text_on(one.app))
        numbers = one.duel.numbers
        await one.pilot.press("n")
        await one.turn(merges=False)
        assert one.duel.numbers != numbers
        assert not any(one.duel.tiles)


class TestPlayingOn:
    async def test_from_any_moment_of_a_game(self) -> None:
        async with started("2048-game", source=duel_game()) as (pilot, app):
            await pilot.press("right_square_bracket", "right", "o")
            assert "You are +, against 2048-greedy" in text_on(app)
            assert "You are -, against 2048-greedy" in text_on(app)
            # Nobody can play against a program that is no more.
            assert "against lab.py" not in text_on(app)
            await pilot.press("enter")
            one = Duellist(pilot, app)
            await one.sees(lambda: isinstance(app.screen, DuelPlayScreen))
            await one.sees(lambda: "your turn" in text_on(app))
            assert one.screen.game.moves.startswith(duel_game().moves[:5])
            await pilot.press("q")
        (log,) = games_folder().glob("*.log")
        with PlaythroughLog(log, DUEL_2048) as games:
            games.scan()
            assert games.game(0).names == ("Human", "2048-greedy")
            assert games.game(0).finish is None

    async def test_against_a_second_equal_player_and_with_its_modules(self, tmp_path: Path) -> None:
        far = tmp_path / "a folder with a long name" / "below another folder" / "of many players"
        far.mkdir(parents=True)
        # Its name takes no room from what is to be done.
        path = good(far, "import os").command
        game = duel_game()._replace(names=(path, f"{path} (2)"), run={"any_module": True})
        async with started("2048-game", source=game) as (pilot, app):
            await pilot.press("right_square_bracket", "o", "down", "down", "enter")
            one = Duellist(pilot, app)
            await one.sees(lambda: isinstance(app.screen, DuelPlayScreen))
            await one.place()
            await one.turn(merges=True)
            assert one.screen.game.names == (path, "Human")

    async def test_of_a_record_whose_numbers_nobody_knows(self, tmp_path: Path) -> None:
        text = write_record(DuelRecord((0, 1), ("a.py", "b.py"), duel_game()))
        source = read_record(text).game
        async with started("2048-game", source=source) as (pilot, app):
            await pilot.press("right_square_bracket", "o", "enter")
            one = Duellist(pilot, app)
            await one.sees(lambda: isinstance(app.screen, DuelPlayScreen))
            await one.place()
            await one.merge()
            assert one.screen.game.moves.startswith(source.moves[:4])

    async def test_not_from_the_end(self) -> None:
        async with started("2048-game", source=duel_game()) as (pilot, app):
            await pilot.press("end", "o")
            assert type(app.screen) is DuelScreen


async def test_it_looks_right(window: TerminalWindow) -> None:
    async with started(
        "2048-play",
        size=window.size,
        opening=DuelOptions(2).opening(5, 1),
        seat=0,
        opponent="2048-greedy",
    ) as (pilot, app):
        one = Duellist(pilot, app)
        await one.place()
        await one.merge()
        await one.turn(merges=False)
        await assert_picture(app, f"duel-play-{window}")


@pytest.mark.parametrize("sign", ["+", "-"])
async def test_the_owner_of_a_tile_is_said_by_a_sign(sign: str) -> None:
    async with started("2048-game", source=duel_game(40)) as (pilot, app):
        await pilot.press("end")
        board = app.screen.query_one(DuelBoard)
        text = "".join(text for y in range(16) for text, _ in board.canvas.row(y))
        assert f"{sign}2" in text
