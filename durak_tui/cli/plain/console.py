"""A conversation in lines that needs no terminal at all."""

import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from select import POLLIN, poll
from time import monotonic
from typing import Final

from durak_tui.cli.common import StandardOutput, Stop
from durak_tui.common.i18n import N_, _

QUIT: Final = N_("quit q exit")


class PersonLeft(Exception):
    """The person's leaving: by a word, end of input, or signal."""


class Console:
    """Standard input and output, and the calls of other threads meanwhile."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._output = StandardOutput()
        self._at_prompt = False
        # Without an input its number may be that of another file by now.
        self._ended = sys.stdin is None
        self._typed = b""
        self._calls: deque[Callable[[], object]] = deque()
        self._bell, self._ringer = os.pipe()
        os.set_blocking(self._ringer, False)
        self._timers: list[tuple[float, Callable[[], object]]] = []

    def say(self, *lines: str) -> None:
        """Write lines.  Raises BrokenPipeError if nobody reads any more."""
        if self._at_prompt:
            self._at_prompt = False
            self._output.line()
        self._output.lines(lines)

    def call(self, what: Callable[[], object]) -> None:
        """From any thread: call this once the console waits for something."""
        self._calls.append(what)
        with suppress(BlockingIOError):  # the bell rings already
            os.write(self._ringer, b"!")

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        """Call this after some time; the function returned cancels it."""
        timer = monotonic() + seconds, what
        self._timers.append(timer)
        return lambda: self._timers.remove(timer) if timer in self._timers else None

    def wait_for(self, condition: Callable[[], object], seconds: float = inf) -> None:
        """Wait until this is so or time is up.  Raises PersonLeft."""
        deadline = monotonic() + seconds
        while not condition() and monotonic() < deadline:
            self._wait(deadline, typed=False)

    def _wait(self, deadline: float = inf, *, typed: bool) -> None:
        """Wait for the next event, and handle it.  Raises PersonLeft."""
        poller = poll()
        for fd in (self._stop.token.fileno(), self._bell, *([0] if typed else [])):
            poller.register(fd, POLLIN)
        due = min([deadline, *(when for when, _what in self._timers)])
        left = None if due == inf else max(0.0, due - monotonic()) * 1000
        ready = [fd for fd, _event in poller.poll(left)]
        if self._stop.token.fileno() in ready:
            raise PersonLeft
        if 0 in ready:
            try:
                data = os.read(0, 4096)
            except OSError:  # the terminal is gone, or there never was an input
                data = b""
            self._ended = not data
            self._typed += data
        if self._bell in ready:
            os.read(self._bell, 4096)
        while self._calls:
            self._calls.popleft()()
        now = monotonic()
        for timer in [timer for timer in self._timers if timer[0] <= now]:
            if timer in self._timers:  # and not cancelled by the one before
                self._timers.remove(timer)
                timer[1]()

    def line(self, unless: Callable[[], object] | None = None) -> str | None:
        """The next line typed; None once ``unless``.  Raises PersonLeft."""
        self._output.write(_("Your choice:") + " ")
        self._at_prompt = True
        while True:
            if unless and unless():
                return None
            if self._stop.token.is_set:
                raise PersonLeft
            line, newline, rest = self._typed.partition(b"\n")
            if newline or (self._ended and line):
                self._typed = rest
                # Who types sees the line end; in a script's output it is made here.
                self._at_prompt = not os.isatty(0)
                return line.decode(errors="replace").strip()
            if self._ended:
                raise PersonLeft
            self._wait(typed=True)

    def ask(self, choices: Sequence[str], unless: Callable[[], object] | None = None) -> int:
        """The number of the choice; 0 once ``unless`` is true."""
        while True:
            self.say(*(f"{number}: {text}" for number, text in enumerate(choices, 1)))
            line = self.line(unless)
            if line is None:
                return 0
            if is_word(line, QUIT):
                raise PersonLeft
            if line.isdecimal() and 1 <= int(line) <= len(choices):
                return int(line)
            self.say(_("Type a number from 1 to {n}.").format(n=len(choices)))


def is_word(line: str, words: str) -> bool:
    """True if the line is one of these words, translated or not."""
    return line.casefold() in (*words.split(), *_(words).split())
