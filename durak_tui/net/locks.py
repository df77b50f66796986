"""Locks that come off a card in any order.

A locked card is a number to the power of a key, modulo a prime.  Powers commute: two players can
each lock a card, and each can take off the own lock while the other's stays (Shamir, Rivest and
Adleman, "Mental Poker", MIT 1979).  A value is always a square modulo the prime, other than 1, and
a key an exponent from 1 to the number of squares less 1.

Where some cards are squares and others not, a lock leaves them so and thereby shows which (Lipton,
"How to Cheat at Mental Poker", 1981).  Here all cards are squares.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import shake_256
from typing import Final

from durak_tui.game.cards import NAMES, full_deck


@dataclass(frozen=True)
class Group:
    """The squares modulo a safe prime.

    Of a safe prime (prime - 1) / 2 is a prime, too."""

    name: str
    prime: int

    @property
    def order(self) -> int:
        """The number of squares; a prime."""
        return self.prime // 2

    @property
    def digits(self) -> int:
        """The number of hexadecimal digits of a value or a key."""
        return (self.prime.bit_length() + 3) // 4

    def has(self, value: int) -> bool:
        """True for a square other than 0 and 1."""
        return 1 < value < self.prime and jacobi(value, self.prime) == 1

    def lock(self, value: int, key: int) -> int:
        """Put a lock on a value: the one step that takes long."""
        return pow(value, key, self.prime)

    def unlock(self, value: int, key: int) -> int:
        """Take a lock off a value."""
        return self.lock(value, pow(key, -1, self.order))

    def exchange(self, old: int, new: int) -> int:
        """The key that puts one lock in the place of another."""
        return new * pow(old, -1, self.order) % self.order

    @property
    def random_bytes(self) -> int:
        """The random bytes that choose a number as good as uniformly."""
        return (self.prime.bit_length() + _SPARE) // 8

    def key(self, random: bytes) -> int:
        """The key that these random bytes choose."""
        return int.from_bytes(random, "big") % (self.order - 1) + 1


MODP_2048: Final = Group(
    "modp2048",
    int(
        "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
        "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
        "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
        "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
        "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
        "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
        16,
    ),
)
"""Group 14 of RFC 3526: 2**2048 - 2**1984 - 1 + 2**64 * (floor(2**1918 * pi) + 124476)."""

_SPARE: Final = 128  # Bits more than needed, so that no remainder is likelier than another.


@cache
def values(group: Group, size: int) -> tuple[int, ...]:
    """The values of a deck's cards, lowest first, before any lock.

    They are squares of what a hash makes of the cards' names: nobody has chosen them, and nobody
    knows which power of another one of them is; who knew could turn a card into another.
    """
    texts = (f"durak-tui card {group.name} {NAMES[card]}".encode() for card in full_deck(size))
    roots = (int.from_bytes(shake_256(text).digest(group.random_bytes), "big") for text in texts)
    return tuple(pow(root, 2, group.prime) for root in roots)


def jacobi(value: int, odd: int) -> int:
    """The Jacobi symbol: 1 for squares modulo a prime, -1 for others.

    By the law of quadratic reciprocity (Cohen, "A Course in Computational Algebraic Number Theory",
    algorithm 1.4.10); forty times as fast as a power.
    """
    sign = 1
    while value:
        twos = (value & -value).bit_length() - 1
        value >>= twos
        if twos & 1 and odd & 7 in (3, 5):
            sign = -sign
        if value & odd & 3 == 3:
            sign = -sign
        value, odd = odd % value, value
    return sign if odd == 1 else 0
