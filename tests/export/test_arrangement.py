"""Places of cards on the table of a picture."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.export.arrangement import CARD, STAGE, arrange
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor, ReplayState
from tests.records.games import random_game


def moments(record: GameRecord) -> Iterator[ReplayState]:
    cursor = ReplayCursor(record)
    yield cursor.state
    while cursor.has_next:
        cursor.next()
        yield cursor.state


@given(st.integers(0, 500))
def test_every_card_of_the_deck_lies_somewhere_once_and_within_the_table(seed: int) -> None:
    record = random_game(seed)
    for state in moments(record):
        placed = arrange(state, record.deal.deck)
        assert sorted(one.card for one in placed) == sorted(record.deal.deck)
        assert all(0 <= one.x <= STAGE[0] - CARD[0] for one in placed)
        assert all(0 <= one.y <= STAGE[1] - CARD[1] for one in placed)


@given(st.integers(0, 500))
def test_open_are_the_hands_the_table_and_the_trump_only(seed: int) -> None:
    record = random_game(seed)
    for state in moments(record):
        shown = {one.card for one in arrange(state, record.deal.deck) if one.is_open}
        trump = {record.deal.deck[-1]} if state.talon_count else set()
        hands = {card for card in range(52) if (state.hands[0] | state.hands[1]) >> card & 1}
        assert shown == hands | {*state.table, *state.given} | trump


@given(st.integers(0, 500))
def test_the_talon_lies_right_of_the_bout_and_the_discards_left_of_it(seed: int) -> None:
    record = random_game(seed)
    for state in moments(record):
        places = {one.card: one for one in arrange(state, record.deal.deck)}
        hands = {card for card in range(52) if (state.hands[0] | state.hands[1]) >> card & 1}
        bout, discarded = {*state.table, *state.given}, {*state.discarded}
        talon = places.keys() - hands - bout - discarded
        assert len(talon) == state.talon_count
        assert all(places[one].x + CARD[0] < places[other].x for one in bout for other in talon)
        assert all(places[one].x + CARD[0] < places[other].x for one in discarded for other in bout)


@pytest.mark.parametrize("seed", range(3))
def test_a_card_covers_no_more_of_the_one_that_it_beats_than_its_middle(seed: int) -> None:
    record = random_game(seed)
    for state in moments(record):
        places = {one.card: one for one in arrange(state, record.deal.deck)}
        for attack, answer in zip(state.table[::2], state.table[1::2], strict=False):
            assert places[answer].x - places[attack].x >= 20
            assert places[answer].y - places[attack].y >= 20
