"""The sequential test: reference values, its symmetry, and its bounds."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Model, Sprt
from tests.statistics.samples import value


@pytest.mark.parametrize(
    ("counts", "bounds", "model", "expected"),
    [
        # So close to even, both models print the same.
        (GameCounts(520, 480, 0), (0, 10), "normalized", "0.7371"),
        (GameCounts(520, 480, 0), (0, 10), "logistic", "0.7371"),
        (PairCounts(365, 16618, 36029, 200, 16974, 390), (0, 2), "normalized", "2.2504"),
        (GameCounts(21404, 21184, 40708), (0.5, 2.5), "logistic", "-1.5719"),
        (GameCounts(36433, 36027, 68692), (0, 2), "normalized", "0.92"),
        (GameCounts(10871, 10650, 20431), (-1.75, 0.25), "normalized", "2.30"),
        (GameCounts(57433, 57030, 106593), (0, 2), "logistic", "-2.59"),
        (PairCounts(127, 4883, 10311, 401, 5150, 104), (-1.75, 0.25), "normalized", "3.01"),
        (PairCounts(223, 9863, 20279, 1000, 10037, 246), (0.5, 2.5), "logistic", "-3.07"),
        (PairCounts(871, 26175, 55003, 980, 26678, 821), (0, 2), "logistic", "-4.98"),
    ],
)
def test_reference_likelihood_ratios(
    counts: Counts, bounds: tuple[float, float], model: Model, expected: str
) -> None:
    digits = len(expected.partition(".")[2])
    assert f"{Sprt(*bounds, model=model).llr(counts):.{digits}f}" == expected


@pytest.mark.parametrize(
    ("counts", "bounds", "expected"),
    [(GameCounts(4250), (0, 10), 120.56), (PairCounts(ww=5550), (0, 5), 111.82)],
)
def test_reference_likelihood_ratios_of_one_outcome_only(
    counts: Counts, bounds: tuple[float, float], expected: float
) -> None:
    # fastchess asks for a hundredth of the value here: its search stops early.
    assert Sprt(*bounds).llr(counts) == pytest.approx(expected, rel=0.001)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_hypothesis_the_results_are_nearer_to_is_favoured(wins: int, losses: int) -> None:
    counts = GameCounts(wins, losses)
    middle = value(elo(counts))
    assert Sprt(middle - 20, middle + 10, model="logistic").llr(counts) > 0
    assert Sprt(middle - 10, middle + 20, model="logistic").llr(counts) < 0


def test_which_of_two_distributions_is_taken_does_not_depend_on_the_side() -> None:
    pairs = PairCounts(ld=1, dd=35359)
    assert Sprt(-10, -9.75).llr(pairs) == pytest.approx(-Sprt(9.75, 10).llr(pairs.reversed()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((10, 0), "must be below ELO1"),
        ((5, 5), "must be below ELO1"),
        ((math.nan, 5), "must be from -4000 to 4000"),
        ((0, math.inf), "must be from -4000 to 4000"),
        ((0, 10, 0.5, 0.5), "together below 1"),
        ((0, 10, 0, 0.1), "at least 1e-09"),
        ((0, 10, 0.1, math.nan), "at least 1e-09"),
        ((0, 10, 5e-324, 0.1), "at least 1e-09"),  # the logarithm has no end
        ((0, 10, 0.05, 0.05, "bayesian"), "one of normalized, logistic"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(arguments: tuple[float, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sprt(*arguments)  # type: ignore[arg-type]


def test_a_test_decides_at_its_bounds() -> None:
    sprt = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert sprt.lower == pytest.approx(math.log(0.1 / 0.95))
    assert sprt.upper == pytest.approx(math.log(0.9 / 0.05))
    assert sprt.decision(sprt.lower) == "H0"
    assert sprt.decision(sprt.upper) == "H1"
    assert sprt.decision(0) is None
