"""Parts of all commands that play games."""

from collections.abc import Callable

from durak_tui.cli.signals import Stop
from durak_tui.match.pool.dispatch import Pool
from durak_tui.match.pool.local import LocalPool, SerialPool, worker_count
from durak_tui.match.run import failure_of


def local_pool(concurrency: int | None, stop: Stop) -> Pool:
    """Workers on this machine, by default one for each core."""
    workers = worker_count(concurrency)
    return LocalPool(workers, stop.token) if workers > 1 else SerialPool(stop.token, pin=True)


def play_out(play: Callable[[], None], pool: Pool, stop: Stop) -> str:
    """Play to the end, a signal or a failure; returns the failure."""
    failure = failure_of(play)
    if failure:
        stop.token.set()
    pool.close()
    return failure
