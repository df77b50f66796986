"""The games of a log of any size, found by their offsets.

The file itself stays on disk: eight bytes a game are remembered, and what is shown is read when it
is asked for.  A log that is still being written can be followed.
"""

import codecs
import os
import re
import stat
from array import array
from collections.abc import Callable
from typing import Final

from durak_tui.common.files import Closing, open_regular
from durak_tui.common.text import one_line
from durak_tui.records.log_format import GAME_CAP, DamagedGame, check_size, decode_game
from durak_tui.records.record import GameRecord

CHUNK: Final = 1024 * 1024  # Bytes that are looked through at a time.
TITLE_CAP: Final = 4096  # Bytes of a header that are shown; what is longer is cut, with a mark.

ORNAMENT: Final = b"####"  # What a header begins and ends with.
_START: Final = b"\n" + ORNAMENT  # Where this is, a game starts.  No line of JSON begins so.
_DATED: Final = re.compile(rb"####\d{4}-\d\d-\d\dT")
"""So a header begins inside a line: after a game that was cut off by a kill, or after the
mark of UTF-8."""
_RUN: Final = re.compile(rb"#++")
"""Where a row of these does not begin a header, its end still may."""
_OVERLAP: Final = 16  # Bytes of a header that tell it from others, and one before them.


# Is told the number of a game, bytes of the file, and where in them the game begins and ends.
Observer = Callable[[int, bytes, int, int], object]


class LogReader(Closing):
    """Games of an open log whose places are known, numbered from 0."""

    def __init__(self, fd: int, starts: "array[int]") -> None:
        """``fd`` is closed with the reader; ``starts`` is where each game begins."""
        self._fd = fd
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def size(self) -> int:
        return os.fstat(self._fd).st_size

    @property
    def identity(self) -> tuple[int, int]:
        """Device and inode of the open file, whatever its name is now."""
        status = os.fstat(self._fd)
        return status.st_dev, status.st_ino

    def offset(self, n: int) -> int:
        """The offset of game ``n`` in the file.  Raises IndexError."""
        if not 0 <= n < len(self._starts):
            raise IndexError(f"there is no game {n}, the log has {len(self._starts)}")
        return self._starts[n]

    def title(self, n: int) -> str:
        """The header of game ``n`` without ornaments, on one line."""
        return title_of(os.pread(self._fd, TITLE_CAP, self.offset(n)))

    def raw(self, n: int) -> bytes:
        """Game ``n`` as it stands in the file, header included.

        Raises IndexError, OSError, or :class:`DamagedGame` if it is too long to be a game.
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

    def extent(self, n: int) -> tuple[int, int]:
        """Where game ``n`` begins and ends, however long it is."""
        start = self.offset(n)
        if n + 1 < len(self._starts):
            return start, self._starts[n + 1]
        at = start + len(ORNAMENT)
        while chunk := os.pread(self._fd, CHUNK, at):
            end = chunk.find(_START)
            if end >= 0:
                return start, at + end + 1
            # The mark may begin where the chunk ends.
            at += len(chunk) - len(ORNAMENT) if len(chunk) > len(ORNAMENT) else len(chunk)
        return start, at

    def read(self, start: int, end: int) -> bytes:
        """These bytes of the file; fewer if it is shorter."""
        return os.pread(self._fd, end - start, start)

    def game(self, n: int) -> GameRecord:
        """Game ``n``.  Raises :class:`DamagedGame` also for a broken rule."""
        return parse_game(self.raw(n))

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class LogIndex(LogReader):
    """The games that :meth:`scan` has found; others may read meanwhile."""

    def __init__(self, path: str | os.PathLike[str], on_whole: Observer | None = None) -> None:
        """Open the file and read nothing yet.

        ``on_whole`` is shown the bytes of each game that a scan happens to read whole, which is
        most of them.  Raises OSError if the file is missing, unreadable, or not a regular file.
        """
        super().__init__(open_regular(os.path.expanduser(path)), array("q"))
        self._on_whole = on_whole
        self._restart()

    def _restart(self) -> None:
        self._starts = array("q")
        self.scanned = 0  # Bytes looked through so far.
        # The last bytes looked at, in which a start may begin.  The file is treated as if
        # a newline stood before it.
        self._tail = b"\n"
        self._after = 0

    def scan(self, budget: int | None = None) -> bool:
        """Look for games in so many bytes; whether that was all.

        A later call goes on with what has been appended since.  A file that is :attr:`outdated`
        is read from its start.
        """
        if self.outdated:
            self._restart()
        return self.extend(budget)

    @property
    def outdated(self) -> bool:
        """Whether the file no longer holds what was scanned."""
        if self.size < self.scanned:
            return True
        last = self._tail[-min(self.scanned, _OVERLAP) :] if self.scanned else b""
        return os.pread(self._fd, len(last), self.scanned - len(last)) != last

    def extend(self, budget: int | None = None) -> bool:
        """Scan, and keep what was found: others may read meanwhile."""
        size = self.size
        stop = size if budget is None else min(size, self.scanned + budget)
        while self.scanned < stop:
            chunk = os.pread(self._fd, min(CHUNK, stop - self.scanned), self.scanned)
            if not chunk:
                break
            window = self._tail + chunk
            self._find_starts(window, self.scanned - len(self._tail))
            self._tail = window[-_OVERLAP:]
            self.scanned += len(chunk)
        return self.scanned >= size

    def _find_starts(self, window: bytes, offset: int) -> None:
        # Its end is the beginning of the next one.
        found = window.find(ORNAMENT, max(0, self._after - offset))
        before = -1
        while found >= 0:
            if window[found - 1 : found] == b"\n" or _DATED.match(window, found):
                if before >= 0 and self._on_whole:
                    self._on_whole(len(self._starts) - 1, window, before, found)
                self._starts.append(offset + found)
                before = found
                found += len(ORNAMENT)
                self._after = offset + found
            elif run := _RUN.match(window, found):
                found = max(found + 1, run.end() - len(ORNAMENT))
            found = window.find(ORNAMENT, found)

    def reader(self) -> LogReader:
        """An independent reader of the games found so far."""
        return LogReader(os.dup(self._fd), self._starts[:])


def has_something(path: str | os.PathLike[str]) -> bool:
    """Whether there is a regular file that is not empty."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def has_games(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file that begins as a log does."""
    if not has_something(path):
        return False
    with open(path, "rb") as file:
        return file.read(64).removeprefix(codecs.BOM_UTF8).lstrip().startswith(ORNAMENT)


def title_of(raw: bytes) -> str:
    """The title in these bytes, as :meth:`LogReader.title` gives it."""
    head = raw[:TITLE_CAP]
    line, newline, _ = head.partition(b"\n")
    line = line.rstrip().removeprefix(ORNAMENT).removesuffix(ORNAMENT)
    title = one_line(line.decode(errors="backslashreplace"))
    return title if newline or len(head) < TITLE_CAP else title + "..."


def parse_game(raw: bytes) -> GameRecord:
    """The game in these bytes.  Raises :class:`DamagedGame`."""
    header, _, body = raw.partition(b"\n")
    header = header.rstrip()
    if not (header.startswith(ORNAMENT) and header[len(ORNAMENT) :].endswith(ORNAMENT)):
        raise DamagedGame("its header is cut off")
    return decode_game(body)
