"""The time an engine has, not counting when this process stood still.

This process may be stopped, the machine may sleep, a trace may take its time: an engine does not
pay for that. Such a time shows as a look at the engine's pipe that comes, or ends, much
later than it can. An answer is late if the last look at the pipe began after the limit and found
none.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

LOOK_SECONDS: Final = 0.25  # The longest look for an answer; the system knows no very long ones.
HELD_UP_SECONDS: Final = 0.1  # A look that comes or ends so much later than it can was held up.


class DeadlinePassed(Exception):
    """The process did not write, or did not read, in time."""


class Deadline:
    """A limit of time that begins now; each look is bracketed."""

    __slots__ = ("_began", "_clock", "_last", "_seconds", "_started", "held_up")

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._started = self._last = self._began = clock()
        self.held_up = 0.0  # Seconds in which this process stood still; the limit is so much later.

    def begin_look(self) -> float:
        """Begin a look and return how long it may take."""
        self._began = self._note(0.0)
        left = self._seconds - (self._began - self._started - self.held_up)
        return min(max(0.0, left), LOOK_SECONDS)

    def end_look(self, longest: float) -> None:
        """End a look that should have taken no longer than that."""
        self._note(longest)

    def _note(self, longest: float) -> float:
        now = self._clock()
        late = now - self._last - longest
        if late >= HELD_UP_SECONDS:
            self.held_up += late
        self._last = now
        return now

    @property
    def elapsed(self) -> float:
        """Seconds up to the last look in which this process ran."""
        return self._last - self._started - self.held_up

    @property
    def has_passed(self) -> bool:
        """True if the last look began after the limit."""
        return self._began - self._started - self.held_up >= self._seconds
