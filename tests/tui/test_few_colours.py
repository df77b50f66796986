"""Every screen where there are 256 colours, or sixteen: what it shows was chosen among these.

Only what style sheets blend of 256 colours is converted at the end, and hardly changes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorType
from rich.style import Style
from textual.color import Color as Textual
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
from durak_tui.tui.terminal.indexed_colours import FixedColours, nearest
from durak_tui.tui.terminal.palette import Palette
from durak_tui.tui.toolkit.palettes import OWN_THEMES
from tests.tui.apps import in_terminal, started, text_on, until
from tests.tui.logs.log_files import write_mixed
from tests.tui.test_storm import STARTS

HARDLY = 6  # Of 255, by which red, green and blue of a blend change at most.


def is_of_256(color: Color) -> bool:
    """True for a fixed colour, or nearly one."""
    if color.triplet is None:
        return False
    its, fixed = color.triplet, nearest(Textual(*color.triplet)).rgb
    return max(abs(one - other) for one, other in zip(its, fixed, strict=True)) <= HARDLY


OWN = {
    "256": is_of_256,
    "16": lambda color: color.type in (ColorType.DEFAULT, ColorType.STANDARD),
}


def painted(app: DurakApp) -> Iterator[tuple[str, Style]]:
    """All texts that are shown, each with its style."""
    for strip in app.screen._compositor.render_strips():
        for text, style, _control in strip:
            if style is not None:
                yield text, style


def seen(text: str, style: Style) -> list[Color]:
    """The colours of a text; of blanks only the ground is seen."""
    both = style.bgcolor, None if text.isspace() else style.color
    return [color for color in both if color is not None]


async def look(pilot: Pilot[Any], app: DurakApp, colours: str, theme: str) -> None:
    """All that is shown has only colours of a terminal with so many."""
    await pilot.pause()
    for text, style in painted(app):
        assert all(map(OWN[colours], seen(text, style))), (app.screen, theme, text, style)


@pytest.mark.few(1)
@pytest.mark.parametrize("colours", OWN)
@pytest.mark.parametrize("start", STARTS)
async def test_all_that_is_shown_has_a_colour_that_the_terminal_has(
    start: str, colours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, "truecolor")
    # Behind it everything would be a fixed colour.
    monkeypatch.setattr(FixedColours, "apply", lambda _self, segments, _background: segments)
    name, begin = STARTS[start]
    arguments: dict[str, Any] = {}
    if name == "logs":
        arguments["path"] = str(write_mixed(tmp_path / "match.log"))
    settings = {"pause_ms": 0, "colours": colours}
    async with started(name, settings, size=(120, 40), **arguments) as (pilot, app):
        await begin(pilot, app)
        await look(pilot, app, colours, "")
        for theme in (OWN_THEMES[1].name, "solarized-dark"):
            app.change_settings(theme=theme)
            await look(pilot, app, colours, theme)
        if colours == "16":  # Of 256 it dims what it covers, which is converted then.
            await pilot.press("ctrl+p", "s")
            await until(pilot, lambda: isinstance(app.screen, Palette))
            await look(pilot, app, colours, "solarized-dark")


async def test_with_sixteen_colours_commands_are_not_told_in_the_ground_of_a_terminal() -> None:
    async with started("home", {"colours": "16"}) as (pilot, app):
        await pilot.press("ctrl+p", *"setting")
        await until(pilot, lambda: "Open this screen" in text_on(app))
        (style, *_) = [style for text, style in painted(app) if "Open this screen" in text]
        # Bright black is the ground in the dark palette of Solarized; titles differ by weight.
        assert style.color is None or style.color.is_default
        assert not style.bold and not style.dim
        assert any(style.bold for text, style in painted(app) if "Go to" in text)
