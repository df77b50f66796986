"""The ways in which all commands fail and write.

A command fails by an error whose text is for its user: a :class:`CommandError`, or a
:class:`durak_tui.common.errors.UserError` or :class:`durak_tui.engine.errors.EngineStartError` of
what it has called.  :func:`run_command` prints them all.
"""

import argparse
import errno
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from durak_tui.common.errors import UserError
from durak_tui.common.values import LONGEST_SECONDS
from durak_tui.engine.errors import EngineStartError, RunnerError

BROKEN_OUTPUT: int = 141
"""The exit code when nobody reads standard output any more, as if by SIGPIPE."""


class CommandError(UserError):
    """Ends a command with a text on standard error, and exit code."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def mendable(what: str, exit_code: int = 2) -> Iterator[None]:
    """Turn an OSError here into a CommandError that begins with ``what``."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{what}: {error.strerror or error}", exit_code) from None


def run_command(prog: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit code, whatever happens to it."""
    try:
        return command()
    except (UserError, EngineStartError) as error:
        complain(f"{prog}: {error}")
        return error.exit_code if isinstance(error, CommandError) else 2
    except RunnerError as error:
        complain(f"{prog}: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return BROKEN_OUTPUT


def can_be_written(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def complain(message: str) -> None:
    """Write a line to standard error, if it can be written."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(message, file=sys.stderr, flush=True)


class Output:
    """Standard output, where names of engines keep their bytes.

    Once it cannot be written any more, ``on_broken`` is called and the rest is dropped.
    """

    def __init__(self, on_broken: Callable[[], None] | None = None) -> None:
        self._stream: TextIO | None = sys.stdout
        self._on_broken = on_broken
        self.problem: OSError | None = None
        """Why nothing can be written any more."""
        if self._stream is None:  # it was closed before we started
            self.problem = OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, text: str) -> None:
        """Write and flush; without ``on_broken`` raises as :meth:`check`."""
        if self._stream is None:
            if self._on_broken is None:
                self.check()
            return
        encoding = self._stream.encoding or "utf-8"
        try:
            data = text.encode(encoding, "surrogateescape")
        except UnicodeEncodeError:
            data = text.replace("±", "+/-").encode(encoding, "backslashreplace")
        try:
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.buffer.flush()
        except OSError as error:
            self.problem = error
            self._stream = None
            # Or the interpreter would complain once more when it exits.
            sys.stdout = None
            if self._on_broken is None:
                self.check()
            else:
                self._on_broken()

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def check(self) -> None:
        """Raise CommandError if writing failed, BrokenPipeError without a reader."""
        if self.problem is None:
            return
        if self.problem.errno in (errno.EPIPE, errno.EIO):  # EIO: the terminal is gone
            raise BrokenPipeError
        raise CommandError(
            f"standard output cannot be written: {self.problem.strerror}", exit_code=1
        )


def positive_seconds(text: str) -> float:
    """An argument that is a time above zero, in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return min(seconds, LONGEST_SECONDS)


def at_least_one(text: str) -> int:
    """An argument that is a whole number above zero."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)
