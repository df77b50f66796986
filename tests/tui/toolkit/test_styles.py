"""Colours: what can be read on which ground, in every theme."""

from collections.abc import Callable, Iterator, Mapping
from colorsys import rgb_to_hsv

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from durak_tui.tui.terminal.indexed_colours import number_of
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs
from durak_tui.tui.toolkit.palettes import FELTS, OWN_THEMES, SIXTEEN, felt, in_256
from durak_tui.tui.toolkit.styles import (
    LEGIBLE,
    VISIBLE,
    contrast,
    looks,
    suit_colour,
    suit_looks,
)
from tools.colour_sheets import ANSI_PALETTES, AnsiPalette, cells

THEMES = {theme.name: theme for theme in (*OWN_THEMES, *BUILTIN_THEMES.values()) if not theme.ansi}
SYSTEMS = {"true": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}
SUITS = ("black", "red", "green", "blue")
AREAS = ("back-plain", "shares")  # Of one colour, or of two that differ in hue.
INK, PAPER = 1.3, 1.1  # The least contrasts with what lies beneath.
VIVID = 0.2  # How far from a grey a red is at least; where nothing but a pink can be read.


def theme_of(name: str, colours: str) -> Theme:
    """A theme as it is with so many colours."""
    return THEMES[name] if colours == "true" else in_256(THEMES[name])


def contrasts(found: Mapping[str, Style], colours: str) -> dict[str, float]:
    """The contrast of each look with its ground."""
    read = {}
    for name, style in found.items():
        assert style.color and style.bgcolor and style.color.triplet and style.bgcolor.triplet
        pair = Color(*style.color.triplet), Color(*style.bgcolor.triplet)
        assert colours == "true" or all(number_of(one.rgb) is not None for one in pair)
        read[name] = contrast(*pair)
    return read


def grounds(theme: Theme) -> list[Color]:
    """The grounds on which texts stand in a theme."""
    colours = theme.to_color_system().generate()
    own = [Color.parse(colours[part]) for part in ("background", "surface", "panel")]
    names = ("theme", *FELTS)
    felts = (felt(one, theme, beside=beside) for one in names for beside in (False, True))
    return [*own, *(Color.parse(one) for one in felts if one)]


def everywhere(name: str, colours: str) -> Iterator[tuple[Color, Mapping[str, Style]]]:
    """The grounds of a theme, each with all looks on it."""
    theme = theme_of(name, colours)
    for ground in grounds(theme):
        yield ground, looks(theme, ground, SYSTEMS[colours])


def in_every_theme(test: Callable[[str, str], None]) -> Callable[[str, str], None]:
    """A test of all themes in true colours and in 256."""
    for mark in (
        pytest.mark.parametrize("name", THEMES),
        pytest.mark.parametrize("colours", SYSTEMS),
        pytest.mark.few(14),
    ):
        test = mark(test)
    return test


@pytest.mark.parametrize("colours", [*SYSTEMS, "16", "none"])
def test_trumps_in_texts_are_underlined_everywhere(colours: str) -> None:
    theme = BUILTIN_THEMES["ansi-dark"] if colours == "16" else theme_of("durak", colours)
    system = None if colours == "none" else SYSTEMS.get(colours, ColorSystem.STANDARD)
    found = looks(theme, Color.parse("#102018"), system)
    assert all(found[f"trump-{suit}"].underline for suit in SUITS)
    assert not any(found[name].underline for name in found if not name.startswith("trump"))


@in_every_theme
def test_the_corners_of_an_empty_place_are_of_the_ground(name: str, colours: str) -> None:
    for _ground, found in everywhere(name, colours):
        assert found["vacant"].color == found["edge-card"].bgcolor != found["vacant"].bgcolor


