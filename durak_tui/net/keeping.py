"""Where a sitting is kept: its journal, and the log."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from durak_tui.net.journal import SittingJournal, Who
from durak_tui.records.journal_file import is_logged
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter
from durak_tui.table.storage import Trouble

Logging = tuple[str, int]
"""The log that a game was to go to, and how many bytes long that was before."""


class Keeper:
    """Stores a sitting; the game goes on where that fails."""

    def __init__(self, log: str | os.PathLike[str], journal: SittingJournal | None = None) -> None:
        """Without a journal only finished games are kept."""
        self.trouble: Trouble | None = None  # Why something is not stored.
        self._log: Final = log
        self._journal = journal
        self._is_news = False

    @classmethod
    def begin(cls, folder: str | os.PathLike[str], log: str | os.PathLike[str], who: Who) -> Self:
        """Begin a journal in a folder, if that is possible."""
        keeper = cls(log)
        try:
            keeper._journal = SittingJournal.create(folder, who)
        except OSError as error:
            keeper._set(Trouble(str(folder), error, is_log=False))
        return keeper

    @property
    def path(self) -> Path | None:
        """The journal from which the sitting can be resumed."""
        return self._journal.path if self._journal else None

    def store(self, what: Callable[[SittingJournal], None]) -> None:
        """Add to the journal, if there is one."""
        journal = self._journal
        if journal is not None:
            what(journal)
            if journal.problem:
                self._set(Trouble(str(journal.path), journal.problem, is_log=False))
            elif self.trouble and not self.trouble.is_log:
                self._set(None)

    def log(self, record: GameRecord, logging: Logging | None) -> bool:
        """Put a finished game into the log, unless it is there.

        ``logging`` is what is stored of an earlier attempt.  Returns whether it is there now.
        """
        try:
            if not is_logged(record, logging):
                if self._journal:
                    self._journal.append_to(self._log, record)
                else:
                    os.makedirs(os.path.dirname(os.path.abspath(self._log)), exist_ok=True)
                    with LogWriter(self._log) as writer:
                        writer.append(record)
        except OSError as error:
            self._set(Trouble(str(self._log), error, is_log=True))
            return False
        self._set(None)
        self.store(SittingJournal.is_in_log)
        return True

    def discard(self) -> None:
        """Throw the journal away."""
        journal, self._journal = self._journal, None
        if journal:
            try:
                journal.discard()
            except OSError as error:  # it is looked for again when sittings are listed
                self._set(Trouble(str(journal.path), error, is_log=False))

    def close(self) -> None:
        """Close the journal, from which the sitting can be resumed."""
        journal, self._journal = self._journal, None
        if journal:
            journal.close()

    def news(self) -> Trouble | None:
        """Why something is not stored, once for each trouble."""
        is_news, self._is_news = self._is_news, False
        return self.trouble if is_news else None

    def _set(self, trouble: Trouble | None) -> None:
        before, self.trouble = self.trouble, trouble
        if trouble and (before is None or before.is_log != trouble.is_log):
            self._is_news = True
