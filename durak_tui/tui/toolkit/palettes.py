"""Own themes, grounds of the card table, every theme in 256 colours.

A terminal that has 256 colours has few dark ones: black, greys, and per hue one step, far stronger
than the grounds of any theme.  Green (22), slate (60), olive (58), teal (23) or plum (53) under a
whole table is a signal, and on most of them no red can be read that is more than a pink.  So
grounds are greys there, one step from each other.  The hue of a theme is in single lines, the keys
and a marked command, and in dim texts; where the nearest colour was ugly beside the picture in true
colours, it is chosen by hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from textual.color import Color
from textual.theme import Theme

from durak_tui.tui.terminal.indexed_colours import indexed, nearest

DARK: Final = Theme(
    name="durak", dark=True,
    primary="#4f8f6b", secondary="#7aa2c8", accent="#d7af5f",
    warning="#d7af5f", error="#ff5f5f", success="#87d787",
    foreground="#dadada", background="#14241c", surface="#1a2e24", panel="#22392d",
    variables={"felt": "#173d2b", "dim": "#a8a8a8"},
)  # fmt: skip
LIGHT: Final = Theme(
    name="durak-light", dark=False,
    primary="#2d6a4a", secondary="#2d567f", accent="#8a5a00",
    warning="#8a5a00", error="#a8201a", success="#256b1e",
    foreground="#1d2420", background="#d9e4da", surface="#cddbcf", panel="#bfd0c2",
    variables={"felt": "#bcd6c4"},
)  # fmt: skip
OWN_THEMES: Final = (DARK, LIGHT)
SIXTEEN: Final = ("ansi-light", "ansi-dark")
"""Textual's own, with the sixteen colours and the ground of the terminal: light and dark."""

FELTS: Final[Mapping[str, tuple[str, str]]] = {
    "green": ("#12482f", "#b4d2bd"), "blue": ("#15324f", "#b9cfe4"), "grey": ("#2c3135", "#cfd3d6"),
}  # fmt: skip
"""Grounds of the card table in dark and in light themes, beside the theme's own."""

_WHITE: Final[Mapping[str, str]] = {
    "atom-one-light": "#cccccc", "catppuccin-latte": "#ccd0da", "solarized-light": "#ddd6c1",
    "rose-pine-dawn": "#ddd2ca", "textual-light": "#d0d0d0",
}  # fmt: skip
"""Tables of themes on whose ground the face of a card is hardly seen.

They are of the colour of the panel or, where that is as light as a card, of a darker shade.
"""

_BESIDE: Final = 0.25  # How far the ground beside the table goes towards black, or white.

NAMED: Final = (
    "background", "surface", "panel", "foreground", "primary", "secondary", "accent", "warning",
    "error", "success",
)  # fmt: skip
"""The colours of a theme from which all others are made."""

_MARKED: Final = "block-cursor-blurred-background"
_MARKED_TEXT: Final = "block-cursor-blurred-foreground"
"""Textual's names for the look of a marked command, whose ground would be a grey by blending."""

