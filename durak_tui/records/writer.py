"""Appending finished games to a log file, so that what is there stays readable."""

import fcntl
import os
import stat
from contextlib import suppress

from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord


class LogWriter:
    """A log file that is open for appending, one whole game at a time.

    Other writers may append to the same file, unless one of them has it for itself; their
    games and these do not mix.
    """

    def __init__(self, path: str | os.PathLike[str], *, alone: bool = False) -> None:
        """Open the file, creating it if need be; a leading ``~`` is expanded (D-015).

        ``alone`` keeps others who ask for the same out until this one is closed or its
        process has ended, however it ends.  Raises OSError if the file cannot be written,
        BlockingIOError if somebody else has it for himself.
        """
        self._fd = _opened(os.path.expanduser(path))
        if alone:
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.close()
                raise
        self._regular = stat.S_ISREG(os.fstat(self._fd).st_mode)

    def append(self, record: GameRecord) -> None:
        """Write one game.

        Raises OSError if it cannot be written whole, after taking back what was written of
        it; from a pipe or a device nothing can be taken back.
        """
        data = encode_game(record)
        size = os.fstat(self._fd).st_size if self._regular else 0
        if size and not self._ends_with_newline(size):
            data = b"\n" + data
        written = 0
        try:
            while written < len(data):
                written += os.write(self._fd, data[written:])
        except BaseException:
            # Not if another writer has appended since: his game would be cut off.
            with suppress(OSError):
                if self._regular and os.fstat(self._fd).st_size == size + written:
                    os.ftruncate(self._fd, size)
            raise

    def _ends_with_newline(self, size: int) -> bool:
        # Asked before each game: any other writer may have been killed since the last.
        try:
            return os.pread(self._fd, 1, size - 1) == b"\n"
        except OSError:
            # It may be written but not read.  One blank line too many does no harm.
            return False

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> "LogWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(path: str) -> int:
    flags = os.O_APPEND | os.O_CREAT
    if os.path.exists(path) and not os.path.isfile(path):
        # A pipe that nobody reads is an error, not something to wait for.
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK)
        os.set_blocking(fd, True)
        return fd
    try:
        return os.open(path, os.O_RDWR | flags, 0o666)
    except PermissionError:
        return os.open(path, os.O_WRONLY | flags, 0o666)
