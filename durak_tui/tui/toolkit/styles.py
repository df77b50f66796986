"""The product's own themes, and how cells look in every theme.

The looks are made here rather than in style sheets, which would be gone through for every
widget and look before the first frame.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

DARK: Final = Theme(
    name="durak", dark=True,
    primary="#4f8f6b", secondary="#7aa2c8", accent="#e3b54a",
    warning="#e3b54a", error="#e8665a", success="#8fce7f",
    foreground="#dcd9d0", background="#14241c", surface="#1a2e24", panel="#22392d",
)  # fmt: skip
LIGHT: Final = Theme(
    name="durak-light", dark=False,
    primary="#2d6a4a", secondary="#2d567f", accent="#8a5a00",
    warning="#8a5a00", error="#a8201a", success="#256b1e",
    foreground="#1d2420", background="#d9e4da", surface="#cddbcf", panel="#bfd0c2",
)  # fmt: skip
ANSI: Final = "ansi-dark"  # Textual's own: the terminal's sixteen colours and background.
OWN_THEMES: Final = (DARK, LIGHT)


class _Look(NamedTuple):
    """A colour, or one of the theme's, on a background."""

    color: str
    background: str = ""  # Empty: that of the widget.
    faded: float = 0.0  # How far the colour goes towards the background.
    attributes: str = "none"
    ansi: str = "default"  # All of it where there are sixteen colours.
    plain: str = "none"  # All of it where there is none.


_LOOKS: Final[Mapping[str, _Look]] = {
    "text": _Look("foreground"),
    "dim": _Look("foreground", faded=0.4, ansi="dim", plain="dim"),
    "strong": _Look("foreground", attributes="bold", ansi="bold", plain="bold"),
    "accent": _Look("accent", attributes="bold", ansi="bold cyan", plain="bold"),
    "good": _Look("success", attributes="bold", ansi="bold green", plain="bold"),
    "bad": _Look("error", attributes="bold", ansi="bold red", plain="bold"),
    "cursor": _Look(
        "background", "accent", attributes="bold", ansi="bold reverse", plain="bold reverse"
    ),
    "bar": _Look("foreground", "panel", faded=0.3, ansi="dim", plain="dim"),
    "bar-key": _Look("foreground", "panel", attributes="bold", ansi="bold", plain="bold"),
    "card-black": _Look("#101010", "#f4f1e8", ansi="black on white", plain="reverse"),
    "card-red": _Look("#c00018", "#f4f1e8", ansi="red on white", plain="reverse"),
    "under-black": _Look("#202020", "#bdb9ae", ansi="black on cyan", plain="reverse dim"),
    "under-red": _Look("#a00014", "#bdb9ae", ansi="red on cyan", plain="reverse dim"),
    "back": _Look("#7a9cc6", "#27456b", ansi="white on blue", plain="dim"),
}
"""Colour never carries meaning alone: what differs in colour only is said in text, too."""


def looks(theme: Theme, background: Color, *, colours: bool = True) -> dict[str, Style]:
    """The style of each look on such a background.

    The theme has to name all its colours.
    """
    if not colours:
        return {name: Style.parse(look.plain) for name, look in _LOOKS.items()}
    if theme.ansi:
        return {name: Style.parse(look.ansi) for name, look in _LOOKS.items()}
    return {name: _style(look, theme, background) for name, look in _LOOKS.items()}


def _style(look: _Look, theme: Theme, background: Color) -> Style:
    behind = _color(look.background, theme) if look.background else background
    color = _color(look.color, theme)
    if look.faded:
        color = color.blend(behind, look.faded)
    return Style.from_color(color.rich_color, behind.rich_color) + Style.parse(look.attributes)


def _color(name: str, theme: Theme) -> Color:
    if name.startswith("#"):
        return Color.parse(name)
    return Color.parse(theme.to_color_system().generate()[name])
