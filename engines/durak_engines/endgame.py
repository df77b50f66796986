"""durak-endgame: durak-dummy until the talon is empty, then exact play.

What the dummy lacks is foresight; this shows what it is worth in the endgame alone.
"""

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from durak_engines.dummy import Dummy
from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Turn

if TYPE_CHECKING:
    from durak_engines.time_budget import Exact


class Endgame(Dummy):
    """An engine that wins what can be won once nothing is hidden."""

    name = "durak-endgame"
    version = __version__

    def __init__(self) -> None:
        super().__init__()
        self._exact: Exact | None = None

    def dealt(self, cards: Sequence[int]) -> None:
        """Get ready only now, so that saying hello is fast."""
        self._ready()

    def move(self, turn: Turn) -> int | None:
        """The best card to lead or throw in."""
        return self._card(turn, super().move(turn))

    def respond(self, turn: Turn) -> int | None:
        """The best card to beat with; None if taking is better."""
        return self._card(turn, super().respond(turn))

    def give_more(self, turn: Turn) -> list[int]:
        """The best cards to give."""
        return list(self._best(turn, super().give_more(turn)))

    def _card(self, turn: Turn, usual: int | None) -> int | None:
        best = self._best(turn, () if usual is None else (usual,))
        return best[0] if best else None

    def _best(self, turn: Turn, usual: Sequence[int]) -> Sequence[int]:
        """The exact answer, or the usual one unless that is worse."""
        started = monotonic()
        if not turn.legal_mask or turn.data.get("deck_count"):
            return usual
        return self._ready().best(turn, tuple(usual), started)

    def _ready(self) -> "Exact":
        if self._exact is None:
            from durak_engines.time_budget import Exact

            self._exact = Exact()
        return self._exact


def main() -> None:
    """The program ``durak-endgame``."""
    sdk.main(Endgame)


if __name__ == "__main__":
    main()
