"""Two honest sides deal fairly, and neither knows more than a player may."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.game.cards import (
    DECK_SIZES,
    HAND_SIZE,
    SUIT_MASK,
    cards_in,
    full_deck,
    mask_of,
    suit_of,
)
from durak_tui.game.deals import first_attacker
from durak_tui.net.deal_messages import DealMessage, Keys
from durak_tui.net.dealing import Dealing
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.proof import audit
from durak_tui.net.secret import Secret, deck, lot
from durak_tui.net.talk_faults import DealFault
from tests.examples import examples
from tests.net.deals import (
    JSON,
    PARTIES,
    SMALL,
    Tamper,
    deliver,
    draw,
    pair,
    played,
    ready,
    reveal,
    secret,
    secrets_of,
    slices,
    without_trumps,
    work,
    written,
)

SEEDS = st.integers(0, 2**64)
SIZES = st.sampled_from(DECK_SIZES)


def known(side: Dealing) -> dict[int, int]:
    """The cards that a side knows, by their places."""
    cards = {place: side.card_of(place) for place in range(side.size)}
    return {place: card for place, card in cards.items() if card is not None}


def lowest_trump(cards: tuple[int, ...]) -> list[int]:
    """The lowest trump in the hands, if any."""
    return cards_in(mask_of(cards[: 2 * HAND_SIZE]) & SUIT_MASK[suit_of(cards[-1])])[:1]


def keeping(sent: tuple[list[DealMessage], list[DealMessage]]) -> Tamper:
    """Keep what each side sends."""

    def keep(side: int, message: DealMessage) -> DealMessage:
        sent[side].append(message)
        return message

    return keep


def hand(side: int) -> set[int]:
    return set(range(side * HAND_SIZE, (side + 1) * HAND_SIZE))


@given(SEEDS, SIZES)
def test_both_sides_agree_on_trump_and_first_attacker(seed: int, size: int) -> None:
    first, second = both = ready(seed, size)
    cards = deck(secrets_of(both))
    coins = [side.secret.coin for side in both]
    assert sorted(cards) == list(full_deck(size))
    assert first.ready and second.ready
    assert first.trump == second.trump == cards[-1]
    assert first.first == second.first == first_attacker(cards, lot(coins))
    for side in both:
        assert ([] if side.lowest is None else [side.lowest]) == lowest_trump(cards)
        for card in lowest_trump(cards):
            assert side.has_shown(side.first, card)
            assert not side.has_shown(1 - side.first, card)


@given(SEEDS, SIZES)
def test_no_slice_of_the_set_up_shows_more_than_the_own_hand(seed: int, size: int) -> None:
    both = pair(seed, size)
    cards = deck(secrets_of(both))
    open_places = {size - 1, *map(cards.index, lowest_trump(cards))}
    for side in slices(both):
        allowed = hand(side.side) | open_places
        places = known(side)
        assert places.keys() <= allowed
        assert {place for keys in side.heard if isinstance(keys, Keys) for place, _ in keys.of} <= (
            allowed
        )
        assert all(cards[place] == card for place, card in places.items())
    for side in both:
        assert known(side).keys() >= hand(side.side) | {size - 1}
        assert not side.awaited


def test_coins_decide_where_nobody_has_a_trump() -> None:
    first, second = both = ready(without_trumps())
    assert first.lowest is second.lowest is None
    assert first.first == second.first == lot([side.secret.coin for side in both])


def test_coins_of_many_deals_are_fair() -> None:
    lots = Counter(lot((secret(0, n).coin, secret(1, n).coin)) for n in range(2000))
    assert 900 < lots[0] < 1100


@pytest.mark.parametrize("first", [0, 1])
def test_who_was_agreed_on_attacks_first_and_nobody_shows_a_trump(first: int) -> None:
    for side in ready("rematch", first=first):
        assert (side.first, side.lowest) == (first, None)
        assert known(side).keys() == hand(side.side) | {35}


@settings(max_examples=examples(50))
@given(SEEDS, SIZES)
def test_in_a_game_a_side_knows_what_it_has_drawn_and_what_was_played(seed: int, size: int) -> None:
    both = ready(seed, size)
    cards = deck(secrets_of(both))
    open_cards = {card for card in (cards[-1], both[0].lowest) if card is not None}
    for position, action in played(both, seed):
        open_cards |= set(action)
        for side in both:
            own = {cards[p] for p in range(size) if side.owner_of(p) == side.side}
            assert set(known(side).values()) == own | open_cards
            assert not side.awaited
            seen = {card for card in full_deck(size) if side.has_shown(side.other, card)}
            assert seen == {c for c in open_cards if side.owner_of(cards.index(c)) == side.other}
            assert mask_of(own) & ~mask_of(open_cards) & ~position.hands[side.side] == 0
    reveal(both)
    for side in both:
        assert side.revealed == both[side.other].secret.data
        assert [*audit(side)][-1] == (2 * size, 2 * size)


def test_a_card_that_both_know_is_not_shown_again() -> None:
    both = ready("twice")
    side = both[0]
    card = next(c for p in hand(0) if (c := side.card_of(p)) != side.lowest and c is not None)
    deliver(side.show([card]), both[1])
    work(both)
    assert both[1].has_shown(0, card)
    assert side.show([card]) is None


def test_the_open_trump_is_drawn_without_a_key() -> None:
    both = ready("trump")
    last = both[0].size - 1
    for count in (6, 6, 6, 5):
        draw(both, 0, count)
    assert both[0].owner_of(last) is None
    assert [side.draw(1, 1) for side in both] == [None, None]
    assert all(side.owner_of(last) == 1 and side.has_shown(1, side.trump) for side in both)


def chi_square(deals: Iterator[tuple[int, ...]]) -> float:
    """The distance of cards' places from fair, in standard deviations.

    For random permutations (n - 1) / n of the usual sum has (n - 1)**2 degrees of freedom.
    """
    found = Counter((place, card) for cards in deals for place, card in enumerate(cards))
    size = len({card for _, card in found})
    expected = sum(found.values()) / size**2
    counts = (found[place, card] for place in range(size) for card in full_deck(size))
    total = sum((count - expected) ** 2 / expected for count in counts) * (size - 1) / size
    freedom = (size - 1) ** 2
    return float((total - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_deals_are_fair(count: int) -> None:
    both = (ready(f"fair {number}") for number in range(count))
    assert abs(chi_square(deck(secrets_of(each)) for each in both)) < 5


def test_deals_are_fair_if_only_one_side_shuffles() -> None:
    class Lazy(Secret):
        order = range(36)

    lazy = Lazy(0, PARTIES, 36, b"", SMALL)
    decks = [deck((lazy, secret(1, n))) for n in range(2000)]
    assert abs(chi_square(iter(decks))) < 5
    other = Lazy(1, PARTIES, 36, b"", SMALL)
    assert abs(chi_square(deck((secret(0, n), other)) for n in range(2000))) < 5


@pytest.fixture
def powers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The keys of all powers that are computed: what takes long."""
    powers: list[int] = []
    lock = Group.lock

    def counted(group: Group, value: int, key: int) -> int:
        powers.append(key)
        return lock(group, value, key)

    monkeypatch.setattr(Group, "lock", counted)
    return powers


