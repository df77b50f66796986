"""A tournament that was ended by a signal, or for want of a reader, goes on where its log ends."""

import json
import signal
from pathlib import Path

import pytest

from durak_tui.library.index import LogIndex
from tests.cli.tournaments import FILES, dummies, read_until, running, tournament, write_cup
from tests.conftest import rogue
from tests.processes import all_end, look_until, pids_in
from tests.tournament.synthetic import folder_names


def ids_in(log: Path) -> list[int | None]:
    """The ids of all games but the last, which may be torn."""
    with LogIndex(log) as index:
        index.scan()
        return [index.game(number).game_id for number in range(len(index) - 1)]


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_the_reports_so_far(number: signal.Signals, tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    # The greeting is the first process; the seventh game never ends by itself.
    slow = rogue("silent", "--at", "5", "--pid-file", str(pid_file), "--in-game", "5")
    path = write_cup(tmp_path, "gauntlet", [*dummies(2), ("slow", slow)], 4, move_time=600)
    with running(path, "--concurrency", "1") as process:
        seen = read_until(process, b"Round 1: dummy1 2.0 - 2.0 dummy2\n")
        out = tmp_path / "out"
        look_until(lambda: len(ids_in(out / "games.log")) == 6)
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
