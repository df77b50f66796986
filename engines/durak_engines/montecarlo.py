"""durak-montecarlo: the strongest engine that ships.

It lays out the cards it does not see in all the ways that fit what it knows, tries every
action in each, and plays what scores best; with an empty talon it plays exactly.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.protocol.messages import Info, encode_answer

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from durak_tui.analysis.montecarlo import Evaluation, MonteCarlo

FORCED_WORLDS = 100
"""Determinizations of a hint where there is only one thing to do."""


class MonteCarloEngine(Engine):
    """Plays what scores best in all the ways in which the hidden cards may lie."""

    name = "durak-montecarlo"
    version = __version__

    def __init__(
        self,
        time: float | None = None,
        determinizations: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Think for ``time`` seconds at most, about so many determinizations at most."""
        super().__init__()
        self._seconds = time
        self._worlds = determinizations
        self._seed = int.from_bytes(os.urandom(6)) if seed is None else seed
        self._evaluator: MonteCarlo | None = None

    @classmethod
    def add_options(cls, parser: ArgumentParser) -> None:
        """How long to think, and chance."""
        parser.add_argument(
            "--time", type=_seconds, metavar="SEC",
            help="think at most so long about an answer (default: all the time there is)",
        )  # fmt: skip
        parser.add_argument(
            "--determinizations", type=_count, metavar="N",
            help="think about at most so many ways in which the hidden cards may lie",
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=_count, metavar="N",
            help="with --determinizations: the same games again and again",
        )  # fmt: skip

    def dealt(self, cards: Sequence[int]) -> None:
        """Get ready with the first cards: a program that only says hello starts at once."""
        self._ready()

    def move(self, turn: Turn) -> int | None:
        """The best card to lead or throw in."""
        best = self._best(turn)
        return best[0] if best else None

    def respond(self, turn: Turn) -> int | None:
        """The best card to beat with, or None where it is better to take."""
        best = self._best(turn)
        return best[0] if best else None

    def give_more(self, turn: Turn) -> Sequence[int]:
        """The best cards to give."""
        return self._best(turn)

    def evaluation(self, turn: Turn) -> Evaluation:
        """What each action of a turn is worth.

        Raises ValueError or KeyError for a hint about a position that cannot be.
        """
        started = monotonic()
        evaluator = self._ready()
        from durak_engines.thinking import known_at, seconds_for
        from durak_tui.analysis.montecarlo import Budget

        known = known_at(turn)
        seconds = seconds_for(turn, self._seconds)
        worlds = self._worlds
        if _forced(turn):
            worlds = min(worlds or FORCED_WORLDS, FORCED_WORLDS)
        # With determinizations alone the answer is to be the same on any machine, as long
        # as it comes in time at all.
        seconds = max(0.0, seconds - (monotonic() - started))
        return evaluator.evaluate(known, Budget(seconds, worlds), self._seed)

    def _best(self, turn: Turn) -> Sequence[int]:
        if _forced(turn) and not turn.is_hint:
            return turn.legal if turn.must_play else ()
        try:
            found = self.evaluation(turn)
        except (ValueError, KeyError):
            # A hint about a game that cannot be; in one's own game there is no such thing.
            return () if turn.cheapest is None or turn.kind == "give_more" else (turn.cheapest,)
        moves = {
            encode_answer(choice.action).decode(): round(choice.score, 4)
            for choice in found.choices
        }
        text = "exact" if found.best.exact else f"{found.worlds} determinizations"
        self.info(Info(win=round(found.best.score, 4), moves=moves, text=text))
        return found.best.action

    def _ready(self) -> MonteCarlo:
        if self._evaluator is None:
            from durak_tui.analysis.montecarlo import MonteCarlo

            self._evaluator = MonteCarlo()
        return self._evaluator


def _forced(turn: Turn) -> bool:
    """Whether there is but one thing to do."""
    legal = turn.legal_mask
    if turn.must_play:
        return not legal & (legal - 1)
    return not legal or (turn.kind == "give_more" and turn.limit < 1)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 1e6:
        raise ValueError(f"{text!r} is not a number of seconds above 0")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 15 or int(text) < 1:
        raise ValueError(f"{text!r} is not a number above 0")
    return int(text)


def main() -> None:
    """The program ``durak-montecarlo``."""
    sdk.main(MonteCarloEngine)


if __name__ == "__main__":
    main()
