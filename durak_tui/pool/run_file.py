"""The log of a run: had alone, resumed, cut where torn."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Generic, Protocol, Self, TypeVar

from durak_tui.common.files import GoneIfEmpty, open_regular
from durak_tui.common.i18n import N_, Message, _
from durak_tui.common.line_appender import LineAppender
from durak_tui.common.text import fit, one_line
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.pool.run_errors import CannotResumeError, RunError, usable

Notice = Callable[[str], None]
"""Called with a sentence for the user about something that does not stop a run."""
AppenderT = TypeVar("AppenderT", bound=LineAppender)
_LONGEST: Final = 2000  # Columns of what differs between two runs.


def opened_log(path: str, writer: type[AppenderT]) -> AppenderT:
    """The log of a run, which nobody else writes to.  Raises RunError."""
    with usable(N_("log file {path} cannot be written: {why}"), path=path):
        try:
            return writer(path, alone=True)
        except BlockingIOError:
            text = N_("log file {path} is being written by another run")
            raise RunError(text, path=path) from None


@contextmanager
def log_of_run(path: str, writer: type[AppenderT]) -> Iterator[AppenderT]:
    """The same for a block; a new file without games is removed."""
    gone = GoneIfEmpty(path)
    # In this order: gone before another run can have it for itself, or its games would be, too.
    with opened_log(path, writer) as log, gone:
        yield log


class RunGame(Protocol):
    """A game of a log, perhaps with its run."""

    @property
    def game_id(self) -> int | None: ...

    @property
    def run(self) -> Mapping[str, Any] | None: ...


RunGameT = TypeVar("RunGameT", bound=RunGame)
RunGameT_co = TypeVar("RunGameT_co", bound=RunGame, covariant=True)


class GamesLog(Protocol[RunGameT_co]):
    """A log as a list of games."""

    def scan(self) -> object:
        """Find what the file holds by now."""

    def __len__(self) -> int: ...

    def game(self, number: int, /) -> RunGameT_co:
        """A game, from 0; raises an error if it cannot be read."""

    def offset(self, number: int, /) -> int:
        """The place in the file where a game begins."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


@dataclass(frozen=True)
class RunLogs(Generic[RunGameT]):
    """A kind of log, from which runs can be resumed."""

    open: Callable[[str], GamesLog[RunGameT]]
    damaged: type[Exception]  # What a game raises that cannot be read.
    torn: type[Exception]  # What it raises if it is the beginning of one, or is damaged in it.

    def resume(
        self,
        path: str,
        settings: Mapping[str, Any],
        resume: Callable[[Iterable[RunGameT]], None],
        notice: Notice,
        cancel: CancelToken,
    ) -> None:
        """Hand the games of a log to ``resume``.

        They must be of a run with these settings.  A last game that cannot be read is moved aside
        first, with a notice: the run plays it again.  Raises RunError if the log is not the
        beginning of this run, Cancelled as soon as the token is set.
        """
        try:
            with usable(N_("{path} cannot be resumed: {why}"), path=path):
                if torn := self.move_torn(path):
                    text = N_("a game that was cut off or damaged is now in {path}")
                    notice(str(Message(text, {"path": torn})))
                resume(self._past(path, settings, cancel))
        except CannotResumeError as error:
            raise RunError(N_("{path} cannot be resumed: {why}"), path=path, why=error) from None

    def _past(
        self, path: str, settings: Mapping[str, Any], cancel: CancelToken
    ) -> Iterator[RunGameT]:
        """The games of a log's last run, one with these settings."""
        with self.open(path) as log:
            log.scan()
            if not len(log):
                return
            last = self._game(log, len(log) - 1)
            if last.run is None or last.game_id is None or last.game_id < 1:
                raise CannotResumeError(N_("its last game does not say which run it belongs to"))
            _compare(last.run, settings)
            begin = len(log) - last.game_id
            for number in range(last.game_id):
                if cancel.is_set:
                    raise Cancelled
                game = self._game(log, begin + number) if begin >= 0 else last
                if game.game_id != number + 1 or game.run != last.run:
                    text = N_("game {n} of the run is not where it should be")
                    raise CannotResumeError(text, n=number + 1)
                yield game

    def _game(self, log: GamesLog[RunGameT], number: int) -> RunGameT:
        try:
            return log.game(number)
        except self.damaged as error:
            text = N_("its game {n} is damaged: {why}")
            raise CannotResumeError(text, n=number + 1, why=error) from None

    def move_torn(self, path: str) -> str | None:
        """Move a last game that cannot be read to ``LOG.torn``, if any.

        Returns the path of that.  Raises OSError, and RunError if the other file cannot be opened.
        """
        with self.open(path) as log:
            log.scan()
            if not len(log):
                return None
            try:
                log.game(len(log) - 1)
                return None
            except self.torn:
                offset = log.offset(len(log) - 1)
            except self.damaged:
                return None
        return _move_aside(path, offset)


def _move_aside(path: str, offset: int) -> str:
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


def _compare(then: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Compare a log's run with this one.  Raises CannotResumeError if they differ."""
    text = _("{name} was {then!r}, is {now!r}")
    differing = [
        text.format(name=one_line(name), then=then.get(name), now=now.get(name))
        for name in {**then, **now}
        if then.get(name) != now.get(name)
    ]
    if differing:
        text = N_("it was played with other settings: {settings}")
        raise CannotResumeError(text, settings=fit("; ".join(differing), _LONGEST))
