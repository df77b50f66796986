"""Copying games of a log to another file, which is a log again."""

import contextlib
import errno
import os
import secrets
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from durak_tui.library.index import CHUNK, LogReader, parse_game
from durak_tui.records.log_format import GAME_CAP, DamagedGame

_PART: Final = ".durak-tui-", ".part"
"""What the name of a file that is being written begins and ends with."""
_LEFTOVER_SECONDS: Final = 3600.0
"""How long nobody must have written to it for it to be taken for one whose program was killed."""
_STEP: Final = 16
"""Games between two looks at whether to go on."""


class Exported(NamedTuple):
    """What was copied."""

    games: int
    """Damaged ones included."""
    damaged: int | None
    """Games that cannot be replayed; None if they were not counted."""


class Stopped(Exception):
    """The export was not to go on.  Nothing is left of it."""


def export_games(
    log: LogReader,
    games: Sequence[int],
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    count_damaged: bool = True,
    go_on: Callable[[int], bool] = lambda _: True,
) -> Exported:
    """Copy games, in this order, to a file that is there when it is whole.

    Every game is copied as it stands, damaged ones too; only a newline is added where one is
    missing at its end.  To count the damaged ones takes half a millisecond a game, twenty times
    as long as to copy it.  ``go_on`` is told now and then how many games have been copied, and
    is asked whether to go on.  A leading ``~`` in the path is expanded.

    Raises FileExistsError if there is such a file and ``overwrite`` is not set, Stopped if
    ``go_on`` said no, IndexError if the log has no such game, and OSError if the file cannot
    be written, the log not read, or the two are the same.  Then nothing has changed.  ValueError
    means that there can be no such path.
    """
    target = Path(os.path.realpath(os.path.expanduser(path)))
    old = _check_target(target, log, overwrite=overwrite)
    _clear_leftovers(target.parent)
    begin, end = _PART
    part = target.with_name(begin + secrets.token_hex(8) + end)
    try:
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        with open(fd, "wb", CHUNK) as file:
            if old is not None:
                os.fchmod(fd, stat.S_IMODE(old.st_mode))
            damaged = 0
            for done, game in enumerate(games):
                if done % _STEP == 0 and not go_on(done):
                    raise Stopped
                raw = _copy(log, game, file)
                damaged += count_damaged and _is_damaged(raw)
            file.flush()
            # A disk may be found to be full only now.
            os.fsync(fd)
        if not go_on(len(games)):
            raise Stopped
        _put_in_place(part, target, overwrite=overwrite)
    finally:
        part.unlink(missing_ok=True)
    return Exported(len(games), damaged if count_damaged else None)


def _check_target(target: Path, log: LogReader, *, overwrite: bool) -> os.stat_result | None:
    """What is there already, if it may be overwritten."""
    try:
        old = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(target))
    if (old.st_dev, old.st_ino) == log.identity:
        raise OSError(errno.EINVAL, "It is the log that the games are in", str(target))
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    return old


def _clear_leftovers(folder: Path) -> None:
    """Remove what programs that were killed during an export have left."""
    begin, end = _PART
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (
                entry.name.startswith(begin)
                and entry.name.endswith(end)
                and entry.is_file(follow_symlinks=False)
                and time.time() - entry.stat(follow_symlinks=False).st_mtime > _LEFTOVER_SECONDS
            ):
                os.unlink(entry.path)


def _copy(log: LogReader, game: int, file: BinaryIO) -> bytes | None:
    """Copy a game; returns it, or None if it is too long to be one."""
    begin, end = log.extent(game)
    piece = b""
    for at in range(begin, end, GAME_CAP):
        wanted = min(GAME_CAP, end - at)
        piece = log.read(at, at + wanted)
        if len(piece) < wanted:
            raise OSError(errno.EIO, "The log has become shorter")
        file.write(piece)
    if not piece.endswith(b"\n"):
        file.write(b"\n")
    return piece if end - begin <= GAME_CAP else None


def _is_damaged(raw: bytes | None) -> bool:
    try:
        if raw is not None:
            parse_game(raw)
    except DamagedGame:
        return True
    return raw is None


def _put_in_place(part: Path, target: Path, *, overwrite: bool) -> None:
    if overwrite:
        os.replace(part, target)
        return
    try:
        # Unlike a renaming, this fails if somebody has made such a file meanwhile.
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        # The file system has no links.
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.rename(part, target)
