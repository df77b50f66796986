"""Exact endgames: with an empty talon, what every action is worth.

Results are those of the player to act: 1 a win, 0 a draw, -1 a loss.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.analysis import alphabeta
from durak_tui.analysis.world import World
from durak_tui.game.cards import SUIT_MASK, mask_of
from durak_tui.game.position import DEAL, DRAW, GIVE_MORE, OVER, RESPOND, Action, Position

NODES: Final = 2_000_000  # Of a search: a second or so of compiled code, half a minute of Python.
SECONDS: Final = 2.0
"""The most seconds to look for the worth of one decision."""
BITS: Final = 18  # 2**18 positions are remembered, in 4 MB.
MOST_LISTED: Final = 20_000  # Ways to give that are looked at; made-up positions may have more.
FIRST_NODES: Final = 500  # So few that no action takes all the time before the others had theirs.
GROWTH: Final = 4  # How many times as many nodes as the one before each search may look at.

WIN: Final = 1
EVEN: Final = 0
LOSS: Final = -1


class Worth(NamedTuple):
    """The worth of an action to the player who acts."""

    action: Action
    low: int  # At least this is sure.
    high: int  # The opponent can hold it down to this.

    @property
    def value(self) -> int | None:
        return self.low if self.low == self.high else None


class Solution(NamedTuple):
    """The result for the player to act, with best play of both."""

    low: int
    high: int
    action: Action  # An action that keeps the result; if it is unknown, the most promising one.
    line: tuple[Action, ...]
    """Best play of both to the end; empty if the result is unknown.  It ends early only where
    following it would take as many nodes again as the search was allowed."""
    nodes: int
    sure: bool  # Whether no other action can be better than this one.

    @property
    def value(self) -> int | None:
        return self.low if self.low == self.high else None


def settled(position: Position) -> Position:
    """The position, or a copy whose finished bout is settled."""
    if position.phase == DEAL:
        position = position.copy()
        position.deal()
    return position


def world_of(position: Position) -> World:
    """The position, in which somebody acts, for the compiled modules."""
    world, seat = World(), position.attacker
    world.attacker, world.defender = position.hands[seat], position.hands[1 - seat]
    world.seat = seat
    world.table = mask_of(position.table)
    world.attacks, world.cap = position.attacks_left, position.later_cap
    world.trumps = SUIT_MASK[position.trump & 3]
    world.left = position.talon_count
    for place, card in enumerate(reversed(position.talon[position.drawn :])):
        world.put(place, 1 << card)
    world.phase = position.phase
    if position.phase == RESPOND:
        world.last = 1 << position.table[-1]
    elif position.phase == GIVE_MORE:
        world.ask_for_more()
    return world


def after(position: Position, action: Action) -> Position:
    """A settled copy of the position after an action."""
    child = position.copy()
    child.play(action)
    return settled(child)


class Solver:
    """A solver for an empty talon, which remembers a game's positions."""

    def __init__(self, bits: int = BITS) -> None:
        self.search: Final = alphabeta.Search(bits)

    def solve(self, position: Position, nodes: int = NODES) -> Solution:
        """The result and how to reach it; ValueError unless an endgame."""
        position = settled(position)
        listed = list(islice(position.legal_actions(), MOST_LISTED + 1))
        choices = self.values(position, nodes, listed[:MOST_LISTED], stop_early=True)
        low = max(choice.low for choice in choices)
        # What was not listed might bring more.
        high = WIN if len(listed) > MOST_LISTED else max(choice.high for choice in choices)
        # Of those that promise most the first: they come cheapest first.
        best = max(choices, key=lambda choice: (choice.low, choice.high))
        # Each action in question is begun, and given up at once when the nodes are used up.
        looked_at = min(self.search.nodes, nodes)
        line = tuple(self._follow(position, best.action, low)) if low == high else ()
        sure = low == high or (
            len(listed) <= MOST_LISTED
            and all(best.low >= other.high for other in choices if other is not best)
        )
        return Solution(low, high, best.action, line, looked_at, sure)

    def values(
        self,
        position: Position,
        nodes: int = NODES,
        among: Sequence[Action] | None = None,
        *,
        deadline: float = inf,
        stop_early: bool = False,
    ) -> list[Worth]:
        """The worth of legal actions, or of those ``among`` them.

        ``deadline``, in seconds of ``monotonic()``, ends the search like ``nodes``.  Actions
        that nothing could be found out about have -1 and 1.  ``stop_early`` is when it is
        clear what the best is worth.  Raises ValueError if the game is over, or has a talon.
        """
        position = settled(position)
        if position.phase == OVER:
            raise ValueError("the game is over")
        if position.talon_count:
            raise ValueError(f"the talon still has {position.talon_count} cards")
        if position.cap != position.later_cap:
            raise ValueError("no endgame is the first bout of a game with an attack limit")
        self.search.limit_attacks(position.cap)
        self.search.nodes = 0
        self.search.limit = nodes
        self.search.deadline = deadline
        player = position.to_act
        values = [
            Worth(action, LOSS, WIN)
            for action in (position.legal_actions() if among is None else among)
        ]
        children = [after(position, worth.action) for worth in values]
        for want in (WIN, EVEN):
            for number, child in enumerate(children):
                worth = values[number]
                if worth.high < want or worth.low >= want:
                    continue
                answer = self._reaches(child, player, want)
                if answer == alphabeta.YES:
                    values[number] = worth._replace(low=want)
                    if stop_early:
                        return values
                elif answer == alphabeta.NO:
                    values[number] = worth._replace(high=want - 1)
        return values

    def _reaches(self, position: Position, player: int, want: int) -> int:
        """Decide if the player gets ``want`` or more out of the position."""
        if position.phase == OVER:
            winner = position.winner
            got = EVEN if winner == DRAW else WIN if winner == player else LOSS
            return alphabeta.YES if got >= want else alphabeta.NO
        world = world_of(position)
        attacker, defender, table, last = (
            alphabeta.with_spades_as_trumps(mask, position.trump & 3)
            for mask in (world.attacker, world.defender, world.table, world.last)
        )
        ask = self.search.at_least
        if player == position.attacker:
            return ask(world.phase, attacker, defender, table, last, want)
        # The defender gets this much if the attacker does not get more than the rest.
        answer = ask(world.phase, attacker, defender, table, last, 1 - want)
        return answer if answer == alphabeta.UNKNOWN else alphabeta.YES + alphabeta.NO - answer

    def _follow(self, position: Position, action: Action, value: int) -> Iterator[Action]:
        """The line that begins with this action, worth ``value``."""
        player = position.to_act
        self.search.limit += self.search.limit
        while True:
            yield action
            position = after(position, action)
            if position.phase == OVER:
                return
            due = value if position.to_act == player else -value
            for answer in position.legal_actions():
                if (
                    due == LOSS
                    or self._reaches(after(position, answer), position.to_act, due) == alphabeta.YES
                ):
                    action = answer
                    break
            else:
                return


def values_in_time(
    solver: Solver,
    position: Position,
    deadline: float,
    nodes: int | None = None,
    among: Sequence[Action] | None = None,
) -> list[Worth]:
    """The values that :meth:`Solver.values` finds before ``deadline``.

    ``nodes`` limits the whole search as well; with it and an infinite deadline the answer does
    not depend on the machine.
    """
    limit = FIRST_NODES
    used = 0
    values: list[Worth] = []
    while True:
        if nodes is not None:
            limit = min(limit, nodes - used)
        found = solver.values(position, limit, among, deadline=deadline)
        # A search that was given less may have missed what the one before had found.
        values = [
            Worth(one.action, max(one.low, other.low), min(one.high, other.high))
            for one, other in zip(values or found, found, strict=True)
        ]
        used += max(solver.search.nodes, 1)
        if all(worth.value is not None for worth in values) or monotonic() >= deadline:
            return values
        # What fewer nodes than there were cannot answer, more cannot either.
        if solver.search.nodes <= limit or (nodes is not None and used >= nodes):
            return values
        limit *= GROWTH
