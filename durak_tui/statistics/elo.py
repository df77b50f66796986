"""Strength in Elo: score, Elo, normalized Elo and likelihood of superiority (LOS).

All of it follows from counts: of games, or of pairs of games.  Every function takes either.

One outcome, of a game or of a pair, is worth 0 (all lost) to 1 (all won).  Below, s is the
mean worth, the score; sigma is the standard deviation of a single outcome, with n (not n - 1)
as divisor; n is the number of outcomes.  The formulas are those of fastchess
(https://github.com/Disservin/fastchess), and so are the results, to the last printed digit,
unless its formulas end in a division by zero or the logarithm of a negative number.  Errors are
half the width of a 95 % interval.

Where all outcomes are the same there is no sigma to measure.  Then the exact binomial (Clopper
and Pearson, Biometrika 26, 1934) still says, with 95 % confidence, that this outcome has a
probability of at least 0.05 ** (1 / n), however much the other outcomes are worth.  That bounds
Elo and normalized Elo from one side; if the outcome is an even one, Elo from both.
"""

import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from durak_tui.statistics.counts import Counts

Z95: Final = 1.959964  # Standard deviations within which 95 % of a normal distribution lie.
ELO_PER_T: Final = 800 / math.log(10)
"""Normalized Elo of a t-value of 1: near s = 1/2, Elo and normalized Elo of games without
draws are the same (Van den Bergh, "Comments on Normalized Elo")."""
FAR: Final = 4000.0  # Elo at which the score differs from 1 by 1e-10.
UNLIKELY: Final = 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its error, or a bound."""

    value: float
    error: float | None  # Half the width of the 95 % interval; None for a bound.
    bound: Literal[">", "<"] | None = None  # Where the true value is, with 95 % confidence.

    @property
    def is_vague(self) -> bool:
        """True for a bound by which either side may be the stronger.

        One game won rules out no more than that its winner is far weaker.
        """
        return self.value <= 0 if self.bound == ">" else self.bound == "<" and self.value >= 0


class _Moments(NamedTuple):
    """The moments of a sample, whole numbers so that even is exact."""

    number: int  # Outcomes: n.
    gained: int  # s = gained / (gained + missed).
    missed: int
    spread: int  # sigma = sqrt(spread) / (gained + missed); 0 if all outcomes are the same.
    games: int


def _moments(counts: Counts) -> _Moments:
    sample, games = counts.sample()
    number = sum(sample)
    gained = sum(index * count for index, count in enumerate(sample))
    squares = sum(index * index * count for index, count in enumerate(sample))
    missed = number * (len(sample) - 1) - gained
    return _Moments(number, gained, missed, number * squares - gained**2, games)


def score(counts: Counts) -> float | None:
    """The share of all points that was won, 0 to 1."""
    of = _moments(counts)
    return of.gained / (of.gained + of.missed) if of.number else None


def elo(counts: Counts) -> Estimate | None:
    """The Elo difference to the opponent.

    It is 400 * log10(s / (1 - s)). The interval is that of the ends of s ± z * sigma / sqrt(n). If
    one of these is not between 0 and 1, it is Wilson's (JASA 22, 1927), which always is, for as
    many games without draws as have the same error.
    """
    of = _moments(counts)
    if not of.number:
        return None
    if not of.spread:
        return _elo_of_equals(of)
    total = of.gained + of.missed
    won, lost = of.gained / total, of.missed / total
    reach = Z95 * math.sqrt(of.spread / of.number) / total
    if won > reach and lost > reach:
        low = _elo(won - reach, lost + reach)
        high = _elo(won + reach, lost - reach)
    else:
        low = _elo(*_wilson(won, lost, reach))
        high = -_elo(*_wilson(lost, won, reach))
    return Estimate(_elo(of.gained, of.missed), (high - low) / 2)


def _elo(won: float, lost: float) -> float:
    return 400 * math.log10(won / lost)


def _wilson(won: float, lost: float, reach: float) -> tuple[float, float]:
    """Wilson's lower limit of a share and 1 minus it.

    The limits x solve (x - won)^2 = k * x * (1 - x), where k = z^2 / n for games without draws;
    ``reach`` squared is what the right side is at x = won. Neither result is a difference.
    """
    k = reach**2 / (won * lost)
    root = math.sqrt(k * k + 4 * k * won * lost)
    low = 2 * won**2 / (2 * won + k + root)
    rest = (2 * lost + k + root) / (2 + 2 * k)
    return low, rest


def _equal(of: _Moments) -> tuple[float, float, float]:
    """The only outcome's worth, its least probability, and 1 minus that."""
    worth = max(of.gained, of.missed) / (of.gained + of.missed)
    exponent = math.log(UNLIKELY) / of.number
    return worth, math.exp(exponent), -math.expm1(exponent)


def _elo_of_equals(of: _Moments) -> Estimate:
    worth, least, most_other = _equal(of)
    if of.gained == of.missed:
        # All else lost, or all else won: the score is between least / 2 and 1 - least / 2.
        return Estimate(0.0, _elo(1 + most_other, least))
    bound = _elo(worth * least, 1 - worth + worth * most_other)
    return Estimate(bound, None, ">") if of.gained > of.missed else Estimate(-bound, None, "<")


def nelo(counts: Counts) -> Estimate | None:
    """Normalized Elo: (s - 1/2) / sigma * 800 / ln(10).

    For pairs, sigma is that of a pair times sqrt(2). It measures how many games it takes to see the
    difference, independent of the share of draws. Its error is that of s, for sigma as measured.
    None also if all outcomes are even ones: 0 / 0.
    """
    of = _moments(counts)
    if not of.number:
        return None
    scale = ELO_PER_T / math.sqrt(of.games)
    if of.spread:
        t_value = (of.gained - of.missed) / (2 * math.sqrt(of.spread))
        return Estimate(t_value * scale, Z95 / math.sqrt(of.number) * scale)
    if of.gained == of.missed:
        return None
    # The least t-value there may be: all the rest is lost.
    worth, least, most_other = _equal(of)
    bound = scale * (worth * least - 0.5) / (worth * math.sqrt(least * most_other))
    return Estimate(bound, None, ">") if of.gained > of.missed else Estimate(-bound, None, "<")


def los(counts: Counts) -> float | None:
    """Likelihood of superiority, 0 to 1: that the engine is stronger.

    The normal distribution at (s - 1/2) / (sigma / sqrt(n)). If all outcomes are the same, 1 - 1/2
    ** (n + 1) for winning ones: the probability, after n wins of n and a uniform prior of winning,
    that a win is likelier than not.
    """
    of = _moments(counts)
    if not of.number:
        return None
    ahead = of.gained - of.missed
    if of.spread:
        return math.erfc(-ahead / 2 * math.sqrt(of.number / (2 * of.spread))) / 2
    if ahead == 0:
        return 0.5
    doubt = math.ldexp(0.5, -of.number)
    return 1 - doubt if ahead > 0 else doubt
