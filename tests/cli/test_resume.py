"""A run that was ended in whatever way goes on where its log ends, and nothing is lost."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from durak_tui.common.text import one_line
from durak_tui.library.index import LogIndex
from durak_tui.records.writer import LogWriter
from tests.cli.commands import command
from tests.cli.test_autoplay import AUTOPLAY, autoplay
from tests.conftest import rogue
from tests.processes import is_running, look_until, narrow_pipe, read_until
from tests.records.games import GENUINE_LOG, essence, games_of
from tests.records.texts import HEADER

RUN = ["durak-dummy", "durak-dummy", "--matches-number", "4", "--match-size", "40", "--seed", "11"]
TOTAL = 160


def table(output: bytes) -> bytes:
    """The table of a run, without the counter."""
    return output.partition(b"\nEngine1")[2]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[tuple[Any, ...]], bytes]:
    """The games and the table of a run that nobody disturbs."""
    log = tmp_path_factory.mktemp("undisturbed") / "games.log"
    run = autoplay(*RUN, "--log-file", str(log), "--concurrency", "1")
    return [essence(game) for game in games_of(log)], table(run.stdout)


def killed_after(count: int, log: Path, *options: str, run: Sequence[str] = RUN) -> None:
    """Start a run, and kill it when its counter has reached ``count``."""
    # Or the run could be over before it is ended.
    ours, its = narrow_pipe()
    with (
        open(ours, "rb", buffering=0) as output,
        subprocess.Popen(
            [*AUTOPLAY, *run, "--log-file", str(log), "--counter", "always", *options],
            stdout=its,
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        os.close(its)
        read_until(output, f"\r{count} of".encode())
        process.kill()
        output.read()


@pytest.mark.story
@pytest.mark.parametrize("concurrency", ["1", "2", "3"])
def test_after_kill_9_at_any_moment_every_game_is_there_once_and_the_totals_are_the_same(
    concurrency: str, tmp_path: Path, undisturbed: tuple[list[tuple[Any, ...]], bytes]
) -> None:
    log = tmp_path / "games.log"
    options = ("--concurrency", concurrency)
    rng = random.Random(int(concurrency))
    killed_after(rng.randrange(1, 20), log, *options)
    for moment in (50, 110):
        killed_after(moment + rng.randrange(20), log, *options, "--resume")
    run = autoplay(*RUN, "--log-file", str(log), *options, "--resume", "--json", f"{log}.json")
    assert run.returncode == 0
    assert [essence(game) for game in games_of(log)] == undisturbed[0]
    assert table(run.stdout) == undisturbed[1]
    listed = json.loads(Path(f"{log}.json").read_text())["games"]
    assert [game["id"] for game in listed] == list(range(1, TOTAL + 1))


@pytest.mark.slow
@pytest.mark.parametrize("cut", [1, 30, 200, 2000])
def test_a_torn_last_game_is_moved_aside_and_played_again(
    cut: int, tmp_path: Path, undisturbed: tuple[list[tuple[Any, ...]], bytes]
) -> None:
    log = tmp_path / "games.log"
    killed_after(30, log, "--concurrency", "1")
    with LogIndex(log) as index:
        index.scan()
        whole = index.raw(len(index) - 1)
        before = len(index) - 1
    torn = whole[: -min(cut + 1, len(whole) - 5)]
    os.truncate(log, log.stat().st_size - len(whole) + len(torn))
    run = autoplay(*RUN, "--log-file", str(log), "--resume")
    assert run.returncode == 0
    assert f"cut off or damaged is now in {log}.torn" in run.stderr.decode()
    assert Path(f"{log}.torn").read_bytes() == torn + b"\n"
    assert [essence(game) for game in games_of(log)] == undisturbed[0]
    assert before < TOTAL


@pytest.mark.slow
def test_a_last_game_that_lacks_only_its_newline_is_whole(
    tmp_path: Path, undisturbed: tuple[list[tuple[Any, ...]], bytes]
) -> None:
    log = tmp_path / "games.log"
    killed_after(30, log, "--concurrency", "1")
    with LogIndex(log) as index:
        index.scan()
        last = index.raw(len(index) - 1)
    if last.endswith(b"\n"):
        os.truncate(log, log.stat().st_size - 1)
    autoplay(*RUN, "--log-file", str(log), "--resume")
    assert not Path(f"{log}.torn").exists()
    assert [essence(game) for game in games_of(log)] == undisturbed[0]


def test_what_an_engine_says_is_no_game_though_it_looks_like_the_header_of_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "games.log"
    engine = rogue("headers", "--at", "9", "--called", shlex.quote(f"{HEADER}\n{HEADER}"))
    run = ["durak-dummy", engine, "--matches-number=1", "--match-size=4", "--seed=3", "--infos"]
    first = autoplay(*run, "--log-file", str(log))
    games = games_of(log)
    assert [game.game_id for game in games] == [1, 2, 3, 4]
    for game in games:
        assert HEADER in game.ending.detail and HEADER in game.ending.stderr
        assert game.said and game.said.engines[1] and HEADER in str(game.said.engines[1].name)
        assert any(thought and HEADER in thought.text for thought in game.said.thoughts)
        assert game.names[1] == engine
    _, listed, _ = command(capfd, "show", log)
    assert listed.count("player2 failed: unreadable\n") == listed.count("\n") == 4
    _, found, _ = command(capfd, "stats", log, "--json")
    totals = json.loads(found)
    assert (totals["games"], totals["unreadable"]) == (4, 0)
    assert totals["faults"] == {one_line(engine): {"unreadable": 4}}
    whole = log.read_bytes()
    with LogIndex(log) as index:
        index.scan()
        third = index.offset(2)
    os.truncate(log, third + 2000)
    again = autoplay(*run, "--log-file", str(log), "--resume")
    assert table(again.stdout) == table(first.stdout)
    assert Path(f"{log}.torn").read_bytes() == whole[third : third + 2000] + b"\n"
    assert list(map(essence, games_of(log)))[:2] == list(map(essence, games))[:2]
    assert [game.game_id for game in games_of(log)] == [1, 2, 3, 4]


def test_a_finished_run_has_nothing_left_to_play_and_needs_no_engine_to_show_its_table(
    tmp_path: Path,
) -> None:
    log, engine = tmp_path / "games.log", tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m durak_engines.dummy\n")
    engine.chmod(0o755)
    few = [str(engine), *RUN[1:4], "--match-size=3", "--seed=11", "--log-file", str(log)]
    first = autoplay(*few)
    size = log.stat().st_size
    engine.unlink()
    again = autoplay(*few, "--resume")
    assert again.returncode == 0
    assert table(again.stdout) == table(first.stdout)
    assert log.stat().st_size == size


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seed", "12"], "seed was 11, is 12"),
        (["--match-size", "50"], "match_size was 40, is 50"),
        (["--no-paired"], "paired was True, is False"),
        (["--move-time", "9"], "move_time was 10.0, is 9.0"),
        (["--deck", "52"], "deck was 36, is 52"),
        (["--sprt", "0,10"], "sprt was None"),
    ],
)
def test_a_run_with_other_settings_is_not_resumed_and_they_are_named(
    options: list[str], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "games.log"
    killed_after(10, log, "--concurrency=1")
    size = log.stat().st_size
    run = autoplay(*RUN, *options, "--log-file", str(log), "--resume")
    assert run.returncode == 2
    assert said in run.stderr.decode()
    assert run.stderr.count(b"\n") == 1
    assert log.stat().st_size == size


def test_an_empty_or_missing_log_is_a_run_at_its_beginning(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    run = autoplay(*RUN[:4], "--match-size", "1", "--log-file", str(log), "--resume")
    assert run.returncode == 0
    assert len(games_of(log)) == 4


@pytest.mark.slow
def test_an_earlier_run_in_the_same_log_is_left_alone(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    short = [*RUN[:3], "2", "--match-size", "5", "--log-file", str(log)]
    autoplay(*short, "--seed", "1")
    autoplay(*short, "--seed", "2")
    os.truncate(log, log.stat().st_size - 10)
    assert autoplay(*short, "--seed", "2", "--resume").returncode == 0
    played = [(game.seed, game.game_id) for game in games_of(log)]
    assert played == [(seed, number) for seed in (1, 2) for number in range(1, 11)]


def test_a_log_of_pydurak_is_not_the_beginning_of_a_run(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.write_bytes(GENUINE_LOG.read_bytes())
    run = autoplay(*RUN, "--log-file", str(log), "--resume")
    assert run.returncode == 2
    assert b"does not say which run it belongs to" in run.stderr
    assert log.read_bytes() == GENUINE_LOG.read_bytes()


def test_damage_in_the_middle_is_not_built_upon(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    killed_after(30, log, "--concurrency=1")
    data = log.read_bytes()
    middle = data.index(b'"moves"', len(data) // 2)
    log.write_bytes(data[:middle] + b"oops" + data[middle + 4 :])
    run = autoplay(*RUN, "--log-file", str(log), "--resume")
    assert run.returncode == 2
    assert re.search(rb"its game \d+ is damaged", run.stderr)


def test_a_second_run_on_the_same_log_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    with LogWriter(log, alone=True):
        for option in ([], ["--resume"]):
            run = autoplay(*RUN, "--log-file", str(log), *option)
            assert run.returncode == 2
            assert b"is being written by another run" in run.stderr
    assert log.stat().st_size == 0
    assert autoplay(*RUN[:4], "--match-size", "1", "--log-file", str(log)).returncode == 0


@pytest.mark.slow
def test_a_full_disk_keeps_what_is_there_and_the_run_can_go_on(
    tmp_path: Path, undisturbed: tuple[list[tuple[Any, ...]], bytes]
) -> None:
    log = tmp_path / "games.log"
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "from durak_tui.cli.autoplay import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *RUN, "--log-file", str(log), "--concurrency", "1"],
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 1
    assert re.search(rb"stopped: game \d+ could not be saved: File too large", run.stderr)
    assert b"scores:" in run.stdout
    kept = [essence(game) for game in games_of(log)]
    assert 10 < len(kept) < TOTAL
    assert kept == undisturbed[0][: len(kept)]
    autoplay(*RUN, "--log-file", str(log), "--resume")
    assert [essence(game) for game in games_of(log)] == undisturbed[0]


@pytest.mark.slow
def test_faults_and_void_games_are_counted_as_in_a_run_that_was_not_ended(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    bad = rogue("garbage", "--at", "2")
    worse = rogue("exit", "--at", "2")
    command = [bad, worse, "--matches-number", "1", "--match-size", "6", "--concurrency", "1"]
    first = autoplay(*command, "--log-file", str(log), "--seed", "3")
    whole = [essence(game) for game in games_of(log)]
    assert b"Void games" in first.stdout
    assert b"unreadable: 6" in first.stdout
    with LogIndex(log) as index:
        index.scan()
        os.truncate(log, index.offset(4))
    again = autoplay(*command, "--log-file", str(log), "--seed", "3", "--resume")
    assert table(again.stdout) == table(first.stdout)
    assert [essence(game)[:3] for game in games_of(log)] == [one[:3] for one in whole]


@pytest.mark.story
def test_a_signal_while_a_long_log_is_taken_up_is_heard_and_the_table_shown(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    command = ["durak-dummy", "durak-dummy", "--seed=1", "--matches-number=1", "--no-paired"]
    autoplay(*command, "--match-size=500", "--log-file", str(log))
    with subprocess.Popen(
        [*AUTOPLAY, *command, "--match-size=500", "--log-file", str(log), "--resume"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        look_until(lambda: not is_running(run.pid) or has_open(run.pid, log))
        run.send_signal(signal.SIGINT)
        printed, errors = run.communicate(timeout=120)
    # If it was quicker than the signal, it has shown the whole table.
    assert run.returncode in (0, 130)
    assert errors == b""
    assert run.returncode == 0 or not printed or b"Match 1" in printed


def has_open(pid: int, path: Path) -> bool:
    """Whether a process has a file open."""
    with suppress(OSError):
        return any(fd.exists() and fd.samefile(path) for fd in Path(f"/proc/{pid}/fd").iterdir())
    return False


def test_a_torn_log_in_the_home_folder_is_mended_under_its_short_name(tmp_path: Path) -> None:
    command = ["durak-dummy", "durak-dummy", "--seed=1", "--matches-number=1", "--match-size=4"]
    autoplay(*command, "--log-file=~/games.log")
    log = tmp_path / "games.log"  # the home folder of this test
    os.truncate(log, log.stat().st_size - 100)
    run = autoplay(*command, "--log-file=~/games.log", "--resume")
    assert run.returncode == 0
    assert (tmp_path / "games.log.torn").exists()
    assert [game.game_id for game in games_of(log)] == [1, 2, 3, 4]
