"""The folders of the user's files by the XDG rules."""

import os
from datetime import datetime
from pathlib import Path
from typing import Literal

from durak_tui.common.files import make_folder


def _folder(kind: Literal["config", "data", "state"], usual: str) -> Path:
    from platformdirs.unix import Unix  # most commands have no need of it

    try:
        return Path(getattr(Unix("durak-tui"), f"user_{kind}_dir"))
    except RuntimeError:
        # Nobody's home, then; what cannot be saved there is reported like any other.
        return Path("/", usual, "durak-tui")


def config_folder() -> Path:
    return _folder("config", ".config")


def data_folder() -> Path:
    return _folder("data", ".local/share")


def state_folder() -> Path:
    return _folder("state", ".local/state")


def unfinished_folder() -> Path:
    """The folder of games that are being played."""
    return state_folder() / "unfinished"


def games_log() -> Path:
    """The log of the user's finished games."""
    return data_folder() / "games.log"


def games_folder() -> Path:
    """The folder for games that are not Durak."""
    return data_folder() / "games"


def new_games_log() -> str:
    """A new log in that folder, which is made.  Raises OSError."""
    folder = games_folder()
    make_folder(folder)
    return os.fspath(new_file(folder, ".log", datetime.now()))


def new_file(folder: Path, extension: str, now: datetime) -> Path:
    """A file of which there is none yet, named after the moment."""
    name = f"{now:%Y-%m-%d-%H%M%S}"
    path, number = folder / f"{name}{extension}", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{extension}"
    return path
