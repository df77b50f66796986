"""A tournament that was ended in whatever way goes on where its log ends."""

import json
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from durak_tui.library.index import LogIndex
from durak_tui.records.writer import LogWriter
from tests.cli.tournaments import (
    FILES,
    dummies,
    is_larger,
    read_until,
    results_in,
    running,
    tournament,
    wait_until,
    write_cup,
)
from tests.conftest import rogue
from tests.match.matches import bell
from tests.processes import Bell, all_end, pids_in
from tests.records.games import games_of
from tests.table.patient import ALL, patient
from tests.tournament.synthetic import folder_names

__all__ = ["bell"]

LONG = dummies(4)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, int]:
    """The results of a longer tournament, and the size of its log."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert tournament(write_cup(folder, "round-robin", LONG, 40)).returncode == 0
    return results_in(folder / "out"), (folder / "out" / "games.log").stat().st_size


def ids_in(log: Path) -> list[int | None]:
    """The ids of all games but the last, which may be torn."""
    with LogIndex(log) as index:
        index.scan()
        return [index.game(number).game_id for number in range(len(index) - 1)]


def relatives(tag: str) -> list[int]:
    """Processes whose environment holds ``tag``: the command, its workers, their engines."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if tag.encode() in environment:
                found.append(int(folder.name))
    return found


@pytest.mark.story
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_after_kill_9_at_any_moment_every_game_is_there_once(
    concurrency: str, undisturbed: tuple[Any, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = f"TOURNAMENT_TEST={tmp_path}"
    monkeypatch.setenv(*tag.split("="))
    expected, size = undisturbed
    path = write_cup(tmp_path, "round-robin", LONG, 40)
    log = tmp_path / "out" / "games.log"
    for share in (0.0001, 0.2, 0.55, 0.9):
        options = ["--resume"] if log.exists() else []
        with running(path, "--concurrency", concurrency, *options) as process:
            wait_until(process, partial(is_larger, log, share * size))
            process.kill()
        assert all_end(relatives(tag))
        assert ids_in(log) == list(range(1, len(ids_in(log)) + 1))
    run = tournament(path, "--resume", "--concurrency", concurrency)
    assert run.returncode == 0
    assert [record.game_id for record in games_of(log)] == list(range(1, expected["total"] + 1))
    assert results_in(tmp_path / "out") == expected


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_the_reports_of_what_was_played(
    number: signal.Signals, tmp_path: Path
) -> None:
    pid_file = tmp_path / "pids"
    # The greeting is the first process; the eighth game never ends by itself.
    slow = rogue("silent", "--at", "5", "--pid-file", str(pid_file), "--in-game", "5")
    path = write_cup(tmp_path, "gauntlet", [*dummies(2), ("slow", slow)], 4, move_time=600)
    with running(path, "--concurrency", "1") as process:
        seen = read_until(process, b"Round 1: dummy1 2.0 - 2.0 dummy2\n")
        out = tmp_path / "out"
        wait_until(process, Path(f"{pid_file}.hangs").exists)
        process.send_signal(number)
        rest, errors = process.communicate(timeout=120)
    assert process.returncode == 128 + number
    assert errors == b""
    lines = (seen + rest).decode().splitlines()
    assert lines[-2] == "Stopped after game 7 of 8; resume with --resume"
    assert all_end(pids_in(pid_file))
    summary = json.loads((out / "results.json").read_text())
    assert (summary["played"], summary["total"], summary["complete"]) == (7, 8, False)
    assert [pairing["played"] for pairing in summary["pairings"]] == [4, 3]
    assert folder_names(out) == FILES
    # Any other process of that engine plays on.
    again = tournament(path, "--resume")
    assert again.returncode == 0
    assert "Resuming after game 7\n" in again.stdout
    assert json.loads((out / "results.json").read_text())["complete"]


@pytest.mark.slow
def test_a_log_with_games_is_not_appended_to_without_a_word(tmp_path: Path) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 2)
    assert tournament(path).returncode == 0
    before = (tmp_path / "out" / "games.log").read_bytes()
    run = tournament(path)
    assert run.returncode == 2
    assert "already has games: resume with --resume" in run.stderr
    assert (tmp_path / "out" / "games.log").read_bytes() == before


def test_two_tournaments_do_not_write_to_one_folder(tmp_path: Path) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 2)
    (tmp_path / "out").mkdir()
    with LogWriter(tmp_path / "out" / "games.log", alone=True):
        run = tournament(path)
    assert run.returncode == 2
    assert "games.log is being written by another run" in run.stderr


@pytest.mark.slow
def test_nobody_reads_what_it_prints(tmp_path: Path) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 100_000)
    with running(path) as process:
        read_until(process, b"in all\n")
        assert process.stdout and process.stderr
        process.stdout.close()
        log = tmp_path / "out" / "games.log"
        wait_until(process, partial(is_larger, log, 20_000))
        process.send_signal(signal.SIGTERM)
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 128 + signal.SIGTERM
    assert folder_names(tmp_path / "out") == FILES


@pytest.mark.slow
def test_a_run_that_cannot_print_any_more_stops_by_itself(tmp_path: Path, bell: Bell) -> None:
    # No pairing is complete before nobody reads any more.
    first = ("patient", patient(bell).command)
    path = write_cup(tmp_path, "gauntlet", [first, *dummies(2)], 2, move_time=600)
    with running(path) as process:
        read_until(process, b"in all\n")
        assert process.stdout and process.stderr
        process.stdout.close()
        bell.ring(ALL)
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 141
    assert folder_names(tmp_path / "out") == FILES


def test_a_full_disk_stops_it_with_a_word(tmp_path: Path) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 2)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "games.log").symlink_to("/dev/full")
    run = tournament(path)
    assert run.returncode == 1
    assert "game 1 could not be saved: No space left on device" in run.stderr
    assert "Stopped after game 0 of 2" in run.stdout
    assert folder_names(tmp_path / "out") == FILES
