"""The likeliest distribution with a given mean or t-value.

An outcome is worth 0 to 1, the possible values being equally spaced: 0, 1/2, 1 for a game and
0, 1/4 ... 1 for a pair.  ``shares`` is how often each value occurred, worst first, as positive
fractions that add up to 1; so are the distributions returned.

Source: Michel Van den Bergh, "Comments on Normalized Elo"
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), called VdB below: proposition
1.1 for the mean, section 4.1 for the t-value.
"""

import math
from collections.abc import Sequence
from typing import Final

_NO_DIFFERENCE: Final = 1e-12  # A t-value this small is the same as 0 in the arithmetic below.
_STEPS: Final = 100  # Of a search at most: halving that often exhausts a float's digits.
_CLOSE: Final = 1e-9
"""Relative error at which the search of a standard deviation ends.  The likelihood is
stationary there, so its own error is of the order of the square of this."""
_FREE_STEPS: Final = 24  # Then a fixed point that does not come closer is searched by halving.


def with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution whose mean is ``mean``, between 0 and 1."""
    return _balanced(shares, [value - mean for value in _values(shares)])


def with_t_value(shares: Sequence[float], t_value: float) -> list[float]:
    """The likeliest distribution with (mean - 1/2) / deviation = ``t_value``.

    If the t-value is far from the sample's, several may be likelier than all their neighbours;
    the search starts near each, and the likeliest one found is taken.
    """
    if t_value < 0:
        return with_t_value(shares[::-1], -t_value)[::-1]
    if t_value < _NO_DIFFERENCE:
        return with_mean(shares, 0.5)
    values = [value - 0.5 for value in _values(shares)]
    _, spread = _moments(shares, values)
    candidates: dict[float, list[float]] = {}
    # If nearly all outcomes are even, a positive t-value needs some that are better: a few
    # of them, all of one value v, give it at the standard deviation v * hint.
    hint = t_value / (1 + t_value**2)
    for value, between in _ranges(values, t_value):
        start = max(spread, value * hint)
        if start >= between[1]:
            start = value * hint
        if start not in candidates:
            candidates[start] = _at_fixed_point(shares, values, t_value, between, start)
    return max(candidates.values(), key=lambda found: _log_likelihood(shares, found))


def _values(shares: Sequence[float]) -> list[float]:
    return [index / (len(shares) - 1) for index in range(len(shares))]


def _moments(shares: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    mean = sum(share * value for share, value in zip(shares, values, strict=True))
    square = sum(share * (value - mean) ** 2 for share, value in zip(shares, values, strict=True))
    return mean, math.sqrt(square)


def _log_likelihood(shares: Sequence[float], distribution: Sequence[float]) -> float:
    return sum(
        share * math.log(probability)
        for share, probability in zip(shares, distribution, strict=True)
    )


def _balanced(shares: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The most likely distribution in which the mean of ``weights`` is 0.

    Some weights must be positive and some negative.  VdB, equations 1.2 and 1.3: it is
    share / (1 + theta * weight), theta being the root of a decreasing function that has a
    pole where the largest weight's probability grows beyond all bounds, and one for the
    smallest.  Shares may be as small as 1e-10 and the root as close to its pole; so theta
    is written as -(1 - u) / pole weight, where u, from 0 to 1, is the distance.  Then the
    probability at the pole is share / u, without any difference of large numbers.
    """
    mean = sum(share * weight for share, weight in zip(shares, weights, strict=True))
    if mean == 0:
        return list(shares)
    pole = max(weights) if mean < 0 else min(weights)
    terms = [
        (share, weight / pole, (pole - weight) / pole)
        for share, weight in zip(shares, weights, strict=True)
    ]
    low, high, u = 0.0, 1.0, 1.0
    for _ in range(_STEPS):
        # The function times u is nearly straight, so Newton's method does well.
        value = slope = 0.0
        for share, ratio, gap in terms:
            divisor = gap + u * ratio
            value += share * ratio * u / divisor
            slope += share * ratio * gap / (divisor * divisor)
        if value > 0:
            low = u
        else:
            high = u
        following = u - value / slope if slope else low
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - u) <= 4e-16 * u:
            break
        u = following
    return [share / (gap + u * ratio) for share, ratio, gap in terms]


def _ranges(values: Sequence[float], t_value: float) -> list[tuple[float, tuple[float, float]]]:
    """For each positive value, the deviations between which a solution lies.

    Below its range a value is too good for the weights of ``_at_fixed_point`` to be positive,
    above it too bad.  At the lower end all probability goes to the value, which is better
    than the mean wanted, at the upper end too, which is then worse than it.  Ranges that
    overlap are one.
    """
    root = 1 / math.sqrt(1 + t_value**2)
    lowest = t_value / ((1 + t_value**2) * (1 + root))
    highest = (1 + root) / t_value
    positive = [value for value in values if value > 0]
    # No distribution on a range of length 1 has a standard deviation above 1/2.
    ranges = [(value * lowest, min(0.5, value * highest)) for value in positive]
    if ranges[0][1] > ranges[-1][0]:
        ranges = [(ranges[0][0], ranges[-1][1])] * len(ranges)
    return list(zip(positive, ranges, strict=True))


def _at_fixed_point(
    shares: Sequence[float],
    values: Sequence[float],
    t_value: float,
    between: tuple[float, float],
    deviation: float,
) -> list[float]:
    """Search the standard deviation that the distribution it leads to has itself.

    ``values`` are relative to 1/2.  VdB, equation 4.9, with the mean in it replaced by what
    the constraint says it is; that leaves one unknown, which can be kept between bounds.
    """
    low, high = between
    found: list[float] = []
    for step in range(_STEPS):
        wanted = t_value * deviation
        found = _balanced(
            shares,
            [
                value - t_value / 2 * (deviation + (value - wanted) ** 2 / deviation)
                for value in values
            ],
        )
        mean, following = _moments(found, values)
        if mean > wanted:
            low = deviation
        else:
            high = deviation
        if step >= _FREE_STEPS or not low < following < high:
            following = (low + high) / 2
        if abs(following - deviation) <= _CLOSE * deviation:
            break
        deviation = following
    return found
