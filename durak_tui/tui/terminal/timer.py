"""Doing something once, later.

Textual's timer never rings if the process is held up for longer than its interval just when it
starts.  Not needed any more once ``Timer._run_timer`` of Textual (8.2.8) rings however late.
"""

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


class Timer:
    """A call after some seconds, unless it is stopped before."""

    def __init__(self, owner: MessagePump, seconds: float, callback: Callable[[], object]) -> None:
        """The callback is a message, which an owner that is gone ignores."""
        self._callback = callback
        self._is_stopped = False
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(seconds, owner.call_later, self._ring)

    def stop(self) -> None:
        """Do not call it any more."""
        self._is_stopped = True
        self._handle.cancel()

    def _ring(self) -> None:
        if not self._is_stopped:
            self._callback()
