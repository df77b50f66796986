"""Parts of all commands that play games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from durak_tui.cli.common import complain
from durak_tui.cli.signals import Stop
from durak_tui.common.errors import UserError
from durak_tui.match import resume as resuming
from durak_tui.match.pool.dispatch import Pool
from durak_tui.match.pool.local import LocalPool, SerialPool, worker_count
from durak_tui.match.run_setup import failure_of
from durak_tui.records.record import GameRecord


def take_up(
    prog: str,
    path: str,
    settings: Mapping[str, Any],
    resume: Callable[[Iterable[GameRecord]], None],
    stop: Stop,
) -> None:
    """Hand the games of a run in a log to ``resume``.

    A game that was cut off is moved aside first, with a word about it on standard error.  Raises as
    :func:`durak_tui.match.resume.take_up`.
    """
    resuming.take_up(path, settings, resume, lambda text: complain(f"{prog}: {text}"), stop.token)


def local_pool(concurrency: int | None, stop: Stop) -> Pool:
    """Workers on this machine, by default one for each core."""
    workers = worker_count(concurrency)
    return LocalPool(workers, stop.token) if workers > 1 else SerialPool(stop.token, pin=True)


def play_out(play: Callable[[], None], pool: Pool, stop: Stop) -> str:
    """Play to the end, a signal or a failure; returns the failure."""
    try:
        failure = failure_of(play)
    except UserError as error:
        failure = str(error)
    if failure:
        stop.token.set()
    pool.close()
    return failure
