"""What the results of games say about the strength of an engine, and how surely.

All of it follows from counts: of games (won, lost, drawn), or of pairs of games, both played
with the same deal, once from each seat.  The two games of a pair are not independent of each
other, but the pairs are, so if there are pairs their counts are what to use: luck of the deal
cancels out, and the error shrinks.  Every function takes either.

One outcome, of a game or of a pair, is worth 0 (all lost) to 1 (all won).  Below, s is the
mean worth, the score; sigma is the standard deviation of a single outcome, with n (not n - 1)
as divisor; n is the number of outcomes.  The formulas are those of fastchess
(https://github.com/Disservin/fastchess), and so are the results, to the last printed digit,
unless its formulas end in a division by zero or the root of a negative number.  Errors are half
the width of a 95 % interval.

Where all outcomes are the same there is no sigma to measure.  Then the exact binomial (Clopper
and Pearson, Biometrika 26, 1934) still tells, with 95 % confidence, that this outcome has a
probability of at least 0.05 ** (1 / n), whatever the other outcomes are worth.  That bounds
Elo and normalized Elo from one side; if the outcome is an even one, Elo from both.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from durak_tui.statistics.likelihood import with_mean, with_t_value

Z95: Final = 1.959964
"""Between minus and plus this many standard deviations lie 95 % of a normal distribution."""
ELO_PER_T: Final = 800 / math.log(10)
"""Normalized Elo of a t-value of 1: near s = 1/2, Elo and normalized Elo of games without
draws are the same (Van den Bergh, "Comments on Normalized Elo")."""
WIDEST: Final = 4000.0
"""Elo beyond this are refused as bounds of a test: the score differs from 1 by 1e-10."""
_UNLIKELY: Final = 0.05
_UNSEEN: Final = 1e-3
"""In a likelihood ratio, what counts for an outcome that never occurred (as in fastchess)."""

Model: TypeAlias = Literal["normalized", "logistic"]
"""What the two hypotheses of a test are about: normalized Elo, or Elo."""
MODELS: Final[tuple[Model, ...]] = ("normalized", "logistic")
Hypothesis: TypeAlias = Literal["H0", "H1"]


class Sample(NamedTuple):
    """Counts in the form that all formulas share."""

    counts: tuple[int, ...]
    """How often each outcome occurred, the worst first; their worths are equally spaced."""
    games: int
    """How many games one outcome is made of."""


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Single games, as one of the two engines sees them.

    Raises ValueError for counts below 0.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __post_init__(self) -> None:
        _check(self.wins, self.losses, self.draws)

    @classmethod
    def of(cls, points: float) -> "GameCounts":
        """One game: 1 point for a win, 1/2 for a draw, 0.  Raises ValueError for others."""
        halves = _half_points(points)
        return cls(wins=int(halves == 2), losses=int(halves == 0), draws=int(halves == 1))

    def __add__(self, other: "GameCounts") -> "GameCounts":
        """Both together."""
        return GameCounts(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws
        )

    def reversed(self) -> "GameCounts":
        """As the other engine sees them."""
        return GameCounts(self.losses, self.wins, self.draws)

    def as_games(self) -> "GameCounts":
        """The games."""
        return self

    def sample(self) -> Sample:
        """Three outcomes: lost, drawn, won."""
        return Sample((self.losses, self.draws, self.wins), 1)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs of games, as one of the two engines sees them; the order within a pair is ignored.

    ``wl`` is a win and a loss, ``dd`` two draws: worth the same, but counted apart, as they
    say different things about the game.  Raises ValueError for counts below 0.
    """

    ll: int = 0
    ld: int = 0
    wl: int = 0
    dd: int = 0
    wd: int = 0
    ww: int = 0

    def __post_init__(self) -> None:
        _check(*self.numbers())

    @classmethod
    def of(cls, first: float, second: float) -> "PairCounts":
        """One pair, given the points (0, 1/2, 1) of its games.  Raises ValueError for others."""
        halves = _half_points(first) + _half_points(second)
        return cls(
            ll=int(halves == 0),
            ld=int(halves == 1),
            wl=int(halves == 2 and first != second),
            dd=int(halves == 2 and first == second),
            wd=int(halves == 3),
            ww=int(halves == 4),
        )

    def __add__(self, other: "PairCounts") -> "PairCounts":
        """Both together."""
        return PairCounts(
            *(mine + theirs for mine, theirs in zip(self.numbers(), other.numbers(), strict=True))
        )

    def numbers(self) -> tuple[int, int, int, int, int, int]:
        """The counts in the order of the fields."""
        return self.ll, self.ld, self.wl, self.dd, self.wd, self.ww

    def reversed(self) -> "PairCounts":
        """As the other engine sees them."""
        return PairCounts(self.ww, self.wd, self.wl, self.dd, self.ld, self.ll)

    def as_games(self) -> GameCounts:
        """The games of the pairs, one by one."""
        return GameCounts(
            wins=2 * self.ww + self.wd + self.wl,
            losses=2 * self.ll + self.ld + self.wl,
            draws=2 * self.dd + self.wd + self.ld,
        )

    def sample(self) -> Sample:
        """Five outcomes: 0, 1/2, 1, 3/2, 2 points (hence "pentanomial")."""
        return Sample((self.ll, self.ld, self.wl + self.dd, self.wd, self.ww), 2)


