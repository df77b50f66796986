"""Where a sitting is kept: its journal, and the log."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from durak_tui.net.journal import SittingJournal, Stored
from durak_tui.records.journal import is_logged
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter
from durak_tui.table.storage import Troubled

Logging = tuple[str, int]
"""The log that a game was to go to, and how many bytes long that was before."""


class Keeper(Troubled):
    """Stores a sitting; the game goes on where that fails."""

    def __init__(
        self,
        log: str | os.PathLike[str],
        folder: str | os.PathLike[str] | None = None,
        journal: SittingJournal | None = None,
    ) -> None:
        """Without a folder for the journal only finished games are kept."""
        super().__init__()
        self._log: Final = os.path.expanduser(log)
        self._folder = folder
        self._journal = journal

    @property
    def path(self) -> Path | None:
        """The journal from which the sitting can be resumed."""
        return self._journal.path if self._journal else None

    def begin(self, stored: Stored) -> None:
        """Begin the journal, or begin it again."""
        if self._folder is None:
            return
        try:
            if self._journal is None:
                self._journal = SittingJournal.create(self._folder, stored)
            else:
                self._journal.begin_with(stored)
        except OSError as error:
            start = stored.start
            if self._journal and start:
                # Then it goes on with all that it has.
                self.store(lambda journal: journal.start(start))
            else:
                self._fails(self._folder, error)
        else:
            self._look(self._journal)

    def store(self, what: Callable[[SittingJournal], None]) -> None:
        """Add to the journal, if there is one."""
        if self._journal is not None:
            what(self._journal)
            self._look(self._journal)

    def log(self, record: GameRecord, logging: Logging | None) -> bool:
        """Put a finished game into the log, unless it is there.

        ``logging`` is what is stored of an earlier attempt.  Returns whether it is there now.
        """
        try:
            if not is_logged(record, logging):
                if self._journal:
                    self._journal.append_to(self._log, record)
                else:
                    with LogWriter.in_folder(self._log) as writer:
                        writer.append(record)
        except OSError as error:
            self._fails(self._log, error, is_log=True)
            return False
        self._works()
        self.store(SittingJournal.is_in_log)
        return True

    def discard(self) -> None:
        """Throw the journal away."""
        if journal := self._left():
            try:
                journal.discard()
            except OSError as error:  # it is looked for again when sittings are listed
                self._fails(journal.path, error)

    def close(self) -> None:
        """Close the journal, from which the sitting can be resumed."""
        if journal := self._left():
            journal.close()

    def _left(self) -> SittingJournal | None:
        journal, self._journal, self._folder = self._journal, None, None
        return journal
