"""The chances that engines report, in one line or in two."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset

from durak_tui.common.short_names import short_names
from durak_tui.common.text import one_line
from durak_tui.records.record import Thought
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.words.worth import percent

_BAR: Final = 10  # Cells of a bar, at most.
_NAME: Final = 16  # Columns of a name, at most.


class Chance(NamedTuple):
    """An engine, and what it said last."""

    name: str
    thought: Thought | None


class Chances(CanvasWidget):
    """For each engine a bar, its chance to win, and its words."""

    DEFAULT_CSS = "Chances { display: none; height: 1; }"

    said: Sequence[Chance] = ()

    def show(self, *said: Chance) -> None:
        """Show what they say; as long as nobody has said anything, nothing.

        After that the line stays, so that what lies below it does.
        """
        if said != self.said:
            self.said = said
            self.display = bool(said) and (self.display or any(one.thought for one in said))
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        lines = canvas.height >= len(self.said)
        room = canvas.width - 1 if lines else (canvas.width - 1) // max(1, len(self.said))
        most = min(_NAME, (room - 2) // 3)
        names = short_names((one.name for one in self.said), most, self.glyphs.ellipsis)
        column = max(map(cell_len, names), default=0) if lines else 0
        for place, (name, one) in enumerate(zip(names, self.said, strict=True)):
            start, y = (0, place) if lines else (place * room, 0)
            x = canvas.put(1 + start, y, name, "strong") + 1
            x = max(x, column + 2)
            self._one(canvas, Offset(x, y), start + room - 1, one, min(_BAR, room // 6))

    def _one(self, canvas: Canvas, place: Offset, end: int, one: Chance, cells: int) -> None:
        """Draw a thought from a place up to a column."""
        (x, y), glyphs = place, self.glyphs
        if one.thought is None:
            canvas.put(x, y, glyphs.dash, "dim")
            return
        win, text = one.thought
        if win is not None:
            full = round(cells * win)
            canvas.put(x, y, glyphs.filled * full, "accent")
            canvas.put(x + full, y, glyphs.empty * (cells - full), "dim")
            x = canvas.put(x + cells, y, f"{percent(win):>6}", "text") + 1
        if cell_len(text) and end - x > 1:
            canvas.put(x, y, fit(one_line(text), end - x, glyphs), "dim")
