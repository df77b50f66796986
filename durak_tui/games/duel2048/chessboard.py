"""The board that a ``class Player`` is given (S-021).

Its methods are those of SESSDSA's platform, for players that are older than this program.  Cells
are (row, column); a player is True for the first, False for the second.
"""

from collections.abc import Sequence

from durak_tui.games.duel2048.board import (
    COLUMNS,
    EMPTY_BOARD,
    HALF,
    ROWS,
    Tiles,
    merged,
    offered,
    slides,
    written,
)

Position = tuple[int, int]
Decision = tuple[int, ...]


class Chessboard:
    """A board, which the player may change as they like."""

    def __init__(self, array: Sequence[int], tiles: Tiles = EMPTY_BOARD) -> None:
        self.array = array  # The random numbers of the rounds.
        self._tiles = tiles
        self._decisions: dict[bool, Decision] = {True: (), False: ()}
        self._times: dict[bool, float] = {True: 0.0, False: 0.0}
        self._last_move: tuple[Tiles, int, int] | None = None

    def add(self, belong: bool, position: Position, value: int = 1) -> None:
        """Place a tile; it belongs to the owner of the half."""
        if not _is_on(position):
            raise IndexError("there is no such cell")
        at = _cell(position)
        level = value if at % COLUMNS < HALF else -value
        self._tiles = (*self._tiles[:at], level, *self._tiles[at + 1 :])

    def move(self, belong: bool, direction: int | None) -> bool:
        """Merge to side 0 to 3; True if anything has changed."""
        before, player = self._tiles, 1 - bool(belong)
        if direction is None:
            return False
        self._tiles = merged(before, player, direction)
        self._last_move = before, player, direction
        return self._tiles != before

    def getBelong(self, position: Position) -> bool:
        tile = self._tile(position)
        return tile > 0 if tile else position[1] < HALF

    def getValue(self, position: Position) -> int:
        return abs(self._tile(position))

    def _tile(self, position: Position) -> int:
        """The tile of a cell; there is none beyond the board."""
        return self._tiles[_cell(position)] if _is_on(position) else 0

    def getScore(self, belong: bool) -> list[int]:
        """The levels of all tiles of a player, ascending."""
        return sorted(abs(tile) for tile in self._tiles if tile and (tile > 0) == bool(belong))

    def getNone(self, belong: bool) -> list[Position]:
        """The free cells of a player's half, row by row."""
        return [
            divmod(at, COLUMNS)
            for at, tile in enumerate(self._tiles)
            if not tile and (at % COLUMNS < HALF) == bool(belong)
        ]

    def getNext(self, belong: bool, currentRound: int) -> Position | tuple[()]:
        """The cell that is offered in a player's own half, if any."""
        at = offered(self._tiles, 1 - bool(belong), self.array[currentRound])
        return () if at is None else divmod(at, COLUMNS)

    def getDecision(self, belong: bool) -> Decision:
        """The last decision of a player: (row, column), (direction,) or ()."""
        return self._decisions[bool(belong)]

    def updateDecision(self, belong: bool, decision: Decision) -> None:
        self._decisions[bool(belong)] = decision

    def getTime(self, belong: bool) -> float:
        """The seconds that a player has left."""
        return self._times[bool(belong)]

    def updateTime(self, belong: bool, time: float) -> None:
        self._times[bool(belong)] = time

    def getAnime(self) -> list[tuple[int, int, int, int]]:
        """Rows and columns, from and to, of tiles that moved last."""
        if self._last_move is None:
            return []
        return [
            (*divmod(start, COLUMNS), *divmod(end, COLUMNS))
            for start, end in slides(*self._last_move)
        ]

    def getRaw(self) -> list[list[tuple[int, bool]]]:
        """For each row the level and the owner of each cell."""
        return [
            [(self.getValue(at), self.getBelong(at)) for at in row]
            for row in ([(r, c) for c in range(COLUMNS)] for r in range(ROWS))
        ]

    def copy(self) -> "Chessboard":
        new = Chessboard(self.array, self._tiles)
        new._decisions, new._times = self._decisions.copy(), self._times.copy()
        new._last_move = self._last_move
        return new

    def __repr__(self) -> str:
        return written(self._tiles)


def _is_on(position: Position) -> bool:
    return 0 <= position[0] < ROWS and 0 <= position[1] < COLUMNS


def _cell(position: Position) -> int:
    return position[0] * COLUMNS + position[1]
