"""A terminal that goes away, or stands still, must not keep the program.

Textual writes in a thread of its own, through a queue that holds a few frames.  When writing
fails that thread ends; then the queue is full before long, and whoever draws next waits for
ever.
"""

import os
import signal
from types import FrameType
from typing import Any, Final, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

LAST_SECONDS: Final = 10
"""How long the way out may take once the program was told to end.  Stopping a match in good
order takes less; only a terminal that takes nothing any more takes longer."""


class _Output:
    """Standard error as Textual uses it; once nobody reads it, it takes everything."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._is_gone = False

    def write(self, text: str) -> None:
        self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def _try(self, work: Any) -> None:
        if self._is_gone:
            return
        try:
            work()
        except (OSError, ValueError):
            self._is_gone = True
            # Whoever was started by nohup is not told by the system.
            os.kill(os.getpid(), signal.SIGHUP)


class TerminalDriver(LinuxDriver):
    """Textual's own, on a terminal that may go away."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        if self._file:
            self._file = _Output(self._file)  # type: ignore[assignment]


def end_in_time(number: int) -> None:
    """See to it that the program ends soon, whatever it waits for."""

    def end(_number: int, _frame: FrameType | None) -> None:
        os._exit(128 + number)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(LAST_SECONDS)
