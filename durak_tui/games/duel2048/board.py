"""The rules of 2048 for two (S-001 to S-009)."""

from collections.abc import Iterator
from typing import Final

ROWS: Final = 4
COLUMNS: Final = 8
HALF: Final = COLUMNS // 2  # Columns of player 0; the others are those of player 1.
CELLS: Final = ROWS * COLUMNS
DIRECTIONS: Final = ("up", "down", "left", "right")
COUNTED: Final = range(14, 0, -1)
"""Levels that decide a game, the highest first."""
RANDOM_BELOW: Final = 720720
"""Bound of the random numbers of a game: divisible by every number of free cells."""

Tiles = tuple[int, ...]
"""A board, row by row: 0 for no tile, a level above 0 for one of player 0, below for player 1."""

EMPTY_BOARD: Final[Tiles] = (0,) * CELLS
_SIGNS: Final = (1, -1)
_MOST_LINES: Final = 1 << 16  # That are remembered.
_OWNED: Final = tuple(
    tuple(at for at in range(CELLS) if (at % COLUMNS >= HALF) == bool(player)) for player in (0, 1)
)
# The order in which offered cells are counted: row by row from the top left for player 0, the
# same backwards, from the bottom right, for player 1.
_OFFERED: Final = (_OWNED[0], _OWNED[1][::-1])


def half_of(at: int) -> int:
    """The player whose half a cell is in."""
    return int(at % COLUMNS >= HALF)


def offered(tiles: Tiles, player: int, number: int) -> int | None:
    """The free cell of a player's half that a number offers (S-004).

    None if the half is full.
    """
    free = [at for at in _OFFERED[player] if not tiles[at]]
    return free[number % len(free)] if free else None


def places(tiles: Tiles, player: int, own: int | None) -> list[int]:
    """Cells for a player's new tile (S-003).

    They are the free ones of the other's half, and the offered one.
    """
    free = [at for at in _OWNED[1 - player] if not tiles[at]]
    return free if own is None else [*free, own]


def placed(tiles: Tiles, at: int) -> Tiles:
    """The board with a new tile, of the owner of the half."""
    return (*tiles[:at], _SIGNS[half_of(at)], *tiles[at + 1 :])


def merged(tiles: Tiles, player: int, direction: int) -> Tiles:
    """The board after a player's merge to one side; perhaps unchanged."""
    result = list(tiles)
    for line, slid in _LINES[player][direction]:
        if (moved := slid[tiles[line]]) is not None:
            result[line] = moved
    return tuple(result)


def slides(tiles: Tiles, player: int, direction: int) -> Iterator[tuple[int, int]]:
    """The cells from and to which a merge moves each tile."""
    for line, slid in _LINES[player][direction]:
        cells = range(CELLS)[line]
        for start, end, _tile in slid.slides(tiles[line]):
            yield cells[start], cells[end]


def can_merge(tiles: Tiles, player: int, direction: int) -> bool:
    """True if a player can move something to that side."""
    for line, slid in _LINES[player][direction]:  # noqa: SIM110 (any() takes twice the time)
        if slid[tiles[line]] is not None:
            return True
    return False


def directions(tiles: Tiles, player: int) -> tuple[int, ...]:
    """The directions in which a player can move something."""
    return tuple(one for one in range(len(DIRECTIONS)) if can_merge(tiles, player, one))


def is_stuck(tiles: Tiles) -> bool:
    """True if nobody will ever be able to do anything."""
    return all(tiles) and not any(
        can_merge(tiles, player, one) for player in (0, 1) for one in range(len(DIRECTIONS))
    )


class _SlidLines(dict[Tiles, Tiles | None]):
    """Lines after a merge, or None for those that stay.

    A line begins at the side to which the player moves; their half are the cells from ``first``
    to before ``last``.
    """

    def __init__(self, player: int, first: int, last: int) -> None:
        super().__init__()
        self._sign, self._first, self._last = _SIGNS[player], first, last

    def __missing__(self, line: Tiles) -> Tiles | None:
        if len(self) >= _MOST_LINES:
            self.clear()
        moved = self._slid(line)
        self[line] = moved if moved != line else None
        return self[line]

    def _slid(self, line: Tiles) -> Tiles:
        result = list(line)
        for start, end, tile in self.slides(line):
            result[start], result[end] = 0, tile
        return tuple(result)

    def slides(self, line: Tiles) -> Iterator[tuple[int, int, int]]:
        """The tiles that move: from, to, what they become (S-005)."""
        result = list(line)
        closed = -1  # The last cell where a tile was eaten, which no other tile passes.
        for start, before in enumerate(line):
            if before * self._sign <= 0:
                continue
            end, tile = start, before
            for at in range(start - 1, closed, -1):
                if result[at]:
                    if abs(result[at]) == abs(tile):
                        end, tile, closed = at, tile + self._sign, at
                    break
                if not self._first <= at < self._last:
                    break
                end = at
            if end != start:
                result[start], result[end] = 0, tile
                yield start, end, tile


def count(tiles: Tiles, player: int, level: int) -> int:
    """The tiles of a level that a player owns."""
    return tiles.count(_SIGNS[player] * level)


def leader(tiles: Tiles) -> tuple[int | None, int]:
    """The player with more of the highest level that differs (S-009).

    And that level; None and 0 if there is none.
    """
    for level in COUNTED:
        first, second = (count(tiles, player, level) for player in (0, 1))
        if first != second:
            return int(second > first), level
    return None, 0


def written(tiles: Tiles) -> str:
    """The board in four lines, as records and players have it (S-023)."""
    return "\n".join(
        " ".join(_TEXTS[half_of(at)][tiles[at]] for at in range(start, start + COLUMNS))
        for start in range(0, CELLS, COLUMNS)
    )


def _line(start: int, step: int, length: int) -> slice:
    stop = start + step * length
    return slice(start, stop if stop >= 0 else None, step)


def _lines(player: int) -> tuple[tuple[tuple[slice, _SlidLines], ...], ...]:
    """For each direction its lines, each from the front back."""
    own, foreign = _SlidLines(player, 0, ROWS), _SlidLines(player, 0, 0)
    columns = [own if half_of(column) == player else foreign for column in range(COLUMNS)]
    left = _SlidLines(player, player * HALF, player * HALF + HALF)
    right = _SlidLines(player, (1 - player) * HALF, (1 - player) * HALF + HALF)
    rows = range(0, CELLS, COLUMNS)
    return (
        tuple((_line(c, COLUMNS, ROWS), columns[c]) for c in range(COLUMNS)),
        tuple((_line(CELLS - COLUMNS + c, -COLUMNS, ROWS), columns[c]) for c in range(COLUMNS)),
        tuple((_line(r, 1, COLUMNS), left) for r in rows),
        tuple((_line(r + COLUMNS - 1, -1, COLUMNS), right) for r in rows),
    )


_LINES: Final = (_lines(0), _lines(1))
_TEXTS: Final = tuple(
    {0: f"{sign}00"} | {level: f"{level:+03d}" for level in range(-99, 100) if level}
    for sign in "+-"
)
