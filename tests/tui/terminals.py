"""The program in a real terminal: a pty, and pyte for the screen that a user sees."""

import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, Self

import pyte

from tests.processes import state_of

PROGRAM: Final = (sys.executable, "-m", "durak_tui.cli.main")
_CLOCKED: Final = (sys.executable, "-P", str(Path(__file__).with_name("clocked.py")))
_ANSWERS: Final = {
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",  # synchronized output: known
    b"\x1b[?2048$p": b"\x1b[?2048;0$y",  # resize in band: not known
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[6n": b"\x1b[1;1R",
}
_UNKNOWN_TO_PYTE: Final = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\[\?u")
_BEGUN: Final = re.compile(rb"\x1b(\[[0-9;?<>=$]*)?\Z")
"""What a terminal is told and has not got to the end of yet."""
_FRAMES: Final = re.compile(rb"\x1b\[\?2026[hl]")
_LOOKING: Final = 0.01
"""Seconds of a processor that a program at rest may use in each second, to look for keys."""
KEYS: Final = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "backspace": "\x7f", "space": " ",
}  # fmt: skip


def answers(data: bytes) -> list[bytes]:
    """What a terminal says to the questions among what a program writes."""
    return [answer for question, answer in _ANSWERS.items() if question in data]


def cleaned(data: bytes) -> bytes:
    """Without what pyte would print rather than understand."""
    return _UNKNOWN_TO_PYTE.sub(b"", data)


def work_of(pid: int) -> float:
    """For how many seconds the threads of a process have had a processor."""
    used = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):
            used += int(path.read_text().split()[0])
    return used / 1e9


def wants_to_work(pid: int) -> bool:
    """Whether a thread of a process could go on if it had a processor, or waits for a disk."""
    return any(
        state_of(int(task.name)) in ("R", "D") for task in Path(f"/proc/{pid}/task").glob("*")
    )


def set_size(fd: int, columns: int, rows: int) -> None:
    """The size of the window of a terminal."""
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Terminal:
    """A program in a terminal of its own; leaving the block ends it."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.received = 0
        """Bytes that the program has written."""
        self.tail = b""
        """The last of them."""
        self._begun = b""
        self._in_frame = False
        """Whether what was begun to be drawn is not complete yet."""
        self.status: int | None = None
        """How the program has ended, as waitpid has it."""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            set_size(0, columns, rows)
            # What is told of another terminal's size does not count here.
            around = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
            terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})}
            os.execvpe(program[0], [*program, *arguments], {**around, **terminal})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitpid(self.pid, 0)[1]

    def hang_up(self) -> None:
        """The connection is cut."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def fileno(self) -> int:
        """Where what the program writes can be read, if nobody is to draw it."""
        return self._fd

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def _read(self, timeout: float) -> bool:
        """Take what has been written; whether there was anything before the time was over."""
        if not select.select([self._fd], [], [], max(0.0, timeout))[0]:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:  # nobody has the other end any more
            data = b""
        if not data:
            return False
        self.received += len(data)
        marks = _FRAMES.findall(self.tail[-8:] + data)
        self._in_frame = marks[-1].endswith(b"h") if marks else self._in_frame
        self.tail = (self.tail + data)[-4096:]
        data = self._begun + data
        begun = _BEGUN.search(data)
        self._begun = begun[0] if begun else b""
        data = data.removesuffix(self._begun)
        for answer in answers(data):
            os.write(self._fd, answer)
        self._stream.feed(cleaned(data))
        return True

    def until(self, wanted: str | Callable[[str], object], within: float = 60) -> str:
        """Wait until the screen shows a text, or is as wanted; returns what it shows."""
        deadline = monotonic() + within
        met = (lambda text: wanted in text) if isinstance(wanted, str) else wanted
        while self._in_frame or not met(self.text):
            left = deadline - monotonic()
            assert self._read(left), f"waited for {wanted!r} in vain:\n{self.text}"
        return self.text

    def settle(self, quiet: float = 0.3, within: float = 60) -> int:
        """Read until nothing has come for so many seconds, in which the program had nothing to
        do: one that is only held up has still something to say.  Returns how many bytes came."""
        before, deadline = self.received, monotonic() + within
        worked = work_of(self.pid)
        while (self._read(quiet) or self._is_busy(worked, quiet)) and monotonic() < deadline:
            worked = work_of(self.pid)
        return self.received - before

    def _is_busy(self, worked: float, quiet: float) -> bool:
        """Whether the program waits for a processor, or has used one for more than to look for
        keys, since it had worked so many seconds."""
        return wants_to_work(self.pid) or work_of(self.pid) - worked > _LOOKING * (1 + quiet)

    def press(self, *keys: str) -> None:
        """Type texts, or keys by their names."""
        for key in keys:
            os.write(self._fd, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """The user drags the corner of his window."""
        self.screen.resize(rows, columns)
        set_size(self._fd, columns, rows)
        os.kill(self.pid, signal.SIGWINCH)

    def wait(self, within: float = 60) -> int:
        """Wait for the end of the program; returns its exit code, or minus its signal."""
        pidfd = os.pidfd_open(self.pid)
        try:
            deadline = monotonic() + within
            while not select.select([pidfd], [], [], 0)[0]:
                left = deadline - monotonic()
                assert left > 0, f"it has not ended:\n{self.text}"
                if self._fd < 0:
                    select.select([pidfd], [], [], left)
                elif select.select([pidfd, self._fd], [], [], left)[0] == [self._fd]:
                    self._read(0)
            self.status = os.waitpid(self.pid, 0)[1]
        finally:
            os.close(pidfd)
        if self._fd >= 0:
            # The system hands on the last of it when it comes to that, and then says that it was.
            while self._read(1):
                pass
        return os.waitstatus_to_exitcode(self.status)


class ClockedTerminal(Terminal):
    """One in which the program has a clock that is moved by hand."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._clock, theirs = socket.socketpair()
        with theirs:
            theirs.set_inheritable(True)
            program = (*_CLOCKED, str(theirs.fileno()))
            super().__init__(*arguments, size=size, env=env, program=program)

    def __exit__(self, *exception: object) -> None:
        self._clock.close()
        super().__exit__(*exception)

    def let_pass(self, seconds: float = 60.0) -> int:
        """Let so many seconds pass; returns how many bytes came in them."""
        before = self.received
        self._clock.sendall(str(seconds).encode())
        clock = self._clock.fileno()
        while select.select([clock, self._fd], [], [], 60)[0] != [clock]:
            assert self._read(0), f"its clock stands still:\n{self.text}"
        self._clock.recv(64)
        self.settle(0.1)
        return self.received - before
