"""A map that is being drawn (G-041)."""

from typing import Final

from durak_tui.games.goldrush.maps import BASE, EMPTY, MUD, RICHEST, STONE, MineMap

MORE: Final = "+"  # Brushes that change the diamonds of a pile.
LESS: Final = "-1"
BRUSHES: Final = (EMPTY, MUD, STONE, BASE, MORE, LESS)


class MapDraft:
    """A map, cell by cell, with all steps to it."""

    def __init__(self, mine: MineMap) -> None:
        self.width: Final = mine.width
        self.height: Final = mine.height
        self.cells = list(mine.cells)
        self.mirrors = False  # Draw in all four quarters.
        self._steps: list[dict[int, str]] = []  # What was there before each.
        self._saved = mine.cells

    @property
    def map(self) -> MineMap:
        return MineMap(self.width, self.height, tuple(self.cells))

    @property
    def is_changed(self) -> bool:
        """True if it differs from what was saved last."""
        return tuple(self.cells) != self._saved

    def saved(self) -> None:
        """Take note that it is saved."""
        self._saved = tuple(self.cells)

    def paint(self, x: int, y: int, brush: str) -> None:
        """Draw one of `BRUSHES` in a cell, or in four."""
        columns = {x, self.width - 1 - x} if self.mirrors else {x}
        rows = {y, self.height - 1 - y} if self.mirrors else {y}
        before: dict[int, str] = {}
        for at in {row * self.width + column for row in rows for column in columns}:
            code = _painted(self.cells[at], brush)
            if code != self.cells[at]:
                before[at], self.cells[at] = self.cells[at], code
        if before:
            self._steps.append(before)

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        if not self._steps:
            return False
        for at, code in self._steps.pop().items():
            self.cells[at] = code
        return True


def _painted(code: str, brush: str) -> str:
    if brush not in (MORE, LESS):
        return brush
    pile = int(code) if code.isdecimal() else 0
    if brush == MORE:
        return str(min(RICHEST, pile + 1))
    return str(pile - 1) if pile > 1 else EMPTY if code.isdecimal() else code
