"""A game stored as it is played, to survive any crash.

A journal is a file of a folder.  What is played is written to it at once, a line at a time,
and as long as somebody plays the game the file is locked.
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import starmap, zip_longest
from pathlib import Path
from time import time
from typing import Final, NamedTuple, Self

from durak_tui.common.errors import UserError
from durak_tui.common.files import LOOK_PATIENCE, is_locked, lock, sweep
from durak_tui.common.i18n import N_, why
from durak_tui.game.position import Action
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
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord, Thought
from durak_tui.records.writer import LogWriter

SUFFIX: Final = ".jsonl"
SIZE_CAP: Final = 16 * 1024 * 1024
"""Bytes.  A game takes some 3 kB; beyond the cap nothing is even parsed."""

_NEW: Final = ".new"
_STALE_SECONDS: Final = 60.0
"""Age of a file that was begun but never became a journal: its writer is not just slow."""
_UNTOUCHED_SECONDS: Final = 3600.0
"""Age of a game in which no person has decided anything and that goes: where a file system
knows no locks somebody may still be pondering over the first card of a younger one."""
_CHUNK: Final = 1024 * 1024
_GONE: Final = N_("the game is not there any more")
_MODE: Final = 0o600  # The environment of an engine may hold what is nobody else's business.


class NotUnfinished(UserError):
    """A journal whose game cannot be resumed; the text says why."""


class PlayedElsewhere(NotUnfinished):
    def __init__(self) -> None:
        super().__init__(N_("the game is being played in another window"))


class UnfinishedGame(NamedTuple):
    path: Path
    game: StoredGame
    saved_at: datetime  # When something was last stored, naive local time.


class Damage(NamedTuple):
    """A journal that cannot be read."""

    path: Path
    reason: str


class Journal:
    """The journal of a game that is being played here."""

    def __init__(self, path: Path, fd: int) -> None:
        """Use :meth:`create` or :meth:`resume`."""
        self.path: Final = path
        self.problem: OSError | None = None
        """Why what was played last is not stored.  It is tried again with the next line."""
        self._fd = fd
        self._unwritten = b""
        self._ended = False

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
        os.makedirs(folder, mode=0o700, exist_ok=True)
        # Journals whose writers were killed before the first line.
        sweep(Path(folder), ".", SUFFIX + _NEW, seconds=_STALE_SECONDS)
        name = f"{opening.started_at:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}{SUFFIX}"
        path, new = Path(folder, name), Path(folder, f".{name}{_NEW}")
        fd = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, _MODE)
        journal = cls(path, fd)
        try:
            # Nobody else shall see the file before it is locked and its first line is whole.
            lock(fd)
            lines = starmap(action_line, zip_longest(actions, thoughts))
            journal._store(opening_line(opening) + b"".join(lines))
            if journal.problem:
                raise journal.problem
            os.rename(new, path)
        except BaseException:
            os.close(fd)
            with contextlib.suppress(OSError):
                os.unlink(new)
            raise
        return journal

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
        try:
            fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)
        except FileNotFoundError:
            raise NotUnfinished(_GONE) from None
        try:
            if not lock(fd, LOOK_PATIENCE):
                raise PlayedElsewhere
            if not os.fstat(fd).st_nlink:
                raise NotUnfinished(_GONE)
            data = _read(fd)
            game = decode_journal(data)
            # A line that was cut off by a kill tells nothing, and the next one must not be
            # appended to it.
            os.ftruncate(fd, data.rfind(b"\n") + 1)
        except BaseException:
            os.close(fd)
            raise
        journal = cls(path, fd)
        journal._ended = game.ended_at is not None
        return game, journal

    def play(self, cards: Sequence[int], said: Thought | None = None) -> None:
        """Store an action; :attr:`problem` says whether that failed."""
        self._store(action_line(cards, said))

    def undo(self, played: int) -> None:
        """Store that only so many actions since the opening are left."""
        self._store(line(undo=played))

    def finish(self, record: GameRecord, log: str | os.PathLike[str]) -> None:
        """Append the finished game to a log and remove the journal.

        Where this is cut short, :func:`put_away` completes it.  Raises OSError if the log cannot be
        written; the game stays stored here, and this may be called again.
        """
        if not self._ended:
            self._store(end_line(record))
            self._ended = True
        log = os.path.abspath(os.path.expanduser(log))
        os.makedirs(os.path.dirname(log), exist_ok=True)
        with LogWriter(log) as writer:
            # Where to look for the game if this process does not live to remove the journal.
            self._store(line(log=log, size=os.path.getsize(log)))
            writer.append(record)
        with contextlib.suppress(OSError):
            self.discard()

    def discard(self) -> None:
        """Throw the game away; the journal is closed even if that fails."""
        try:
            os.unlink(self.path)
        finally:
            self._unwritten = b""
            self.close()

    def close(self) -> None:
        """Leave the game, to be resumed later; may be repeated."""
        if self._fd >= 0:
            self._store(b"")
            os.close(self._fd)
            self._fd = -1

    def _store(self, lines: bytes) -> None:
        self._unwritten += lines
        try:
            while self._unwritten:
                # What could not be written is gone on with where it stopped.
                written = os.write(self._fd, self._unwritten)
                self._unwritten = self._unwritten[written:]
        except OSError as error:
            self.problem = error
        else:
            self.problem = None


def unfinished(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    """The games in a folder that can be resumed, the latest first."""
    games = [entry for entry in _games(folder) if entry.game.ending is None]
    return sorted(games, key=lambda entry: (entry.saved_at, entry.path), reverse=True)


def worth_resuming(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    """Those in which a person has decided something."""
    return [game for game in unfinished(folder) if not game.game.is_untouched]


def damaged(folder: str | os.PathLike[str]) -> list[Damage]:
    """The journals in a folder that cannot be read."""
    return [entry for entry in _survey(Path(folder)) if isinstance(entry, Damage)]


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
                if record and not _is_logged(record, game.logging):
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


def _is_logged(record: GameRecord, logging: tuple[str, int] | None) -> bool:
    """Whether the log that a game was meant for holds it whole."""
    if logging is None:
        return False
    log, size = logging
    wanted = encode_game(record)
    try:
        with open(log, "rb") as file:
            if size <= os.fstat(file.fileno()).st_size:
                file.seek(size)
            window = b""
            while chunk := file.read(_CHUNK):
                window = window[-len(wanted) :] + chunk
                if wanted in window:
                    return True
    except (OSError, ValueError):  # the latter for what cannot be a path
        pass
    return False


def _games(folder: str | os.PathLike[str]) -> list[UnfinishedGame]:
    return [entry for entry in _survey(Path(folder)) if isinstance(entry, UnfinishedGame)]


def _survey(folder: Path) -> Iterator[UnfinishedGame | Damage]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except FileNotFoundError:
        return
    for path in paths:
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield Damage(path, str(why(error)))
            continue
        try:
            if is_locked(fd):
                continue
            status = os.fstat(fd)
            if status.st_nlink:
                saved_at = datetime.fromtimestamp(status.st_mtime)
                yield UnfinishedGame(path, decode_journal(_read(fd)), saved_at)
        except DamagedJournal as damage:
            yield Damage(path, str(damage))
        except OSError as error:
            yield Damage(path, str(why(error)))
        finally:
            os.close(fd)


def _read(fd: int) -> bytes:
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        raise DamagedJournal("it is not a file")
    data = os.pread(fd, SIZE_CAP + 1, 0)
    if len(data) > SIZE_CAP:
        raise DamagedJournal("it is too long to be one game")
    return data
