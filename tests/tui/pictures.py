"""Pictures of screens as text: what every cell shows, and how it looks.

A picture is kept in ``tests/tui/pictures``.  ``DURAK_PICTURES=new pytest --all tests/tui``
draws them again; what has changed is then to be looked at with ``git diff``.
"""

import asyncio
import io
import os
from pathlib import Path
from time import monotonic
from typing import Any, Final

from rich.console import Console
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.app import App

from durak_tui.tui.terminal.diff_output import Shadow
from tests.tui.rest import settle

FOLDER: Final = Path(__file__).parent / "pictures"
NEW: Final = os.environ.get("DURAK_PICTURES") == "new"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def picture(app: App[Any]) -> str:
    """The screen's rows, the looks of each, and a key to them."""
    looks: dict[str, str] = {}
    text, painted = [], []
    for strip in app.screen._compositor.render_strips():
        row = ""
        for segment in strip:
            letter = looks.setdefault(_look(segment.style), _LETTERS[len(looks)])
            row += letter * segment.cell_length
        text.append(strip.text.rstrip())
        painted.append(row)
    key = [f"{letter} {look}" for look, letter in looks.items()]
    return "\n".join([*text, "", *painted, "", *key, ""])


class Line:
    """A line to a terminal of many colours, to which what changes is sent."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._shadow = Shadow()
        self._console = Console(color_system="truecolor", force_terminal=True, file=io.StringIO())
        self.send()

    def send(self) -> int:
        """Send what has changed since the last time; returns how many bytes that takes."""
        strips = self._app.screen._compositor.render_strips()
        update = LayoutUpdate([[strip] for strip in strips], self._app.screen.region)
        sent = self._shadow.update(update, self._console, self._app.size)
        return len(sent.render_segments(self._console).encode()) if sent else 0


def _look(style: Style | None) -> str:
    if style is None:
        return "plain"
    return str(Style(
        color=style.color, bgcolor=style.bgcolor, bold=style.bold, dim=style.dim,
        reverse=style.reverse, underline=style.underline,
    ))  # fmt: skip


async def assert_picture(app: App[Any], name: str) -> None:
    """The application comes to look as it did when the picture of that name was taken."""
    path, drawn = FOLDER / f"{name}.txt", asyncio.Event()
    app.post_display_hook = drawn.set  # type: ignore[method-assign]
    if NEW:
        await settle(app, 20)  # what is still to be drawn belongs to the picture
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture(app), encoding="utf-8")
        return
    assert path.exists(), f"there is no picture {name}: DURAK_PICTURES=new takes it"
    wanted, deadline = path.read_text(encoding="utf-8"), monotonic() + 20
    while picture(app) != wanted and await _comes(drawn, within=deadline - monotonic()):
        pass
    assert picture(app) == wanted


async def _comes(event: asyncio.Event, within: float) -> bool:
    """Wait until something happens once more; whether it has before the time was over."""
    event.clear()
    try:
        await asyncio.wait_for(event.wait(), within)
    except TimeoutError:
        return False
    return True
