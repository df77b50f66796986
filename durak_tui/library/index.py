"""The games of a log of any size, found by their offsets.

The file itself stays on disk: eight bytes a game are remembered, and what is shown is read when it
is asked for.  A log that is still being written can be followed.
"""

import codecs
import errno
import os
import re
import stat
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Final

from durak_tui.common.files import Closing, open_regular
from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line
from durak_tui.common.unpack import STDIN, Opener, StrPath, check_plain
from durak_tui.records.log_format import (
    DATED,
    GAME_CAP,
    DamagedGame,
    check_size,
    decode_game,
)
from durak_tui.records.record import GameRecord

CHUNK: Final = 1024 * 1024  # Bytes that are looked through at a time.
TITLE_CAP: Final = 4096  # Bytes of a header that are shown; what is longer is cut, with a mark.

ORNAMENT: Final = b"####"  # What a header begins and ends with.
HEADER_ENDS: Final = ORNAMENT + b"\n", ORNAMENT + b"\r\n"
"""So a line with a header ends, and none that is whole JSON."""
_RUN: Final = re.compile(rb"#++")
"""A row of these; if it begins no header, its end still may."""
_OVERLAP: Final = 16  # Bytes that identify a header, and one before them.
_HEADER: Final = -1  # In place of where another header begins in a line that is one from its start.


# Gets the number of a game, bytes of the file, and where in them the game begins and ends.
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
        """Device and inode of the open file, under any name."""
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
        _, others = _Starts(in_header=True).feed(data)
        if others:
            return data[: others[0]]
        if len(data) > GAME_CAP:
            check_size(max(self.size - start, len(data)))
        return data

    def extent(self, n: int) -> tuple[int, int]:
        """Begin and end of game ``n``, however long it is."""
        start = at = self.offset(n)
        if n + 1 < len(self._starts):
            return start, self._starts[n + 1]
        starts = _Starts(in_header=True)
        while chunk := os.pread(self._fd, CHUNK, at):
            _, others = starts.feed(chunk)
            if others:
                return start, start + others[0]
            at += len(chunk)
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


def open_plain(path: StrPath) -> int:
    """Open a log that lies in a file, not compressed.  Raises OSError."""
    try:
        fd = open_regular(path)
    except FileNotFoundError:
        if path == STDIN:
            text = N_("Only durak-tui show, stats, review and verify read standard input")
            raise OSError(errno.EINVAL, text, path) from None
        raise
    try:
        check_plain(fd, path)
    except OSError:
        os.close(fd)
        raise
    return fd


class LogIndex(LogReader):
    """The games that :meth:`scan` has found; others may read meanwhile."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        on_whole: Observer | None = None,
        opened: Opener = open_plain,
    ) -> None:
        """Open the file and read nothing yet.

        ``on_whole`` is shown the bytes of each game that a scan happens to read whole, which is
        most of them.  Raises OSError if the file is missing, unreadable, compressed, or not a
        regular file; ``open_unpacked`` for ``opened`` takes the last two, too, as they are now.
        """
        super().__init__(opened(os.path.expanduser(path)), array("q"))
        self._on_whole = on_whole
        self._finder = _Starts()

    @property
    def scanned(self) -> int:
        """Bytes looked through so far."""
        return self._finder.seen

    @property
    def outdated(self) -> bool:
        """True if the file no longer holds the bytes that were scanned."""
        if self.size < self.scanned:
            return True
        last = self._finder.tail[-min(self.scanned, _OVERLAP) :] if self.scanned else b""
        return os.pread(self._fd, len(last), self.scanned - len(last)) != last

    def scan(self, budget: int | None = None) -> bool:
        """Look for games in ``budget`` bytes; True at the end.

        A later call goes on with the bytes that were appended since; those found stay, for others
        may read meanwhile.
        """
        size = self.size
        stop = size if budget is None else min(size, self.scanned + budget)
        while self.scanned < stop:
            chunk = os.pread(self._fd, min(CHUNK, stop - self.scanned), self.scanned)
            if not chunk:
                break
            self._note(*self._finder.feed(chunk))
        return self.scanned >= size

    def _note(self, window: bytes, found: list[int]) -> None:
        """Keep where games begin, and show those whole in this piece."""
        if self._on_whole:
            offset = self.scanned - len(window)
            for number, (begin, end) in enumerate(pairwise(found), len(self._starts)):
                if begin >= offset:
                    self._on_whole(number, window, begin - offset, end - offset)
        self._starts.extend(found)

    def reader(self) -> LogReader:
        """An independent reader of the games found so far."""
        return LogReader(os.dup(self._fd), self._starts[:])


class _Starts:
    """The search for beginnings of games, in bytes given piecewise.

    A game begins with a header, at the start of a line, or inside of one: after a game that was
    cut off by a kill, or the mark of UTF-8.  What looks like a header may also be a text in a
    line of JSON, or a name in another header.  So a line that begins with a header holds no
    other, and in any line there is at most one, the last, which ends where the line does.
    """

    def __init__(self, *, in_header: bool = False) -> None:
        """``in_header``: the bytes begin with the header of a known game."""
        self.seen = 0  # How many bytes have been looked through.
        self.tail = b"\n"
        """The last of them, in which a header may begin, as if a newline stood before all."""
        self._after = 0  # Where the search goes on.
        self._last = _HEADER if in_header else None
        """The beginning of the last header that may stand in the line that goes on."""

    def feed(self, piece: bytes) -> tuple[bytes, list[int]]:
        """Look through more bytes.

        Returns them, with some of those before, and the offsets that were found; one inside a line
        is found with the line's end.
        """
        window = self.tail + piece
        offset = self.seen - len(self.tail)
        self.seen += len(piece)
        self.tail = window[-_OVERLAP:]
        return window, list(self._found(window, offset))

    def _found(self, window: bytes, offset: int) -> Iterator[int]:
        at = max(0, self._after - offset)
        while True:
            if self._last is None:
                at = window.find(ORNAMENT, at)
                if at < 0:
                    return
                if window[at - 1 : at] == b"\n":
                    yield offset + at
                    self._last = _HEADER
                    at += len(ORNAMENT)
                elif DATED.match(window, at):
                    self._last = offset + at
                else:
                    run = _RUN.match(window, at)
                    at = max(at + 1, run.end() - len(ORNAMENT)) if run else at + 1
                    continue
            self._after = offset + at
            end = window.find(b"\n", at)
            if self._last != _HEADER:
                for dated in DATED.finditer(window, at, end if end >= 0 else len(window)):
                    self._last = offset + dated.start()
            if end < 0:
                return
            if self._last != _HEADER and window.endswith(HEADER_ENDS, 0, end + 1):
                yield self._last
            self._last = None
            self._after = offset + end
            at = end


def last_game(path: StrPath) -> GameRecord | None:
    """The last whole game of a log, read from its end alone.

    Only the very last may be damaged, by a writer that was killed.  Raises OSError.
    """
    with LogIndex(path) as log:
        tail = log.read(max(0, log.size - 2 * GAME_CAP), log.size)
    _, starts = _Starts().feed(tail)
    for begin, end in reversed(list(pairwise([*starts, len(tail)]))[-2:]):
        with suppress(DamagedGame):
            return parse_game(tail[begin:end])
    return None


def has_something(path: str | os.PathLike[str]) -> bool:
    """Look for a regular file that is not empty."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def has_games(path: str | os.PathLike[str]) -> bool:
    """Look for a file that begins as a log does."""
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
