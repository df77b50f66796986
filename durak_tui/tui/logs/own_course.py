"""Facts about a player, and below them the course of their rating."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.geometry import Region, Size

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.line_chart import put_chart
from durak_tui.tui.toolkit.page import Line, Page
from durak_tui.words.chart import NO_CURVE, Curve

_LEAST: Final = 6  # Rows of a chart with two for its axis; of fewer nothing can be seen.
_LOW: Final = 10  # Rows of a chart below which its axis only holds the line.
_PART: Final = 3, 5  # Of the rows of both this and the list below, with a chart.


class OwnCourse(Page, can_focus=False):
    """All the facts, and a chart if rows are left for one."""

    DEFAULT_CSS = "OwnCourse { height: auto; }"

    _title = ""
    _curve: Curve = NO_CURVE
    _low: Curve = NO_CURVE

    def tell(
        self, lines: Callable[[int], Sequence[Line]], title: str, curve: Curve, low: Curve
    ) -> None:
        """Show a chart below the facts that ``lines`` makes for a width.

        ``low`` is the chart for few rows.
        """
        self._title, self._curve, self._low = title, curve, low
        self.show(lines, stays=True)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        part, whole = _PART
        facts, most = len(self.lines(width)) + 1, container.height * part // whole
        return most if self._rows(most, facts) else facts

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        begin = self.length + 1
        if rows := self._rows(canvas.height, begin):
            canvas.put(0, begin, self._title, "dim")
            region = Region(0, begin + 1, canvas.width, rows)
            curve = self._low if rows < _LOW else self._curve
            put_chart(canvas, region, curve, ascii_only=self.glyphs.ascii)

    def _rows(self, height: int, facts: int) -> int:
        """Rows of a chart below so many of facts; 0 without room."""
        below = int(self.screen.has_class("-tall"))
        rows = height - facts - 1 - below
        return rows if self._curve.values and rows >= _LEAST else 0
