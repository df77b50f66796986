"""Time as the tests of the client measure it: what else the machine does is not in it.

A busy machine may stop any process for seconds, so no test measures by the clock on the wall
how the client, or an engine, has used its time.
"""

import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Any, Final

import pytest

from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import Limits
from durak_tui.engine.registry import Program, resolve
from durak_tui.protocol.messages import Command

PATIENT: Final = Limits(60.0, start_time=60.0)
"""For engines that answer: they may have to wait for a core, and to start takes them longest."""


def shell(script: str) -> Program:
    """An engine that is a shell script."""
    return Program("shell", ("/bin/sh", "-c", script))


class HurriedClient(EngineClient):
    """Gives an engine all the time it wants, and from some question on only little."""

    def __init__(self, command: str, at: int, hurry: Limits, trace: Trace | None = None) -> None:
        """``hurry`` holds from the question of this number, counted from 1."""
        super().__init__(resolve(command), PATIENT, trace=trace)
        self.hurry = hurry
        self._at = at
        self._asked = 0

    def ask(self, command: Command) -> tuple[int, ...]:
        self._asked += 1
        self.limits = self.hurry if self._asked >= self._at else PATIENT
        return super().ask(command)


class Waits:
    """For how many seconds clients have waited for engines of their own will.

    What the machine adds to that is not counted, nor anything after an engine was killed, for
    that waits for its death.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.burying = False

    @property
    def spent(self) -> float:
        """These, and those for which they have worked."""
        return self.seconds + thread_time()


def counted_poll(waits: Waits) -> Callable[[], Any]:
    """A substitute for ``select.poll`` whose waits are counted."""
    make = select.poll

    class CountedPoll:
        def __init__(self) -> None:
            self._poll = make()
            self.register = self._poll.register
            self.unregister = self._poll.unregister

        def poll(self, milliseconds: float | None = None) -> list[tuple[int, int]]:
            started = monotonic()
            ready = self._poll.poll(milliseconds)
            if not waits.burying and milliseconds is not None:
                waits.seconds += min(monotonic() - started, milliseconds / 1000)
            return ready

    return CountedPoll


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    """Those of all clients of a test."""
    made = Waits()
    kill = os.killpg

    def killed(group: int, number: int) -> None:
        made.burying = True
        kill(group, number)

    monkeypatch.setattr(select, "poll", counted_poll(made))
    monkeypatch.setattr(os, "killpg", killed)
    return made


class Clock:
    """The clock of a client, which a test may stop, and move on by hand."""

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


@pytest.fixture(autouse=True)
def time_to_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of checks: to exit takes no longer than a second, but a core may come
    late."""
    monkeypatch.setattr("durak_tui.engine.check.compliance.LEAVE_SECONDS", PATIENT.move_time)
