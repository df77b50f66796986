"""A terminal that may go away: title, colours, answers, input, suspension.

When writing fails Textual's thread for it ends; its queue is full before long, and drawing
waits for ever.  Look at ``LinuxDriver._file``, at ``_must_signal_resume`` there and at
``WriterThread`` when Textual (8.2.8) moves.  What comes from a terminal may be
anything: the thread that reads ends the program with a traceback at a byte that is not UTF-8, and
reads on although nobody has heeded what came before.  Look at ``_run_input_thread``,
``run_input_thread``, ``exit_event`` and ``send_message``.

Textual suspends only its own process: a script that has started it would go on waiting, and the
shell would not notice.  Look at ``App.action_suspend_process``.
"""

import asyncio
import os
import select
import signal
import sys
from concurrent.futures import Future, wait
from time import monotonic
from types import FrameType
from typing import Any, Final, TextIO

from rich.color import ColorSystem
from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from durak_tui.tui.terminal import colour_query
from durak_tui.tui.terminal.application import TerminalApp
from durak_tui.tui.terminal.splitter import Kind, Splitter, Unit
from durak_tui.tui.terminal.translator import Translator

LAST_SECONDS: Final = 10  # For the way out; only a terminal that takes nothing needs more.
MUCH: Final = 1000  # Messages from which the terminal waits until some are heeded.
_LOOK_SECONDS: Final = 0.1  # Between two looks whether reading is to end.
_LOST_SECONDS: Final = 5.0  # After which an answer that has not come is taken for lost.
_READ_SIZE: Final = 4096
_STATUS: Final = "\x1b[5n"
"""A question that every terminal since the VT100 answers (ECMA-48, DSR), tmux and screen, too."""
_IN_ORDER: Final = Unit(Kind.CSI, "\x1b[0n")
"""The answer to it."""


class TerminalOutput:
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
    """Textual's own, on a terminal that may go away and send anything."""

    _app: TerminalApp
    latency: float | None = None
    """Seconds in which the terminal has answered the last question, once it has."""

    def __init__(self, app: TerminalApp, **options: Any) -> None:
        super().__init__(app, **options)
        self._asked_at: float | None = None  # For the latency, while the answer is awaited.
        self._asked = ""  # The question for colours that may still be answered.
        self._sent: Future[bool] | None = None  # What was handed on last.
        self._begin_anew()
        self._has_title = _has_title()
        if self._file:
            self._file = TerminalOutput(self._file)  # type: ignore[assignment]

    def stop_all(self) -> None:
        """Give the terminal back, then stop the whole process group."""
        # In this order: once the others have stopped the shell has the terminal, and who
        # changes it then is stopped in the middle of that.
        self.suspend_application_mode()
        self._must_signal_resume = True
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._has_title:
            self.write(f"\x1b[22;2t\x1b]2;{self._app.title}\x1b\\")
        if self.input_tty and self._app.known_colours is ColorSystem.EIGHT_BIT:
            self._asked = colour_query.DA1
            self.write(self._asked)

    def stop_application_mode(self) -> None:
        if self._has_title:
            self.write("\x1b[23;2t")
        super().stop_application_mode()

    def _run_input_thread(self) -> None:
        """Heed what comes, until the program or the terminal ends it."""
        self._begin_anew()  # Nothing is left of a sequence that a suspension has cut.
        while not self.exit_event.is_set():
            if self._is_behind():
                continue
            try:
                data = self._read()
            except (OSError, EOFError):
                # The system sends this signal to nobody who was started by nohup.
                os.kill(os.getpid(), signal.SIGHUP)
                return
            try:
                self._heed(data)
            except Exception as error:  # costs what has been begun, not what follows
                self._report(error)
                self._begin_anew()

    def measure_latency(self) -> None:
        """Ask for an answer of the terminal, unless one is awaited."""
        now = monotonic()
        if self._asked_at is None or now - self._asked_at > _LOST_SECONDS:
            self._asked_at = now
            self.write(_STATUS)

    def _begin_anew(self) -> None:
        self._asked_at = None  # An answer would have come to somebody else.
        self._splitter, self._translator = Splitter(constants.ESCAPE_DELAY), Translator()

    def _report(self, error: Exception) -> None:
        self._app.call_later(self._app.mishap, error, None)

    def _is_behind(self) -> bool:
        """Wait a little if much is unheeded; returns whether it is."""
        if self._app._message_queue.qsize() + len(self._app.type_ahead.waiting) >= MUCH:
            self.exit_event.wait(_LOOK_SECONDS)
            return True
        return bool(self._sent and wait([self._sent], _LOOK_SECONDS).not_done)

    def _read(self) -> bytes:
        """Read what has come, if anything comes soon.  Raises OSError or EOFError."""
        due = self._splitter.due
        seconds = _LOOK_SECONDS if due is None else due - monotonic()
        timeout = max(0.0, min(_LOOK_SECONDS, seconds))
        if not select.select([self.fileno], [], [], timeout)[0]:
            return b""
        try:
            data = os.read(self.fileno, _READ_SIZE)
        except BlockingIOError:  # Somebody else has taken it.
            return b""
        if not data:
            raise EOFError
        return data

    def _heed(self, data: bytes) -> None:
        """Hand on what has come, or what nothing more having come means."""
        now = monotonic()
        units = self._splitter.receive_data(data, now) if data else self._splitter.tick(now)
        for unit in units:
            if unit == _IN_ORDER and self._asked_at is not None:
                self.latency, self._asked_at = now - self._asked_at, None
            try:
                self._look_for_colours(unit)
                for message in self._translator.messages(unit):
                    self.process_message(message)
            except Exception as error:  # costs this one, not those that follow
                self._report(error)

    def _look_for_colours(self, unit: Unit) -> None:
        """Heed what answers the question for true colours, if it was asked."""
        if self._asked == colour_query.DA1 and colour_query.can_be_asked(unit):
            self._asked = colour_query.COLOURS
            self.write(self._asked)
        elif self._asked == colour_query.COLOURS and colour_query.says_true_colours(unit):
            self._asked = ""  # It answers more than once.
            self._app.call_later(self._app.learn_colours, ColorSystem.TRUECOLOR)

    def send_message(self, message: Message) -> None:
        posted = self._app._post_message(message)
        self._sent = asyncio.run_coroutine_threadsafe(posted, loop=self._loop)


def driver_of(app: App[Any]) -> TerminalDriver | None:
    """The driver of an application that runs on a terminal."""
    return app._driver if isinstance(app._driver, TerminalDriver) else None


def suspend_to_shell(app: App[Any]) -> bool:
    """Stop until the shell resumes the program; False if nobody could."""
    driver = driver_of(app)
    if driver is None or not _has_job_control():
        return False
    app._suspend_signal()
    driver.stop_all()
    return True


def _has_job_control() -> bool:
    """True if a shell controls this program as a job.

    What is the first program of its terminal, as after ``ssh -t HOST durak-tui``, would be
    stopped for ever.
    """
    return os.getsid(0) != os.getpgrp()


def _has_title() -> bool:
    """True if there is a terminal that knows of titles."""
    term = os.environ.get("TERM", "")
    is_terminal = sys.__stdout__ is not None and sys.__stdout__.isatty()
    return is_terminal and bool(term) and not term.startswith(("linux", "vt", "dumb"))


def end_in_time(number: int) -> None:
    """End the program soon, even while it waits for something."""

    def end(_number: int, _frame: FrameType | None) -> None:
        os._exit(128 + number)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(LAST_SECONDS)
