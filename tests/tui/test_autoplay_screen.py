"""Matches of engines: the form, the match as it goes on, the table at its end."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.arena.match import Match, Snapshot
from durak_tui.arena.plan import Plan
from durak_tui.records.index import LogIndex
from durak_tui.settings import EngineEntry, data_folder
from durak_tui.tui.app import DurakApp
from durak_tui.tui.matchoptions import OTHER
from durak_tui.tui.screens.autoplay import AutoplayScreen
from durak_tui.tui.screens.dialog import Question
from durak_tui.tui.screens.home import HomeScreen
from durak_tui.tui.screens.watch import WatchScreen
from durak_tui.tui.widgets import matchform
from durak_tui.tui.widgets.matchboard import MatchBoard
from durak_tui.tui.widgets.matchform import MatchForm
from tests.cli.test_autoplay import DATA, autoplay
from tests.conftest import rogue
from tests.processes import descendants_of
from tests.tui.apps import every_size, every_terminal, in_terminal, make_app, text_on, until
from tests.tui.matches import DUMMY, FAULTS, FINISHED, LOSER, RUNNING, StillMatch, entered
from tests.tui.pictures import assert_picture, picture

TIMED = EngineEntry("timed", "durak-dummy", move_time=2.5)


@pytest.fixture
def four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many has every machine that pictures are taken on."""
    monkeypatch.setattr(matchform, "worker_count", lambda: 4)


@asynccontextmanager
async def showing(match: Match, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """The screen with a match."""
    app = make_app("autoplay")
    app.match = match
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def form(
    *engines: str, size: tuple[int, int] = (80, 24), **fields: str
) -> AsyncIterator[Pilot[Any]]:
    """The screen with the form, filled in for a few games."""
    app = make_app("autoplay", {"engines": (TIMED,)}, engines=engines)
    app.match_entered = entered(**fields)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def app_of(pilot: Pilot[Any]) -> DurakApp:
    app = pilot.app
    assert isinstance(app, DurakApp)
    return app


def match_of(pilot: Pilot[Any]) -> Match:
    match = app_of(pilot).match
    assert match
    return match


async def reached(pilot: Pilot[Any], *states: str) -> Snapshot:
    """Wait until the match is in one of these states, and the screen shows it."""
    screen = pilot.app.screen
    assert isinstance(screen, AutoplayScreen)
    await until(pilot, lambda: screen._now is not None and screen._now.state in states, within=60)
    return match_of(pilot).snapshot()


def filled(pilot: Pilot[Any], **texts: str) -> None:
    """Write texts into fields."""
    for name, text in texts.items():
        pilot.app.screen.query_one(f"#{name}", Input).value = text


def games_in(log: Path) -> int:
    """How many games a log holds."""
    with LogIndex(log) as index:
        index.scan()
        return len(index)


# The form


@every_size
@every_terminal
async def test_the_form_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch, four_cores: None
) -> None:
    in_terminal(monkeypatch, terminal)
    async with form(size=size, engine2=OTHER, log="~/games/match.log") as pilot:
        await pilot.press("down", "down")
        assert pilot.app.focused is pilot.app.screen.query_one("#command2")
        await assert_picture(pilot.app, f"autoplay-form-{size[0]}x{size[1]}-{terminal}")


