"""Engines that give hints of the kind asked for, for the tests of the play screen.

python hinter.py MODE

scores: the first legal card is best with 90 %, each further one 10 % less, passing 5 %.
best: says what it would play and nothing else.  none: gives no hints.  illegal: hints 2C.
slow: answers once a line has been written to the named pipe in $HINTER_PIPE.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.game.cards import card_name
from durak_tui.protocol.messages import Info


def hinter(mode: str) -> EngineConfig:
    """Such an engine among those of a user, under the name ``hinter``."""
    return EngineConfig(f"{sys.executable} {Path(__file__)} {mode}", "hinter")


class Hinter(Engine):
    """The engine."""

    def __init__(self, mode: str) -> None:
        super().__init__()
        self._mode = mode
        self.hints = mode != "none"  # type: ignore[misc]

    def move(self, turn: Turn) -> int | None:
        """The first legal card."""
        return self._advise(turn)

    def respond(self, turn: Turn) -> int | None:
        """The first legal card."""
        return self._advise(turn)

    def give_more(self, turn: Turn) -> Sequence[int]:
        """The first legal card."""
        first = self._advise(turn)
        return () if first is None else (first,)

    def _advise(self, turn: Turn) -> int | None:
        if self._mode == "illegal":
            os.write(1, b"2C\n")
        if self._mode == "slow":
            Path(os.environ["HINTER_PIPE"]).read_text()
        legal = list(turn.legal)
        if self._mode in ("scores", "slow"):
            moves = {card_name(card): 0.9 - 0.1 * n for n, card in enumerate(legal)}
            if turn.table:
                moves[""] = 0.05
            self.info(Info(moves=moves))
        return legal[0] if legal else None


if __name__ == "__main__":
    Hinter(sys.argv[1]).run()
