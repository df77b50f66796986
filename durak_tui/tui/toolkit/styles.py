"""The product's own themes, and how cells look in every theme.

The looks are made here rather than in style sheets, which would be gone through for every
widget and look before the first frame.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from durak_tui.game.cards import suit_of
from durak_tui.tui.toolkit.glyphs import Glyphs, is_red

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


_SHADES: Final = {"shade": 0.1, "shade2": 0.25}
"""Of the ground itself, by how much it is nearer to that of a text."""
_FACE: Final = "#eeeeee"
_BEATEN: Final = "#b2b2b2"
_SUIT_COLOURS: Final = {
    "black": "#1c1c1c", "red": "#d70000", "green": "#005f00", "blue": "#005faf",
}  # fmt: skip
"""Cards have colours of the 256 that terminals count: their numbers are short to send."""
_BACKS: Final = {
    "lattice": ("#5f87af", "#005f87", "#00005f", "cyan on blue"),
    "dots": ("#d78787", "#870000", "#000000", "white on red"),
    "weave": ("#8787af", "#5f5f87", "#00005f", "white on magenta"),
    "plain": ("#875f00", "#875f00", "#000000", "yellow on yellow"),
}
"""For each back its pattern, its ground, the line at the card above it; where there are sixteen."""

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
    "gone": _Look("shade2", "shade", ansi="white on bright_black", plain="reverse dim"),
    # Corners are drawn with the colour of the card on that of the table.
    "edge-card": _Look(_FACE, ansi="white", plain="none"),
    "edge-under": _Look(_BEATEN, ansi="cyan", plain="dim"),
    "edge-gone": _Look("shade", ansi="bright_black", plain="dim"),
    "line-card": _Look("#8a8a8a", _FACE, ansi="black on white", plain="reverse"),
    "line-under": _Look("#6c6c6c", _BEATEN, ansi="black on cyan", plain="reverse dim"),
    "line-gone": _Look("shade2", "shade", ansi="white on bright_black", plain="reverse dim"),
    **{
        f"card-{name}": _Look(color, _FACE, ansi=f"{name} on white", plain="reverse")
        for name, color in _SUIT_COLOURS.items()
    },
    **{
        f"under-{name}": _Look(color, _BEATEN, ansi=f"{name} on cyan", plain="reverse dim")
        for name, color in _SUIT_COLOURS.items()
    },
    **{
        f"back-{name}": _Look(pattern, ground, ansi=ansi, plain="reverse dim")
        for name, (pattern, ground, _line, ansi) in _BACKS.items()
    },
    **{
        f"edge-back-{name}": _Look(ground, ansi=ansi.split(" on ")[1], plain="dim")
        for name, (_pattern, ground, _line, ansi) in _BACKS.items()
    },
    **{
        f"line-back-{name}": _Look(
            line, ground, ansi=f"black on {ansi.split(' on ')[1]}", plain="reverse dim"
        )
        for name, (_pattern, ground, line, ansi) in _BACKS.items()
    },
    # Tiles of 2048, which have a sign, too.
    "tile-first": _Look("#1c1c1c", "#d7af5f", ansi="black on yellow", plain="reverse"),
    "tile-second": _Look("#eeeeee", "#005f87", ansi="white on blue", plain="reverse"),
    # Cards in text; those of black suits are written as all else.
    "text-red": _Look("#ff8787", ansi="red"),
    "text-green": _Look("#5faf5f", ansi="green"),
    "text-blue": _Look("#5fafff", ansi="blue"),
}
"""Colour never carries meaning alone: what differs in colour only is said in text, too."""


FELTS: Final[Mapping[str, tuple[str, str]]] = {
    "green": ("#12482f", "#b4d2bd"), "blue": ("#15324f", "#b9cfe4"), "grey": ("#2c3135", "#cfd3d6"),
}  # fmt: skip
"""Grounds of the card table in dark and in light themes, beside the theme's own."""

_BESIDE: Final = 0.25  # How far the ground beside the table goes towards black, or white.


def suit_looks(glyphs: Glyphs, *, four: bool, colours: bool = True) -> dict[str, str]:
    """The look of each suit in texts, black ones left out."""
    if not colours:
        return {}  # a red card would only lose the weight of its sentence
    found = {glyphs.suit(card): suit_colour(card, four=four) for card in range(4)}
    return {sign: f"text-{colour}" for sign, colour in found.items() if colour != "black"}


def felt(name: str, theme: Theme, *, beside: bool = False) -> str | None:
    """The ground of the table, or beside it, if it has one."""
    if theme.ansi:
        return None
    found = FELTS[name][not theme.dark] if name in FELTS else theme.variables.get("felt")
    if found is None or not beside:
        return found
    end = Color.parse("black" if theme.dark else "white")
    return Color.parse(found).blend(end, _BESIDE).hex


LEGIBLE: Final = 4.5  # The least contrast of text that is to be read (WCAG 2.1, 1.4.3).
VISIBLE: Final = 3.0  # That of what is bold, or said in words as well.


def suit_colour(card: int, *, four: bool) -> str:
    """The colour of a suit among two or four."""
    if four:
        return ("green", "blue", "red", "black")[suit_of(card)]
    return "red" if is_red(card) else "black"


def looks(theme: Theme, background: Color, *, colours: bool = True) -> dict[str, Style]:
    """The style of each look on such a background.

    The theme must name all its colours.
    """
    if not colours:
        return {name: Style.parse(look.plain) for name, look in _LOOKS.items()}
    if theme.ansi:
        return {name: Style.parse(look.ansi) for name, look in _LOOKS.items()}
    return {name: _style(name, look, theme, background) for name, look in _LOOKS.items()}


def _style(name: str, look: _Look, theme: Theme, background: Color) -> Style:
    text = background.get_contrast_text(1)
    shades = {shade: background.blend(text, part) for shade, part in _SHADES.items()}
    behind = background
    if look.background:
        behind = shades.get(look.background) or _color(look.background, theme)
    color = shades.get(look.color) or _color(look.color, theme)
    if name == "cursor":
        color = behind.get_contrast_text(1)
    elif (look.color not in shades and not look.color.startswith("#")) or name.startswith("text"):
        text = _legible(_color("foreground", theme), behind.get_contrast_text(1), behind, LEGIBLE)
        least = VISIBLE if look.attributes == "bold" else LEGIBLE
        faded = color.blend(behind, look.faded)
        if look.faded and "dim" in theme.variables:
            faded = Color.parse(theme.variables["dim"])
        color = _legible(faded, text, behind, least)
    return Style.from_color(color.rich_color, behind.rich_color) + Style.parse(look.attributes)


def _legible(color: Color, text: Color, behind: Color, least: float) -> Color:
    """The nearest colour that can be read on this ground."""
    for part in range(11):
        found = color.blend(text, part / 10)
        if contrast(found, behind) >= least:
            return found
    return text


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1, 1.4.3)."""
    light, dark = sorted(map(_luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    linear = [n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4 for n in color.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _color(name: str, theme: Theme) -> Color:
    if name.startswith("#"):
        return Color.parse(name)
    own = getattr(theme, name)
    # Not what the colour system makes of it, which is not quite the same.
    return Color.parse(own or theme.to_color_system().generate()[name])