async def test_with_both_engines_named_only_the_start_is_left_to_be_pressed() -> None:
    app = make_app("autoplay", {"engines": (TIMED,)}, engines=("timed", "my engine --level 3"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        filled_in = app.screen.query_one(MatchForm).entered()
        assert (filled_in.engine1, filled_in.engine2) == ("timed", OTHER)
        assert filled_in.command2 == "my engine --level 3"
        assert app.focused is app.screen.query_one("#start")


async def test_nothing_has_to_be_entered_and_the_log_is_a_new_file_of_the_users() -> None:
    app = make_app("autoplay")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.focused is app.screen.query_one("#engine1")
        log = app.screen.query_one("#log", Input).value
        assert log.startswith("~/.local/share/durak-tui/matches/")
        assert not Path(log).expanduser().exists()
        await pilot.press("ctrl+o")
        now = await reached(pilot, "running")
        assert (now.matches, now.match_size, now.names) == (10, 100, ("durak-dummy",) * 2)
        assert match_of(pilot).plan.paired
        assert now.log == str(data_folder() / "matches" / Path(log).name)
        assert Path(now.log).exists()


async def test_all_that_is_entered_is_what_is_played(tmp_path: Path) -> None:
    log = tmp_path / "mine.log"
    async with form("timed", "durak-dummy") as pilot:
        filled(
            pilot, matches="3", games="4", seed="7", move_time="1,5", game_time="60",
            concurrency="1", log=str(log),
        )  # fmt: skip
        for choice in ("deck", "paired"):
            pilot.app.screen.query_one(f"#{choice}").focus()
            await pilot.press("right")
        await pilot.press("ctrl+o")
        now = await reached(pilot, "finished")
        plan = match_of(pilot).plan
        assert (now.matches, now.match_size, now.seed, now.done) == (3, 4, 7, 12)
        assert (plan.deck, plan.paired) == (52, False)
        assert [player.shown for player in plan.players] == ["timed", "durak-dummy"]
        assert [player.limits.move_time for player in plan.players] == [2.5, 1.5]
        assert [player.limits.game_time for player in plan.players] == [60, 60]
        assert games_in(log) == 12


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("matches", "0", "Write a whole number from 1 to 1000000000."),
        ("matches", "ten", "Write a whole number from 1 to 1000000000."),
        ("games", "", "Write a whole number from 1 to 1000000000."),
        ("games", "1.5", "Write a whole number from 1 to 1000000000."),
        ("seed", "abc", "Write a whole number, or leave this empty."),
        ("seed", "9" * 31, "Write a whole number, or leave this empty."),
        ("move_time", "-1", "Write seconds as a number above 0"),
        ("move_time", "nan", "Write seconds as a number above 0"),
        ("game_time", "soon", "Write seconds as a number above 0"),
        ("concurrency", "1001", "Write a whole number from 1 to 1000."),
        ("log", "/tmp/", "This is a folder: add the name of a file."),
        ("log", "/tmp", "This is a folder: add the name of a file."),
        ("command2", "", "Say which program it is"),
        ("command2", "no-such-engine", "Engine 'no-such-engine' not found"),
        ("command2", "durak-dumy", "(did you mean durak-dummy?)"),
    ],
)
async def test_what_is_wrong_is_said_at_once_and_nothing_is_started(
    field: str, text: str, sentence: str
) -> None:
    async with form(engine2=OTHER, command2="durak-dummy") as pilot:
        filled(pilot, **{field: text})
        await pilot.press("ctrl+o")
        await until(pilot, lambda: sentence in text_on(app_of(pilot)))
        assert app_of(pilot).match is None
        assert pilot.app.focused is pilot.app.screen.query_one(f"#{field}")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("n" * 300, "This file cannot be used: File name too long."),
        ("notes.txt", "This file is no log of games: take another one."),
        ("notes.txt/games.log", "This file cannot be used: Not a directory."),
    ],
)
async def test_a_log_that_cannot_be_one_is_refused_where_it_is_entered(
    path: str, sentence: str, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("# Durak\n\n#### Games\n")
    async with form(log=str(tmp_path / path)) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: sentence in text_on(app_of(pilot)))
        assert app_of(pilot).match is None
        assert pilot.app.focused is pilot.app.screen.query_one("#log")
    assert notes.read_text() == "# Durak\n\n#### Games\n"


async def test_another_command_line_has_a_line_of_its_own_and_goes_with_the_choice() -> None:
    async with form() as pilot:
        line = pilot.app.screen.query_one("#command1")
        assert not line.parent or not line.parent.display
        await pilot.press("left", "down")
        assert pilot.app.focused is line
        await pilot.press(*"durak-dumm", "up", "right", "down")
        assert pilot.app.focused is pilot.app.screen.query_one("#engine2")


async def test_tab_completes_the_name_of_the_log(tmp_path: Path) -> None:
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "first.log").touch()
    async with form() as pilot:
        field = pilot.app.screen.query_one("#log", Input)
        field.focus()
        field.value = f"{tmp_path}/my"
        await pilot.press("end", "tab", "f", "tab")
        assert field.value == f"{tmp_path}/my games/first.log"


