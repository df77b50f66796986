"""The log of a run, also to go on where it ends."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from durak_tui.common.files import GoneIfEmpty, is_locked, open_regular
from durak_tui.common.i18n import N_, Message
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.library.index import LogIndex
from durak_tui.pool.run_errors import CannotResumeError, RunError, compare_settings, usable
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter

Notice = Callable[[str], None]
"""Called with a sentence for the user about something that does not stop a run."""


def opened_log(path: str) -> LogWriter:
    """The log of a run, which nobody else writes to.  Raises RunError."""
    with usable(N_("log file {path} cannot be written: {why}"), path=path):
        try:
            return LogWriter(path, alone=True)
        except BlockingIOError:
            text = N_("log file {path} is being written by another run")
            raise RunError(text, path=path) from None


@contextmanager
def log_of_run(path: str) -> Iterator[LogWriter]:
    """The same for a block; a new file without games is removed."""
    gone = GoneIfEmpty(path)
    # In this order: gone before another run can have it for itself, or its games would be, too.
    with opened_log(path) as log, gone:
        yield log


def take_up(
    path: str,
    settings: Mapping[str, Any],
    resume: Callable[[Iterable[GameRecord]], None],
    notice: Notice,
    cancel: CancelToken,
) -> None:
    """Hand the games of a log to ``resume``.

    They must be of a run with these settings. A last game that cannot be read is moved aside
    first, with a notice. Raises RunError if the log is not the beginning of this run, Cancelled as
    soon as the token is set.
    """
    try:
        with usable(N_("{path} cannot be resumed: {why}"), path=path):
            torn = move_torn_game(path)
            if torn:
                text = N_("a game that was cut off or damaged is now in {path}")
                notice(str(Message(text, {"path": torn})))
            resume(_past_games(path, settings, cancel))
    except CannotResumeError as error:
        raise RunError(N_("{path} cannot be resumed: {why}"), path=path, why=error) from None


def move_torn_game(path: str) -> str | None:
    """Move a last game that cannot be read to ``LOG.torn``, if any.

    It was cut off, or something else is wrong with it: the run plays it again. Raises OSError, and
    RunError if the other file cannot be opened.
    """
    with LogIndex(path) as index:
        index.scan()
        if not len(index):
            return None
        try:
            index.game(len(index) - 1)
        except DamagedGame:
            offset = index.offset(len(index) - 1)
        else:
            return None
    path = os.path.expanduser(path)
    torn = f"{path}.torn"
    with open(path, "r+b") as log, _beside(torn) as aside:
        log.seek(offset)
        while chunk := log.read(1 << 20):
            aside.write(chunk)
        aside.write(b"\n")
        aside.flush()
        # Safe there before it is cut off here.
        os.fsync(aside.fileno())
        log.truncate(offset)
    return torn


def _beside(torn: str) -> BinaryIO:
    # Not what a link of somebody else leads to.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with usable(N_("{path} cannot be written: {why}"), path=torn):
        return open(open_regular(torn, flags), "ab")


def is_written(path: str | os.PathLike[str]) -> bool:
    """True while any program's run has the log open.  Raises OSError."""
    fd = open_regular(path)
    try:
        return is_locked(fd)
    finally:
        os.close(fd)


def last_game(path: str | os.PathLike[str]) -> GameRecord | None:
    """The last game of a log that is not torn.  Raises OSError."""
    with LogIndex(path) as index:
        index.scan()
        for number in reversed(range(max(0, len(index) - 2), len(index))):
            with suppress(DamagedGame):
                return index.game(number)
    return None


def settings_of(path: str) -> Mapping[str, Any]:
    """The settings of a log's last run, if any.  Raises RunError."""
    with usable(N_("{path} cannot be read: {why}"), path=path):
        game = last_game(path)
    return (game and game.run) or {}


def _past_games(
    path: str, settings: Mapping[str, Any], cancel: CancelToken
) -> Iterator[GameRecord]:
    """The games of a log's last run, one with these settings."""
    with LogIndex(path) as index:
        index.scan()
        if not len(index):
            return
        last = _game(index, len(index) - 1)
        if last.run is None or last.game_id is None or last.game_id < 1:
            raise CannotResumeError(N_("its last game does not say which run it belongs to"))
        compare_settings(last.run, settings)
        begin = len(index) - last.game_id
        for number in range(last.game_id):
            if cancel.is_set:
                raise Cancelled
            record = _game(index, begin + number) if begin >= 0 else last
            if record.game_id != number + 1 or record.run != last.run:
                text = N_("game {n} of the run is not where it should be")
                raise CannotResumeError(text, n=number + 1)
            yield record


def _game(index: LogIndex, number: int) -> GameRecord:
    try:
        return index.game(number)
    except DamagedGame as error:
        text = N_("its game {n} is damaged: {why}")
        raise CannotResumeError(text, n=number + 1, why=error) from None
