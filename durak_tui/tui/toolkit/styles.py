"""The looks of cells, in every theme and number of colours.

The looks are made here rather than in style sheets, which would be gone through for every
widget and look before the first frame.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from durak_tui.game.cards import suit_of
from durak_tui.tui.terminal.indexed_colours import linear, nearest
from durak_tui.tui.toolkit.glyphs import Glyphs, is_red
from durak_tui.tui.toolkit.palettes import theme_colour


class _Look(NamedTuple):
    """A colour, or one of the theme's, on a background."""

    color: str
    background: str = ""  # Empty: that of the widget.
    on_light: str = ""  # The colour on a light ground, if that differs.
    faded: float = 0.0  # How far the colour goes towards the background.
    attributes: str = "none"
    ansi: str = "default"  # All of it where there are sixteen colours, on a dark ground.
    light: str = ""  # And on a light one, if that differs.
    plain: str = "none"  # All of it where there is none.


_SHADES: Final = {"shade": 0.1, "shade2": 0.25, "shade3": 0.4}
"""Of the ground itself, by how much it is nearer to that of a text."""
_FACE: Final = "#eeeeee"
_BEATEN: Final = "#b2b2b2"
_SUIT_COLOURS: Final = {
    "black": "#1c1c1c", "red": "#d70000", "green": "#005f00", "blue": "#005faf",
}  # fmt: skip
"""Cards have colours of the 256 that terminals count: their numbers are short to send."""
_ON_BEATEN: Final = {**_SUIT_COLOURS, "red": "#af0000"}
_BACKS: Final = {
    "lattice": ("#5f87af", "#005f87", "white on blue"),
    "dots": ("#d78787", "#870000", "white on red"),
    "weave": ("#8787af", "#5f5f87", "white on magenta"),
    "plain": ("#875f00", "#875f00", "yellow on yellow"),
}
"""For each back its pattern, its ground, and both where there are sixteen."""

_PAPER: Final = ("bright_white", "white"), ("white", "bright_black")
"""Of the sixteen colours, the fresh card and the beaten one on a dark ground, and on a light one,
where bright white is the ground itself.  Nothing is lost where a terminal, as the console of Linux,
has no bright grounds."""

_GREYS: Final = ("black", "bright_black")


def _on_card(color: str, ansi: str, *, is_beaten: bool) -> _Look:
    """A look of something drawn on the face of a card."""
    dark, light = (papers[is_beaten] for papers in _PAPER)
    on_light = f"{ansi} on {light}"
    if is_beaten:
        # On the darkest paper only white can be read: the colour of a suit is the ground.
        on_light = f"bright_white on {light if ansi in _GREYS else ansi}"
    return _Look(
        color, _BEATEN if is_beaten else _FACE,
        ansi=f"{ansi} on {dark}",
        light=on_light,
        plain="reverse dim" if is_beaten else "reverse",
    )  # fmt: skip


