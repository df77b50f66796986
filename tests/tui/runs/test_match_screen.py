"""A match of engines: as it goes on, paused or stopped, and the table at its end."""

import asyncio
import os
import re
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan, plan_of_log
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.statistics.counts import GameCounts, PairCounts
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.runs import match_screen as screen_module
from durak_tui.tui.runs.feed import MatchFeed
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.runs.match_board import MatchBoard
from durak_tui.tui.runs.match_screen import AutoplayScreen
from durak_tui.tui.runs.run_words import MatchRows
from durak_tui.tui.runs.watch_screen import WatchScreen
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.glyphs import UNICODE
from tests.cli.commands import autoplay
from tests.conftest import rogue
from tests.match.matches import DUMMY, LOSER
from tests.processes import Bell, descendants_of
from tests.reports import taken_reports
from tests.table.patient import A_FEW, ALL, patient
from tests.tui.apps import TerminalWindow, make_app, notices_on, started, text_on, until
from tests.tui.logs.log_files import number_of_games
from tests.tui.pictures import assert_picture, picture
from tests.tui.runs.matches import (
    FAULTS,
    FINISHED,
    LOG,
    NAMES,
    RUNNING,
    StillMatch,
    app_of,
    entered,
    form,
    four_cores,
    last_games,
    match_of,
    reached,
    showing,
)

__all__ = ["four_cores"]


async def test_a_running_match_looks_right(window: TerminalWindow) -> None:
    async with showing(StillMatch(), window.size) as pilot:
        await assert_picture(pilot.app, f"autoplay-running-{window}")


async def test_a_finished_match_with_faults_looks_right(window: TerminalWindow) -> None:
    async with showing(StillMatch(FINISHED), window.size) as pilot:
        await pilot.press("G")
        await assert_picture(pilot.app, f"autoplay-finished-{window}")


async def test_long_names_leave_room_for_what_is_said_of_them(window: TerminalWindow) -> None:
    command = "python3 /home/somebody/engines/mine/engine.py --level 3 --book openings.bin"
    match = StillMatch()
    moved = "a game that was cut off or damaged is now in x.torn"
    match.stands(names=("durak-dummy", command), faults=FAULTS, void=2, notices=(moved,))
    async with showing(match, window.size) as pilot:
        shown = text_on(app_of(pilot))
        assert "timeout: 1 (game 417)" in shown
        assert "crash: 3 (games 12, 250, 431)" in shown
        await assert_picture(pilot.app, f"autoplay-names-{window}")


async def test_russian_lines_have_room(monkeypatch: pytest.MonkeyPatch, four_cores: None) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    for match, name in ((StillMatch(), "running"), (StillMatch(FINISHED), "finished")):
        async with showing(match) as pilot:
            assert "Эло durak-dummy:" in text_on(app_of(pilot))
            await assert_picture(pilot.app, f"autoplay-{name}-80x24-russian")
    async with form(engine2="", log="~/games/match.log") as pilot:
        assert "Движок 1 durak-endgame" in text_on(app_of(pilot))
        await assert_picture(pilot.app, "autoplay-form-80x24-russian")


@pytest.mark.slow
async def test_at_the_end_stand_the_scores_that_the_command_prints(tmp_path: Path) -> None:
    plan = Plan((DUMMY, LOSER), matches=9, match_size=3, seed=4)
    run = autoplay("durak-dummy", LOSER.command, "--matches-number=9", "--match-size=3", "--seed=4")
    printed = [
        [int(number) for number in re.findall(r"(?<=[ :])\d+(?=,| -|$)", line)]
        for line in run.stdout.decode().splitlines()
        if line.startswith("Match")
    ]
    match = BackgroundRun(plan)
    async with showing(match, (150, 60)) as pilot:
        app_of(pilot).match_feed.start(match)
        await reached(pilot, "finished")
        rows = MatchRows(match, match.snapshot(), UNICODE)
        lines = rows.lines(0, rows.count(1000), 1000)
        assert [[*map(int, line.split())] for line in lines[:9]] == printed
        shown = text_on(app_of(pilot))
        assert all(" ".join(line.split()) in shown for line in lines[:9])
        assert lines[-1][:40] in shown, "the faults, in as many lines as they need"
        assert "scores:" not in shown, "the points of both stand beside their names"


