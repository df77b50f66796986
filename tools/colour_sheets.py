"""The sheets of docs/colours.md: run ``python -m tools.colour_sheets``.

All screens of a sheet differ in nothing but colours.  What they show is drawn once, in a layer for
each look, and a screen is a list of layers with their colours.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from os import environ
from typing import Any, Final, NamedTuple

from rich.color import Color, ColorType
from rich.segment import Segment
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
from durak_tui.tui.toolkit.palettes import FELTS, OWN_THEMES, SIXTEEN
from tests.tui.apps import TERMINALS, make_app, text_on, until
from tools.pictures import FOLDER, app_of, home, play
from tools.svg_blocks import CELL, text_with_shapes

_SCALE: Final = 0.4
_GAP: Final = 12
_TITLE: Final = 26


class AnsiPalette(NamedTuple):
    """The sixteen colours, the text and the ground of a terminal."""

    name: str
    theme: str
    colours: Sequence[str]
    text: str
    ground: str


_VGA: Final = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
_XTERM: Final = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
_TANGO: Final = (
    "#2e3436", "#cc0000", "#4e9a06", "#c4a000", "#3465a4", "#75507b", "#06989a", "#d3d7cf",
    "#555753", "#ef2929", "#8ae234", "#fce94f", "#729fcf", "#ad7fa8", "#34e2e2", "#eeeeec",
)  # fmt: skip
_SOLARIZED: Final = (
    "#073642", "#dc322f", "#859900", "#b58900", "#268bd2", "#d33682", "#2aa198", "#eee8d5",
    "#002b36", "#cb4b16", "#586e75", "#657b83", "#839496", "#6c71c4", "#93a1a1", "#fdf6e3",
)  # fmt: skip

ANSI_PALETTES: Final = (
    AnsiPalette("VGA, dark", SIXTEEN[1], _VGA, "#aaaaaa", "#000000"),
    AnsiPalette("xterm, dark", SIXTEEN[1], _XTERM, "#e5e5e5", "#000000"),
    AnsiPalette("Tango, dark", SIXTEEN[1], _TANGO, "#d3d7cf", "#2e3436"),
    AnsiPalette("Solarized, dark", SIXTEEN[1], _SOLARIZED, "#839496", "#002b36"),
    AnsiPalette("VGA, light", SIXTEEN[0], _VGA, "#000000", "#ffffff"),
    AnsiPalette("xterm, light", SIXTEEN[0], _XTERM, "#000000", "#ffffff"),
    AnsiPalette("Tango, light", SIXTEEN[0], _TANGO, "#2e3436", "#ffffff"),
    AnsiPalette("Solarized, light", SIXTEEN[0], _SOLARIZED, "#657b83", "#fdf6e3"),
)


class ShownCell(NamedTuple):
    """A character, and the colours in which it is shown."""

    character: str
    color: str
    ground: str


Screen = list[list[ShownCell]]


def _rgb(color: Color | None, ground: AnsiPalette, *, is_text: bool) -> str:
    if color is None or color.type is ColorType.DEFAULT:
        return ground.text if is_text else ground.ground
    if color.number is not None and color.triplet is None:
        return ground.colours[color.number]
    return color.triplet.hex if color.triplet else ground.text


def _mixed(one: str, other: str) -> str:
    parts = (tuple(int(text[at : at + 2], 16) for at in (1, 3, 5)) for text in (one, other))
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in zip(*parts, strict=True))


def cells(segments: Iterable[Segment], ground: AnsiPalette) -> list[ShownCell]:
    """The cells of a row, as a terminal shows it."""
    found = []
    for text, style, _control in segments:
        color = _rgb(style.color if style else None, ground, is_text=True)
        behind = _rgb(style.bgcolor if style else None, ground, is_text=False)
        if style and style.reverse:
            color, behind = behind, color
        if style and style.dim:
            color = _mixed(color, behind)
        found += [ShownCell(character, color, behind) for character in text]
    return found


def shown(app: DurakApp, ground: AnsiPalette = ANSI_PALETTES[0]) -> Screen:
    """The cells of the screen that is up."""
    return [cells(strip, ground) for strip in app.screen._compositor.render_strips()]


def drawing(name: str, screens: Sequence[Screen]) -> tuple[str, list[str]]:
    """Draw screens with the same characters: all layers, and each screen's colours."""
    grounds: dict[tuple[str, ...], list[str]] = {}
    texts: dict[tuple[str, ...], list[str]] = {}
    for y, rows in enumerate(zip(*screens, strict=True)):
        columns = list(enumerate(zip(*rows, strict=True)))
        for colours, run in groupby(columns, lambda cell: tuple(one.ground for one in cell[1])):
            x, *rest = [x for x, _ in run]
            grounds.setdefault(colours, []).append(
                f'<rect x="{x * CELL[0]:g}" y="{y * CELL[1]:g}"'
                f' width="{(1 + len(rest)) * CELL[0] + 0.5:g}" height="{CELL[1] + 0.5:g}"/>'
            )
        for colours, run in groupby(columns, lambda cell: tuple(one.color for one in cell[1])):
            characters = [(x, cell[0].character) for x, cell in run]
            text = "".join(character for _, character in characters)
            if text.strip():
                start = characters[0][0] * CELL[0]
                drawn_text = text_with_shapes(start, y * CELL[1], text.rstrip())
                texts.setdefault(colours, []).append(drawn_text)
    layers = [*grounds.items(), *texts.items()]
    drawn = "".join(
        f'<g id="{name}{layer}">{"".join(parts)}</g>' for layer, (_, parts) in enumerate(layers)
    )
    uses = [
        "".join(
            f'<use href="#{name}{layer}" fill="{colours[place]}"/>'
            for layer, (colours, _) in enumerate(layers)
        )
        for place in range(len(screens))
    ]
    return f"<defs>{drawn}</defs>", uses


