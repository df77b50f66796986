"""Stopping a wait for an engine from a signal handler or thread."""

import contextlib
import os
import select
from typing import Self


class Cancelled(Exception):
    """The end of waiting for an engine: somebody set the token."""


class CancelToken:
    """A flag, set once, that ends all waiting on :meth:`fileno`.

    Setting it is one write to a pipe, so a signal handler may do it at any moment. Another process
    that has the reading end watches the same token; to it, it is also set when its owner dies.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)

    @classmethod
    def watching(cls, fd: int) -> Self:
        """The token with this reading end, which its owner closes."""
        token = cls.__new__(cls)
        token._read, token._write = fd, -1
        return token

    @property
    def is_set(self) -> bool:
        return self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Wait that long at most; True as soon as it is set."""
        # A poll object of each call's own: one must not be used by two threads at once.
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))

    def set(self) -> None:
        """Cancel all that waits with this token, now and later."""
        with contextlib.suppress(OSError):
            os.write(self._write, b"!")

    def fileno(self) -> int:
        """A descriptor that is readable once the token is set."""
        return self._read

    def __del__(self) -> None:
        if self._write >= 0:
            os.close(self._read)
            os.close(self._write)
