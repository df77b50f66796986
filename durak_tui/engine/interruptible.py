"""An engine that is asked in one thread and can be interrupted from any other."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, NamedTuple, Self, TypeVar

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.errors import EngineError
from durak_tui.protocol.messages import Info

T = TypeVar("T")


class Reply(NamedTuple, Generic[T]):
    """What came of asking: the answer, or why there is none."""

    answer: T | None = None
    error: EngineError | Cancelled | None = None


class Interruptible:
    """One engine, asked one thing at a time within :meth:`asking`.

    Its process is started when the first question needs it, and a new one after it failed or
    was interrupted.
    """

    def __init__(
        self,
        config: EngineConfig,
        *,
        patience: float,
        on_info: Callable[[Info], None] | None = None,
        trace: Trace | None = None,
    ) -> None:
        """Nothing is started yet.

        Args:
            patience: seconds that it is waited for beyond its time.
            on_info: as ``trace`` called in the thread that waits for the engine.
        """
        self.config: Final = config
        self._patience = patience
        self._on_info = on_info
        self._trace = trace
        self._client: EngineClient | None = None
        self._token = CancelToken()
        # One question at a time; what is beside it is guarded by the gate, which is never
        # held for long.
        self._turn = threading.Lock()
        self._gate = threading.Lock()
        self._is_asked = False
        self._stops = 0

    @property
    def ticket(self) -> int:
        """For :meth:`asking`, to be taken when it is decided to ask.

        With one taken before a thread is started, :meth:`stop` reaches also a call that has
        not begun.
        """
        return self._stops

    @contextmanager
    def asking(self, ticket: int) -> Iterator[None]:
        """Ask within this block.

        Raises Cancelled if there was a :meth:`stop` since the ticket was taken.
        """
        with self._turn:
            with self._gate:
                if ticket != self._stops:
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
        """Call ``ask`` with a ticket, and ``answered`` after it, in a thread of their own."""
        ticket = self.ticket

        def run() -> None:
            try:
                reply = Reply(ask(ticket))
            except (EngineError, Cancelled) as error:
                reply = Reply(error=error)
            answered(reply)

        threading.Thread(target=run).start()

    def stop(self) -> None:
        """Make every question with a ticket raise Cancelled, from any thread.

        Later questions are not touched; they start a new process.
        """
        with self._gate:
            self._stops += 1
            if self._is_asked:
                self._token.set()

    def close(self) -> None:
        """End the question that waits, and the process.  It can be asked again after that."""
        self.stop()
        with self._turn:
            self._drop()

    def _running(self) -> EngineClient:
        """The client, which starts a process when it is asked for the first time."""
        if self._client is None:
            self._client = EngineClient(
                self.config.spec(),
                self.config.limits,
                trace=self._trace,
                on_info=self._on_info,
                cancel=self._token,
                patience=self._patience,
            )
        return self._client

    def _drop(self) -> None:
        """End the process; what is asked next begins with a new one."""
        client, self._client = self._client, None
        if client:
            client.close()
        self._token = CancelToken()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
