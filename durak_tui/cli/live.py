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

    If lines would be longer than ``width``, that column is cut down to a few letters, and
    then all lines are.
    """
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    total = sum(widths) + 2 * (len(widths) - 1)
    if width is not None and total > width:
        least = min(8, widths[flexible])
        widths[flexible] = max(least, widths[flexible] - (total - width))
    lines = []
    for row in rows:
        line = "  ".join(
            pad(fit(cell, size), size, right=index != flexible)
            for index, (cell, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        lines.append(line if width is None else fit(line, width))
    return lines


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
        """The lines, none longer than ``width``, not more than ``height``."""


class LiveBlock:
    """Draws in a thread of its own, so that what is seen is never older than SECONDS, even
    while a game takes its time.  Where nothing has changed, nothing is written."""

    def __init__(self, output: Output, drawing: Drawing) -> None:
        self._output = output
        self._drawing = drawing
        self._shown: list[str] = []
        self._end = Event()
        self._thread = Thread(target=self._run, name="live", daemon=True)

    def start(self) -> None:
        """Draw for the first time, and from now on again."""
        self._draw()
        self._thread.start()

    def stop(self) -> None:
        """Draw the last state; the cursor is left at the start of the line after it."""
        if not self._end.is_set():
            self._end.set()
            if self._thread.ident is not None:
                self._thread.join()
            self._draw()

    def _run(self) -> None:
        while not self._end.wait(SECONDS):
            self._draw()

    def _draw(self) -> None:
        width, height = terminal_size()
        # The last column stays free: terminals differ in when they go to the next line.
        # So does the last line, on which the cursor waits.
        lines = list(self._drawing(width - 1, height - 1))
        if lines == self._shown:
            return
        # If the terminal has become narrower, what was one line is now more of them.
        rows = sum(max(1, -(-cells(line) // width)) for line in self._shown)
        up = f"\x1b[{rows}A" if rows else ""
        body = "".join(f"{line}\x1b[K\n" for line in lines)
        self._output.write(f"{up}\r{body}\x1b[J")
        self._shown = lines
