"""The running score of a run.  Its size depends on the matches, not on the games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from durak_tui.arena.game import PlayedGame
from durak_tui.game.position import DRAW
from durak_tui.protocol.faults import FaultReason
from durak_tui.records.record import VOID

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


class Tally:
    """Counts the games of a run as they come in."""

    def __init__(self, matches: int) -> None:
        self.matches = [MatchScore() for _ in range(max(0, matches))]
        self.faults: tuple[dict[FaultReason, FaultCount], dict[FaultReason, FaultCount]] = ({}, {})
        self.void = 0
        self.played = 0

    def add(self, match: int, game_id: int, game: PlayedGame) -> None:
        """Count a game of match ``match`` (from 1)."""
        self.played += 1
        winner = game.record.ending.winner
        score = self.matches[match - 1]
        score.played += 1
        if winner is VOID:
            self.void += 1
        elif winner == DRAW:
            score.draws += 1
        else:
            score.wins[winner] += 1
        for faults, verdict in zip(self.faults, game.verdicts, strict=True):
            if verdict:
                faults.setdefault(verdict.reason, FaultCount()).add(game_id)

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

    def fault_lines(self) -> Iterator[tuple[int, FaultReason, FaultCount]]:
        """Every kind of fault that occurred: engine (0 or 1), reason, count."""
        for seat, faults in enumerate(self.faults):
            for reason, count in sorted(faults.items()):
                yield seat, reason, count