_FELTS_256: Final = (
    {"felt-green": 22, "felt-green-beside": 234, "felt-blue": 17, "felt-blue-beside": 234,
     "felt-grey": 237, "felt-grey-beside": 235, _MARKED_TEXT: 231},
    {"felt-green": 151, "felt-green-beside": 254, "felt-blue": 153, "felt-blue-beside": 254,
     "felt-grey": 252, "felt-grey-beside": 254, _MARKED_TEXT: 16},
)  # fmt: skip
"""Grounds of the card table in dark and in light themes, and the text of a marked command.

24, 60, 88 and 94 are those of the backs of cards.  22 is the one dark green, where the nearest is a
grey; 23 is a teal, on which the backs of 24 are hardly seen.  What stands beside the table is a
grey, as the screens are.
"""
_BY_HAND: Final[Mapping[str, Mapping[str, int]]] = {
    "durak": {
        "background": 234, "surface": 235, "panel": 236, "foreground": 253,
        "primary": 65, "secondary": 110, "accent": 179, "warning": 179, "error": 203,
        "success": 114, "dim": 108, "felt": 237, "felt-beside": 235, _MARKED: 22,
    },
    "durak-light": {
        "background": 254, "surface": 253, "panel": 251, "foreground": 235,
        "primary": 65, "secondary": 24, "accent": 94, "warning": 94, "error": 124,
        "success": 22, "felt": 151, "felt-beside": 254, _MARKED: 151,
    },
    "textual-dark": {_MARKED: 24},
    # The face of a card is 255, of which 254 is no shade that is seen at once.
    "textual-light": {"felt": 252, "felt-beside": 254, _MARKED: 110},
    "nord": {"secondary": 109, "dim": 109, "bar": 60, _MARKED: 60},
    # Its felt is a grey in true colours, too; 94, the other warm one, is as loud as a warning.
    "gruvbox": {"dim": 144, "bar": 58, _MARKED: 58},
    "catppuccin-mocha": {"dim": 103, "bar": 60, _MARKED: 96},
    "dracula": {"panel": 237, "foreground": 255, "dim": 146, "bar": 60, _MARKED: 60},
    "tokyo-night": {"primary": 141, "dim": 103, "bar": 60, _MARKED: 60},
    "monokai": {_MARKED: 60},
    "flexoki": {"accent": 140, _MARKED: 24},
    # On a lighter panel no red could be read that is more than a pink.
    "catppuccin-frappe": {"panel": 239, "dim": 146, "bar": 60, _MARKED: 96},
    "atom-one-dark": {"panel": 239, "bar": 60, _MARKED: 24},
    "atom-one-light": {"felt": 252, "felt-beside": 254, _MARKED: 153},
    "catppuccin-latte": {
        "background": 254, "surface": 253, "panel": 251, "success": 70, "felt": 251,
        "felt-beside": 253, "bar": 189, _MARKED: 183,
    },
    "catppuccin-macchiato": {"primary": 183, "dim": 146, "bar": 60, _MARKED: 96},
    # 230 is its own cream; 254, which is nearest to its panels, is as light as a card.
    "solarized-light": {
        "background": 230, "surface": 187, "panel": 187, "foreground": 240, "success": 64,
        "felt": 187, "felt-beside": 230, _MARKED: 152,
    },
    "solarized-dark": {"success": 64, "bar": 23, _MARKED: 24},
    "rose-pine": {"surface": 235, "panel": 236, "primary": 183, "dim": 103, _MARKED: 60},
    "rose-pine-moon": {"surface": 236, "primary": 183, "dim": 103, "bar": 60, _MARKED: 60},
    # The one rose that is as light, 224, is a pink, on which a card is hardly seen.
    "rose-pine-dawn": {
        "background": 254, "surface": 231, "panel": 252, "felt": 252, "felt-beside": 254,
        "bar": 224, _MARKED: 182,
    },
}  # fmt: skip
"""Colours and variables of themes by their numbers; all others are the nearest.

``bar`` is the line of keys.  It is left grey where the panels of a theme hardly have a hue, or are
so dark that a line of it would be a stripe of light: monokai, flexoki, rose-pine.
"""


def in_256(theme: Theme) -> Theme:
    """A theme in colours of which a terminal with 256 has all."""
    by_hand = _BY_HAND.get(theme.name, {})
    chosen = {
        name: indexed(number).hex
        for name, number in {**_FELTS_256[not theme.dark], **by_hand}.items()
    }
    named: dict[str, Any] = {
        name: chosen.pop(name, "") or nearest(theme_colour(name, theme)).hex for name in NAMED
    }
    return replace(theme, **named, variables={**theme.variables, **chosen})


def theme_colour(name: str, theme: Theme) -> Color:
    """A colour of a theme by its name."""
    own = getattr(theme, name)
    # Not what the colour system makes of it, which is not quite the same.
    return Color.parse(own or theme.to_color_system().generate()[name])


def felt(name: str, theme: Theme, *, beside: bool = False) -> str | None:
    """The ground of the table, or beside it, if it has one."""
    if theme.ansi:
        return None
    key = f"felt-{name}" if name in FELTS else "felt"
    if found := theme.variables.get(f"{key}-beside" if beside else key):
        return found
    own = theme.variables.get(key, _WHITE.get(theme.name))
    ground = FELTS[name][not theme.dark] if name in FELTS else own
    if ground is None or not beside:
        return ground
    end = Color.parse("black" if theme.dark else "white")
    return Color.parse(ground).blend(end, _BESIDE).hex