@in_every_theme
def test_texts_can_be_read_and_signs_be_seen_everywhere(name: str, colours: str) -> None:
    assert LEGIBLE >= 4.5, "WCAG 2.1, 1.4.3"
    for ground, styles in everywhere(name, colours):
        found = contrasts(styles, colours)
        for look in ("dim", "bar", "neutral", "text", "text-red", "text-green", "text-blue"):
            assert found[look] >= LEGIBLE, (look, ground)
        for suit in SUITS:
            assert found[f"trump-{suit}"] >= LEGIBLE, (suit, ground)
        for look in ("accent", "good", "bad", "strong", "cursor"):
            assert found[look] >= VISIBLE, (look, ground)
        for suit in SUITS:
            assert found[f"card-{suit}"] >= LEGIBLE
            assert found[f"under-{suit}"] >= VISIBLE
        assert found["edge-under"] > PAPER, ground  # a beaten card, that is


@in_every_theme
def test_a_red_card_in_a_text_is_red_everywhere(name: str, colours: str) -> None:
    for ground, found in everywhere(name, colours):
        color = found["text-red"].color
        assert color and color.triplet
        hue, saturation, _ = rgb_to_hsv(*color.triplet.normalized)
        assert min(hue, 1 - hue) < 0.03, ground
        assert saturation >= VIVID, ground


@pytest.mark.parametrize("name", SIXTEEN)
@pytest.mark.parametrize("kind", ["card", "under"])
def test_with_sixteen_colours_every_card_has_the_colour_of_its_suit(name: str, kind: str) -> None:
    found = looks(BUILTIN_THEMES[name], Color.parse("ansi_default"), ColorSystem.STANDARD)
    for suit in SUITS[1:]:
        style = found[f"{kind}-{suit}"]
        assert suit in [color and color.name for color in (style.color, style.bgcolor)]


@pytest.mark.parametrize("terminal", ANSI_PALETTES, ids=lambda one: one.name)
def test_with_sixteen_colours_every_ink_differs_from_its_ground(terminal: AnsiPalette) -> None:
    theme = BUILTIN_THEMES[terminal.theme]
    ground = Color.parse(terminal.ground)
    papers = {}
    for name, style in looks(theme, Color.parse("ansi_default"), ColorSystem.STANDARD).items():
        (cell,) = cells([Segment("x", style)], terminal)
        papers[name] = Color.parse(cell.ground)
        if name not in AREAS and not name.startswith("edge"):
            assert contrast(Color.parse(cell.color), papers[name]) > INK, name
    fresh, beaten = papers["card-black"], papers["under-black"]
    pairs = (fresh, ground), (beaten, ground), (beaten, fresh)
    assert all(contrast(one, other) > PAPER for one, other in pairs)


@pytest.mark.parametrize("name", SIXTEEN)
def test_with_sixteen_colours_nothing_is_of_a_colour_of_its_own(name: str) -> None:
    for style in looks(BUILTIN_THEMES[name], Color.parse("ansi_default")).values():
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.triplet is None


def test_two_colours_or_four() -> None:
    assert [suit_colour(card, four=False) for card in range(4)] == ["black", "red", "red", "black"]
    assert len({suit_colour(card, four=True) for card in range(4)}) == 4


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_cards_in_a_text_have_the_colour_of_their_suit(glyphs: Glyphs) -> None:
    signs = glyphs.suits
    canvas = Canvas(40, 2, suit_looks(glyphs, four=False))
    canvas.put(0, 0, f"You beat 10{signs[2]} with A{signs[0]}.", "dim")
    assert canvas.row(0)[:3] == (
        ("You beat ", "dim"), (f"10{signs[2]}", "text-red"), (f" with A{signs[0]}.", "dim")
    )  # fmt: skip
    canvas.put(0, 1, f"Beat 7{signs[1]}!", "bad")
    assert canvas.row(1)[0] == (f"Beat 7{signs[1]}!", "bad")
    canvas = Canvas(40, 1, suit_looks(glyphs, four=False, colours=False))
    canvas.put(0, 0, f"Beat 10{signs[2]} with A{signs[0]}.", "strong")
    assert canvas.row(0)[0] == (f"Beat 10{signs[2]} with A{signs[0]}.", "strong")
