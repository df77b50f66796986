"""The standing of players who meet in groups."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from durak_tui.games.playthrough import Finish, ranked
from durak_tui.protocol.faults import FaultReason
from durak_tui.statistics.rating import Pairing, Strength, strengths


@dataclass(slots=True)
class GroupScore:
    """The games of one player."""

    name: str
    games: int = 0
    won: int = 0  # Ahead of all others.
    lost: int = 0  # Behind somebody.
    points: float = 0.0
    """Of each game the share of the others that are behind; one that is level counts half."""
    seconds: float = 0.0  # Used in all games together.
    faults: Counter[FaultReason] = field(default_factory=Counter)
    first_fault: str = ""  # In a sentence.

    @property
    def share(self) -> float:
        """Points per game, 0 to 1."""
        return self.points / self.games if self.games else 0.0


class RankedScore(NamedTuple):
    """A player's place in a standing."""

    rank: int
    number: int  # Of the player, in the order in which they were given.
    score: GroupScore
    strength: Strength | None  # None until everybody has met somebody.


class GroupStandings:
    """Results added up, game by game."""

    def __init__(self, names: Sequence[str]) -> None:
        self.scores = [GroupScore(name) for name in names]
        self.played = 0
        self._met: dict[tuple[int, int], list[float]] = {}

    def add(self, group: Sequence[int], finish: Finish) -> None:
        """Count a game of these players."""
        self.played += 1
        for seat, number in enumerate(group):
            score, rank = self.scores[number], finish.ranks[seat]
            others = [other for at, other in enumerate(finish.ranks) if at != seat]
            score.games += 1
            score.won += bool(others) and all(other > rank for other in others)
            score.lost += any(other < rank for other in others)
            score.seconds += finish.seconds[seat]
            if others:
                score.points += sum(_points(rank, other) for other in others) / len(others)
            if fault := finish.faults[seat]:
                score.faults[fault.reason] += 1
                score.first_fault = score.first_fault or fault.message
            for at in range(seat):
                self._meet(group[at], number, _points(finish.ranks[at], rank))

    def _meet(self, one: int, other: int, points: float) -> None:
        pair = (one, other) if one < other else (other, one)
        met = self._met.setdefault(pair, [0.0, 0])
        met[0] += points if one < other else 1 - points
        met[1] += 1

    def copy(self) -> "GroupStandings":
        """The standings of this moment."""
        copy = GroupStandings([])
        copy.scores = [replace(one, faults=Counter(one.faults)) for one in self.scores]
        copy.played = self.played
        copy._met = {pair: met.copy() for pair, met in self._met.items()}
        return copy

    def ranking(self) -> list[RankedScore]:
        """All players, the best first."""
        shares = [score.share for score in self.scores]
        rated: list[Strength | None] = [None] * len(shares)
        if self._met and all(score.games for score in self.scores):
            rated[:] = strengths(
                len(shares),
                (Pairing(*pair, met[0], int(met[1])) for pair, met in self._met.items()),
            )
        lines = map(RankedScore, ranked(shares), range(len(shares)), self.scores, rated)
        return sorted(lines, key=lambda line: (line.rank, line.number))


def _points(rank: int, other: int) -> float:
    return 0.5 * (1 + (rank < other) - (rank > other))
