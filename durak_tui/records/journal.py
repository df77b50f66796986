"""A game stored as it is played, to survive any crash.

A journal is a file of a folder that grows line by line.  As long as somebody writes it the file is
locked; it holds what is nobody else's business, so only its owner may read it.
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import starmap, zip_longest
from pathlib import Path
from time import time
from typing import Final, NamedTuple, Self, TypeVar

from durak_tui.common.errors import UserError
from durak_tui.common.files import (
    LOOK_PATIENCE,
    append_whole,
    is_locked,
    lock,
    open_regular,
    sweep,
)
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
SIZE_CAP: Final = 4 * 1024 * 1024
"""Bytes.  A game takes some 3 kB; beyond the cap nothing is even parsed."""

_UNTOUCHED_SECONDS: Final = 3600.0
"""Age of a game in which no person has decided anything and that goes: where a file system
knows no locks somebody may still be pondering over the first card of a younger one."""
_NEW: Final = ".new"
_STALE_SECONDS: Final = 60.0
"""Age of a file that was begun but never became a journal: its writer is not just slow."""
_GONE: Final = N_("the game is not there any more")
_MODE: Final = 0o600
_CHUNK: Final = 1024 * 1024
_LATEST: Final = 2.0**35  # Some file systems have moments that no calendar has.

Read = TypeVar("Read")


class NotUnfinished(UserError):
    """A journal whose game cannot be resumed; the text says why."""


class PlayedElsewhere(NotUnfinished):
    def __init__(self) -> None:
        super().__init__(N_("the game is being played in another window"))


class Damage(NamedTuple):
    """A journal that cannot be read."""

    path: Path
    reason: str


class JournalFile:
    """A file to which lines are added at once."""

    def __init__(self, path: Path, fd: int) -> None:
        """Use :meth:`begin` or :meth:`open`."""
        self.path: Final = path
        self.problem: OSError | None = None
        """The error of the last attempt to store, which is made again with the next line."""
        self._fd = fd
        self._unwritten = b""

    @classmethod
    def begin(
        cls, folder: str | os.PathLike[str], started_at: datetime, suffix: str, lines: bytes
    ) -> Self:
        """Begin a file with these lines.  Raises OSError."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        # Files whose writers were killed before the first line.
        sweep(Path(folder), ".", suffix + _NEW, seconds=_STALE_SECONDS)
        path = Path(folder, f"{started_at:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}{suffix}")
        return cls(path, _begun(path, lines))

    @classmethod
    def open(cls, path: Path, cap: int, decode: Callable[[bytes], Read]) -> tuple[Read, Self]:
        """Go on with a file; returns the meaning of its whole lines.

        ``decode`` may raise DamagedJournal.  Raises that, also beyond ``cap`` bytes, NotUnfinished,
        OSError.
        """
        try:
            fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)
        except FileNotFoundError:
            raise NotUnfinished(_GONE) from None
        try:
            if not lock(fd, LOOK_PATIENCE):
                raise PlayedElsewhere
            if not os.fstat(fd).st_nlink:
                raise NotUnfinished(_GONE)
            data = _read(fd, cap)
            # A line that a kill has cut short says nothing, and none must be appended to it.
            whole = data[: data.rfind(b"\n") + 1]
            stored = decode(whole)
            os.ftruncate(fd, len(whole))
        except BaseException:
            os.close(fd)
            raise
        return stored, cls(path, fd)

    def begin_again(self, lines: bytes) -> None:
        """Put these lines in place of all that the file holds.

        Other programs find the old lines or these, and it is locked all the time.  Raises
        OSError, after which all is as before.
        """
        old, self._fd = self._fd, _begun(self.path, lines)
        os.close(old)
        self._unwritten = b""
        self.problem = None

    def store(self, lines: bytes) -> None:
        """Add whole lines; :attr:`problem` says whether that failed."""
        self._unwritten += lines
        try:
            while self._unwritten:
                # Retry the rest, from the byte where writing stopped.
                written = os.write(self._fd, self._unwritten)
                self._unwritten = self._unwritten[written:]
        except OSError as error:
            self.problem = error
        else:
            self.problem = None

    def append_to(self, record: GameRecord, log: str | os.PathLike[str]) -> None:
        """Append a finished game to a log, which is noted here.

        Raises OSError if the log cannot be written.  Where this is cut short, :func:`is_logged`
        finds out if it was done.
        """
        log = os.path.abspath(os.path.expanduser(log))
        with LogWriter.in_folder(log) as writer:
            # Where to look for the game if this process does not live to remove the journal.
            self.store(line(log=log, size=os.path.getsize(log)))
            writer.append(record)

    def discard(self) -> None:
        """Throw the file away; it is closed even if that fails."""
        try:
            os.unlink(self.path)
        finally:
            self._unwritten = b""
            self.close()

    def close(self) -> None:
        """Leave the file as it is; may be repeated."""
        if self._fd >= 0:
            self.store(b"")
            os.close(self._fd)
            self._fd = -1


def _begun(path: Path, lines: bytes) -> int:
    """Put a new file at a path, open and locked."""
    new = path.with_name(f".{secrets.token_hex(4)}-{path.name}{_NEW}")
    fd = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, _MODE)
    try:
        # Nobody else shall see the file before it is locked and its first lines are whole.
        lock(fd)
        append_whole(fd, lines)
        os.rename(new, path)
    except BaseException:
        os.close(fd)
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    return fd


def survey(
    folder: Path, suffix: str, cap: int, read: Callable[[Path, bytes, datetime], Read]
) -> Iterator[Read | Damage]:
    """The journals that nobody writes now, in order of names.

    ``read`` is given the path, what the file holds, and when something was last stored, in naive
    local time; it may raise DamagedJournal.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == suffix)
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
            # Else it was removed, or begun anew, since it was opened.
            if status.st_nlink:
                saved_at = datetime.fromtimestamp(min(max(0, status.st_mtime), _LATEST))
                yield read(path, _read(fd, cap), saved_at)
        except DamagedJournal as damage:
            yield Damage(path, str(damage))
        except OSError as error:
            yield Damage(path, str(why(error)))
        finally:
            os.close(fd)


def _read(fd: int, cap: int) -> bytes:
    """The bytes of an open journal.  Raises DamagedJournal, OSError."""
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        raise DamagedJournal("it is not a file")
    data = os.pread(fd, cap + 1, 0)
    if len(data) > cap:
        raise DamagedJournal("it is too long to be one game")
    return data


def is_logged(record: GameRecord, logging: tuple[str, int] | None) -> bool:
    """Look for a whole game in the log meant for it."""
    if logging is None:
        return False
    log, size = logging
    wanted = encode_game(record)
    try:
        with open(open_regular(log), "rb") as file:
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
        game, journal = cls.open(path, SIZE_CAP, decode_journal)
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
        self.append_to(record, log)
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