def test_a_slice_of_work_is_one_power_at_most(powers: list[int]) -> None:
    both = pair("slices")
    before = 0
    for _slice in slices(both):
        assert len(powers) - before <= 1
        before = len(powers)
    # Both make two passes of all cards, and look at a hand and the trump; one of them at the
    # lowest trump of the other.
    assert len(powers) == 4 * 36 + 2 * 7 + 1
    # In the large group the keys of the deck are short.  So it takes as long as a hundred powers
    # with long keys: three seconds, on a machine that takes 30 ms for one.
    whole, short = MODP_2048.order.bit_length(), secret(0, 0, 36, MODP_2048).deck_key.bit_length()
    assert 2 * 36 * short + (len(powers) - 2 * 36) * whole < 100 * whole


def test_a_drawn_card_costs_one_power(powers: list[int]) -> None:
    both = ready("a draw")
    powers.clear()
    draw(both, 0, 5)
    assert len(powers) == 5


def test_progress_grows_to_its_end() -> None:
    both = pair("progress", 52)
    before = [0, 0]
    for side in slices(both):
        done, of = side.progress
        assert before[side.side] <= done <= of == 4 * 52 + 7
        before[side.side] = done
    assert all(side.progress == (4 * 52 + 7, 4 * 52 + 7) for side in both)


@given(SEEDS, st.data())
def test_the_same_secret_and_messages_go_on_after_a_crash(seed: int, data: st.DataObject) -> None:
    sent: tuple[list[DealMessage], list[DealMessage]] = ([], [])
    both = pair(seed)
    work(both, keeping(sent))
    heard = data.draw(st.integers(0, len(sent[1])))
    again = Dealing(Secret(0, PARTIES, 36, both[0].secret.data, SMALL))
    said: list[DealMessage] = []
    for messages in (sent[1][:heard], sent[1][heard:]):
        for message in messages:
            again.receive(message)
        while again.busy:
            said += filter(None, [again.step()])
        assert said == sent[0][: len(said)]
    assert len(said) == len(sent[0])
    assert known(again) == known(both[0])


def test_messages_have_one_form() -> None:
    def check(_side: int, message: DealMessage) -> DealMessage:
        text = json.dumps(message)
        assert len(text) < 4000
        assert json.loads(text) == message
        numbers = re.findall('"([^"]{8,})"', text)
        assert all(re.fullmatch("[0-9a-f]{8}|[0-9a-f]{64}", number) for number in numbers)
        return message

    both = pair("form")
    work(both, check)
    reveal(both, check)


PARTS: list[dict[str, Any]] = [
    {"deal": "commit", "secret": "0" * 64, "coin": "f" * 64},
    {"deal": "cards", "pass": 0, "values": [written(4)] * 6},
    {"deal": "keys", "keys": {"1": written(4)}},
    {"deal": "without", "trumps": 1},
    {"deal": "coin", "coin": "0" * 64},
    {"deal": "secret", "secret": "0" * 64},
]


@given(JSON | st.sampled_from(PARTS), st.data())
def test_any_other_message_is_the_fault_of_its_sender(message: Any, data: st.DataObject) -> None:
    if isinstance(message, dict) and data.draw(st.booleans()):
        key = data.draw(st.sampled_from([*message, "more"]))
        message = {**message, key: data.draw(JSON)}
    sent = data.draw(st.integers(0, 30))
    both = ready("strange") if sent == 30 else pair("strange")
    for count, _slice in enumerate(slices(both)):
        if count == sent * 7:
            break
    try:
        both[0].receive(message)
        both[0].receive(message)
        work(both)
    except DealFault as fault:
        assert str(fault)
        if fault.side == 1:
            assert not both[0].busy
            with pytest.raises(DealFault):
                both[0].step()
            with pytest.raises(DealFault):
                both[0].receive(PARTS[0])
    else:
        raise AssertionError("two messages too many have done nothing")
