"""All themes in 256 colours: no ground falls together with another."""

from itertools import pairwise

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from durak_tui.tui.terminal.indexed_colours import number_of
from durak_tui.tui.toolkit.palettes import FELTS, NAMED, OWN_THEMES, felt, in_256, theme_colour
from durak_tui.tui.toolkit.styles import LEGIBLE, contrast

THEMES = {theme.name: theme for theme in (*OWN_THEMES, *BUILTIN_THEMES.values()) if not theme.ansi}
GROUNDS = ("background", "surface", "panel")


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_in_256_colours_has_no_others(name: str) -> None:
    theme = in_256(THEMES[name])
    colours = [theme_colour(part, theme) for part in NAMED]
    for table in ("theme", *FELTS):
        for beside in (False, True):
            if ground := felt(table, theme, beside=beside):
                colours.append(Color.parse(ground))
    assert all(number_of(colour.rgb) is not None for colour in colours)


@pytest.mark.parametrize("name", THEMES)
def test_its_grounds_keep_their_order_and_are_not_black(name: str) -> None:
    true, theme = THEMES[name], in_256(THEMES[name])
    pairs = [(theme_colour(part, true), theme_colour(part, theme)) for part in GROUNDS]
    for (one, shown), (other, shown_other) in pairwise(pairs):
        assert (one == other) == (shown == shown_other)
        assert (one.brightness < other.brightness) == (shown.brightness < shown_other.brightness)
    assert all(shown.brightness > 0.06 for _, shown in pairs)


@pytest.mark.parametrize("name", THEMES)
def test_the_table_differs_from_what_stands_beside_it_and_from_a_card(name: str) -> None:
    theme = in_256(THEMES[name])
    for table in FELTS:
        grounds = [felt(table, theme, beside=beside) for beside in (False, True)]
        assert grounds[0] != grounds[1]
        assert "#EEEEEE" not in grounds
    assert theme_colour("background", theme).hex != "#EEEEEE"


@pytest.mark.parametrize("name", [theme.name for theme in THEMES.values() if not theme.dark])
def test_cards_are_seen_on_the_tables_of_light_themes(name: str) -> None:
    for theme in (THEMES[name], in_256(THEMES[name])):
        ground, beside = (
            Color.parse(felt("theme", theme, beside=one) or "") for one in (False, True)
        )
        assert contrast(ground, Color.parse("#eeeeee")) > 1.2
        assert ground != beside


@pytest.mark.parametrize("name", ["nord", "gruvbox", "dracula", "tokyo-night", "solarized-dark"])
def test_the_line_of_keys_keeps_the_hue_of_a_theme_where_its_grounds_are_greys(name: str) -> None:
    true, shown = THEMES[name], in_256(THEMES[name])
    panel, bar = theme_colour("panel", true), Color.parse(shown.variables["bar"])
    assert theme_colour("panel", shown).rgb[0] == theme_colour("panel", shown).rgb[2]
    assert (panel.r > panel.b) == (bar.r > bar.b)
    assert bar.r != bar.b


@pytest.mark.parametrize("name", THEMES)
def test_a_marked_command_can_be_read_and_is_seen_among_the_others(name: str) -> None:
    shown = in_256(THEMES[name])
    colours = shown.to_color_system().generate()
    text = Color.parse(colours["block-cursor-blurred-foreground"])
    row = Color.parse(colours["block-cursor-blurred-background"])
    assert row.a == 1 and number_of(row.rgb) is not None
    assert contrast(text, row) >= LEGIBLE
    assert row not in [theme_colour(part, shown) for part in GROUNDS]


@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_own_themes_are_green_and_what_is_beside_the_table_goes_with_the_screens(
    theme: Theme,
) -> None:
    shown = in_256(theme)
    table, few = (Color.parse(felt("theme", one) or "") for one in (theme, shown))
    assert is_green(table)
    # There is no dark green among 256 colours that is no signal: dim texts have the hue.
    assert is_green(Color.parse(shown.variables["dim"]) if theme.dark else few)
    beside = Color.parse(felt("theme", shown, beside=True) or "")
    assert beside in [theme_colour(part, shown) for part in ("background", "surface")]


def is_green(colour: Color) -> bool:
    return colour.g > max(colour.r, colour.b)


def test_felts_go_with_dark_and_with_light_themes() -> None:
    for themes in (OWN_THEMES, [in_256(theme) for theme in OWN_THEMES]):
        for name in FELTS:
            dark, light = (Color.parse(felt(name, theme) or "") for theme in themes)
            assert dark.brightness < 0.5 < light.brightness


def test_a_change_for_256_colours_leaves_the_theme_itself_as_it_is() -> None:
    before = dict(OWN_THEMES[0].variables)
    in_256(OWN_THEMES[0])
    assert OWN_THEMES[0].variables == before
