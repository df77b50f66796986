"""Charts on a screen."""

import pytest
from rich.style import Style
from textual.app import ComposeResult
from textual.color import Color
from textual.geometry import Region
from textual.theme import Theme

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.line_chart import LineChart, put_chart
from durak_tui.tui.toolkit.palettes import DARK, OWN_THEMES
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.styles import VISIBLE, contrast, looks
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
        (("0 ┤", "dim"), ("  ██", "shares"), (" ", "text")),
    ]
    assert canvas.look_at(1, 4) == canvas.look_at(4, 4) == "text-first"
    assert canvas.look_at(1, 5) == canvas.look_at(6, 5) == "text-second"


@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_names_and_signs_of_both_sides_can_be_read(theme: Theme) -> None:
    ground = Color.parse(theme.background or "")
    found = looks(theme, ground)
    for look in ("text-first", "text-second"):
        colour = found[look].color
        assert colour and colour.triplet
        assert contrast(Color(*colour.triplet), ground) >= VISIBLE
    assert len({found[look].color for look in ("text-first", "text-second")}) == 2


def test_without_colours_the_shares_are_told_apart_by_their_cells() -> None:
    assert looks(DARK, Color.parse("black"), None)["shares"] == Style()
    canvas = Canvas(7, 5)
    put_chart(canvas, Region(0, 0, 7, 5), CURVE, ascii_only=True)
    assert canvas.row(1)[1] == ("  ##", "shares")


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
