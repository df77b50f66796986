"""One side's secret for one deal, and what follows from it.

It is 32 random bytes.  All else is drawn from them: SHAKE-256 of what it is drawn for and of the
bytes.  So anybody who gets the bytes after the game can work out all the rest, and a hash of them
exchanged before the shuffle ties their owner to all of it.  What it is drawn for says whose deal it
is: between other people, or in another game of theirs, the same bytes make another deal.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha3_256, shake_256
from typing import Final, NamedTuple

from durak_tui.common.text import strict_json
from durak_tui.game.cards import USUAL_DECK, full_deck
from durak_tui.game.deals import shuffle
from durak_tui.net.locks import MODP_2048, Group

PASSES: Final = 4
"""The number of times that all cards are locked, by side 0 and side 1 in turn."""
SHUFFLES: Final = 2  # The first of these passes; in the others the places get locks of their own.
LENGTH: Final = 32  # Bytes of a secret, of a coin and of what ties a side to them.
_DEAL: Final = "durak-tui deal"
_DECK_KEY: Final = 40
"""Bytes, 320 bits, of the key for the whole deck, which is used for one shuffle and never shown.

RFC 3526, section 8, gives the 2048-bit group a strength of 110 to 160 bits, for which it asks for
exponents of 220 to 320 bits; NIST SP 800-56A (rev. 3, 5.6.1.1.1) asks for 224 at least.  Powers
with short exponents look as random as others, if discrete logarithms of that length are hard to
find (Koshiba and Kurosawa, "Short Exponent Diffie-Hellman Problems", PKC 2004).  The keys of the
places are long: the quotient of two short ones would give both away.
"""


class Parties(NamedTuple):
    """Both sides of a deal, and the number of their game."""

    # Of sides 0 and 1.
    keys: tuple[str, str]  # The public keys of both, "ssh-ed25519 AAAA...".
    sittings: tuple[str, str]  # What each calls its side of the talk, at random.
    game: int  # Of the talk, from 1.


@dataclass(frozen=True)
class Secret:
    """The secret of one side, 0 or 1, in a deal."""

    side: int
    parties: Parties
    size: int = USUAL_DECK
    data: bytes = field(default_factory=lambda: secrets.token_bytes(LENGTH), repr=False)
    group: Group = MODP_2048

    @property
    def commitment(self) -> bytes:
        """A hash that ties its owner to the secret, without revealing it."""
        return self._drawn("commitment", LENGTH)

    @property
    def coin(self) -> bytes:
        """This side's half of a lot that both cast."""
        return self._drawn("coin", LENGTH)

    @property
    def coin_commitment(self) -> bytes:
        """A hash that ties its owner to the coin."""
        return coin_commitment(self.side, self.coin)

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
        """The key to one place of the shuffled deck, counted from 0."""
        return self.group.key(self._drawn(f"key {place}", self.group.random_bytes))

    def source(self, number: int, place: int) -> int:
        """From where in the pass before a card of pass ``number`` comes."""
        return self.order[place] if number < SHUFFLES else place

    def locked(self, number: int, place: int, before: Sequence[int]) -> int:
        """One card of pass ``number``, made of those of the pass before."""
        if number < SHUFFLES:
            key = self.deck_key
        else:
            key = self.group.exchange(self.deck_key, self.key(place))
        return self.group.lock(before[self.source(number, place)], key)

    def _drawn(self, purpose: str, length: int) -> bytes:
        # As JSON no two of these texts are the same, nor the beginning of one another.
        text = strict_json([_DEAL, self.group.name, self.size, self.parties, self.side, purpose])
        return shake_256(text.encode() + self.data).digest(length)


def coin_commitment(side: int, coin: bytes) -> bytes:
    """A hash that ties a side, 0 or 1, to its coin."""
    return sha3_256(b"durak-tui coin %d " % side + coin).digest()


def lot(coins: Sequence[bytes]) -> int:
    """The side that the coins of sides 0 and 1 choose."""
    return sha3_256(b"durak-tui lot " + b"".join(coins)).digest()[0] & 1


def deck(secrets: tuple[Secret, Secret]) -> tuple[int, ...]:
    """The deck that both have shuffled, in dealing order."""
    cards = full_deck(secrets[0].size)
    return tuple(cards[secrets[0].order[source]] for source in secrets[1].order)
