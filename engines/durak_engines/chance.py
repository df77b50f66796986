"""durak-random: any legal action, each as likely as the others.

    durak-random [--seed N]

The weakest opponent there can be, and the one that meets the strangest positions.
"""

import os
from typing import TYPE_CHECKING, Final

from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn

if TYPE_CHECKING:
    from argparse import ArgumentParser

_64_BITS: Final = (1 << 64) - 1
_KINDS: Final = ("move", "respond", "give_more")


class Random(Engine):
    """Draws lots.

    The lots follow from the seed and from what the engine sees, and from nothing else: with
    a seed a game is played in the same way in whichever process and after whichever other
    games, and a hint changes nothing.
    """

    name = "durak-random"
    version = __version__

    def __init__(self, seed: int | None = None) -> None:
        """Without ``seed`` it is drawn by lot, too."""
        super().__init__()
        self.seed = int.from_bytes(os.urandom(8), "little") if seed is None else seed

    @classmethod
    def add_options(cls, parser: "ArgumentParser") -> None:
        """``--seed``."""
        parser.add_argument(
            "--seed", type=int, metavar="N", help="same seed, same games (default: by chance)"
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
        lots = _Lots(self.seed, turn)
        number = lots.draw(max(0, min(turn.limit, len(cards))) + 1)
        return [cards.pop(lots.draw(len(cards))) for _ in range(number)]

    def _one(self, turn: Turn) -> int | None:
        cards: list[int | None] = [*turn.legal]
        if not (cards and turn.must_play):  # a hint may be about a game that cannot be
            cards.append(None)
        return cards[_Lots(self.seed, turn).draw(len(cards))]


class _Lots:
    """SplitMix64 (Steele, Lea and Flood 2014), started with a seed and a position.

    The library's generator would do, but takes as long to import as all the rest.
    """

    def __init__(self, seed: int, turn: Turn) -> None:
        self._state = 0
        for number in (seed, _KINDS.index(turn.kind), turn.hand_mask, turn.trump, *turn.table):
            self._state = (self._next() + number) & _64_BITS

    def draw(self, number: int) -> int:
        """One of 0 … number - 1."""
        return self._next() * number >> 64

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _64_BITS
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
        return mixed ^ mixed >> 31


def main() -> None:
    """The program ``durak-random``."""
    sdk.main(Random)


if __name__ == "__main__":
    main()
