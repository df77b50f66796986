"""The program with a clock that a test moves by hand.

    clocked.py FD BEFORE [ARGUMENT...]

BEFORE is Python code that is run first.  Two numbers that are written to the socket FD are bytes
and seconds: once these bytes of what was typed are heeded, these seconds pass, for the event loop
and for threads that wait.  When all that this leads to is done, the program writes a sign to its
terminal, behind all that was drawn.
"""

import asyncio
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, ClassVar, Final

_STEP: Final = 0.25  # Seconds that pass at once: a timer that repeats is due in many of them.
_PATIENCE: Final = 60.0  # Real seconds for what a step leads to.

_monotonic = time.monotonic
_ahead = 0.0


def _moved() -> float:
    return _monotonic() + _ahead


class _Condition(threading.Condition):
    """One for which a wait is over when the moved clock says so."""

    timed: ClassVar[list[tuple[float, threading.Condition]]] = []

    def wait(self, timeout: float | None = None) -> bool:
        if timeout is None:
            return super().wait()
        entry = (until := _moved() + timeout), self
        self.timed.append(entry)
        try:
            return super().wait(timeout) and _moved() < until
        finally:
            self.timed.remove(entry)

    @classmethod
    def wake(cls) -> None:
        """Wake those whose time has come."""
        for until, condition in list(cls.timed):
            if until <= _moved():
                with condition:
                    condition.notify_all()


# Before anybody else has taken a copy.
time.monotonic = threading._time = _moved  # type: ignore[attr-defined]
threading.Condition = _Condition  # type: ignore[misc]
sys.path.append(str(Path(__file__).parents[2]))

from durak_tui.tui.terminal import driver  # noqa: E402
from durak_tui.tui.terminal.application import TerminalApp  # noqa: E402
from tests.tui.rest import AT_REST, settle  # noqa: E402

_control: Final = socket.socket(fileno=int(sys.argv.pop(1)))


class _ClockedDriver(driver.TerminalDriver):
    """Reports to the terminal when the application is at rest."""

    def __init__(self, app: TerminalApp, **options: Any) -> None:
        super().__init__(app, **options)
        self._read_bytes = 0
        self._heeded = 0  # Of these the bytes that have become keys and are handed on.
        self._more = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _heed(self, data: bytes) -> None:
        super()._heed(data)
        self._read_bytes += len(data)
        if self._splitter.due is None:  # Else what has come may still become another key.
            with self._more:
                self._heeded = self._read_bytes
                self._more.notify()

    def _wait_for(self, count: int) -> None:
        """Wait until this number of bytes is heeded."""
        with self._more:
            self._more.wait_for(lambda: self._heeded >= count)

    def _listen(self) -> None:
        while words := _control.recv(64).split():
            self._wait_for(int(words[0]))
            asyncio.run_coroutine_threadsafe(self._pass(float(words[1])), self._loop)

    async def _pass(self, seconds: float) -> None:
        global _ahead
        until = _ahead + seconds
        await settle(self._app, _PATIENCE)
        while _ahead < until:
            _ahead += _STEP
            _Condition.wake()
            await settle(self._app, _PATIENCE)
        self.write(AT_REST.decode())


driver.TerminalDriver = _ClockedDriver  # type: ignore[misc]

if __name__ == "__main__":
    from durak_tui.cli.main import main

    exec(sys.argv.pop(1))
    sys.exit(main())
