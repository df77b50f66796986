"""Work done by a process of its own.

The search is compiled code that lets no other thread run meanwhile: a screen would stand still.
"""

import sys
from collections.abc import Generator
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock


class Apart:
    """One run of a module, which may be stopped from another thread."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._lock = Lock()
        self._process: Popen[bytes] | None = None

    def lines(self, module: str, argument: int, data: bytes) -> Generator[bytes, None, None]:
        """The output of the module for ``data``, by whole lines.

        They end early if it is stopped, or dies.  Raises OSError.
        """
        command = [sys.executable, "-P", "-m", module, str(argument)]
        with self._lock:
            if self.is_stopped:
                return
            self._process = process = Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        assert process.stdin and process.stdout
        with process:
            try:
                with suppress(BrokenPipeError), process.stdin:
                    process.stdin.write(data)
                yield from (line for line in process.stdout if line.endswith(b"\n"))
            except BaseException:  # also where nobody wants more of it
                process.kill()
                raise
        with self._lock:
            self._process = None

    def stop(self) -> None:
        """End it, now or before it begins."""
        with self._lock:
            self.is_stopped = True
            if self._process:
                self._process.kill()
