"""A game on the screen: stepped through, run, and watched while it is played."""

from typing import Any

import pytest

from durak_tui.games.goldrush.dig import GOLD_RUSH
from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.playthrough_log import PlaythroughLog, PlaythroughWriter
from durak_tui.tui.app import DurakApp
from durak_tui.tui.games.mine_board import MineBoard
from durak_tui.tui.games.mine_screen import MineScreen
from durak_tui.tui.games.playthrough_list import PlaythroughList
from tests.games.goldrush.miners import walker
from tests.tui.apps import TerminalWindow, row_text, started, text_on, until
from tests.tui.games.playthroughs import duel_game, live_mine, mine_game
from tests.tui.pictures import Line, assert_picture


def round_on(app: DurakApp) -> str:
    """The round of the heading."""
    _, _, text = text_on(app).partition("round ")
    return text.partition(" of")[0]


class TestARecordedGame:
    async def test_it_is_stepped_through_by_moves_and_rounds(self) -> None:
        async with started("goldrush-game", source=mine_game()) as (pilot, app):
            assert round_on(app) == "1"
            await pilot.press("right", "right")
            assert round_on(app) == "2"
            await pilot.press("right_square_bracket")
            assert round_on(app) == "3"
            await pilot.press("right", "left_square_bracket")
            assert "A NORTH" not in text_on(app)
            assert round_on(app) == "3"
            await pilot.press("left_square_bracket", "left_square_bracket", "left")
            assert round_on(app) == "1"
            await pilot.press("end")
            assert round_on(app) == "6"
            await pilot.press("home")
            assert round_on(app) == "1"

    async def test_it_runs_to_its_end_and_from_there_again(self) -> None:
        async with started("goldrush-game", source=mine_game(), milliseconds=1) as (pilot, app):
            assert round_on(app) == "1"
            await pilot.press("space")
            await until(pilot, lambda: round_on(app) == "6" and "ms a round" not in text_on(app))
            await pilot.press("minus", "minus", "minus", "minus", "minus", "space")
            assert round_on(app) == "1"
            assert "400 ms a round" in text_on(app)

    async def test_pages_are_many_rounds(self) -> None:
        game = mine_game("ANBS" * 120, rounds=120, finish=None)
        async with started("goldrush-game", source=game) as (pilot, app):
            await pilot.press("pagedown", "pagedown", "right_square_bracket")
            assert round_on(app) == "102"
            await pilot.press("pageup")
            assert round_on(app) == "52"

    async def test_every_round_of_2048_can_be_gone_to(self) -> None:
        async with started("2048-game", source=duel_game(60)) as (pilot, app):
            for _ in range(59):
                await pilot.press("right_square_bracket")
            assert round_on(app) == "60"
            for number in range(59, 0, -1):
                await pilot.press("left_square_bracket")
                assert round_on(app) == str(number)

    async def test_it_can_be_slower_and_be_stopped(self) -> None:
        async with started("goldrush-game", source=mine_game(), milliseconds=3000) as (pilot, app):
            await pilot.press("space", "minus")
            assert "5000 ms a round" in text_on(app)
            await pilot.press("plus", "space")
            assert "paused" in text_on(app)

    async def test_moves_and_faults_are_in_words(self) -> None:
        async with started("goldrush-game", source=mine_game()) as (pilot, app):
            await pilot.press(*["right"] * 5)
            assert "A bad command: north" in text_on(app)
            await pilot.press("end")
            assert "B out: timeout" in text_on(app)
            assert "A ann.py" in text_on(app)


class TestTheEyesOfAMiner:
    async def test_what_it_never_saw_is_dark(self) -> None:
        async with started("goldrush-game", source=mine_game()) as (pilot, app):
            assert "?" not in text_on(app).partition("? Help")[0]
            await pilot.press("f")
            assert "A at" in text_on(app)
            assert "?" in text_on(app).partition("? Help")[0]
            await pilot.press("f")
            assert "B at" in text_on(app)
            await pilot.press("f")
            assert "?" not in text_on(app).partition("? Help")[0]

    async def test_stepping_back_forgets_what_was_seen_later(self) -> None:
        moves = "AWBW" * 6 if _starts_in_the_east() else "AEBE" * 6
        async with started("goldrush-game", source=mine_game(moves)) as (pilot, app):
            await pilot.press("f")
            first = text_on(app)
            await pilot.press("end")
            assert text_on(app).count("?") < first.count("?")
            await pilot.press("home")
            assert text_on(app).count("?") == first.count("?")