@pytest.mark.slow
async def test_a_match_can_be_left_and_come_back_to_and_home_shows_how_far_it_is() -> None:
    async with form(games="100000") as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done > 5)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        await until(pilot, lambda: "of 400,000 games" in text_on(app_of(pilot)))
        before = match_of(pilot).snapshot().done
        await until(pilot, lambda: match_of(pilot).snapshot().done > before + 5)
        await pilot.press("a")
        assert isinstance(pilot.app.screen, AutoplayScreen)
        now = await reached(pilot, "running")
        assert now.done > before
        assert not app_of(pilot).match_feed.show(HomeScreen(), now), "it is just being put up"


@pytest.mark.slow
async def test_home_and_other_screens_are_notified_when_the_match_is_over() -> None:
    async with form(notifications=True) as pilot:
        await pilot.press("ctrl+o", "escape")
        await until(pilot, lambda: "finished, 120 games" in text_on(app_of(pilot)))
        await pilot.press("e")
        assert text_on(app_of(pilot)).count("The match is over: 120 games.") == 1
        assert not app_of(pilot).match_feed.beats
        await pilot.press("escape", "a")
        await until(pilot, lambda: "120 of 120 games" in text_on(app_of(pilot)))
        assert app_of(pilot).match_feed.finish_is_seen


async def test_the_log_of_a_finished_match_shows_it_also_once_that_was_seen() -> None:
    app = make_app("autoplay", resume=Path(LOG))
    app.match_feed.job = match = StillMatch(FINISHED)
    app.match_feed.entered = entered(log=LOG)
    app.match_feed.finish_is_seen = True
    async with app.run_test(size=(80, 24)) as pilot:
        await until(  # without the worker in which the log would be read
            pilot, lambda: not app.workers and "1,000 of 1,000 games" in text_on(app)
        )
        assert app.match_feed.job is match


async def test_a_pause_lets_the_screen_rest_until_the_match_goes_on() -> None:
    match = StillMatch()
    async with showing(match) as pilot:
        feed = app_of(pilot).match_feed
        feed.follow()
        await pilot.press("space")
        match.stands(state="paused")
        await until(pilot, lambda: not feed.beats and "p Continue" in text_on(app_of(pilot)))
        await pilot.press("q")
        assert "A match is paused" in text_on(app_of(pilot))
        await pilot.press("escape", "p")
        assert feed.beats
        assert match.asked == ["pause", "unpause"]


@pytest.mark.slow
async def test_a_stop_asks_keeps_what_was_played_and_is_resumed(tmp_path: Path, bell: Bell) -> None:
    log = tmp_path / "games.log"
    bell.ring(A_FEW)  # no more games than these can be over when it is stopped
    async with form(
        engine2=patient(bell).command, games="5", concurrency="1", move_time="600", log=str(log)
    ) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done)
        await pilot.press("s")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("enter")
        assert match_of(pilot).snapshot().is_on, "staying is what is offered first"
        await pilot.press("s", "down", "enter")
        done = (await reached(pilot, "stopped")).done
        assert done == number_of_games(log) < 20
        assert "Stopped early; finished games count." in text_on(app_of(pilot))
        await pilot.press("escape", "a")
        await reached(pilot, "stopped")
        bell.ring(ALL)
        await pilot.press("r")
        now = await reached(pilot, "finished")
        assert (now.resumed, now.done, number_of_games(log)) == (done, 20, 20)


@pytest.mark.slow
async def test_a_stop_before_the_first_game_keeps_deals_and_no_file(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    silent = rogue("silent", "--at", "3")
    async with form(engine2=silent, log=str(log), move_time="600", seed="") as pilot:
        await pilot.press("ctrl+o")
        now = await reached(pilot, "running")
        await pilot.press("s", "down", "enter")
        assert (await reached(pilot, "stopped")).done == 0
        assert not log.exists()
        assert not pilot.app.screen.check_action("log", ())
        await pilot.press("r")
        again = await reached(pilot, "running")
        assert now.seed == again.seed is not None


async def test_a_run_that_fails_shows_why_and_what_was_played() -> None:
    match = StillMatch()
    async with showing(match) as pilot:
        match.stands(state="failed", failure=f"disk full {'日' * 30} {'本' * 30}")
        app_of(pilot).match_feed.follow()
        await until(pilot, lambda: "Disk full" in text_on(app_of(pilot)))
        shown = text_on(app_of(pilot))
        assert (shown.count("日"), shown.count("本")) == (30, 30), "nothing is cut"
        assert "432 of 1,000 games" in shown
        await pilot.press("n")
        assert pilot.app.focused is pilot.app.screen.query_one("#engine1")


@pytest.mark.slow
async def test_an_error_in_a_match_is_one_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **_options: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("durak_tui.match.run.Run.play", broken)
    async with form(notifications=True) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: notices_on(app_of(pilot)))
        assert notices_on(app_of(pilot))[0].startswith("Unexpected error.")
        assert isinstance(pilot.app.screen, AutoplayScreen)
    (report,) = taken_reports()
    assert "ZeroDivisionError: oops" in report


