"""Finding the games of a log file of any size by their byte offsets.

The file itself stays on disk: eight bytes a game are remembered, and what is shown is read
when it is asked for.  A log that is still being written can be followed.
"""

import errno
import os
import re
import stat
from array import array
from typing import Final

from durak_tui.records.logformat import GAME_CAP, DamagedGame, check_size, decode_game
from durak_tui.records.record import GameRecord
from durak_tui.text import one_line

CHUNK: Final = 1024 * 1024
"""Bytes that are looked through at a time."""
TITLE_CAP: Final = 4096
"""Bytes of a header that are shown; what is longer is cut, with a mark."""

_ORNAMENT: Final = b"####"
_START: Final = b"\n" + _ORNAMENT
"""Where this is, a game starts.  No line of JSON begins so."""
_DATED: Final = re.compile(rb"####\d{4}-\d\d-\d\dT")
"""So a header begins inside a line: after a game that was cut off by a kill, or after the
mark of UTF-8."""
_OVERLAP: Final = 16
"""Bytes of a header that tell it from others, and one before them."""


class LogIndex:
    """The games of one log file, numbered from 0.

    :meth:`scan` finds them; everything else speaks of those found so far.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file; nothing is read yet.  A leading ``~`` is expanded.

        Raises OSError if it is missing, unreadable, or not a regular file.
        """
        path = os.path.expanduser(path)
        # Without O_NONBLOCK a named pipe would be waited for.
        self._fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        mode = os.fstat(self._fd).st_mode
        if not stat.S_ISREG(mode):
            self.close()
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
            raise OSError(errno.EINVAL, "Not a regular file", path)
        self._restart()

    def _restart(self) -> None:
        self._starts = array("q")
        self._scanned = 0
        # The last bytes looked at, in which a start may begin.  The file is treated as if
        # a newline stood before it.
        self._tail = b"\n"
        self._after = 0

    def scan(self, budget: int | None = None) -> bool:
        """Look for games in the next ``budget`` bytes, or in all there are.

        Returns whether the end of the file was reached; a later call goes on with what has
        been appended since.  If the file has become shorter, it is taken for a new one and
        read from its start.  Raises OSError if reading fails.
        """
        size = os.fstat(self._fd).st_size
        if size < self._scanned:
            self._restart()
        stop = size if budget is None else min(size, self._scanned + budget)
        while self._scanned < stop:
            chunk = os.pread(self._fd, min(CHUNK, stop - self._scanned), self._scanned)
            if not chunk:
                break
            self._find_starts(self._tail + chunk, self._scanned - len(self._tail))
            self._tail = (self._tail + chunk)[-_OVERLAP:]
            self._scanned += len(chunk)
        return self._scanned >= size

    def _find_starts(self, window: bytes, offset: int) -> None:
        """Note the starts in a window that begins at ``offset``; its end is looked at again."""
        found = window.find(_ORNAMENT, max(0, self._after - offset))
        while found >= 0:
            if window[found - 1 : found] == b"\n" or _DATED.match(window, found):
                self._starts.append(offset + found)
                found += len(_ORNAMENT)
                self._after = offset + found
            else:
                found += 1
            found = window.find(_ORNAMENT, found)

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def size(self) -> int:
        """Bytes of the file, now: with :attr:`scanned`, how far the search has come."""
        return os.fstat(self._fd).st_size

    @property
    def scanned(self) -> int:
        """Bytes looked through so far."""
        return self._scanned

    @property
    def junk_before(self) -> int:
        """Bytes before the first header, which belong to no game (D-066)."""
        return self._starts[0] if self._starts else self._scanned

    def offset(self, n: int) -> int:
        """Where the header of game ``n`` begins, in bytes from the start of the file.

        Raises IndexError if there is no such game.
        """
        if not 0 <= n < len(self._starts):
            raise IndexError(f"there is no game {n}, the log has {len(self._starts)}")
        return self._starts[n]

    def title(self, n: int) -> str:
        """The header of game ``n`` without its ornaments, fit to be shown on one line.

        Raises IndexError if there is no such game, OSError if reading fails.
        """
        head = os.pread(self._fd, TITLE_CAP, self.offset(n))
        line, newline, _ = head.partition(b"\n")
        line = line.rstrip().removeprefix(_ORNAMENT).removesuffix(_ORNAMENT)
        title = one_line(line.decode(errors="backslashreplace"))
        return title if newline or len(head) < TITLE_CAP else title + "..."

    def raw(self, n: int) -> bytes:
        """Game ``n`` as it stands in the file, from its header to the next.

        Raises IndexError if there is no such game, OSError if reading fails, and
        :class:`DamagedGame` if it is too long to be a game.
        """
        start = self.offset(n)
        if n + 1 < len(self._starts):
            end = self._starts[n + 1]
            check_size(end - start)
            return os.pread(self._fd, end - start, start)
        # What follows the last game may not have been scanned yet.
        data = os.pread(self._fd, GAME_CAP + 1, start)
        end = data.find(_START)
        if end >= 0:
            return data[: end + 1]
        if len(data) > GAME_CAP:
            check_size(max(self.size - start, len(data)))
        return data

    def game(self, n: int) -> GameRecord:
        """Game ``n``.

        Raises :class:`DamagedGame` if it cannot be read or breaks a rule, IndexError if
        there is no such game, and OSError if reading fails.
        """
        header, _, body = self.raw(n).partition(b"\n")
        header = header.rstrip()
        if not (header.startswith(_ORNAMENT) and header[len(_ORNAMENT) :].endswith(_ORNAMENT)):
            raise DamagedGame("its header is cut off")
        return decode_game(body)

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> "LogIndex":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
