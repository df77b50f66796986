"""The log of a run, also to go on where it ends."""

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from durak_tui.common.files import is_locked, open_regular
from durak_tui.common.i18n import N_
from durak_tui.library.index import LogIndex
from durak_tui.pool.run_errors import usable
from durak_tui.pool.run_file import RunLogs
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord

DURAK_LOGS: Final = RunLogs(LogIndex, DamagedGame, DamagedGame)


def is_written(path: str | os.PathLike[str]) -> bool:
    """True while any program's run has the log open.  Raises OSError."""
    fd = open_regular(path)
    try:
        return is_locked(fd)
    finally:
        os.close(fd)


def last_game(path: str | os.PathLike[str]) -> GameRecord | None:
    """The last game of a log that is not torn.  Raises OSError."""
    with LogIndex(path) as index:
        index.scan()
        for number in reversed(range(max(0, len(index) - 2), len(index))):
            with suppress(DamagedGame):
                return index.game(number)
    return None


def settings_of(path: str) -> Mapping[str, Any]:
    """The settings of a log's last run, if any.  Raises RunError."""
    with usable(N_("{path} cannot be read: {why}"), path=path):
        game = last_game(path)
    return (game and game.run) or {}
