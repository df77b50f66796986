"""Time as the tests of the client measure it: what else the machine does is not in it.

A busy machine may stop any process for seconds, so no test tells by the clock on the wall what
the client, or an engine, has done with its time.
"""

import select
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from types import SimpleNamespace
from typing import Final

import pytest

from durak_tui.engine.client import EngineClient
from durak_tui.engine.limits import Limits
from durak_tui.engine.process import EngineProcess
from durak_tui.engine.registry import resolve
from durak_tui.protocol.messages import Command

PATIENT: Final = Limits(60.0)
"""For engines that answer: they may have to wait for a core, and to start takes them longest."""


class HurriedClient(EngineClient):
    """Gives an engine all the time it wants, and from some question on only little."""

    def __init__(self, command: str, at: int, hurry: Limits) -> None:
        """``hurry`` holds from the question of this number, counted from 1."""
        super().__init__(resolve(command), PATIENT)
        self.hurry = hurry
        self._at = at
        self._asked = 0

    def ask(self, command: Command) -> tuple[int, ...]:
        self._asked += 1
        self.limits = self.hurry if self._asked >= self._at else PATIENT
        return super().ask(command)


class Waits:
    """For how many seconds clients have waited for engines of their own will.

    What the machine adds to that is not counted, nor how long those take to die that were
    killed.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.burying = False

    @property
    def spent(self) -> float:
        """These, and those for which they have worked."""
        return self.seconds + thread_time()


class CountedPoll:
    """Waits, and counts it."""

    def __init__(self, waits: Waits) -> None:
        self._waits = waits
        self._poll = select.poll()
        self.register = self._poll.register
        self.unregister = self._poll.unregister

    def poll(self, milliseconds: float) -> list[tuple[int, int]]:
        started = monotonic()
        ready = self._poll.poll(milliseconds)
        if not self._waits.burying:
            self._waits.seconds += min(monotonic() - started, milliseconds / 1000)
        return ready


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    """Those of all clients of a test."""
    made = Waits()
    bury = EngineProcess._bury

    def buried(process: EngineProcess) -> None:
        made.burying = True
        try:
            bury(process)
        finally:
            made.burying = False

    counted = SimpleNamespace(
        poll=lambda: CountedPoll(made), POLLIN=select.POLLIN, POLLOUT=select.POLLOUT
    )
    monkeypatch.setattr("durak_tui.engine.process.select", counted)
    monkeypatch.setattr(EngineProcess, "_bury", buried)
    return made


class Clock:
    """The clock of all clients of a test, which it may stop, and move on by hand."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._stopped_at: float | None = None

    def __call__(self) -> float:
        return (monotonic() if self._stopped_at is None else self._stopped_at) + self._ahead

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """However long anybody takes, no time passes but by :meth:`pass_by`."""
        self._stopped_at = monotonic()
        try:
            yield
        finally:
            self._ahead, self._stopped_at = self() - monotonic(), None

    def pass_by(self, seconds: float) -> None:
        """Let so much time pass."""
        self._ahead += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It goes right until it is stopped."""
    made = Clock()
    for module in ("client", "process"):
        monkeypatch.setattr(f"durak_tui.engine.{module}.monotonic", made)
    return made


@pytest.fixture(autouse=True)
def time_to_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of checks: to exit takes no longer than a second, but a core may have to be
    waited for."""
    monkeypatch.setattr("durak_tui.engine.check.compliance.LEAVE_SECONDS", PATIENT.move_time)
