"""Ratings from games against several others."""

import math
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.rating import (
    Pairing,
    RatedOpponent,
    Rating,
    expected_score,
    performance,
    strengths,
)

COUNTS = st.builds(GameCounts, *[st.integers(0, 40)] * 3)
OPPONENTS = st.lists(
    st.builds(RatedOpponent, st.floats(-800, 800), st.floats(0, 50), COUNTS), min_size=1, max_size=6
)


def rating_of(opponents: list[RatedOpponent]) -> Rating:
    found = performance(opponents)
    assert found
    return found


def points_of(opponents: list[RatedOpponent]) -> float:
    return sum(one.counts.points for one in opponents)


def games_of(opponents: list[RatedOpponent]) -> int:
    return sum(one.counts.number for one in opponents)


def test_without_games_there_is_none() -> None:
    assert performance([]) is None
    assert performance([RatedOpponent(100, 0, GameCounts())]) is None


@given(OPPONENTS)
def test_the_score_expected_at_the_rating_is_the_one_there_is(
    opponents: list[RatedOpponent],
) -> None:
    assume(0 < points_of(opponents) < games_of(opponents))
    found = rating_of(opponents)
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value < found.high
    expected = sum(o.counts.number * expected_score(found.value - o.rating) for o in opponents)
    assert expected == pytest.approx(points_of(opponents), rel=1e-6)


@given(OPPONENTS, st.floats(-500, 500))
def test_only_differences_of_ratings_matter(opponents: list[RatedOpponent], shift: float) -> None:
    assume(games_of(opponents))
    moved = [one._replace(rating=one.rating + shift) for one in opponents]
    for here, there in zip(rating_of(opponents)[1:], rating_of(moved)[1:], strict=True):
        assert (here is None) == (there is None)
        if here is not None and there is not None:
            assert there == pytest.approx(here + shift, abs=1e-3)


@given(OPPONENTS)
def test_losing_in_place_of_winning_is_rated_the_other_way(opponents: list[RatedOpponent]) -> None:
    assume(games_of(opponents))
    mirrored = [RatedOpponent(-o.rating, o.error, o.counts.reversed()) for o in opponents]
    here, there = rating_of(opponents), rating_of(mirrored)
    for one, other in ((here.value, there.value), (here.low, there.high), (here.high, there.low)):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one == pytest.approx(-other, abs=1e-3)


@given(OPPONENTS, st.integers(0, 5))
def test_a_game_more_that_was_won_never_lowers_it(
    opponents: list[RatedOpponent], place: int
) -> None:
    assume(0 < points_of(opponents) < games_of(opponents))
    at = place % len(opponents)
    better = list(opponents)
    better[at] = better[at]._replace(counts=better[at].counts + GameCounts(wins=1))
    before, after = rating_of(opponents).value, rating_of(better).value
    assert before is not None
    assert after is not None
    assert after > before - 1e-6


@given(COUNTS, st.floats(-500, 500))
def test_against_one_opponent_it_is_the_elo_difference(counts: GameCounts, rating: float) -> None:
    difference = elo(counts)
    assume(difference and difference.error is not None and 0 < counts.points < counts.number)
    assert difference
    value = rating_of([RatedOpponent(rating, 0, counts)]).value
    assert value == pytest.approx(rating + difference.value, abs=1e-3)


@pytest.mark.parametrize("games", [1, 5, 40])
def test_of_games_that_were_all_won_there_is_the_exact_bound(games: int) -> None:
    found = rating_of([RatedOpponent(100, 0, GameCounts(wins=games))])
    bound = elo(GameCounts(wins=games))
    assert bound
    assert (found.value, found.high, found.error) == (None, None, None)
    assert found.low == pytest.approx(100 + bound.value, abs=1e-6)
    lost = rating_of([RatedOpponent(100, 0, GameCounts(losses=games))])
    assert lost.high == pytest.approx(100 - bound.value, abs=1e-6)
    assert lost.low is None


def test_all_won_against_several_is_a_bound_by_the_chance_of_all_that() -> None:
    met = [RatedOpponent(-300, 0, GameCounts(wins=4)), RatedOpponent(140, 0, GameCounts(wins=2))]
    low = rating_of(met).low
    assert low is not None
    chance = math.prod(expected_score(low - one.rating) ** one.counts.wins for one in met)
    assert chance == pytest.approx(0.05)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, truth, hits, times = Random(4), 60.0, 0, 400
    for _ in range(times):
        met = []
        for rating in (-300, 25, 140):
            wins = sum(rng.random() < expected_score(truth - rating) for _ in range(15))
            met.append(RatedOpponent(rating, 0, GameCounts(wins, 15 - wins)))
        found = rating_of(met)
        assert found.low is not None
        hits += found.low <= truth <= (math.inf if found.high is None else found.high)
    assert 0.92 < hits / times < 0.98


def test_unsure_opponents_make_a_rating_less_sure() -> None:
    counts = GameCounts(60, 40)
    sure, unsure = (rating_of([RatedOpponent(0, error, counts)]).error for error in (0, 50))
    assert sure is not None
    assert unsure == pytest.approx(math.hypot(sure, 50), rel=0.01)


def test_strengths_are_found_from_the_scores_that_they_would_have() -> None:
    truth = [300.0, 100.0, -50.0, -350.0]
    pairings = [
        Pairing(one, other, 1e6 * expected_score(truth[one] - truth[other]), 1_000_000)
        for one in range(4)
        for other in range(one)
    ]
    found = strengths(4, pairings)
    assert [one.rating for one in found] == pytest.approx(truth, abs=0.1)
    assert all(0 < one.error < 2 for one in found)


def test_a_strength_is_known_better_the_more_games_there_are() -> None:
    few, many = (strengths(2, [Pairing(0, 1, 0.6 * n, n)])[0] for n in (100, 10_000))
    # Half of the difference, whose error is that of its games.
    both = elo(GameCounts(6000, 4000))
    assert both
    assert both.error
    assert many.rating == pytest.approx(both.value / 2, abs=0.1)
    assert many.error == pytest.approx(both.error / 2, rel=0.02)
    assert few.error == pytest.approx(10 * many.error, rel=0.05)


def test_even_those_who_lost_or_won_all_games_have_a_strength() -> None:
    first, second, third = strengths(3, [Pairing(0, 1, 20, 20), Pairing(1, 2, 0, 20)])
    assert first.rating == pytest.approx(third.rating)
    assert first.rating > 100 > second.rating
    assert all(math.isfinite(one.error) for one in (first, second, third))
