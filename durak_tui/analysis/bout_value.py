"""The worth of the start of a bout, learned from games; compiled.

A network of one hidden layer, in whole numbers. Each rank of a hand is one of eight inputs, by how
many cards of plain suits it has there and whether the trump; how many cards the talon has is one
more. Its units are clipped to what lies between 0 and :data:`ONE`, as those of NNUE for shogi and
chess are (Y. Nasu: "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
Shogi", 2018); but a bout changes nearly all of a hand, so the sums are made anew, three units to a
word. ``tools/train.py`` makes the weights.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING, Final

from durak_tui.analysis.kernel import numbers

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

FILE: Final = "bout_value.json"
UNITS: Final = 15
RANKS: Final = 13
KINDS: Final = 8  # Of what a hand has of a rank: 2 * cards of plain suits + trump.
HANDS: Final = 2 * RANKS * KINDS  # The attacker's inputs, then the defender's.
TALON: Final = 41  # Inputs: how many cards it has; games begin with 40 at most.
ONE: Final = 1024  # What stands for 1 in a unit, and in a weight.
FINENESS: Final = 256  # Steps of a logit, distinct between -8 and 8.
CERTAIN: Final = 65536  # What stands for a sure win.
LARGEST: Final = 262143  # Of what a unit may add up to, in either direction.

_WORDS: Final = UNITS // 3
_LANE: Final = 20  # Bits of a word for each unit,
_LANE_MASK: Final = 0xFFFFF
_ZERO: Final = 262144  # of which this stands for 0, so that none borrows from its neighbour.
_STEPS: Final = 4096
_MIDDLE: Final = 2048


class BoutValue:
    """The network."""

    def __init__(self, inputs: list[list[int]], output: list[int], bias: int) -> None:
        """``inputs[i][u]`` is the weight of input ``i`` for unit ``u``.

        ``output`` has the weights of the units, and ``bias`` what they are added to.
        """
        self._hand: vec[i64] = numbers(4 * 2 * RANKS * 16 * _WORDS, 0)  # For each trump suit.
        self._talon: vec[i64] = numbers(TALON * _WORDS, 0)
        self._output: vec[i64] = numbers(UNITS, 0)
        self._bias: i64 = bias
        self._chances: vec[i64] = numbers(_STEPS, 0)
        for unit in range(UNITS):
            self._output[unit] = output[unit]
        for suit in range(4):
            for rank in range(2 * RANKS):
                for cards in range(16):
                    trump = cards >> suit & 1
                    kind = 2 * (cards.bit_count() - trump) + trump
                    at = ((suit * 2 * RANKS + rank) * 16 + cards) * _WORDS
                    self._pack(self._hand, at, inputs[rank * KINDS + kind], 0)
        for left in range(TALON):
            self._pack(self._talon, left * _WORDS, inputs[HANDS + left], _ZERO)
        for step in range(_STEPS):
            chance = 1 / (1 + exp((_MIDDLE - step) / FINENESS))
            self._chances[step] = round(CERTAIN * chance)

    def _pack(self, words: vec[i64], at: i64, weights: list[int], zero: i64) -> None:
        """Write the weights of one input, three in a word."""
        word: i64 = 0
        unit: i64 = 0
        weight: i64 = 0
        while unit < UNITS:
            word = 0
            for lane in range(3):
                weight = weights[unit]
                word += weight + zero << _LANE * lane
                unit += 1
            words[at] = word
            at += 1

    def value(self, attacker: i64, defender: i64, trumps: i64, left: i64) -> i64:
        """The attacker's expected score at the start of a bout, of :data:`CERTAIN`.

        Hands and trumps are masks; ``left`` is how many cards the talon has.
        """
        hand = self._hand
        suit: i64 = 0
        while not trumps >> suit & 1:
            suit += 1
        at: i64 = min(left, TALON - 1) * _WORDS
        a: i64 = self._talon[at]
        b: i64 = self._talon[at + 1]
        c: i64 = self._talon[at + 2]
        d: i64 = self._talon[at + 3]
        e: i64 = self._talon[at + 4]
        theirs: i64 = RANKS * 16 * _WORDS
        base: i64 = suit * 2 * theirs
        while attacker or defender:
            at = base + (attacker & 15) * _WORDS
            a += hand[at]
            b += hand[at + 1]
            c += hand[at + 2]
            d += hand[at + 3]
            e += hand[at + 4]
            at = base + theirs + (defender & 15) * _WORDS
            a += hand[at]
            b += hand[at + 1]
            c += hand[at + 2]
            d += hand[at + 3]
            e += hand[at + 4]
            attacker >>= 4
            defender >>= 4
            base += 16 * _WORDS
        total: i64 = self._bias + self._said(a, 0) + self._said(b, 3) + self._said(c, 6)
        total += self._said(d, 9) + self._said(e, 12)
        return self._chances[max(0, min(_STEPS - 1, _MIDDLE + total // (ONE * ONE // FINENESS)))]

    def _said(self, word: i64, unit: i64) -> i64:
        """The part of the logit from the three units of a word."""
        output = self._output
        first: i64 = max(0, min(ONE, (word & _LANE_MASK) - _ZERO))
        second: i64 = max(0, min(ONE, (word >> _LANE & _LANE_MASK) - _ZERO))
        third: i64 = max(0, min(ONE, (word >> _LANE + _LANE) - _ZERO))
        return first * output[unit] + second * output[unit + 1] + third * output[unit + 2]


@cache
def shipped() -> BoutValue:
    """The network that ships."""
    # Only here: engines that see all cards do without.
    import json
    from importlib.resources import files

    return BoutValue(**json.loads((files("durak_tui.analysis") / FILE).read_text("utf-8")))
