"""``durak-tui 2048`` as its users run it."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from durak_tui.cli import duel2048
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.duel2048.duel_report import read_report
from durak_tui.games.duel2048.record_file import read_record
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog
from tests.cli.commands import DURAK_TUI, CapFd, Patch, caught, command, left_after_a_line
from tests.games.duel2048.players import good, misbehaving
from tests.processes import all_end, descendants_of, is_running, look_until, workers_of

RANDOM = "2048-random 1"
BESIDE_NO_SCREEN = (
    ("--json", "x"), ("--stderr", "x"), ("--folder", "x"), ("--folder",),
    ("--resume", "--log-file", "x"),
)  # fmt: skip
GENUINE = Path(__file__).parents[1] / "games/duel2048/data"


def games_of(log: Path) -> list[Playthrough]:
    with PlaythroughLog(log, DUEL_2048) as games:
        games.scan()
        return [games.game(number) for number in range(len(games))]


@pytest.mark.slow
def test_a_round_robin_ranks_its_players(capfd: CapFd, tmp_path: Path) -> None:
    log, results = tmp_path / "games.log", tmp_path / "results.json"
    bad = misbehaving(tmp_path, "raise ValueError('no')").command
    options = "--repeat", 2, "--rounds", 30, "--seed", 3, "--log-file", log, "--json", results
    code, output, errors = command(capfd, "2048", *options, bad, "2048-greedy", RANDOM)
    assert (code, errors) == (0, "")
    table = output.splitlines()
    assert [line.split()[1] for line in table[1:4]] == ["2048-greedy", "2048-random", bad]
    assert len(table) == 5
    fault = "first fault: .*bad.py: crash in position of round 2 .* raised ValueError: no"
    assert re.fullmatch(fault, table[4])
    assert "8 crash" in output
    games = games_of(log)
    assert [game.names for game in games[:4]] == [
        (bad, "2048-greedy"), ("2048-greedy", bad), (bad, "2048-greedy"), ("2048-greedy", bad),
    ]  # fmt: skip
    assert [game.opening["game"] for game in games] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    found = json.loads(results.read_text())
    assert [one["games"] for one in found["players"]] == [8, 8, 8]
    assert found["games"][0]["faults"][0]["reason"] == "crash"


def test_a_game_takes_little_room(capfd: CapFd, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    options = "--repeat", 1, "--seed", 3, "--log-file", log
    assert command(capfd, "2048", *options, RANDOM, "2048-random 2")[0] == 0
    assert max(map(len, log.read_bytes().splitlines())) < 4096


@pytest.mark.slow
def test_a_folder_has_records_and_reports(capfd: CapFd, tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "raise ValueError('no')").command
    options = "--repeat", 1, "--rounds", 9, "--debug", "--folder", tmp_path / "match"
    for _ in range(2):
        assert command(capfd, "2048", good(tmp_path).command, bad, *options)[0] == 0
    folder = tmp_path / "match_2"
    assert sorted(path.name for path in folder.iterdir()) == [
        "1.txt", "2.txt", "_.txt", "_Exceptions.txt",
    ]  # fmt: skip
    assert "total matches: 2\n" in (folder / "_.txt").read_text()
    exceptions = (folder / "_Exceptions.txt").read_text()
    assert exceptions.startswith("-> 1\n\noffensive:\npass\n\ndefensive:\nTraceback")
    assert exceptions.count("ValueError: no") == 2
    record = (folder / "1.txt").read_text()
    assert "&e:player 1 run time error\n&e:player 0 win\n" in record
    assert read_record(record).indexes == (0, 1)


def test_a_long_traceback_is_written_whole_and_its_end_is_logged(
    capfd: CapFd, tmp_path: Path
) -> None:
    bad = misbehaving(tmp_path, "raise ValueError('x' * 5000 + 'y')").command
    log, folder = tmp_path / "games.log", tmp_path / "match"
    options = "--repeat", 1, "--rounds", 9, "--debug", "--folder", folder, "--log-file", log
    assert command(capfd, "2048", bad, good(tmp_path).command, *options)[0] == 0
    exceptions = (folder / "_Exceptions.txt").read_text()
    assert exceptions.startswith("-> 1\n\noffensive:\nTraceback (most recent call last):\n")
    assert exceptions.count(f"ValueError: {'x' * 5000}y\n") == 2
    for game, seat in zip(games_of(log), (0, 1), strict=True):
        assert game.finish
        fault = game.finish.faults[seat]
        assert fault
        assert fault.words == "x" * 399 + "y"
    assert max(map(len, log.read_bytes().splitlines())) < 2048


@pytest.mark.slow
def test_a_stopped_run_is_resumed(capfd: CapFd, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    words = ["2048", "--repeat", 3, "--rounds", 9, "--log-file", log, RANDOM, "2048-random 2"]
    assert command(capfd, *words)[0] == 0
    whole = games_of(log)
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]) + b'{"game": "20')
    code, _, errors = command(capfd, *words, "--resume", "--folder", tmp_path / "all")
    assert (code, "cut off or damaged" in errors) == (0, True)
    games = games_of(log)
    assert [game.game_id for game in games] == [1, 2, 3, 4, 5, 6]
    assert games[:2] == whole[:2]
    assert [game.opening for game in games] == [game.opening for game in whole]
    assert len([*(tmp_path / "all").iterdir()]) == 7


@pytest.mark.story
class TestAKilledRun:
    """Two files with a class Player, twice at once, each in a sandbox of its own."""

    @pytest.fixture(autouse=True)
    def nobody_left(self, tmp_path: Path) -> Iterator[None]:
        """End processes that a failed test has left."""
        yield
        for pid in running_with(tmp_path):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def words(self, tmp_path: Path, first: str, *options: str) -> list[str]:
        log = "--log-file", str(tmp_path / "games.log"), "--concurrency", "2"
        return ["2048", "--repeat", "30", *log, *options, first, good(tmp_path, "bob").command]

    def killed(self, words: list[str], tmp_path: Path, moment: Callable[[], object]) -> None:
        """Kill the run at a moment; nothing of it is left."""
        run = subprocess.Popen([*DURAK_TUI, *words], stdout=subprocess.DEVNULL)
        try:
            look_until(moment)
            below = descendants_of(run.pid)
            assert len(workers_of(run.pid)) == 2
        finally:
            run.kill()
            run.wait()
        assert all_end(below)
        # Also of what has been started since.
        look_until(lambda: not running_with(tmp_path), otherwise=lambda: "players are left")

    def test_it_goes_on_with_the_same_seed(self, capfd: CapFd, tmp_path: Path) -> None:
        log = tmp_path / "games.log"
        words = self.words(tmp_path, good(tmp_path, "ann").command, "--rounds", "40")
        self.killed(words, tmp_path, lambda: log.exists() and log.read_bytes().count(b"\n") > 3)
        before = games_of(log)
        assert 3 < len(before) < 60
        code, output, _ = command(capfd, *words, "--resume")
        assert code == 0
        assert [line.split()[2] for line in output.splitlines()[1:]] == ["60", "60"]
        games = games_of(log)
        assert games[: len(before)] == before
        assert [game.game_id for game in games] == [*range(1, 61)]
        assert len({game.opening["seed"] for game in games}) == 1
        assert all(game.finish and game.finish.faults == (None, None) for game in games)

    def test_a_player_that_thinks_for_ever_ends_with_it(self, tmp_path: Path) -> None:
        thinker = misbehaving(tmp_path, "while True: pass").command
        words = self.words(tmp_path, thinker, "--time", "600")

        def two_think() -> bool:
            return sum(map(has_worked, running_with(thinker, "player_process"))) == 2

        self.killed(words, tmp_path, two_think)


def running_with(*words: object) -> list[int]:
    """The processes that have all these in their command lines."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # It has just ended.
            line, pid = file.read_bytes(), int(file.parent.name)
            if all(str(word).encode() in line for word in words) and is_running(pid):
                found.append(pid)
    return found


