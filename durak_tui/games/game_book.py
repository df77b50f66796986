"""Games to be looked at, of logs and of records."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.files import Closing, open_regular
from durak_tui.common.i18n import N_
from durak_tui.games.game_kind import GameKind
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog, holds_games
from durak_tui.pool.run_errors import RunError

UNREADABLE: Final = (OSError, ValueError, UserError)
"""The errors of a game that cannot be read; each says why."""
_LONGEST_RECORD: Final = 16 << 20  # Bytes.


class RecordFiles(NamedTuple):
    """The means to read games from files of their own."""

    read: Callable[[str], Playthrough]
    """The game of a record.  Raises one of `UNREADABLE`."""
    report: str
    """The name of a file that lists the records beside it."""
    names: Callable[[str], Sequence[str]]
    """The names of records, without suffix, in a report.  Raises one of `UNREADABLE`."""


class GameBook(Closing):
    """The games of a log, a record, or a folder of records."""

    def __init__(
        self, path: str | os.PathLike[str], kind: GameKind, records: RecordFiles | None = None
    ) -> None:
        """``records`` reads what is no log of games of this kind.

        A report stands for its folder.  Raises OSError, and RunError for a file of something else.
        """
        self.path = Path(os.path.expanduser(path))
        self._kind = kind
        self._records_as = records
        self._records: list[Path] = []
        self._log: PlaythroughLog | None = None
        if records and self.path.name == records.report:
            self.path = self.path.parent
        if records and self.path.is_dir():
            self._records = _listed(self.path, records)
        elif holds_games(self.path, kind):
            self._log = PlaythroughLog(self.path, kind)
            self._log.scan()
        elif records:
            self._records = [self.path]
        else:
            text = N_("{path} is not a log of {game}")
            raise RunError(text, path=str(self.path), game=kind.name)

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
        assert self._records_as
        return self._records_as.read(_text_of(self._records[number]))

    def whole_game(self, number: int) -> Playthrough:
        """A game whose moves are checked.  Raises one of `UNREADABLE`."""
        game = self.game(number)
        self._kind.after(game.opening, game.moves)
        return game

    def close(self) -> None:
        if self._log is not None:
            self._log.close()


def _listed(folder: Path, records: RecordFiles) -> list[Path]:
    """The records of a folder, those of its report first."""
    report, listed = folder / records.report, list[Path]()
    with suppress(*UNREADABLE):
        names = dict.fromkeys(Path(name).name for name in records.names(_text_of(report)))
        listed = [one for name in names if (one := folder / f"{name}.txt").exists()]
    rest = {one for one in folder.glob("*.txt") if not one.name.startswith("_")} - {*listed}
    return [*listed, *sorted(rest, key=lambda one: (len(one.name), one.name))]


def _text_of(path: Path) -> str:
    with open(open_regular(path), "rb") as file:
        return file.read(_LONGEST_RECORD).decode("utf-8", "backslashreplace")