_ACCENT: Final = _Look(
    "accent", attributes="bold", ansi="bold cyan", light="bold blue", plain="bold"
)
_FIRST: Final = _Look("#1c1c1c", "#d7af5f", ansi="black on yellow", plain="reverse")
_SECOND: Final = _Look("#eeeeee", "#005f87", ansi="bright_white on blue", plain="reverse")
"""The grounds of two sides."""
_IN_TEXT: Final = {
    name: _Look(color, on_light=_SUIT_COLOURS[name], ansi=ansi, light=name)
    for name, color, ansi in (
        ("red", "#ff8787", "bright_red"),
        ("green", "#5faf5f", "green"),
        ("blue", "#5fafff", "bright_blue"),
    )
}
_LOOKS: Final[Mapping[str, _Look]] = {
    "text": _Look("foreground"),
    "dim": _Look("foreground", faded=0.4, ansi="dim", plain="dim"),
    "strong": _Look("foreground", attributes="bold", ansi="bold", plain="bold"),
    "accent": _ACCENT,
    "good": _Look("success", attributes="bold", ansi="bold green", plain="bold"),
    "bad": _Look(
        "error", attributes="bold", ansi="bold bright_red", light="bold red", plain="bold"
    ),
    "cursor": _Look(
        "background", "accent", attributes="bold", ansi="bold reverse", plain="bold reverse"
    ),
    # Between two sides that are coloured: a bar with a hue would be a third.
    "neutral": _Look("foreground", "panel", faded=0.3, ansi="dim", plain="dim"),
    "neutral-key": _Look("foreground", "panel", attributes="bold", ansi="bold", plain="bold"),
    "bar": _Look("foreground", "bar", faded=0.3, ansi="dim", plain="dim"),
    "bar-key": _Look("foreground", "bar", attributes="bold", ansi="bold", plain="bold"),
    "gone": _Look("shade2", "shade", ansi="dim on bright_black", plain="reverse dim"),
    # An empty place, with the ground in its corners, which are all that is seen without colours.
    "vacant": _Look("felt", "shade", ansi="dim", plain="dim"),
    "line-vacant": _Look("shade2", "shade", ansi="dim", plain="dim"),
    # Corners are drawn with the colour of the card on that of the table.
    "edge-card": _Look(_FACE, ansi=_PAPER[0][0], light=_PAPER[1][0], plain="none"),
    "edge-under": _Look(_BEATEN, ansi=_PAPER[0][1], light=_PAPER[1][1], plain="dim"),
    "edge-gone": _Look("shade", ansi="bright_black", plain="dim"),
    "line-card": _on_card("#8a8a8a", "bright_black", is_beaten=False),
    "line-under": _on_card("#6c6c6c", "bright_black", is_beaten=True),
    "line-gone": _Look("shade2", "shade", ansi="dim on bright_black", plain="reverse dim"),
    **{
        f"card-{name}": _on_card(color, name, is_beaten=False)
        for name, color in _SUIT_COLOURS.items()
    },
    **{
        f"under-{name}": _on_card(color, name, is_beaten=True) for name, color in _ON_BEATEN.items()
    },
    **{
        f"back-{name}": _Look(pattern, ground, ansi=ansi, plain="reverse dim")
        for name, (pattern, ground, ansi) in _BACKS.items()
    },
    **{
        f"edge-back-{name}": _Look(ground, ansi=ansi.split(" on ")[1], plain="dim")
        for name, (_pattern, ground, ansi) in _BACKS.items()
    },
    **{
        # As a pattern it costs no turn of colours; a back without one needs another.
        f"line-back-{name}": _Look(
            "#000000" if pattern == ground else pattern,
            ground,
            ansi=f"black on {ansi.split(' on ')[1]}",
            plain="reverse dim",
        )
        for name, (pattern, ground, ansi) in _BACKS.items()
    },
    # Tiles of 2048, which have a sign, too.
    "tile-first": _FIRST,
    "tile-second": _SECOND,
    # The same with words on them.  Of sixteen colours a bold black would be grey.
    "plate-first": _FIRST._replace(attributes="bold", plain="bold reverse"),
    "plate-second": _SECOND._replace(
        attributes="bold", ansi=f"bold {_SECOND.ansi}", plain="bold reverse"
    ),
    "band": _Look("shade2", "shade", ansi="dim", plain="dim"),  # about a line
    "line-band": _ACCENT._replace(background="shade"),
    # Two sides of a chart: filled from below and from above, and their signs and names.
    "shares": _Look("#af8700", "#005f87", ansi="yellow on blue"),
    "text-first": _Look(
        "#d7af5f", attributes="bold", ansi="bold yellow", light="bold black", plain="bold"
    ),
    "text-second": _Look("#5fafff", ansi="bright_blue", light="blue"),
    # Cards in text; black suits look like the rest of it.  Trumps are underlined.
    **{f"text-{name}": look for name, look in _IN_TEXT.items()},
    **{
        f"trump-{name}": look._replace(
            attributes="underline",
            ansi=f"underline {look.ansi}",
            plain="underline",
            light=f"underline {look.light or look.ansi}",
        )
        for name, look in (("black", _Look("foreground")), *_IN_TEXT.items())
    },
}
"""Colour never carries meaning alone: what differs in colour only is said in text, too."""


