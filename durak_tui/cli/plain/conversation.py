"""Lines out, lines in: a conversation with a person that needs no terminal at all."""

import os
import sys
from collections.abc import Sequence
from select import POLLIN, poll
from typing import Final

from durak_tui.cli.common import Output
from durak_tui.cli.signals import Stop
from durak_tui.common.i18n import N_, _
from durak_tui.engine.cancel import CancelToken

_QUIT: Final = N_("quit q exit")


class Left(Exception):
    """The person has left: by a word, by the end of input, or by a signal."""


class Console:
    """Standard input and output.  Waiting for one line ends with whatever else happens."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._output = Output()
        self._at_prompt = False
        # Without an input its number may be that of another file by now.
        self._ended = sys.stdin is None
        self._typed = b""

    def say(self, *lines: str) -> None:
        """Write lines.  Raises BrokenPipeError if nobody reads any more."""
        if self._at_prompt:
            self._at_prompt = False
            self._output.line()
        for line in lines:
            self._output.line(line)

    def wait(self, other: CancelToken | None, seconds: float) -> None:
        """Until a token is set, but not longer than this.  Raises Left at a signal."""
        self._wait(other, seconds, typed=False)

    def _wait(self, other: CancelToken | None, seconds: float | None, *, typed: bool) -> None:
        poller = poll()
        poller.register(self._stop.token.fileno(), POLLIN)
        if other:
            poller.register(other.fileno(), POLLIN)
        if typed:
            poller.register(0, POLLIN)
        ready = [fd for fd, _ in poller.poll(None if seconds is None else seconds * 1000)]
        if self._stop.token.fileno() in ready:
            raise Left
        if 0 in ready:
            try:
                data = os.read(0, 4096)
            except OSError:  # the terminal is gone, or there never was an input
                data = b""
            self._ended = not data
            self._typed += data

    def line(self, prompt: str, other: CancelToken | None = None) -> str | None:
        """The next line that is typed; None if ``other`` is set before.

        Raises Left at the end of input and at a signal.
        """
        self._output.write(f"{prompt} ")
        self._at_prompt = True
        while True:
            if other and other.is_set:
                return None
            if self._stop.token.is_set:
                raise Left
            line, newline, rest = self._typed.partition(b"\n")
            if newline or (self._ended and line):
                self._typed = rest
                # Who types sees the line end; in a script's output it has to be made.
                self._at_prompt = not os.isatty(0)
                return line.decode(errors="replace").strip()
            if self._ended:
                raise Left
            self._wait(other, None, typed=True)

    def ask(self, choices: Sequence[str], other: CancelToken | None = None) -> int:
        """Which of these the person chooses, counted from 1; 0 if ``other`` is set before.

        Raises Left.
        """
        while True:
            self.say(*(f"{number}: {text}" for number, text in enumerate(choices, 1)))
            line = self.line(_("Your choice:"), other)
            if line is None:
                return 0
            if is_word(line, _QUIT):
                raise Left
            if line.isdecimal() and 1 <= int(line) <= len(choices):
                return int(line)
            self.say(_("Type a number from 1 to {n}.").format(n=len(choices)))


def is_word(line: str, words: str) -> bool:
    """Whether one of these words was typed, in English or in the user's language."""
    return line.casefold() in (*words.split(), *_(words).split())
