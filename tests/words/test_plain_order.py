"""The order of a hand in the line mode."""

from itertools import pairwise

from durak_tui.words.plain import PlainWords
from tests.tui.play.playing import HANDS, at_table


def test_a_hand_is_read_by_rank_or_by_suit() -> None:
    game = at_table(HANDS)
    hand = game.position.hands[0]
    by_rank = PlainWords(game, 0).in_order(hand)
    by_suit = PlainWords(game, 0, by_suit=True).in_order(hand)
    assert sorted(by_rank) == sorted(by_suit) and by_rank != by_suit
    suits = [card % 4 for card in by_suit]
    assert len([1 for one, other in pairwise(suits) if one != other]) == 3
