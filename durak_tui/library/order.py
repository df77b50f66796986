"""A million games, sorted in small steps.

A game and what it is sorted by are one number of 64 bits, a code, so that a list takes eight bytes
a game and is sorted without asking for anything.
"""

import struct
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Final, Literal, NamedTuple

SortKey = Literal["file", "start", "bouts", "duration", "player"]
"""By the place in the file; by the time in the header; by the number of bouts; by how long the
game took; by the names of player1 and player2."""

_HALF: Final = 32
_MOST: Final = (1 << _HALF) - 1
UNKNOWN: Final = _MOST << _HALF  # Codes from this one on are of games without a known key.
_EPOCH: Final = datetime(1970, 1, 1)
_RUN: Final = 4096  # How many are sorted at a time: a millisecond or two.
_PART: Final = 2048  # How many are merged at a time.


class Order(NamedTuple):
    """A key to sort games by, and a direction.

    Descending is ascending read backwards: what is equal stands in the order of the file, or
    the other way round.  Games without a known key come last in either.
    """

    by: SortKey = "file"
    descending: bool = False


FILE_ORDER: Final = Order()
NEWEST: Final = Order("file", descending=True)


def code(game: int, key: int | None) -> int:
    """The code of a game with a key below 2**32, ascending."""
    return (_MOST if key is None else min(max(key, 0), _MOST - 1)) << _HALF | game


def game_of(code: int) -> int:
    return code & _MOST


def key_of_time(time: datetime | None) -> int | None:
    """Seconds since 1970; times before are equal."""
    return None if time is None else int((time - _EPOCH).total_seconds())


def key_of_seconds(seconds: float | None) -> int | None:
    """Seconds as exactly as 32 bits allow, whether few or many."""
    if seconds is None:
        return None
    # The bits of positive floating point numbers are ordered as the numbers are.
    key: int = struct.unpack("=I", struct.pack("=f", max(seconds, 0.0)))[0]
    return key


class Sorter:
    """A sort of codes in steps of a few milliseconds."""

    def __init__(self) -> None:
        self._run: list[int] = []
        self._runs: list[array[int]] = []
        self._merged: Iterator[int] | None = None
        self.result = array("Q")  # The first of them, in order.

    @property
    def is_merging(self) -> bool:
        """True from the first :meth:`step` on: nothing can be added then."""
        return self._merged is not None

    def add(self, code: int) -> None:
        self._run.append(code)
        if len(self._run) == _RUN:
            self._close_run()

    def _close_run(self) -> None:
        self._run.sort()
        self._runs.append(array("Q", self._run))
        self._run = []

    def step(self) -> bool:
        """Go on, and return whether there is more to do."""
        if self._merged is None:
            self._close_run()
            self._merged = merge(*self._runs)
        part = array("Q", islice(self._merged, _PART))
        self.result.extend(part)
        return bool(part)


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
