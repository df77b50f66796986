"""Counts of games, or of pairs: both seats of one deal.

The games of a pair depend on each other, the pairs do not: where there are pairs, their counts are
what to use. Luck of the deal cancels out, and the error shrinks.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from durak_tui.common.i18n import N_
from durak_tui.common.values import WrongValue


class Sample(NamedTuple):
    """Counts in the form that all formulas share."""

    counts: tuple[int, ...]  # Of each outcome, worst first; their worths are equally spaced.
    games: int


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Single games, as one of the two engines sees them."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __post_init__(self) -> None:
        _check(self.wins, self.losses, self.draws)

    @classmethod
    def of(cls, points: float) -> "GameCounts":
        """Count one game, worth 1, 1/2 or 0 points, or raise ValueError."""
        halves = _half_points(points)
        return cls(wins=int(halves == 2), losses=int(halves == 0), draws=int(halves == 1))

    @property
    def number(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def __add__(self, other: "GameCounts") -> "GameCounts":
        return GameCounts(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws
        )

    def reversed(self) -> "GameCounts":
        """As the other engine sees them."""
        return GameCounts(self.losses, self.wins, self.draws)

    def as_games(self) -> "GameCounts":
        return self

    def sample(self) -> Sample:
        """Three outcomes: lost, drawn, won."""
        return Sample((self.losses, self.draws, self.wins), 1)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs of games, as one of the two engines sees them.

    The order within a pair is ignored. ``wl`` is a win and a loss, ``dd`` two draws: worth the
    same, but counted apart, as they say different things about the game.
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
    def of(cls, first: float | None, second: float | None) -> "PairCounts":
        """Count one pair, given the points (0, 1/2, 1) of its games.

        A void game, None, spoils it: then nothing is counted.
        """
        if first is None or second is None:
            return cls()
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
        return PairCounts(
            *(mine + theirs for mine, theirs in zip(self.numbers(), other.numbers(), strict=True))
        )

    def numbers(self) -> tuple[int, int, int, int, int, int]:
        return self.ll, self.ld, self.wl, self.dd, self.wd, self.ww

    def reversed(self) -> "PairCounts":
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
            raise WrongValue(N_("a count cannot be below 0: {count}"), count=count)
