"""Games played in a thread, while somebody looks at them."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Self, TypeVar

from durak_tui.common.i18n import _
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.pool.dispatch import Waiting
from durak_tui.match.progress import SLOW_SECONDS, Progress, Rate, RunState
from durak_tui.match.run import failure_of
from durak_tui.match.schedule import Task

NowT = TypeVar("NowT", bound=Progress)


class BackgroundWork(ABC, Generic[NowT]):
    """Work in a thread, started and stopped from any other."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self.error: Exception | None = None  # Why it failed, if by a mistake of this program.
        self.changed = threading.Condition()
        """Held by whoever reads or changes how it stands, and notified of each change."""
        self._notices: list[str] = []
        self._stopping = False
        self._end: RunState | None = None
        self._failure = ""
        self._events = 0
        self._rate = Rate(clock)
        self._resumed = 0  # Games that had been played before.
        self._playing = False
        self._waiting: Waiting | None = None  # For a slow game.
        self._cancel = CancelToken()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        """Begin, once."""
        try:
            self._thread.start()
        except RuntimeError as error:  # the system allows no more threads
            self._ended(str(error))

    def stop(self) -> None:
        """End it; only the games that are on are lost."""
        with self._changing():
            self._stopping = True
        self._cancel.set()

    def wait(self, timeout: float | None = None) -> bool:
        return self._over.wait(timeout)

    def close(self) -> None:
        """Stop it, and wait until nothing of it is left."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    @abstractmethod
    def log(self) -> str | None:
        """Where the games are written, if anywhere."""

    @property
    @abstractmethod
    def version(self) -> int:
        """A number that grows with everything that happens, not with time."""

    @abstractmethod
    def snapshot(self) -> NowT:
        """How it stands now."""

    @abstractmethod
    def _play(self) -> None:
        """Do the work; errors that a user caused are raised."""

    @abstractmethod
    def _is_whole(self) -> bool:
        """Whether all was played, once it has begun."""

    def _state(self) -> RunState:
        if self._end is not None:
            return self._end
        if self._stopping:
            return "stopping"
        return "running" if self._playing else "starting"

    def _begin_playing(self, resumed: int) -> None:
        with self._changing():
            self._playing = True
            self._resumed = resumed
            self._rate.begin(resumed)

    def _awaits(self, task: Task) -> None:
        """Take note of the game that is the next to be counted."""
        with self.changed:
            self._rate.note(task.game_id - 1)
            self._waiting = None

    def _waits_for(self, waiting: Waiting) -> None:
        """Take note of a slow game, once it is worth a word."""
        if waiting.seconds >= SLOW_SECONDS:
            with self.changed:
                self._waiting = waiting

    def _end_playing(self) -> None:
        with self.changed:
            self._rate.hold()
            self._waiting = None
        self._cancel.set()  # What is still being played is not wanted.

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self.changed:
            yield
            self._events += 1
            self.changed.notify_all()

    def _notice(self, text: str) -> None:
        with self._changing():
            self._notices.append(text)

    def _work(self) -> None:
        try:
            failure = failure_of(self._play)
        except Exception as error:
            self.error = error
            failure = _("stopped by a bug in durak-tui: {why!r}").format(why=error)
        self._ended(failure)

    def _ended(self, failure: str) -> None:
        with self._changing():
            self._failure = failure
            whole = self._playing and self._is_whole()
            over: RunState = "finished" if whole else "stopped"
            self._end = "failed" if failure else over
        self._over.set()
