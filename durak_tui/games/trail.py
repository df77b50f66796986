"""The states of a game, by the number of moves."""

from bisect import bisect_left
from typing import Any

from durak_tui.games.game_kind import GameKind, GameState
from durak_tui.games.playthrough import Json


class Trail:
    """A game as a walk along its moves, which may still grow.

    Steps forward cost a move each, a step back begins anew: a thousand rounds take some
    milliseconds.
    """

    def __init__(self, kind: GameKind, opening: Json) -> None:
        """Raises Malformed if it is not an opening of this game."""
        self._kind = kind
        self._opening = opening
        self._rounds = [0]  # Moves before each round that has been seen to begin.
        self._count = 0
        self._state: GameState = kind.start(opening)

    def after(self, moves: str, count: int) -> Any:
        """The state after some moves, good until the next call.

        Raises ValueError if they are not those of a game.
        """
        if count < self._count:
            self._count, self._state = 0, self._kind.start(self._opening)
        while self._count < count:
            self._step(moves)
        return self._state

    def _step(self, moves: str) -> None:
        state, begin = self._state, self._count * self._kind.move_length
        before = state.round
        state.step(moves[begin : begin + self._kind.move_length])
        self._count += 1
        if state.round > before and self._count > self._rounds[-1]:
            self._rounds.append(self._count)

    def round_after(self, moves: str, count: int, rounds: int = 1) -> int:
        """The moves before the next round, or a later one, or all."""
        self.after(moves, count)
        end, all_moves = self._state.round + rounds, len(moves) // self._kind.move_length
        while self._count < all_moves and self._state.round < end:
            self._step(moves)
        return self._count

    def round_before(self, moves: str, count: int, rounds: int = 1) -> int:
        """The moves before this round, or before an earlier one."""
        self.after(moves, count)
        return self._rounds[max(0, bisect_left(self._rounds, count) - rounds)]
