"""The form for a match of engines: what can be entered, and how a match begins."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import Caps
from durak_tui.library.index import LogIndex
from durak_tui.statistics.sprt import Sprt
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.runs.match_form import EngineListScreen, MatchForm, log_problem, plan_of
from durak_tui.user.folders import data_folder
from durak_tui.user.schema import Settings
from tests.cli.commands import DATA, autoplay
from tests.conftest import rogue
from tests.tui.apps import TerminalWindow, make_app, started, text_on, until
from tests.tui.logs.log_files import number_of_games
from tests.tui.pictures import assert_picture
from tests.tui.runs.matches import (
    TIMED,
    app_of,
    entered,
    filled,
    form,
    four_cores,
    match_of,
    reached,
)

__all__ = ["four_cores"]

OWN_LOG = "~/.local/share/durak-tui/matches/one.log"


# What is entered


async def test_the_form_looks_right(window: TerminalWindow, four_cores: None) -> None:
    async with form(size=window.size, engine2="", log="~/games/match.log") as pilot:
        await pilot.press("down")
        assert pilot.app.focused is pilot.app.screen.query_one("#engine2")
        await assert_picture(pilot.app, f"autoplay-form-{window}")


async def test_with_both_engines_named_only_the_start_is_left_to_be_pressed() -> None:
    async with started(
        "autoplay", {"engines": (TIMED,)}, size=(120, 40), engines=("timed", "durak-player")
    ) as (pilot, app):
        filled_in = app.screen.query_one(MatchForm).entered()
        assert (filled_in["engine1"], filled_in["engine2"]) == ("timed", "durak-player")
        assert app.focused is app.screen.query_one("#start")
        assert "2 durak-player (rating 1594)" in text_on(app)
        assert "1,000 games in all" in text_on(app)
        filled(pilot, engine2="durak-player --level 1", matches="20")
        await pilot.pause()
        assert "is expected to score" in text_on(app)
        assert "2,000 games in all" in text_on(app)
        place = app.screen.query_one("#last").region
        filled(pilot, engine2="no-such-engine", matches="9" * 30)
        await until(pilot, lambda: "games in all" not in text_on(app))
        assert "(rating" not in text_on(app), "nothing is said of what cannot be played"
        assert text_on(app).count("no-such-engine") == 1
        assert app.screen.query_one("#last").region == place, "what stands below does not move"
        filled(pilot, engine2="durak-player", matches="30")
        await until(pilot, lambda: "3,000 games in all" in text_on(app))
        assert "2 durak-player (rating 1594)" in text_on(app)
        assert "Rating" in text_on(app)
        many = tuple(EngineConfig(f"mine --n {n}", f"mine{n}") for n in range(12))
        app.change_settings(engines=(TIMED, *many))
        await until(pilot, lambda: "Rating" not in text_on(app))


async def test_nothing_need_be_entered_and_the_log_is_a_new_file_of_the_users() -> None:
    async with started("autoplay") as (pilot, app):
        assert app.focused is app.screen.query_one("#engine1")
        log = app.screen.query_one("#log", Input).value
        assert log.startswith("~/.local/share/durak-tui/matches/")
        assert not Path(log).expanduser().exists()
        await pilot.press("ctrl+o")
        now = await reached(pilot, "running")
        assert (now.total, now.match_size) == (1000, 100)
        assert now.names == ("durak-endgame", "durak-dummy"), "one is stronger, and both are quick"
        assert match_of(pilot).plan.paired
        assert now.log == str(data_folder() / "matches" / Path(log).name)
        assert Path(now.log).exists()


@pytest.mark.parametrize("own", ["durak-dummy", "durak-random"])
async def test_the_engine_that_one_plays_against_is_offered_another_to_meet(own: str) -> None:
    async with started("autoplay", {"default_engine": own}) as (_pilot, app):
        filled_in = app.screen.query_one(MatchForm).entered()
        assert filled_in["engine1"] == own
        assert filled_in["engine2"] in {"durak-dummy", "durak-endgame"} - {own}


async def test_all_that_is_entered_is_what_is_played(tmp_path: Path) -> None:
    log = tmp_path / "mine.log"
    async with form("timed", "durak-dummy") as pilot:
        filled(
            pilot, matches="3", games="4", seed="7", move_time="1,5", game_time="60",
            concurrency="1", log=str(log), sprt="0, 200",
        )  # fmt: skip
        for choice in ("deck", "attack_limit", "paired", "infos"):
            pilot.app.screen.query_one(f"#{choice}").focus()
            await pilot.press("right")
        await pilot.press("ctrl+o")
        now = await reached(pilot, "finished")
        plan = match_of(pilot).plan
        assert (now.match_size, now.seed, now.done) == (4, 7, 12)
        assert (plan.deck, plan.paired, plan.sprt) == (52, False, Sprt(0, 200))
        assert plan.caps == Caps(6, 6)
        assert [player.shown for player in plan.players] == ["timed", "durak-dummy"]
        assert [player.limits.move_time for player in plan.players] == [2.5, 1.5]
        assert [player.limits.game_time for player in plan.players] == [60, 60]
        assert number_of_games(log) == 12
        assert log.read_text().count('"infos"') == 12


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("games", "1.5", "Enter a whole number from 1 to 10000000."),
        ("engine2", "x" * 10_001, "At most 10000 characters, not 10001."),
        ("engine2", "", "Enter its command"),
        ("engine2", "durak-dumy", "(did you mean durak-dummy?)"),
        ("log", "~/notes.txt", "This file is not a log of games"),
    ],
)
async def test_a_mistake_is_reported_at_once_and_nothing_is_started(
    field: str, text: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("# Durak\n\n#### Games\n")
    async with form(engine2="durak-dummy") as pilot:
        filled(pilot, **{field: text})
        await pilot.press("ctrl+o")
        await until(pilot, lambda: sentence in text_on(app_of(pilot)))
        assert app_of(pilot).match_feed.job is None
        assert pilot.app.focused is pilot.app.screen.query_one(f"#{field}")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("", "This is a folder: add the name of a file."),
        ("new/", "This is a folder: add the name of a file."),
        ("two\nlines", "A path is one line of text."),
        ("n" * 300, "This file cannot be used: File name too long."),
        ("notes.txt", "This file is not a log of games: choose another."),
        ("notes.txt/games.log", "This file cannot be used: Not a directory."),
        ("games.log", ""),
    ],
)
def test_a_path_that_is_no_log_gets_a_sentence(path: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("# Durak\n\n#### Games\n")
    assert log_problem(f"{tmp_path}/{path}") == sentence


async def test_the_list_offers_levels_engines_of_the_user_and_those_that_ship() -> None:
    async with form("durak-random", "durak-dummy") as pilot:
        pilot.app.screen.query_one("#engine1").focus()
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, EngineListScreen)
        shown = text_on(app_of(pilot))
        assert "› durak-random" in shown and "Counts cards and thinks ahead." in shown
        assert "Your engines timed" in shown
        await pilot.press("home", "down", "enter")
        field = pilot.app.screen.query_one("#engine1", Input)
        assert (field.value, pilot.app.focused) == ("Casual", field)
        await pilot.press("enter", "escape")
        assert field.value == "Casual"
        assert pilot.app.screen.query_one(MatchForm).entered()["engine1"] == "Casual"


async def test_any_command_line_is_typed_and_names_are_completed() -> None:
    async with form("durak-dummy", "") as pilot:
        field = pilot.app.screen.query_one("#engine2", Input)
        field.focus()
        await pilot.press(*"mas", "tab")
        assert field.value == "Master"
        assert "Counts cards and thinks ahead." in text_on(app_of(pilot))
        field.value = "durak-endgame"
        await until(pilot, lambda: "durak-dummy with an exact endgame." in text_on(app_of(pilot)))
        field.value = "durak-random --seed 3"
        assert not pilot.app.screen.query_one(MatchForm).problems()
        field.value = "durak-"
        await pilot.press("end", "tab")
        assert field.value == "durak-"
        await until(pilot, lambda: "durak-dummy durak-endgame" in text_on(app_of(pilot)))


@pytest.mark.slow
async def test_a_level_has_its_name_in_russian_and_is_the_same() -> None:
    app = make_app("autoplay", {"language": "ru"})
    app.match_feed.entered = entered(engine1="Beginner")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        field = app.screen.query_one("#engine1", Input)
        assert field.value == "Новичок"
        assert app.screen.query_one(MatchForm).entered()["engine1"] == "Beginner"


def test_a_level_plays_a_match_like_any_engine() -> None:
    first, second = plan_of(entered(engine1="Beginner"), Settings()).players
    assert (first.command, first.name) == ("durak-player --level 1", "Beginner")
    assert second.command == "durak-dummy"


@pytest.mark.slow
async def test_after_a_match_the_form_opens_as_it_was_entered_but_with_a_new_log() -> None:
    async with form(log=OWN_LOG) as pilot:
        await pilot.press("ctrl+o")
        await reached(pilot, "finished")
        await pilot.press("n")
        again = pilot.app.screen.query_one(MatchForm).entered()
        assert (again["matches"], again["games"], again["seed"]) == ("4", "30", "11")
        assert again["log"].startswith("~/.local/share/durak-tui/matches/2")
        await pilot.press("escape")
        assert "finished" in text_on(app_of(pilot))
        await pilot.press("escape")
        assert "finished" not in text_on(app_of(pilot)), "home has nothing to come back to"
        await pilot.press("a")
        assert pilot.app.focused is pilot.app.screen.query_one("#engine1")
        assert pilot.app.screen.query_one(MatchForm).entered()["matches"] == "4"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen), "the result was seen and left"


# The start


@pytest.mark.slow
async def test_a_log_that_is_there_is_gone_on_with_or_added_to(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    options = ("durak-dummy", "durak-dummy", "--matches-number=4", "--match-size=10")
    autoplay(*options, "--seed=17", "--log-file", str(log))
    with LogIndex(log) as index:
        index.scan()
        os.truncate(log, index.offset(25))
    async with form("timed", "durak-dummy", games="5", log=str(log)) as pilot:
        await pilot.press("ctrl+o")
        assert "already contains games." in text_on(app_of(pilot))
        await pilot.press("escape")
        assert pilot.app.focused is pilot.app.screen.query_one("#log")
        await pilot.press("ctrl+o", "enter")
        now = await reached(pilot, "finished")
        assert (now.resumed, now.done, number_of_games(log)) == (25, 40, 40), (
            "the log knows the rest"
        )
        assert (now.seed, now.names) == (17, ("durak-dummy", "durak-dummy"))
        await pilot.press("n", "ctrl+o", "down", "enter")
        await until(pilot, lambda: match_of(pilot).snapshot().resumed == 0)
        await reached(pilot, "finished")
        assert number_of_games(log) == 60


async def test_why_a_match_cannot_begin_is_said_in_the_language_of_the_user(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_bytes((DATA / "dummy_vs_dummy.log").read_bytes())
    app = make_app("autoplay", {"language": "ru"})
    app.match_feed.entered = entered(log=str(log))
    async with app.run_test(size=(160, 30)) as pilot:
        await pilot.press("ctrl+o", "enter")
        await until(pilot, lambda: "не кончается прогоном матчей." in text_on(app))
        assert app.match_feed.job is None
        filled(pilot, log="/no/such/folder/games.log")
        await pilot.press("ctrl+o")
        said = "Не удалось записать журнал /no/such/folder/games.log: нет такого файла"
        await until(pilot, lambda: said in text_on(app))


@pytest.mark.slow
async def test_engines_keep_their_names_when_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    mine = EngineConfig(f"{sys.executable} -P -m durak_engines.dummy", "mine")
    app = make_app("autoplay", {"engines": (mine,)})
    app.match_feed.entered = entered(engine1="mine", games="100000", log=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done > 4)
        await pilot.press("s", "down", "enter")
        await reached(pilot, "stopped")
        await pilot.press("n", "ctrl+o", "enter")
        await until(pilot, lambda: match_of(pilot).snapshot().resumed > 0)
        assert match_of(pilot).snapshot().names == ("mine", "durak-dummy")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"log": "/no/such/folder/games.log"}, "Log file /no/such/folder/games.log cannot be"),
        ({"engine2": rogue("dead-on-arrival"), "log": OWN_LOG}, "did not start"),
    ],
)
async def test_a_start_that_fails_leaves_the_form_as_it_was_entered_and_no_empty_log(
    fields: dict[str, Any], sentence: str
) -> None:
    async with form(**fields) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: sentence in text_on(app_of(pilot)))
        assert pilot.app.screen.query_one(MatchForm).entered() == entered(**fields)
        assert pilot.app.focused is pilot.app.screen.query_one("#start")
        assert app_of(pilot).match_feed.job is None
        await until(pilot, lambda: not app_of(pilot).match_feed.beats)
        assert not list((data_folder() / "matches").glob("*"))
