"""A run whose games are saved before they are counted."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic

from durak_tui.engine.cancel import CancelToken
from durak_tui.pool.dispatch import DueGame, Pause, Pool, play_all
from durak_tui.pool.worker import GameT, TaskT


class Decided(Exception):
    """A decision after which nothing more is counted."""


class SavedRun(ABC, Generic[TaskT, GameT]):
    """Games in their order, up to the last or a stop."""

    def __init__(self, changed: threading.Condition | None = None) -> None:
        """``changed`` is held while a game is counted, and notified afterwards."""
        self._changed = changed or threading.Condition()

    @property
    @abstractmethod
    def played(self) -> int: ...

    @property
    @abstractmethod
    def total(self) -> int: ...

    @property
    @abstractmethod
    def complete(self) -> bool: ...

    @abstractmethod
    def greet(self, cancel: CancelToken, *, alone: bool = False) -> None:
        """See that every player starts.

        ``alone``: only players are started in this process.  Raises RunError if one does not start,
        Cancelled if stopped.
        """

    @abstractmethod
    def _tasks(self) -> Iterator[TaskT]:
        """The games that are certain to be played, from the next on."""

    @abstractmethod
    def _save(self, game: GameT) -> None:
        """Save the next game.  Raises NotSavedError."""

    @abstractmethod
    def _played(self, game: GameT) -> None:
        """Count the next game.  Raises Decided if it is the last."""

    def play(
        self,
        pool: Pool[TaskT, GameT],
        cancel: CancelToken,
        pause: Pause | None = None,
        *,
        before: Callable[[TaskT], None] = lambda _: None,
        waiting: Callable[[DueGame], None] = lambda _: None,
    ) -> None:
        """Play what is left.

        Raises as :func:`durak_tui.pool.dispatch.play_all`, and NotSavedError if a game or its
        result cannot be kept.
        """

        def after(_: TaskT, game: GameT) -> None:
            self._save(game)
            self._played(game)

        with suppress(Decided):
            while not self.complete:
                tasks = self._tasks()
                play_all(
                    tasks, pool, cancel, before=before, after=after, pause=pause, waiting=waiting
                )
