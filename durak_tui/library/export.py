"""Copy games of a log to another log."""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from durak_tui.common.files import check_regular, replace_file
from durak_tui.common.i18n import N_
from durak_tui.library.index import ORNAMENT, LogReader
from durak_tui.records.log_format import GAME_CAP, DamagedGame

_STEP: Final = 16  # Games between two looks at whether to go on.


class Exported(NamedTuple):
    games: int  # Damaged ones included.
    damaged: int | None  # Games that cannot be replayed; None if they were not counted.


class Stopped(Exception):
    """The end of a stopped export, of which nothing is left."""


def export_games(
    log: LogReader,
    games: Sequence[int],
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    count_damaged: bool = True,
    go_on: Callable[[int], bool] = lambda _: True,
) -> Exported:
    """Copy games to a file in this order, all or none.

    Damaged games are copied, too; only white space is added where a newline is missing at the end.
    To count the damaged ones takes half a millisecond a game, twenty times as long as to copy it.
    ``go_on`` gets the number of games copied so far and says whether to go on.

    Raises Stopped, FileExistsError, IndexError, OSError (also if both files are the same), or
    ValueError for an impossible path; then nothing has changed.
    """
    target = Path(os.path.realpath(os.path.expanduser(path)))
    _check_target(target, log, overwrite=overwrite)
    damaged = 0

    def pieces() -> Iterator[bytes]:
        nonlocal damaged
        for done, game in enumerate(games):
            if done % _STEP == 0 and not go_on(done):
                raise Stopped
            yield from copied(log, game)
            damaged += count_damaged and _is_damaged(log, game)
        if not go_on(len(games)):
            raise Stopped

    replace_file(target, pieces(), overwrite=overwrite)
    return Exported(len(games), damaged if count_damaged else None)


def write(
    log: LogReader, data: bytes, path: str | os.PathLike[str], *, overwrite: bool = False
) -> Exported:
    """Write what was made of one game.  Raises as :func:`export_games`."""
    target = Path(os.path.realpath(os.path.expanduser(path)))
    _check_target(target, log, overwrite=overwrite)
    replace_file(target, [data], overwrite=overwrite)
    return Exported(1, 0)


def _check_target(target: Path, log: LogReader, *, overwrite: bool) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        return
    check_regular(old, target)
    if (old.st_dev, old.st_ino) == log.identity:
        raise OSError(errno.EINVAL, N_("It is the log that the games come from"), str(target))
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def copied(log: LogReader, game: int) -> Iterator[bytes]:
    """A game as it stands in its log, in pieces."""
    begin, end = log.extent(game)
    piece = b""
    for at in range(begin, end, GAME_CAP):
        wanted = min(GAME_CAP, end - at)
        piece = log.read(at, at + wanted)
        if len(piece) < wanted:
            raise OSError(errno.EIO, N_("The log has become shorter"))
        yield piece
    if not piece.endswith(b"\n"):
        # A header inside a line begins a game where the line ends with it: here none has begun.
        yield b" \n" if piece.endswith(ORNAMENT) else b"\n"


def _is_damaged(log: LogReader, game: int) -> bool:
    try:
        log.game(game)
    except DamagedGame:
        return True
    return False
