"""2048 for two once more, from the rows of the rules alone.

`NaiveBoard` has S-001 and S-003 to S-005, tile by tile, step by step; `NaiveGame` has S-002, S-006,
S-007 and S-009, phase by phase.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

Place = tuple[int, int]
Decision = Place | str  # A cell, or the name of a direction.
DIRECTIONS = ("up", "down", "left", "right")
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass
class NaiveBoard:
    """Tiles as (owner, level) by their places."""

    tiles: dict[Place, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: tuple[int, ...]) -> "NaiveBoard":
        return cls(
            {divmod(at, 8): (int(tile < 0), abs(tile)) for at, tile in enumerate(tiles) if tile}
        )

    def flat(self) -> tuple[int, ...]:
        cells = (self.tiles.get(divmod(at, 8)) for at in range(32))
        return tuple(0 if cell is None else cell[1] * (-1 if cell[0] else 1) for cell in cells)

    def half(self, place: Place) -> int:
        return 0 if place[1] < 4 else 1

    def offered(self, player: int, number: int) -> Place | None:
        free = [
            (row, column)
            for row in range(4)
            for column in range(8)
            if self.half((row, column)) == player and (row, column) not in self.tiles
        ]
        if player == 1:
            free.reverse()
        return free[number % len(free)] if free else None

    def may_place(self, player: int, number: int) -> set[Place]:
        places = {
            (row, column)
            for row in range(4)
            for column in range(8)
            if self.half((row, column)) != player and (row, column) not in self.tiles
        }
        own = self.offered(player, number)
        return places | ({own} if own else set())

    def merge(self, player: int, direction: int) -> list[tuple[Place, Place]]:
        """Merge; from where to where each tile went that has moved."""
        down, right = STEPS[direction]
        eaten: set[Place] = set()
        own = [place for place, (owner, _) in self.tiles.items() if owner == player]
        # Those foremost in the direction first.
        own.sort(key=lambda place: -(place[0] * down + place[1] * right))
        moved = []
        for start in own:
            here = start
            ate = None
            while True:
                there = here[0] + down, here[1] + right
                if not (0 <= there[0] < 4 and 0 <= there[1] < 8):
                    break
                if there in self.tiles:
                    level = self.tiles[here][1]
                    if self.tiles[there][1] == level and there not in eaten:
                        del self.tiles[here]
                        self.tiles[there] = player, level + 1
                        eaten.add(there)
                        ate = there
                    break
                if self.half(there) != player:
                    break
                self.tiles[there] = self.tiles.pop(here)
                here = there
            if (end := ate or here) != start:
                moved.append((start, end))
        return moved


@dataclass
class Phase:
    """One of the four phases of a round."""

    number: int  # Of the round.
    player: int
    merges: bool

    @property
    def mode(self) -> str:
        return "direction" if self.merges else "position"


class NaiveGame:
    """A game: all its phases, written down beforehand, and a board."""

    def __init__(self, rounds: int, numbers: Sequence[int], board: NaiveBoard) -> None:
        self.numbers = numbers
        self.board = board
        self.phases: list[Phase] = []
        for number in range(rounds):
            self.phases.append(Phase(number, 0, merges=False))
            self.phases.append(Phase(number, 1, merges=False))
            self.phases.append(Phase(number, 0, merges=True))
            self.phases.append(Phase(number, 1, merges=True))
        self.loser: int | None = None  # Whoever decided something illegal.

    def legal(self) -> set[Decision]:
        """The decisions that the phase allows."""
        phase = self.phases[0]
        if phase.merges:
            return {name for name in DIRECTIONS if self.changes(phase.player, name)}
        return {*self.board.may_place(phase.player, self.numbers[phase.number])}

    def changes(self, player: int, direction: str) -> bool:
        after = NaiveBoard(dict(self.board.tiles))
        after.merge(player, DIRECTIONS.index(direction))
        return after.tiles != self.board.tiles

    def is_skipped(self) -> bool:
        """True if the board is full, or no merge of the player changes it."""
        phase = self.phases[0]
        if phase.merges:
            return not any(self.changes(phase.player, name) for name in DIRECTIONS)
        return len(self.board.tiles) == 32

    def is_stuck(self) -> bool:
        """True if nobody can place anything, and neither merge anything."""
        return len(self.board.tiles) == 32 and not any(
            self.changes(player, name) for player in (0, 1) for name in DIRECTIONS
        )

    def go_on(self) -> Phase | None:
        """The next phase in which somebody decides; None at the end."""
        if self.loser is not None or self.is_stuck():
            return None
        while self.phases and self.is_skipped():
            self.phases.pop(0)
        return self.phases[0] if self.phases else None

    def decide(self, decision: Decision) -> None:
        """Carry out a decision, which an illegal one ends."""
        phase = self.phases[0]
        if decision not in self.legal():
            self.loser = phase.player
            return
        if isinstance(decision, str):
            self.board.merge(phase.player, DIRECTIONS.index(decision))
        else:
            self.board.tiles[decision] = self.board.half(decision), 1
        self.phases.pop(0)

    def winner(self) -> int | None:
        """The other of whoever lost, or the one with more of the highest that differs."""
        if self.loser is not None:
            return 1 - self.loser
        for level in range(14, 0, -1):
            first, second = (
                sum(tile == (player, level) for tile in self.board.tiles.values())
                for player in (0, 1)
            )
            if first > second:
                return 0
            if second > first:
                return 1
        return None
