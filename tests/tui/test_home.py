"""The first screen, and what every screen has."""

import os
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan, StoppedMatch
from durak_tui.records.journal import Journal
from durak_tui.records.writer import LogWriter
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat
from durak_tui.tournament.tournament_files import StoppedTournament
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play.choice import people_on_offer
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.user.folders import games_log, unfinished_folder
from tests.game.build import cards
from tests.match.matches import DUMMY, reached
from tests.processes import Bell
from tests.table.patient import A_FEW, ALL, patient
from tests.tui.apps import TerminalWindow, make_app, notices_on, started, text_on, until
from tests.tui.logs.log_files import DAMAGED, write_mixed
from tests.tui.pictures import assert_picture, picture
from tests.tui.play.playing import HANDS, path_of
from tests.tui.runs.matches import RUNNING, StillMatch


async def test_home_looks_right(window: TerminalWindow) -> None:
    async with started(size=window.size) as (_, app):
        await assert_picture(app, f"home-{window}")


async def test_help_looks_right(window: TerminalWindow) -> None:
    async with started(size=window.size) as (pilot, app):
        await pilot.press("question_mark")
        await assert_picture(app, f"help-{window}")
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize(
    ("state", "note"),
    [("running", "432 of 1,000 games"), ("pausing", "pausing: 432 of 1,000 games"),
     ("paused", "paused: 432 of 1,000 games")],
)  # fmt: skip
async def test_the_state_of_the_match_stands_behind_its_entry(state: Any, note: str) -> None:
    app = make_app()
    app.match_feed.job = StillMatch(replace(RUNNING, state=state))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"Autoplay {note}" in text_on(app)


def left_game(engine: str) -> Path:
    """A game that was left after the person's first card; its journal."""
    table = Game(HANDS, (PersonSeat("Human"), EngineSeat(EngineConfig("durak-dummy", engine))))
    table.store(unfinished_folder(), games_log())
    table.play(cards("7S"))
    table.leave()
    return path_of(table)


async def test_the_cursor_goes_to_the_game_just_left_whose_long_name_does_not_hide_when() -> None:
    async with started() as (pilot, app):
        await pilot.press("down", "s")
        left_game("an engine whose name is longer than there is room for")
        await pilot.press("escape")
        await pilot.pause()
        assert re.search("Resume › r Game against an engine whose .*…, just now", text_on(app))


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_of_each_way_to_play_with_people_is_said_all(language: str) -> None:
    async with started(settings={"language": language}, size=(60, 20)) as (pilot, app):
        await pilot.press("w")
        ways = people_on_offer(app)
        assert len(ways) == 3
        for way in ways:
            assert way.shown in text_on(app) and way.about in text_on(app)
            await pilot.press("down")


async def test_one_of_several_games_is_chosen_or_thrown_away() -> None:
    paths = [left_game(engine) for engine in ("lisa", "bart", "maggie")]
    for age, path in enumerate(paths):
        os.utime(path, (10_000_000 - 100 * age, 10_000_000 - 100 * age))
    async with started() as (pilot, app):
        assert "Resume › r Game against lisa, 1970-04-26, and 2 more" in text_on(app)
        await pilot.press("r", "down")
        assert "against bart 1970-04-26" in text_on(app) and ", bout 1" in text_on(app)
        await pilot.press("x", "down", "enter")
        await until(pilot, lambda: not paths[1].exists())
        await pilot.pause()
        assert "against bart" not in text_on(app) and "against maggie" in text_on(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.pause()
        assert "maggie" in text_on(app)
    assert paths[0].exists()


async def test_a_game_that_somebody_plays_meanwhile_is_not_thrown_away() -> None:
    played, other = left_game("lisa"), left_game("bart")
    os.utime(other, (10_000_000, 10_000_000))
    async with started(notifications=True) as (pilot, app):
        await pilot.press("r")
        assert "against lisa" in text_on(app)
        _game, journal = Journal.resume(played)
        await pilot.press("x", "down", "enter")
        said = "Cannot delete this game: the game is being played in another window."
        await until(pilot, lambda: said in " ".join(notices_on(app)))
        assert "against lisa" in text_on(app) and "against bart" in text_on(app)
        journal.close()
    assert played.exists()


async def test_a_name_that_is_cut_in_the_list_of_games_ends_with_a_mark() -> None:
    left_game("日本語" * 8)
    left_game("lisa")
    async with started() as (pilot, app):
        await pilot.press("r")
        assert f"against {'日本語' * 3}日本… " in text_on(app)


@pytest.mark.few(2)
@pytest.mark.parametrize("size", [(59, 20), (60, 19), (20, 5), (1, 1)])
async def test_a_window_that_is_too_small_says_so_and_recovers(size: tuple[int, int]) -> None:
    async with started() as (pilot, app):
        before = picture(app)
        await pilot.resize_terminal(*size)
        if size[0] > 20:
            await until(pilot, lambda: "This window is too small." in picture(app))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: picture(app) == before)


async def test_another_size_is_heeded_even_if_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # Then Textual's own timer never rings.
    silent = SimpleNamespace(stop=lambda: None)
    async with started() as (pilot, app):
        monkeypatch.setattr(DurakApp, "set_timer", lambda *_args, **_named: silent)
        for size in ((50, 20), (80, 24), (50, 20)):
            await pilot.resize_terminal(*size)
            is_small = size[0] < 60
            await until(pilot, lambda is_small=is_small: ("too small" in text_on(app)) == is_small)  # type: ignore[misc]


async def test_a_game_that_was_left_and_cannot_be_read_is_reported_and_stays() -> None:
    unfinished_folder().mkdir(parents=True)
    broken = unfinished_folder() / "1.jsonl"
    broken.write_text("no game\n")
    async with started(notifications=True) as (pilot, app):
        await until(
            pilot, lambda: "cannot be read and is left as it is" in " ".join(notices_on(app))
        )
    assert broken.read_text() == "no game\n"


async def test_a_match_that_was_stopped_is_offered_and_goes_on(tmp_path: Path, bell: Bell) -> None:
    log = tmp_path / "games.log"
    bell.ring(A_FEW)  # no more games than these can be over when it is stopped
    plan = Plan((DUMMY, patient(bell)), matches=1, match_size=20, seed=11)
    with BackgroundRun(plan, log=str(log), concurrency=1) as match:
        match.start()
        reached(match, lambda now: now.done)
        match.stop()
        assert match.wait(60)
        done = match.snapshot().done
    assert 1 <= done < 20
    bell.ring(ALL)
    app = make_app()
    app.state.change(lambda state: replace(state, last_match=log))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "r Match " in text_on(app))
        assert f"{done} of 20 games, d" in text_on(app)
        await pilot.press("r")
        await until(pilot, lambda: "20 of 20 games" in text_on(app), within=120)
        assert app.match_feed.job
        assert app.match_feed.job.snapshot().resumed == done
        await until(pilot, lambda: app.state.value.last_match is None)
        await pilot.press("escape")
        await pilot.pause()
        assert "r Match " not in text_on(app)


async def test_one_key_resumes_the_first_of_what_was_left_and_the_cursor_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone: list[str] = []
    monkeypatch.setattr(DurakApp, "go", lambda _app, name, **_named: gone.append(name))
    levels = "durak-player --level 2", "durak-player --level 4"
    match = StoppedMatch(str(tmp_path / "games.log"), levels, 30, 100)
    cup = StoppedTournament(str(tmp_path / "cup.toml"), "Swiss of 3 engines", 4, 8)
    async with started() as (pilot, app):
        home = app.screen
        assert isinstance(home, HomeScreen)
        home._offer(match, cup)
        await pilot.pause()
        assert "r Match 30 of 100 games, level 2 – level 4 Tournament 4 of 8" in text_on(app)
        titles = [one.title for one in app.commands()]
        assert "Resume match  (r)" in titles and "Resume tournament" in titles
        await pilot.press("r", "home", "down", "enter")
    assert gone == ["autoplay", "tournament"]


@pytest.mark.parametrize(
    ("size", "games", "beside"),
    [
        ((60, 20), 2, []), ((80, 24), 2, []), ((160, 45), DAMAGED, ["its last game"]),
        ((200, 60), 0, ["a sample"]),
    ],
)  # fmt: skip
async def test_what_was_left_is_named_whole_where_the_window_has_room(
    size: tuple[int, int], games: int, beside: list[str], tmp_path: Path
) -> None:
    games_log().parent.mkdir(parents=True)
    write_mixed(games_log(), games)
    levels = "durak-player --level 2", "durak-player --level 4"
    match = StoppedMatch(str(tmp_path / "games.log"), levels, 432, 10_000)
    title = "Round robin of seventeen engines"
    cup = StoppedTournament(str(tmp_path / "cup.toml"), title, 1_234, 5_678)
    left_game("durak-montecarlo")
    async with started(size=size) as (pilot, app):
        assert isinstance(app.screen, HomeScreen)
        app.screen._offer(match, cup)
        await pilot.pause()
        assert "› r Game against durak-montecarlo, just now" in text_on(app)
        said = r"Match 432 of 10,000 games, (durak-player --)?level 2 – (durak-player --)?level 4 "
        assert re.search(said, text_on(app))
        assert "Tournament 1,234 of 5,678 games, Round" in text_on(app)
        if size[0] > 60:
            assert title in text_on(app)
        tables = {"its last game": "is the fool", "a sample": "A sample"}
        await until(pilot, lambda: [one for one in tables if tables[one] in text_on(app)] == beside)


async def test_a_match_that_another_program_resumed_since_leads_back_here(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((DUMMY, DUMMY), matches=1, match_size=4, seed=11)
    with BackgroundRun(plan, log=str(log), concurrency=1) as match:
        match.start()
        assert match.wait(60)
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.rindex(b"\n####") + 1])
    app = make_app()
    app.state.change(lambda state: replace(state, last_match=log))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: "r Match " in text_on(app))
        with LogWriter(log, alone=True):
            await pilot.press("r")
            said = "is being written by another run"
            await until(pilot, lambda: said in " ".join(notices_on(app)))
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await until(pilot, lambda: "r Match " not in text_on(app))
