"""The running score of a run, in the size of its matches."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from durak_tui.game.position import DRAW
from durak_tui.records.record import VOID, GameRecord, points
from durak_tui.statistics.counts import PairCounts

SHOWN_GAMES: Final = 20


@dataclass(slots=True)
class MatchScore:
    """Games of a match: won by each, drawn, played (with void ones)."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    played: int = 0

    def points(self) -> tuple[float, float]:
        """A point for more games won; ties are shared (D-020)."""
        first, second = self.wins
        if first == second:
            return 0.5, 0.5
        return (1.0, 0.0) if first > second else (0.0, 1.0)


@dataclass(slots=True)
class FaultCount:
    """How often an engine failed in one way, and where first."""

    count: int = 0
    games: list[int] = field(default_factory=list)

    def add(self, game_id: int) -> None:
        self.count += 1
        if len(self.games) < SHOWN_GAMES:
            self.games.append(game_id)


def numbers_of(count: FaultCount) -> str:
    """The first games of a fault, and how many others."""
    more = count.count - len(count.games)
    return ", ".join(map(str, count.games)) + (f" and {more} more" if more else "")


class PairTally:
    """Counts pairs of games with one deal; void games spoil a pair."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._first: float | None = None

    def add(self, record: GameRecord) -> None:
        both = points(record)
        gained = both and both[0]
        if (record.game_id or 0) % 2:
            self._first = gained
        elif self._first is not None and gained is not None:
            self.counts += PairCounts.of(self._first, gained)


class Tally:
    """Counts a run's games, and keeps totals: matches may be millions."""

    def __init__(self, matches: int) -> None:
        self._matches = max(0, matches)
        self._scores: list[MatchScore] = []
        self._wins = [0, 0]
        self._points = [0.0, 0.0]
        self.draws = 0
        self.faults: tuple[dict[str, FaultCount], dict[str, FaultCount]] = ({}, {})
        self.void = 0
        self.played = 0

    def add(self, match: int, record: GameRecord) -> None:
        self.played += 1
        winner = record.ending.winner
        while len(self._scores) < match:
            self._scores.append(MatchScore())
            self._count_points(MatchScore().points(), (0.0, 0.0))
        score = self._scores[match - 1]
        before = score.points()
        score.played += 1
        if winner is VOID:
            self.void += 1
        elif winner == DRAW:
            score.draws += 1
            self.draws += 1
        else:
            score.wins[winner] += 1
            self._wins[winner] += 1
        self._count_points(score.points(), before)
        for faults, reason in zip(self.faults, record.ending.faults(), strict=True):
            if reason:
                faults.setdefault(reason, FaultCount()).add(record.game_id or self.played)

    def _count_points(self, now: tuple[float, float], before: tuple[float, float]) -> None:
        for seat in (0, 1):
            self._points[seat] += now[seat] - before[seat]

    def stopped(self) -> None:
        """End the run here: matches without games are no matches."""
        self._matches = len(self._scores)

    def matches(self) -> Iterator[MatchScore]:
        """The score of every match, those not begun included."""
        yield from self._scores
        for _ in range(self._matches - len(self._scores)):
            yield MatchScore()

    @property
    def begun(self) -> int:
        return len(self._scores)

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """Copies of the scores of these matches, from 1, that have begun."""
        chosen = self._scores[max(0, first - 1) : max(0, last)]
        return [MatchScore(list(one.wins), one.draws, one.played) for one in chosen]

    @property
    def wins(self) -> tuple[int, int]:
        return self._wins[0], self._wins[1]

    def points_so_far(self) -> tuple[float, float]:
        """Matches won by each, ties shared, of those that have begun."""
        return self._points[0], self._points[1]

    def points(self) -> tuple[float, float]:
        """Matches won by each engine, ties shared."""
        # A match without a game is a tie (D-021).
        ties = (self._matches - len(self._scores)) / 2
        return self._points[0] + ties, self._points[1] + ties

    def fault_lines(self) -> Iterator[tuple[int, str, FaultCount]]:
        """Every kind of fault that occurred: engine (0 or 1), reason, count."""
        for seat, faults in enumerate(self.faults):
            for reason, count in sorted(faults.items()):
                yield seat, reason, count