async def test_only_what_has_changed_is_looked_at_and_nothing_once_it_is_over() -> None:
    looks = 0

    class Counting(StillMatch):
        def snapshot(self) -> MatchSnapshot:
            nonlocal looks
            looks += 1
            return super().snapshot()

    match = Counting()
    async with showing(match) as pilot:
        pulse = app_of(pilot).match_feed
        looks = 0
        pulse.start(match)
        await asyncio.sleep(0)
        match.stands(state="finished", done=1000)
        await until(pilot, lambda: not pulse.beats)
        assert "finished" in text_on(app_of(pilot))
        assert looks <= 3


async def test_all_parts_of_a_match_that_is_on_are_of_one_moment() -> None:
    match, (*course, (_done, measured)) = StillMatch(), RUNNING.course

    async def moves_on(done: int) -> None:
        match.stands(
            done=done, begun=done // 100 + 1, last=last_games(NAMES, done),
            course=(*course, (done, measured)),
        )  # fmt: skip
        await until(pilot, lambda: f"{done} of 1,000 games" in text_on(app_of(pilot)))
        shown = text_on(app_of(pilot))
        assert len(re.findall(rf"\b{done}\b", shown)) == 3, "so far go chart and list of games"
        assert f"{done % 100} of 100" in shown, "and the match that is on"

    async with showing(match, (120, 40)) as pilot:
        app_of(pilot).match_feed.follow()
        await moves_on(502)
        await moves_on(786)


async def test_before_there_is_anything_to_draw_a_chart_leaves_its_room_to_others() -> None:
    match = StillMatch()
    none = {"total": 0, "match_size": 0, "done": 0, "begun": 0}  # So it stands at first.
    match.stands(**none, course=(), counts=PairCounts(), game_counts=GameCounts())
    async with showing(match, (120, 40)) as pilot:
        lines = picture(pilot.app).splitlines()
        elo = next(y for y, line in enumerate(lines) if "Elo of durak-dummy: –" in line)
        assert "Chance that" in lines[elo + 1]


async def test_a_chart_has_all_the_rows_that_few_matches_leave() -> None:
    match = StillMatch()
    match.stands(match_size=1000, begun=1)
    async with showing(match, (120, 40)) as pilot:
        lines = picture(pilot.app).splitlines()[:40]
        head = next(y for y, line in enumerate(lines) if "won: durak-dummy" in line)
        assert head >= 35, "one match has one line, above the keys"


async def test_a_match_that_is_over_gives_its_chart_what_the_last_games_leave() -> None:
    async with showing(StillMatch(FINISHED), (200, 60)) as pilot:
        games = pilot.app.screen.query_one(LastGames)
        assert games.region.width <= 40 and "my-engine crash" in text_on(app_of(pilot))
        assert pilot.app.screen.query_one(MatchBoard).region.width >= 160


async def test_the_newest_match_is_in_view_until_an_older_one_is_looked_for() -> None:
    match = StillMatch()
    match.stands(match_size=10, begun=44)
    async with showing(match) as pilot:

        def numbers() -> list[int]:
            lines = picture(pilot.app).splitlines()[11:23]
            return [int(line.split()[0]) for line in lines if line.strip()[:1].isdigit()]

        assert numbers()[-1] == 44
        await pilot.press("k")
        assert numbers()[-1] == 43
        await pilot.press("g")
        assert numbers()[0] == 1
        await pilot.press("j", "pagedown")
        here = numbers()
        match.stands(begun=60, done=600)
        app_of(pilot).screen.run_changed(match.now)  # type: ignore[attr-defined]
        assert numbers() == here
        await pilot.press("G")
        assert numbers()[-1] == 60


async def test_a_match_is_watched_and_its_log_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(DurakApp, "go", lambda _app, name, **args: gone.append((name, args)))
    match = StillMatch()
    async with showing(match) as pilot:
        await pilot.press("l")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, WatchScreen)
        await pilot.press("escape")
        match.stands(state="finished", done=1000)
        await pilot.press("question_mark", "escape", "l")
    assert gone == [("logs", {"path": RUNNING.log})] * 2


