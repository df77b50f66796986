"""Pairing off as many as possible, where not everybody may meet everybody.

Trying pairs with backtracking would do for most standings, but not for all: where those left
fall into two groups of odd size, such as 31 and 31 after 31 rounds between them, it goes
through more than 10**16 ways before it knows that nobody can be paired.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

NOBODY: Final = -1


def largest_matching(links: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each, NOBODY for those left over.

    ``links[a]`` are those whom ``a`` may be paired with; if ``b`` is one of them, ``a`` is
    one of ``links[b]``.  No other choice pairs off more.  The method is that of Edmonds
    ("Paths, Trees, and Flowers", Canadian Journal of Mathematics 17, 1965); its time
    grows at most with the cube of their number.
    """
    partner = [NOBODY] * len(links)
    for one, others in enumerate(links):
        if partner[one] == NOBODY:
            free = next((other for other in others if partner[other] == NOBODY), NOBODY)
            if free != NOBODY:
                partner[one], partner[free] = free, one
    for one in range(len(links)):
        if partner[one] == NOBODY:
            _Search(links, partner, one).run()
    return partner


def all_paired(links: Sequence[Sequence[int]]) -> bool:
    """Whether nobody has to be left over."""
    return NOBODY not in largest_matching(links)


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
        self.before = [NOBODY] * len(links)
        """The outer one from which an inner one was reached."""
        self.outer = [False] * len(links)
        self.outer[root] = True
        self.waiting = deque([root])

    def run(self) -> None:
        while self.waiting:
            here = self.waiting.popleft()
            for there in self.links[here]:
                if self.base[here] == self.base[there] or self.partner[here] == there:
                    continue
                if self.outer[there]:
                    self._close_ring(here, there)
                elif self.before[there] == NOBODY:
                    self.before[there] = here
                    follower = self.partner[there]
                    if follower == NOBODY:
                        self._take(there)
                        return
                    self._reach(follower)

    def _reach(self, one: int) -> None:
        if not self.outer[one]:
            self.outer[one] = True
            self.waiting.append(one)

    def _take(self, last: int) -> None:
        """Exchange pairs and gaps on the way from ``last`` to the root."""
        while last != NOBODY:
            previous = self.before[last]
            following = self.partner[previous]
            self.partner[last], self.partner[previous] = previous, last
            last = following

    def _close_ring(self, one: int, other: int) -> None:
        top = self._common_base(one, other)
        ring: set[int] = set()
        self._walk_up(one, other, top, ring)
        self._walk_up(other, one, top, ring)
        for member in range(len(self.links)):
            if self.base[member] in ring:
                self.base[member] = top
                self._reach(member)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if one == self.root:
                break
            one = self.before[self.partner[one]]
        while self.base[other] not in passed:
            other = self.before[self.partner[self.base[other]]]
        return self.base[other]

    def _walk_up(self, here: int, child: int, top: int, ring: set[int]) -> None:
        """Collect one side of the ring, now reached from below."""
        while self.base[here] != top:
            mate = self.partner[here]
            ring |= {self.base[here], self.base[mate]}
            self.before[here] = child
            child = mate
            here = self.before[mate]
