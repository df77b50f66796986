"""Pairing off all, where not everybody may meet everybody.

Trying pairs with backtracking would do for most standings, but not for all: where those left
fall into two groups of odd size, such as 31 and 31 after 31 rounds between them, it goes
through more than 10**16 ways before it knows that nobody can be paired.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

_NOBODY: Final = -1


def all_paired(links: Sequence[Sequence[int]]) -> bool:
    """True if all can be paired off.

    ``links[a]`` are those whom ``a`` may be paired with; if ``b`` is one of them, ``a`` is one of
    ``links[b]``.  The method is that of Edmonds ("Paths, Trees, and Flowers", Canadian Journal of
    Mathematics 17, 1965); its time grows at most with the cube of their number.
    """
    partner = [_NOBODY] * len(links)
    for one, others in enumerate(links):
        if partner[one] == _NOBODY:
            free = next((other for other in others if partner[other] == _NOBODY), _NOBODY)
            if free != _NOBODY:
                partner[one], partner[free] = free, one
    # Who cannot be paired now never can: more pairs leave them no way either.
    return all(
        partner[one] != _NOBODY or _Search(links, partner, one).has_paired()
        for one in range(len(links))
    )


class _Search:
    """A search for an alternating path between two who are left over.

    Every second step of it is a pair that exists; taking the other steps for pairs instead
    makes one pair more.  Those an even number of steps away are outer, those in between
    inner.  Two outer ones that are linked close a ring of odd length, all of whose members
    can be reached as outer ones: the ring is then treated as one, its base.
    """

    def __init__(self, links: Sequence[Sequence[int]], partner: list[int], root: int) -> None:
        self.links = links
        self.partner = partner
        self.root = root
        self.base = list(range(len(links)))
        self.before = [_NOBODY] * len(links)  # The outer one from which an inner one was reached.
        self.outer = {root}
        self.waiting = deque([root])

    def has_paired(self) -> bool:
        """Pair off the root and one more, if that can be done."""
        while self.waiting:
            here = self.waiting.popleft()
            for there in self.links[here]:
                if self.base[here] == self.base[there] or self.partner[here] == there:
                    continue
                if there in self.outer:
                    self._close_ring(here, there)
                elif self.before[there] == _NOBODY:
                    self.before[there] = here
                    if self.partner[there] == _NOBODY:
                        self._take(there)
                        return True
                    self._reach(self.partner[there])
        return False

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.waiting.append(one)

    def _take(self, last: int) -> None:
        """Exchange pairs and gaps on the way from ``last`` to the root."""
        while last != _NOBODY:
            previous = self.before[last]
            following = self.partner[previous]
            self.partner[last], self.partner[previous] = previous, last
            last = following

    def _close_ring(self, one: int, other: int) -> None:
        top = self._common_base(one, other)
        ring = self._side(one, other, top) | self._side(other, one, top)
        for member in range(len(self.links)):
            if self.base[member] in ring:
                self.base[member] = top
                self._reach(member)

    def _common_base(self, one: int, other: int) -> int:
        passed = {self.base[one]}
        while self.base[one] != self.root:
            one = self.before[self.partner[self.base[one]]]
            passed.add(self.base[one])
        while self.base[other] not in passed:
            other = self.before[self.partner[self.base[other]]]
        return self.base[other]

    def _side(self, here: int, child: int, top: int) -> set[int]:
        """One side of a ring, now reached from below."""
        side = set()
        while self.base[here] != top:
            mate = self.partner[here]
            side |= {self.base[here], self.base[mate]}
            self.before[here] = child
            child = mate
            here = self.before[mate]
        return side
