"""Deals: the same for a seed on every machine and for ever, and fair when mirrored."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.caps import Caps
from durak_tui.game.cards import DECK_SIZES, card_names
from durak_tui.game.deals import Deal, deal, first_attacker
from durak_tui.game.position import MOVE, Position
from tests.game.build import cards
from tests.game.reference import all_cards, height

# Frozen for ever: matches are resumed, repeated and compared by seed and number.
GOLDEN = [
    (
        (0, 0, 36),
        0,
        "9H 8S 6D KD 6H 9S AS JS JH QC QH 9D JD KH TH TC AH 6S"
        " 7H AD 7D KC 6C 8C 7S QD TS 8D 7C QS AC JC 9C KS TD 8H",
    ),
    (
        ("durak", 1, 36),
        0,
        "KC 7C AS QH 7S 8H 9C 6D AC 6S AD JD QC JS KH 6H 7D 6C"
        " AH 9S 8D KD QS JC QD KS 7H TH JH TD TC TS 8C 9D 8S 9H",
    ),
    (
        (2026, 417, 24),
        1,
        "JD JH JC TS TH KS KH 9S JS QC TC AH AC QD 9D 9C KD QS AS QH AD 9H TD KC",
    ),
    (
        (2026, 417, 52),
        1,
        "2H 4C 8D JH 2S 5S AC TC 3D 7C 5D QD 8S 4H 4D 7H 6S AS 8C 7D AH AD TH 3H JC JS"
        " 9D 6H 2C 3C 3S 8H KS KH 4S TD 6C 5C 9H 9S QS 9C KD JD TS 7S 2D QH KC 5H QC 6D",
    ),
]

WITHOUT_TRUMPS = (18, 29, 49, 90, 130, 168, 247, 289)
"""Numbers of deals of seed 0, 36 cards, in which neither hand has a trump."""


@pytest.mark.parametrize(("key", "first", "deck"), GOLDEN)
def test_a_seed_and_a_number_name_the_same_deal_for_ever(
    key: tuple[int | str, int, int], first: int, deck: str
) -> None:
    assert deal(*key) == Deal(tuple(cards(deck)), first)


def test_the_lots_of_a_series_are_the_same_for_ever() -> None:
    assert [deal(0, number).first for number in WITHOUT_TRUMPS] == [1, 1, 0, 1, 1, 0, 0, 1]


def test_a_deal_has_36_cards_if_no_number_is_given_and_a_seed_may_be_a_text() -> None:
    assert deal("2026", 417) == deal(2026, 417) == deal(2026, 417, 36)


@given(st.integers() | st.text(), st.integers(0, 10**9), st.sampled_from(DECK_SIZES))
def test_a_deal_is_a_whole_deck_and_begun_by_one_of_two(
    seed: int | str, number: int, size: int
) -> None:
    dealt = deal(seed, number, size)
    assert sorted(card_names(dealt.deck)) == sorted(all_cards(size))
    assert dealt.first in (0, 1)


def test_the_holder_of_the_lowest_trump_attacks_first() -> None:
    met = Counter[int]()
    for number in range(400):
        deck, first, _caps = deal("first", number, DECK_SIZES[number % 3])
        names = card_names(deck)
        trumps = [name for name in names[:12] if name[1] == names[-1][1]]
        if trumps:
            holder = 0 if min(trumps, key=height) in names[:6] else 1
            assert first == holder
            met[holder] += 1
    assert min(met[0], met[1]) > 100


@pytest.mark.parametrize("lot", [0, 1])
def test_without_a_trump_in_either_hand_the_lot_decides(lot: int) -> None:
    deck = cards("6C 7C 8C 9C TC JC 6D 7D 8D 9D TD JD 6H AS 6S")
    assert first_attacker(deck, lot) == lot


@pytest.mark.parametrize("number", [*range(50), *WITHOUT_TRUMPS])
def test_an_exchanged_deal_gives_each_the_hand_of_the_other_and_its_first_attack(
    number: int,
) -> None:
    dealt = deal(0, number)._replace(caps=Caps(6, 5))
    mirrored = dealt.exchanged()
    assert mirrored.deck == (*dealt.deck[6:12], *dealt.deck[:6], *dealt.deck[12:])
    assert mirrored.first == 1 - dealt.first
    assert mirrored.caps == mirrored.position().caps == Caps(6, 5)
    assert mirrored.exchanged() == dealt


@pytest.mark.parametrize("size", DECK_SIZES)
def test_a_deal_starts_a_game(size: int) -> None:
    dealt = deal("start", 1, size)
    position = dealt.position()
    assert position.hand(0) == sorted(dealt.deck[:6])
    assert position.hand(1) == sorted(dealt.deck[6:12])
    assert list(position.talon) == list(dealt.deck[12:])
    assert position.talon_count == size - 12
    assert position.trump == dealt.deck[-1]
    assert position.phase == MOVE
    assert position.attacker == position.to_act == dealt.first
    assert position.defender == 1 - dealt.first


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (range(16, 51), "24, 36 or 52 cards, not 35"),
        (range(52, 52), "24, 36 or 52 cards, not 0"),
        ([*range(16, 51), 16], "each of its cards exactly once"),
        (range(36), "each of its cards exactly once"),
        (range(1, 53), "each of its cards exactly once"),
    ],
)
def test_a_game_is_not_begun_with_less_or_other_than_a_deck(
    deck: range | list[int], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Position.from_deck(deck, 0)
