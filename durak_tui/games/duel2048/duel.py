"""A game of 2048 for two, decision by decision.

A decision is one character: a cell (``0`` to ``v``, the digits of base 32, row by row), a direction
(``U``, ``D``, ``L``, ``R``), or ``?`` for an answer that is neither.
"""

from collections.abc import Sequence
from typing import Final

from durak_tui.games.duel2048.board import (
    DIRECTIONS,
    EMPTY_BOARD,
    Tiles,
    can_merge,
    directions,
    half_of,
    is_stuck,
    merged,
    offered,
    placed,
    places,
)

ROUNDS: Final = 500
CELL_CODES: Final = "0123456789abcdefghijklmnopqrstuv"
MERGE_CODES: Final = "UDLR"
UNKNOWN: Final = "?"


class Duel:
    """A game that goes on."""

    def __init__(
        self,
        rounds: int = ROUNDS,
        numbers: Sequence[int] | None = None,
        illegal: int | None = None,
        unknown: int = 0,
    ) -> None:
        """``numbers`` are random, one a round, unknown in the first ``unknown``.

        Where they are unknown, any free cell may be the one offered in a player's own half, unless
        a verdict says that decision ``illegal``, from 1, was not.
        """
        self.tiles: Tiles = EMPTY_BOARD
        self.turn = 0  # Quarters of rounds that are over: both place, then both merge (S-002).
        self.is_broken = False  # The last decision was against the rules, which ends a game.
        self.is_stuck = False  # Nobody will ever be able to do anything.
        self.rounds: Final = rounds
        self.decided = 0  # Decisions up to now.
        self.numbers: Final = numbers
        self._illegal = illegal
        self._unknown = unknown

    @property
    def is_over(self) -> bool:
        return self.is_broken or self.is_stuck or self.turn >= 4 * self.rounds

    @property
    def round(self) -> int:
        """The round, from 0."""
        return self.turn // 4

    @property
    def player(self) -> int:
        return self.turn % 2

    @property
    def merges(self) -> bool:
        """True if the player is to merge, not to place a tile."""
        return self.turn % 4 >= 2

    @property
    def own(self) -> int | None:
        """The free cell offered in the player's half, if known."""
        number = self._number
        return None if number is None else offered(self.tiles, self.player, number)

    @property
    def _number(self) -> int | None:
        """The random number of this round, if known."""
        if self.numbers is None or self.round < self._unknown:
            return None
        return self.numbers[self.round]

    @property
    def can_decide(self) -> bool:
        """False in a phase without a legal decision, which is skipped (S-006)."""
        if not self.merges:
            return 0 in self.tiles
        tiles, player = self.tiles, self.player
        return any(can_merge(tiles, player, one) for one in range(len(DIRECTIONS)))

    def legal(self) -> str:
        """The decisions that the rules allow."""
        if self.merges:
            return "".join(MERGE_CODES[one] for one in directions(self.tiles, self.player))
        if self._number is None:
            return "".join(CELL_CODES[at] for at, tile in enumerate(self.tiles) if not tile)
        return "".join(CELL_CODES[at] for at in places(self.tiles, self.player, self.own))

    def decide(self, code: str) -> None:
        """Carry out a decision; an illegal one ends the game."""
        self.decided += 1
        tiles = self._after(code)
        if tiles == self.tiles or self.decided == self._illegal:
            self.is_broken = True
        else:
            self.tiles = tiles
            self.turn += 1

    def _after(self, code: str) -> Tiles:
        tiles = self.tiles
        if self.merges:
            direction = MERGE_CODES.find(code)
            return merged(tiles, self.player, direction) if direction >= 0 else tiles
        at = CELL_CODES.find(code)
        if at < 0 or tiles[at]:
            return tiles
        free = self._number is None or half_of(at) != self.player or at == self.own
        return placed(tiles, at) if free else tiles

    def skip(self) -> None:
        """Go on from a phase without a legal decision."""
        self.is_stuck = is_stuck(self.tiles)
        self.turn += 1

    def settle(self) -> None:
        """Skip to the next phase that has a legal decision."""
        while not self.is_over and not self.can_decide:
            self.skip()

    def step(self, move: str) -> None:
        """Carry out a decision, and skip what nobody can decide.

        Raises ValueError after the end.
        """
        if self.is_over:
            raise ValueError("the game is over")
        self.decide(move)
        self.settle()


def violation_words(code: str, mode: str) -> str:
    """The words of a record for a decision against the rules (S-042)."""
    return f"illegal output of {mode}" if code == UNKNOWN else f"not achievable {mode}"
