"""An engine that waits for a bell before each card: a test says how far a game goes.

python patient.py FIFO
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from durak_engines.dummy import Dummy

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.sdk import Turn

if TYPE_CHECKING:
    from tests.processes import Bell

ALL: int = 2000
"""More rings than a few games need."""
A_FEW: int = 100
"""Rings for one game at least, and for ten at most, if one is played at a time."""


def patient(bell: "Bell") -> EngineConfig:
    """Plays as durak-dummy does, a card whenever the bell rings; it has all the time it wants."""
    command = f"{sys.executable} {Path(__file__)} {bell.path}"
    return EngineConfig(command, "patient", move_time=600)


class Patient(Dummy):
    """The engine."""

    def __init__(self) -> None:
        super().__init__()
        self._bell = open(sys.argv[1], "rb", buffering=0)  # noqa: SIM115

    def move(self, turn: Turn) -> int | None:
        """As the dummy does, when it rings."""
        self._bell.read(1)
        return super().move(turn)

    def respond(self, turn: Turn) -> int | None:
        """As the dummy does, when it rings."""
        self._bell.read(1)
        return super().respond(turn)


if __name__ == "__main__":
    Patient().run()
