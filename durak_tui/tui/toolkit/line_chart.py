"""Charts on a screen."""

from collections.abc import Mapping
from typing import Final

from textual.geometry import Region

from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.words.chart import NO_CURVE, ChartPart, Curve, drawn

LOOKS: Final[Mapping[ChartPart, str]] = {
    "axis": "dim", "line": "accent", "band": "band", "within": "line-band",
    "shares": "shares", "first": "text-first", "second": "text-second",
    "worst": "bad",
}  # fmt: skip


def chart_lines(
    curve: Curve, width: int, height: int, *, ascii_only: bool
) -> list[list[tuple[str, str]]]:
    """The rows of a chart as texts, each with its look."""
    rows = drawn(curve, width, height, ascii_only=ascii_only)
    return [[(text, LOOKS[part]) for text, part in row] for row in rows[:height]]


def put_chart(canvas: Canvas, region: Region, curve: Curve, *, ascii_only: bool) -> None:
    """Draw a chart into a part of a canvas."""
    rows = chart_lines(curve, region.width, region.height, ascii_only=ascii_only)
    for y, row in enumerate(rows, region.y):
        x = region.x
        for text, look in row:
            x = canvas.put(x, y, text, look)


class LineChart(CanvasWidget):
    """A chart that has all the size of the widget."""

    DEFAULT_CSS = "LineChart { height: 1fr; }"

    curve: Curve = NO_CURVE

    def show(self, curve: Curve) -> None:
        """Show this curve; without values the widget is empty."""
        if curve != self.curve:
            self.curve = curve
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        whole = Region(0, 0, canvas.width, canvas.height)
        put_chart(canvas, whole, self.curve, ascii_only=self.glyphs.ascii)
