"""A file to which several programs may append whole lines."""

import os
import stat

from durak_tui.common.files import LOOK_PATIENCE, Closing, append_whole, lock_for_writing
from durak_tui.common.unpack import check_name, check_plain


class LineAppender(Closing):
    """A file that is open for appending whole lines.

    Others may append to the same file, unless one of them has it alone; their lines and these do
    not mix.
    """

    def __init__(self, path: str | os.PathLike[str], *, alone: bool = False) -> None:
        """Open the file, creating it if need be.

        A leading ``~`` is expanded (D-015).  ``alone`` keeps others out who ask for the same.
        Raises OSError if the file cannot be written, or is compressed by its name or what it holds,
        BlockingIOError if somebody else has it alone.
        """
        check_name(path)
        self._fd = _opened(os.path.expanduser(path))
        try:
            if stat.S_ISREG(os.fstat(self._fd).st_mode):
                check_plain(self._fd, path)
            if alone:
                lock_for_writing(self._fd, path, LOOK_PATIENCE)
        except OSError:
            self.close()
            raise

    def add(self, lines: bytes) -> None:
        """Write whole lines, if possible all or none.  Raises OSError."""
        begin = b"" if self._is_at_line_start() else b"\n"
        append_whole(self._fd, begin + lines)

    def _is_at_line_start(self) -> bool:
        # Asked each time: any other writer may have been killed since the last.
        status = os.fstat(self._fd)
        if not stat.S_ISREG(status.st_mode) or not status.st_size:
            return True
        try:
            return os.pread(self._fd, 1, status.st_size - 1) == b"\n"
        except OSError:
            # It may be written but not read.  One blank line too many does no harm.
            return False

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


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
