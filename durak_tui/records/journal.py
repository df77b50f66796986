"""A game stored as it is played, to survive any crash.

A journal is a file of a folder.  What is played is written to it at once, a line at a time,
and as long as somebody plays the game the file is locked.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import starmap, zip_longest
from pathlib import Path
from time import time
from typing import Final, NamedTuple, Self

from durak_tui.common.i18n import N_
from durak_tui.game.position import Action
from durak_tui.records.journal_file import (
    Damage,
    JournalFile,
    NotUnfinished,
    is_logged,
    survey,
)
from durak_tui.records.journal_format import (
    DamagedJournal,
    Opening,
    StoredGame,
    action_line,
    decode_journal,
    end_line,
    line,
    opening_line,
)
from durak_tui.records.record import GameRecord, Thought

SUFFIX: Final = ".jsonl"
SIZE_CAP: Final = 4 * 1024 * 1024
"""Bytes.  A game takes some 3 kB; beyond the cap nothing is even parsed."""

_UNTOUCHED_SECONDS: Final = 3600.0
"""Age of a game in which no person has decided anything and that goes: where a file system
knows no locks somebody may still be pondering over the first card of a younger one."""


class UnfinishedGame(NamedTuple):
    path: Path
    game: StoredGame
    saved_at: datetime  # When something was last stored, naive local time.


class Journal(JournalFile):
    """The journal of a game that is being played here."""

    _ended = False

    @classmethod
    def create(
        cls,
        folder: str | os.PathLike[str],
        opening: Opening,
        actions: Sequence[Action] = (),
        thoughts: Sequence[Thought | None] = (),
    ) -> Self:
        """Begin a journal of a game, these actions played.  Raises OSError.

        ``thoughts`` are what engines said on the first of these actions, or on all.
        """
        lines = starmap(action_line, zip_longest(actions, thoughts))
        begin = opening_line(opening) + b"".join(lines)
        return cls.begin(folder, opening.started_at, SUFFIX, begin)

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> tuple[StoredGame, Self]:
        """Go on where a journal ends.  Raises NotUnfinished, DamagedJournal, OSError."""
        game, journal = cls._opened(Path(path))
        if game.ending:
            journal.close()
            raise NotUnfinished(N_("the game is over"))
        return game, journal

    @classmethod
    def _opened(cls, path: Path) -> tuple[StoredGame, Self]:
        data, journal = cls.open(path, SIZE_CAP)
        try:
            game = decode_journal(data)
            journal.trim(len(data))
        except BaseException:
            journal.close()
            raise
        journal._ended = game.ended_at is not None
        return game, journal

    def play(self, cards: Sequence[int], said: Thought | None = None) -> None:
        """Store an action; :attr:`problem` says whether that failed."""
        self.store(action_line(cards, said))

    def undo(self, played: int) -> None:
        """Store that only ``played`` actions since the opening are left."""
        self.store(line(undo=played))

    def finish(self, record: GameRecord, log: str | os.PathLike[str]) -> None:
        """Append the finished game to a log and remove the journal.

        Where this is cut short, :func:`put_away` completes it.  Raises OSError if the log cannot be
        written; the game stays stored here, and this may be called again.
        """
        if not self._ended:
            self.store(end_line(record))
            self._ended = True
        self.append_to(log, record)
        with contextlib.suppress(OSError):
            self.discard()


def unfinished(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    """The games in a folder that can be resumed, the latest first."""
    games = [entry for entry in _games(folder) if entry.game.ending is None]
    return sorted(games, key=lambda entry: (entry.saved_at, entry.path), reverse=True)


def worth_resuming(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    """Those in which a person has decided something."""
    return [game for game in unfinished(folder) if not game.game.is_untouched]


def damaged(folder: str | os.PathLike[str]) -> list[Damage]:
    """The journals in a folder that cannot be read."""
    return [entry for entry in _survey(folder) if isinstance(entry, Damage)]


def put_away(folder: str | os.PathLike[str], log: str | os.PathLike[str]) -> list[GameRecord]:
    """Move every finished game of a folder to the log.

    Returns the games that were appended: some may have been in the log already.  Raises OSError
    if the log cannot be written.
    """
    appended = []
    for entry in _games(folder):
        if entry.game.ending is None:
            continue
        # Somebody else may have done it since.
        with contextlib.suppress(NotUnfinished, DamagedJournal):
            game, journal = Journal._opened(entry.path)
            try:
                record = game.record(entry.saved_at)
                if record and not is_logged(record, game.logging):
                    journal.finish(record, log)
                    appended.append(record)
                elif record:
                    journal.discard()
            finally:
                journal.close()
    return appended


def forget_untouched(folder: str | os.PathLike[str]) -> None:
    """Remove what a crash left of games without a person's decision."""
    for entry in _games(folder):
        is_young = time() - entry.saved_at.timestamp() < _UNTOUCHED_SECONDS
        if is_young or entry.game.ending or not entry.game.is_untouched:
            continue
        # Somebody else may have taken it up since, or removed it.
        with contextlib.suppress(NotUnfinished, DamagedJournal, OSError):
            game, journal = Journal._opened(entry.path)
            if game.is_untouched:
                journal.discard()
            else:
                journal.close()


def _games(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    return [entry for entry in _survey(folder) if isinstance(entry, UnfinishedGame)]


def _survey(folder: str | os.PathLike[str]) -> Iterator[UnfinishedGame | Damage]:
    return survey(Path(folder), SUFFIX, SIZE_CAP, _unfinished)


def _unfinished(path: Path, data: bytes, saved_at: datetime) -> UnfinishedGame:
    return UnfinishedGame(path, decode_journal(data), saved_at)
