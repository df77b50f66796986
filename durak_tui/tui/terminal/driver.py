"""A terminal that may go away without holding the program.

When writing fails Textual's thread for it ends; its queue is full before long, and whoever draws
next waits for ever.  Look at ``LinuxDriver._file``, at ``_must_signal_resume`` there and
at ``WriterThread`` when Textual (8.2.8) moves.
"""

import os
import select
import signal
from types import FrameType
from typing import Any, Final, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

LAST_SECONDS: Final = 10  # For the way out; only a terminal that takes nothing needs more.


class Output:
    """Standard error for Textual, which takes everything once nobody reads."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._encoding = file.encoding or "utf-8"
        self._is_gone = False

    def write(self, text: str) -> None:
        if self._is_gone:
            return
        # Not through the file: of what a busy terminal has not taken yet that loses a part.
        left = memoryview(text.encode(self._encoding, "replace"))
        try:
            while left:
                left = left[self._taken(left) :]
        except (OSError, ValueError):
            self._is_gone = True
            # The system sends this signal to nobody who was started by nohup.
            os.kill(os.getpid(), signal.SIGHUP)

    def flush(self) -> None:
        """Do nothing: nothing is kept back."""

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def _taken(self, data: memoryview) -> int:
        """Count the bytes the terminal has taken, once it takes any."""
        fd = self.fileno()
        try:
            return os.write(fd, data)
        except BlockingIOError:
            # Another program has set the terminal so that writing to it never waits.
            room = select.poll()
            room.register(fd, select.POLLOUT)
            room.poll()
            return 0


class TerminalDriver(LinuxDriver):
    """Textual's own, on a terminal that may go away."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        if self._file:
            self._file = Output(self._file)  # type: ignore[assignment]

    def stop_all(self) -> None:
        """Give the terminal back, then stop the whole process group."""
        # In this order: once the others have stopped the shell has the terminal, and who
        # changes it then is stopped in the middle of that.
        self.suspend_application_mode()
        self._must_signal_resume = True
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)


def end_in_time(number: int) -> None:
    """See to it that the program ends soon, whatever it waits for."""

    def end(_number: int, _frame: FrameType | None) -> None:
        os._exit(128 + number)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(LAST_SECONDS)
