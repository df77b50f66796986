"""Charts on a screen."""

from textual.app import ComposeResult
from textual.geometry import Region

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.line_chart import LineChart, put_chart
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.chart import Curve, Track
from tests.tui.apps import started

CURVE = Curve(
    (0, 1), ((0, "0"), (1, "1")), shares=True,
    tracks=(Track("A", {0: "▲"}, "first"), Track("B", {1: "▼"}, "second")),
)  # fmt: skip


class ChartScreen(DurakScreen):
    """A chart, and nothing else."""

    def content(self) -> ComposeResult:
        yield LineChart(id="chart")


def test_both_sides_have_looks_of_their_own() -> None:
    canvas = Canvas(9, 6)
    put_chart(canvas, Region(1, 1, 7, 5), CURVE, ascii_only=False)
    assert [canvas.row(y)[1:] for y in (1, 2)] == [
        (("1 ┤", "dim"), ("  ██", "shares"), (" ", "text")),
        (("  │", "dim"), ("  ██", "shares"), (" ", "text")),
    ]
    assert canvas.look_at(1, 4) == canvas.look_at(4, 4) == "text-first"
    assert canvas.look_at(1, 5) == canvas.look_at(6, 5) == "text-second"


async def test_a_chart_takes_the_window_it_is_in() -> None:
    async with started(size=(60, 20)) as (pilot, app):
        await app.push_screen(ChartScreen())
        chart = app.screen.query_one(LineChart)
        chart.show(CURVE)
        await pilot.pause()
        for width, height in ((60, 20), (100, 40)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert chart.canvas.height == chart.size.height > height - 4
            assert chart.canvas.width == chart.size.width == width
            assert chart.canvas.row(0)[-1][0].endswith("█")
