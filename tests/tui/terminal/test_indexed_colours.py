"""The 240 fixed colours, and which of them stands for another."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from durak_tui.tui.terminal.indexed_colours import FixedColours, indexed, nearest, number_of

BLACK = Color(0, 0, 0)
COLOURS = st.builds(Color, *[st.integers(0, 255)] * 3)
RICH = st.none() | st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: RichColor.from_rgb(*rgb))


def test_each_number_has_its_own_colour_which_is_nearest_to_itself() -> None:
    for number in range(16, 256):
        assert number_of(indexed(number).rgb) == number
        assert nearest(indexed(number)) == indexed(number)
    assert number_of((23, 61, 43)) is None


@pytest.mark.parametrize(
    ("number", "rgb"),
    [(16, (0, 0, 0)), (22, (0, 95, 0)), (65, (95, 135, 95)), (231, (255, 255, 255)),
     (232, (8, 8, 8)), (237, (58, 58, 58)), (255, (238, 238, 238))],
)  # fmt: skip
def test_the_numbers_are_those_of_xterm(number: int, rgb: tuple[int, int, int]) -> None:
    assert indexed(number).rgb == rgb


@pytest.mark.parametrize("dark", ["#14241c", "#173d2b", "#12482f", "#002b36", "#2e3440", "#15324f"])
def test_a_dark_ground_is_neither_black_nor_brighter_than_it_was(dark: str) -> None:
    ground = Color.parse(dark)
    found = nearest(ground)
    assert found != BLACK
    assert abs(found.brightness - ground.brightness) < 0.05
    assert found.hsl.s < 0.1, "no signal green, no teal"


@given(st.lists(st.integers(0, 255), min_size=2))
def test_greys_keep_their_order(greys: list[int]) -> None:
    found = [nearest(Color(grey, grey, grey)).brightness for grey in sorted(greys)]
    assert all(dark <= light for dark, light in pairwise(found))


@given(st.lists(st.tuples(RICH, RICH)))
def test_the_filter_leaves_no_other_colour(pairs: list[tuple[RichColor | None, ...]]) -> None:
    styles = [Style(color=color, bgcolor=ground, bold=True) for color, ground in pairs]
    made = FixedColours().apply([Segment("x", style) for style in styles], BLACK)
    for before, after in zip(styles, made, strict=True):
        assert after.text == "x" and after.style and after.style.bold
        for old, new in (before.color, after.style.color), (before.bgcolor, after.style.bgcolor):
            assert (old is None) == (new is None)
            assert new is None or (new.triplet and number_of(new.triplet) is not None)


def test_the_filter_leaves_the_sixteen_colours_of_the_terminal_as_they_are() -> None:
    style = Style.parse("red on default")
    (made,) = FixedColours().apply([Segment("x", style)], BLACK)
    assert made.style == style
