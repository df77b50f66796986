"""Helpers for the tests of the user's files."""

import os
from pathlib import Path
from typing import Any, Final

from durak_tui.engine.config import EngineConfig
from durak_tui.user.settings import SettingsStore
from durak_tui.user.store import Store

LISA: Final = EngineConfig("lisa --level 3", "lisa")
BART: Final = EngineConfig("/opt/bart/bart", "bart", move_time=2.0)


def written(file: Path, text: str | bytes) -> SettingsStore:
    """The settings in a file that has this text."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return SettingsStore(file)


def problems(store: Store[Any]) -> list[str]:
    """The messages about a file, in the language chosen now."""
    return [str(message) for message in store.messages]


def files_beside(file: Path) -> set[str]:
    """The names in the folder besides the file and its lock."""
    return set(os.listdir(file.parent)) - {file.name, f".{file.name}.lock"}