async def test_what_was_entered_is_there_again_but_a_log_of_its_own_is_a_new_one() -> None:
    async with form(log="~/.local/share/durak-tui/matches/one.log") as pilot:
        await pilot.press("ctrl+o")
        await reached(pilot, "finished")
        await pilot.press("n")
        again = pilot.app.screen.query_one(MatchForm).entered()
        assert (again.matches, again.games, again.seed) == ("4", "30", "11")
        assert again.log.startswith("~/.local/share/durak-tui/matches/2")
        await pilot.press("escape")
        assert "finished" in text_on(app_of(pilot))
        await pilot.press("escape", "a", "n")
        assert pilot.app.screen.query_one(MatchForm).entered().matches == "4"


# The match


@every_size
@every_terminal
async def test_a_running_match_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, terminal)
    async with showing(StillMatch(), size) as pilot:
        assert "Elo of engine 1 (durak-dummy): +85.3" in text_on(app_of(pilot))
        await assert_picture(pilot.app, f"autoplay-running-{size[0]}x{size[1]}-{terminal}")


@every_size
@every_terminal
async def test_a_finished_match_with_faults_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, terminal)
    async with showing(StillMatch(FINISHED), size) as pilot:
        await pilot.press("G")
        assert "Engine2 (my-engine) crash: 3 (games 12, 250, 431)" in text_on(app_of(pilot))
        await assert_picture(pilot.app, f"autoplay-finished-{size[0]}x{size[1]}-{terminal}")


@every_size
async def test_a_match_on_which_faults_occur_looks_right(size: tuple[int, int]) -> None:
    match = StillMatch()
    match.stands(faults=FAULTS, void=2, notices=("a game that was cut off is now in x.torn",))
    async with showing(match, size) as pilot:
        await assert_picture(pilot.app, f"autoplay-faults-{size[0]}x{size[1]}-truecolor")


@every_size
async def test_long_names_leave_room_for_what_is_said_of_them(size: tuple[int, int]) -> None:
    command = "python3 /home/somebody/engines/mine/engine.py --level 3 --book openings.bin"
    match = StillMatch()
    match.stands(names=("durak-dummy", command), faults=FAULTS)
    async with showing(match, size) as pilot:
        shown = text_on(app_of(pilot))
        assert "timeout: 1 (game 417)" in shown
        assert "crash: 3 (games 12, 250, 431)" in shown
        await assert_picture(pilot.app, f"autoplay-names-{size[0]}x{size[1]}-truecolor")


async def test_in_russian_every_line_has_room(
    monkeypatch: pytest.MonkeyPatch, four_cores: None
) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    for match, name in ((StillMatch(), "running"), (StillMatch(FINISHED), "finished")):
        async with showing(match) as pilot:
            assert "Эло движка 1 (durak-dummy)" in text_on(app_of(pilot))
            await assert_picture(pilot.app, f"autoplay-{name}-80x24-russian")
    async with form(engine2=OTHER, log="~/games/match.log") as pilot:
        assert "Движок 1 ‹ durak-dummy ›" in text_on(app_of(pilot))
        await assert_picture(pilot.app, "autoplay-form-80x24-russian")


async def test_at_the_end_stands_the_table_that_the_command_prints(tmp_path: Path) -> None:
    plan = Plan((DUMMY, LOSER), matches=9, match_size=3, seed=4)
    run = autoplay("durak-dummy", LOSER.command, "--matches-number=9", "--match-size=3", "--seed=4")
    table = run.stdout.decode().partition("27 of 27\n")[2].replace(LOSER.command, "loser")
    match = Match(plan)
    async with showing(match, (150, 60)) as pilot:
        app_of(pilot).match_pulse.begin(match)
        await reached(pilot, "finished")
        board = [line.strip() for line in picture(pilot.app).splitlines()]
        start = next(n for n, line in enumerate(board) if "Engine1" in line)
        shown = [
            line[line.find("Engine1 (durak-dummy) scores") :] for line in board[start : start + 1]
        ]
        assert shown == ["Engine1 (durak-dummy) scores: 9.0"]
        rows = pilot.app.screen.query_one(MatchBoard)._rows
        assert rows
        lines = rows.lines(0, rows.count(1000), 1000)
    assert "\n".join(lines) + "\n" == table.replace("\t", " ")


