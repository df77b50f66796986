"""Reports about unforeseen errors, for those who mend them."""

import os
import platform
import traceback
from collections.abc import Iterable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from durak_tui import __version__
from durak_tui.common.files import replace_file
from durak_tui.user.folders import new_file, state_folder

KEPT: Final = 20  # Reports that are kept; older ones go when another is written.
_LIBRARIES: Final = ("textual", "rich")
_ENVIRONMENT: Final = ("TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "SSH_TTY", "TMUX")


def reports_folder() -> Path:
    return state_folder() / "errors"


def write_report(error: BaseException, facts: Iterable[str] = ()) -> Path:
    """Write a new file about an error, to be sent in.

    It names the versions, the terminal, ``facts``, the error with its message and where in the code
    it happened; no other values: those may be nobody's business.  Raises OSError.
    """
    folder = reports_folder()
    now = datetime.now().astimezone()
    libraries = "".join(f", {name} {version(name)}" for name in _LIBRARIES)
    lines = [
        f"durak-tui {__version__}{libraries}",
        f"Python {platform.python_version()}, {platform.platform()}",
        f"{now:%Y-%m-%d %H:%M:%S %z}",
        *(f"{name}={os.environ[name]}" for name in _ENVIRONMENT if name in os.environ),
        *facts,
        "",
        *(part.rstrip("\n") for part in traceback.format_exception(error)),
    ]
    folder.mkdir(0o700, parents=True, exist_ok=True)
    path = new_file(folder, ".txt", now)
    replace_file(path, "\n".join(lines) + "\n")
    others = sorted({*folder.glob("*.txt")} - {path}, key=os.path.getmtime)
    for old in others[: 1 - KEPT]:
        old.unlink(missing_ok=True)
    return path
