"""The times that engines are given."""

from dataclasses import dataclass
from typing import Final

DEFAULT_MOVE_TIME: Final = 10.0
"""Seconds."""
LONGEST_SECONDS: Final = 1e9
"""The longest limit that can be set, some thirty years: in milliseconds it is still a number
that any engine can read, and the system's clocks can count it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may think, in seconds."""

    move_time: float = DEFAULT_MOVE_TIME
    """For any one command."""
    game_time: float | None = None
    """For all commands of a game after ``init``; None is no limit."""
