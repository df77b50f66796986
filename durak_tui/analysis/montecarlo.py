"""The worth of every action while cards are hidden.

The hidden cards are laid out in ways that fit what is known; in each of these worlds every action
is tried, which cancels most of the luck of the cards, and the game goes on as durak-dummy plays it
until few enough cards are left for exact play. Scores are expected scores of the player to act: 1 a
won game, 0.5 a draw, 0 a lost one.
"""

from collections.abc import Sequence
from itertools import islice
from math import inf, sqrt
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.analysis import kernel
from durak_tui.analysis.endgame import (
    FIRST_NODES,
    GROWTH,
    LOSS,
    NODES,
    WIN,
    Solver,
    Start,
    Worth,
    values_in_time,
)
from durak_tui.analysis.knowledge import Knowledge, World
from durak_tui.game.cards import HAND_SIZE, mask_of
from durak_tui.game.position import DRAW, GIVE_MORE, MOVE, RESPOND, Action, Position

CAPACITY: Final = 200_000  # Positions remembered: 30 MB when all are.
MOST_ACTIONS: Final = 512  # Of more ways to give only the largest are looked at, and giving none.
TIE_BREAKING: Final = 0.2  # The part of the time that an exact search leaves for breaking ties.
NODES_PER_WORLD: Final = 20_000  # Of an exact search, where worlds are what limits it.
RANDOM_PLAYOUTS: Final = 20
EXACT_CARDS: Final = 10  # With an empty talon and so few cards in both hands a playout is exact,
EXACT_NODES: Final = 500  # but where this many nodes do not suffice, dummies play on.

_ALL_CARDS: Final = 52
_FIRST_COMPARISON: Final = 32
_DOUBT: Final = 3.5  # An action is given up that is this many standard errors worse than the best.
_SCORES: Final = (1.0, 0.0, 0.5)  # By winner: the player who acts, the opponent, a draw.
_RESULTS: Final = (1, -1, 0)


class Budget(NamedTuple):
    """Think until either limit is used up; one has to be given."""

    seconds: float | None = None
    worlds: int | None = None  # If this is the only limit, the result is the same everywhere.
    fair: bool = False
    """Whether poor actions are tried in all worlds, too, so that every score is as true as the best
    one's.  Else they are given up on what made them look poor: the best is found sooner, but their
    scores come out too low, by up to 0.2."""


class Choice(NamedTuple):
    """What an action is worth."""

    action: Action
    score: float
    exact: bool = False  # Whether this is the value with best play of both, and not an estimate.


class Evaluation(NamedTuple):
    """All actions as the player to act sees them."""

    choices: tuple[Choice, ...]  # In the order of Position.legal_actions.
    best: Choice
    worlds: int  # How many were looked at: none for exact values, or if there was no time.


