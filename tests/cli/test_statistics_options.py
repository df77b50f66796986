"""``--stats`` and ``--sprt`` of ``durak-autoplay``."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_autoplay import DATA, autoplay, small
from tests.records.games import games_of

LOSER = "sh -c 'while read line; do echo ok; done'"


@pytest.mark.slow
def test_stats_follow_the_table_for_pairs_and_for_single_games() -> None:
    plain = autoplay(*small("--seed", "1"))
    run = autoplay(*small("--seed", "1", "--stats"))
    assert run.returncode == 0
    table = plain.stdout.decode()
    assert run.stdout.decode().startswith(table)
    block = run.stdout.decode()[len(table) :]
    pairs, singles, runner = block.strip().split("\n\n")
    assert pairs.startswith("Score of Engine1 (durak-dummy): 50.00 % (6 games)\n")
    assert re.search(r"^Pairs LL LD WL DD WD WW: 0 0 \d \d 0 0$", pairs, re.MULTILINE)
    assert singles.startswith("Every game for itself\nScore of Engine1 (durak-dummy): 50.00 %")
    assert re.search(r"^Elo of Engine1 \(durak-dummy\): \+0\.00 ± \d", singles, re.MULTILINE)
    assert re.fullmatch(
        r"Runner: [\d.]+ us per command on no engine's clock,\n"
        r"        of them [\d.]+ us for the pipe, both ways",
        runner,
    )


def test_without_pairs_there_is_one_block() -> None:
    block = autoplay(*small("--seed", "1", "--stats", "--no-paired")).stdout.decode()
    assert block.count("Score of Engine1") == 1
    assert "Pairs" not in block


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--sprt=0,100"], ["--sprt=0,100,0.1,0.1", "--no-paired"]])
def test_a_run_that_its_test_has_ended_is_not_played_on(options: list[str], tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    run = [
        *("durak-dummy", LOSER, "--match-size=100", "--seed=1", "--log-file", str(log)),
        *options,
    ]
    assert "H1 accepted" in autoplay(*run, "--concurrency=2").stdout.decode()
    played = len(games_of(log))
    assert played < 1000
    assert "H1 accepted" in autoplay(*run, "--resume").stdout.decode()
    assert len(games_of(log)) == played


@pytest.mark.slow
def test_recorded_pairs_are_counted_as_pairs_unless_declined(tmp_path: Path) -> None:
    log = tmp_path / "paired.log"
    autoplay(*small("--seed", "1", "--log-file", str(log)))
    again = "durak-dummy", "durak-dummy", "--deals", str(log), "--stats"
    assert b"Pairs LL LD WL DD WD WW: 0 0 " in autoplay(*again).stdout
    assert b"Pairs" not in autoplay(*again, "--no-paired").stdout
    genuine = str(DATA / "dummy_vs_dummy.log")
    assert b"Pairs" not in autoplay(
        "durak-dummy", "durak-dummy", "--deals", genuine, "--stats"
    ).stdout  # fmt: skip


def test_a_test_against_getting_weaker_is_given_as_it_is_written() -> None:
    run = autoplay(*small("--sprt", "-5,0", "--stats", "--json", "-"))
    assert run.returncode == 0
    statistics = json.loads(run.stdout)["statistics"]
    assert statistics["lower"] < statistics["llr"] < statistics["upper"]
