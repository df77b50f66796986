"""``durak-tui stats``: the references from the command line, and what is refused."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given

from durak_tui.cli.main import main
from durak_tui.cli.run_results import describe
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Sprt
from durak_tui.statistics.statistics_json import as_json
from durak_tui.tournament.report import elo_text
from durak_tui.words.totals_words import elo_words
from tests.cli.commands import CapFd, Patch, command
from tests.records.games import GENUINE_LOG
from tests.statistics.samples import COUNTS, sequential_tests
from tests.tui.logs.log_files import write_mixed

KEYS = ["score", "elo", "elo_error", "nelo", "nelo_error", "los", "llr", "lower", "upper"]


def stats(capfd: CapFd, line: str) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui stats``."""
    return command(capfd, "stats", *line.split())


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        (
            "--wins 136 --losses 96 --draws 111",
            ["+40.70 ± 30.43 (95 %)", "+49.77 ± 36.77 (95 %)", "99.60 %"],
        ),
        ("--pairs 34 54 31 32 64 75", ["+55.58 ± 27.65 (95 %)"]),
        ("--pairs 365 16618 36029 200 16974 390 --sprt 0 2", ["LLR 2.2504 "]),
        (
            "--wins 21404 --losses 21184 --draws 40708 --sprt 0.5 2.5 --model logistic",
            ["LLR -1.5719 "],
        ),
    ],
)
def test_the_references_are_printed(line: str, printed: list[str], capfd: CapFd) -> None:
    code, output, error = stats(capfd, line)
    assert (code, error) == (0, "")
    for text in printed:
        assert text in output
    assert all(" of Engine1: " in line for line in output.splitlines() if "Elo" in line)


def test_json_has_its_keys_in_order_and_all_digits(capfd: CapFd) -> None:
    line = "--wins 520 --losses 480 --sprt 0 10 --alpha 0.1 --beta 0.2 --json"
    code, output, _ = stats(capfd, line)
    assert code == 0
    found = json.loads(output)
    assert list(found) == KEYS
    assert found == as_json(GameCounts(520, 480), Sprt(0, 10, 0.1, 0.2))


def test_json_says_what_is_unknown_and_what_is_a_bound(capfd: CapFd) -> None:
    _, output, _ = stats(capfd, "--wins 0 --losses 0 --json")
    assert json.loads(output) == dict.fromkeys(KEYS)
    _, output, _ = stats(capfd, "--pairs 9 0 0 0 0 0 --json")
    found = json.loads(output)
    assert list(found) == [*KEYS, "bound"]
    assert (found["score"], found["elo_error"], found["nelo_error"]) == (0, None, None)
    assert found["bound"] == "<"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "give a log, or --wins and --losses (and --draws), or --pairs"),
        ("--wins 5", "or --wins and --losses"),
        ("--draws 5", "or --wins and --losses"),
        ("--wins 5 --losses 1 --pairs 1 2 3 4 5 6", "--pairs cannot be used with"),
        ("--pairs 1 2 3 4 5 6 --draws 0", "--pairs cannot be used with"),
        ("--wins 5 --losses -1", "a count cannot be below 0: -1"),
        ("--pairs 1 2 -3 4 5 6", "a count cannot be below 0: -3"),
        ("--wins 9999999999999 --losses 1", "a count cannot be above"),
        ("--wins 5 --losses 1 --sprt 10 0", "ELO0 (10) must be below ELO1 (0)"),
        ("--wins 5 --losses 1 --sprt 0 nan", "must be from -4000 to 4000"),
        ("--wins 5 --losses 1 --sprt 0 5 --alpha 0.9 --beta 0.2", "together below 1"),
        ("--wins 5 --losses 1 --model logistic", "--model needs --sprt"),
        ("--wins 5 --losses 1 --beta 0.1", "--beta needs --sprt"),
        (f"{GENUINE_LOG} --wins 3", "--wins is for counts; leave it out if you give a log"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(line: str, said: str, capfd: CapFd) -> None:
    code, output, error = stats(capfd, line)
    assert (code, output) == (2, "")
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    ["--wins many --losses 1", "--pairs 1 2 3", "--wins 1 --losses 1 --sprt 0 5 --model bayesian"],
)
def test_what_cannot_be_read_is_wrong_usage(line: str, capfd: CapFd) -> None:
    code, output, error = stats(capfd, line)
    assert (code, output) == (2, "")
    assert "error: argument " in error


