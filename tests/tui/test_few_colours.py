"""Every screen where there are 256 colours, or sixteen: nothing is left to be converted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorType
from rich.style import Style
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
from durak_tui.tui.terminal.indexed_colours import number_of
from durak_tui.tui.terminal.palette import Palette
from durak_tui.tui.toolkit.palettes import OWN_THEMES
from tests.tui.apps import in_terminal, started, until
from tests.tui.logs.log_files import write_mixed
from tests.tui.test_storm import STARTS

OWN = {  # What stands for a theme.
    "256": lambda color: color.triplet is not None and number_of(color.triplet) is not None,
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


@pytest.mark.few(6)
@pytest.mark.parametrize("colours", OWN)
@pytest.mark.parametrize("start", STARTS)
async def test_all_that_is_shown_has_a_colour_that_the_terminal_has(
    start: str, colours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_terminal(monkeypatch, "truecolor")
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
        await pilot.press("ctrl+p", "s")
        await until(pilot, lambda: isinstance(app.screen, Palette))
        await look(pilot, app, colours, "solarized-dark")
