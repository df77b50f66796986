"""What stands in a window that is too small for the table."""

from typing import Final

from durak_tui.common.i18n import _
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

LEAST: Final = 60, 20
"""Columns and rows that every screen can do with."""


class TooSmall(CanvasWidget):
    """Asks for a larger window; what was on keeps going meanwhile."""

    def draw(self, canvas: Canvas) -> None:
        width, height = LEAST
        lines = [
            _("This window is too small."),
            _("It is {width}x{height},").format(width=canvas.width, height=canvas.height),
            _("{width}x{height} is enough.").format(width=width, height=height),
            _("Nothing is lost."),
        ][: canvas.height]
        top = (canvas.height - len(lines)) // 2
        for y, line in enumerate(lines, top):
            canvas.center(y, line, "strong" if y == top else "text")
