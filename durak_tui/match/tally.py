"""The running score of a run, in the size of its matches."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.game.position import DRAW
from durak_tui.records.record import VOID, GameRecord
from durak_tui.statistics.counts import PairCounts

SHOWN_GAMES: Final = 20


@dataclass(slots=True)
class MatchScore:
    """Games of a match: won by each, drawn, played (with void ones)."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    played: int = 0

    def add(self, winner: int | None) -> None:
        self.played += 1
        if winner == DRAW:
            self.draws += 1
        elif winner is not VOID:
            self.wins[winner] += 1

    @property
    def void(self) -> int:
        return self.played - self.draws - sum(self.wins)

    def points(self) -> tuple[float, float]:
        """A point for more games won; ties are shared (D-020)."""
        first, second = self.wins
        if first == second:
            return 0.5, 0.5
        return (1.0, 0.0) if first > second else (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class FaultCount:
    """Faults of one kind: their number, and the first games."""

    count: int = 0
    games: tuple[int, ...] = ()

    def plus(self, game_id: int) -> "FaultCount":
        games = self.games if len(self.games) == SHOWN_GAMES else (*self.games, game_id)
        return FaultCount(self.count + 1, games)


def numbers_of(faults: FaultCount, shown: Callable[[int], str] = str) -> str:
    """The first games of a fault, as ``shown``, and how many others."""
    more = faults.count - len(faults.games)
    numbers = ", ".join(map(shown, faults.games))
    and_more = _("and {n} more").format(n=more)
    return f"{numbers} {and_more}" if more else numbers


class PairTally:
    """Counts of pairs with one deal, whose games come one by one."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._is_second = False  # Whether the next game is the second of its pair.
        self._first: float | None = None  # What the first game of the pair that is on gave.

    def add(self, points: float | None) -> PairCounts | None:
        """Count the next game; return the pair that it completes, perhaps empty."""
        first, self._first = self._first, points
        self._is_second = not self._is_second
        if self._is_second:
            return None
        pair = PairCounts.of(first, points)
        self.counts += pair
        return pair


class Tally:
    """Counts and totals of a run, whose matches may be millions."""

    def __init__(self, matches: int, match_size: int) -> None:
        """``matches`` of ``match_size`` games each; below zero counts as none."""
        self.games = MatchScore()  # All games, as those of one match.
        self.faults: tuple[dict[str, FaultCount], dict[str, FaultCount]] = ({}, {})
        self.match_size = match_size
        # Without games they are over before they begin, and ties (D-021), all alike.
        self._scores = [MatchScore()] * matches if match_size <= 0 else []
        self._points = 0.5 * len(self._scores), 0.5 * len(self._scores)

    def add(self, match: int, record: GameRecord) -> None:
        while len(self._scores) < match:
            self._scores.append(MatchScore())
        score = self._scores[match - 1]
        for one in (score, self.games):
            one.add(record.ending.winner)
        if score.played == self.match_size:
            self._give_points(score)
        for faults, reason in zip(self.faults, record.ending.faults(), strict=True):
            if reason:
                past = faults.get(reason, FaultCount())
                faults[reason] = past.plus(record.game_id or self.played)

    def decided(self) -> None:
        """End the last match where a sequential test ends the run."""
        if self._scores and self._scores[-1].played < self.match_size:
            self._give_points(self._scores[-1])

    def _give_points(self, score: MatchScore) -> None:
        first, second = self._points
        mine, yours = score.points()
        self._points = first + mine, second + yours

    def matches(self) -> Iterator[MatchScore]:
        """The score of every match that has begun."""
        yield from self._scores

    @property
    def begun(self) -> int:
        return len(self._scores)

    @property
    def played(self) -> int:
        return self.games.played

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """Copies of the scores of these matches, from 1, that have begun."""
        chosen = self._scores[max(0, first - 1) : max(0, last)]
        return [replace(one, wins=list(one.wins)) for one in chosen]

    def points(self) -> tuple[float, float]:
        """Matches won by each engine, ties shared; unfinished ones are nobody's."""
        return self._points

    def fault_lines(self) -> Iterator[tuple[int, str, FaultCount]]:
        """Every kind of fault that occurred: engine (0 or 1), reason, count."""
        for seat, faults in enumerate(self.faults):
            for reason in sorted(faults):
                yield seat, reason, faults[reason]