class MonteCarlo:
    """A judge of a game's positions, which remembers solved endgames."""

    def __init__(self) -> None:
        self._solver = Solver(CAPACITY)
        self._search = self._solver.search

    def evaluate(
        self, known: Knowledge, budget: Budget, seed: int = 0, *, played: Action | None = None
    ) -> Evaluation:
        """The value of every legal action.

        The whole budget is used where there is more to find out, however clear the choice is.
        ``played``, an action that has been played already, comes last if it is one of those that
        are too many to be looked at.

        Raises ValueError for a budget without any limit, and if the bout or the game is over.
        """
        if budget.seconds is None and budget.worlds is None:
            raise ValueError("a budget has seconds or worlds")
        deadline = inf if budget.seconds is None else monotonic() + budget.seconds
        if budget.worlds is not None:
            # What is remembered of other positions lets searches end that else would not.
            self._search.memory.clear()
        self._search.deadline = deadline
        state = kernel.seeded(seed ^ known.key())
        world, state = known.world(state)
        position = known.position(world)
        if position.phase != known.phase:  # somebody has no cards
            raise ValueError("the bout is over, or the game")
        legal = listed_actions(position, played)
        if not legal:
            raise ValueError("there is nothing to play")
        if known.certain:
            nodes = None if budget.worlds is None else budget.worlds * NODES_PER_WORLD
            by = deadline if budget.seconds is None else deadline - budget.seconds * TIE_BREAKING
            starts = [start_after(known, world, mask_of(action)) for action in legal]
            if known.talon_count:
                values = self._played_out(legal, starts, by, nodes or NODES)
            else:
                values = values_in_time(self._solver, position, by, nodes, legal)
            return _with_ties_broken(
                values, starts, state, deadline,
                to_the_end=budget.worlds is None, has_talon=known.talon_count > 0,
            )  # fmt: skip
        comparison = _Comparison(len(legal), fair=budget.fair)
        masks = [mask_of(action) for action in legal]
        worlds = budget.worlds or inf
        self._sample(comparison, known, masks, state=state, deadline=deadline, worlds=worlds)
        choices = tuple(map(Choice, legal, comparison.scores()))
        best = max(choices, key=lambda choice: choice.score)
        return Evaluation(choices, best, comparison.worlds)

    def _played_out(
        self, legal: Sequence[Action], starts: Sequence[Start | int], by: float, nodes: int
    ) -> list[Worth]:
        """What actions are worth when only the drawing is left open.

        All is known, but cards of the talon have yet to be drawn: dummies play until they are, and
        from there exact play decides, looking further from pass to pass.
        """
        looking = self._search
        winners = [start if isinstance(start, int) else None for start in starts]
        looking.deadline = by
        limit = FIRST_NODES
        used, deeper = 0, True
        while deeper and used < nodes and monotonic() < by:
            deeper = False
            for number, start in enumerate(starts):
                if isinstance(start, int):
                    continue
                looking.nodes = 0
                winner = looking.playout(*start, _ALL_CARDS, min(limit, max(0, nodes - used)))
                used += looking.nodes
                deeper = deeper or looking.nodes > limit
                # Dummies may have had the last word in what the time has cut short.
                if winners[number] is None or monotonic() < by:
                    winners[number] = winner
            limit *= GROWTH
        return [
            Worth(action, *((LOSS, WIN) if winner is None else (_RESULTS[winner],) * 2))
            for action, winner in zip(legal, winners, strict=True)
        ]

    def _sample(
        self, comparison: "_Comparison", known: Knowledge, masks: Sequence[int],
        *, state: int, deadline: float, worlds: float,
    ) -> None:  # fmt: skip
        """Try the actions in world after world, up to either limit."""
        while comparison.worlds < worlds:
            world, state = known.world(state)
            found = []
            for number in comparison.alive:
                if monotonic() >= deadline:
                    return
                start = start_after(known, world, masks[number])
                if not isinstance(start, int):
                    start = self._search.playout(*start, EXACT_CARDS, EXACT_NODES)
                found.append(_SCORES[start])
            comparison.add(found)


def _with_ties_broken(
    values: Sequence[Worth], starts: Sequence[Start | int], state: int, deadline: float,
    *, to_the_end: bool, has_talon: bool,
) -> Evaluation:  # fmt: skip
    """The values, with the best of equals found by weaker play."""
    surest = max(worth.low for worth in values)
    wanted = [worth.high >= surest for worth in values]
    unsolved = any(worth.value is None and worth.high >= surest for worth in values)
    hopes = _hopes(starts, wanted, state, deadline, to_the_end=to_the_end and unsolved)
    choices, ranks = [], []
    for worth, hope in zip(values, hopes, strict=True):
        low, high = (worth.low + 1) / 2, (worth.high + 1) / 2
        score = low + (high - low) * hope
        # With cards in the talon, dummies have had a hand in it.
        choices.append(Choice(worth.action, score, worth.value is not None and not has_talon))
        ranks.append((score, hope))
    best = max(range(len(choices)), key=ranks.__getitem__)
    looked = has_talon and any(worth.value is not None for worth in values)
    return Evaluation(tuple(choices), choices[best], int(looked))


def _hopes(
    starts: Sequence[Start | int], wanted: Sequence[bool], state: int, deadline: float,
    *, to_the_end: bool,
) -> list[float]:  # fmt: skip
    """Player 0's scores in weak play; 0.5 if unwanted or late."""
    found = [0.5] * len(starts)
    totals = [0.0] * len(starts)
    rounds = 0
    while True:
        rounds += 1
        for number, start in enumerate(starts):
            if not wanted[number]:
                continue
            if isinstance(start, int):
                found[number] = _SCORES[start]
                continue
            if monotonic() >= deadline:
                return found
            total = _SCORES[kernel.play_dummies(*start, 0)[0]] * RANDOM_PLAYOUTS
            for _ in range(RANDOM_PLAYOUTS):
                winner, state = kernel.play_randomly(*start, state)
                total += _SCORES[winner]
            totals[number] += total / (2 * RANDOM_PLAYOUTS)
            found[number] = totals[number] / rounds
        if not to_the_end or monotonic() >= deadline:
            return found


