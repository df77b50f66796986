"""``durak-tui goldrush`` and ``goldrush-simu`` as their users run them."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest

from durak_tui.cli import goldrush as goldrush_command
from durak_tui.games.goldrush.dig import GOLD_RUSH
from durak_tui.games.goldrush.maps import shipped_mines
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.playthrough import Playthrough, encode_playthrough
from durak_tui.games.playthrough_log import PlaythroughLog
from tests.cli.commands import DURAK_TUI, CapFd, Patch, caught, command, left_after_a_line
from tests.games.goldrush.miners import ROGUE, scripted, shell, walker
from tests.games.goldrush.mines import DATA, HALL, LINE
from tests.games.goldrush.mines import hall as hall_map
from tests.processes import all_end, look_until, workers_of

RANDOM: Final = "goldrush-random 1"
NOON: Final = datetime(2026, 11, 27, 12)
SCRIPT: Final = ("EAST", "PICK", "FOO", "WEST", "DROP", "east", "NORTH", "SHOOT", "EAST")


@pytest.fixture
def hall(tmp_path: Path) -> str:
    path = tmp_path / "hall.map"
    path.write_text(HALL)
    return str(path)


def simu(capfd: CapFd, *words: object) -> tuple[int, str, str]:
    return command(capfd, *words, program=goldrush_command.main)


def games_of(log: Path) -> list[Playthrough]:
    with PlaythroughLog(log, GOLD_RUSH) as games:
        games.scan()
        return [games.game(number) for number in range(len(games))]


class TestASingleGame:
    def test_the_console_is_the_original_one(self, capfd: CapFd) -> None:
        miner = scripted(*SCRIPT).command
        code, output, errors = command(capfd, "goldrush", "-r", 9, DATA / "line.map", miner)
        genuine = (DATA / "scripted_line_console.txt").read_text().splitlines()
        expected = [f"Starting {miner}", *genuine[1:]]
        expected.remove("base (1,1)")  # Of the program that made the file.
        assert (code, errors, output.splitlines()) == (0, "", expected)

    def test_a_fault_is_an_error_line_and_no_error_of_the_command(
        self, capfd: CapFd, hall: str
    ) -> None:
        bad = f"{sys.executable} {ROGUE} exit 2"
        code, output, errors = command(
            capfd, "goldrush", "-r", 4, hall, bad, walker("Walker").command
        )
        assert (code, errors) == (0, "")
        (line,) = [line for line in output.splitlines() if line.startswith("Error: ")]
        assert "crash in round 2" in line
        assert "exited with code 3" in line
        assert output.count("from Walker") == 4

    def test_nothing_of_a_strangers_line_reaches_the_terminal(
        self, capfd: CapFd, hall: str
    ) -> None:
        miner = scripted("\x1b[2J", name="\x1b]0;me\x07").command
        _, output, _ = command(capfd, "goldrush", "-r", 1, hall, miner)
        assert "\x1b" not in output.replace(miner, "")

    def test_each_transcript_is_a_file(self, capfd: CapFd, tmp_path: Path) -> None:
        folder = tmp_path / "lines"
        miner = scripted(*SCRIPT).command
        options = "--transcripts", folder, "-r", 9
        assert command(capfd, "goldrush", *options, DATA / "line.map", miner)[0] == 0
        (file,) = folder.iterdir()
        assert file.name == "game1.0.txt"
        assert file.read_bytes() == (DATA / "scripted_line.0.txt").read_bytes()

    def test_a_game_of_a_log_is_printed_as_the_console_was(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        log = tmp_path / "games.log"
        options = "-r", 6, "--seed", 5, "--log-file", log
        players = scripted("EAST", "FOO", "SHOOT").command, f"{sys.executable} {ROGUE} exit 3"
        code, played, _ = command(capfd, "goldrush", *options, hall, *players)
        assert code == 0
        code, output, errors = command(capfd, "goldrush", "--show", log, 1)
        assert (code, errors) == (0, "")
        assert output == played
        assert command(capfd, "goldrush", "--show", log)[1].startswith("    1  ")

    def test_an_empty_name_is_a_name(self, capfd: CapFd, hall: str, tmp_path: Path) -> None:
        log, folder = tmp_path / "games.log", tmp_path / "lines"
        miner = scripted("WEST", "west", name="").command
        options = "-r", 3, "--log-file", log, "--transcripts", folder
        code, played, _ = command(capfd, "goldrush", *options, hall, miner)
        lines = played.splitlines()
        assert (code, lines[:5]) == (0, [
            f"Starting {miner}", "New player '' 0", "Round 1", "execute command WEST from ",
            "Round 2",
        ])  # fmt: skip
        assert lines[5] == "bad command west from "
        assert lines[-1] == "score  0 hand 0"
        assert command(capfd, "goldrush", "--show", log, 1) == (0, played, "")
        assert (folder / "game1.0.txt").read_text().startswith("< \n> 7 3 8\n> ")

    def test_each_miner_is_started_once(self, capfd: CapFd, hall: str, tmp_path: Path) -> None:
        noted = tmp_path / "starts"
        miner = shell(f"echo one >>{noted}; echo Me; echo EAST; cat >/dev/null", "Me").command
        options = "-r", 1
        assert command(capfd, "goldrush", *options, hall, miner)[0] == 0
        assert noted.read_text() == "one\n"
        noted.unlink()
        assert command(capfd, "goldrush", *options, "--repeat", 2, hall, miner, RANDOM)[0] == 0
        assert noted.read_text() == "one\n" * 4  # Once a game.


class TestManyGames:
    @pytest.mark.slow
    def test_every_group_plays_from_every_base(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        log, results = tmp_path / "games.log", tmp_path / "results.json"
        options = "--repeat", 2, "--seats", 2, "-r", 30, "--seed", 5, "--log-file", log
        code, output, errors = command(
            capfd, "goldrush", *options, "--json", results, hall,
            RANDOM, "goldrush-digger", f"{sys.executable} {ROGUE} exit 3",
        )  # fmt: skip
        assert (code, errors) == (0, "")
        assert [line.split()[1] for line in output.splitlines()[1:3]] == [
            "goldrush-digger",
            "goldrush-random",
        ]
        assert "8 crash" in output
        games = games_of(log)
        assert [game.game_id for game in games] == [*range(1, 13)]
        assert {game.names for game in games if "exit" not in str(game.names)} == {
            (RANDOM, "goldrush-digger"), ("goldrush-digger", RANDOM),
        }  # fmt: skip
        found = json.loads(results.read_text())
        assert [one["games"] for one in found["players"]] == [8, 8, 8]
        assert len(found["games"]) == 12
        assert found["games"][0]["players"] == [1, 2]
        assert found["players"][2]["faults"] == {"crash": 8}

    @pytest.mark.slow
    def test_one_worker_and_two_write_the_same_games(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        logs = [tmp_path / "one", tmp_path / "two"]
        for number, log in enumerate(logs, 1):
            options = "--repeat", 3, "-r", 20, "--seed", 5, "--concurrency", number
            players = RANDOM, "goldrush-random 2"
            assert command(capfd, "goldrush", *options, "--log-file", log, hall, *players)[0] == 0
        one, two = map(games_of, logs)
        assert [game.moves for game in one] == [game.moves for game in two]

    def test_json_alone_on_standard_output(self, capfd: CapFd, hall: str) -> None:
        for more in ((), ("--repeat", 1)):
            code, output, _ = command(
                capfd, "goldrush", *more, "-r", 3, "--json", "-", hall, RANDOM, RANDOM
            )
            assert code == 0
            found = json.loads(output)
            assert [one["name"] for one in found["players"]] == [RANDOM, f"{RANDOM} (2)"]

    def test_what_players_write_to_standard_error_is_kept(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        talker = "sh -c 'echo hello >&2; echo Talker'"
        options = "--repeat", 2, "-r", 2, "--move-time", 0.2, "--stderr", tmp_path / "err"
        assert command(capfd, "goldrush", *options, hall, talker, RANDOM)[0] == 0
        (file,) = (tmp_path / "err").iterdir()
        assert file.read_text().count("hello\n") == 4
        assert file.read_text().startswith("#### Game 1, ")

    def test_results_are_written_again_over_the_last_ones(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        for _ in range(2):
            words = "--repeat", 1, "-r", 3, "--json", tmp_path / "results.json"
            assert command(capfd, "goldrush", *words, hall, RANDOM, RANDOM)[0] == 0

    def test_a_log_of_games_is_not_overwritten_by_results(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        log = tmp_path / "games.log"
        words = "--repeat", 1, "-r", 3
        assert command(capfd, "goldrush", *words, "--log-file", log, hall, RANDOM, RANDOM)[0] == 0
        before = log.read_bytes()
        code, _, errors = command(capfd, "goldrush", *words, "--json", log, hall, RANDOM, RANDOM)
        assert (code, "is a log of games" in errors) == (2, True)
        assert log.read_bytes() == before

    def test_a_command_of_two_lines_may_talk(self, capfd: CapFd, hall: str, tmp_path: Path) -> None:
        talker = "sh -c 'echo hello >&2;\necho Talker'"
        words = "--repeat", 1, "-r", 2, "--move-time", 0.2, "--stderr", tmp_path / "err"
        assert command(capfd, "goldrush", *words, hall, talker, RANDOM)[0] == 0
        assert len([*(tmp_path / "err").iterdir()]) == 1


class TestAReaderWhoLeaves:
    def test_ends_a_game_silently(self, hall: str) -> None:
        words = hall, RANDOM, "--full", "-r", 100_000
        assert left_after_a_line("goldrush", *words) == (141, f"Starting {RANDOM}\n", "")

    def test_ends_a_game_of_a_log_silently(self, tmp_path: Path) -> None:
        log = tmp_path / "games.log"
        opening = MineOptions(hall_map(), rounds=5000, full=True).opening(1, 1, 1)
        game = Playthrough("goldrush", ("Me",), opening, "AN" * 5000, None, NOON)
        log.write_bytes(encode_playthrough(game))
        assert left_after_a_line("goldrush", "--show", log, 1) == (141, "Starting Me\n", "")


class TestResuming:
    @pytest.fixture
    def words(self, hall: str, tmp_path: Path) -> list[str]:
        return [
            "goldrush", "--repeat", "20", "-r", "40", "--log-file", str(tmp_path / "games.log"),
            "--concurrency", "2", hall, RANDOM, "goldrush-digger",
        ]  # fmt: skip

    @pytest.fixture
    def killed(self, words: list[str], tmp_path: Path) -> Iterator[Path]:
        """The log of a run that was killed in the middle, nothing of which is left."""
        log = tmp_path / "games.log"
        run = subprocess.Popen([*DURAK_TUI, *words], stdout=subprocess.DEVNULL)
        try:
            look_until(lambda: log.exists() and log.read_bytes().count(b"\n") > 3)
            workers = workers_of(run.pid)
        finally:
            run.kill()
            run.wait()
        assert all_end(workers)
        yield log

    @pytest.mark.slow
    def test_after_a_kill_it_goes_on_with_the_same_seed(
        self, capfd: CapFd, words: list[str], killed: Path
    ) -> None:
        before = len(games_of(killed))
        assert before < 40
        code, output, _ = command(capfd, *words, "--resume")
        assert code == 0
        assert output.splitlines()[1].split()[2] == "40"
        games = games_of(killed)
        assert [game.game_id for game in games] == [*range(1, 41)]
        assert len({game.opening["seed"] for game in games}) == 1

    def test_a_signal_ends_it_after_the_games_that_are_finished(
        self, words: list[str], tmp_path: Path
    ) -> None:
        log = tmp_path / "games.log"
        run = subprocess.Popen([*DURAK_TUI, *words], stdout=subprocess.PIPE, text=True)
        try:
            look_until(lambda: log.exists() and log.read_bytes().count(b"\n") > 3)
            run.send_signal(signal.SIGTERM)
            output, _ = run.communicate(timeout=60)
        finally:
            run.kill()
            run.wait()
        assert run.returncode == 143
        played = len(games_of(log))
        assert f"Stopped after game {played} of 40; resume with --resume" in output

    @pytest.mark.parametrize("seed", ['"x"', "null", "[]"])
    def test_a_strange_seed_in_the_log_is_no_seed(
        self, capfd: CapFd, words: list[str], killed: Path, seed: str
    ) -> None:
        *before, last, _ = killed.read_text().split("\n")
        changed = re.sub(r'("run": .*"seed": )\d+', rf"\g<1>{seed}", last)
        killed.write_text("\n".join([*before, changed, ""]))
        code, _, errors = command(capfd, *words, "--resume")
        assert code == 2
        assert "Traceback" not in errors

    def test_other_rounds_are_another_run(
        self, capfd: CapFd, words: list[str], killed: Path
    ) -> None:
        code, _, errors = command(capfd, *words, "--resume", "-r", "50")
        assert code == 2
        assert "rounds was 40, is 50" in errors
        assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["MAP"], "a mine needs miners"),
        (["MAP", *["goldrush-random"] * 5], "a game with several players has 2 to 4 seats"),
        (
            ["MAP", "goldrush-random", "--seats", "2"],
            "a game with 2 miners needs 2 players, not 1",
        ),
        (
            ["MAP", "goldrush-random", "goldrush-random 1", "--seats", "1"],
            "a game with several players has 2 to 4 seats",
        ),
        (["MAP", "goldrush-random", "--json", "MAP"], "MAP and --json must be different files"),
        (["MAP", "goldrush-random", "--log-file", "MAP"], "MAP and --log-file must be different"),
        (["~nobody-here/x", "goldrush-random"], "cannot be read"),
        (["MAP", "goldrush-random", "-t", "-5"], "'-5' is not a number of milliseconds"),
        (["nowhere.map", "goldrush-random"], "nowhere.map cannot be read"),
        (["BAD", "goldrush-random"], "line 2, column 1"),
        (
            ["LINE", "goldrush-random", "goldrush-random"],
            "bases on the map: 1; players who need one: 2",
        ),
        (["MAP", "nobody-here"], "engine 'nobody-here' not found"),
        (["MAP", "goldrush-diger"], "did you mean goldrush-digger?"),
        (["MAP", "goldrush-random", "--resume"], "--resume needs --log-file"),
        (["MAP", "goldrush-random", "-r", "0"], "is not a number above 0"),
        (["MAP", "goldrush-random", "-r", "1000000"], "above"),
        (["MAP", "goldrush-random", "-t", "x"], "-t"),
        (["MAP", "goldrush-random", "--log-file", "x", "--json", "x"], "must be different files"),
        (["--generate", "300", "3", "new.map"], "300 is above 200"),
        (["--generate", "3", "3", "MAP"], "cannot be written"),
        ([], "name a map, and a miner for each player"),
        (["-l"], "name a map"),
        (["--show", "EMPTY"], "EMPTY has no games of goldrush"),
        (["-n", "3", "3", "MAP"], "already exists; edit it with -l"),
        (["MAP", "goldrush-random", "--log-file", "LETTER"], "is not a log of goldrush"),
        (["MAP", "goldrush-random", "--log-file", "DUELS"], "is not a log of goldrush"),
        (["--show", "LETTER"], "is not a log of goldrush"),
        (["--show", "DUELS", "1"], "is not a log of goldrush"),
        (["PIPE", "goldrush-random"], "PIPE cannot be read: Not a regular file"),
        (["-l", "PIPE"], "PIPE cannot be read: Not a regular file"),
        (["-n", "3", "3", "PIPE"], "already exists; edit it with -l"),
        (["--generate", "3", "3", "PIPE"], "PIPE cannot be written: File exists"),
        (["MAP", "goldrush-random", "--log-file", "PIPE"], "PIPE cannot be written"),
        (["--show", "PIPE"], "PIPE cannot be read: Not a regular file"),
        (["MAP", "goldrush-random", "--watch"], "this needs a terminal that can show screens"),
        (["MAP", *["goldrush-random"] * 2, "--watch", "--repeat", "2"], "--watch shows one game"),
        (["MAP", *["goldrush-random"] * 3, "--watch", "--seats", "2"], "--watch shows one game"),
        *(
            (
                ["MAP", "goldrush-random", "--watch", *words],
                f"--watch cannot be used with {words[0]}",
            )
            for words in (
                ("--json", "x"),
                ("--json", "-"),
                ("--stderr", "x"),
                ("--transcripts", "x"),
                ("--resume", "--log-file", "x"),
            )
        ),
    ],
)
def test_bad_input_is_refused_in_a_line(
    capfd: CapFd, hall: str, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(Path(hall).parent)
    files = {"MAP": hall, "LINE": "line.map", "BAD": "bad.map"}
    Path("line.map").write_text(LINE)
    Path("bad.map").write_text("1 1\nX\n")
    Path("LETTER").write_text("Dear Ann\n")
    Path("EMPTY").touch()
    Path("DUELS").write_text('{"game": "2048", "id": 1}\n')
    os.mkfifo("PIPE")
    before = {path.name for path in Path().iterdir()}
    code, output, errors = command(capfd, "goldrush", *(files.get(word, word) for word in words))
    assert (code, output) == (2, "")
    assert why in errors
    assert "Traceback" not in errors
    assert Path(hall).read_text() == HALL
    assert Path("LETTER").read_text() == "Dear Ann\n"
    assert {path.name for path in Path().iterdir()} == before


def test_a_pipe_for_results_that_nobody_reads_is_refused_at_once(hall: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = "goldrush", hall, RANDOM, "--json", str(tmp_path / "pipe")
    run = subprocess.run([*DURAK_TUI, *words], capture_output=True, timeout=60, check=False)
    assert run.returncode == 2
    assert b"pipe cannot be written: No such device or address" in run.stderr


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ("", {"rounds": 1000, "full": False, "turn_seconds": 1.0, "start_seconds": 30.0}),
        ("-r 7", {"rounds": 7}),
        ("--full", {"full": True}),
        ("--move-time 2.5", {"turn_seconds": 2.5}),
        ("--start-time 3.5", {"start_seconds": 3.5}),
        ("--seed 9", {"seed": 9, "seats": 3, "repeat": 0, "players": [RANDOM, "b", "c"]}),
        ("--repeat 5", {"repeat": 5, "seats": 3}),
        ("--seats 2", {"repeat": 2, "seats": 2}),
        ("--seats 2 --repeat 1", {"repeat": 1, "seats": 2}),
    ],
)
def test_options_are_applied(
    capfd: CapFd, hall: str, monkeypatch: Patch, words: str, settings: Mapping[str, Any]
) -> None:
    run = caught(capfd, monkeypatch, "goldrush", hall, RANDOM, "b", "c", *words.split())
    plan = run.plan
    assert {key: plan.settings[key] for key in settings} == settings
    (task, *_) = plan.schedule.tasks()
    opening = {key: task.opening[key] for key in settings if key in task.opening}
    assert opening == {key: settings[key] for key in opening}
    assert len(task.players) == len(task.opening["bases"]) == plan.settings["seats"]
    assert (plan.schedule.seats, plan.schedule.repeat) == (
        plan.settings["seats"], plan.settings["repeat"]
    )  # fmt: skip
    assert (run.console is None) == bool(plan.schedule.repeat)


@pytest.mark.parametrize(("words", "pace"), [("", 0.0), ("-t 0", 0.0), ("-t 1500", 1.5)])
def test_the_pause_after_a_round_is_given_in_milliseconds(
    capfd: CapFd, hall: str, monkeypatch: Patch, words: str, pace: float
) -> None:
    assert caught(capfd, monkeypatch, "goldrush", hall, RANDOM, *words.split()).pace == pace


def test_a_mine_that_ships_is_named(capfd: CapFd) -> None:
    assert command(capfd, "goldrush", "burrow", RANDOM, "goldrush-digger", "-r", 2)[0] == 0
    assert ", ".join(shipped_mines()) in command(capfd, "goldrush", "--help")[1]


def test_a_mine_by_lot_is_written_and_can_be_given_bases(capfd: CapFd, tmp_path: Path) -> None:
    path = tmp_path / "new.map"
    assert command(capfd, "goldrush", "--generate", 9, 7, path, "--seed", 3) == (0, "", "")
    text = path.read_text()
    assert text.startswith("9 7\n")
    code, _, errors = command(capfd, "goldrush", path, RANDOM)
    assert (code, "bases on the map: 0; players who need one: 1" in errors) == (2, True)
    path.write_text(text.replace("M", "-"))
    assert command(capfd, "goldrush", "-r", 3, path, RANDOM)[0] == 0


class TestTheOriginalProgram:
    USAGE: Final = (
        "usage: goldrush-simu [-t <duration> | -r <maxRounds>] <mapfile> <player-executable>+\n"
        "usage: goldrush-simu [-l | -n width height] <mapfile>\n"
    )

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            ((), "a mine needs miners"),
            (("a.map",), "a mine needs miners"),
            (("-l",), "name a map"),
            (("-n", "3", "3"), "name a map"),
            (("-r", "x", "a.map", "b"), "argument -r: 'x' is not a number above 0"),
            (("-t",), "argument -t: expected one argument"),
        ],
    )
    def test_wrong_arguments_are_answered_with_its_usage(
        self, capfd: CapFd, words: tuple[str, ...], why: str
    ) -> None:
        code, output, errors = simu(capfd, *words)
        assert (code, output) == (1, self.USAGE)
        assert errors.count("\n") == 1
        assert why in errors

    def test_five_players_are_too_much(self, capfd: CapFd, hall: str) -> None:
        assert simu(capfd, hall, *[RANDOM] * 5) == (1, "error: too much players\n", "")

    def test_a_player_is_split_at_blanks_only(
        self, capfd: CapFd, hall: str, tmp_path: Path
    ) -> None:
        echo = tmp_path / "echo.sh"
        echo.write_text('#!/bin/sh\necho "$#:$1:$2:$3"\n')
        echo.chmod(0o755)
        _, output, _ = simu(capfd, "-r", 1, hall, f'{echo} "a b"')
        assert "New player '2:\"a:b\":' 0" in output
        assert f'Starting {echo} "a b"\n' in output
        _, output, _ = simu(capfd, "-r", 1, hall, f"{echo}  ")
        assert "New player '0:::' 0" in output

    def test_equal_players_are_started_under_one_name(self, capfd: CapFd, hall: str) -> None:
        _, output, _ = simu(capfd, "-r", 1, hall, RANDOM, RANDOM)
        assert output.count(f"Starting {RANDOM}\n") == 2
