"""The engines that ship, as bars as long as they are strong."""

from typing import Final

from rich.cells import cell_len

from durak_tui.engine.rated import rated, ratings
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

_NAMES: Final = 2  # Columns between names, bars and numbers.


class StrengthBars(CanvasWidget):
    """A bar for each rated engine, the strongest first."""

    _command = ""

    def mark(self, command: str) -> None:
        """Mark the engine with this command, if it is rated."""
        self._command = command
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        engines, marked = ratings().values(), rated(self._command)
        most = max(one.rating for one in engines)
        begin = max(cell_len(one.name) for one in engines) + _NAMES
        room = max(0, canvas.width - begin - _NAMES - len(f"{most:.0f}"))
        for y, one in enumerate(engines):
            look, bar = ("accent", "accent") if one == marked else ("text", "band")
            canvas.put(0, y, one.name, look)
            canvas.put(begin, y, self.glyphs.filled * round(room * one.rating / most), bar)
            canvas.right(y, f"{one.rating:.0f}", look)
