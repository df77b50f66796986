"""Exact endgames: with an empty talon, what every action is worth.

Results are those of the player to act: 1 a win, 0 a draw, -1 a loss.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.analysis import alphabeta
from durak_tui.game.cards import mask_of
from durak_tui.game.position import DEAL, DRAW, OVER, RESPOND, Action, Position

NODES: Final = 2_000_000  # Of a search: a second or so of compiled code, half a minute of Python.
CAPACITY: Final = 300_000  # Default number of positions remembered: about 50 MB when all are.
MOST_LISTED: Final = 20_000  # Ways to give that are looked at; made-up positions may have more.
FIRST_NODES: Final = 500  # So few that no action takes all the time before the others had theirs.
GROWTH: Final = 4  # How many times as many nodes as the one before each search may look at.

WIN: Final = 1
EVEN: Final = 0
LOSS: Final = -1


class Start(NamedTuple):
    """A position as the arguments of the kernel's functions, in their order."""

    attacker: int
    defender: int
    talon: bytes
    drawn: int
    trump_suit: int
    seat: int
    phase: int
    table: int
    last: int
    attacks: int  # How many more are allowed in this bout, and
    cap: int  # in each of those to come.


class Worth(NamedTuple):
    """What an action is worth to the player who acts."""

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


def start(position: Position) -> Start:
    """The position for the kernel; somebody is to act in it."""
    hands, seat = position.hands, position.attacker
    return Start(
        hands[seat],
        hands[1 - seat],
        bytes(position.talon),
        position.drawn,
        position.trump & 3,
        seat,
        position.phase,
        mask_of(position.table),
        1 << position.table[-1] if position.phase == RESPOND else 0,
        position.attacks_left,
        position.later_cap,
    )


def after(position: Position, action: Action) -> Position:
    """A settled copy of the position after an action."""
    child = position.copy()
    child.play(action)
    return settled(child)


class Solver:
    """A solver for an empty talon, which remembers a game's positions."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.search: Final = alphabeta.Search(capacity)

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
        """Whether the player gets ``want`` or more out of the position."""
        if position.phase == OVER:
            winner = position.winner
            got = EVEN if winner == DRAW else WIN if winner == player else LOSS
            return alphabeta.YES if got >= want else alphabeta.NO
        state = start(position)
        attacker, defender, table, last = (
            alphabeta.with_spades_as_trumps(mask, state.trump_suit)
            for mask in (state.attacker, state.defender, state.table, state.last)
        )
        ask = self.search.at_least
        if player == position.attacker:
            return ask(state.phase, attacker, defender, table, last, want)
        # The defender gets this much if the attacker does not get more than the rest.
        answer = ask(state.phase, attacker, defender, table, last, 1 - want)
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
    """What :meth:`Solver.values` finds before ``deadline``.

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