def has_worked(pid: int) -> bool:
    """True if a process has had a second of a processor, more than it takes to start."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) > 1_000_000_000


class TestShow:
    @pytest.fixture
    def files(self, capfd: CapFd, tmp_path: Path) -> tuple[Path, Path]:
        """The log and the records of a run in which one player is given twice."""
        log, folder = tmp_path / "games.log", tmp_path / "records"
        options = "--repeat", 1, "--rounds", 9, "--seed", 3, "--log-file", log, "--folder", folder
        assert command(capfd, "2048", *options, RANDOM, RANDOM, "2048-random 2")[0] == 0
        return log, folder

    def test_games_of_a_log_and_records_are_printed_as_records(
        self, capfd: CapFd, files: tuple[Path, Path]
    ) -> None:
        log, folder = files
        titles = []
        for number in range(1, 7):
            code, output, errors = command(capfd, "2048", "--show", log, number)
            record = folder / f"{number}.txt"
            assert (code, output, errors) == (0, record.read_text(), "")
            assert command(capfd, "2048", "--show", record, 1) == (0, output, "")
            titles.append(output.splitlines()[:2])
        numbers = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
        paths = (RANDOM, RANDOM, "2048-random 2")  # Without the number of the second.
        assert titles == [
            [f"player{seat}: {one} from path {paths[one]}" for seat, one in enumerate(pair)]
            for pair in numbers
        ]

    def test_games_of_a_log_are_listed_with_their_results(
        self, capfd: CapFd, files: tuple[Path, Path]
    ) -> None:
        log, _ = files
        code, output, errors = command(capfd, "2048", "--show", log)
        assert (code, errors) == (0, "")
        words = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
        assert output.splitlines() == [
            f"{number:>5}  {words[game.finish and game.finish.winner]}  {' - '.join(game.names)}"
            for number, game in enumerate(games_of(log), 1)
        ]

    def test_a_report_lists_the_records_beside_it_in_its_order(
        self, capfd: CapFd, files: tuple[Path, Path]
    ) -> None:
        _, folder = files
        report = folder / "_.txt"
        lines = report.read_text().splitlines(keepends=True)
        report.write_text("".join([*lines[:2], *lines[6:1:-1], *lines[8:]]))  # Without number 6.
        code, output, errors = command(capfd, "2048", "--show", report)
        assert (code, errors) == (0, "")
        pairs = [line.split("  ")[-1] for line in output.splitlines()]
        titles = [
            " - ".join(
                line.partition(" from path ")[2]
                for line in (folder / f"{number}.txt").read_text().splitlines()[:2]
            )
            for number in (5, 4, 3, 2, 1, 6)
        ]
        assert pairs == titles
        record = (folder / "5.txt").read_text()
        assert command(capfd, "2048", "--show", report, 1) == (0, record, "")
        assert command(capfd, "2048", "--show", folder, 1) == (0, record, "")

    def test_a_genuine_report_lists_its_records(self, capfd: CapFd) -> None:
        listed = [one.name for one in read_report((GENUINE / "_.txt").read_text())]
        there = [name for name in listed if (GENUINE / f"{name}.txt").exists()]
        code, output, _ = command(capfd, "2048", "--show", GENUINE / "_.txt")
        assert (code, len(output.splitlines()), len(there)) == (0, 1, 1)
        code, output, _ = command(capfd, "2048", "--show", GENUINE / "_.txt", 1)
        assert (code, output) == (0, (GENUINE / f"{there[0]}.txt").read_text())

    def test_genuine_records_are_games_too(self, capfd: CapFd) -> None:
        records = sorted(path for path in GENUINE.glob("*.txt") if path.name != "_.txt")
        code, output, _ = command(capfd, "2048", "--show", GENUINE)
        assert code == 0
        assert len(output.splitlines()) == len(records)
        code, output, _ = command(capfd, "2048", "--show", records[0], 1)
        assert (code, output) == (0, records[0].read_text())

    def test_a_folder_without_a_game_says_so_after_its_records(
        self, capfd: CapFd, tmp_path: Path
    ) -> None:
        (tmp_path / "1.txt").write_text("Dear Ann\n")
        code, output, errors = command(capfd, "2048", "--show", tmp_path)
        assert code == 2
        assert output.startswith("    1  cannot be read: it does not begin like a record")
        assert "has no games of 2048" in errors

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (["nowhere"], "nowhere cannot be read: No such file or directory"),
            (["nowhere", "x"], "'x' is not a number above 0"),
            (["nowhere", "1", "2"], "--show takes a file and a number"),
            ([str(GENUINE), "9999"], "has no game 9999: the last one is 1"),
            ([__file__, "1"], "game 1 cannot be shown"),
        ],
    )
    def test_what_cannot_be_shown_is_said(self, capfd: CapFd, words: list[str], why: str) -> None:
        code, output, errors = command(capfd, "2048", "--show", *words)
        assert (code, output) == (2, "")
        assert why in errors


def test_a_reader_who_leaves_a_record_ends_it_silently() -> None:
    record = GENUINE / "1402757701558076426.txt"
    first = record.read_text().splitlines(keepends=True)[0]
    assert left_after_a_line("2048", "--show", record, 1) == (141, first, "")


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ("", {"rounds": 500, "seconds": 5.0, "start_seconds": 30.0, "repeat": 10}),
        ("--rounds 7", {"rounds": 7}),
        ("--time 2.5", {"seconds": 2.5}),
        ("--start-time 3.5", {"start_seconds": 3.5}),
        ("--repeat 4", {"repeat": 4}),
        ("--seed 9", {"seed": 9, "players": ["A", "b", "c"]}),
        ("--memory 77", {"memory": 77, "any_module": False}),
        ("--any-module", {"memory": 1024, "any_module": True}),
    ],
)
def test_options_are_applied(
    capfd: CapFd, tmp_path: Path, monkeypatch: Patch, words: str, settings: Mapping[str, Any]
) -> None:
    file = good(tmp_path).command
    plan = caught(capfd, monkeypatch, "2048", file, "b", "c", *words.split()).plan
    settings = {**settings, **({"players": [file, "b", "c"]} if "players" in settings else {})}
    assert {key: plan.settings[key] for key in settings} == settings
    (task, *_) = plan.schedule.tasks()
    opening = {key: task.opening[key] for key in settings if key in task.opening}
    assert opening == {key: settings[key] for key in opening}
    assert (plan.schedule.repeat, plan.schedule.total) == (
        plan.settings["repeat"], 6 * plan.settings["repeat"]
    )  # fmt: skip
    argv = plan.kind.program(task.players[0]).argv
    assert argv[argv.index("--memory") + 1] == str(plan.settings["memory"])
    assert ("--any-module" in argv) == plan.settings["any_module"]


def test_a_clock_is_that_of_a_player_from_both_sides(capfd: CapFd, monkeypatch: Patch) -> None:
    words = "a", "b", "c", "--repeat", 1, "--clock", "2=1.5", "--clock", "3=-1"
    plan = caught(capfd, monkeypatch, "2048", *words).plan
    assert plan.settings["clocks"] == {"2": 1.5, "3": -1.0}
    assert [(task.group, task.opening["clocks"]) for task in plan.schedule.tasks()] == [
        ((0, 1), [0.0, 1.5]), ((1, 0), [1.5, 0.0]), ((0, 2), [0.0, -1.0]), ((2, 0), [-1.0, 0.0]),
        ((1, 2), [1.5, -1.0]), ((2, 1), [-1.0, 1.5]),
    ]  # fmt: skip


@pytest.mark.parametrize("is_second", [False, True])
def test_a_person_plays_from_the_side_they_choose(
    capfd: CapFd, monkeypatch: Patch, tmp_path: Path, is_second: bool
) -> None:
    opened: list[tuple[object, ...]] = []

    def screen(*of: object, **given: object) -> int:
        opened.append((of[0], given["seat"], given["opponent"], given["opening"]))
        return 0

    monkeypatch.setattr(duel2048, "open_game_screen", screen)
    options = "--rounds", 7, "--time", 2.5, "--seed", 3, "--log-file", tmp_path / "games.log"
    second = ["--second"] if is_second else []
    words = "2048", "--play", *second, *options, "2048-greedy"
    assert command(capfd, *words) == (0, "", "")
    begin = DuelOptions(7, 2.5).opening(3, 1)
    assert opened == [("2048-play", int(is_second), "2048-greedy", begin)]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["2048-greedy"], "a round robin needs two players"),
        (["2048-greedy", "nobody-here"], "engine 'nobody-here' not found"),
        (["2048-greedy", "2048-gredy"], "did you mean 2048-greedy?"),
        (["2048-greedy", "2048-random", "--clock", "3=1"], "there is no player 3 for --clock"),
        (
            ["2048-greedy", "2048-random", "--clock", "x"],
            "is not N=SEC, a player's number and seconds",
        ),
        (["2048-greedy", "2048-random", "--rounds", "0"], "is not a number above 0"),
        (["2048-greedy", "2048-random", "--resume"], "--resume needs --log-file"),
        (["2048-greedy", "2048-random", "--watch"], "this needs a terminal that can show screens"),
        (["2048-greedy", "2048-random", "--clock", "1=1", "--clock", "1=2"], "is given twice"),
        (["2048-greedy", "2048-random", "--log-file", "LETTER"], "is not a log of 2048"),
        (["2048-greedy", "2048-random", "--log-file", "DIGS"], "is not a log of 2048"),
        (["2048-greedy", "--play", "--log-file", "LETTER"], "is not a log of 2048"),
        (["2048-greedy", "2048-random", "--log-file", "PIPE"], "PIPE cannot be written"),
        (["2048-greedy", "2048-random", "--folder", "LETTER"], "is a file, not a folder"),
        (["2048-greedy", "2048-random", "--debug"], "--debug needs --folder"),
        (["2048-greedy", "2048-random", "--second"], "--second needs --play"),
        (["--show", "EMPTY"], "EMPTY has no games of 2048"),
        (["--show", "PIPE"], "PIPE cannot be read: Not a regular file"),
        (["--show", "PIPE", "1"], "PIPE cannot be read: Not a regular file"),
        (["--show", "FOLDER", "1"], "game 1 cannot be shown: "),
        (["--show", "LETTER", "1"], "game 1 cannot be shown: it does not begin like a record"),
        (["--show", "DIGS", "1"], "game 1 cannot be shown: it does not begin like a record"),
        *(
            (
                ["2048-greedy", "2048-random", "--watch", *words],
                f"--watch cannot be used with {words[0]}",
            )
            for words in (*BESIDE_NO_SCREEN, ("--json", "-"))
        ),
        *(
            (["2048-greedy", "--play", *words], f"--play cannot be used with {words[0]}")
            for words in (*BESIDE_NO_SCREEN, ("--clock", "1=1"))
        ),
        (["2048-greedy", "2048-random", "--play"], "--play needs one player, your opponent"),
        (["nobody-here", "--play"], "engine 'nobody-here' not found"),
    ],
)
def test_bad_input_is_refused_in_a_line(
    capfd: CapFd, tmp_path: Path, monkeypatch: Patch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("LETTER").write_text("Dear Ann\n")
    Path("EMPTY").touch()
    Path("DIGS").write_text('{"game": "goldrush", "id": 1}\n')
    Path("FOLDER").mkdir()
    for name in ("PIPE", "FOLDER/1.txt"):
        os.mkfifo(name)
    before = {path.name for path in Path().iterdir()}
    code, output, errors = command(capfd, "2048", *words)
    assert (code, output) == (2, "")
    assert why in errors
    assert "Traceback" not in errors
    assert {path.name for path in Path().iterdir()} == before
    assert Path("LETTER").read_text() == "Dear Ann\n"
