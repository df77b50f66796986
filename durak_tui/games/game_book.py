"""Games to be looked at, of logs and of records."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from durak_tui.common.errors import UserError
from durak_tui.common.fields import Malformed
from durak_tui.common.files import Closing
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog

UNREADABLE: Final = (OSError, Malformed, UserError)
"""The errors of a game that cannot be read; each says why."""
RecordReader = Callable[[str], Playthrough]
_LONGEST_RECORD: Final = 16 << 20  # Bytes.


class GameBook(Closing):
    """The games of a log, a record, or a folder of records."""

    def __init__(
        self, path: str | os.PathLike[str], kind: str, read_record: RecordReader | None = None
    ) -> None:
        """``read_record`` reads what is no log of games of this kind.

        Raises OSError.
        """
        self.path = Path(os.path.expanduser(path))
        self._read_record = read_record
        self._records: list[Path] = []
        self._log: PlaythroughLog | None = None
        if read_record and self.path.is_dir():
            records = (one for one in self.path.glob("*.txt") if not one.name.startswith("_"))
            self._records = sorted(records, key=lambda one: (len(one.name), one.name))
        elif read_record and not _is_log(self.path):
            self._records = [self.path]
        else:
            self._log = PlaythroughLog(self.path, kind)
            self._log.scan()

    def __len__(self) -> int:
        return len(self._records if self._log is None else self._log)

    def scan(self) -> None:
        """Find what a log holds by now.  Raises OSError."""
        if self._log is not None:
            self._log.scan()

    def game(self, number: int) -> Playthrough:
        """A game, from 0.  Raises one of `UNREADABLE`."""
        if self._log is not None:
            return self._log.game(number)
        assert self._read_record
        with self._records[number].open("rb") as file:
            data = file.read(_LONGEST_RECORD)
        return self._read_record(data.decode("utf-8", "backslashreplace"))

    def close(self) -> None:
        if self._log is not None:
            self._log.close()


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(1) in (b"{", b"")
