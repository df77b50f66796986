"""The board of 2048 for two in a terminal."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from durak_tui.games.duel2048.board import CELLS, COLUMNS, HALF, ROWS
from durak_tui.games.duel2048.duel import Duel
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

_WIDTH: Final = 7  # Columns of a cell, its edge included.
_MIDDLE: Final = 1  # Columns more between the halves.
_HIGH: Final = 4 * ROWS - 1  # Lines with which cells are three lines high.
_OWN: Final = ("tile-first", "tile-second")  # The looks of both players' tiles.


@dataclass(frozen=True, slots=True)
class DuelSight:
    """The picture of a game."""

    duel: Duel
    levels: bool = False  # Show levels with signs, as records do, not numbers.
    cursor: int | None = None  # The cell that a person is about to choose.
    free: Collection[int] = ()  # Those that they may choose.


class DuelBoard(CanvasWidget):
    """Four rows of eight cells; each player has a half."""

    _sight: DuelSight | None = None

    def show(self, sight: DuelSight) -> None:
        self._sight = sight
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._sight is None:
            return
        lines = 3 if canvas.height >= _HIGH else 1
        left = max(0, (canvas.width - self._x(COLUMNS)) // 2)
        for at in range(CELLS):
            row, column = divmod(at, COLUMNS)
            self._cell(canvas, at, left + self._x(column), row * (lines + (lines > 1)), lines)
        middle = left + self._x(HALF) - 2
        for y in range(ROWS * (lines + (lines > 1))):
            canvas.put(middle, y, "|" if self.glyphs.ascii else "║", "dim")

    @staticmethod
    def _x(column: int) -> int:
        return column * _WIDTH + (_MIDDLE + 1 if column >= HALF else 0)

    def _cell(self, canvas: Canvas, at: int, x: int, y: int, lines: int) -> None:
        sight = self._sight
        assert sight
        tile = sight.duel.tiles[at]
        text, look = self._words(tile, at), "neutral"
        if tile:
            look = _OWN[int(tile < 0)]
        elif at in sight.free:
            look = "neutral-key"
        if at == sight.cursor:
            look = "cursor"
        inner = _WIDTH - 1
        for line in range(lines):
            shown = f"{text:^{inner}}" if line == lines // 2 else " " * inner
            canvas.put(x, y + line, shown, look, action=f"cell-{at}")

    def _words(self, tile: int, at: int) -> str:
        """A tile with the sign of its owner."""
        sight = self._sight
        assert sight
        if not tile:
            return "o" if at in sight.free else self.glyphs.nothing
        sign = "+" if tile > 0 else "-"
        return f"{sign}{abs(tile):02}" if sight.levels else f"{sign}{2 ** abs(tile)}"
