"""The styles of durak-player: how some people like to play.

careful  keeps trumps and high cards for the end, and takes rather than spend a trump
greedy   gets rid of cards: beats, throws in and gives all that fits, trumps as well
tricky   leads ranks it has several of, and heeds what the opponent is known to hold
"""

import os
from typing import Final

from durak_engines.dummy import Dummy
from durak_engines.prng import SplitMix
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.game.cards import BEATS, SAME_RANK, SUIT_MASK, parse_card, rank_of

STYLES: Final = ("careful", "greedy", "tricky")
_LOWEST_HIGH: Final = rank_of(parse_card("JC"))
"""From this rank up a careful player keeps cards for the end."""
_KEEPS_BACK: Final = 0.25
"""The share of its chances to throw in that a tricky player leaves."""


class Careful(Dummy):
    """Keeps trumps and high cards while there is a talon."""

    def move(self, turn: Turn) -> int | None:
        """Lead the cheapest card; throw in only what is low."""
        card = super().move(turn)
        if card is None or turn.must_play or self._can_go(card, turn):
            return card
        return None

    def respond(self, turn: Turn) -> int | None:
        """Beat within the suit, or else take."""
        card = super().respond(turn)
        if card is not None and turn.is_trump(card) and turn.deck_count:
            return None
        return card

    def give_more(self, turn: Turn) -> list[int]:
        return [card for card in super().give_more(turn) if self._can_go(card, turn)]

    @staticmethod
    def _can_go(card: int, turn: Turn) -> bool:
        return rank_of(card) < _LOWEST_HIGH or not turn.deck_count


class Greedy(Dummy):
    """Gets rid of cards wherever the rules allow it."""

    def move(self, turn: Turn) -> int | None:
        """Lead the rank it has most of; throw in all that fits."""
        if turn.table:
            return turn.cheapest
        return max(turn.legal, key=lambda card: _of_rank(card, turn.hand_mask), default=None)

    def give_more(self, turn: Turn) -> list[int]:
        """All that fits, as many as may be, cheapest first."""
        return turn.legal[: turn.limit]


class Tricky(Dummy):
    """Leads what is hard to answer, and lets little be thrown in."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self._seed = int.from_bytes(os.urandom(8)) if seed is None else seed

    def move(self, turn: Turn) -> int | None:
        """Lead what more can follow; sometimes do not throw in."""
        if turn.table:
            keeps_back = turn.deck_count and SplitMix(self._seed, turn).happens(_KEEPS_BACK)
            return None if keeps_back else super().move(turn)
        trump = turn.trump & 3
        plain = turn.hand_mask & ~SUIT_MASK[trump]
        known_plain = turn.enemy_known_mask & ~SUIT_MASK[trump]

        def merits(card: int) -> tuple[bool, bool, bool]:
            has_more = _of_rank(card, plain) > 1
            beaten_cheaply = bool(BEATS[trump][card] & known_plain)
            return not turn.is_trump(card), has_more, not beaten_cheaply

        return max(turn.legal, key=merits, default=None)

    def respond(self, turn: Turn) -> int | None:
        """Beat so that little can be thrown in that is known."""
        fits_already = 0
        for card in turn.table:
            fits_already |= SAME_RANK[card]
        known = turn.enemy_known_mask & ~fits_already
        cards = [card for card in turn.legal if not turn.is_trump(card)] or turn.legal
        return min(cards, key=lambda card: _of_rank(card, known), default=None)


def _of_rank(card: int, mask: int) -> int:
    """The number of cards in a mask with the card's rank."""
    return (mask & SAME_RANK[card]).bit_count()


def styled(style: str, seed: int | None = None) -> Engine:
    """The engine of a style, one of ``STYLES``.

    Only a tricky player leaves something to chance.
    """
    if style == "tricky":
        return Tricky(seed)
    return {"careful": Careful, "greedy": Greedy}[style]()
