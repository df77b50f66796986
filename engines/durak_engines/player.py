"""durak-player: an opponent for people, in five levels.

1  a beginner: leads what comes to hand, throws in trumps as long as they fit, takes when a
   trump would have to be spent, or for no reason, and counts nothing
2  a casual player: cheapest first, but one time in four he does what the beginner does
3  durak-dummy: cheapest first, without mistakes and without foresight
4  durak-endgame: the same, but exact once the talon is empty
5  durak-montecarlo, a second for each answer
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from durak_engines.dummy import Dummy
from durak_engines.endgame import Endgame
from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn

if TYPE_CHECKING:
    from argparse import ArgumentParser

LEVELS: Final = (1, 2, 3, 4, 5)
USUAL_LEVEL: Final = 3
SECONDS: Final = 1.0
"""How long the highest level thinks about an answer at most."""


class Beginner(Dummy):
    """Plays like a person who knows the rules and little else."""

    def __init__(self, seed: int | None = None, slips: float = 1.0) -> None:
        """``slips`` is how often it plays like a beginner; else it plays like the dummy."""
        super().__init__()
        # The levels that do without chance start without it.
        from random import Random

        self._chance = Random(seed)
        self._slips = slips

    def move(self, turn: Turn) -> int | None:
        """Any card to lead; to throw in whatever fits, trumps as well, or nothing."""
        if self._is_wise():
            return super().move(turn)
        if not turn.must_play and (not turn.legal_mask or self._chance.random() < 0.3):
            return None
        return self._chance.choice(turn.legal)

    def respond(self, turn: Turn) -> int | None:
        """Any card that beats, but not gladly a trump; sometimes it takes for no reason."""
        if self._is_wise():
            return super().respond(turn)
        legal = turn.legal
        plain = [card for card in legal if not turn.is_trump(card)]
        if not legal or self._chance.random() < (0.15 if plain else 0.5):
            return None
        return self._chance.choice(plain or legal)

    def give_more(self, turn: Turn) -> list[int]:
        """Some of what fits, trumps as well."""
        if self._is_wise():
            return super().give_more(turn)
        given = [card for card in turn.legal if self._chance.random() < 0.5]
        return given[: max(0, turn.limit)]

    def _is_wise(self) -> bool:
        return self._chance.random() >= self._slips


class Player(Engine):
    """The program's name and options; the engines above and beside it do the playing."""

    name = "durak-player"
    version = __version__

    @classmethod
    def add_options(cls, parser: ArgumentParser) -> None:
        """The level, and chance."""
        from durak_engines.options import seconds, whole_number

        parser.add_argument(
            "--level", type=int, choices=LEVELS, default=USUAL_LEVEL,
            help=f"1, a beginner, to 5, the strongest engine (default {USUAL_LEVEL})",
        )  # fmt: skip
        parser.add_argument(
            "--time", type=seconds, default=SECONDS, metavar="SEC",
            help=f"level 5 thinks at most so long about an answer (default {SECONDS:g})",
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=whole_number, metavar="N",
            help="levels 1 and 2: the same games again and again",
        )  # fmt: skip

    @classmethod
    def create(cls, **options: Any) -> Engine:
        """The engine of a level."""
        level = options.get("level", USUAL_LEVEL)
        made = player(level, options.get("seed"), options.get("time", SECONDS))
        made.name = f"{cls.name} {level}"
        made.version = cls.version
        return made


def player(level: int, seed: int | None = None, seconds: float = SECONDS) -> Engine:
    """The engine of a level, 1 to 5."""
    if level <= 2:
        return Beginner(seed, (1.0, 0.25)[level - 1])
    if level == 3:
        return Dummy()
    if level == 4:
        return Endgame()
    from durak_engines.montecarlo import MonteCarloEngine

    return MonteCarloEngine(time=seconds, seed=seed)


def main() -> None:
    """The program ``durak-player``."""
    sdk.main(Player)


if __name__ == "__main__":
    main()
