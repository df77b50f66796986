"""Cards: their names, sets of them, which beats which, and in what order they are spent."""

import contextlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import (
    BEATS,
    BIT,
    DECK_SIZES,
    NAMES,
    SAME_RANK,
    SUIT_MASK,
    SUITS,
    card_name,
    card_names,
    cards_in,
    full_deck,
    in_hand_order,
    in_playing_order,
    mask_of,
    parse_card,
    rank_of,
    suit_of,
)
from tests.game.build import mask
from tests.game.reference import ORDER, all_cards, can_beat

FIFTY_TWO = all_cards(52)
some_cards = st.sets(st.sampled_from(FIFTY_TWO))


def test_every_card_has_the_name_of_its_rank_and_suit() -> None:
    assert sorted(NAMES) == sorted(FIFTY_TWO)
    for name in FIFTY_TWO:
        number = parse_card(name)
        assert card_name(number) == name
        assert ORDER[rank_of(number)] + SUITS[suit_of(number)] == name


@pytest.mark.parametrize("name", FIFTY_TWO)
def test_the_letters_of_a_card_may_be_of_either_case(name: str) -> None:
    for spelling in (name[0].lower() + name[1], name[0] + name[1].lower(), name.lower()):
        assert card_name(parse_card(spelling)) == name


@pytest.mark.parametrize(
    "name",
    ["", "7", "C", "C7", "1C", "0C", "10C", "7X", "7CC", "7 C", " 7C", "7C ", "7C\n", "7♣", "XX"],
)
def test_what_is_no_card_is_refused_with_its_text(name: str) -> None:
    with pytest.raises(ValueError, match="not a card") as caught:
        parse_card(name)
    assert repr(name) in str(caught.value)


def test_no_letter_of_another_alphabet_spells_a_card() -> None:
    """Some letters outside ASCII turn into ASCII ones when their case is changed."""
    beyond_ascii = map(chr, range(128, sys.maxunicode + 1))
    strange = [c for c in beyond_ascii if any(map(str.isascii, c.upper() + c.lower()))]
    assert len(strange) > 10
    taken_for_cards = []
    for char in strange:
        for name in (char, char + "S", "7" + char):
            with contextlib.suppress(ValueError):
                taken_for_cards.append((name, card_name(parse_card(name))))
    assert taken_for_cards == []


@given(some_cards)
def test_a_set_of_cards_is_a_mask_and_comes_back_lowest_first(names: set[str]) -> None:
    numbers = [parse_card(name) for name in names]
    found = cards_in(mask_of(numbers))
    assert found == sorted(numbers)
    ranks_and_suits = [(ORDER.index(name[0]), SUITS.index(name[1])) for name in card_names(found)]
    assert ranks_and_suits == sorted(ranks_and_suits)


@pytest.mark.parametrize("name", FIFTY_TWO)
def test_the_masks_of_a_card_hold_itself_its_rank_and_its_suit(name: str) -> None:
    number = parse_card(name)
    assert BIT[number] == mask(name)
    assert SAME_RANK[number] == mask(" ".join(name[0] + suit for suit in SUITS))
    assert SUIT_MASK[suit_of(number)] == mask(" ".join(rank + name[1] for rank in ORDER))


@pytest.mark.parametrize("trump", SUITS)
def test_a_card_is_beaten_by_a_higher_one_of_its_suit_or_by_a_trump(trump: str) -> None:
    for attack in FIFTY_TWO:
        expected = {card for card in FIFTY_TWO if can_beat(card, attack, "2" + trump)}
        found = cards_in(BEATS[SUITS.index(trump)][parse_card(attack)])
        assert set(card_names(found)) == expected, attack


@given(some_cards, st.sampled_from(SUITS))
def test_cards_are_spent_plain_suits_by_rank_and_suit_then_trumps_by_rank(
    names: set[str], trump: str
) -> None:
    expected = sorted(
        names, key=lambda name: (name[1] == trump, ORDER.index(name[0]), "CDHS".index(name[1]))
    )
    held = mask(" ".join(names))
    assert card_names(in_playing_order(held, SUITS.index(trump))) == expected


@pytest.mark.parametrize("size", DECK_SIZES)
def test_a_full_deck_holds_each_card_of_its_size_once(size: int) -> None:
    assert sorted(card_names(full_deck(size))) == sorted(all_cards(size))


@pytest.mark.parametrize("size", [-36, 0, 20, 23, 32, 35, 37, 51, 53, 54])
def test_there_are_no_decks_of_other_sizes(size: int) -> None:
    with pytest.raises(ValueError, match=f"24, 36 or 52 cards, not {size}"):
        full_deck(size)


def test_a_hand_is_held_by_rank_or_by_suit_with_trumps_last() -> None:
    hand = mask_of(map(parse_card, ["7S", "9C", "7D", "TD", "KH", "6C"]))
    by_rank = card_names(in_hand_order(hand, SUITS.index("D")))
    assert by_rank == ["6C", "7S", "9C", "KH", "7D", "TD"]
    by_suit = card_names(in_hand_order(hand, SUITS.index("D"), by_suit=True))
    assert by_suit == ["6C", "9C", "7S", "KH", "7D", "TD"]
