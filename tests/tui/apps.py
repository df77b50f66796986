"""Applications to be tested, in all kinds of terminals."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final, NamedTuple

import pytest
from _pytest.mark import ParameterSet
from textual.pilot import Pilot

from durak_tui.analysis import alphabeta
from durak_tui.tui.app import DurakApp
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.user.schema import Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore

SIZES: Final = ((80, 24), (60, 20), (120, 30))
TERMINALS: Final[Mapping[str, Mapping[str, str]]] = {
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "ansi": {"TERM": "xterm"},
    "nocolor": {"TERM": "xterm-256color", "NO_COLOR": "1"},
    "ascii": {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C"},
}
"""Kinds of terminals, by what the environment says of them."""


class TerminalWindow(NamedTuple):
    """A window of some size in some kind of terminal, whose names end those of pictures."""

    size: tuple[int, int]
    terminal: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.terminal}"


THREE_FORMS: Final = tuple(map(TerminalWindow, SIZES, ("truecolor", "ascii", "nocolor")))
"""For screens that look alike in every terminal: each size once, each kind of signs."""


def first_is_short(windows: Iterable[TerminalWindow]) -> list[ParameterSet]:
    """Windows of which only the first belongs to the short suite."""
    return [
        pytest.param(window, id=str(window), marks=[pytest.mark.slow] if place else [])
        for place, window in enumerate(windows)
    ]


needs_kernel = pytest.mark.skipif(
    not alphabeta.COMPILED, reason="without the kernel a review takes a minute"
)
every_window = pytest.mark.parametrize(
    "window",
    first_is_short(TerminalWindow(size, name) for size in SIZES for name in TERMINALS),
    indirect=True,
)


def in_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the environment be that of such a terminal."""
    for variable in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in TERMINALS[name].items():
        monkeypatch.setenv(variable, value)


def make_app(
    screen: str = "home", settings: Mapping[str, Any] | None = None, **arguments: Any
) -> DurakApp:
    """The application as a user starts it, with their own settings if need be."""
    store = SettingsStore()
    store.update(**settings or {})
    return DurakApp(store, StateStore(), screen, arguments)


def saved() -> Settings:
    """The settings as another program would find them."""
    return SettingsStore().value


@asynccontextmanager
async def started(
    screen: str = "home",
    settings: Mapping[str, Any] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    notifications: bool = False,
    **arguments: Any,
) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The application, once its first screen is drawn."""
    app = make_app(screen, settings, **arguments)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await pilot.pause()
        yield pilot, app


async def until(
    pilot: Pilot[Any],
    met: Callable[[], object],
    within: float = 60,
    otherwise: Callable[[], str] = str,
) -> None:
    """Let the application work until something is so; ``otherwise`` says what is wrong.

    Much of it comes from threads and other processes, which send no event to a test.
    """
    deadline = monotonic() + within
    await pilot.pause()
    while not met():
        assert monotonic() < deadline, otherwise()
        await pilot.pause(0.01)


def row_text(canvas: Canvas, y: int = 0) -> str:
    """A row of a canvas without its looks."""
    return "".join(text for text, _look in canvas.row(y))


def notices_on(app: DurakApp) -> list[str]:
    """The notices that are shown, in an application that was run with them."""
    return [str(toast.render()) for toast in app.screen.query("Toast")]


def text_on(app: DurakApp) -> str:
    """The screen in one line, so that broken sentences are found.

    The sides of frames are left out, between which they may stand.
    """
    strips = app.screen._compositor.render_strips()
    return " ".join(word for strip in strips for word in strip.text.split() if word != "│")
