"""Estimates from results: reference values, and invariants."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import Estimate, elo, los, nelo, score
from durak_tui.statistics.sprt import Sprt
from durak_tui.statistics.statistics_json import as_json
from tests.statistics.samples import COUNTS, sequential_tests


def printed(estimate: Estimate | None) -> str:
    """An estimate as it is printed."""
    assert estimate
    assert estimate.error is not None
    return f"{estimate.value:.2f} {estimate.error:.2f}"


def percent(share: float | None) -> str:
    """A share as it is printed."""
    assert share is not None
    return f"{100 * share:.2f}"


# The values that fastchess's own tests expect.


@pytest.mark.parametrize(
    ("counts", "of_elo", "of_nelo", "superiority"),
    [
        (GameCounts(136, 96, 111), "40.70 30.43", "49.77 36.77", "99.60"),
        (GameCounts(520, 480, 0), "13.90 21.58", None, "89.72"),
        (GameCounts(76, 89, 123), None, "-20.76 40.13", "15.53"),
        (GameCounts(34, 356, 0), None, "-508.44 34.48", "0.00"),
        (PairCounts(34, 54, 31, 32, 64, 75), "55.58 27.65", "57.94 28.28", "100.00"),
        (PairCounts(332, 433, 457, 41, 333, 334), "-8.64 10.33", "-9.17 10.96", "5.05"),
        (PairCounts(7895, 8757, 5485, 200, 568, 9999), "-21.04 2.95", "-19.01 2.65", None),
    ],
)
def test_reference_estimates(
    counts: Counts, of_elo: str | None, of_nelo: str | None, superiority: str | None
) -> None:
    assert of_elo in (None, printed(elo(counts)))
    assert of_nelo in (None, printed(nelo(counts)))
    assert superiority in (None, percent(los(counts)))


# What must always hold.


@given(COUNTS, sequential_tests())
def test_every_number_is_finite_and_has_its_place(counts: Counts, sprt: Sprt) -> None:
    found = as_json(counts, sprt)
    keys = ["score", "elo", "elo_error", "nelo", "nelo_error", "los", "llr", "lower", "upper"]
    bound = found.pop("bound", None)
    assert list(found) == keys
    for number in found.values():
        assert number is None or (isinstance(number, float) and math.isfinite(number))
    if found["score"] is None:
        assert [found[key] for key in keys[:6]] == [None] * 6
        return
    assert (bound is None) == (found["elo_error"] is not None)
    assert bound in (None, "<", ">")
    for key in ("score", "los"):
        share = found[key]
        assert isinstance(share, float)
        assert 0 <= share <= 1


@given(COUNTS, sequential_tests())
def test_the_opponent_sees_the_mirror_image(counts: Counts, sprt: Sprt) -> None:
    mirrored = counts.reversed()
    assert mirrored.reversed() == counts
    points, superiority = score(counts), los(counts)
    if points is None or superiority is None:
        assert score(mirrored) is None
        return
    assert score(mirrored) == pytest.approx(1 - points)
    assert los(mirrored) == pytest.approx(1 - superiority, abs=1e-12)
    sides = {None: None, "<": ">", ">": "<"}
    for of in (elo, nelo):
        mine, theirs = of(counts), of(mirrored)
        assert (mine is None) == (theirs is None)
        if mine and theirs:
            assert theirs.value == pytest.approx(-mine.value, rel=1e-9, abs=1e-9)
            assert theirs.bound == sides[mine.bound]
            assert (theirs.error or 0) == pytest.approx(mine.error or 0, rel=1e-6)
    opposite = Sprt(-sprt.elo1, -sprt.elo0, model=sprt.model)
    assert opposite.llr(mirrored) == pytest.approx(-sprt.llr(counts), rel=1e-4, abs=1e-4)


@given(COUNTS, st.integers(1, 1000))
def test_more_wins_are_never_worse(counts: Counts, more: int) -> None:
    points = score(counts)
    assume(points is not None)
    better: Counts = (
        counts + GameCounts(more)
        if isinstance(counts, GameCounts)
        else counts + PairCounts(ww=more)
    )
    after = score(better)
    assert points is not None
    assert after is not None
    assert after >= points
    before, now = elo(counts), elo(better)
    assert before
    assert now
    if before.bound is None and now.bound is None:
        assert now.value >= before.value
    if before.bound == now.bound == ">" and points == 1:
        assert now.value > before.value


# The edges.


def test_without_games_nothing_is_known() -> None:
    for counts in (GameCounts(), PairCounts()):
        assert (score(counts), elo(counts), nelo(counts), los(counts)) == (None,) * 4
        assert Sprt(0, 10).llr(counts) == 0


@pytest.mark.parametrize("number", [1, 2, 10, 10**6])
def test_if_all_is_won_the_exact_binomial_bounds_elo(number: int) -> None:
    least = 0.05 ** (1 / number)
    expected = 400 * math.log10(least / (1 - least))
    for counts in (GameCounts(number), PairCounts(ww=number)):
        found = elo(counts)
        assert found
        assert found.value == pytest.approx(expected)
        assert (found.error, found.bound) == (None, ">")
        normal = nelo(counts)
        assert normal
        assert (normal.error, normal.bound) == (None, ">")
        assert los(counts) == 1 - 0.5 ** (number + 1)


@pytest.mark.parametrize(
    "counts", [GameCounts(draws=10), PairCounts(wl=10), PairCounts(dd=10), PairCounts(wl=3, dd=7)]
)
def test_even_outcomes_only_leave_an_error(counts: Counts) -> None:
    found = elo(counts)
    least = 0.05 ** (1 / 10)
    assert found
    assert found.value == 0
    assert found.error == pytest.approx(400 * math.log10((2 - least) / least))
    assert nelo(counts) is None
    assert los(counts) == 0.5


@pytest.mark.parametrize(("wins", "losses"), [(20, 1), (1, 1), (1, 3), (292, 1)])
def test_where_the_normal_interval_leaves_the_scale_it_is_wilsons(wins: int, losses: int) -> None:
    number = wins + losses
    share = wins / number
    z = 1.959964
    middle = (share + z**2 / (2 * number)) / (1 + z**2 / number)
    reach = z * math.sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    reach /= 1 + z**2 / number
    low, high = middle - reach, middle + reach
    found = elo(GameCounts(wins, losses))
    assert found
    assert found.error == pytest.approx(
        200 * (math.log10(high / (1 - high)) - math.log10(low / (1 - low)))
    )