def suit_looks(glyphs: Glyphs, *, four: bool, colours: bool = True) -> dict[str, str]:
    """The look of each suit in texts, black ones left out."""
    if not colours:
        return {}  # a red card would only lose the weight of its sentence
    found = {glyphs.suit(card): suit_colour(card, four=four) for card in range(4)}
    return {sign: f"text-{colour}" for sign, colour in found.items() if colour != "black"}


LEGIBLE: Final = 4.5  # The least contrast of text that is to be read (WCAG 2.1, 1.4.3).
VISIBLE: Final = 3.0  # That of what is bold, or said in words as well.


def suit_colour(card: int, *, four: bool) -> str:
    """The colour of a suit among two or four."""
    if four:
        return ("green", "blue", "red", "black")[suit_of(card)]
    return "red" if is_red(card) else "black"


def looks(
    theme: Theme, background: Color, system: ColorSystem | None = ColorSystem.TRUECOLOR
) -> dict[str, Style]:
    """The style of each look on such a background.

    ``theme`` must name all its colours, as it is with those of ``system``; None is a terminal
    without colours.
    """
    if system is None:
        return {name: Style.parse(look.plain) for name, look in _LOOKS.items()}
    if theme.ansi:
        return {
            name: Style.parse(look.ansi if theme.dark else look.light or look.ansi)
            for name, look in _LOOKS.items()
        }
    shown = nearest if system is ColorSystem.EIGHT_BIT else _as_it_is
    ground = shown(background)
    # Of a ground that is no grey there is no shade among the 256.
    grey = ground.monochrome if system is ColorSystem.EIGHT_BIT else ground
    text = ground.get_contrast_text(1)
    shades = {shade: shown(grey.blend(text, part)) for shade, part in _SHADES.items()}
    shades["felt"] = ground
    return {
        name: _style(name, look, theme, ground, shades=shades, shown=shown)
        for name, look in _LOOKS.items()
    }


def _as_it_is(color: Color) -> Color:
    return color


def _style(
    name: str,
    look: _Look,
    theme: Theme,
    background: Color,
    *,
    shades: Mapping[str, Color],
    shown: Callable[[Color], Color],
) -> Style:
    """One look; ``shown`` says as what the terminal shows a colour."""
    behind = background
    if look.background:
        behind = shades.get(look.background) or _color(look.background, theme)
    farthest = behind.get_contrast_text(1)  # Black or white.
    chosen = look.on_light if look.on_light and farthest.brightness < 0.5 else look.color
    color = shades.get(chosen) or _color(chosen, theme)
    if name == "cursor":
        color = farthest
    elif look.on_light:
        # A suit keeps its hue, which it would lose on the way to the text of a theme.
        color = _legible(color, farthest, behind, LEGIBLE, shown)
    elif (look.color not in shades and not look.color.startswith("#")) or name.startswith("text"):
        foreground = _color("foreground", theme)
        text = _legible(foreground, farthest, behind, LEGIBLE, shown)
        least = VISIBLE if look.attributes == "bold" else LEGIBLE
        faded = color.blend(behind, look.faded)
        if look.faded and "dim" in theme.variables:
            faded = Color.parse(theme.variables["dim"])
        color = _legible(faded, text, behind, least, shown)
    return Style.from_color(color.rich_color, behind.rich_color) + Style.parse(look.attributes)


def _color(name: str, theme: Theme) -> Color:
    if name == "bar":
        name = theme.variables.get("bar", "panel")
    return Color.parse(name) if name.startswith("#") else theme_colour(name, theme)


def _legible(
    color: Color, text: Color, behind: Color, least: float, shown: Callable[[Color], Color]
) -> Color:
    """The nearest colour that can be read on this ground."""
    for part in range(11):
        found = shown(color.blend(text, part / 10))
        if contrast(found, behind) >= least:
            return found
    return shown(text)


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1, 1.4.3)."""
    light, dark = sorted(map(_luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
