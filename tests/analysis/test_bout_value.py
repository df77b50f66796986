"""The worth of a bout's start: right sums, and what players know."""

import json
from importlib.resources import files
from math import exp
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.analysis import bout_value as installed
from durak_tui.game.cards import SUIT_MASK, full_deck, mask_of
from tests.analysis.sources import WAYS, module
from tests.game.build import card, mask

SUITS = st.integers(0, 3)
FILE = files("durak_tui.analysis") / "bout_value.json"
WEIGHTS = json.loads(FILE.read_text("utf-8"))


@pytest.fixture(params=WAYS)
def bout_value(request: pytest.FixtureRequest) -> ModuleType:
    """The module, one way and the other."""
    return module("bout_value", request.param)


@st.composite
def starts(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Two hands, the trump suit, and how many cards the talon has."""
    deck = draw(st.permutations(full_deck(52)))
    first, second = draw(st.integers(1, 26)), draw(st.integers(1, 26))
    hands = mask_of(deck[:first]), mask_of(deck[first : first + second])
    return *hands, draw(SUITS), draw(st.integers(0, 50))


def by_the_book(attacker: int, defender: int, trump: int, left: int) -> float:
    """The same network in the arithmetic of a textbook."""
    units = list(WEIGHTS["inputs"][2 * 13 * 8 + min(left, 40)])
    for place, hand in enumerate((attacker, defender)):
        for rank in range(13):
            cards = hand >> 4 * rank & 15
            has_trump = cards >> trump & 1
            kind = 2 * (cards.bit_count() - has_trump) + has_trump
            if kind:
                weights = WEIGHTS["inputs"][(place * 13 + rank) * 8 + kind]
                units = [unit + weight for unit, weight in zip(units, weights, strict=True)]
    said = [min(1.0, max(0.0, unit / 1024)) for unit in units]
    weighed = (unit * weight for unit, weight in zip(said, WEIGHTS["output"], strict=True))
    return 1 / (1 + exp(-(WEIGHTS["bias"] / 1024 + sum(weighed)) / 1024))


@given(starts())
@settings(max_examples=300)
def test_whole_numbers_say_what_a_textbook_would(start: tuple[int, int, int, int]) -> None:
    attacker, defender, trump, left = start
    for way in (installed, module("bout_value", "plain")):
        value = way.shipped().value(attacker, defender, SUIT_MASK[trump], left)
        assert value / way.CERTAIN == pytest.approx(by_the_book(*start), abs=0.002)


@given(starts(), st.permutations(range(4)))
def test_what_a_suit_is_called_changes_nothing(
    start: tuple[int, int, int, int], names: list[int]
) -> None:
    attacker, defender, trump, left = start

    def renamed(hand: int) -> int:
        return mask_of(4 * (card >> 2) + names[card & 3] for card in range(52) if hand >> card & 1)

    seen = installed.shipped().value(attacker, defender, SUIT_MASK[trump], left)
    again = renamed(attacker), renamed(defender), SUIT_MASK[names[trump]], left
    assert installed.shipped().value(*again) == seen


def test_nothing_of_a_rank_counts_nothing() -> None:
    for begin in range(0, installed.HANDS, installed.KINDS):
        assert WEIGHTS["inputs"][begin] == [0] * installed.UNITS


def chance(bout_value: ModuleType, attacker: str, defender: str, left: int = 12) -> float:
    """The attacker's, with spades as trumps."""
    value = bout_value.shipped().value(
        mask(attacker), mask(defender), SUIT_MASK[card("AS") & 3], left
    )
    return float(value / bout_value.CERTAIN)


def test_high_trumps_are_worth_most(bout_value: ModuleType) -> None:
    other = "6C 8D TH JC QD 7H"
    weak = chance(bout_value, "7C 9D 6H JD TC 8H", other)
    ace = chance(bout_value, "7C 9D 6H JD TC AH", other)
    trumps = chance(bout_value, "7C 9D 6H JD AS KS", other)
    assert weak < ace < trumps
    assert chance(bout_value, other, "7C 9D 6H JD AS KS") < 0.5 < trumps


def test_fewer_cards_near_the_end_are_better(bout_value: ModuleType) -> None:
    assert chance(bout_value, "AC KD", "6H 7C 8D 9H TC JD QH 6D", 0) > 0.9
    assert chance(bout_value, "6H 7C 8D 9H TC JD QH 6D", "AC KD", 0) < 0.3


def test_the_weights_are_small_enough_for_a_package() -> None:
    assert len(FILE.read_bytes()) < 300_000
