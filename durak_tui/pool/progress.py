"""The state and speed of a run in the background."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal, TypeAlias

from durak_tui.pool.dispatch import DueGame

RunState: TypeAlias = Literal[
    "starting", "running", "pausing", "paused", "stopping", "finished", "stopped", "failed"
]
"""``pausing``: it will be paused, as soon as it has started and the games that were begun are
finished.  The last three are the ends."""

RECENT_SECONDS: Final = 5.0  # What "of late" means at least, while games are played.
RECENT_GAMES: Final = 8  # Fewer games than these say little: for slow ones one looks further back.
_APART: Final = 0.25  # Seconds between two notes; more would cost memory and say no more.


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a run at one moment."""

    version: int  # The same as long as nothing has happened.
    state: RunState
    failure: str
    notices: tuple[str, ...]  # What else its user should know, such as damaged games left out.
    total: int  # Games to be played; 0 until that is known.
    done: int  # Games played, those before a resumption included.
    resumed: int
    elapsed: float  # Seconds since the first game was given out, pauses not counted.
    per_second: float | None
    """Games a second over the last few seconds, pauses not counted; None: too early to say."""
    waiting: DueGame | None = None  # For a slow game.

    @property
    def is_on(self) -> bool:
        return self.state not in ("finished", "stopped", "failed")

    @property
    def rests(self) -> bool:
        """True if nothing changes before somebody acts."""
        return self.state == "paused" or not self.is_on


class Rate:
    """The clock of a run, stopped while nothing is played."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._clock = now
        self._started: float | None = None
        self._idle = 0.0
        self._held_since: float | None = None
        self._notes: deque[tuple[float, int]] = deque(maxlen=64)

    def begin(self, played: int) -> None:
        """Begin, or go on, after ``played`` games."""
        self._started = self._clock()
        self._notes.append((0.0, played))

    def note(self, played: int) -> None:
        """Note that ``played`` games are played now."""
        now = self.elapsed
        if now - self._notes[-1][0] >= _APART:
            self._notes.append((now, played))

    def hold(self) -> None:
        if self._held_since is None:
            self._held_since = self._clock()

    def go_on(self) -> None:
        if self._held_since is not None:
            self._idle += self._clock() - self._held_since
            self._held_since = None

    @property
    def elapsed(self) -> float:
        if self._started is None:
            return 0.0
        now = self._clock() if self._held_since is None else self._held_since
        return now - self._started - self._idle

    def per_second(self, played: int) -> float | None:
        """Games a second of late; None if it is too early."""
        if self._started is None:
            return None
        now = self.elapsed
        for at, then in reversed(self._notes):
            if now - at >= RECENT_SECONDS and played - then >= RECENT_GAMES:
                break
        else:
            at, then = self._notes[0]
        return (played - then) / (now - at) if played > then and now > at else None
