"""The place of every card at one moment of a game."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from durak_tui.export.card_shapes import HEIGHT, WIDTH
from durak_tui.game.cards import cards_in, in_playing_order, suit_of
from durak_tui.records.replay import ReplayState

STAGE: Final = 960, 640
SCALE: Final = 1.25
CARD: Final = WIDTH * SCALE, HEIGHT * SCALE
HANDS: Final = 470.0, 48.0  # The top edges of the lower and the upper hand.
TALON: Final = 836.0, 258.0  # On the right, and the discards on the left, as on the screen.
_DISCARDED: Final = 36.0, 258.0
_BOUT: Final = 200.0, 760.0  # From where to where the cards of a bout may lie.
_MIDDLE: Final = 240.0
_BEATEN: Final = 24.0, 30.0  # How far a card lies from the one that it beats.
_MARGIN: Final = 30.0


class Placed(NamedTuple):
    """A card on the table; a later one lies above."""

    card: int
    x: float
    y: float
    turn: int = 0  # Degrees around its middle.
    is_open: bool = True


def arrange(state: ReplayState, deck: Sequence[int]) -> list[Placed]:
    """Place all cards of a deck, those at the bottom first."""
    seen = {*state.table, *state.given, *state.discarded}
    seen.update(*(cards_in(hand) for hand in state.hands))
    placed = [*_talon([card for card in reversed(deck) if card not in seen], deck[-1])]
    for card in state.discarded:
        x, y = _DISCARDED
        # Thrown down without care, but each always in the same way.
        placed.append(Placed(card, x + card % 5, y + card % 7, card * 47 % 60 - 30, False))
    trump = suit_of(deck[-1])
    for hand, top in reversed([*zip(state.hands, HANDS, strict=True)]):
        placed += _hand(hand, top, trump)
    return [*placed, *_bout(state)]


def _talon(cards: Sequence[int], trump: int) -> list[Placed]:
    """The talon from its last card on, which lies open across."""
    x, y = TALON
    return [
        Placed(card, x - 50, y, 90) if card == trump else Placed(card, x, y - n * 0.5, 0, False)
        for n, card in enumerate(cards)
    ]


def _hand(hand: int, top: float, trump: int) -> list[Placed]:
    """A hand from left to right, trumps last."""
    cards = list(in_playing_order(hand, trump))
    width = STAGE[0] - 2 * _MARGIN - CARD[0]
    step = min(CARD[0] + 6, width / max(1, len(cards) - 1))
    left = (STAGE[0] - CARD[0] - step * (len(cards) - 1)) / 2
    return [Placed(card, left + n * step, top) for n, card in enumerate(cards)]


def _bout(state: ReplayState) -> list[Placed]:
    pairs = [
        *zip_longest(state.table[::2], state.table[1::2]), *((card, None) for card in state.given)
    ]  # fmt: skip
    left, right = _BOUT
    wide = CARD[0] + _BEATEN[0]
    step = min(wide + 14, (right - left - wide) / max(1, len(pairs) - 1))
    start = (left + right - wide - step * (len(pairs) - 1)) / 2
    placed = []
    for n, (attack, answer) in enumerate(pairs):
        x = start + n * step
        placed.append(Placed(attack, x, _MIDDLE))
        if answer is not None:
            placed.append(Placed(answer, x + _BEATEN[0], _MIDDLE + _BEATEN[1]))
    return placed