class Shot(NamedTuple):
    """A kind of screen on the sheets."""

    size: tuple[int, int]
    make: Callable[[], DurakApp]
    reach: Callable[[Pilot[Any]], Awaitable[None]]
    has_palette: bool = False  # Textual's, which does not heed a change of the theme.


async def form(pilot: Pilot[Any]) -> None:
    """A form with the cursor in a field."""
    await until(pilot, lambda: "Games" in text_on(app_of(pilot)))
    await pilot.press("down", "down")


SHOTS: Final = {
    "table": Shot(
        (80, 24),
        lambda: make_app("play", {"pause_ms": 0}, engine="Skilled", seed="picture"),
        play,
    ),
    "form": Shot((60, 20), lambda: make_app("autoplay"), form),
    "palette": Shot((60, 20), make_app, home, has_palette=True),
}

Looks = Sequence[tuple[Mapping[str, str], AnsiPalette]]
"""For each screen the settings of its colours, and the terminal."""


async def taken(shot: Shot, looks: Looks) -> list[Screen]:
    """The same screen in all looks."""
    screens = []
    async with (app := shot.make()).run_test(size=shot.size) as pilot:
        await shot.reach(pilot)
        await pilot.pause()
        for settings, ground in looks:
            app.change_settings(**settings)
            await pilot.pause()
            if shot.has_palette:
                await pilot.press("ctrl+p", *"setting")
                await until(pilot, lambda: "Settings file" in text_on(app))
            await pilot.pause()
            screens.append(shown(app, ground))
            if shot.has_palette:
                await pilot.press("escape")
    return screens


def sheet(titles: Sequence[str], looks: Sequence[Looks]) -> str:
    """A page with a line of screens for each title."""
    every = [one for line in looks for one in line]
    defined, uses = "", []
    height = max(shot.size[1] for shot in SHOTS.values()) * CELL[1] * _SCALE
    left = float(_GAP)
    for name, shot in SHOTS.items():
        symbol, values = drawing(name, asyncio.run(taken(shot, every)))
        defined += symbol
        place = iter(values)
        width = shot.size[0] * CELL[0]
        high = shot.size[1] * CELL[1]
        for row, line in enumerate(looks):
            for column in range(len(line)):
                x = left + column * (width * _SCALE + _GAP)
                y = _TITLE + row * (height + _TITLE)
                uses.append(
                    f'<svg x="{x:g}" y="{y:g}" width="{width * _SCALE:g}"'
                    f' height="{high * _SCALE:g}" viewBox="0 0 {width:g} {high:g}">'
                    f"{next(place)}</svg>"
                )
        left += len(looks[0]) * (width * _SCALE + _GAP)
    words = [
        f'<text class="title" x="{_GAP}" y="{_TITLE - 8 + row * (height + _TITLE):g}">'
        f"{escape(title)}</text>"
        for row, title in enumerate(titles)
    ]
    full = _TITLE + len(looks) * (height + _TITLE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left:g} {full:g}">'
        "<style>text{font:20px Fira Code,Menlo,DejaVu Sans Mono,monospace;white-space:pre}"
        "text.title{font:16px sans-serif;fill:#888}</style>"
        f'<rect width="{left:g}" height="{full:g}" fill="#404040"/>{defined}'
        f"{''.join(uses)}{''.join(words)}</svg>\n"
    )


def themes(*, dark: bool) -> list[Mapping[str, str]]:
    """The settings of all themes and felts, the product's own first."""
    own = OWN_THEMES[not dark].name
    others = [one.name for one in make_app().available_themes.values() if one.dark is dark]
    names = [own, *(name for name in others if name not in (own, *SIXTEEN))]
    felts = [{"theme": own, "felt": felt} for felt in FELTS]
    return [*felts, *({"theme": name, "felt": "theme"} for name in names)]


def sheets() -> dict[str, str]:
    """All pages, by the names of their files."""
    dark, light = themes(dark=True), themes(dark=False)
    half = len(dark) // 2
    pages = {}
    for name, group in {"dark": dark[:half], "dark-2": dark[half:], "light": light}.items():
        looks = [
            [({**settings, "colours": colours}, ANSI_PALETTES[0]) for colours in ("true", "256")]
            for settings in group
        ]
        titles = [
            one["theme"] if one["felt"] == "theme" else f"{one['theme']}, {one['felt']} table"
            for one in group
        ]
        pages[f"colours-{name}"] = sheet(titles, looks)
    looks = [[({"theme": one.theme, "colours": "16"}, one)] for one in ANSI_PALETTES]
    pages["colours-16"] = sheet([one.name for one in ANSI_PALETTES], looks)
    return pages


def main() -> None:
    """Take all sheets."""
    with tempfile.TemporaryDirectory() as home_folder:
        for variable in [one for one in environ if one.startswith(("XDG_", "LC_"))]:
            del environ[variable]
        environ.update({"HOME": home_folder, "LANG": "C.UTF-8", **TERMINALS["truecolor"]})
        for name, svg in sheets().items():
            (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
