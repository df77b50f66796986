"""durak-montecarlo: the strongest engine that ships.

It lays out the cards it does not see in ways that fit what it knows, grows one search tree over
all of them, and plays what scores best; with an empty talon it plays exactly. It notices the habits
of its opponent, and remembers them as long as it runs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from durak_tui import __version__
from durak_tui.engine import sdk
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.protocol.messages import Info, encode_answer

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from threading import Thread

    from durak_tui.analysis.character import Character
    from durak_tui.analysis.inference import OpponentModel
    from durak_tui.analysis.knowledge import Knowledge
    from durak_tui.analysis.montecarlo import Choice, Evaluation, MonteCarlo

BEFORE_PONDERING = 0.005
"""Seconds left for the answer to be written before thinking goes on."""
FORCED_WORLDS = 100
"""Determinizations of a hint where there is only one thing to do."""


class MonteCarloEngine(Engine):
    """An engine that plays what scores best over the hidden cards."""

    name = "durak-montecarlo"
    version = __version__

    def __init__(
        self,
        time: float | None = None,
        determinizations: int | None = None,
        seed: int | None = None,
        ponder: bool = False,
    ) -> None:
        """Think for at most ``time`` seconds and ``determinizations`` layouts of the cards.

        With ``ponder`` it also thinks while the opponent does.
        """
        super().__init__()
        self._seconds = time
        self._worlds = determinizations
        self._seed = int.from_bytes(os.urandom(6)) if seed is None else seed
        self._evaluator: MonteCarlo | None = None
        self._model: OpponentModel | None = None
        self.character: Character | None = None  # Of the opponent.
        # What comes of a seed must not depend on what was played before.
        self._remembers = seed is None
        # With a number of determinizations the games are to be the same again.
        self._ponders = ponder and determinizations is None
        self._pondering: Thread | None = None
        self._is_asked = Event()

    @classmethod
    def add_options(cls, parser: ArgumentParser) -> None:
        """Limits of thinking, and the seed."""
        from durak_engines.options import seconds, seed, whole_number

        parser.add_argument(
            "--time", type=seconds, metavar="SEC",
            help="think at most so long about an answer (default: all the time there is)",
        )  # fmt: skip
        parser.add_argument(
            "--determinizations", type=whole_number, metavar="N",
            help="think about at most so many ways in which the hidden cards may lie",
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=seed, metavar="N",
            help="with --determinizations, and enough time for them: the same games again",
        )  # fmt: skip
        parser.add_argument(
            "--ponder", action="store_true",
            help="think on the opponent's time as well, which needs a core of its own; not with"
            " --determinizations",
        )  # fmt: skip

    def answer(self, line: bytes) -> bytes | None:
        """Answer a command, after pondering has ended."""
        self._stop_pondering()
        return super().answer(line)

    def run(self, lines: BinaryIO | None = None, output: BinaryIO | None = None) -> None:
        try:
            super().run(lines, output)
        finally:
            self._stop_pondering()

    def dealt(self, cards: Sequence[int]) -> None:
        """Get ready only now, so that saying hello is fast."""
        self._ready()

    def move(self, turn: Turn) -> int | None:
        """The best card to lead or throw in."""
        best = self._best(turn)
        return best[0] if best else None

    def respond(self, turn: Turn) -> int | None:
        """The best card to beat with; None if taking is better."""
        best = self._best(turn)
        return best[0] if best else None

    def give_more(self, turn: Turn) -> Sequence[int]:
        """The best cards to give."""
        return self._best(turn)

    def new_game(self, trump: int) -> None:
        """Begin without conclusions about the opponent's cards."""
        self._model = None
        if not self._remembers:
            self.character = None

    def known(self, turn: Turn) -> Knowledge:
        """Knowledge from the cards and from the opponent's choices.

        Raises ValueError for a hint about a position that cannot be.
        """
        from durak_engines.time_budget import known_at
        from durak_tui.analysis.character import Character
        from durak_tui.analysis.inference import OpponentModel

        if turn.is_hint:
            model = OpponentModel()
        else:
            self.character = self.character or Character()
            model = self._model = self._model or OpponentModel(self.character)
        return model.turn(known_at(turn), turn.discarded_mask)

    def evaluation(self, turn: Turn, known: Knowledge, started: float) -> Evaluation:
        """The worth of each action of a turn.

        Its time began at ``started`` of ``monotonic()``.
        """
        from durak_engines.time_budget import seconds_for, seconds_if_hard
        from durak_tui.analysis.montecarlo import NOBODY, Budget

        evaluator = self._ready()
        worlds = self._worlds
        if _forced(turn):
            worlds = min(worlds or FORCED_WORLDS, FORCED_WORLDS)
        # A number of determinizations is no excuse for an answer that comes too late.
        gone = monotonic() - started
        seconds = max(0.0, seconds_for(turn, self._seconds) - gone)
        # A person who asks for a hint is shown the score of every action, and not only the best:
        # there nothing is clear before it has been looked at as often as the rest.
        most = None if turn.is_hint else seconds_if_hard(turn, self._seconds)
        budget = Budget(seconds, worlds, most and max(0.0, most - gone), fair=turn.is_hint)
        habits = self.character.expected if self.character and not turn.is_hint else NOBODY
        return evaluator.evaluate(known, budget, self._seed, expected=habits)

    def _best(self, turn: Turn) -> Sequence[int]:
        started = monotonic()
        try:
            known = self.known(turn)
            if _forced(turn) and (not turn.is_hint or not (turn.legal_mask or turn.table)):
                return turn.legal if turn.must_play else ()
            found = self.evaluation(turn, known, started)
        except ValueError:
            # A hint about a game that cannot be, or is over: any legal answer is as good.
            return () if turn.cheapest is None or turn.kind == "give_more" else (turn.cheapest,)
        moves = {encode_answer(choice.action).decode(): _shown(choice) for choice in found.choices}
        text = f"{found.worlds:,} deal{'' if found.worlds == 1 else 's'} tried"
        if not found.worlds:
            text = "exact" if found.best.exact else "not solved in this time"
        self.info(Info(win=_shown(found.best), moves=moves, text=text))
        if self._ponders and not turn.is_hint:
            self._ponder(found.best.action)
        return found.best.action

    def _ponder(self, action: Sequence[int]) -> None:
        """Think about what is likely to come, until asked again."""
        from threading import Thread

        def think() -> None:
            # Not before the answer has been written.
            if self._evaluator and self.character and not self._is_asked.wait(BEFORE_PONDERING):
                expected, asked = self.character.expected, self._is_asked.is_set
                self._evaluator.ponder(tuple(action), expected, asked)

        self._is_asked.clear()
        self._pondering = Thread(target=think, daemon=True)
        self._pondering.start()

    def _stop_pondering(self) -> None:
        if self._pondering:
            self._is_asked.set()
            self._pondering.join()
            self._pondering = None

    def _ready(self) -> MonteCarlo:
        if self._evaluator is None:
            from durak_tui.analysis.montecarlo import MonteCarlo

            self._evaluator = MonteCarlo()
        return self._evaluator


def _shown(choice: Choice) -> float:
    """A score as it is shown: sure only if it is exact."""
    score = round(choice.score, 4)
    if choice.exact:
        return score
    return 0.5001 if score == 0.5 else min(max(score, 0.0001), 0.9999)


def _forced(turn: Turn) -> bool:
    """True if only one action is possible."""
    legal = turn.legal_mask
    if turn.must_play:
        return not legal & (legal - 1)
    return not legal or (turn.kind == "give_more" and turn.data.get("enemy_count") == 1)


def main() -> None:
    """The program ``durak-montecarlo``."""
    sdk.main(MonteCarloEngine)


if __name__ == "__main__":
    main()
