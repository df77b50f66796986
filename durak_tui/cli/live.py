"""Lines of a terminal that are drawn again and again.

Plain ANSI: back up, write over, clear what is left.  Only lines that have changed are sent.
"""

import os
import sys
from collections.abc import Sequence
from threading import Event, Thread
from time import monotonic
from typing import Final, Protocol, TextIO

from durak_tui.cli.common import Output
from durak_tui.common.text import cells, clock, fit

SECONDS: Final = 0.25
"""Between two drawings."""

_GAP: Final = "  "
_LEAST: Final = 8
"""Columns of a terminal that are left to a name, however narrow it is."""


def can_redraw(stream: TextIO | None) -> bool:
    """Whether lines on this stream can be drawn again."""
    return bool(stream and stream.isatty()) and os.environ.get("TERM", "dumb") != "dumb"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Add blanks after a text, or before it, up to ``width`` columns."""
    blanks = " " * (width - cells(text))
    return blanks + text if right else text + blanks


def columns(rows: Sequence[Sequence[str]], flexible: int, width: int | None = None) -> list[str]:
    """The rows of a table as lines.

    The column ``flexible`` is aligned to the left, all others to the right.  If lines would be
    longer than ``width``, that column is cut down to a few letters; if that is not enough, the last
    columns are left out.
    """
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if width is not None:
        least = min(_LEAST, widths[flexible])
        spare = width + len(_GAP) - sum(size + len(_GAP) for size in widths)
        while len(widths) > flexible + 1 and spare < least - widths[flexible]:
            spare += widths.pop() + len(_GAP)
        widths[flexible] = max(least, widths[flexible] + min(0, spare))
    lines = []
    for row in rows:
        line = _GAP.join(
            pad(fit(cell, size), size, right=index != flexible)
            for index, (cell, size) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        lines.append(line if width is None else fit(line, width))
    return lines


def bar(done: int, total: int, width: int) -> str:
    inner = width - 2
    full = inner * done // total if total else inner
    return f"[{'#' * full}{'-' * (inner - full)}]"


def terminal_size() -> os.terminal_size:
    """Columns and lines of standard output; 80 x 24 if unknown."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno() if sys.stdout else 1)
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    return os.terminal_size((size.columns or 80, size.lines or 24))


class Drawing(Protocol):
    def __call__(self, width: int, height: int) -> Sequence[str]:
        """The lines, none wider than ``width``, not more than ``height``."""


class LiveBlock:
    """Lines at the end of standard output, drawn by their own thread.

    What is seen is never older than SECONDS, even while a game takes its time.  Where nothing has
    changed, nothing is written.
    """

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
        """Draw the last state in full, with the cursor below it."""
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


class ProgressLine:
    """Progress and time left on standard error, if a terminal."""

    def __init__(self, games: int) -> None:
        self._stream = sys.stderr if can_redraw(sys.stderr) else None
        self._games = games
        self._game = 0
        self._started: float | None = None
        self._before = 0.0
        """The part of the work that was done when the clock was started."""
        self._drawn = 0.0
        self._shown = False

    def next_game(self) -> None:
        self._game += 1

    def decided(self, decisions: int, of: int) -> None:
        """So many decisions of the game have been looked at."""
        now = monotonic()
        if self._stream is None or now - self._drawn < SECONDS:
            return
        done = (self._game - 1 + decisions / of) / self._games
        if self._started is None:
            # What was stored took no time, and says nothing of how long the rest takes.
            self._started, self._before = now, done
            return
        self._drawn = now
        text = f"Game {self._game} of {self._games}, " if self._games > 1 else ""
        text += f"{100 * done:.0f} %"
        if done > self._before:
            left = (now - self._started) * (1 - done) / (done - self._before)
            text += f", {clock(round(left))} left"
        self._write(f"\r{text[: terminal_size().columns - 1]}\x1b[K")
        self._shown = True

    def clear(self) -> None:
        """Make room for other lines."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def _write(self, text: str) -> None:
        assert self._stream is not None
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._stream, self._shown = None, False
