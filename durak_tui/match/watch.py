"""Watching one game of a run as it is played.

Somebody who wants to watch puts a byte into a pipe; whoever begins a game and finds it there takes
it and reports that game, card by card. So one game is reported for each that was asked for, and
where nobody watches a game costs a look at an empty pipe.
"""

import contextlib
import os
import select
import threading
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from durak_tui.game.deals import Deal
from durak_tui.game.position import Action
from durak_tui.match.schedule import Task
from durak_tui.records.record import Ending


class Begun(NamedTuple):
    """The beginning of a game that is reported."""

    game_id: int
    match: int
    """The match, from 1, that it belongs to."""
    deal: Deal
    names: tuple[str, str]


WatchEvent: TypeAlias = Begun | Action | Ending
"""What is reported of a game: its beginning, everything that is played, its ending."""


class Broadcast:
    """The players' side: reports the games that were asked for."""

    def __init__(self, requests: int, tell: Callable[[WatchEvent], None]) -> None:
        """``requests`` is the descriptor of :meth:`Watch.fileno`."""
        self._requests = requests
        self._tell = tell
        self._poll = select.poll()
        self._poll.register(requests, select.POLLIN)

    def begin(self, task: Task) -> Callable[[WatchEvent], None] | None:
        """Begin a game; return how to report it if somebody asked."""
        if not self._poll.poll(0):
            return None
        with contextlib.suppress(BlockingIOError):  # another worker has taken it
            if os.read(self._requests, 1):
                first, second = task.players
                names = first.shown, second.shown
                self._tell(Begun(task.game_id, task.match, task.deal, names))
                return self._tell
        return None


class WatchedGame:
    """A game that is or was played, for any thread."""

    def __init__(self, begun: Begun) -> None:
        self.game_id: Final = begun.game_id
        self.match: Final = begun.match
        self.deal: Final = begun.deal
        self.names: Final = begun.names
        self.actions: Final[list[Action]] = []
        """What has been played so far; it only grows."""
        self.ending: Ending | None = None
        """How it ended; it is set when all actions are there."""
        self.cut_off = False
        """Whether it will have no ending: its worker died, or the run was stopped."""

    @property
    def over(self) -> bool:
        return self.ending is not None or self.cut_off


class Watch:
    """The watchers' side: one game at a time, for any thread."""

    def __init__(self) -> None:
        """Ask for nothing yet.  Raises OSError for want of descriptors."""
        self.game: WatchedGame | None = None
        """The last game that was reported, or is being."""
        self._changed = threading.Condition()
        self._games: dict[int, WatchedGame] = {}
        self._asked = False
        self._closed = False
        self._read, self._write = os.pipe()
        # For all who have a copy of it: no worker is to wait here.
        os.set_blocking(self._read, False)

    def fileno(self) -> int:
        """Where workers find that a game is asked for."""
        return self._read

    def next(self) -> None:
        with self._changed:
            if not self._asked and not self._closed:
                self._asked = True
                os.write(self._write, b"?")

    def tell(self, worker: int, event: WatchEvent) -> None:
        with self._changed:
            if isinstance(event, Begun):
                self._games[worker] = WatchedGame(event)
                # If nobody has asked, one game too many was taken: see lost().
                if self._asked:
                    self._asked = False
                    self.game = self._games[worker]
            elif isinstance(event, Ending):
                self._games.pop(worker).ending = event
            else:
                self._games[worker].actions.append(event)
            self._changed.notify_all()

    def lost(self, worker: int) -> None:
        """Expect nothing more from this worker, which has ended."""
        with self._changed:
            if game := self._games.pop(worker, None):
                game.cut_off = True
            if self._asked and not self._closed:
                # It may have taken the request and not come to tell anything.
                with contextlib.suppress(BlockingIOError):
                    os.read(self._read, 1)
                os.write(self._write, b"?")
            self._changed.notify_all()

    def wait_for(
        self, condition: Callable[[WatchedGame], object], timeout: float | None = None
    ) -> bool:
        """Wait until a game fulfils a condition; whether it does."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self.game is not None and bool(condition(self.game)), timeout
            )

    def close(self) -> None:
        """Ask for nothing more, once no worker is left."""
        with self._changed:
            if not self._closed:
                self._closed = True
                os.close(self._read)
                os.close(self._write)
