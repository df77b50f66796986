"""The order in which games are listed, and sorting a million of them in small steps.

A game and what it is sorted by are one number of 64 bits, so that a list takes eight bytes a
game and is sorted without asking for anything.
"""

import struct
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

SortKey = Literal["file", "start", "bouts", "duration", "player"]
"""By the place in the file; by the time in the header; by the number of bouts; by how long the
game took; by the names of player1 and player2."""

_HALF: Final = 32
_MOST: Final = (1 << _HALF) - 1
_EPOCH: Final = datetime(1970, 1, 1)
_RUN: Final = 4096
"""How many are sorted at a time: a millisecond or two."""
_FLOAT: Final = struct.Struct("=f")
_BITS: Final = struct.Struct("=I")


class Order(NamedTuple):
    """How games are sorted.

    Descending is ascending read backwards: what is equal stands in the order of the file, or
    the other way round.  Games of which the key cannot be told come last in either.
    """

    by: SortKey = "file"
    descending: bool = False

    def code(self, game: int, key: int | None) -> int:
        """A number that is the smaller the earlier the game comes; ``key`` is below 2**32."""
        if key is None:
            key = _MOST
        else:
            key = min(max(key, 0), _MOST - 1)
            if self.descending:
                key = _MOST - 1 - key
        return key << _HALF | (_MOST - game if self.descending else game)

    def game(self, code: int) -> int:
        """The game of a code."""
        game = code & _MOST
        return _MOST - game if self.descending else game


FILE_ORDER: Final = Order()

# A code and that of the same game backwards add up to one of these.
_BOTH: Final = (_MOST - 1 << _HALF) + _MOST
_BOTH_LAST: Final = (2 * _MOST << _HALF) + _MOST
_FIRST_LAST: Final = _MOST << _HALF
"""From this one on come the codes of games of which the key cannot be told."""


def turned(code: int) -> int:
    """The code of the same game in the same order backwards."""
    return (_BOTH if code < _FIRST_LAST else _BOTH_LAST) - code


def all_turned(codes: "array[int]") -> "array[int]":
    """Sorted codes of the same games backwards, sorted: a tenth of a second for a million."""
    known = bisect_left(codes, _FIRST_LAST)
    result = array("Q", [_BOTH - code for code in reversed(codes[:known])])
    result.extend([_BOTH_LAST - code for code in reversed(codes[known:])])
    return result


def key_of_time(time: datetime | None) -> int | None:
    """Seconds; before 1970 all are one."""
    return None if time is None else int((time - _EPOCH).total_seconds())


def key_of_seconds(seconds: float | None) -> int | None:
    """As exact as 32 bits can be, for a tenth of a second as for a week."""
    if seconds is None:
        return None
    # The bits of positive floating point numbers are ordered as the numbers are.
    key: int = _BITS.unpack(_FLOAT.pack(max(seconds, 0.0)))[0]
    return key


class Sorter:
    """Sorts codes in steps of a few milliseconds."""

    def __init__(self) -> None:
        self._run: list[int] = []
        self._runs: list[array[int]] = []
        self._ends: list[int] | None = None
        """What the parts end with that are still to be merged, the next one last."""
        self._begins: list[int] = []
        """Where in each run the next part begins."""
        self.count = 0
        """How many have been added."""
        self.result = array("Q")
        """The first so many of them in order."""

    @property
    def is_merging(self) -> bool:
        """Whether there has been a :meth:`step`: nothing can be added any more."""
        return self._ends is not None

    def add(self, code: int) -> None:
        """Add one, before the first :meth:`step`."""
        self._run.append(code)
        self.count += 1
        if len(self._run) == _RUN:
            self._close_run()

    def _close_run(self) -> None:
        self._run.sort()
        self._runs.append(array("Q", self._run))
        self._run = []

    def step(self) -> bool:
        """Go on.  Returns whether there is more to do."""
        if self._ends is None:
            self._close_run()
            self._begins = [0] * len(self._runs)
            # Samples of all runs, and of these as many as there are runs: between two of them
            # lie about as many codes as a run has.
            samples = sorted(code for run in self._runs for code in run[:: len(self._runs)])
            apart = len(samples) // len(self._runs) + 1
            self._ends = samples[apart::apart][::-1]
            return True
        end = self._ends.pop() if self._ends else None
        part: list[int] = []
        for i, run in enumerate(self._runs):
            begin = self._begins[i]
            self._begins[i] = len(run) if end is None else bisect_right(run, end, begin)
            part += run[begin : self._begins[i]]
        part.sort()
        self.result.extend(array("Q", part))
        return end is not None


def inserted(codes: "array[int]", more: Sequence[int]) -> "array[int]":
    """A new list with some more codes in their places."""
    result = array("Q")
    at = 0
    for code in sorted(more):
        place = bisect_left(codes, code, at)
        result.extend(codes[at:place])
        result.append(code)
        at = place
    result.extend(codes[at:])
    return result
