"""The log of a run, also to go on where it ends."""

import os
from collections.abc import Mapping
from typing import Any, Final

from durak_tui.common.files import is_locked, open_regular
from durak_tui.common.i18n import N_
from durak_tui.library.index import LogIndex, last_game
from durak_tui.pool.run_errors import usable
from durak_tui.pool.run_file import RunLogs
from durak_tui.records.log_format import DamagedGame

DURAK_LOGS: Final = RunLogs(LogIndex, DamagedGame, DamagedGame)


def is_written(path: str | os.PathLike[str]) -> bool:
    """True while any program's run has the log open.  Raises OSError."""
    fd = open_regular(path)
    try:
        return is_locked(fd)
    finally:
        os.close(fd)


def settings_of(path: str) -> Mapping[str, Any]:
    """The settings of a log's last run, if any.  Raises RunError."""
    with usable(N_("{path} cannot be read: {why}"), path=path):
        game = last_game(path)
    return (game and game.run) or {}
