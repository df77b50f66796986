"""One side's secret for one deal, from which all that it keeps secret follows.

It is 32 random bytes.  What is drawn from them is SHAKE-256 of the bytes and of what it is drawn
for; so whoever is given the bytes after the game can work out all the rest, and a hash of them
exchanged before the shuffle ties their owner to all of it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha3_256, shake_256
from typing import Final

from durak_tui.game.deals import shuffle
from durak_tui.net.locks import Group

LENGTH: Final = 32  # Bytes of a secret, of a coin and of a commitment.
_DECK_KEY: Final = 40
"""Bytes, 320 bits, of the key for the whole deck, which is used once and never shown.

RFC 3526, section 8, gives the 2048-bit group a strength of 110 to 160 bits, for which it asks for
exponents of 220 to 320 bits; NIST SP 800-56A (rev. 3, 5.6.1.1.1) asks for 224 at least.  What is shown
with short exponents is as hard to tell from random numbers as with long ones (Koshiba and Kurosawa,
"Short Exponent Diffie-Hellman Problems", 2004).  The keys of the places cannot be short: a quotient
of two short exponents gives both away.
"""


@dataclass(frozen=True)
class Secret:
    """What one side, 0 or 1, keeps secret in a deal of so many cards."""

    side: int
    size: int
    group: Group
    data: bytes = field(default_factory=lambda: secrets.token_bytes(LENGTH))

    @property
    def commitment(self) -> bytes:
        """What ties its owner to the secret and does not tell it."""
        return self._drawn("commitment", LENGTH)

    @property
    def coin(self) -> bytes:
        """This side's half of a lot that both cast."""
        return self._drawn("coin", LENGTH)

    @cached_property
    def order(self) -> Sequence[int]:
        """In which order this side puts the cards that it gets."""
        order = list(range(self.size))
        shuffle(order, int.from_bytes(self._drawn("order", 64), "big"))
        return order

    @cached_property
    def deck_key(self) -> int:
        """The key for all cards while they are shuffled."""
        return self.group.key(self._drawn("deck key", _DECK_KEY))

    def key(self, place: int) -> int:
        """The key for one place of the shuffled deck, counted from 0."""
        return self.group.key(self._drawn(f"key {place}", self.group.random_bytes))

    def change(self, place: int) -> int:
        """What turns the lock of the deck into that of a place."""
        return self.group.exchange(self.deck_key, self.key(place))

    def _drawn(self, purpose: str, length: int) -> bytes:
        text = f"durak-tui deal {self.group.name} {self.size} {self.side} {purpose} "
        return shake_256(text.encode() + self.data).digest(length)


def coin_commitment(self) -> bytes:
        """The hash that ties its owner to the coin."""
        return coin_commitment(self.side, self.coin)

    @cached_property
    def order(self) -> Sequence[int]:
        """In which order this side puts the cards that it gets."""
        order = list(range(self.size))
        shuffle(order, int.from_bytes(self._wide("order"), "big"))
        return order

    @cached_property
    def deck_key(self) -> int:
        """The key for all cards while they are shuffled."""
        return self.group.key(self._drawn_for("deck key"), _DECK_BITS)

    def key(self, place: int) -> int:
        """The key for one place of the shuffled deck, counted from 0."""
        return self.group.key(self._drawn_for(f"key {place}"))

    def change(self, place: int) -> int:
        """What turns the lock of the deck into that of a place."""
        return self.group.exchange(self.deck_key, self.key(place))

    def _wide(self, purpose: str) -> bytes:
        seed = self._drawn_for(purpose)
        return sha3_256(seed + b"\0").digest() + sha3_256(seed + b"\1").digest()

    def _drawn_for(self, purpose: str) -> bytes:
        text = f"durak-tui deal {self.group.name} {self.size} {self.side} {purpose} "
        return text.encode() + self.data


def coin_commitment(side: int, coin: bytes) -> bytes:
    """The hash of a coin, another one for each side."""
    return sha3_256(b"durak-tui coin %d " % side + coin).digest()


def lot(coins: Sequence[bytes]) -> int:
    """What the coins of both sides decide, 0 or 1."""
    return sha3_256(b"durak-tui lot " + b"".join(coins)).digest()[0] & 1