def test_the_totals_of_a_log_are_printed(capfd: CapFd) -> None:
    code, output, error = stats(capfd, str(GENUINE_LOG))
    assert (code, error) == (0, "")
    first, _, head, row = output.splitlines()
    assert first.startswith("30 games, ")
    assert head.split()[:6] == ["Player", "Opponent", "Games", "Won", "Lost", "Drawn"]
    assert row.split()[:6] == ["durak-dummy", "durak-dummy", "30", "13", "11", "6"]


def test_the_totals_of_a_log_are_json_with_faults(capfd: CapFd, tmp_path: Path) -> None:
    log = write_mixed(tmp_path / "mixed.log")
    _, output, _ = stats(capfd, f"{log} --json")
    found = json.loads(output)
    assert list(found) == [
        "log", "games", "void", "unreadable", "bouts", "seconds", "timed", "players", "meetings",
        "faults",
    ]  # fmt: skip
    assert found["faults"]["bob"]["timeout"] == 1
    assert (found["void"], found["games"]) == (1, 30)
    assert all(list(met["statistics"]) == KEYS for met in found["meetings"])
    _, output, _ = stats(capfd, str(log))
    assert output.splitlines()[-3] == "Faults"


def test_what_is_listed_as_damaged_is_added_up_as_damaged(capfd: CapFd, tmp_path: Path) -> None:
    log = write_mixed(tmp_path / "mixed.log")
    _, shown, _ = command(capfd, "show", log, "--json")
    sound = [game for game in json.loads(shown) if game["damage"] is None]
    _, output, _ = stats(capfd, f"{log} --json")
    totals = json.loads(output)
    assert totals["unreadable"] == 30 - len(sound) == 2
    assert totals["bouts"] == sum(game["bouts"] for game in sound) / len(sound)
    results = [game["result"] for game in sound]
    assert sum(met["games"] for met in totals["meetings"]) == 28 - results.count("void")
    assert "30 games, 1 void, 2 damaged, " in stats(capfd, str(log))[1]


def test_the_plus_minus_sign_has_a_plain_form_where_needed(monkeypatch: Patch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["stats", "--wins", "3", "--losses", "1"]) == 0
    assert b"Elo of Engine1: +190.85 +/- 337.51 (95 %)\n" in written.getvalue()


# The lines, as matches and tournaments print them, too.


def test_a_bound_is_shown_as_one() -> None:
    assert list(describe(GameCounts(20), "X")) == [
        "Score of X: 100.00 % (20 games)",
        "Won 20, lost 0, drawn 0",
        "Elo of X: at least +317 (95 %)",
        "nElo of X: at least +362 (95 %)",
        "LOS of X: >99.99 %",
    ]
    assert "Elo of X: at most -317 (95 %)" in list(describe(GameCounts(0, 20), "X"))


@pytest.mark.parametrize("counts", [GameCounts(4), GameCounts(0, 4), GameCounts(1)])
def test_of_a_few_games_won_or_lost_no_strength_is_told(counts: GameCounts) -> None:
    lines = list(describe(counts, "X"))
    assert "Elo of X: too few games to tell" in lines
    assert elo_words(elo(counts)) == elo_text(elo(counts)) == ""
    assert elo_words(elo(GameCounts(5))).startswith("> +")


def test_a_block_of_lines_names_its_engine_and_has_every_statistic() -> None:
    pairs = PairCounts(34, 54, 31, 32, 64, 75)
    assert list(describe(pairs, "miser", Sprt(0, 15, model="logistic"))) == [
        "Score of miser: 57.93 % (580 games)",
        "Won 245, lost 153, drawn 182",
        "Pairs LL LD WL DD WD WW: 34 54 31 32 64 75",
        "Elo of miser: +55.58 ± 27.65 (95 %)",
        "nElo of miser: +57.94 ± 28.28 (95 %)",
        "LOS of miser: >99.99 %",
        "SPRT of miser: Elo 0 (H0) or 15 (H1)",
        "LLR 3.6402 (-2.94 to 2.94): H1 accepted",
    ]


@given(COUNTS, sequential_tests())
def test_no_line_has_a_number_that_is_none(counts: Counts, sprt: Sprt) -> None:
    for line in describe(counts, "X", sprt):
        assert not re.search(r"inf|nan|None|-0\.0+(?!\d)", line)


def test_what_is_not_known_is_said() -> None:
    for counts in (GameCounts(), PairCounts()):
        assert list(describe(counts, "X")) == ["Score of X: no games"]
    for even in (GameCounts(draws=10), PairCounts(wl=3, dd=7)):
        assert "nElo of X: unknown, as all outcomes were even" in list(describe(even, "X"))