def listed_actions(position: Position, played: Action | None = None) -> list[Action]:
    """The legal actions in order, without too many ways to give.

    ``played``, a legal action, is never left out: it comes last then.
    """
    found = list(islice(position.legal_actions(), MOST_ACTIONS))
    if len(found) == MOST_ACTIONS:
        found[-1] = ()
    if played is not None and place(played, found) is None:
        found.append(played)
    return found


def place(action: Action, among: Sequence[Action]) -> int | None:
    """Where an action is among others, whatever its cards' order."""
    cards = mask_of(action)
    return next((at for at, other in enumerate(among) if mask_of(other) == cards), None)


class _Comparison:
    """Scores of actions in the same worlds."""

    def __init__(self, count: int, *, fair: bool) -> None:
        """Unless it is ``fair``, poor actions are given up."""
        self._fair = fair
        self.alive = list(range(count))
        self.worlds = 0
        self._found: list[list[float]] = [[] for _ in range(count)]
        self._behind = [0.0] * count
        self._next = _FIRST_COMPARISON

    def add(self, scores: Sequence[float]) -> None:
        """The scores of those alive in one more world."""
        for number, score in zip(self.alive, scores, strict=True):
            self._found[number].append(score)
        self.worlds += 1
        if self.worlds == self._next and not self._fair:
            self._next *= 2
            self._compare()

    def _compare(self) -> None:
        sums = {number: sum(self._found[number]) for number in self.alive}
        best = max(self.alive, key=sums.__getitem__)
        leader = self._found[best]
        n = self.worlds
        alive = []
        for number in self.alive:
            behind = (sums[best] - sums[number]) / n
            if number != best:
                squares = sum(
                    (a - b) ** 2 for a, b in zip(leader, self._found[number], strict=True)
                )
                error = sqrt(max(squares / n - behind**2, 0.0) / n) + 0.5 / n
                if behind > _DOUBT * error:
                    self._behind[number] = behind
                    continue
            alive.append(number)
        self.alive = alive

    def scores(self) -> list[float]:
        """The expected score of each action."""
        if not self.worlds:
            return [0.5] * len(self._found)
        means = {number: sum(self._found[number]) / self.worlds for number in self.alive}
        best = max(means.values())
        return [
            means[number] if number in means else max(0.0, best - behind)
            for number, behind in enumerate(self._behind)
        ]


def start_after(known: Knowledge, world: World, cards: int) -> Start | int:
    """The settled position after player 0 played this mask, or the winner."""
    hand, enemy, talon = known.hand, world.enemy, world.talon
    trump_suit = known.trump & 3
    table = mask_of(known.table)
    cap, left = known.caps.each, known.attacks_left
    if known.phase == RESPOND:
        if not cards:
            return Start(enemy, hand, talon, 0, trump_suit, 1, GIVE_MORE, table, 0, left, cap)
        hand ^= cards
        table |= cards
        if hand and enemy and left:
            return Start(enemy, hand, talon, 0, trump_suit, 1, MOVE, table, 0, left, cap)
        return _beaten(enemy, hand, talon, trump_suit, 1, cap=cap)
    if known.phase == MOVE:
        if not cards:
            return _beaten(hand, enemy, talon, trump_suit, 0, cap=cap)
        hand ^= cards
        table |= cards
        return Start(hand, enemy, talon, 0, trump_suit, 0, RESPOND, table, cards, left - 1, cap)
    hand, drawn = _filled(hand ^ cards, talon, 0)
    if not hand:
        return 0
    return Start(hand, enemy | table | cards, talon, drawn, trump_suit, 0, MOVE, 0, 0, cap, cap)


def _beaten(
    attacker: int, defender: int, talon: bytes, trump_suit: int, seat: int, *, cap: int
) -> Start | int:
    attacker, drawn = _filled(attacker, talon, 0)
    defender, drawn = _filled(defender, talon, drawn)
    if attacker and defender:
        return Start(defender, attacker, talon, drawn, trump_suit, 1 - seat, MOVE, 0, 0, cap, cap)
    if attacker:
        return 1 - seat
    return seat if defender else DRAW


def _filled(hand: int, talon: bytes, drawn: int) -> tuple[int, int]:
    """The hand filled to six, and how much is drawn then."""
    cards = talon[drawn : drawn + max(0, HAND_SIZE - hand.bit_count())]
    return hand | mask_of(cards), drawn + len(cards)
