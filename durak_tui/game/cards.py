"""Cards as small integers, and sets of cards as bit masks.

A card is ``rank * 4 + suit``: rank 0 is the two and 12 the ace, suits are in the order C, D,
H, S.  So integers are in the order in which players sort a hand, and the lowest bit of a mask
is its lowest card.  A smaller deck has the highest ranks of all.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The name of each card: ``NAMES[card]`` is for example ``"7C"``."""

DECK_SIZES: Final = (24, 36, 52)
"""The decks that can be played with, from the nines, sixes and twos up (H-004)."""
USUAL_DECK: Final = 36
HAND_SIZE: Final = 6

_BY_NAME: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES)}

HIDDEN: Final = 52
"""In place of a card that is not known: this and its place in the deck.

A hand may hold such numbers, and a talon; no card of the table is one, and none has a name.
"""

# For each card, the mask that holds just it, and that of the four cards of its rank.
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(2 * HIDDEN))
SAME_RANK: Final[tuple[int, ...]] = tuple(0b1111 << (card & ~3) for card in range(52))
# For each suit, the mask of its thirteen cards.
SUIT_MASK: Final[tuple[int, ...]] = tuple(
    sum(1 << card for card in range(suit, 52, 4)) for suit in range(4)
)


def _beaters(card: int, trump: int) -> int:
    higher = SUIT_MASK[card & 3] & -(2 << card)
    return higher if card & 3 == trump else higher | SUIT_MASK[trump]


BEATS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_beaters(card, trump) for card in range(52)) for trump in range(4)
)
"""``BEATS[trump_suit][card]`` is the mask of the cards that beat ``card``: a higher
card of its suit, or any trump if it is none itself (D-101)."""


def card_name(card: int) -> str:
    """The two-letter name of a card, such as ``7C`` or ``TS``."""
    return NAMES[card]


def parse_card(name: object) -> int:
    """The card of a name, in either case.  Raises ValueError."""
    if not isinstance(name, str):
        raise ValueError("not a card: not even a text")
    # Letters of other alphabets must not become ours by changing case.
    card = _BY_NAME.get(name.upper()) if name.isascii() else None
    if card is None:
        raise ValueError(f"not a card: {name!r}")
    return card


def card_names(cards: Iterable[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def rank_of(card: int) -> int:
    return card >> 2


def suit_of(card: int) -> int:
    return card & 3


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, lowest first."""
    cards = []
    while mask:
        cards.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return cards


def in_playing_order(mask: int, trump_suit: int) -> Iterator[int]:
    """Cards by rank, trumps last: as a thrifty player spends them (D-050)."""
    trumps = mask & SUIT_MASK[trump_suit]
    yield from cards_in(mask ^ trumps)
    yield from cards_in(trumps)


def in_hand_order(mask: int, trump_suit: int, *, by_suit: bool = False) -> list[int]:
    """Cards as people hold them, by rank or by suit, trumps last."""
    cards = list(in_playing_order(mask, trump_suit))
    if by_suit:
        # Black and red suits take turns: clubs, diamonds, spades, hearts.
        cards.sort(key=lambda card: (suit_of(card) == trump_suit, (0, 1, 3, 2)[suit_of(card)]))
    return cards


def playable(hand: int, table: Sequence[int], trump_suit: int, *, beating: bool) -> int:
    """The cards of a hand that may follow these (D-101, D-102)."""
    if not table:
        return hand
    if beating:
        return hand & BEATS[trump_suit][table[-1]]
    fitting = 0
    for card in table:
        fitting |= SAME_RANK[card]
    return hand & fitting


def give_limit(held: int) -> int:
    """The most cards that a taker of ``held`` may get (D-103)."""
    return held - 1


def full_deck(size: int) -> range:
    """All cards of such a deck, lowest first.  Raises ValueError."""
    if size not in DECK_SIZES:
        *others, largest = map(str, DECK_SIZES)
        raise ValueError(f"a deck has {', '.join(others)} or {largest} cards, not {size}")
    return range(52 - size, 52)
