"""A recorded game, decision by decision, judged by best play.

Every decision is judged by what its player could know at the time. While the talon has cards the
scores are estimates, as they are in endgames too large to solve; else they are exact. The same game
gives the same review on every machine. ``python -m durak_tui.analysis.game_review WORLDS`` reviews
one, as it stands in a log.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from typing import Any, Final, Literal, NamedTuple, get_args

from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.montecarlo import Budget, Evaluation, MonteCarlo, listed_actions, place
from durak_tui.game.cards import NAMES, card_names
from durak_tui.game.position import DEAL, Action, Position
from durak_tui.records.log_format import decode_game
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile, ReviewKey, game_key
from durak_tui.records.walk import BoutBegins, Played, walk

VERSION: Final = 6  # To be raised whenever a review of the same game may come out differently.
WORLDS: Final = 500  # In which each decision is tried, by default: a game takes a second or two.
MORE: Final = 10  # Times as many worlds in which it is tried again before it is a mistake.
ENDGAME: Final = Budget(worlds=50)
"""For exact play: a million positions, half a second at most.  Measured: it solves every
decision of the endgames of dummies, and of games played at random 93 of 100."""

DIGITS: Final = 3  # Of scores; more would be noise.
DOUBT: Final = 0.45
"""A difference between estimates counts from this, divided by the fourth root of the number of
worlds, on: 0.05 where it was tried again with the default.  Measured with 100 to 5000 worlds at the
decisions of ``tools/hints.py``: where 20,000 say that less than 0.01 is lost, 99 of 100 times no
more is found.  The luck of worlds alone would go with the square root."""

Kind = Literal["inaccuracy", "mistake", "blunder", "draw lost", "win drawn", "win lost"]
"""Of what sort a mistake is; the last three are said of exact play only."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)  # All of them, from small to great.
MISTAKE: Final = 0.1  # What costs less, but more than the noise, is an inaccuracy.
BLUNDER: Final = 0.2


class Decision(NamedTuple):
    """One action of a game and what it was worth."""

    number: int
    bout: int
    player: int
    phase: int  # `MOVE`, `RESPOND` or `GIVE_MORE` of durak_tui.game.position.
    action: Action
    score: float
    best: Action  # The best there was; the action itself, if nothing was better.
    best_score: float
    endgame: bool
    exact: bool  # Whether both scores are those of best play of both, and no estimates.
    forced: bool
    cost: float  # What it lost against the best; 0 for differences too small to be sure of.
    values: tuple[tuple[Action, float], ...] = ()
    """The worth of each action, in the order of ``listed_actions``."""

    @property
    def kind(self) -> Kind | None:
        """The sort of mistake; None if it was none."""
        if not self.cost:
            return None
        if not self.exact:
            if self.cost < MISTAKE:
                return "inaccuracy"
            return "mistake" if self.cost < BLUNDER else "blunder"
        if self.best_score < 1:
            return "draw lost"
        return "win drawn" if self.score else "win lost"


class MistakeTally(NamedTuple):
    """The decisions and mistakes of one player, in one or several games."""

    games: int = 0
    decisions: int = 0  # Those that were no formality: there was a choice.
    counts: tuple[int, ...] = (0,) * len(KINDS)  # Mistakes of each of KINDS.
    cost: float = 0.0
    worst: Decision | None = None  # The mistake that cost most, and of equal ones the first.
    worst_game: int = 0  # The game of the worst, as the caller counts them.

    @property
    def mistakes(self) -> int:
        return sum(self.counts)

    @property
    def mean_cost(self) -> float:
        """The cost of a decision; 0 if there was none."""
        return self.cost / self.decisions if self.decisions else 0.0

    def plus(self, other: "MistakeTally") -> "MistakeTally":
        """This, and what the player has done in later games."""
        mine, its = (t.worst.cost if t.worst else 0.0 for t in (self, other))
        later = its > mine
        return MistakeTally(
            self.games + other.games,
            self.decisions + other.decisions,
            tuple(map(int.__add__, self.counts, other.counts)),
            self.cost + other.cost,
            other.worst if later else self.worst,
            other.worst_game if later else self.worst_game,
        )


