"""Exact endgames by the clock: as many nodes as there is time for."""

from collections.abc import Sequence
from time import monotonic
from typing import Final

from durak_tui.analysis.endgame import Solver, Worth
from durak_tui.game.position import Action, Position

FIRST_NODES: Final = 500
"""The first search, which gets to all actions before one of them takes all the time."""
GROWTH: Final = 4
"""Each search may look at this many times as many nodes as the one before.  What that one
found is remembered, so little is done twice."""


def values_in_time(
    solver: Solver,
    position: Position,
    deadline: float,
    nodes: int | None = None,
    among: Sequence[Action] | None = None,
) -> list[Worth]:
    """What :meth:`Solver.values` finds before ``deadline``, in seconds of ``monotonic()``.

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
        values = list(map(_both, values, found)) if values else found
        used += max(solver.nodes, 1)
        if all(worth.value is not None for worth in values) or monotonic() >= deadline:
            return values
        # What fewer nodes than there were cannot answer, more cannot either.
        if solver.nodes <= limit or (nodes is not None and used >= nodes):
            return values
        limit *= GROWTH


def _both(one: Worth, other: Worth) -> Worth:
    """What two searches have found out about an action."""
    return Worth(one.action, max(one.low, other.low), min(one.high, other.high))
