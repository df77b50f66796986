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
from pathlib import Path
from time import monotonic
from typing import Final, Self

import pyte

from tests.processes import work_of
from tests.tui.rest import AT_REST

PROGRAM: Final = (sys.executable, "-m", "durak_tui.cli.main")
_CLOCKED: Final = (sys.executable, "-P", str(Path(__file__).with_name("clocked.py")))
_ANSWERS: Final = {
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",  # synchronized output: known
    b"\x1b[?2048$p": b"\x1b[?2048;0$y",  # resize in band: not known
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[5n": b"\x1b[0n",
}
_UNKNOWN_TO_PYTE: Final = re.compile(
    rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1b\[\?u|\x1bP[^\x1b]*\x1b\\\\"
)
_BEGUN: Final = re.compile(rb"\x1b(\[[0-9;?<>=$]*|P[^\x1b]*\x1b?)?\Z")
"""A sequence to the terminal of which the end is still to come."""
_FRAME_ENDS: Final = re.compile(rb"(?<=\x1b\[\?2026l)")
_FRAMES: Final = re.compile(rb"\x1b\[\?2026[hl]")
KEYS: Final = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "backspace": "\x7f", "space": " ",
}  # fmt: skip


def set_size(fd: int, columns: int, rows: int) -> None:
    """The size of the window of a terminal."""
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    """A cell without what nobody can see: of a blank, the colour of its character and more."""
    if cell.data != " " or cell.underscore or cell.strikethrough or cell.reverse:
        return cell
    return pyte.screens.Char(" ", bg=cell.bg)


class Display:
    """The output of a program as a user sees it."""

    def __init__(
        self, columns: int = 80, rows: int = 24, answers: Mapping[bytes, bytes] | None = None
    ) -> None:
        """``answers`` are those to questions that others do not answer, or not so."""
        self.screen = pyte.Screen(columns, rows)
        self.received = 0
        """Bytes that the program has written."""
        self.tail = b""
        """The last of them."""
        self.in_frame = False
        """True while a picture that was begun is not complete."""
        self.replies = {**_ANSWERS, **(answers or {})}
        """The questions that it answers, with its answers."""
        self.pictures: list[str] | None = None
        """Every picture since this was made a list."""
        self.rests = 0
        """The number of times that the program said it was at rest."""
        self._stream = pyte.ByteStream(self.screen)
        self._begun = b""

    @property
    def text(self) -> str:
        """The text of the screen, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        """All that is seen, row by row."""
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return [[seen(row[x]) for x in range(self.screen.columns)] for row in rows]

    def take(self, data: bytes) -> bytes:
        """Show what a program has written; returns what the terminal answers to it."""
        data = self._begun + data
        begun = _BEGUN.search(data)
        self._begun = begun[0] if begun else b""
        data = data.removesuffix(self._begun)
        self.rests += data.count(AT_REST)
        data = data.replace(AT_REST, b"")
        self.received += len(data)
        self.tail = (self.tail + data)[-4096:]
        if marks := _FRAMES.findall(data):
            self.in_frame = marks[-1].endswith(b"h")
        for drawn in _FRAME_ENDS.split(data):
            self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", drawn))
            if self.pictures is not None:
                self.pictures.append(self.text)
        return b"".join(answer for question, answer in self.replies.items() if question in data)

    def shows(self, wanted: str | Callable[[str], object]) -> bool:
        """True if the screen is as wanted and drawn to its end."""
        if self.in_frame:
            return False
        return wanted in self.text if isinstance(wanted, str) else bool(wanted(self.text))


class Terminal(Display):
    """A program in a terminal of its own; leaving the block ends it."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
        answers: Mapping[bytes, bytes] | None = None,
    ) -> None:
        super().__init__(*size, answers=answers)
        self.typed = 0
        """Bytes that the program has been sent."""
        self.status: int | None = None
        """The status of the ended program, as waitpid has it."""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            set_size(0, *size)
            # The size of another terminal does not count here.
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
        """The descriptor of the output, for reading without drawing it."""
        return self._fd

    @property
    def is_full(self) -> bool:
        """True while the terminal's buffer is full and the program waits."""
        before = work_of(self.pid)
        end = os.open(f"/proc/{self.pid}/fd/1", os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            # While somebody writes, it takes nothing from others: the program must not be at it.
            return not select.select([], [end], [], 0)[1] and before == work_of(self.pid)
        finally:
            os.close(end)

    def read(self, timeout: float) -> bool:
        """Take what has been written; whether there was anything before the time was over."""
        if not select.select([self._fd], [], [], max(0.0, timeout))[0]:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:  # nobody has the other end any more
            data = b""
        if answer := self.take(data):
            self.send(answer)
        return bool(data)

    def until(self, wanted: str | Callable[[str], object], within: float = 60) -> str:
        """Wait until the screen shows a text, or is as wanted; returns what it shows."""
        deadline = monotonic() + within
        while not self.shows(wanted):
            left = deadline - monotonic()
            assert self.read(left), f"waited for {wanted!r} in vain:\n{self.text}"
        return self.text

    def watch(self, seconds: float) -> None:
        """Take what is written within these seconds."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            self.read(left)

    def press(self, *keys: str) -> None:
        """Type texts, or keys by their names."""
        for key in keys:
            self.send(KEYS.get(key, key).encode())

    def send(self, data: bytes) -> None:
        """Send what a terminal does, keys or not."""
        self.typed += len(data)
        os.write(self._fd, data)

    def resize(self, columns: int, rows: int, late: float = 0) -> None:
        """The user drags the corner of the window, of which the program hears seconds later.

        As in tmux the rows of a window that shrinks move up, and those that come are empty.
        """
        self.screen.resize(rows, columns)
        self.watch(late)
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
                    self.read(0)
            self.status = os.waitpid(self.pid, 0)[1]
        finally:
            os.close(pidfd)
        if self._fd >= 0:
            # The system hands on the last of it when it comes to that, and then says that it was.
            while self.read(1):
                pass
        return os.waitstatus_to_exitcode(self.status)


class ClockedTerminal(Terminal):
    """One whose program has a clock that is moved by hand, and reports when it is at rest."""

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        before: str = "",
        answers: Mapping[bytes, bytes] | None = None,
    ) -> None:
        """``before`` is Python code that the program runs first."""
        self._clock, theirs = socket.socketpair()
        with theirs:
            theirs.set_inheritable(True)
            program = (*_CLOCKED, str(theirs.fileno()), before)
            super().__init__(*arguments, size=size, env=env, program=program, answers=answers)

    def __exit__(self, *exception: object) -> None:
        self._clock.close()
        super().__exit__(*exception)

    def settle(self, within: float = 60) -> int:
        """Wait until all that was typed is answered and drawn; returns how many bytes came."""
        return self.let_pass(0, within)

    def let_pass(self, seconds: float = 60.0, within: float = 60) -> int:
        """The same, and then let these seconds pass; returns how many bytes came in all."""
        before, rests, deadline = self.received, self.rests, monotonic() + within
        self._clock.sendall(f"{self.typed} {seconds}".encode())
        while self.rests == rests:
            assert self.read(deadline - monotonic()), f"it does not come to rest:\n{self.text}"
        return self.received - before
