"""Sets of cards as masks, random numbers, flat arrays: for compiled modules.

mypyc compiles this module and those that say so where a C compiler is at hand; elsewhere the same
sources run as plain Python. Hence their style: 64-bit integers in local variables, no objects in
loops, and no arithmetic that leaves 63 bits, which plain Python would not notice and C would.

A card is the mask with its one bit, so the lowest of a hand is ``hand & -hand``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from librt.vecs import extend, vec
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")

# With the numbers of durak_tui.game.position.
MOVE: Final = 0
RESPOND: Final = 1
GIVE_MORE: Final = 2

DRAW: Final = 2
UNDECIDED: Final = -1
UNLIMITED: Final = 52

CLUBS: Final = 0x1111111111111  # Suit s is CLUBS << s, and CLUBS * 15 is the deck.

# Card c is ACE_OF_SPADES >> 51 - c, not 1 << c: mypyc makes the 1 a C int of 32 bits.
ACE_OF_SPADES: Final = 0x8000000000000

_MULTIPLIER: Final = 0x7FFFFDCD
_LOW: Final = 0xFFFFFFFF


def same_ranks(cards: i64) -> i64:
    """All cards, of any suit, of the ranks that these cards have."""
    pairs: i64 = cards | cards >> 1
    return ((pairs | pairs >> 2) & CLUBS) * 15


def beaters(card: i64, trumps: i64) -> i64:
    """All cards that beat this one (D-101)."""
    higher: i64 = -(card + card)
    if card & trumps:
        return trumps & higher
    if card & CLUBS:
        return CLUBS & higher | trumps
    if card & CLUBS * 2:
        return CLUBS * 2 & higher | trumps
    if card & CLUBS * 4:
        return CLUBS * 4 & higher | trumps
    return CLUBS * 8 & higher | trumps


def count(cards: i64) -> i64:
    # Halves, nibbles and bytes side by side, as in Hacker's Delight 5-1, but added up
    # without the multiplication, which would overflow.
    cards -= cards >> 1 & 0x5555555555555
    cards = (cards & 0x3333333333333) + (cards >> 2 & 0x3333333333333)
    cards = (cards + (cards >> 4)) & 0xF0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 127


def numbers(n: i64, value: i64) -> vec[i64]:
    """A flat array of ``n`` numbers, each of this value."""
    return vec[i64]([value] * n)


def reals(n: i64, value: float) -> vec[float]:
    """A flat array of ``n`` floating-point numbers, each of this value."""
    return vec[float]([value] * n)


def doubled(array: vec[i64]) -> vec[i64]:
    """The array twice, one after the other."""
    return extend(array, array)


def doubled_reals(array: vec[float]) -> vec[float]:
    """The array twice, one after the other."""
    return extend(array, array)


if not COMPILED:
    # What plain Python does best: one call of C, and a list.
    globals()["count"] = int.bit_count
    globals()["doubled"] = globals()["doubled_reals"] = lambda array: array + array
    globals()["numbers"] = globals()["reals"] = lambda n, value: [value] * n


def seeded(seed: i64) -> i64:
    """A state of the random numbers from a non-negative seed."""
    state: i64 = seed & 0x3FFFFFFFFFFFFFFF
    # Two turns mix the halves; the added number keeps clear of the state 0, which stays 0.
    state = _MULTIPLIER * ((state ^ 0x2545F491) & _LOW) + (state >> 32) + 1
    return _MULTIPLIER * (state & _LOW) + (state >> 32)


def turned(state: i64) -> i64:
    """The next random state; its low 32 bits are the number.

    A multiply-with-carry generator (G. Marsaglia, 1994): the multiplier makes
    ``multiplier * 2**32 - 1`` a safe prime, so the period is about 2**62.
    """
    return _MULTIPLIER * (state & _LOW) + (state >> 32)


def below(state: i64, n: i64) -> i64:
    """The number of a random state, below ``n``.

    ``n`` is at most 2**31: a larger one does not leave room for the product.
    """
    return (state & _LOW) * n >> 32


def outcome(attacker: i64, defender: i64, seat: i64) -> i64:
    """The winner, with an empty talon and an empty hand."""
    if attacker:
        return 1 - seat
    if defender:
        return seat
    return DRAW
