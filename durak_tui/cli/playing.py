"""What the commands that play games share: log, workers, resuming, and how a run ends.

The work is done by :mod:`durak_tui.match.run_setup`; here its errors become those of a command.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from durak_tui.cli.common import CommandError, complain
from durak_tui.cli.signals import Stop
from durak_tui.engine.config import EngineConfig
from durak_tui.match import resume as resuming
from durak_tui.match import run_setup
from durak_tui.match.pool.dispatch import Pool
from durak_tui.match.pool.local import LocalPool, SerialPool, worker_count
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter


@contextlib.contextmanager
def runnable() -> Iterator[None]:
    """Turn a RunError of this block into a CommandError."""
    try:
        yield
    except run_setup.RunError as error:
        raise CommandError(str(error)) from None


def opened_log(path: str) -> LogWriter:
    """The log of a run, which nobody else writes to.  Raises CommandError."""
    with runnable():
        return run_setup.opened_log(path)


def take_up(
    prog: str,
    path: str,
    settings: Mapping[str, Any],
    resume: Callable[[Iterable[GameRecord]], None],
    stop: Stop,
) -> None:
    """Hand the games that a log holds of a run with these settings to ``resume``.

    A game that was cut off is moved aside first, with a word about it on standard error.
    Raises CommandError if the log is not the beginning of this run, Cancelled if a signal came.
    """
    with runnable():
        resuming.take_up(
            path, settings, resume, lambda text: complain(f"{prog}: {text}"), stop.token
        )


def greet_all(players: Iterable[EngineConfig], stop: Stop) -> None:
    """Find out before the first game whether all engines start.

    Raises CommandError if one does not, Cancelled if a signal came.
    """
    with runnable():
        run_setup.greet_all(players, stop.token)


def local_pool(concurrency: int | None, stop: Stop) -> Pool:
    """Workers on this machine: so many, or one for each core."""
    workers = worker_count(concurrency)
    return LocalPool(workers, stop.token) if workers > 1 else SerialPool(stop.token, pin=True)


def play_out(play: Callable[[], None], pool: Pool, stop: Stop) -> str:
    """Play to the end, to a signal or to a failure, and end the workers.

    Returns what failed; empty if nothing did.
    """
    try:
        failure = run_setup.failure_of(play)
    except CommandError as error:
        failure = str(error)
    if failure:
        stop.token.set()
    pool.close()
    return failure
