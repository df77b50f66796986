"""Signals that end a run, whose results are kept."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from durak_tui.engine.cancel import CancelToken

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """Which signal came first, and the token that it sets."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self.signal: int | None = None

    def __call__(self, number: int, _: FrameType | None) -> None:
        self.signal = self.signal or number
        self.token.set()

    @property
    def exit_code(self) -> int:
        """128 and the signal's number, as shells have it; 130 for Ctrl-C."""
        return 128 + (self.signal or 0)


@contextmanager
def stopping() -> Iterator[Stop]:
    """Let SIGINT, SIGTERM and SIGHUP set a token, not end the process."""
    stop = Stop()
    # A signal that the caller ignores (nohup) stays ignored.
    before = {n: signal.getsignal(n) for n in ENDING if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, stop)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupted_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process at once, past Python.

    For work that is one long call into compiled code and leaves nothing half done.
    """
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
