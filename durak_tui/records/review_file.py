"""Reviews stored beside a log, so that they are done once.

``LOG.review`` begins with a line that says its format; every other line is the review of
one game as JSON, found by what the game is and by how it was reviewed.  Only whole lines
count: what a killed process has left of one is cut off before the next is written.
"""

import json
import os
import re
from hashlib import sha256
from typing import Any, Final, NamedTuple

from durak_tui.common import files
from durak_tui.common.fields import Malformed, parse_object
from durak_tui.common.i18n import N_

SUFFIX: Final = ".review"
FORMAT: Final = 1

_NAME: Final = "durak-tui review"
_HEADER: Final = json.dumps({"name": _NAME, "format": FORMAT}).encode() + b"\n"
_BEGIN: Final = re.compile(
    rb'\{"game":"([^"\\]*)","worlds":(\d{1,9}),"version":(\d{1,9}),"review":'
)
"""The beginning of each line, by which it is found, so that the rest need not be read."""
_LINE_CAP: Final = 4 * 1024 * 1024
"""Bytes.  Reviews take a few thousand; longer lines are passed over."""


class ReviewKey(NamedTuple):
    """The key of a stored review."""

    game: str
    worlds: int
    version: int


class OtherFormat(OSError):
    """Something else in place of reviews; the text awaits translation."""


def game_key(raw: bytes) -> str:
    """A hash of a game's bytes, without blanks at either end."""
    # The newline after the last game of a log may still come.
    return sha256(raw.strip()).hexdigest()[:40]


class ReviewFile:
    """The reviews of one log; others may write to it meanwhile."""

    def __init__(self, log: str | os.PathLike[str]) -> None:
        self.path: Final = os.path.abspath(os.path.expanduser(log)) + SUFFIX
        self._forget((0, 0))

    def _forget(self, identity: tuple[int, int]) -> None:
        self._identity = identity
        self._scanned = 0
        self._places: dict[int, int] = {}  # Where each review begins, by the hash of its key.
        self._last: tuple[int, Any] = (-1, None)  # What was found there: equal games have one.

    def find(self, key: ReviewKey) -> Any:
        """The JSON of a review, if there.  Raises OSError."""
        try:
            fd = files.open_regular(self.path)
        except FileNotFoundError:
            return None
        with open(fd, "rb") as file:
            self._scan(fd)
            if (place := self._places.get(hash(key))) is None:
                return None
            file.seek(place)
            line = file.readline(_LINE_CAP)
        if _key_of(line) != key:
            return None
        if self._last[0] != place:
            entry = _entry(line)
            self._last = place, None if entry is None else entry.get("review")
        return self._last[1]

    def store(self, key: ReviewKey, review: Any) -> None:
        """Write a review whole or not at all, replacing earlier ones.

        Raises OSError if it cannot be written, BlockingIOError if another program is at it for more
        than ``files.LOCK_PATIENCE`` seconds, OtherFormat if the file must be left alone.
        """
        entry = {**key._asdict(), "review": review}
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC
        fd = os.open(self.path, flags, 0o666)
        try:
            files.lock_for_writing(fd, self.path, files.LOCK_PATIENCE)
            self._scan(fd)
            place = self._places.get(hash(key))
            if place is not None and os.pread(fd, len(line), place) == line:
                return  # it was done again, or by another program at the same time
            # Nobody else writes now: a line without its end was left by a process that died.
            os.ftruncate(fd, self._scanned)
            files.append_whole(fd, line if self._scanned else _HEADER + line)
            self._scan(fd)
        finally:
            os.close(fd)

    def _scan(self, fd: int) -> None:
        status = os.fstat(fd)
        files.check_regular(status, self.path)
        identity = status.st_dev, status.st_ino
        if identity != self._identity or status.st_size < self._scanned:
            self._forget(identity)
        if status.st_size == self._scanned:
            return
        with open(fd, "rb", closefd=False) as file:
            file.seek(self._scanned)
            while line := file.readline(_LINE_CAP):
                begin = self._scanned
                whole = line.endswith(b"\n")
                if not begin:
                    self._check_header(line, whole=whole)
                if not whole and len(line) < _LINE_CAP:
                    return
                self._scanned += len(line)
                if whole and (key := _key_of(line)):
                    self._places[hash(key)] = begin

    def _check_header(self, line: bytes, *, whole: bool) -> None:
        if not whole and _HEADER.startswith(line):
            return
        header = _entry(line)
        if header is None or header.get("name") != _NAME:
            raise OtherFormat(N_("it is not a review file"))
        if header.get("format") != FORMAT:
            raise OtherFormat(N_("it was written by a later version of durak-tui"))


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        return parse_object(line)
    except Malformed:
        return None


def _key_of(line: bytes) -> ReviewKey | None:
    begin = _BEGIN.match(line)
    if begin is None:
        return None
    game, worlds, version = begin.groups()
    return ReviewKey(game.decode(errors="replace"), int(worlds), int(version))
