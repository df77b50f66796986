"""A search tree over what is hidden, compiled.

Single-observer information-set Monte Carlo tree search (P. Cowling, E. Powley, D. Whitehouse:
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in
Games 4(2), 2012). Player 0 observes. There is one tree of actions, and each iteration descends it
in another world: of the children of a node only those are looked at that are legal there, and the
upper confidence bound of each counts how often that was so, not how often its parent was visited.
An iteration adds one node. From there the bout is played on as durak-dummy does, or as habits of
the opponent say; what has come out is judged by exact play where little is left, and else by a
network for such positions, in place of a playout to the end.

In some iterations the opponent has habits, and in the others they look for the best. What they look
at are the scores of all iterations, those with habits too.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

from durak_tui.analysis.alphabeta import Search
from durak_tui.analysis.bout_value import CERTAIN, BoutValue
from durak_tui.analysis.kernel import (
    DRAW,
    GIVE_MORE,
    below,
    count,
    doubled,
    doubled_reals,
    numbers,
    reals,
    turned,
)
from durak_tui.analysis.world import NOTHING, World, Worlds

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

RATIONAL: Final = -1
MOST_HABITS: Final = 16
SHARES: Final = 0x100000000
EXPLORATION: Final = 0.7
_ROOT: Final = 0
_LONGEST: Final = 250  # Actions of a line in the tree.
_ROOM: Final = 1024  # Nodes at first,
MOST: Final = 1 << 20  # and at most: 50 MB, ten seconds of thought.


class Tree:
    """The findings of iterations about one decision of player 0.

    Nodes are numbers, 0 the root. Each has the action that leads to it from its parent: a card, or
    0 for a pass; at the root also a set of cards to be given.
    """

    def __init__(self, search: Search, bout_value: BoutValue, small: i64, nodes: i64) -> None:
        """Exact play of ``nodes`` ends what has at most ``small`` cards."""
        self._worlds = Worlds(0)
        self._search = search
        self._small: i64 = small
        self._exact_nodes: i64 = nodes
        self._bout_value = bout_value
        self._dealt = World()
        self._world = World()
        self._random: i64 = 0
        self._used: i64 = 0
        self._room: i64 = _ROOM
        self._action: vec[i64] = numbers(_ROOM, 0)
        self._child: vec[i64] = numbers(_ROOM, 0)  # The youngest; 0 where there is none.
        self._sibling: vec[i64] = numbers(_ROOM, 0)  # The next older one.
        self._visits: vec[i64] = numbers(_ROOM, 0)
        self._chances: vec[i64] = numbers(_ROOM, 0)  # Iterations in which it could be chosen.
        self._total: vec[float] = reals(_ROOM, 0.0)  # Of the scores of player 0.
        self._line: vec[i64] = numbers(_LONGEST, 0)
        self._kinds: i64 = 0  # Of opponents that are expected, and
        self._habits: vec[i64] = numbers(MOST_HABITS, 0)
        self._shares: vec[i64] = numbers(MOST_HABITS, 0)  # how many of SHARES iterations each has.
        self._theirs: i64 = RATIONAL  # The habits of the opponent in this iteration.

    def begin(self, worlds: Worlds) -> None:
        """Forget all nodes, and begin where these worlds do."""
        self.draw_from(worlds)
        self._random = turned(worlds.random)
        self._world.random = turned(self._random)
        self._used = 0
        self._kinds = 0
        self._add(0)

    def draw_from(self, worlds: Worlds) -> None:
        """Let the iterations to come be in these worlds."""
        self._worlds = worlds

    def add(self, action: i64) -> i64:
        """Let player 0 do this at the root; returns the node."""
        node: i64 = self._add(action)
        self._sibling[node] = self._child[_ROOT]
        self._child[_ROOT] = node
        return node

    def expect(self, habits: i64, share: i64) -> None:
        """Let the opponent have these habits in ``share`` of SHARES iterations.

        In all others they look for the best, as player 0 does.
        """
        self._habits[self._kinds] = habits
        self._shares[self._kinds] = share
        self._kinds += 1

    def reply(self, node: i64) -> i64:
        """The likeliest reply to an action; ``NOTHING`` without one."""
        best: i64 = NOTHING
        most: i64 = 0
        child: i64 = self._child[node]
        while child:
            if self._visits[child] > most:
                most = self._visits[child]
                best = self._action[child]
            child = self._sibling[child]
        return best

    def visits(self, node: i64) -> i64:
        """The number of iterations through a node."""
        return self._visits[node]

    def score(self, node: i64) -> float:
        """The mean score of player 0 in them, or 0.5."""
        if not self._visits[node]:
            return 0.5
        return self._total[node] / float(self._visits[node])

    def run_evenly(self, rounds: i64) -> None:
        """Descend along every action of the root, in the same worlds.

        That compares actions without favour: each has as many iterations as the others, in the same
        worlds, also if it looked poor before.  What both sides try out below counts alike in all.
        """
        node: i64 = 0
        while rounds > 0:
            rounds -= 1
            self._worlds.draw(self._dealt)
            node = self._child[_ROOT]
            while node:
                self._descend(node)
                node = self._sibling[node]

    def run(self, iterations: i64) -> None:
        """Descend freely so often, each time in another world."""
        while iterations > 0:
            iterations -= 1
            self._worlds.draw(self._dealt)
            self._descend(self._promising(_ROOT))

    def _descend(self, node: i64) -> None:
        """One iteration in the dealt world, along this action of the root."""
        if self._used == self._room and self._room < MOST:
            self._grow()
        world = self._world
        length: i64 = 1
        child: i64 = 0
        score: float = 0.0
        world.become(self._dealt)
        self._theirs = self._opponent()
        self._line[0] = _ROOT
        if world.phase == GIVE_MORE:
            world.give(self._action[node])
        else:
            world.play(self._action[node])
        self._line[1] = node
        while world.winner < 0 and self._visits[node] and length < _LONGEST - 1:
            if world.is_ending(self._small):
                break
            if self._theirs != RATIONAL and world.to_act():
                child = self._usual(node)
            else:
                child = self._promising(node)
            if not child:
                break
            node = child
            length += 1
            self._line[length] = node
            world.play(self._action[node])
        score = self._judged(world)
        while length >= 0:
            node = self._line[length]
            self._visits[node] += 1
            self._total[node] += score
            length -= 1

    def _promising(self, parent: i64) -> i64:
        """The child to go on with, or 0; new ones first."""
        world = self._world
        actions = self._action
        siblings = self._sibling
        chances = self._chances
        visits = self._visits
        untried: i64 = world.legal() if parent else 0
        passing: bool = world.may_pass() if parent else False
        mine: bool = parent == _ROOT or world.to_act() == 0
        best: i64 = 0
        node: i64 = self._child[parent]
        action: i64 = 0
        visited: i64 = 0
        bound: float = 0.0
        highest: float = -1.0
        legal: i64 = untried
        while node:
            if parent:
                action = actions[node]
                if action & legal:
                    untried ^= action
                elif passing and not action:
                    passing = False
                else:
                    node = siblings[node]
                    continue
            chances[node] += 1
            visited = visits[node]
            if not visited:
                return node
            bound = self._total[node] / float(visited)
            if not mine:
                bound = 1.0 - bound
            bound += EXPLORATION * sqrt(log(float(chances[node])) / float(visited))
            if bound > highest:
                highest = bound
                best = node
            node = siblings[node]
        visited = count(untried) + (1 if passing else 0)
        if not visited or self._used == MOST:
            return best
        self._random = turned(self._random)
        visited = below(self._random, visited)
        while visited:
            untried &= untried - 1
            visited -= 1
        node = self._add(untried & -untried)
        siblings[node] = self._child[parent]
        self._child[parent] = node
        chances[node] = 1
        return node

    def _judged(self, world: World) -> float:
        """The score of player 0 from here, where the tree ends."""
        habits: i64 = max(0, self._theirs)
        while world.winner < 0 and world.table:
            world.play(world.choose(habits if world.to_act() else 0))
        winner: i64 = world.winner
        if winner < 0:
            if not world.is_ending(self._small):
                return self._foreseen(world)
            winner = self._search.playout(world, 0, habits, self._small, self._exact_nodes)
        return 0.5 if winner == DRAW else 1.0 - float(winner)

    def _foreseen(self, world: World) -> float:
        """The attacker's chances at the start of a bout, by the network."""
        value: i64 = self._bout_value.value(
            world.attacker, world.defender, world.trumps, world.left
        )
        score: float = float(value) / float(CERTAIN)
        return 1.0 - score if world.seat else score

    def _opponent(self) -> i64:
        """The habits of player 1 in this iteration."""
        at: i64 = 0
        luck: i64 = 0
        if self._kinds:
            self._random = turned(self._random)
            luck = self._random & SHARES - 1
            while at < self._kinds:
                luck -= self._shares[at]
                if luck < 0:
                    return self._habits[at]
                at += 1
        return RATIONAL

    def _usual(self, parent: i64) -> i64:
        """The child with what the opponent does by habit, or 0."""
        action: i64 = self._world.choose(self._theirs)
        node: i64 = self._child[parent]
        while node and self._action[node] != action:
            node = self._sibling[node]
        if not node:
            if self._used == MOST:
                return 0
            node = self._add(action)
            self._sibling[node] = self._child[parent]
            self._child[parent] = node
        self._chances[node] += 1
        return node

    def _add(self, action: i64) -> i64:
        node: i64 = self._used
        self._used += 1
        self._action[node] = action
        self._child[node] = 0
        self._sibling[node] = 0
        self._visits[node] = 0
        self._chances[node] = 0
        self._total[node] = 0.0
        return node

    def _grow(self) -> None:
        self._action = doubled(self._action)
        self._child = doubled(self._child)
        self._sibling = doubled(self._sibling)
        self._visits = doubled(self._visits)
        self._chances = doubled(self._chances)
        self._total = doubled_reals(self._total)
        self._room += self._room
