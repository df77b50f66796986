"""Maps of mines, from files and at random (G-010, G-011, G-013)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_
from durak_tui.common.values import shown

EMPTY: Final = "E"
MUD: Final = "M"
STONE: Final = "S"
BASE: Final = "-"
"""A place for a wagon; without a player it is mud."""
LARGEST: Final = 200  # Cells to each side; beyond, a map is taken for an error.
RICHEST: Final = 999  # Diamonds of a pile.

MINES: Final = Path(__file__).parent / "mines"
"""The folder of the maps that ship, NAME.map each."""

WIDTH: Final = 40
HEIGHT: Final = 25
_STONES: Final = 0.35  # Of the cells of a mine at random,
_PILES: Final = 0.05  # and of these
_FEW, _MANY = 1, 10  # diamonds each.


class MapError(UserError):
    """A map that cannot be read, and where in it."""


class MineMap(NamedTuple):
    """A mine before anybody digs: codes of cells, row by row.

    A code is `EMPTY`, `MUD`, `STONE`, `BASE`, or a pile's number of diamonds.
    """

    width: int
    height: int
    cells: tuple[str, ...]

    @property
    def bases(self) -> list[tuple[int, int]]:
        """Places for wagons, as columns and rows from 0."""
        width = self.width
        return [(at % width, at // width) for at, code in enumerate(self.cells) if code == BASE]

    @property
    def diamonds(self) -> int:
        return sum(int(code) for code in self.cells if code.isdecimal())

    @property
    def text(self) -> str:
        """The map's file."""
        return "\n".join([f"{self.width} {self.height}", *map(" ".join, self.rows()), ""])

    def rows(self) -> Iterator[Sequence[str]]:
        for start in range(0, len(self.cells), self.width):
            yield self.cells[start : start + self.width]


def parse_map(text: str) -> MineMap:
    """The map of a file.  Raises MapError with line and column.

    More rows or codes than its size says are ignored.
    """
    lines = text.splitlines()
    size = lines[0].split()[:2] if lines else []
    if len(size) != 2 or not all(map(_is_size, size)):
        text = N_("line 1: a map begins with its width and height, each from 1 to {most}")
        raise MapError(text, most=LARGEST)
    width, height = map(int, size)
    cells: list[str] = []
    for number in range(2, height + 2):
        row = lines[number - 1].split()[:width] if number <= len(lines) else []
        for column, code in enumerate(row, 1):
            if code not in (EMPTY, MUD, STONE, BASE) and not _is_pile(code):
                text = N_(
                    "{code} in line {line}, column {column} is not E, M, S, -"
                    " or a number from 0 to {most}"
                )
                facts = {"line": number, "column": column, "code": shown(code)}
                raise MapError(text, **facts, most=RICHEST)
        if len(row) < width:
            text = N_("line {line}: cells found: {n}, expected: {width}")
            raise MapError(text, line=number, n=len(row), width=width)
        cells += (str(int(code)) if code.isdecimal() else code for code in row)
    return MineMap(width, height, tuple(cells))


def _is_size(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 4 and 1 <= int(word) <= LARGEST


def _is_pile(code: str) -> bool:
    return code.isascii() and code.isdecimal() and len(code) < 10 and int(code) <= RICHEST


def generated(random: Random, width: int = WIDTH, height: int = HEIGHT) -> MineMap:
    """A mine at random, without bases, in a border of stone (G-013)."""

    def cell(x: int, y: int) -> str:
        lot = random.random()
        if x in (0, width - 1) or y in (0, height - 1) or lot < _STONES:
            return STONE
        return str(random.randint(_FEW, _MANY)) if lot < _STONES + _PILES else MUD

    cells = tuple(cell(x, y) for y in range(height) for x in range(width))
    return MineMap(width, height, cells)


def empty_map(width: int, height: int) -> MineMap:
    """A mine with nothing in it (G-005)."""
    return MineMap(width, height, (EMPTY,) * (width * height))


def shipped_mines() -> list[str]:
    """The names of the maps that ship."""
    return sorted(path.stem for path in MINES.glob("*.map"))
