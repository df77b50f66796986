"""Colours: what can be read on which ground, in every theme."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs
from durak_tui.tui.toolkit.styles import (
    FELTS,
    LEGIBLE,
    OWN_THEMES,
    VISIBLE,
    contrast,
    felt,
    looks,
    suit_colour,
    suit_looks,
)

THEMES = {theme.name: theme for theme in (*OWN_THEMES, *BUILTIN_THEMES.values()) if not theme.ansi}


def contrast_of(look: str, theme: str, ground: Color) -> float:
    """How well a look can be read there."""
    style = looks(THEMES[theme], ground)[look]
    assert style.color and style.bgcolor and style.color.triplet and style.bgcolor.triplet
    return contrast(Color(*style.color.triplet), Color(*style.bgcolor.triplet))


def grounds(name: str) -> list[Color]:
    """What texts stand on in a theme."""
    theme = THEMES[name]
    colours = theme.to_color_system().generate()
    own = [Color.parse(colours[part]) for part in ("background", "surface", "panel")]
    names = ("theme", *FELTS)
    felts = (felt(one, theme, beside=beside) for one in names for beside in (False, True))
    return [*own, *(Color.parse(one) for one in felts if one)]


@pytest.mark.few(7)
@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read_and_signs_be_seen_everywhere(theme: str) -> None:
    assert LEGIBLE >= 4.5, "WCAG 2.1, 1.4.3"
    for ground in grounds(theme):
        for look in ("dim", "bar", "text", "text-red", "text-green", "text-blue"):
            assert contrast_of(look, theme, ground) >= LEGIBLE
        for look in ("accent", "good", "bad", "strong", "cursor"):
            assert contrast_of(look, theme, ground) >= VISIBLE


def test_felts_go_with_dark_and_with_light_themes() -> None:
    dark, light = OWN_THEMES
    for name in FELTS:
        pair = [Color.parse(felt(name, theme) or "") for theme in (dark, light)]
        assert pair[0].brightness < 0.5 < pair[1].brightness


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