Counts: TypeAlias = GameCounts | PairCounts


def _half_points(points: float) -> int:
    if points not in (0, 0.5, 1):
        raise ValueError(f"a game gives 0, 0.5 or 1 point, not {points}")
    return int(points * 2)


def _check(*counts: int) -> None:
    for count in counts:
        if count < 0:
            raise ValueError(f"a count cannot be below 0: {count}")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its error, or a bound."""

    value: float
    error: float | None
    """Half the width of the 95 % interval; None for a bound."""
    bound: Literal[">", "<"] | None = None
    """The true value is, with 95 % confidence, above or below ``value``."""


class _Moments(NamedTuple):
    """What a sample comes down to.  Whole numbers, so that "exactly even" is exact."""

    number: int
    """Outcomes: n."""
    gained: int
    """s = gained / (gained + missed)."""
    missed: int
    spread: int
    """sigma = sqrt(spread) / (gained + missed); 0 if all outcomes are the same."""
    games: int


def _moments(counts: Counts) -> _Moments:
    sample, games = counts.sample()
    number = sum(sample)
    gained = sum(index * count for index, count in enumerate(sample))
    squares = sum(index * index * count for index, count in enumerate(sample))
    missed = number * (len(sample) - 1) - gained
    return _Moments(number, gained, missed, number * squares - gained**2, games)


def score(counts: Counts) -> float | None:
    """The share of all points that was won, 0 to 1.  None without games."""
    of = _moments(counts)
    return of.gained / (of.gained + of.missed) if of.number else None


def elo(counts: Counts) -> Estimate | None:
    """The (logistic) Elo difference to the opponent: 400 * log10(s / (1 - s)).

    The interval is that of the ends of s ± z * sigma / sqrt(n).  If one of these is not
    between 0 and 1, it is Wilson's (JASA 22, 1927), which always is, for as many games
    without draws as have the same error.  None without games.
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
    """The lower limit of a share, and 1 minus it, neither being a difference.

    The limits x solve (x - won)^2 = k * x * (1 - x), where k = z^2 / n for games without
    draws; ``reach`` squared is what the right side is at x = won.
    """
    k = reach**2 / (won * lost)
    root = math.sqrt(k * k + 4 * k * won * lost)
    low = 2 * won**2 / (2 * won + k + root)
    rest = (2 * lost + k + root) / (2 + 2 * k)
    return low, rest


def _equal(of: _Moments) -> tuple[float, float, float]:
    """If all outcomes are the same: what the likeliest is worth to whoever has the better of
    it, its least probability, and 1 minus that."""
    worth = max(of.gained, of.missed) / (of.gained + of.missed)
    exponent = math.log(_UNLIKELY) / of.number
    return worth, math.exp(exponent), -math.expm1(exponent)


def _elo_of_equals(of: _Moments) -> Estimate:
    worth, least, most_other = _equal(of)
    if of.gained == of.missed:
        # All else lost, or all else won: the score is between least / 2 and 1 - least / 2.
        return Estimate(0.0, _elo(1 + most_other, least))
    bound = _elo(worth * least, 1 - worth + worth * most_other)
    return Estimate(bound, None, ">") if of.gained > of.missed else Estimate(-bound, None, "<")


