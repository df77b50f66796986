"""A terminal that remembers what is on it, for tests of what is drawn again and again."""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from unicodedata import east_asian_width

_ALWAYS_DRAWN: Final = """\
import sys
from durak_tui.cli import live
from durak_tui.cli.main import main
live.SECONDS = 0.0
sys.exit(main())
"""
"""``durak-tui``, of whose progress there is something to be seen however fast it is."""
_TOKEN = re.compile(r"\x1b\[(\d*)([A-Za-z])|([\r\n])|([^\x1b\r\n])")


class Screen:
    """Understands what durak-tui writes: text, CR, LF, cursor up, and two kinds of clearing.

    Anything else, and a line that reaches beyond the last column, is an error.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[str] = [""]
        self.row = 0
        self.column = 0

    def feed(self, text: str) -> None:
        """Show what was written."""
        position = 0
        while position < len(text):
            token = _TOKEN.match(text, position)
            assert token, repr(text[position : position + 20])
            position = token.end()
            number, final, control, char = token.groups()
            if final:
                self._command(int(number or 1 if final == "A" else number or 0), final)
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self.row += 1
                if self.row == len(self.rows):
                    self.rows.append("")
            else:
                self._put(char)

    def _command(self, number: int, final: str) -> None:
        if final == "A":
            self.row -= number
            assert self.row >= 0
        elif final == "K":
            assert number == 0
            self.rows[self.row] = self.rows[self.row][: self.column]
        elif final == "J":
            assert number == 0
            self.rows[self.row] = self.rows[self.row][: self.column]
            del self.rows[self.row + 1 :]
        else:
            raise AssertionError(f"unknown command {final}")

    def _put(self, char: str) -> None:
        line = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = line[: self.column] + char + line[self.column + 1 :]
        self.column += 1
        columns = sum(2 if east_asian_width(c) in "WF" else 1 for c in self.rows[self.row])
        assert columns <= self.width, self.rows[self.row]


@contextmanager
def on_terminal(
    command: Sequence[str], width: int, height: int
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A command whose output is a terminal of this size; the process, and where to read."""
    ours, theirs = os.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", height, width, 0, 0))
        with subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm-256color"},
        ) as process:  # fmt: skip
            os.close(theirs)
            theirs = -1
            try:
                yield process, ours
            finally:
                process.kill()
    finally:
        os.close(ours)
        if theirs >= 0:
            os.close(theirs)


def read_to_end(fd: int) -> Iterator[str]:
    """The output of a terminal, piece by piece."""
    rest = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:  # the other side has closed it
            piece = b""
        if not piece:
            assert not rest
            return
        rest += piece
        # A piece may end within a character or a command.
        whole = rest.rfind(b"\n") + 1
        yield rest[:whole].decode()
        rest = rest[whole:]
        if rest in (b"\x1b[J", b"\x1b[J\r"):
            yield rest.decode()
            rest = b""


def drawn(*words: str) -> tuple[int, str, Screen]:
    """A command of ``durak-tui`` on a terminal: exit code, what it wrote, what is left of it."""
    program = [sys.executable, "-c", _ALWAYS_DRAWN, *words]
    written, screen = "", Screen(150)
    with on_terminal(["sh", "-c", 'exec "$@" 2>&1', "x", *program], 150, 24) as (process, fd):
        for piece in read_to_end(fd):
            written += piece
            screen.feed(piece)
        return process.wait(60), written, screen
