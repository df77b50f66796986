"""durak-player: an opponent for people, in five levels or three styles.

1  a beginner: leads what comes to hand, throws in trumps as long as they fit, takes rather than
   spend a trump, or for no reason, and counts nothing
2  a casual player: cheapest first, but nearly every second time as the beginner
3  durak-dummy: cheapest first, without mistakes and without foresight
4  durak-montecarlo with little time to think, which often answers without thought, as
   durak-dummy does
5  durak-montecarlo, a second for each answer

``docs/strength.md`` says by how much each is stronger than the one before.

The styles are in ``styles.py``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, Final

from durak_engines.dummy import Dummy
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.prng import SplitMix
from durak_engines.styles import STYLES, styled
from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn

if TYPE_CHECKING:
    from argparse import ArgumentParser

LEVELS: Final = (1, 2, 3, 4, 5)
USUAL_LEVEL: Final = 3
SLIPS: Final = (0.95, 0.45)  # How often the lowest levels play as a beginner does.
FEW: Final = 300  # Determinizations of the fourth level.
LAPSES: Final = 0.4  # How often it does not think.
SECONDS: Final = 1.0
"""The longest that the highest level thinks about an answer."""


class Beginner(Dummy):
    """An engine like a person who knows the rules and little else."""

    def __init__(self, seed: int | None = None, slips: float = 1.0) -> None:
        """``slips`` is how often it plays like a beginner, of 1."""
        super().__init__()
        self._seed = int.from_bytes(os.urandom(8)) if seed is None else seed
        self._slips = slips

    def move(self, turn: Turn) -> int | None:
        """Lead any card; throw in any card that fits, or none."""
        numbers = SplitMix(self._seed, turn)
        if not numbers.happens(self._slips):
            return super().move(turn)
        legal = turn.legal
        if not legal or (not turn.must_play and numbers.happens(0.3)):
            return None
        return legal[numbers.draw(len(legal))]

    def respond(self, turn: Turn) -> int | None:
        """Beat with any card, rarely a trump; sometimes take anyway."""
        numbers = SplitMix(self._seed, turn)
        if not numbers.happens(self._slips):
            return super().respond(turn)
        legal = turn.legal
        plain = [card for card in legal if not turn.is_trump(card)]
        if not legal or numbers.happens(0.15 if plain else 0.5):
            return None
        gladly = plain or legal
        return gladly[numbers.draw(len(gladly))]

    def give_more(self, turn: Turn) -> list[int]:
        """Some of what fits, trumps as well."""
        numbers = SplitMix(self._seed, turn)
        if not numbers.happens(self._slips):
            return super().give_more(turn)
        given = [card for card in turn.legal if numbers.happens(0.5)]
        return given[: turn.limit]


class Expert(MonteCarloEngine):
    """An engine like a person who thinks ahead, but not always.

    Less thought in place of lapses would leave it too far below the fifth level: see
    ``docs/strength.md``.
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(determinizations=FEW, seed=seed)
        self._careless = Dummy()

    def move(self, turn: Turn) -> int | None:
        """The best card, or the cheapest."""
        return self._careless.move(turn) if self._lapses(turn) else super().move(turn)

    def respond(self, turn: Turn) -> int | None:
        """Beat with the best card, or the cheapest; None takes."""
        return self._careless.respond(turn) if self._lapses(turn) else super().respond(turn)

    def give_more(self, turn: Turn) -> Sequence[int]:
        """Give what is best, or all that is no trump."""
        return self._careless.give_more(turn) if self._lapses(turn) else super().give_more(turn)

    def _lapses(self, turn: Turn) -> bool:
        """True if it answers without thought; never for a hint.

        It follows the game all the same.
        """
        if turn.is_hint or not SplitMix(self._seed, turn).happens(LAPSES):
            return False
        with suppress(ValueError):  # There is no such position; the answer needs none.
            self.known(turn)
        return True


class Player(Engine):
    """The name and the options; the engine that is asked for plays."""

    name = "durak-player"
    version = __version__

    def __init__(
        self,
        level: int = USUAL_LEVEL,
        time: float = SECONDS,
        seed: int | None = None,
        style: str | None = None,
    ) -> None:
        """A ``style``, one of ``STYLES``, takes the place of the level."""
        super().__init__()
        self.engine = styled(style, seed) if style else player(level, seed, time)
        self.engine.name = f"{self.name} {style or level}"  # type: ignore[misc]
        self.engine.version = self.version  # type: ignore[misc]

    @classmethod
    def add_options(cls, parser: ArgumentParser) -> None:
        """The level and its time, or the style; and the seed."""
        from durak_engines.options import seconds, seed

        either = parser.add_mutually_exclusive_group()
        either.add_argument(
            "--level", type=int, choices=LEVELS,
            help=f"1, a beginner, to 5, the strongest engine (default {USUAL_LEVEL})",
        )  # fmt: skip
        either.add_argument(
            "--style", choices=STYLES,
            help="in place of a level: careful saves trumps and high cards, greedy gets rid of"
            " cards, tricky leads and beats with what is hard to answer",
        )  # fmt: skip
        parser.add_argument(
            "--time", type=seconds, metavar="SEC",
            help=f"level 5 only: think at most so long about an answer (default {SECONDS:g})",
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=seed, metavar="N",
            help="levels 1, 2 and 4, and tricky: the same games again and again (level 3,"
            " careful and greedy need no chance)",
        )  # fmt: skip

    def run(self, lines: BinaryIO | None = None, output: BinaryIO | None = None) -> None:
        self.engine.run(lines, output)

    def answer(self, line: bytes) -> bytes | None:
        return self.engine.answer(line)


def player(level: int, seed: int | None = None, seconds: float = SECONDS) -> Engine:
    """The engine of a level, 1 to 5."""
    if level <= 2:
        return Beginner(seed, SLIPS[level - 1])
    if level == 3:
        return Dummy()
    if level == 4:
        return Expert(seed)
    return MonteCarloEngine(time=seconds, seed=seed)


def main() -> None:
    """The program ``durak-player``."""
    sdk.main(Player)


if __name__ == "__main__":
    main()