async def test_a_match_can_be_left_and_come_back_to_and_home_tells_how_far_it_is() -> None:
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
        assert (await reached(pilot, "running")).done > before


async def test_home_and_other_screens_are_told_when_the_match_is_over() -> None:
    async with form() as pilot:
        await pilot.press("ctrl+o", "escape")
        await until(pilot, lambda: "over: 120 of 120 games" in text_on(app_of(pilot)))
        await pilot.press("e")
        notices = [one.message for one in pilot.app._notifications]
        assert notices == ["The match is over: 120 of 120 games."]
        assert not app_of(pilot).match_pulse.beats


async def test_a_pause_finishes_what_was_begun_and_lets_the_screen_rest() -> None:
    async with form(games="100000") as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done)
        await pilot.press("space")
        done = (await reached(pilot, "paused")).done
        assert not app_of(pilot).match_pulse.beats
        assert "space Go on" in text_on(app_of(pilot))
        await pilot.press("p")
        await until(pilot, lambda: match_of(pilot).snapshot().done > done)
        assert app_of(pilot).match_pulse.beats


async def test_a_stop_asks_keeps_what_was_played_and_can_be_gone_on_from(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    async with form(games="50", log=str(log)) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done > 10)
        await pilot.press("s")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("enter")
        assert match_of(pilot).snapshot().is_on, "staying is what is offered first"
        await pilot.press("s", "down", "enter")
        done = (await reached(pilot, "stopped")).done
        assert done == games_in(log) < 200
        assert "Stopped before the end; what was played counts." in text_on(app_of(pilot))
        await pilot.press("r")
        now = await reached(pilot, "finished")
        assert (now.resumed, now.done, games_in(log)) == (done, 200, 200)


async def test_a_log_that_is_there_is_gone_on_with_or_added_to(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    options = ("durak-dummy", "durak-dummy", "--matches-number=4", "--match-size=10")
    autoplay(*options, "--seed=17", "--log-file", str(log))
    with LogIndex(log) as index:
        index.scan()
        os.truncate(log, index.offset(25))
    async with form("timed", "durak-dummy", games="5", log=str(log)) as pilot:
        await pilot.press("ctrl+o")
        assert "There are games in" in text_on(app_of(pilot))
        await pilot.press("escape")
        assert pilot.app.focused is pilot.app.screen.query_one("#log")
        await pilot.press("ctrl+o", "enter")
        now = await reached(pilot, "finished")
        assert (now.resumed, now.done, games_in(log)) == (25, 40, 40), "the log knows the rest"
        assert (now.seed, now.names) == (17, ("durak-dummy", "durak-dummy"))
        await pilot.press("n", "ctrl+o", "down", "enter")
        await until(pilot, lambda: match_of(pilot).snapshot().resumed == 0)
        await reached(pilot, "finished")
        assert games_in(log) == 60


async def test_a_log_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_bytes((DATA / "dummy_vs_dummy.log").read_bytes())
    async with form(log=str(log)) as pilot:
        await pilot.press("ctrl+o", "enter")
        await until(pilot, lambda: "does not end with a run of matches." in text_on(app_of(pilot)))
        assert app_of(pilot).match is None


async def test_why_a_match_cannot_begin_is_told_in_russian(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_bytes((DATA / "dummy_vs_dummy.log").read_bytes())
    app = make_app("autoplay", {"language": "ru"})
    app.match_entered = entered(log=str(log))
    async with app.run_test(size=(160, 30)) as pilot:
        await pilot.press("ctrl+o", "enter")
        await until(pilot, lambda: "не кончается серией матчей." in text_on(app))
        filled(pilot, log="/no/such/folder/games.log")
        await pilot.press("ctrl+o")
        said = "Не удалось записать журнал /no/such/folder/games.log: нет такого файла"
        await until(pilot, lambda: said in text_on(app))


async def test_engines_keep_their_names_when_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    mine = EngineEntry("mine", f"{sys.executable} -P -m durak_engines.dummy")
    app = make_app("autoplay", {"engines": (mine,)})
    app.match_entered = entered(engine1="mine", games="100000", log=str(log))
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
        ({"engine2": OTHER, "command2": rogue("dead-on-arrival")}, "did not start"),
    ],
)
async def test_a_start_that_fails_leads_back_to_the_form_as_it_was_entered(
    fields: dict[str, Any], sentence: str
) -> None:
    async with form(**fields) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: sentence in text_on(app_of(pilot)))
        assert pilot.app.screen.query_one(MatchForm).entered() == entered(**fields)
        assert pilot.app.focused is pilot.app.screen.query_one("#start")
        assert app_of(pilot).match is None
        await until(pilot, lambda: not app_of(pilot).match_pulse.beats)


