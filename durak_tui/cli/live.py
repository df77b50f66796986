"""A few lines at the end of a terminal that are drawn again and again.

Plain ANSI: back up, write over, clear what is left.
"""

import os
import sys
import unicodedata
from collections.abc import Sequence
from threading import Event, Thread
from typing import Final, Protocol

from durak_tui.cli.common import Output

SECONDS: Final = 0.25
"""Between two drawings."""

_ELLIPSIS: Final = "..."
_GAP: Final = "  "
_LEAST: Final = 8
"""Columns of a terminal that are left to a name, however narrow it is."""


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, text))


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fit(text: str, width: int) -> str:
    """The text, cut if it takes more columns than ``width``."""
    if cells(text) <= width:
        return text
    mark = _ELLIPSIS if width > 2 * len(_ELLIPSIS) else ""
    result, left = "", width - len(mark)
    for char in text:
        left -= _cells_of(char)
        if left < 0:
            break
        result += char
    return result + mark


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks after it, or before it, up to ``width`` columns."""
    blanks = " " * (width - cells(text))
    return blanks + text if right else text + blanks


def columns(rows: Sequence[Sequence[str]], flexible: int, width: int | None = None) -> list[str]:
    """Rows of a table as lines: the column ``flexible`` to the left, others to the right.

    If lines would be longer than ``width``, that column is cut down to a few letters; if
    that is not enough, the last columns are left out.
    """
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if width is not None:
        least = min(_LEAST, widths[flexible])
        while len(widths) > flexible + 1 and _line_width(widths) - widths[flexible] + least > width:
            widths.pop()
        spare = width - _line_width(widths)
        widths[flexible] = max(least, widths[flexible] + min(0, spare))
    lines = []
    for row in rows:
        line = _GAP.join(
            pad(fit(cell, size), size, right=index != flexible)
            for index, (cell, size) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        lines.append(line if width is None else fit(line, width))
    return lines


def _line_width(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def bar(done: int, total: int, width: int) -> str:
    """A progress bar, ``width`` columns wide."""
    inner = width - 2
    full = inner * done // total if total else inner
    return f"[{'#' * full}{'-' * (inner - full)}]"


def terminal_size() -> os.terminal_size:
    """Columns and lines of standard output, now; 80 x 24 if it does not know."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno() if sys.stdout else 1)
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    return os.terminal_size((size.columns or 80, size.lines or 24))


class Drawing(Protocol):
    """What is to be seen."""

    def __call__(self, width: int, height: int) -> Sequence[str]:
        """The lines, none wider than ``width``, not more than ``height``."""


class LiveBlock:
    """Draws in a thread of its own, so that what is seen is never older than SECONDS, even
    while a game takes its time.  Where nothing has changed, nothing is written."""

    def __init__(self, output: Output, drawing: Drawing) -> None:
        self._output = output
        self._drawing = drawing
        self._shown: list[str] = []
        self._width = 0
        self._end = Event()
        self._thread = Thread(target=self._run, name="live", daemon=True)

    def start(self) -> None:
        """Draw for the first time, and from now on again."""
        self._draw()
        self._thread.start()

    def stop(self) -> None:
        """Draw the last state, now as long as it is; the cursor waits on the line after it."""
        if not self._end.is_set():
            self._end.set()
            if self._thread.ident is not None:
                self._thread.join()
            self._draw(whole=True)

    def _run(self) -> None:
        while not self._end.wait(SECONDS):
            self._draw()

    def _draw(self, *, whole: bool = False) -> None:
        width, height = terminal_size()
        if whole:
            height = sys.maxsize
        # The last column stays free: terminals differ in when they go to the next line.
        # So does the last line, on which the cursor waits.
        lines = list(self._drawing(width - 1, height - 1))
        if (lines, width) == (self._shown, self._width):
            return
        # If the terminal has become narrower, what was one line is now more of them.
        rows = sum(max(1, -(-cells(line) // width)) for line in self._shown)
        text = f"\x1b[{rows}A\r" if rows else ""
        for index, line in enumerate(lines):
            same = width == self._width and self._shown[index : index + 1] == [line]
            text += "\n" if same else f"{line}\x1b[K\n"
        self._output.write(f"{text}\x1b[J")
        self._shown, self._width = lines, width
