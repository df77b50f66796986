"""Ratings: strengths on one Elo scale, from games against several others.

A player of rating a scores 1 / (1 + 10 ** ((b - a) / 400)) against one of rating b, a draw being
half a win (Bradley and Terry, Biometrika 39, 1952, in Elo's units).  The likeliest ratings are
those at which everybody's expected score is the score they have.

Intervals are those of the likelihood ratio (Wilks, Ann. Math. Stat. 9, 1938), which has its one
maximum at the rating: they need not be even about it, and reach far where games are few.  Taking
draws for half a win and half a loss makes them a little too wide.  A player who has won all games
has no likeliest rating; then a bound is given that is exact, as in :mod:`durak_tui.statistics.elo`
(Clopper and Pearson, Biometrika 26, 1934): with a lower rating the chance of that is below 5 %.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import FAR, UNLIKELY, Z95

_PER_ELO: Final = math.log(10) / 400
_STEPS: Final = 50  # Of halving, from thousands of Elo to less than anybody prints.


class RatedOpponent(NamedTuple):
    """The games against somebody of known rating."""

    rating: float
    error: float  # Half the width of the rating's 95 % interval.
    counts: GameCounts


class Rating(NamedTuple):
    """A rating and its 95 % interval, perhaps open on one side."""

    games: int
    value: float | None  # The likeliest; None if all games were won, or all lost.
    low: float | None
    high: float | None

    @property
    def error(self) -> float | None:
        """Half the width of the interval, as other errors are given."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def performance(opponents: Iterable[RatedOpponent]) -> Rating | None:
    """The rating that these games show; None without any.

    The errors of the opponents' ratings are in its interval, as if independent of each other.
    """
    met = [one for one in opponents if one.counts.number]
    games = sum(one.counts.number for one in met)
    if not games:
        return None
    points = sum(one.counts.points for one in met)
    lowest = min(one.rating for one in met) - FAR
    highest = max(one.rating for one in met) + FAR
    if points in (0, games):
        won = points > 0

        def is_likely(rating: float) -> bool:
            return _log_likelihood(met, rating) > math.log(UNLIKELY)

        low, high = (lowest, highest) if won else (highest, lowest)
        bound = _halved(low, high, lambda rating: not is_likely(rating))
        slack = _slack(met, bound)
        return Rating(games, None, bound - slack if won else None, None if won else bound + slack)
    value = _likeliest(met, points)
    slack = _slack(met, value)
    least = _log_likelihood(met, value) - Z95**2 / 2

    def is_unlikely(rating: float) -> bool:
        return _log_likelihood(met, rating) < least

    low = _halved(lowest, value, is_unlikely)
    high = _halved(highest, value, is_unlikely)
    return Rating(
        games,
        value,
        value - math.hypot(value - low, slack),
        value + math.hypot(high - value, slack),
    )


def _likeliest(met: Sequence[RatedOpponent], points: float) -> float:
    low = min(one.rating for one in met) - FAR
    high = max(one.rating for one in met) + FAR
    return _halved(low, high, lambda rating: _expected(met, rating) < points)


def _halved(outer: float, inner: float, is_outside: Callable[[float], bool]) -> float:
    """The end of a condition that holds at ``outer``, towards ``inner``."""
    for _ in range(_STEPS):
        middle = (outer + inner) / 2
        if is_outside(middle):
            outer = middle
        else:
            inner = middle
    return (outer + inner) / 2


def expected_score(difference: float) -> float:
    """The score of somebody this much stronger, 0 to 1."""
    if difference < 0:
        power = math.exp(difference * _PER_ELO)
        return power / (1 + power)
    return 1 / (1 + math.exp(-difference * _PER_ELO))


def _expected(met: Sequence[RatedOpponent], rating: float) -> float:
    return sum(one.counts.number * expected_score(rating - one.rating) for one in met)


def _log_likelihood(met: Sequence[RatedOpponent], rating: float) -> float:
    total = 0.0
    for one in met:
        points, games = one.counts.points, one.counts.number
        won, lost = expected_score(rating - one.rating), expected_score(one.rating - rating)
        total += points * math.log(won) + (games - points) * math.log(lost)
    return total


def _slack(met: Sequence[RatedOpponent], rating: float) -> float:
    """The error that a rating has from its opponents' ratings."""
    weights = []
    for one in met:
        score = expected_score(rating - one.rating)
        weights.append(one.counts.number * score * (1 - score))
    total = sum(weights)
    return math.hypot(*(w / total * one.error for w, one in zip(weights, met, strict=True)))


class Pairing(NamedTuple):
    """The games of two players of a tournament, by their numbers."""

    one: int
    other: int
    points: float  # Of ``one``.
    games: int


class Strength(NamedTuple):
    rating: float
    error: float


def strengths(players: int, pairings: Iterable[Pairing]) -> list[Strength]:
    """The likeliest ratings of all players together, whose mean is 0.

    Each pairing gets one drawn game more, so that who has won all games has a rating, too (as
    BayesElo has two for each player: Coulom, https://www.remi-coulom.fr/Bayesian-Elo/).
    Everybody must have met everybody else, if only through others.
    """
    met = [one._replace(points=one.points + 0.5, games=one.games + 1) for one in pairings]
    ratings = [0.0] * players
    for _ in range(_STEPS):
        missing = [0.0] * players
        # Its rows add up to 0, as only differences count; 1 everywhere holds the mean at 0.
        information = [[1.0] * players for _ in range(players)]
        for one, other, points, games in met:
            score = expected_score(ratings[one] - ratings[other])
            weight = games * score * (1 - score) * _PER_ELO
            missing[one] += points - games * score
            missing[other] -= points - games * score
            for first, second, sign in (
                (one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1),
            ):  # fmt: skip
                information[first][second] += sign * weight
        inverse = _inverse(information)
        steps = [sum(a * b for a, b in zip(row, missing, strict=True)) for row in inverse]
        # Newton's method goes too far where a score is near 0 or 1.
        scale = min(1.0, 200 / max(1e-9, *map(abs, steps)))
        ratings = [rating + scale * step for rating, step in zip(ratings, steps, strict=True)]
        if max(map(abs, steps)) < 1e-9:
            break
    mean = sum(ratings) / players
    # The variance is that of the estimate with its mean held: the ones add 1 / players**2.
    return [
        Strength(
            rating - mean,
            Z95 * math.sqrt(max(0.0, inverse[n][n] - 1 / players**2) / _PER_ELO),
        )
        for n, rating in enumerate(ratings)
    ]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == at) for n in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for n in range(size):
            if n != at:
                factor = rows[n][at]
                rows[n] = [a - factor * b for a, b in zip(rows[n], rows[at], strict=True)]
    return [row[size:] for row in rows]