async def test_a_failed_start_leaves_no_empty_log_behind() -> None:
    async with form(
        engine2=OTHER,
        command2=rogue("dead-on-arrival"),
        log="~/.local/share/durak-tui/matches/one.log",
    ) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "did not start" in text_on(app_of(pilot)))
        assert list((data_folder() / "matches").iterdir()) == []


async def test_a_stop_before_the_first_game_keeps_the_deals_and_leaves_no_file(
    tmp_path: Path,
) -> None:
    log = tmp_path / "games.log"
    silent = rogue("silent", "--at", "3")
    async with form(
        engine2=OTHER, command2=silent, log=str(log), move_time="600", seed=""
    ) as pilot:
        await pilot.press("ctrl+o")
        now = await reached(pilot, "running")
        await pilot.press("s", "down", "enter")
        assert (await reached(pilot, "stopped")).done == 0
        assert not log.exists()
        assert not pilot.app.screen.check_action("log", ())
        await pilot.press("r")
        again = await reached(pilot, "running")
        assert (now.seed, again.seed) == (again.seed, now.seed)
        assert again.seed is not None


async def test_a_run_that_fails_shows_why_and_what_was_played() -> None:
    match = StillMatch()
    async with showing(match) as pilot:
        match.stands(state="failed", failure="stopped: game 433 could not be saved: disk full")
        app_of(pilot).match_pulse.follow()
        await until(pilot, lambda: "could not be saved: disk full." in text_on(app_of(pilot)))
        assert "432 of 1,000 games" in text_on(app_of(pilot))
        await pilot.press("n")
        assert pilot.app.focused is pilot.app.screen.query_one("#engine1")


async def test_nothing_is_cut_of_a_message_in_wide_characters() -> None:
    match = StillMatch()
    match.stands(state="failed", failure=f"{'日' * 30} {'本' * 30}")
    async with showing(match) as pilot:
        shown = text_on(app_of(pilot))
        assert (shown.count("日"), shown.count("本")) == (30, 30)


async def test_a_mistake_of_the_program_in_a_match_is_one_of_the_application(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("durak_tui.arena.run.Run.play", broken)
    with pytest.raises(ZeroDivisionError, match="oops"):
        async with form() as pilot:
            await pilot.press("ctrl+o")
            await until(pilot, lambda: not app_of(pilot).match_pulse.beats)
            await pilot.pause()


async def test_only_what_has_changed_is_looked_at_and_nothing_once_it_is_over() -> None:
    match = StillMatch()
    looks = 0

    class Counting(StillMatch):
        def snapshot(self) -> Snapshot:
            nonlocal looks
            looks += 1
            return super().snapshot()

    match = Counting()
    async with showing(match) as pilot:
        pulse = app_of(pilot).match_pulse
        looks = 0
        pulse.begin(match)
        await asyncio.sleep(0)
        match.stands(state="finished", done=1000)
        await until(pilot, lambda: not pulse.beats)
        assert "finished" in text_on(app_of(pilot))
        assert looks <= 3


async def test_the_newest_match_is_in_view_until_somebody_looks_for_an_older_one() -> None:
    match = StillMatch()
    match.stands(match_size=10, matches=100, begun=44)
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
        app_of(pilot).screen.match_changed(match.now)  # type: ignore[attr-defined]
        assert numbers() == here
        await pilot.press("G")
        assert numbers()[-1] == 60


async def test_a_match_that_is_on_is_watched_and_its_log_opened_by_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(DurakApp, "go", lambda _app, name, **args: gone.append((name, args)))
    match = StillMatch()
    async with showing(match) as pilot:
        await pilot.press("l")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, WatchScreen)
        await pilot.press("escape")
        match.stands(state="finished", done=1000)
        await pilot.press("question_mark", "escape", "enter")
    assert gone == [("logs", {"path": RUNNING.log})] * 2


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
