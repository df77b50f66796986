"""The statistics in lines: whose they are, what is a bound, and never a strange number."""

import re

from hypothesis import given

from durak_tui.cli.run_results import describe
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.sprt import Sprt
from tests.statistics.samples import COUNTS, sequential_tests


def test_a_bound_is_shown_as_one() -> None:
    assert list(describe(GameCounts(20), "X")) == [
        "Score of X: 100.00 % (20 games)",
        "Won 20, lost 0, drawn 0",
        "Elo of X: above +317 (95 %)",
        "nElo of X: above +362 (95 %)",
        "LOS of X: 100.00 %",
    ]
    assert "Elo of X: below -317 (95 %)" in list(describe(GameCounts(0, 20), "X"))


def test_a_block_of_lines_names_its_engine_and_has_every_statistic() -> None:
    pairs = PairCounts(34, 54, 31, 32, 64, 75)
    assert list(describe(pairs, "miser", Sprt(0, 15, model="logistic"))) == [
        "Score of miser: 57.93 % (580 games)",
        "Won 245, lost 153, drawn 182",
        "Pairs LL LD WL DD WD WW: 34 54 31 32 64 75",
        "Elo of miser: +55.58 ± 27.65 (95 %)",
        "nElo of miser: +57.94 ± 28.28 (95 %)",
        "LOS of miser: 100.00 %",
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
