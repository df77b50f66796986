"""An engine that says what it thinks: at first little, then more.

python talker.py [PIPE]

Before each decision it says 25 % and "hm".  With a pipe it waits until a line can be read from it.
Then it says 75 % and "sure", and plays as durak-dummy.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from durak_engines.dummy import Dummy

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.sdk import Turn
from durak_tui.protocol.messages import Info

if TYPE_CHECKING:
    from tests.processes import Bell


def talker(bell: "Bell | None" = None) -> EngineConfig:
    """Such an engine among those of a user, under the name ``partner``."""
    pipe = f" {bell.path}" if bell else ""
    return EngineConfig(f"{sys.executable} {Path(__file__)}{pipe}", "partner", move_time=600.0)


class Talker(Dummy):
    """The engine."""

    name = "talker"

    def __init__(self, pipe: str = "") -> None:
        super().__init__()
        self._pipe = open(pipe) if pipe else None  # noqa: SIM115

    def move(self, turn: Turn) -> int | None:
        self._think()
        return super().move(turn)

    def respond(self, turn: Turn) -> int | None:
        self._think()
        return super().respond(turn)

    def give_more(self, turn: Turn) -> list[int]:
        self._think()
        return super().give_more(turn)

    def _think(self) -> None:
        self.info(Info(win=0.25, text="hm"))
        if self._pipe:
            self._pipe.readline()
        self.info(Info(win=0.75, text="sure"))


if __name__ == "__main__":
    Talker(*sys.argv[1:]).run()
