"""Lines of a terminal that are drawn again and again.

Plain ANSI: back up, write over, clear what is left.  Only lines that have changed are sent.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from threading import Event, Thread
from time import monotonic
from typing import Final, TextIO

from durak_tui.cli.common import StandardOutput, complain, terminal_size
from durak_tui.common.i18n import _
from durak_tui.common.text import cells, clock
from durak_tui.pool.dispatch import DueGame
from durak_tui.words.match import waiting_sentence

SECONDS: Final = 0.25  # Between two drawings.


def can_redraw(stream: TextIO | None) -> bool:
    """True if lines on this stream can be drawn again."""
    return bool(stream and stream.isatty()) and os.environ.get("TERM", "dumb") != "dumb"


def bar(done: int, total: int, width: int) -> str:
    inner = width - 2
    full = inner * done // total if total else inner
    return f"[{'#' * full}{'-' * (inner - full)}]"


class LiveBlock:
    """Lines at the end of standard output, drawn by their own thread.

    What is seen is never older than SECONDS, even while a game takes its time.  Where nothing has
    changed, nothing is written.
    """

    def __init__(
        self, output: StandardOutput, drawing: Callable[[int, int], Sequence[str]]
    ) -> None:
        """``drawing`` makes the lines for at most this many columns and lines."""
        self._output = output
        self._drawing = drawing
        self._shown: Sequence[str] = ()
        self._width = 0
        self._end = Event()
        self._thread = Thread(target=self._run, name="live", daemon=True)

    def start(self) -> None:
        """Draw for the first time, and from now on again."""
        self.draw()
        self._thread.start()

    def stop(self) -> None:
        """Draw the last state in full, with the cursor below it."""
        self._end.set()
        self._thread.join()
        self.draw(whole=True)

    def _run(self) -> None:
        while not self._end.wait(SECONDS):
            self.draw()

    def draw(self, *, whole: bool = False) -> None:
        """Draw what has changed; ``whole`` even if the terminal is too low."""
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


class SlowGames:
    """Lines on standard error about slow games that a run waits for."""

    FIRST_SECONDS: Final = 10.0  # Until the first line about a game; then twice as long, and so on.

    def __init__(self, prefix: str, *, below_counter: bool = False) -> None:
        """``below_counter``: the cursor may stand behind a counter on the same terminal."""
        self._prefix = prefix
        self._begin = "\n" if below_counter and sys.stderr and sys.stderr.isatty() else ""
        self._game = 0
        self._due = 0.0

    def __call__(self, waiting: DueGame) -> None:
        if waiting.first != self._game:
            self._game, self._due = waiting.first, self.FIRST_SECONDS
        if waiting.seconds >= self._due:
            # The counter stands still: only the first line leaves it.
            begin = self._begin if self._due == self.FIRST_SECONDS else ""
            self._due = 2 * waiting.seconds  # It may have been slow long before it held back any.
            complain(waiting_sentence(waiting), begin + self._prefix)


class ProgressLine:
    """Progress and time left on standard error, if a terminal."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._is_seen = can_redraw(sys.stderr)
        self._started: float | None = None
        self._before = 0.0  # Games done when the clock was started.
        self._drawn = 0.0
        self._text = ""

    def update(self, done: float) -> None:
        """Show how many games are done, the last perhaps in part."""
        now = monotonic()
        if not self._is_seen or now - self._drawn < SECONDS:
            return
        if self._started is None:
            # What was stored took no time, and says nothing of how long the rest takes.
            self._started, self._before = now, done
            return
        self._drawn = now
        parts = [f"{100 * done / self._games:.0f} %"]
        if self._games > 1:
            game = _("Game {n} of {total}").format(n=ceil(done), total=self._games)
            parts.insert(0, game)
        if done > self._before:
            left = (now - self._started) * (self._games - done) / (done - self._before)
            parts.append(_("{time} left").format(time=clock(round(left))))
        self._draw(", ".join(parts))

    def clear(self) -> None:
        """Make room for other lines."""
        if self._text:
            self._draw("")

    def _draw(self, text: str) -> None:
        self._text = text
        with suppress(OSError):  # The terminal may be gone.
            line = text[: terminal_size().columns - 1]
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