class Review(NamedTuple):
    """The decisions of a game, all of them or the first."""

    decisions: tuple[Decision, ...]
    worlds: int
    length: int

    @property
    def complete(self) -> bool:
        return len(self.decisions) == self.length

    @property
    def mistake_worlds(self) -> int:
        """The number of worlds in which each mistake was tried."""
        return self.worlds * MORE

    @property
    def scores(self) -> tuple[float, ...]:
        """Player 0's expected score after each action.

        While cards are hidden it is the mean of both players' views when they acted last:
        each sees only their own good cards, and taken by turns their views would jump.  In the
        endgame it is what the action was worth.
        """
        found: list[float] = []
        views: dict[int, float] = {}
        for decision in self.decisions:
            view = decision.score if decision.player == 0 else 1 - decision.score
            views[decision.player] = view
            found.append(view if decision.endgame else sum(views.values()) / len(views))
        return tuple(found)

    def scores_of(self, player: int) -> tuple[float, ...]:
        """The expected score of either player after each action."""
        return tuple(1 - score for score in self.scores) if player else self.scores

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that cost something."""
        return tuple(decision for decision in self.decisions if decision.cost)

    @property
    def unsolved(self) -> int:
        """The number of decisions of the endgame too large to solve."""
        return sum(each.endgame and not each.exact for each in self.decisions)

    def tally(self, player: int, game: int = 0) -> MistakeTally:
        """The decisions and mistakes of a player in this game."""
        own = [each for each in self.decisions if each.player == player]
        kinds = [each.kind for each in own]
        wrong = [each for each in own if each.cost]
        return MistakeTally(
            1,
            sum(not each.forced for each in own),
            tuple(map(kinds.count, KINDS)),
            sum(each.cost for each in wrong),
            max(wrong, key=lambda each: each.cost, default=None),
            game,
        )


def unjudged(record: GameRecord) -> Iterator[tuple[Position, Decision]]:
    """The decisions to be judged, and the position of each."""
    game = walk(record.deal, record.actions)
    position = game.position
    for event in game:
        is_asked = position.phase < DEAL and isinstance(event, BoutBegins | Played)
        if is_asked and game.played < len(record.actions):
            action = record.actions[game.played]
            yield position, Decision(
                game.played, game.bout, position.to_act, position.phase, action,
                score=0.0, best=action, best_score=0.0, cost=0.0,
                endgame=not position.talon_count, exact=False, forced=False,
            )  # fmt: skip


def decisions(record: GameRecord, worlds: int = WORLDS) -> Iterator[Decision]:
    """Judge one decision of a game after the other.

    There are as many as the record has actions, also if the game was given up, forfeited or
    void.  Each takes some hundredths of a second, large endgames more.  Raises ValueError if
    ``worlds`` is not above 0.
    """
    if worlds < 1:
        raise ValueError("a review needs at least one world")
    evaluator = MonteCarlo()
    models = OpponentModel(), OpponentModel()
    estimates = [Budget(worlds=number, fair=True) for number in (worlds, worlds * MORE)]
    for position, decision in unjudged(record):
        known = models[decision.player].knowledge(position)
        budgets = [ENDGAME, *estimates] if decision.endgame else estimates
        for seed, budget in enumerate(budgets):
            found = evaluator.evaluate(known, budget, seed, played=decision.action)
            judged = _judged(decision, found, noise(worlds * MORE))
            # What was not solved is estimated, and what looks like a mistake tried again.
            if judged.exact or (budget.fair and not judged.cost):
                break
        yield judged


def _judged(decision: Decision, found: Evaluation, doubt: float) -> Decision:
    at = place(decision.action, [choice.action for choice in found.choices])
    assert at is not None
    played, best = found.choices[at], found.best
    exact = played.exact and best.exact
    score, highest = round(played.score, DIGITS), round(best.score, DIGITS)
    cost = round(highest - score, DIGITS)
    if cost <= 0:
        best, highest, cost = played, score, 0.0
    elif not exact and cost < doubt:
        cost = 0.0
    return decision._replace(
        score=score,
        best=decision.action if best is played else best.action,
        best_score=highest,
        exact=exact,
        forced=len(found.choices) == 1,
        cost=cost,
        values=tuple((choice.action, round(choice.score, DIGITS)) for choice in found.choices),
    )


def noise(worlds: int) -> float:
    """The difference of estimates that says nothing yet."""
    return DOUBT / sqrt(sqrt(worlds))


def stored(file: ReviewFile, raw: bytes, record: GameRecord, worlds: int) -> Review | None:
    """The stored review of a game with these bytes in its log."""
    return from_json(file.find(_key(raw, worlds)), record, worlds)


def is_stored(file: ReviewFile, raw: bytes, worlds: int) -> bool:
    """Look for a review; much faster than :func:`stored`."""
    return file.find(_key(raw, worlds)) is not None


def store(file: ReviewFile, raw: bytes, found: Review) -> None:
    """Store a complete review; raises what :meth:`ReviewFile.store` does."""
    if not found.complete:
        raise ValueError("only whole games are stored")
    file.store(_key(raw, found.worlds), list(map(to_json, found.decisions)))


def _key(raw: bytes, worlds: int) -> ReviewKey:
    return ReviewKey(game_key(raw), worlds, VERSION)


def to_json(decision: Decision) -> list[Any]:
    """A decision as JSON for :func:`from_json`."""
    best = None if decision.best == decision.action else card_names(decision.best)
    scores = decision.score, decision.best_score, decision.cost
    values = [value for _, value in decision.values]
    return [*scores, best, decision.exact, decision.forced, values]


def from_json(value: object, record: GameRecord, worlds: int) -> Review | None:
    """The review of a game from its decisions in JSON, if valid."""
    if not isinstance(value, list) or len(value) != len(record.actions):
        return None
    try:
        found = tuple(
            _restored(position, decision, stored)
            for (position, decision), stored in zip(unjudged(record), value, strict=True)
        )
    except (ValueError, TypeError):
        return None
    return Review(found, worlds, len(record.actions))


def _restored(position: Position, decision: Decision, stored: Sequence[Any]) -> Decision:
    score, best_score, cost, best, exact, forced, values = stored
    numbers: Iterable[Any] = (score, best_score, cost, *values)
    if not all(type(number) in (int, float) and 0 <= number <= 1 for number in numbers):
        raise ValueError("no score")
    if type(exact) is not bool or type(forced) is not bool:
        raise ValueError("neither true nor false")
    return decision._replace(
        score=float(score),
        best=decision.best if best is None else tuple(map(NAMES.index, islice(best, len(NAMES)))),
        best_score=float(best_score),
        exact=exact,
        forced=forced,
        cost=float(cost),
        values=tuple(
            (action, float(value))
            for action, value in zip(listed_actions(position, decision.action), values, strict=True)
        ),
    )


def main() -> None:
    """Review the game on standard input, in lines of JSON."""
    _, _, game = sys.stdin.buffer.read().partition(b"\n")
    try:
        for decision in decisions(decode_game(game), int(sys.argv[1])):
            sys.stdout.write(json.dumps(to_json(decision)) + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)  # what a caller that is gone would have got is not worth a traceback


if __name__ == "__main__":
    main()
