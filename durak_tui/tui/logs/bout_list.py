"""The bouts at the side of a recorded game."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from durak_tui.common.i18n import _
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit

_END: Final = 16
"""Columns for what became of a bout."""


class BoutList(CanvasWidget):
    """A line for each bout; a click is ``bout:N``, from 1."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[tuple[str, str]] = ()
        self._present = 0
        self._top = 0

    def show(self, lines: Sequence[tuple[str, str]], present: int) -> None:
        """Show attacker and end of each bout; number ``present`` is marked."""
        self._lines = lines
        self._present = present
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        glyphs = self.glyphs
        room = max(1, canvas.height - 1)
        at = max(0, self._present - 1)
        self._top = max(0, min(self._top, at, len(self._lines) - room))
        self._top = max(self._top, at - room + 1)
        canvas.put(1, 0, _("Bouts"), "strong")
        digits = len(str(len(self._lines)))
        for y, (name, end) in enumerate(self._lines[self._top : self._top + room], 1):
            number = self._top + y
            look = "accent" if number == self._present else "text"
            canvas.put(1, y, glyphs.pointer if number == self._present else " ", look)
            x = canvas.put(3, y, f"{number:>{digits}}. ", look)
            canvas.put(x, y, fit(name, canvas.width - x - _END - 1, glyphs), look)
            canvas.put(canvas.width - _END, y, fit(end, _END - 1, glyphs), look)
            canvas.zone(Region(0, y, canvas.width, 1), f"bout:{number}")
        if self._top:
            canvas.right(0, glyphs.more_above, "dim", margin=1)
        if self._top + room < len(self._lines):
            canvas.right(canvas.height - 1, glyphs.more_below, "dim")
