"""Engines under short names on PATH, for pictures and for typing, and checks of them."""

import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.engine.config import EngineConfig
from durak_tui.tui.app import DurakApp
from durak_tui.tui.engines.check_screen import CheckScreen
from tests.conftest import ROGUE
from tests.tui.apps import started, until


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH with the engines ``good``, ``rogue`` and ``silent``."""
    folder = tmp_path / "bin"
    folder.mkdir()
    pids = tmp_path / "pids"
    for name, command in {
        "good": f"{sys.executable} -P -m durak_engines.dummy",
        "rogue": f"{sys.executable} {ROGUE} illegal",
        "silent": f"{sys.executable} {ROGUE} silent --at 2 --pid-file {pids}",
    }.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return folder


def engines_listed(
    *engines: EngineConfig, size: tuple[int, int] = (80, 24), **settings: Any
) -> AbstractAsyncContextManager[tuple[Pilot[Any], DurakApp]]:
    """The screen that lists the engines: those that ship, then these of the user."""
    return started("engines", {"engines": engines, **settings}, size=size)


async def check_last(pilot: Pilot[Any]) -> CheckScreen:
    """Begin to check the last engine of the list."""
    await pilot.press("end", "c")
    assert isinstance(pilot.app.screen, CheckScreen)
    return pilot.app.screen


async def checked(pilot: Pilot[Any], state: str = "finished") -> CheckScreen:
    """Check the last engine of the list until the check ends with this state."""
    screen = await check_last(pilot)
    await until(pilot, lambda: screen.state == state, within=300)
    await pilot.pause()
    return screen
