"""The likeliest distributions: their constraints, and that none is likelier."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.statistics.likelihood import with_mean, with_t_value


@given(
    st.lists(st.integers(0, 10**6), min_size=5, max_size=5)
    | st.lists(st.integers(0, 10**6), min_size=3, max_size=3),
    st.floats(-10, 10),
    st.floats(0.001, 0.999),
)
def test_the_likeliest_distribution_keeps_its_constraint(
    counts: list[int], t_value: float, mean: float
) -> None:
    seen = [count or 1e-3 for count in counts]
    shares = [count / sum(seen) for count in seen]
    of_mean, of_t_value = with_mean(shares, mean), with_t_value(shares, t_value)
    for found in (of_mean, of_t_value):
        assert all(0 < probability <= 1 + 1e-12 for probability in found)
        assert sum(found) == pytest.approx(1, abs=1e-12)
    assert moments(of_mean)[0] == pytest.approx(mean, abs=1e-10)
    average, spread = moments(of_t_value)
    assert average - 0.5 == pytest.approx(t_value * spread, abs=1e-8)


def moments(distribution: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of an outcome worth 0 to 1."""
    top = len(distribution) - 1
    mean = sum(p * index / top for index, p in enumerate(distribution))
    return mean, math.sqrt(
        sum(p * (index / top - mean) ** 2 for index, p in enumerate(distribution))
    )


FIVE = st.lists(st.integers(1, 50), min_size=5, max_size=5)


@given(FIVE, FIVE, st.floats(-0.5, 0.5))
def test_what_is_likeliest_for_other_results_is_not_likelier(
    counts: list[int], others: list[int], t_value: float
) -> None:
    shares, other_shares = ([count / sum(one) for count in one] for one in (counts, others))
    found, other = with_t_value(shares, t_value), with_t_value(other_shares, t_value)
    assert log_likelihood(shares, other) <= log_likelihood(shares, found) + 1e-9


@given(
    st.tuples(*[st.sampled_from([0.001]) | st.integers(1, 1000)] * 3),
    st.floats(0.002, 3).flatmap(lambda size: st.sampled_from([size, -size])),
    st.floats(0.001, 0.999),
)
def test_of_three_outcomes_no_distribution_with_the_t_value_is_likelier(
    counts: tuple[float, ...], t_value: float, place: float
) -> None:
    shares = [count / sum(counts) for count in counts]
    # Relative to 1/2, a mean m goes with the mean square m^2 (1 + 1 / t^2); these two fix all
    # three, which are above 0 for m between t^2 / (1 + t^2) / 2 and the root of it, halved.
    share = t_value**2 / (1 + t_value**2)
    low, high = share / 2, math.sqrt(share) / 2
    mean = math.copysign(low * (high / low) ** place, t_value)
    square = mean**2 / share
    tried = (2 * square - mean, 1 - 4 * square, 2 * square + mean)
    found = with_t_value(shares, t_value)
    assert log_likelihood(shares, tried) <= log_likelihood(shares, found) + 1e-9


@pytest.mark.parametrize("t_value", [-0.3, 0.02, 0.4])
def test_pairs_nearly_all_even_have_two_likeliest_distributions(t_value: float) -> None:
    # A few pairs may be better by half a point, or by a whole one; the search sees both.
    for worst in ((0.001, 3), (3, 0.001)):
        for best in ((0.001, 2), (2, 0.001)):
            counts = (worst[0], worst[1], 9000, best[0], best[1])
            shares = [count / sum(counts) for count in counts]
            found = log_likelihood(shares, with_t_value(shares, t_value))
            share = t_value**2 / (1 + t_value**2)
            for index in (0, 1) if t_value < 0 else (3, 4):
                # This share on one value, what is left on the even one, almost none elsewhere.
                tried = [1e-9] * 5
                tried[index], tried[2] = share, 1 - share
                assert found > log_likelihood(shares, tried)


def log_likelihood(shares: Sequence[float], distribution: Sequence[float]) -> float:
    """Per outcome."""
    return sum(s * math.log(p) for s, p in zip(shares, distribution, strict=True))
