"""Engines that lose on purpose, or fail when asked to: opponents of the tests of the play screen.

python partner.py MODE [N]

takes: leads its cheapest card, never beats, throws in nothing.  gives: as this, but adds all
that it can to what the other takes.  silent, dies, illegal: takes until its N-th decision.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.sdk import Engine, Turn

LAST_WORDS = "lost in thought"


def partner(mode: str, at: int = 1, move_time: float | None = None) -> EngineConfig:
    """Such an engine among those of a user, under the name ``partner``."""
    command = f"{sys.executable} {Path(__file__)} {mode} {at}"
    return EngineConfig(command, "partner", move_time=move_time)


class Partner(Engine):
    """The engine."""

    def __init__(self, mode: str, at: int) -> None:
        super().__init__()
        self._mode = mode
        self._left = at

    def move(self, turn: Turn) -> int | None:
        """Lead, and never throw in."""
        self._decide_or_fail()
        return None if turn.table else turn.cheapest

    def respond(self, turn: Turn) -> int | None:
        """Take."""
        self._decide_or_fail()
        return None

    def give_more(self, turn: Turn) -> Sequence[int]:
        """Nothing, or all."""
        self._decide_or_fail()
        return turn.legal[: turn.limit] if self._mode == "gives" else ()

    def _decide_or_fail(self) -> None:
        self._left -= 1
        if self._left or self._mode in ("takes", "gives"):
            return
        if self._mode == "illegal":
            os.write(1, b"2C\n")
        else:
            os.write(2, LAST_WORDS.encode() + b"\n")
        if self._mode == "dies":
            os._exit(3)
        while True:
            signal.pause()


if __name__ == "__main__":
    Partner(sys.argv[1], int(sys.argv[2])).run()
