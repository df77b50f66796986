"""durak-random: any legal action, each as likely as the others.

    durak-random [--seed N]

The weakest opponent there can be, and the one that meets the strangest positions.
"""

import os
from typing import TYPE_CHECKING

from durak_engines.prng import SplitMix
from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Random(Engine):
    """An engine that draws its actions by :class:`SplitMix`, without a memory."""

    name = "durak-random"
    version = __version__

    def __init__(self, seed: int | None = None) -> None:
        """Without ``seed`` it is random, too."""
        super().__init__()
        self.seed = int.from_bytes(os.urandom(8), "little") if seed is None else seed

    @classmethod
    def add_options(cls, parser: "ArgumentParser") -> None:
        """``--seed``."""
        from durak_engines.options import seed

        parser.add_argument(
            "--seed", type=seed, metavar="N", help="same seed, same games (default: random)"
        )

    def move(self, turn: Turn) -> int | None:
        """Lead any card; throw in any that fits, or end the bout."""
        return self._one(turn)

    def respond(self, turn: Turn) -> int | None:
        """Beat with any card that does, or take."""
        return self._one(turn)

    def give_more(self, turn: Turn) -> list[int]:
        """Any number of cards that fit, and any of them."""
        cards = turn.legal
        numbers = SplitMix(self.seed, turn)
        number = numbers.draw(min(turn.limit, len(cards)) + 1)
        return [cards.pop(numbers.draw(len(cards))) for _ in range(number)]

    def _one(self, turn: Turn) -> int | None:
        cards: list[int | None] = [*turn.legal]
        if not (cards and turn.must_play):  # a hint may be about a game that cannot be
            cards.append(None)
        return cards[SplitMix(self.seed, turn).draw(len(cards))]


def main() -> None:
    """The program ``durak-random``."""
    sdk.main(Random)


if __name__ == "__main__":
    main()
