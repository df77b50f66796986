"""The worth of every action while cards are hidden.

A search tree (:mod:`durak_tui.analysis.tree`) grows over many ways in which the hidden cards may
lie. Where it ends the bout is played on by simple habits, and what has come out is judged by exact
play if it has few cards, else by :mod:`durak_tui.analysis.bout_value`. Where nothing is hidden,
play is exact from the first action on, unless a tree is asked for. Scores are expected scores of
the player to act: 1 a won game, 0.5 a draw, 0 a lost one.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import inf
from time import monotonic
from types import MappingProxyType
from typing import Final, NamedTuple

from durak_tui.analysis import alphabeta, bout_value, kernel, tree
from durak_tui.analysis.endgame import (
    FIRST_NODES,
    GROWTH,
    LOSS,
    NODES,
    SECONDS,
    WIN,
    Solver,
    Worth,
    values_in_time,
    world_of,
)
from durak_tui.analysis.knowledge import Knowledge
from durak_tui.analysis.world import AT_RANDOM, NOTHING, World, Worlds
from durak_tui.game.cards import mask_of
from durak_tui.game.position import GIVE_MORE, Action, Position

MOST_ACTIONS: Final = 512  # Of more ways to give only the largest are looked at, and giving none.
TIE_BREAKING: Final = 0.2  # The part of the time that an exact search leaves for breaking ties.
NODES_PER_WORLD: Final = 20_000  # Of an exact search, where worlds are what limits it.
RANDOM_PLAYOUTS: Final = 20
EXACT_CARDS: Final = 10  # With an empty talon and so few cards in both hands a playout is exact,
EXACT_NODES: Final = 500  # but where this many nodes do not suffice, dummies play on.
LEAF_BITS: Final = 14  # 2**14 positions of such endings are remembered.

NOBODY: Final[Mapping[int, float]] = MappingProxyType({})
CLEAR: Final = 0.1  # Share of the best action's iterations below which the second is out,
CLOSE: Final = 0.6  # and from which on it may still become the best.
_ALL_CARDS: Final = 52
_BETWEEN_LOOKS: Final = 16  # Iterations between two looks at the clock.
_SCORES: Final = (1.0, 0.0, 0.5)  # By winner: the player who acts, the opponent, a draw.
_RESULTS: Final = (1, -1, 0)


class Budget(NamedTuple):
    """A limit on thinking: the first that is used up ends it."""

    seconds: float | None = None
    worlds: int | None = None  # If this is the only limit, the result is the same everywhere.
    most: float | None = None
    """Seconds that a decision may take whose best actions are close; then one that is clear takes
    fewer than ``seconds``."""
    fair: bool = False
    """True for a tree in which every action is tried in every world, also where there is but one,
    so that each score is as true as the best one's.  Else the search returns to what looks best:
    that is found sooner, but of the others it has seen little but what made them look poor, and
    their scores come out too low."""


class Choice(NamedTuple):
    """The worth of an action."""

    action: Action
    score: float
    exact: bool = False  # Whether this is the value with best play of both, and not an estimate.


class Evaluation(NamedTuple):
    """All actions as the player to act sees them."""

    choices: tuple[Choice, ...]  # In the order of Position.legal_actions.
    best: Choice
    worlds: int  # How many were looked at: none for exact values, or if there was no time.


class _Growth:
    """The search tree of one decision."""

    def __init__(
        self, growing: tree.Tree, known: Knowledge, worlds: Worlds, legal: Sequence[Action],
        expected: Mapping[int, float],
    ) -> None:  # fmt: skip
        self.known = known
        self._tree, self._legal, self._done = growing, legal, 0
        growing.begin(worlds)
        for habits, share in expected.items():
            growing.expect(habits, int(share * tree.SHARES))
        # What was added last is tried first.
        self._nodes = [growing.add(mask_of(action)) for action in reversed(legal)][::-1]

    def go_on(self, worlds: Worlds) -> None:
        """Go on in worlds of which more is known."""
        self._tree.draw_from(worlds)

    def grow(self, iterations: int, *, fair: bool = False) -> None:
        """Add iterations; if ``fair``, as many of every action."""
        if fair:
            self._tree.run_evenly(iterations)
        else:
            self._tree.run(iterations)
        self._done += iterations

    def grow_within(self, budget: Budget, started: float) -> None:
        """Add iterations until the budget is used up."""
        usual = inf if budget.seconds is None else started + budget.seconds
        stages = [(usual, 0.0)]
        if budget.seconds is not None and budget.most is not None:
            half, late = started + budget.seconds / 2, started + budget.most
            stages = [(half, CLEAR), (usual, CLOSE), (late, 0.0)]
        some = 1 if budget.fair else _BETWEEN_LOOKS
        left = inf if budget.worlds is None else budget.worlds
        for until, from_closeness in stages:
            while left and (not self._done or monotonic() < until):
                some = int(min(some, left))
                self.grow(some, fair=budget.fair)
                left -= some
            if self._closeness < from_closeness:
                return

    @property
    def _closeness(self) -> float:
        """The second action's iterations as a share of the best one's."""
        visits = sorted(int(self._tree.visits(node)) for node in self._nodes)
        return visits[-2] / visits[-1] if len(visits) > 1 else 0.0

    def reply(self, action: Action) -> int:
        """The likeliest reply to an action, a mask, or ``NOTHING``."""
        at = place(action, self._legal)
        return NOTHING if at is None else self._tree.reply(self._nodes[at])

    def evaluation(self) -> Evaluation:
        """The scores found so far, and the best action."""
        choices = tuple(map(Choice, self._legal, map(self._tree.score, self._nodes)))
        visits = list(map(self._tree.visits, self._nodes))
        # Of actions looked at equally often the best has the highest score.  Else it is what was
        # looked at most: the score of few iterations may be high by luck.
        best = max(range(len(choices)), key=lambda at: (visits[at], choices[at].score))
        return Evaluation(choices, choices[best], self._done)


class MonteCarlo:
    """A judge of a game's positions, which remembers solved endgames."""

    def __init__(self) -> None:
        self._solver = Solver()
        self._search = self._solver.search
        self._leaves = alphabeta.Search(LEAF_BITS)
        self._tree = tree.Tree(self._leaves, bout_value.shipped(), EXACT_CARDS, EXACT_NODES)
        self._last: _Growth | None = None  # Of the turn that was evaluated,
        self._ahead: _Growth | None = None  # and of that which was pondered about.

    def evaluate(
        self, known: Knowledge, budget: Budget, seed: int = 0, *,
        played: Action | None = None, expected: Mapping[int, float] = NOBODY,
    ) -> Evaluation:  # fmt: skip
        """The value of every legal action.

        The whole budget is used where there is more to find out, however clear the choice is,
        unless :attr:`Budget.most` says otherwise.  ``played``, an action that has been played
        already, comes last if it is one of those that are too many to be looked at.
        ``expected`` are habits of the opponent, and how likely each is
        (:class:`durak_tui.analysis.character.Character`).

        Raises ValueError for a budget without any limit, and if the bout or the game is over.
        """
        if budget.seconds is None and budget.worlds is None:
            raise ValueError("a budget has seconds or worlds")
        started = monotonic()
        growth, self._ahead, self._last = self._ahead, None, None
        if budget.worlds is not None:
            # What is remembered of other positions lets searches end that else would not.
            self._leaves.forget()
        state = kernel.seeded(seed ^ known.key())
        position = known.position(state)
        if position.phase != known.phase:  # somebody has no cards
            raise ValueError("the bout is over, or the game")
        legal = listed_actions(position, played)
        if not legal:
            raise ValueError("there is nothing to play")
        if known.certain and not budget.fair:
            return self._solved(position, legal, budget, started, state)
        worlds = known.worlds(state)
        if growth and not budget.fair and growth.known == known._replace(unlikely=()):
            growth.go_on(worlds)
        else:
            growth = _Growth(self._tree, known, worlds, legal, expected)
        growth.grow_within(budget, started)
        self._last = growth
        return growth.evaluation()

    def ponder(
        self, action: Action, expected: Mapping[int, float], is_enough: Callable[[], bool]
    ) -> None:
        """Think about what is likely to follow an action just evaluated.

        If it comes, :meth:`evaluate` goes on from there.
        """
        last, self._last = self._last, None
        reply = last.reply(action) if last else NOTHING
        if last is None or reply == NOTHING:
            return
        known = last.known.after(mask_of(action), reply)
        if known is None or known.certain:
            return
        state = kernel.seeded(known.key())
        legal = listed_actions(known.position(state))
        if len(legal) > 1:
            self._ahead = _Growth(self._tree, known, known.worlds(state), legal, expected)
            while not is_enough():
                self._ahead.grow(_BETWEEN_LOOKS)

    def _solved(
        self,
        position: Position,
        legal: Sequence[Action],
        budget: Budget,
        started: float,
        state: int,
    ) -> Evaluation:
        """The worth of actions where nothing is hidden."""
        by = deadline = inf
        if budget.seconds is not None:
            deadline = started + min(budget.seconds, SECONDS)
            by = started + (deadline - started) * (1 - TIE_BREAKING)
        nodes = None
        if budget.worlds is not None:
            nodes = budget.worlds * NODES_PER_WORLD
            self._search.forget()  # As of leaves, above.
        worlds = [_after(position, action) for action in legal]
        if position.talon_count:
            values = self._played_out(legal, worlds, by, nodes or NODES)
        else:
            values = values_in_time(self._solver, position, by, nodes, legal)
        return _with_ties_broken(
            values, worlds, state, deadline,
            to_the_end=budget.worlds is None, has_talon=position.talon_count > 0,
        )  # fmt: skip

    def _played_out(
        self, legal: Sequence[Action], worlds: Sequence[World], by: float, nodes: int
    ) -> list[Worth]:
        """The worth of actions when only the drawing is left open.

        All is known, but cards of the talon have yet to be drawn: dummies play until they are, and
        from there exact play decides, looking further from pass to pass.
        """
        looking, playing = self._search, World()
        winners: list[int | None] = [None] * len(worlds)
        looking.deadline = by
        limit = FIRST_NODES
        used, deeper = 0, True
        while deeper and used < nodes and monotonic() < by:
            deeper = False
            for number, world in enumerate(worlds):
                looking.nodes = 0
                playing.become(world)
                winner = looking.playout(
                    playing, 0, 0, _ALL_CARDS, min(limit, max(0, nodes - used))
                )
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


