"""Append finished games to a log, so that it stays readable."""

import os
from typing import Self

from durak_tui.common.line_appender import LineAppender
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord


class LogWriter(LineAppender):
    """A log that is open for appending whole games."""

    @classmethod
    def in_folder(cls, path: str | os.PathLike[str]) -> Self:
        """Open a log whose folder is made if need be.  Raises OSError."""
        path = os.path.abspath(os.path.expanduser(path))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return cls(path)

    def append(self, record: GameRecord) -> None:
        """Write one game, if possible whole or not at all.  Raises OSError."""
        self.add(encode_game(record))
