"""The forms of both games: what is wrong with them, a run, its games, its log."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.duel2048.record_file import DuelRecord, write_record
from durak_tui.games.goldrush.dig import GOLD_RUSH
from durak_tui.games.playthrough_log import PlaythroughLog, PlaythroughWriter
from durak_tui.tui.app import DurakApp
from durak_tui.tui.games.duel_form import DuelsScreen
from durak_tui.tui.games.duel_play_screen import DuelPlayScreen
from durak_tui.tui.games.duel_screen import DuelScreen
from durak_tui.tui.games.map_editor import MapEditorScreen
from durak_tui.tui.games.mine_form import GoldRushScreen
from durak_tui.tui.games.mine_screen import MineScreen
from durak_tui.tui.games.playthrough_list import GamesScreen
from durak_tui.tui.toolkit.form import ChoiceField, CompletedField
from durak_tui.user.folders import games_folder
from tests.games.duel2048.players import GOOD, player
from tests.games.goldrush.miners import walker
from tests.games.goldrush.mines import HALL
from tests.tui.apps import TerminalWindow, started, text_on, until
from tests.tui.games.playthroughs import duel_game, mine_game
from tests.tui.pictures import assert_picture


async def fill(app: DurakApp, **values: str) -> None:
    """Enter values in the fields of these names."""
    for name, value in values.items():
        field = app.screen.query_one(f"#{name}")
        assert isinstance(field, Input)
        field.value = value


async def choose(pilot: Pilot[Any], app: DurakApp, name: str, value: str) -> None:
    """Turn a choice until it has this value."""
    field = app.screen.query_one(f"#{name}", ChoiceField)
    field.focus()
    while field.value != value:
        await pilot.press("right")


async def settled(pilot: Pilot[Any], app: DurakApp, text: str) -> None:
    await until(pilot, lambda: text in text_on(app), otherwise=lambda: text_on(app))


@pytest.fixture
def hall(tmp_path: Path) -> str:
    path = tmp_path / "hall.map"
    path.write_text(HALL)
    return str(path)


class TestGoldRush:
    async def test_one_game_is_watched(self, hall: str) -> None:
        async with started("goldrush") as (pilot, app):
            await fill(app, map=hall, player1=walker("A").command, player2="goldrush-random")
            await pilot.press("ctrl+o")
            await until(pilot, lambda: isinstance(app.screen, MineScreen))
            await settled(pilot, app, "live")
            await pilot.press("escape")
            assert isinstance(app.screen, GoldRushScreen)

    async def test_many_are_run_and_each_is_stepped_through(
        self, hall: str, tmp_path: Path
    ) -> None:
        log = tmp_path / "games.log"
        async with started("goldrush") as (pilot, app):
            first, other = walker("A").command, walker("B").command
            await fill(app, map=hall, player1=first, player2=other, rounds="5", repeat="2")
            await fill(app, log=str(log))
            await pilot.press("ctrl+o")
            await settled(pilot, app, "finished")
            assert "4 of 4 games" in text_on(app)
            assert "Rounds of a game" not in text_on(app)
            await pilot.press("down", "enter")
            assert isinstance(app.screen, MineScreen)
            assert "game 3 of 4" in text_on(app)
            await pilot.press("n")
            assert "game 4 of 4" in text_on(app)
            await pilot.press("escape", "n")
            assert app.screen.query_one("#player1", CompletedField).value == first
            await fill(app, log=str(log))
            await pilot.press("ctrl+o")
            await settled(pilot, app, "already contains games")
            await pilot.press("enter")
            await settled(pilot, app, "finished")
            app.go_instead("home")
            await pilot.press("b", "enter")
            await settled(pilot, app, "Rounds of a game")
            assert app.screen.query_one("#player1", CompletedField).value == first
        with PlaythroughLog(log, GOLD_RUSH) as games:
            games.scan()
            assert [games.game(at).game_id for at in range(len(games))] == [1, 2, 3, 4]

    @pytest.mark.slow
    async def test_a_stopped_run_goes_on_where_it_was(self, hall: str, tmp_path: Path) -> None:
        log = tmp_path / "games.log"
        async with started("goldrush") as (pilot, app):
            players = {"player1": walker("A").command, "player2": walker("B").command}
            await fill(app, map=hall, **players, rounds="5", repeat="1000", log=str(log))
            await pilot.press("ctrl+o")
            job = app.mine_feed.job
            assert job
            await until(pilot, lambda: job.snapshot().done > 2)
            await pilot.press("p")
            await until(pilot, lambda: job.snapshot().state == "paused")
            await settled(pilot, app, "paused")
            assert isinstance(app.screen, GoldRushScreen)
            await pilot.press("p")
            await until(pilot, lambda: job.snapshot().state == "running")
            await pilot.press("s", "down", "enter")
            await until(pilot, lambda: job.snapshot().state == "stopped")
            await settled(pilot, app, "r Resume")
            done = job.snapshot().done
            await pilot.press("r")
            await until(
                pilot, lambda: app.mine_feed.job and app.mine_feed.job.snapshot().done > done + 2
            )
            assert app.mine_feed.job
            assert app.mine_feed.job.snapshot().resumed == done

    async def test_it_goes_on_behind_other_screens_and_quitting_asks(self, hall: str) -> None:
        async with started("goldrush") as (pilot, app):
            players = {"player1": walker("A").command, "player2": walker("B").command}
            await fill(app, map=hall, **players, rounds="5", repeat="1000")
            await pilot.press("ctrl+o")
            await settled(pilot, app, "running")
            await pilot.press("escape", "q")
            await settled(pilot, app, "Gold Rush is running")

    @pytest.mark.few(4)
    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ({"map": "nowhere"}, "no such file or map. Included maps: burrow"),
            ({"map": ""}, "Name a map or a file. Included maps: burrow"),
            ({"player2": "nobody-here"}, "not found"),
            ({"rounds": "0"}, "Enter a whole number from 1 to 100000."),
            ({"repeat": "x"}, "Enter a whole number, or leave this empty."),
            ({"seconds": "soon"}, "Enter seconds as a number above 0"),
            ({"log": ""}, "Enter the path of a file."),
            ({"log": "/nowhere/games.log"}, "There is no folder /nowhere."),
            ({"log": __file__}, "is not a log of goldrush"),
            ({"player1": "", "player2": ""}, "A mine needs miners"),
        ],
    )
    async def test_what_is_wrong_is_said_where_it_is(
        self, values: dict[str, str], said: str
    ) -> None:
        async with started("goldrush") as (pilot, app):
            await fill(app, **values)
            await pilot.press("ctrl+o")
            await settled(pilot, app, said)
            assert isinstance(app.screen, GoldRushScreen)

    async def test_a_map_with_too_few_bases_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "one.map"
        path.write_text("2 1\n- E\n")
        async with started("goldrush") as (pilot, app):
            await fill(app, map=str(path))
            await pilot.press("ctrl+o")
            await settled(pilot, app, "Bases on the map: 1; players who need one: 2.")

    async def test_a_copy_of_a_map_that_ships_is_drawn_on_and_used(self) -> None:
        async with started("goldrush") as (pilot, app):
            await pilot.press("f2")
            assert isinstance(app.screen, MapEditorScreen)
            await pilot.press("s", "ctrl+o", "escape")
            await until(pilot, lambda: isinstance(app.screen, GoldRushScreen))
            value = app.screen.query_one("#map", CompletedField).value
            assert value.endswith("games/galleries.map")
            drawn = Path(value).expanduser().read_text()
            # The next change of the mine that ships is one of this copy.
            await fill(app, map="galleries")
            await pilot.press("ctrl+t", "right", "m", "ctrl+o", "escape")
            await until(pilot, lambda: isinstance(app.screen, GoldRushScreen))
            again = Path(value).expanduser().read_text()
            assert [again != drawn, again.split()[2]] == [True, "S"]


class TestDuels:
    async def test_a_person_plays_at_once(self) -> None:
        async with started("2048") as (pilot, app):
            await pilot.press("ctrl+o")
            await until(pilot, lambda: isinstance(app.screen, DuelPlayScreen))
            await settled(pilot, app, "your turn")

    async def test_a_game_of_programs_is_watched(self) -> None:
        async with started("2048") as (pilot, app):
            await choose(pilot, app, "you", "no")
            await fill(app, rounds="2")
            await pilot.press("ctrl+o")
            await until(pilot, lambda: type(app.screen) is DuelScreen)
            await settled(pilot, app, "2048-greedy")

    @pytest.mark.slow
    async def test_a_round_robin_is_run(self, tmp_path: Path) -> None:
        async with started("2048") as (pilot, app):
            await choose(pilot, app, "you", "no")
            await fill(app, player3="2048-random 2", rounds="3", repeat="1")
            await pilot.press("ctrl+o")
            await settled(pilot, app, "finished")
            assert "6 of 6 games" in text_on(app)
            await pilot.press("enter")
            assert isinstance(app.screen, DuelScreen)

    async def test_an_opponent_is_needed(self) -> None:
        async with started("2048") as (pilot, app):
            await fill(app, player1="")
            await pilot.press("ctrl+o")
            await settled(pilot, app, "Name a program for player 1")
            assert isinstance(app.screen, DuelsScreen)

    async def test_the_games_of_a_log_or_a_folder_are_looked_at(self, tmp_path: Path) -> None:
        async with started("2048") as (pilot, app):
            await pilot.press("ctrl+g")
            await settled(pilot, app, "Games from which file?")
            await fill(app, **{"line-field": str(tmp_path / "none")})
            await pilot.press("enter")
            await settled(pilot, app, "There is no such file.")
            record = write_record(DuelRecord((0, 1), ("a.py", "b.py"), duel_game()))
            (tmp_path / "7.txt").write_text(record)
            await fill(app, **{"line-field": str(tmp_path)})
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, GamesScreen))
            assert "1 game" in text_on(app)
            await pilot.press("enter")
            assert "+ a.py - b.py" in text_on(app)

    async def test_the_last_logs_are_offered(self) -> None:
        games_folder().mkdir(parents=True)
        for name, game in (("duel", duel_game()), ("mine", mine_game())):
            with PlaythroughWriter(games_folder() / f"{name}.log") as log:
                log.append(game)
        async with started("2048") as (pilot, app):
            await pilot.press("ctrl+g")
            await settled(pilot, app, "duel.log")
            assert "mine.log" not in text_on(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, GamesScreen))
            assert "1 game" in text_on(app)
            await pilot.press("escape", "ctrl+g")
            await settled(pilot, app, "Another file")
            await pilot.press("down", "enter")
            await settled(pilot, app, "A log of games, a record, or a folder of records.")

    async def test_what_is_entered_is_played(self, tmp_path: Path) -> None:
        first = player(tmp_path, f"import os\n{GOOD}").command
        log = tmp_path / "games.log"
        async with started("2048") as (pilot, app):
            await choose(pilot, app, "you", "no")
            await choose(pilot, app, "free", "yes")
            await fill(app, player1=first, player2="2048-random 1", rounds="3", repeat="1")
            await fill(app, seconds="7", seed="11", log=str(log))
            await pilot.press("ctrl+o")
            await settled(pilot, app, "finished")
        with PlaythroughLog(log, DUEL_2048) as games:
            games.scan()
            game = games.game(0)
        assert game.finish
        assert game.finish.faults == (None, None)
        opening = game.opening
        assert (opening["rounds"], opening["seconds"], opening["seed"]) == (3, 7, 11)

    async def test_the_second_player_may_be_you(self) -> None:
        async with started("2048") as (pilot, app):
            await choose(pilot, app, "you", "second")
            await pilot.press("ctrl+o")
            await settled(pilot, app, "your turn")
            assert isinstance(app.screen, DuelPlayScreen)
            assert app.screen.game.names == ("2048-greedy", "Human")


@pytest.mark.parametrize("screen", ["goldrush", "2048"])
async def test_a_form_looks_right(window: TerminalWindow, screen: str) -> None:
    async with started(screen, size=window.size) as (pilot, app):
        await fill(app, log="~/games.log")
        await pilot.press("tab" if screen == "2048" else "down")
        await assert_picture(app, f"form-{screen}-{window}")


async def test_home_leads_to_both() -> None:
    async with started() as (pilot, app):
        await pilot.press("b", "enter")
        assert isinstance(app.screen, GoldRushScreen)
        await pilot.press("escape", "b", "down", "enter")
        assert isinstance(app.screen, DuelsScreen)


@pytest.mark.parametrize("screen", ["goldrush", "2048"])
async def test_a_form_fits_in_russian(screen: str) -> None:
    async with started(screen, {"language": "ru"}, size=(60, 20)) as (pilot, app):
        await fill(app, log="~/games.log")
        await pilot.press("tab" if screen == "2048" else "down")
        await assert_picture(app, f"form-{screen}-russian-60x20")