class TestAMineLargerThanTheWindow:
    async def test_it_is_looked_at_aside_as_far_as_it_goes(self) -> None:
        wide = parse_map(f"200 1\n- {'E ' * 198}-\n")
        opening = MineOptions(wide, 300).opening(1, 1, 1)
        opening["bases"] = [[0, 0]]
        game = mine_game("AE" * 150, opening=opening, names=("ann.py",), finish=None)
        async with started("goldrush-game", source=game, size=(60, 20)) as (pilot, app):
            assert "aA" not in _first_row(app)
            assert _first_row(app).startswith("A")
            await pilot.press(*["H"] * 5)
            assert _first_row(app).startswith("A")
            await pilot.press("L")
            assert "A" not in _first_row(app)
            await pilot.press("H", "end")
            assert "A" in _first_row(app)
            assert not _first_row(app).startswith("A")


def _first_row(app: DurakApp) -> str:
    canvas = app.screen.query_one(MineBoard).canvas
    return row_text(canvas, 0)


def _starts_in_the_east() -> bool:
    base: int = mine_game().opening["bases"][0][0]
    return base > 3


class TestALiveGame:
    async def test_it_is_followed_and_looked_back_at_while_it_goes_on(self) -> None:
        source = live_mine(walker("Ann"), walker("Ben"))
        async with started("goldrush-game", source=source, milliseconds=5) as (pilot, app):
            await until(pilot, lambda: int(round_on(app)) > 3)
            assert "live" in text_on(app)
            await pilot.press("left")
            await until(pilot, lambda: "moves behind" in text_on(app))
            here = round_on(app)
            await until(pilot, lambda: source.is_over)
            await pilot.pause()
            assert round_on(app) == here
            await pilot.press("end")
            assert round_on(app) == "200"

    async def test_its_pace_can_be_changed(self) -> None:
        source = live_mine(walker("Ann"), walker("Ben"))
        async with started("goldrush-game", source=source, milliseconds=600) as (pilot, app):
            await until(pilot, lambda: round_on(app) == "2")
            for _ in range(12):
                await pilot.press("plus")
            assert "50 ms a round" in text_on(app)
            await until(pilot, lambda: int(round_on(app)) > 5)

    async def test_leaving_ends_it_and_its_programs(self, tmp_path: Any) -> None:
        log = tmp_path / "games.log"
        source = live_mine(walker("Ann"), walker("Ben"), log=str(log))
        async with started("goldrush-game", source=source, milliseconds=5000) as (pilot, app):
            await until(pilot, lambda: round_on(app) == "2")
        assert source.is_over
        assert not log.exists()

    async def test_at_full_speed_it_ends_and_is_in_its_log(self, tmp_path: Any) -> None:
        log = tmp_path / "games.log"
        source = live_mine(walker("Ann"), walker("Ben"), log=str(log))
        async with started("goldrush-game", source=source, milliseconds=0) as (pilot, app):
            await until(pilot, lambda: source.is_over)
            await until(pilot, lambda: round_on(app) == "200")
        with PlaythroughLog(log, GOLD_RUSH) as games:
            games.scan()
            assert games.game(0).moves == source.playthrough.moves

    async def test_a_log_that_cannot_be_written_is_told(self, tmp_path: Any) -> None:
        source = live_mine(walker("Ann"), walker("Ben"), rounds=2, log=str(tmp_path))
        async with started("goldrush-game", source=source, milliseconds=0) as (pilot, app):
            await until(pilot, lambda: "could not be saved" in text_on(app))


