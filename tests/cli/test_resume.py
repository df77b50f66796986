"""A run that was ended in any way goes on where its log ends, and nothing is lost."""

import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from durak_tui.cli.autoplay import main as autoplay_main
from durak_tui.common.text import one_line
from durak_tui.library.index import LogIndex
from durak_tui.records.writer import LogWriter
from tests.cli.commands import AUTOPLAY, CapFd, autoplay, command, refused_match
from tests.conftest import rogue
from tests.processes import narrow_pipe, read_until
from tests.records.games import GENUINE_LOG, essence, games_of
from tests.records.texts import HEADER

RUN = ["durak-dummy", "durak-dummy", "--matches-number", "4", "--match-size", "40", "--seed", "11"]
TOTAL = 160


def table(output: bytes) -> bytes:
    """The table of a run, without the counter."""
    return output.partition(b"\nEngine1")[2]


def killed_after(count: int, log: Path, *options: str) -> None:
    """Start a run, and kill it when its counter has reached ``count``."""
    # Or the run could be over before it is ended.
    ours, its = narrow_pipe()
    with (
        open(ours, "rb", buffering=0) as output,
        subprocess.Popen(
            [*AUTOPLAY, *RUN, "--log-file", str(log), "--counter", "always", *options],
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
def test_after_kill_9_at_any_moment_every_game_is_there_once(
    concurrency: str, tmp_path: Path
) -> None:
    log, undisturbed = tmp_path / "games.log", tmp_path / "undisturbed.log"
    expected = table(autoplay(*RUN, "--log-file", str(undisturbed)).stdout)
    options = ("--concurrency", concurrency)
    rng = random.Random(int(concurrency))
    killed_after(rng.randrange(1, 20), log, *options)
    for moment in (50, 110):
        killed_after(moment + rng.randrange(20), log, *options, "--resume")
    run = autoplay(*RUN, "--log-file", str(log), *options, "--resume", "--json", f"{log}.json")
    assert run.returncode == 0
    assert list(map(essence, games_of(log))) == list(map(essence, games_of(undisturbed)))
    assert table(run.stdout) == expected
    listed = json.loads(Path(f"{log}.json").read_text())["games"]
    assert [game["id"] for game in listed] == list(range(1, TOTAL + 1))


def test_words_of_an_engine_that_look_like_a_game_are_none(tmp_path: Path, capfd: CapFd) -> None:
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


def test_a_finished_run_needs_no_engine_and_no_last_newline_for_its_table(tmp_path: Path) -> None:
    log, engine, results = (tmp_path / name for name in ("games.log", "engine", "results.json"))
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m durak_engines.dummy\n")
    engine.chmod(0o755)
    few = [str(engine), *RUN[1:4], "--match-size=3", "--seed=11", "--log-file", str(log)]
    first = autoplay(*few)
    games = games_of(log)
    os.truncate(log, log.stat().st_size - 1)
    engine.unlink()
    again = autoplay(*few, "--resume", "--json", str(results))
    assert again.returncode == 0
    assert table(again.stdout) == table(first.stdout)
    assert games_of(log) == games
    assert not Path(f"{log}.torn").exists()
    assert json.loads(results.read_text())["engine1"]["command"] == str(engine)


def test_a_log_that_does_not_begin_this_run_is_not_resumed(tmp_path: Path, capfd: CapFd) -> None:
    log = tmp_path / "games.log"
    run = ["--matches-number=1", "--match-size=3", "--seed=11", "--log-file", log, "--resume"]
    log.touch()  # With an empty one it begins.
    code, _, _ = command(
        capfd, *RUN[:2], *run, "--no-paired", "--concurrency=1", program=autoplay_main
    )
    assert code == 0
    whole = log.read_bytes()
    for option, said in (
        ("--seed=12", "seed was 11, is 12"),
        ("--match-size=50", "match_size was 3, is 50"),
        ("--paired", "paired was False, is True"),
        ("--move-time=9", "move_time was 10.0, is 9.0"),
        ("--deck=52", "deck was 36, is 52"),
        ("--sprt=0,10", "sprt was None"),
    ):
        assert said in refused_match(capfd, *run, "--no-paired", option)
    assert log.read_bytes() == whole
    for data, said in (
        (GENUINE_LOG.read_bytes(), "does not say which run it belongs to"),
        (whole.replace(b'"moves"', b'"oops"', 1), "its game 1 is damaged"),
    ):
        log.write_bytes(data)
        assert said in refused_match(capfd, *run, "--no-paired")
        assert log.read_bytes() == data
    with LogWriter(log, alone=True):
        for options in (run, run[:-1]):
            assert "is being written by another run" in refused_match(capfd, *options)


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


def test_a_torn_log_in_the_home_folder_is_mended_under_its_short_name(tmp_path: Path) -> None:
    command = ["durak-dummy", "durak-dummy", "--seed=1", "--matches-number=1", "--match-size=4"]
    autoplay(*command, "--log-file=~/games.log")
    log = tmp_path / "games.log"  # the home folder of this test
    os.truncate(log, log.stat().st_size - 100)
    run = autoplay(*command, "--log-file=~/games.log", "--resume")
    assert run.returncode == 0
    assert (tmp_path / "games.log.torn").exists()
    assert [game.game_id for game in games_of(log)] == [1, 2, 3, 4]
