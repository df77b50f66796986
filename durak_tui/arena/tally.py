"""The running score of a run.  Its size depends on the matches, not on the games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from durak_tui.game.position import DRAW
from durak_tui.records.record import VOID, GameRecord

SHOWN_GAMES: Final = 20
"""How many game numbers of one kind of fault are kept."""


@dataclass(slots=True)
class MatchScore:
    """Games won by each engine, drawn, and played at all (void ones too), in one match."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    played: int = 0

    def points(self) -> tuple[float, float]:
        """The match's point goes to who won more games; a tie is shared (D-020)."""
        first, second = self.wins
        if first == second:
            return 0.5, 0.5
        return (1.0, 0.0) if first > second else (0.0, 1.0)


@dataclass(slots=True)
class FaultCount:
    """How often one engine failed in one way, and in which games first."""

    count: int = 0
    games: list[int] = field(default_factory=list)

    def add(self, game_id: int) -> None:
        """Count a fault in this game."""
        self.count += 1
        if len(self.games) < SHOWN_GAMES:
            self.games.append(game_id)


class PairTally:
    """Counts pairs: two games in a row with the same deal, the hands exchanged.

    ``counts`` are the pairs in which engine 1 had LL, LD, WL, DD, WD and WW, that is 0 to 2
    points; a pair with a void game is not counted.
    """

    def __init__(self) -> None:
        self.counts = [0] * 6
        self._first: float | None = None

    def add(self, record: GameRecord) -> None:
        """Count a game; its id says which of the two it is."""
        points = _points(record)
        if (record.game_id or 0) % 2:
            self._first = points
        elif self._first is not None and points is not None:
            both = self._first + points
            draws = self._first == points == 0.5
            self.counts[3 if draws else {0.0: 0, 0.5: 1, 1.0: 2, 1.5: 4, 2.0: 5}[both]] += 1


def _points(record: GameRecord) -> float | None:
    """What a game is worth to engine 1; None if it is void."""
    winner = record.ending.winner
    return None if winner is VOID else {0: 1.0, 1: 0.0, DRAW: 0.5}[winner]


class Tally:
    """Counts the games of a run as they come in."""

    def __init__(self, matches: int) -> None:
        self.matches = [MatchScore() for _ in range(max(0, matches))]
        self.faults: tuple[dict[str, FaultCount], dict[str, FaultCount]] = ({}, {})
        self.void = 0
        self.played = 0

    def add(self, match: int, record: GameRecord) -> None:
        """Count a game of match ``match`` (from 1)."""
        self.played += 1
        winner = record.ending.winner
        score = self.matches[match - 1]
        score.played += 1
        if winner is VOID:
            self.void += 1
        elif winner == DRAW:
            score.draws += 1
        else:
            score.wins[winner] += 1
        for faults, reason in zip(self.faults, record.ending.faults(), strict=True):
            if reason:
                faults.setdefault(reason, FaultCount()).add(record.game_id or self.played)

    def stopped(self) -> None:
        """The run ends here: matches of which nothing was played are no matches."""
        while self.matches and self.matches[-1].played == 0:
            self.matches.pop()

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by each engine."""
        return sum(m.wins[0] for m in self.matches), sum(m.wins[1] for m in self.matches)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return sum(match.draws for match in self.matches)

    def points(self) -> tuple[float, float]:
        """Matches won by each engine, ties shared."""
        both = [match.points() for match in self.matches]
        return sum(first for first, _ in both), sum(second for _, second in both)

    def fault_lines(self) -> Iterator[tuple[int, str, FaultCount]]:
        """Every kind of fault that occurred: engine (0 or 1), reason, count."""
        for seat, faults in enumerate(self.faults):
            for reason, count in sorted(faults.items()):
                yield seat, reason, count
