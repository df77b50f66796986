"""What all commands share: how they fail, and how they write to standard output."""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BROKEN_OUTPUT: int = 141
"""The exit code when nobody reads standard output any more, as if by SIGPIPE."""


class CommandError(Exception):
    """Something a user can mend; printed as it is, without a traceback."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def mendable(what: str) -> Iterator[None]:
    """Turn an OSError of this block into a CommandError that begins with ``what``."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{what}: {error.strerror or error}") from None


def run_command(prog: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit code, whatever happens to it."""
    try:
        return command()
    except CommandError as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return BROKEN_OUTPUT


class Output:
    """Standard output.  Names of engines pass through as the bytes they were given as.

    Once nobody reads any more, ``on_broken`` is called and the rest is dropped.
    """

    def __init__(self, on_broken: Callable[[], None] | None = None) -> None:
        self._stream = sys.stdout
        self._on_broken = on_broken
        self.broken = False

    def write(self, text: str) -> None:
        """Write and flush.  Raises BrokenPipeError if there is no ``on_broken``."""
        if self.broken:
            return
        encoding = self._stream.encoding or "utf-8"
        try:
            data = text.encode(encoding, "surrogateescape")
        except UnicodeEncodeError:
            data = text.encode(encoding, "backslashreplace")
        try:
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.buffer.flush()
        except OSError:
            self.broken = True
            # Or the interpreter would complain once more when it exits.
            sys.stdout = None
            if self._on_broken is None:
                raise BrokenPipeError from None
            self._on_broken()

    def line(self, text: str = "") -> None:
        """Write a line."""
        self.write(text + "\n")


def positive_seconds(text: str) -> float:
    """An argument that is a time above zero, in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds
