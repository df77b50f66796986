"""Stopping a wait for an engine from outside: from a signal handler or another thread."""

import contextlib
import os


class Cancelled(Exception):
    """Somebody set the token while an engine was being waited for."""


class CancelToken:
    """Set once, by anybody; whoever waits on :meth:`fileno` wakes up.

    Setting it is one write to a pipe, so a signal handler may do it at any moment and no
    bookkeeping is ever cut in two by an exception out of nowhere.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self.is_set = False

    def set(self) -> None:
        """Cancel whatever waits with this token, now and later."""
        self.is_set = True
        with contextlib.suppress(OSError):
            os.write(self._write, b"!")

    def fileno(self) -> int:
        """A descriptor that is readable once the token is set."""
        return self._read

    def __del__(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._read)
            os.close(self._write)
