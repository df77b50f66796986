"""Games played in a thread, while somebody looks at them."""

import threading
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from durak_tui.common.i18n import _
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.progress import RunState
from durak_tui.match.run import failure_of


class Job:
    """Work in a thread, started and stopped from any other."""

    def __init__(self, name: str) -> None:
        self.error: Exception | None = None  # Why it failed, if by a mistake of this program.
        self.changed = threading.Condition()
        """Held by whoever reads or changes how it stands, and notified of each change."""
        self._notices: list[str] = []
        self._stopping = False
        self._end: RunState | None = None
        self._failure = ""
        self._events = 0
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

    @abstractmethod
    def _play(self) -> None:
        """Do the work; errors that a user caused are raised."""

    @abstractmethod
    def _is_whole(self) -> bool:
        """Whether all was played."""

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
            over: RunState = "finished" if self._is_whole() else "stopped"
            self._end = "failed" if failure else over
        self._over.set()
