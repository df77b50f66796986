"""An engine asked in one thread that any other may interrupt."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, NamedTuple, TypeVar

from durak_tui.common.files import Closing
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError

T = TypeVar("T")


class Reply(NamedTuple, Generic[T]):
    """The answer, or why there is none."""

    answer: T | None = None
    error: EngineError | Cancelled | None = None
    bug: Exception | None = None
    """An unforeseen error, for the thread that takes the reply to raise."""


class Interruptible(Closing):
    """One engine, asked one thing at a time within :meth:`asking`."""

    def __init__(
        self, config: EngineConfig, *, patience: float, trace: Trace | None = None
    ) -> None:
        """``patience`` is in seconds; ``trace`` is called in the asking thread."""
        self.config: Final = config
        self._patience = patience
        self._trace = trace
        self._client: EngineClient | None = None
        self._token = CancelToken()
        # One question at a time; what is beside it is guarded by the gate, which is never
        # held for long.
        self._turn = threading.Lock()
        self._gate = threading.Lock()
        self._is_asked = False
        self.ticket = 0
        """For :meth:`asking`, to be taken when it is decided to ask: so :meth:`stop` reaches a
        call that has not begun in its thread."""

    @contextmanager
    def asking(self, ticket: int) -> Iterator[None]:
        """Ask within this block; raises Cancelled if stopped since the ticket."""
        with self._turn:
            with self._gate:
                if ticket != self.ticket:
                    raise Cancelled
                self._is_asked = True
            try:
                yield
            finally:
                with self._gate:
                    self._is_asked = False
                    too_late = self._token.is_set
                if too_late:  # for the question that it was meant for
                    self._drop()

    def in_thread(self, ask: Callable[[int], T], answered: Callable[[Reply[T]], object]) -> None:
        """Ask with a ticket, then call ``answered``, in a new thread."""
        ticket = self.ticket

        def run() -> None:
            try:
                reply = Reply(ask(ticket))
            except (EngineError, Cancelled) as error:
                reply = Reply(error=error)
            except Exception as error:
                reply = Reply(bug=error)
            answered(reply)

        threading.Thread(target=run).start()

    def stop(self) -> None:
        """Make every question with a ticket raise Cancelled, from any thread."""
        with self._gate:
            self.ticket += 1
            if self._is_asked:
                self._token.set()

    def close(self) -> None:
        """End the waiting question and the process; more may be asked."""
        self.stop()
        with self._turn:
            self._drop()

    def _running(self) -> EngineClient:
        if self._client is None:
            self._client = EngineClient(
                self.config.program(),
                self.config.limits,
                trace=self._trace,
                cancel=self._token,
                patience=self._patience,
            )
        return self._client

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client:
            client.close()
        self._token = CancelToken()
