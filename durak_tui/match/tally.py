"""The running score of a run, in the size of its matches."""

from collections.abc import Iterator
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
    """How often an engine failed in one way, and where first."""

    count: int = 0
    games: tuple[int, ...] = ()

    def plus(self, game_id: int) -> "FaultCount":
        games = self.games if len(self.games) == SHOWN_GAMES else (*self.games, game_id)
        return FaultCount(self.count + 1, games)


def numbers_of(faults: FaultCount) -> str:
    """The first games of a fault, and how many others."""
    more = faults.count - len(faults.games)
    numbers = ", ".join(map(str, faults.games))
    and_more = _("and {n} more").format(n=more)
    return f"{numbers} {and_more}" if more else numbers


class PairTally:
    """Counts of pairs with one deal; void games spoil a pair."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._is_second = False  # Whether the next game is the second of its pair.
        self._first: float | None = None  # What the first game of the pair that is on gave.

    def add(self, points: float | None) -> PairCounts | None:
        """Count the next game; return the pair that it completes."""
        first, self._first = self._first, points
        self._is_second = not self._is_second
        if self._is_second or first is None or points is None:
            return None
        pair = PairCounts.of(first, points)
        self.counts += pair
        return pair


class Tally:
    """Counts and totals of a run, whose matches may be millions."""

    def __init__(self, matches: int) -> None:
        self.games = MatchScore()  # All games, as those of one match.
        self.faults: tuple[dict[str, FaultCount], dict[str, FaultCount]] = ({}, {})
        self._matches = max(0, matches)
        self._scores: list[MatchScore] = []
        self._gained = 0.0  # Points of engine 1 in the matches that have begun.

    def add(self, match: int, record: GameRecord) -> None:
        while len(self._scores) < match:
            self._scores.append(MatchScore())
            self._gained += 0.5
        score = self._scores[match - 1]
        self._gained -= score.points()[0]
        for one in (score, self.games):
            one.add(record.ending.winner)
        self._gained += score.points()[0]
        for faults, reason in zip(self.faults, record.ending.faults(), strict=True):
            if reason:
                past = faults.get(reason, FaultCount())
                faults[reason] = past.plus(record.game_id or self.played)

    def stopped(self) -> None:
        """End the run here: matches without games are no matches."""
        self._matches = len(self._scores)

    def matches(self) -> Iterator[MatchScore]:
        """The score of every match, those not begun included."""
        yield from self._scores
        for _unplayed in range(self._matches - len(self._scores)):
            yield MatchScore()

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

    def points_so_far(self) -> tuple[float, float]:
        """Matches won by each, ties shared, of those that have begun."""
        return self._gained, self.begun - self._gained

    def points_of_whole(self, match_size: int) -> tuple[float, float]:
        """The same without the last match, if it is still being played."""
        first, second = self.points_so_far()
        if self._scores and self._scores[-1].played < match_size:
            mine, yours = self._scores[-1].points()
            return first - mine, second - yours
        return first, second

    def points(self) -> tuple[float, float]:
        """Matches won by each engine, ties shared."""
        # A match without a game is a tie (D-021).
        first = self._gained + (self._matches - self.begun) / 2
        return first, self._matches - first

    def fault_lines(self) -> Iterator[tuple[int, str, FaultCount]]:
        """Every kind of fault that occurred: engine (0 or 1), reason, count."""
        for seat, faults in enumerate(self.faults):
            for reason in sorted(faults):
                yield seat, reason, faults[reason]
