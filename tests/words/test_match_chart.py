"""The course of Elo and of the ratio of a test as charts."""

import pytest

from durak_tui.match.course import Measured
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Sprt
from durak_tui.words.chart import lines
from durak_tui.words.match_chart import Moments, elo_curve, llr_curve
from tests.tui.runs.matches import RUNNING, course_of

SPRT = Sprt(0, 10)


def moments(*counts: Counts) -> Moments:
    return [(n, Measured.of(one, SPRT)) for n, one in enumerate(counts, 1)]


def test_the_elo_is_drawn_with_its_band_on_an_axis_with_zero() -> None:
    curve = elo_curve(RUNNING.course)
    assert curve.values[-1] == pytest.approx(elo(RUNNING.counts).value)  # type: ignore[union-attr]
    low, high = curve.band[-1]
    assert low is not None and high is not None
    assert low < curve.values[-1] < high  # type: ignore[operator]
    labels = [label for _value, label in curve.ticks]
    assert "0" in labels
    steps = {b - a for (a, _), (b, _) in zip(curve.ticks, curve.ticks[1:], strict=False)}
    assert len(steps) == 1, "labels stand at even distances"
    assert curve.ticks[0][0] <= low and high <= curve.ticks[-1][0]
    drawn = lines(curve, 50, 8)
    assert len(drawn) == 8 and all(len(line) <= 50 for line in drawn)
    assert drawn[-1].endswith("432")


def test_where_all_games_were_won_the_band_is_open() -> None:
    curve = elo_curve(moments(GameCounts(3, 0, 0), GameCounts(9, 0, 0)))
    assert [high for _low, high in curve.band] == [None, None]
    assert curve.values == [None, None], "a bound is no estimate"
    curve = elo_curve(moments(GameCounts(0, 3, 0)))
    assert [low for low, _high in curve.band] == [None]


def test_before_the_first_pair_there_is_no_chart() -> None:
    assert elo_curve(moments(PairCounts())).values == ()
    assert lines(elo_curve([]), 40, 8) == []


def test_the_ratio_of_a_test_is_drawn_between_its_bounds() -> None:
    curve = llr_curve(course_of(RUNNING.counts, SPRT), SPRT)  # type: ignore[arg-type]
    assert curve.values[-1] == pytest.approx(SPRT.llr(RUNNING.counts))
    assert [label for _value, label in curve.ticks] == ["H0 -2.94", "0", "H1 +2.94"]
    uneven = llr_curve([], Sprt(0, 10, 0.01, 0.1))
    assert [label for _value, label in uneven.ticks] == ["H0 -2.29", "H1 +4.50"]
