"""The storage of a game: a journal at first, then the log."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from durak_tui.game.position import Action
from durak_tui.records.journal import Journal, JournalFile
from durak_tui.records.journal_format import Opening
from durak_tui.records.record import GameRecord, Thought
from durak_tui.records.writer import LogWriter


class Trouble(NamedTuple):
    path: str
    error: OSError
    is_log: bool  # Whether it is the finished game; else what was played last.


class Troubled:
    """Something that is stored, and why it is not."""

    trouble: Trouble | None = None
    _is_news = False

    def news(self) -> Trouble | None:
        """The trouble, if it was not reported yet."""
        is_news, self._is_news = self._is_news, False
        return self.trouble if is_news else None

    def remind(self) -> None:
        """Have the trouble reported once more."""
        self._is_news = True

    def _fails(self, path: str | os.PathLike[str], error: OSError, *, is_log: bool = False) -> None:
        before, self.trouble = self.trouble, Trouble(os.fspath(path), error, is_log)
        if before is None or before.is_log != is_log:
            self.remind()

    def _append(
        self, record: GameRecord, log: str, append: Callable[[GameRecord, str], object] | None
    ) -> bool:
        """Append a finished game to a log, by its journal if any."""
        try:
            if append:
                append(record, log)
            else:
                with LogWriter.in_folder(log) as writer:
                    writer.append(record)
        except OSError as error:
            self._fails(log, error, is_log=True)
            return False
        self.trouble = None
        return True

    def _look(self, journal: JournalFile) -> None:
        if journal.problem:
            self._fails(journal.path, journal.problem)
        elif self.trouble and not self.trouble.is_log:
            self.trouble = None


class Storage(Troubled):
    """A game's storage; failures are tried again and never stop it."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        log: str | os.PathLike[str],
        opening: Opening,
        journal: Journal | None = None,
    ) -> None:
        self.saved = False
        self.discarded = False
        self._folder = os.fspath(folder)
        self._log = os.path.expanduser(log)
        self._opening = opening
        self._journal = journal
        self._left = False

    @property
    def path(self) -> Path | None:
        """The journal that can be resumed, if there is one."""
        return None if self._journal is None else self._journal.path

    def note(
        self,
        actions: Sequence[Action],
        thoughts: Sequence[Thought | None],
        what: Callable[[Journal], None],
    ) -> None:
        """Change the journal; ``actions`` are all those played then.

        ``thoughts`` are what engines said on each.
        """
        if self._journal is not None:
            what(self._journal)
        else:
            try:
                self._journal = Journal.create(self._folder, self._opening, actions, thoughts)
            except OSError as error:
                self._fails(self._folder, error)
                return
        self._look(self._journal)

    def finish(self, record: GameRecord) -> None:
        """Log the finished game, unless it is logged or was left."""
        if self.saved or self._left:
            return
        self.saved = self._append(
            record, self._log, self._journal.finish if self._journal else None
        )

    def leave(self, *, over: bool) -> None:
        """Close the journal, from which an unfinished game can be resumed."""
        if self._journal:
            self._journal.close()
            if not over:
                self._look(self._journal)
        self._left = True

    def discard(self) -> None:
        """Delete the stored game.  Raises OSError if that fails."""
        self._left = self.discarded = True
        if self._journal:
            self._journal.discard()

    @property
    def unstored(self) -> Trouble | None:
        """The reason why the game as it is now is not stored."""
        return None if self.trouble and self.trouble.is_log else self.trouble
