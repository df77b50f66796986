"""The opponent's way of playing, concluded from their decisions.

One player keeps trumps, another takes every card. Of every decision, worlds that fit what is known
show how often somebody with certain habits would have done the same, and Bayes' rule makes those
who would likelier. No kind of player is ever ruled out: people change their minds, and one
engine may follow another.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from durak_tui.analysis import kernel
from durak_tui.analysis.knowledge import Knowledge, same_bout
from durak_tui.analysis.tree import RATIONAL
from durak_tui.analysis.world import (
    ALWAYS_TAKES,
    AT_RANDOM,
    ERRATIC,
    KEEPS_TRUMPS,
    NEVER_THROWS_IN,
    NOTHING,
    TRUMPS_FIRST,
    Worlds,
)
from durak_tui.game.cards import mask_of
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND

DUMMY: Final = 0
PRIOR: Final[Mapping[int, float]] = {
    RATIONAL: 0.6, DUMMY: 0.1, KEEPS_TRUMPS: 0.06, ALWAYS_TAKES: 0.06, NEVER_THROWS_IN: 0.06,
    TRUMPS_FIRST: 0.06, ERRATIC: 0.06,
}  # fmt: skip
"""The probability of each kind of player before anything was seen."""
FLOOR: Final = 0.01  # No kind is ever thought much less likely.
SLIP: Final = 0.05  # How often somebody acts at random instead of by habit.
THRIFT: Final = 0.6  # Who looks for the best acts like durak-dummy so often, else at random.
SAMPLES: Final = 64  # Worlds by which a decision is judged.


class _Decision(NamedTuple):
    """A decision of the opponent, in any of these worlds."""

    worlds: Worlds
    first: int  # What the other player did before that; `NOTHING` if it is in the worlds.
    action: int


class Character:
    """The kind of player that somebody is likely to be."""

    def __init__(self) -> None:
        self._weights = dict(PRIOR)

    @property
    def expected(self) -> dict[int, float]:
        """The share of each habit; seeking the best has the rest."""
        return {kind: share for kind, share in self._weights.items() if kind != RATIONAL}

    def follow(self, before: Knowledge | None, now: Knowledge, gone: int) -> None:
        """Take note of what they did between two turns.

        ``gone`` was discarded in between; ``before`` is None in the first turn of a game.
        """
        if before and before.phase == RESPOND and not same_bout(before, now):
            self._weigh(_end_of_bout(before, now, gone))
        if now.table:
            self._weigh(_last(now))

    def _weigh(self, decision: _Decision) -> None:
        likely = dict(_likelihoods(*decision))
        weights = {kind: weight * likely[kind] for kind, weight in self._weights.items()}
        total = sum(weights.values())
        if not total:
            return  # So rare that nobody does it in any of these worlds.
        floored = {kind: max(FLOOR, weight / total) for kind, weight in weights.items()}
        total = sum(floored.values())
        self._weights = {kind: weight / total for kind, weight in floored.items()}


def _likelihoods(worlds: Worlds, first: int, action: int) -> Iterator[tuple[int, float]]:
    """The probability of this for each kind of player."""

    def share(habits: int) -> float:
        return worlds.agreement(first, action, habits, SAMPLES) / SAMPLES

    chance = share(AT_RANDOM)
    shares = {kind: share(kind) for kind in PRIOR if kind != RATIONAL}
    yield RATIONAL, THRIFT * shares[DUMMY] + (1 - THRIFT) * chance
    for kind, found in shares.items():
        yield kind, (1 - SLIP) * found + SLIP * chance


def _last(now: Knowledge) -> _Decision:
    """The last decision before a turn: their card, or that they take."""
    if now.phase == GIVE_MORE:
        return _Decision(_asked(now, now.table, RESPOND, 0), NOTHING, 0)
    played = 1 << now.table[-1]
    phase = RESPOND if now.phase == MOVE else MOVE
    return _Decision(_asked(now, now.table[:-1], phase, played), NOTHING, played)


def _asked(now: Knowledge, table: tuple[int, ...], phase: int, played: int) -> Worlds:
    """Worlds in which they decide, and have the card they play."""
    known = now._replace(
        phase=phase, table=table, unlikely=(),
        enemy_known=now.enemy_known | played, enemy_count=now.enemy_count + played.bit_count(),
    )  # fmt: skip
    return known.worlds(kernel.seeded(now.key()), theirs=True)


def _end_of_bout(before: Knowledge, now: Knowledge, gone: int) -> _Decision:
    """Their end of a bout, if it was for them to decide."""
    table = mask_of(before.table)
    first = given = 0
    if gone & table:
        first = gone & before.hand  # beat their last card, and they threw nothing in
    else:
        given = now.hand & ~(before.hand | table)
    known = before._replace(
        unlikely=(), enemy_known=before.enemy_known | given, hidden=before.hidden & ~given
    )
    return _Decision(known.worlds(kernel.seeded(before.key())), first, given)
