"""The sheets of colours: what screens share is drawn once, and colours are right."""

import re

from rich.segment import Segment
from rich.style import Style

from tools.colour_sheets import ANSI_PALETTES, ShownCell, cells, drawing

VGA = ANSI_PALETTES[0]


def screen(text: str, *colours: str) -> list[list[ShownCell]]:
    """A screen of one row, with the colours of its characters on black."""
    return [
        [ShownCell(character, its, "#000000") for character, its in zip(text, colours, strict=True)]
    ]


def test_what_two_screens_share_is_drawn_once_and_each_has_its_own_colours() -> None:
    defined, uses = drawing(
        "t", [screen("ab", "#ff0000", "#ff0000"), screen("ab", "#00ff00", "#0000ff")]
    )
    assert re.findall(r"<text[^>]*>([^<]*)<", defined) == ["a", "b"]
    assert [re.findall(r'fill="(#\w+)"', use) for use in uses] == [
        ["#000000", "#ff0000", "#ff0000"], ["#000000", "#00ff00", "#0000ff"]
    ]  # fmt: skip
    ids = re.findall(r'id="(\w+)"', defined)
    assert all(re.findall(r'href="#(\w+)"', use) == ids for use in uses)


def test_blocks_are_shapes_and_texts_stand_in_their_columns() -> None:
    defined, _ = drawing("t", [screen("█ x", *["#ffffff"] * 3)])
    assert "█" not in defined
    assert re.findall(r'<text x="([\d.]+)"[^>]*>x<', defined) == ["24.4"]


def test_the_colours_of_a_terminal_are_those_of_its_palette() -> None:
    segments = [Segment("a", Style.parse("red on default")), Segment("b", Style.parse("reverse")),
                Segment("c", Style.parse("#102030 on bright_white")), Segment("d")]  # fmt: skip
    assert cells(segments, VGA) == [
        ShownCell("a", "#aa0000", "#000000"), ShownCell("b", "#000000", "#aaaaaa"),
        ShownCell("c", "#102030", "#ffffff"), ShownCell("d", "#aaaaaa", "#000000"),
    ]  # fmt: skip
    (dim,) = cells([Segment("a", Style.parse("dim"))], VGA)
    assert VGA.ground < dim.color < VGA.text