@pytest.mark.few(2)
@pytest.mark.parametrize("state", ["running", "paused", "stopped", "finished"])
async def test_no_key_does_two_things(state: Any) -> None:
    async with showing(StillMatch(replace(RUNNING, state=state))) as pilot:
        screen = app_of(pilot).screen
        assert isinstance(screen, AutoplayScreen)
        keys = [key for one in screen.available_actions() for key in app_of(pilot).keys_of(one)]
        assert len(set(keys)) == len(keys)


async def test_variants_of_an_engine_differ_in_the_table_and_in_what_is_said() -> None:
    match = StillMatch()
    folder, log = "~/.local/share/durak-tui/matches/", "2026-11-21-101500.log"
    names = "durak-player --level 2", "durak-player --level 4"
    match.stands(names=names, faults=FAULTS, log=folder + log)
    async with showing(match, (120, 40)) as pilot:
        for name in ("1 durak-player --level 2", "2 durak-player --level 4"):
            assert name in text_on(app_of(pilot))
        assert f"log {folder}{log}" in text_on(app_of(pilot))
        assert "Rating" not in text_on(app_of(pilot)), "what stands below the form has gone"
        match.stands(log="/somewhere/else" + folder[1:] + log)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "Engine2 (level 4) crash: 3" in text_on(app_of(pilot))
        assert re.search(rf"seed 2026 · log …[^ ]*/matches/{log}", text_on(app_of(pilot)))
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert f"log /somewhere/else{folder[1:]} {log}" in text_on(app_of(pilot))


async def test_quitting_asks_while_a_match_is_on_and_then_leaves_nothing_running() -> None:
    async with form(games="100000") as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("escape")
        assert match_of(pilot).snapshot().is_on
        started = set(descendants_of(os.getpid()))
        assert len(started) >= 4
        await pilot.press("q", "down", "enter")
    assert app_of(pilot).return_code == 0
    assert match_of(pilot).snapshot().state == "stopped"


# Behind the screens


@pytest.mark.slow
async def test_nobody_looks_at_a_match_once_the_screens_are_taken_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchFeed, "SECONDS", 0.001)
    app = make_app("autoplay")
    app.match_feed.entered = entered(games="100000", log=str(tmp_path / "games.log"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+o")
        await until(
            pilot, lambda: app.match_feed.job and app.match_feed.job.snapshot().done > 4
        )  # a mistake of a look that comes later would be raised by the end of the block


async def test_a_match_is_remembered_once_its_log_ends_with_a_game_of_it(tmp_path: Path) -> None:
    # What is added to the log of somebody else must not let theirs be resumed as the user's own.
    log = tmp_path / "games.log"
    async with started("autoplay") as (pilot, app):
        match = StillMatch(replace(RUNNING, log=str(log), done=0))
        app.match_feed.start(match)
        assert app.state.value.last_match is None
        match.stands(done=1)
        await until(pilot, lambda: app.state.value.last_match == log)
        assert app.state.value.recent_logs == (log,)
        match.stands(state="finished")
        await until(pilot, lambda: app.state.value.last_match is None)


# A log that is read to be gone on with


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["board", "form"])
async def test_going_back_while_a_log_is_read_keeps_the_match_that_is_shown(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "games.log"
    lengths = ("--matches-number", "1", "--match-size", "4")
    autoplay("durak-dummy", "durak-dummy", *lengths, "--log-file", str(log))
    go_on, has_read = Event(), Event()

    def slowly(path: str, *arguments: Any) -> Plan:
        go_on.wait(60)
        has_read.set()
        return plan_of_log(path, *arguments)

    monkeypatch.setattr(screen_module, "plan_of_log", slowly)
    app = make_app("autoplay")
    app.match_feed.job = match = StillMatch(FINISHED)
    app.match_feed.entered = entered(log=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "ctrl+o", "enter")
        await until(pilot, lambda: "Reading" in text_on(app))
        await pilot.press("escape")
        screen = app.screen
        await until(pilot, lambda: "1,000 of 1,000 games" in text_on(app))
        if again:
            await pilot.press("n")
            assert screen.check_action("start", ())
        go_on.set()
        await until(pilot, lambda: has_read.is_set() and not screen.workers)
        await pilot.pause()
        assert app.match_feed.job is match
        assert ("[ Start ]" in text_on(app)) == again
