"""Applications to be tested, in all kinds of terminals."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
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


def _first_is_short(cases: Mapping[str, object]) -> list[ParameterSet]:
    """Cases of which only the first belongs to the short suite."""
    return [
        pytest.param(case, id=name, marks=[pytest.mark.slow] if place else [])
        for place, (name, case) in enumerate(cases.items())
    ]


every_terminal = pytest.mark.parametrize("terminal", _first_is_short({n: n for n in TERMINALS}))
every_size = pytest.mark.parametrize(
    "size", _first_is_short({f"{width}x{height}": (width, height) for width, height in SIZES})
)
three_forms = pytest.mark.parametrize(
    ("size", "terminal"),
    [
        pytest.param((80, 24), "truecolor", id="80x24-truecolor"),
        pytest.param((60, 20), "ascii", id="60x20-ascii", marks=pytest.mark.slow),
        pytest.param((120, 30), "nocolor", id="120x30-nocolor", marks=pytest.mark.slow),
    ],
)
"""For screens that look alike in every terminal: each size once, each kind of signs."""


def in_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the environment be that of such a terminal."""
    for variable in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in TERMINALS[name].items():
        monkeypatch.setenv(variable, value)


@pytest.fixture
def many_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which themes can be told apart."""
    in_terminal(monkeypatch, "truecolor")


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


async def until(
    pilot: Pilot[Any],
    met: Callable[[], object],
    within: float = 60,
    otherwise: Callable[[], str] = str,
) -> None:
    """Let the application work until something is so; ``otherwise`` tells what is wrong.

    Much of it comes from threads and other processes, which send no event to a test.
    """
    deadline = monotonic() + within
    await pilot.pause()
    while not met():
        assert monotonic() < deadline, otherwise()
        await pilot.pause(0.01)


def notices_on(app: DurakApp) -> list[str]:
    """The notices that are shown, in an application that was run with them."""
    return [str(toast.render()) for toast in app.screen.query("Toast")]


def text_on(app: DurakApp) -> str:
    """What the application shows, in one line: sentences are found however they are broken."""
    strips = app.screen._compositor.render_strips()
    return " ".join(word for strip in strips for word in strip.text.split())
