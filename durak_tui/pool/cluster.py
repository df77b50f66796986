"""Games on the workers of a Dask scheduler.

Dask brings its own executor, to which batches go as they go to local workers. The workers need
durak-tui and the players; one thread for each is the sensible number, since a player's clock should
not run while another game has the core.
"""

import contextlib
import logging
import re
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from typing import Final, cast

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, _
from durak_tui.pool.dispatch import AHEAD, BATCH_GAMES, Pool, WorkersLostError
from durak_tui.pool.worker import GameT, TableMaker, TaskT, play_batch

_CONNECT_SECONDS: Final = 5
_LOGGERS: Final = "distributed", "distributed.client", "tornado.application"
"""Those to which Dask gives a level, so that they write to standard error."""


class ClusterError(UserError):
    """A reason not to use the scheduler, and a remedy."""


class ClusterPool(Pool[TaskT, GameT]):
    """The workers of a Dask scheduler."""

    largest = BATCH_GAMES
    # Players are started for every batch, and the way there and back is long.
    batch_seconds = 1.0

    def __init__(self, make_table: TableMaker[TaskT, GameT], address: str) -> None:
        """Connect.  Raises ClusterError without scheduler or workers."""
        try:
            from distributed import Client
            from distributed.comm import CommClosedError
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise ClusterError(
                "playing on a cluster needs Dask: pip install 'durak-tui[cluster]'"
            ) from None
        self._address = address
        self._make_table = make_table
        # The run itself reports the fate of the scheduler, in one line.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.losses: tuple[type[BaseException], ...] = KilledWorker, CommClosedError, CancelledError
        if not re.fullmatch(r"(\w+://)?[^\s/]+:\d+/?", address):
            # Dask would leave a client behind that complains when it is thrown away.
            text = N_("'{address}' is not the address of a Dask scheduler, such as host:8786")
            raise ClusterError(text, address=address)
        try:
            self._client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            text = N_("no Dask scheduler at {address}: {why}")
            raise ClusterError(text, address=address, why=error) from None
        workers = sum(self._client.ncores().values())
        if not workers:
            self._client.close()
            text = N_("the Dask scheduler at {address} has no workers")
            raise ClusterError(text, address=address)
        self.depth = workers * AHEAD
        # Not pure: the same game asked for again is to be played again.
        self._executor = self._client.get_executor(pure=False)

    def submit(self, tasks: Sequence[TaskT]) -> "Future[list[GameT]]":
        try:
            games = self._executor.submit(play_batch, self._make_table, tasks)
            return cast("Future[list[GameT]]", games)
        except Exception:
            # Which error it is differs between versions of Dask.
            if why := self.lost():
                raise WorkersLostError(why) from None
            raise

    def lost(self) -> str:
        if self._client.status in ("closing", "closed"):
            return _("the Dask scheduler at {address} is gone").format(address=self._address)
        return ""

    def close(self) -> None:
        """Give up what has not begun; games that are on end themselves."""
        # If the scheduler is gone there is nobody to say goodbye to.
        with contextlib.suppress(Exception):
            self._executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close()