def nelo(counts: Counts) -> Estimate | None:
    """Normalized Elo: (s - 1/2) / sigma * 800 / ln(10), sigma of a pair times sqrt(2).

    It measures how many games it takes to see the difference, whatever the share of draws.
    Its error is that of s, for sigma as measured.  None without games, and if all outcomes
    are even ones: 0 / 0.
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
    """Likelihood of superiority: how probable it is that the engine is the stronger one, 0 to 1.

    The normal distribution at (s - 1/2) / (sigma / sqrt(n)).  If all outcomes are the same,
    1 - 1/2 ** (n + 1) for winning ones: the probability, after n wins of n and none of their
    chances being likelier than another at the start, that this chance is above 1/2.  None
    without games.
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


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is it ``elo0`` or less (H0), or ``elo1`` or more (H1)?

    Play until the log-likelihood ratio (LLR) of the two leaves the bounds.  Then H1 is accepted
    wrongly with probability ``alpha`` and H0 with ``beta``, about (Wald, Ann. Math. Stat. 16,
    1945).  Raises ValueError unless -4000 <= elo0 < elo1 <= 4000, both probabilities are above
    0 and their sum is below 1.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        # Written so that nan fails too.
        if not (abs(self.elo0) <= WIDEST and abs(self.elo1) <= WIDEST):
            raise ValueError(f"ELO0 and ELO1 must be from {-WIDEST:g} to {WIDEST:g}")
        if not self.elo0 < self.elo1:
            raise ValueError(f"ELO0 ({self.elo0:g}) must be below ELO1 ({self.elo1:g})")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError("alpha and beta must be above 0 and together below 1")
        if self.model not in MODELS:
            raise ValueError(f"the model must be one of {', '.join(MODELS)}, not {self.model!r}")

    @property
    def lower(self) -> float:
        """H0 is accepted at this LLR: log(beta / (1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this LLR: log((1 - beta) / alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log of how many times likelier H1 makes the counts than H0 does.

        Of the distributions that a hypothesis allows, its likeliest counts ("generalized"
        test; Van den Bergh, "Comments on Normalized Elo").  0 without games.
        """
        sample, games = counts.sample()
        if not any(sample):
            return 0.0
        seen = [float(count or _UNSEEN) for count in sample]
        number = sum(seen)
        shares = [count / number for count in seen]
        under0 = self._most_likely(shares, self.elo0, games)
        under1 = self._most_likely(shares, self.elo1, games)
        return sum(
            count * math.log(one / zero)
            for count, zero, one in zip(seen, under0, under1, strict=True)
        )

    def _most_likely(self, shares: list[float], value: float, games: int) -> list[float]:
        if self.model == "logistic":
            return with_mean(shares, 1 / (1 + 10 ** (-value / 400)))
        return with_t_value(shares, value / ELO_PER_T * math.sqrt(games))

    def decision(self, llr: float) -> Hypothesis | None:
        """The hypothesis that is accepted at this LLR; None: play on."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


def as_json(counts: Counts, sprt: Sprt | None = None) -> dict[str, float | str | None]:
    """All of it for a program: shares from 0 to 1, None for what is unknown.

    ``bound`` is there only if ``elo`` and ``nelo`` are bounds; their errors are None then.
    """
    result: dict[str, float | str | None] = {"score": score(counts)}
    bound = None
    for key, estimate in (("elo", elo(counts)), ("nelo", nelo(counts))):
        result[key] = estimate.value if estimate else None
        result[f"{key}_error"] = estimate.error if estimate else None
        bound = bound or (estimate.bound if estimate else None)
    result["los"] = los(counts)
    result["llr"] = sprt.llr(counts) if sprt else None
    result["lower"] = sprt.lower if sprt else None
    result["upper"] = sprt.upper if sprt else None
    if bound:
        result["bound"] = bound
    return result


def describe(counts: Counts, name: str, sprt: Sprt | None = None) -> Iterator[str]:
    """All of it as lines for a person; ``name`` is the engine whose results these are.

    The sign ± is the only one beyond ASCII, unless the name has others.
    """
    points, superiority = score(counts), los(counts)
    games = counts.as_games()
    number = games.wins + games.losses + games.draws
    if points is None or superiority is None:
        yield f"Score of {name}: no games"
    else:
        unit = "game" if number == 1 else "games"
        yield f"Score of {name}: {100 * points:.2f} % ({number} {unit})"
        yield f"Won {games.wins}, lost {games.losses}, drawn {games.draws}"
        if isinstance(counts, PairCounts):
            yield f"Pairs LL LD WL DD WD WW: {' '.join(map(str, counts.numbers()))}"
        yield f"Elo of {name}: {_told(elo(counts))}"
        yield f"nElo of {name}: {_told(nelo(counts))}"
        yield f"LOS of {name}: {100 * superiority:.2f} %"
    if sprt:
        llr = sprt.llr(counts)
        decision = sprt.decision(llr)
        scale = "nElo" if sprt.model == "normalized" else "Elo"
        yield f"SPRT of {name}: {scale} {sprt.elo0:g} (H0) or {sprt.elo1:g} (H1)"
        verdict = f"{decision} accepted" if decision else "undecided"
        yield f"LLR {llr:z.4f} ({sprt.lower:.2f} to {sprt.upper:.2f}): {verdict}"


def _told(estimate: Estimate | None) -> str:
    if estimate is None:
        return "unknown, as all outcomes were even"
    if estimate.error is None:
        side = "above" if estimate.bound == ">" else "below"
        return f"{side} {estimate.value:+z.0f} (95 %)"
    return f"{estimate.value:+z.2f} ± {estimate.error:.2f} (95 %)"