def _with_ties_broken(
    values: Sequence[Worth], worlds: Sequence[World], state: int, deadline: float,
    *, to_the_end: bool, has_talon: bool,
) -> Evaluation:  # fmt: skip
    """The values, with the best of equals found by weaker play."""
    surest = max(worth.low for worth in values)
    wanted = [worth.high >= surest for worth in values]
    unsolved = any(worth.value is None and worth.high >= surest for worth in values)
    hopes = _hopes(worlds, wanted, state, deadline, to_the_end=to_the_end and unsolved)
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
    worlds: Sequence[World], wanted: Sequence[bool], state: int, deadline: float,
    *, to_the_end: bool,
) -> list[float]:  # fmt: skip
    """Player 0's scores in weak play; 0.5 if unwanted or late."""
    found = [0.5] * len(worlds)
    totals = [0.0] * len(worlds)
    playing = World()
    playing.random = state
    rounds = 0
    while True:
        rounds += 1
        for number, world in enumerate(worlds):
            if not wanted[number]:
                continue
            if monotonic() >= deadline:
                return found
            playing.become(world)
            total = _SCORES[playing.play_out(0, 0, 0)] * RANDOM_PLAYOUTS
            for _ in range(RANDOM_PLAYOUTS):
                playing.become(world)
                total += _SCORES[playing.play_out(AT_RANDOM, AT_RANDOM, 0)]
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
    """The place of an action among others, its cards in any order."""
    cards = mask_of(action)
    return next((at for at, other in enumerate(among) if mask_of(other) == cards), None)


def _after(position: Position, action: Action) -> World:
    """The world after an action."""
    world = world_of(position)
    if position.phase == GIVE_MORE:
        world.give(mask_of(action))
    else:
        world.play(mask_of(action))
    return world
