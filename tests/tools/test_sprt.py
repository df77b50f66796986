"""A test whether an engine has become stronger: its deals, its log, its line."""

import shlex
import sys
from functools import partial
from pathlib import Path

import pytest

from durak_tui.statistics.counts import PairCounts
from durak_tui.statistics.sprt import Sprt
from durak_tui.statistics.statistics_json import as_json
from tools.sprt import deals, line, played


@pytest.mark.parametrize(
    ("llr", "verdict"), [(2.99, "accepted"), (-2.95, "refused"), (0.4, "open"), (-0.4, "open")]
)
def test_a_line_says_what_came_out(llr: float, verdict: str) -> None:
    found = {
        "engine1": {"wins": 60}, "engine2": {"wins": 30}, "draws": 10,
        "statistics": {
            "score": 0.65, "elo": 107.54, "elo_error": 61.2,
            "llr": llr, "lower": -2.94, "upper": 2.94,
        },
    }  # fmt: skip
    cells = line("1a2b3c4", "5d6e7f8", 0.05, found).split(" | ")
    assert cells[:6] == ["| 5d6e7f8", "1a2b3c4", "0.05 s", "100", "0.650", "+108 ± 61"]
    assert cells[6].startswith(verdict)


def test_an_engine_that_has_won_all_games_has_a_line_too() -> None:
    numbers = as_json(PairCounts(ww=80), Sprt(0, 10))
    found = {"engine1": {"wins": 160}, "engine2": {"wins": 0}, "draws": 0, "statistics": numbers}
    row = line("1a2b3c4", "5d6e7f8", 0.05, found)
    assert "| 1.000 | > +" in row and "accepted" in row


def test_each_pair_of_revisions_has_its_own_deals_however_often_it_is_tested() -> None:
    pairs = [("aaaaaaaaaaaa", "bbbbbbbbbbbb"), ("bbbbbbbbbbbb", "aaaaaaaaaaaa"),
             ("aaaaaaaaaaaa", "cccccccccccc")]  # fmt: skip
    seeds = [deals(*pair) for pair in pairs]
    assert len(set(seeds)) == len(pairs) and seeds == [deals(*pair) for pair in pairs]
    assert all(len(str(seed)) <= 30 for seed in seeds)  # As matches want them.


@pytest.mark.slow
def test_a_night_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    old, new = "a" * 12, "b" * 12
    for commit in (old, new):  # Installed already, and both are the package under test.
        python = tmp_path / commit / "venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
        (tmp_path / commit / "ready").touch()
    night = partial(played, old, new, 0.01, elo=(0, 10), games=4, folder=tmp_path)
    night()
    (log,) = tmp_path.glob("*.log")
    lines = log.read_bytes().splitlines(keepends=True)
    begun = b"".join(lines[: len(lines) // 2])
    log.write_bytes(begun)
    found = night()
    assert log.read_bytes().startswith(begun)
    assert found["engine1"]["wins"] + found["engine2"]["wins"] + found["draws"] == 4
