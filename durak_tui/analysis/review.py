"""A recorded game, decision by decision: what each was worth, and what would have been better.

Every decision is judged by what its player could know at the time, and nothing else
(:mod:`~.knowledge`).  While something is hidden the scores are
estimates by so many worlds; once the talon is empty they are exact.  The same game gives the
same review on every machine.

Scores are expected scores: 1 a won game, 0.5 a draw, 0 a lost one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from typing import Any, Final, Literal, NamedTuple

from durak_tui.analysis.inference import Observer
from durak_tui.analysis.montecarlo import Budget, Evaluation, MonteCarlo, place
from durak_tui.game.cards import NAMES, card_names
from durak_tui.game.position import DEAL, Action, Position
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile, ReviewKey, game_key
from durak_tui.records.walk import BoutBegins, Played, walk

VERSION: Final = 2
"""To be raised whenever a review of the same game may come out differently."""
WORLDS: Final = 300
"""Default number of worlds in which each decision is tried: a game takes a second or two."""
ENDGAME: Final = Budget(worlds=50)
"""For exact play: a million positions, half a second at most, whatever the number of worlds
is.  Measured: it solves every decision of the endgames of thirty games of dummies, and of
games played at random, in which hands grow large, 93 of 100."""

DOUBT: Final = 1.2
"""A difference between estimates counts from this, divided by the root of the number of
worlds, on: 0.07 with the default.  Measured with 50 to 400 worlds: where in truth nothing was
lost, less than that is found in 99 of 100 decisions.  The standard deviation is a third of
it, but the best of several estimates is mostly one that came out too high."""

Kind = Literal["inaccuracy", "mistake", "blunder", "draw lost", "win drawn", "win lost"]
"""Of what sort a mistake is; the last three are said of exact play only."""
KINDS: Final[tuple[Kind, ...]] = (
    "inaccuracy",
    "mistake",
    "blunder",
    "draw lost",
    "win drawn",
    "win lost",
)
"""All of them, from small to great."""
MISTAKE: Final = 0.1
"""A cost of one game in ten.  What costs less, but more than the noise, is an inaccuracy: there
it is not sure enough how much it costs."""
BLUNDER: Final = 0.2
"""A cost of one game in five.  Of durak-dummy's decisions that were no formality one in thirty
is such a one; inaccuracies and mistakes are one in twenty each."""


class Decision(NamedTuple):
    """One action of a game and what it was worth."""

    number: int
    """Which of the record's actions, from 0."""
    bout: int
    """From 1."""
    player: int
    """Who took it, 0 or 1."""
    phase: int
    """``MOVE``, ``RESPOND`` or ``GIVE_MORE`` of :mod:`durak_tui.game.position`."""
    action: Action
    score: float
    """What its player could expect after it."""
    best: Action
    """The best there was; the action itself, if nothing was better."""
    best_score: float
    endgame: bool
    """Whether the talon was empty, so that nothing was hidden."""
    exact: bool
    """Whether both scores are those of best play of both, and no estimates."""
    forced: bool
    """Whether there was nothing else to play."""
    cost: float
    """What it lost against the best; 0 for differences that are too small to be sure of."""

    @property
    def kind(self) -> Kind | None:
        """What sort of mistake it was; None if it was none."""
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
    """What one player has done, in one game or in several."""

    games: int = 0
    decisions: int = 0
    """Those that were no formality: there was a choice."""
    counts: tuple[int, ...] = (0,) * len(KINDS)
    """Mistakes of each of :data:`KINDS`."""
    cost: float = 0.0
    """All that the mistakes lost, in games."""
    worst: Decision | None = None
    """The mistake that cost most, and of equal ones the first."""
    worst_game: int = 0
    """The game of the worst, as the caller counts them."""

    @property
    def mistakes(self) -> int:
        """How many mistakes, of all kinds."""
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
    """In how many worlds each was tried."""
    length: int
    """How many actions the game has."""

    @property
    def complete(self) -> bool:
        """Whether no decision is missing."""
        return len(self.decisions) == self.length

    @property
    def scores(self) -> tuple[float, ...]:
        """Player 0's expected score after each action; player 1's is the rest of 1.

        While cards are hidden it is the mean of what both could tell when they acted last:
        each sees only their own good cards, and taken by turns their views would jump.  In the
        endgame it is what the action was worth; the last of a game that was played to its
        end is its result.
        """
        found: list[float] = []
        views: dict[int, float] = {}
        for decision in self.decisions:
            view = decision.score if decision.player == 0 else 1 - decision.score
            views[decision.player] = view
            found.append(view if decision.endgame else sum(views.values()) / len(views))
        return tuple(found)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that cost something, in the order of play."""
        return tuple(decision for decision in self.decisions if decision.cost)

    @property
    def unsolved(self) -> int:
        """How many decisions of the endgame were too large to be solved: of these nothing is
        said."""
        return sum(each.endgame and not each.exact for each in self.decisions)

    def tally(self, player: int, game: int = 0) -> MistakeTally:
        """What a player has done; ``game`` is the number that the tally is to tell."""
        own = [each for each in self.decisions if each.player == player]
        kinds = [each.kind for each in own]
        wrong = [each for each in own if each.cost]
        return MistakeTally(
            1,
            sum(not each.forced for each in own),
            tuple(map(kinds.count, KINDS)),
            sum(each.cost for each in wrong),
            max(wrong, key=lambda each: each.cost) if wrong else None,
            game,
        )


class _Ply(NamedTuple):
    """A decision that is to be taken."""

    number: int
    bout: int
    position: Position
    action: Action
    """What is played."""


def _plies(record: GameRecord, observers: Sequence[Observer] = ()) -> Iterator[_Ply]:
    """The decisions as they come; the position is always the same one, and goes on."""
    game = walk(record.deal, record.actions)
    position = game.position
    for event in game:
        is_asked = position.phase < DEAL and isinstance(event, BoutBegins | Played)
        if is_asked and game.played < len(record.actions):
            for observer in observers:
                observer.see(position)
            yield _Ply(game.played, game.bout, position, record.actions[game.played])


def decisions(record: GameRecord, worlds: int = WORLDS) -> Iterator[Decision]:
    """Look at one decision of a game after the other, as far as it was played.

    There are as many as the record has actions.  Each takes some hundredths of a second,
    large endgames more; whoever asks for no more of them has stopped it.  A game that was
    given up, forfeited or void is like any other.  Raises ValueError if ``worlds`` is not
    above 0.
    """
    if worlds < 1:
        raise ValueError("a review needs a world to try things in")
    evaluator = MonteCarlo()
    observers = Observer(0), Observer(1)
    sampling = Budget(worlds=worlds)
    for ply in _plies(record, observers):
        position = ply.position
        known = observers[position.to_act].knowledge(position)
        budget = sampling if position.talon_count else ENDGAME
        found = evaluator.evaluate(known, budget, played=ply.action)
        yield _judged(ply, found, worlds)


def _judged(ply: _Ply, found: Evaluation, worlds: int) -> Decision:
    at = place(ply.action, [choice.action for choice in found.choices])
    assert at is not None
    played, best = found.choices[at], found.best
    endgame = not ply.position.talon_count
    exact = played.exact and best.exact
    cost = best.score - played.score
    if cost <= 0:
        best = played
        cost = 0.0
    elif not exact and (endgame or cost < noise(worlds)):
        # Of an endgame that was too large to be solved nothing is known for sure.
        cost = 0.0
    return Decision(
        ply.number,
        ply.bout,
        ply.position.to_act,
        ply.position.phase,
        ply.action,
        played.score,
        ply.action if best is played else best.action,
        best.score,
        endgame,
        exact,
        len(found.choices) == 1,
        cost,
    )


def noise(worlds: int) -> float:
    """Up to here a difference between two estimates says nothing."""
    return DOUBT / sqrt(worlds)


def review(record: GameRecord, worlds: int = WORLDS) -> Review:
    """The whole review of a game, a second or two of work.  Raises what :func:`decisions` does."""
    return Review(tuple(decisions(record, worlds)), worlds, len(record.actions))


# Storing


def stored(file: ReviewFile, raw: bytes, record: GameRecord, worlds: int) -> Review | None:
    """The review of a game that was stored beside its log; None if there is none of so many
    worlds, by this version, of this very game.

    ``raw`` is the game as it stands in the log.  Raises what :meth:`ReviewFile.find` does.
    """
    return from_json(file.find(_key(raw, worlds)), record, worlds)


def store(file: ReviewFile, raw: bytes, found: Review) -> None:
    """Store a review, which has to be complete.  Raises what :meth:`ReviewFile.store` does."""
    if not found.complete:
        raise ValueError("only whole games are stored")
    file.store(_key(raw, found.worlds), to_json(found))


def _key(raw: bytes, worlds: int) -> ReviewKey:
    return ReviewKey(game_key(raw), worlds, VERSION)


def to_json(found: Review) -> list[list[Any]]:
    """A review as JSON that :func:`from_json` and the record make whole again."""
    return [
        [
            each.score,
            each.best_score,
            each.cost,
            None if each.best == each.action else card_names(each.best),
            each.exact,
            each.forced,
        ]
        for each in found.decisions
    ]


def from_json(value: object, record: GameRecord, worlds: int) -> Review | None:
    """The review of a game of what :func:`to_json` made of it; None if it is not that."""
    if not isinstance(value, list) or len(value) != len(record.actions):
        return None
    try:
        found = tuple(map(_restored, _plies(record), value))
    except (ValueError, TypeError):
        return None
    return Review(found, worlds, len(record.actions))


def _restored(ply: _Ply, stored: Sequence[Any]) -> Decision:
    score, best_score, cost, best, exact, forced = stored
    numbers: Iterable[Any] = (score, best_score, cost)
    if not all(type(number) in (int, float) and 0 <= number <= 1 for number in numbers):
        raise ValueError("no score")
    if type(exact) is not bool or type(forced) is not bool:
        raise ValueError("neither true nor false")
    position = ply.position
    return Decision(
        ply.number,
        ply.bout,
        position.to_act,
        position.phase,
        ply.action,
        float(score),
        ply.action if best is None else tuple(map(NAMES.index, islice(best, len(NAMES)))),
        float(best_score),
        not position.talon_count,
        exact,
        forced,
        float(cost),
    )
