"""The times that engines are given."""

from dataclasses import dataclass
from typing import Final

DEFAULT_MOVE_TIME: Final = 10.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may think, in seconds."""

    move_time: float = DEFAULT_MOVE_TIME  # For any one command.
    game_time: float | None = None  # For all commands of a game after `init`; None is no limit.