@pytest.fixture
def games_log(tmp_path: Any) -> Any:
    """Three games, of which the second is damaged."""
    path = tmp_path / "games.log"
    with PlaythroughWriter(path) as log:
        log.append(mine_game(game_id=1))
        log.add(b'{"game": "goldrush", "id": 2}\n')
        log.append(mine_game(moves="ANBS", finish=None, game_id=3))
    return path


class TestAList:
    async def test_the_newest_is_first_and_each_is_stepped_through(self, games_log: Any) -> None:
        async with started("games", path=games_log, kind="goldrush") as (pilot, app):
            assert "3 games" in text_on(app)
            lines = [line.split() for line in _rows(app)]
            assert " ".join(lines[0]).endswith("stopped ann.py - walk")
            assert "cannot be read" in " ".join(lines[1])
            assert " ".join(lines[2]).endswith("0 : 0, B timeout ann.py - walk")
            await pilot.press("end", "enter")
            assert isinstance(app.screen, MineScreen)
            assert "game 1 of 3" in text_on(app)
            await pilot.press("n")
            assert "Game 2 cannot be shown" in text_on(app)
            assert round_on(app) == "1"
            await pilot.press("end")
            assert round_on(app) == "2"
            await pilot.press("n")
            assert "There is no other game." in text_on(app)
            await pilot.press("p", "end")
            assert round_on(app) == "6"
            await pilot.press("escape")
            assert app.screen.query_one(PlaythroughList).cursor == 2

    async def test_a_damaged_game_says_why(self, games_log: Any) -> None:
        async with started("games", notifications=True, path=games_log, kind="goldrush") as (
            pilot, app
        ):  # fmt: skip
            await pilot.press("down", "enter")
            await until(pilot, lambda: "Game 2 cannot be shown" in _toasts(app))

    async def test_a_file_of_something_else_is_refused(self) -> None:
        async with started("games", notifications=True, path=__file__, kind="goldrush") as (
            pilot, app
        ):  # fmt: skip
            await until(pilot, lambda: "is not a log of goldrush" in _toasts(app))

    async def test_a_file_that_is_none_is_refused(self, tmp_path: Any) -> None:
        path = tmp_path / "none"
        async with started("games", notifications=True, path=path, kind="2048") as (pilot, app):
            await until(pilot, lambda: "No such file" in _toasts(app))


def _rows(app: DurakApp) -> list[str]:
    canvas = app.screen.query_one(PlaythroughList).canvas
    return [row_text(canvas, y) for y in range(3)]


def _toasts(app: DurakApp) -> str:
    return " ".join(str(toast.render()) for toast in app.screen.query("Toast"))


@pytest.mark.parametrize(
    ("name", "screen", "game", "keys"),
    [
        ("mine", "goldrush-game", mine_game(), ["end", "left"]),
        ("mine-eyes", "goldrush-game", mine_game(), ["end", "f"]),
        ("duel", "2048-game", duel_game(40), ["end", "left"]),
        ("duel-levels", "2048-game", duel_game(40), ["end", "v"]),
    ],
)
async def test_it_looks_right(
    window: TerminalWindow, name: str, screen: str, game: Any, keys: list[str]
) -> None:
    async with started(screen, source=game, size=window.size) as (pilot, app):
        await pilot.press(*keys)
        await assert_picture(app, f"{name}-{window}")


ROUND_BYTES = 250
"""The most bytes that a round of a watched game may send."""


async def test_a_round_sends_little_more_than_what_moves() -> None:
    async with started("goldrush-game", source=mine_game("ANBSAEBNASBPASBNANBEAWBS")) as (
        pilot,
        app,
    ):
        line = Line(app)
        sent = []
        for _ in range(6):
            await pilot.press("right_square_bracket")
            sent.append(line.send())
        assert 0 < max(sent) <= ROUND_BYTES


@pytest.mark.parametrize(
    ("name", "screen", "game"),
    [("mine", "goldrush-game", mine_game()), ("duel", "2048-game", duel_game(40))],
)
async def test_it_fits_in_russian(name: str, screen: str, game: Any) -> None:
    async with started(screen, {"language": "ru"}, source=game, size=(60, 20)) as (pilot, app):
        await pilot.press("end", "left")
        await assert_picture(app, f"{name}-russian-60x20")
