"""Deals: the shuffled deck and who attacks first.

A deal is made from a seed and its number alone, by arithmetic that no Python version can
change: the same seed gives the same games everywhere.
"""

from collections.abc import Sequence
from hashlib import sha512
from typing import NamedTuple

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import HAND_SIZE, USUAL_DECK, full_deck, mask_of
from durak_tui.game.position import Position, lowest_trump_holder


class Deal(NamedTuple):
    """A deck in dealing order, who attacks first, and the house rules.

    ``deck[:6]`` is player 0's hand, ``deck[6:12]`` player 1's, the rest the talon with the
    open trump last.
    """

    deck: tuple[int, ...]
    first: int
    caps: Caps = NO_CAPS

    @property
    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both players' cards, in the order in which they are dealt."""
        return self.deck[:HAND_SIZE], self.deck[HAND_SIZE : 2 * HAND_SIZE]

    def position(self) -> Position:
        return Position.from_deck(self.deck, self.first, self.caps)

    def exchanged(self) -> "Deal":
        """The same deal with the hands, and the first attack, exchanged."""
        first, second = self.hands
        deck = second + first + self.deck[2 * HAND_SIZE :]
        return self._replace(deck=deck, first=1 - self.first)


def first_attacker(deck: Sequence[int], lot: int) -> int:
    """The holder of the lowest trump; ``lot`` if there is none."""
    hands = mask_of(deck[:HAND_SIZE]), mask_of(deck[HAND_SIZE : 2 * HAND_SIZE])
    holder = lowest_trump_holder(hands, deck[-1] & 3)
    return lot if holder is None else holder


def deal(seed: int | str, number: int, size: int = USUAL_DECK) -> Deal:
    """Deal ``number`` of the series of games named by ``seed``.

    The digits of one SHA-512 digest, read in the mixed radix of the Fisher-Yates shuffle,
    choose the permutation.  What is left of the digest casts the lot.
    """
    choice = int.from_bytes(sha512(f"durak {size} {seed} {number}".encode()).digest(), "big")
    deck = list(full_deck(size))
    rest = shuffle(deck, choice)
    return Deal(tuple(deck), first_attacker(deck, rest & 1))


def shuffle(deck: list[int], choice: int) -> int:
    """Order a deck as a number chooses; returns the number's rest.

    With a number of 512 random bits, against the 226 of 52!, no order is more than 2**-280 likelier
    than another.
    """
    for i in range(len(deck) - 1, 0, -1):
        choice, j = divmod(choice, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return choice
