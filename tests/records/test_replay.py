"""A recorded game is gone through card by card, as in pyDurak's log viewer."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.game.cards import card_name, mask_of
from durak_tui.records.index import LogIndex
from durak_tui.records.record import Ending, GameRecord
from durak_tui.records.replay import Event, ReplayCursor, Snapshot, event_as_json, events
from tests.records.games import GENUINE_LOG, forfeits, navigation, random_game


@pytest.fixture(scope="module")
def genuine() -> list[GameRecord]:
    with LogIndex(GENUINE_LOG) as index:
        index.scan()
        return [index.game(n) for n in range(len(index))]


def forward(cursor: ReplayCursor) -> list[Event]:
    return list(iter(cursor.next, None))


def backward(cursor: ReplayCursor) -> list[Event]:
    return list(iter(cursor.previous, None))


def as_json(steps: list[Event]) -> list[dict[str, Any]]:
    return [event_as_json(step) for step in steps]


@pytest.mark.parametrize("n", range(30))
class TestGenuineGames:
    def test_run_forward_as_in_pydurak(self, genuine: list[GameRecord], n: int) -> None:
        shown = navigation()[n]
        cursor = ReplayCursor(genuine[n])
        assert as_json(forward(cursor)) == as_json(list(events(genuine[n]))) == shown["forward"]
        assert not cursor.has_next

    def test_run_backward_as_in_pydurak(self, genuine: list[GameRecord], n: int) -> None:
        shown = navigation()[n]
        cursor = ReplayCursor(genuine[n])
        end = cursor.to_end()
        assert end is not None
        assert event_as_json(end) == shown["end_view"]
        assert (cursor.has_next, cursor.has_previous) == (
            shown["end_has_next"],
            shown["end_has_prev"],
        )
        assert as_json(backward(cursor)) == shown["backward"]
        assert cursor.position == 1

    def test_know_their_players_and_trump(self, genuine: list[GameRecord], n: int) -> None:
        shown = navigation()[n]
        assert genuine[n].names == (shown["player1_name"], shown["player2_name"])
        assert card_name(genuine[n].deal.deck[-1]) == shown["opened_trump"]


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_every_moment_looks_the_same_from_either_side(seed: int, data: st.DataObject) -> None:
    whole = random_game(seed)
    length = data.draw(st.integers(0, len(whole.actions)))
    for record in [whole, *forfeits(whole, length)]:
        cursor = ReplayCursor(record)
        seen = [cursor.state]
        while cursor.next():
            seen.append(cursor.state)
        assert len(seen) == cursor.length + 1
        met = [cursor.state]
        while cursor.previous():
            met.append(cursor.state)
        assert met == seen[:0:-1]


@settings(deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_card_is_ever_lost_or_doubled(seed: int) -> None:
    record = random_game(seed)
    cursor = ReplayCursor(record)
    gone = 0
    while event := cursor.next():
        state = cursor.state
        if event.kind == "new_move":
            in_play = state.hands[0].bit_count() + state.hands[1].bit_count()
            gone = len(record.deal.deck) - in_play - state.talon_count
        places = [*state.hands, mask_of(state.table), mask_of(state.given)]
        assert sum(places) == places[0] | places[1] | places[2] | places[3]
        counted = sum(mask.bit_count() for mask in places) + state.talon_count + gone
        assert counted == len(record.deal.deck)


def test_a_game_begins_with_the_hands_as_dealt() -> None:
    record = random_game(1)
    deck = record.deal.deck
    hands = mask_of(deck[:6]), mask_of(deck[6:12])
    dealt = Snapshot(hands, (), (), len(deck) - 12, record.deal.first, 0)
    cursor = ReplayCursor(record)
    assert cursor.state == dealt
    assert not cursor.has_previous
    first = cursor.next()
    assert first is not None
    assert (first.kind, first.player, first.card) == ("new_move", record.deal.first, None)
    assert cursor.state == dealt._replace(bout=1)
    assert not cursor.has_previous
    cursor.next()
    assert cursor.has_previous
    cursor.to_start()
    assert cursor.state == dealt


def test_given_cards_lie_apart_from_the_table() -> None:
    record = next(
        record
        for record in map(random_game, range(100))
        if any(event.kind == "give_more" for event in events(record))
    )
    cursor = ReplayCursor(record)
    event = next(event for event in forward(cursor) if event.kind == "give_more")
    cursor.to_start()
    while cursor.next() != event:
        pass
    state = cursor.state
    assert event.player == state.attacker
    assert state.given == (event.card,)
    assert state.table == event.bout.cards
    assert not state.hands[event.player] & mask_of(state.given)


def test_commands_at_the_limits_are_ignored() -> None:
    cursor = ReplayCursor(random_game(1))
    assert cursor.previous() is None
    assert cursor.position == 0
    cursor.next()
    assert cursor.previous() is None
    assert cursor.position == 1
    cursor.to_end()
    assert cursor.next() is None
    assert cursor.position == cursor.length
    for number in (0, -1, cursor.bout_count + 1):
        assert cursor.to_bout(number) is None
        assert cursor.position == cursor.length


def test_each_bout_can_be_gone_to() -> None:
    record = random_game(1)
    cursor = ReplayCursor(record)
    openings = [event for event in events(record) if event.kind == "new_move"]
    assert cursor.bout_count == len(openings)
    for number in reversed(range(1, len(openings) + 1)):
        assert cursor.to_bout(number) == openings[number - 1]
        assert cursor.state.bout == number
        assert cursor.state.table == ()
        assert cursor.state.hands == openings[number - 1].bout.hands


def test_a_game_that_was_never_played_has_no_events() -> None:
    cursor = ReplayCursor(replace(random_game(1), actions=(), ending=Ending(0)))
    assert (cursor.length, cursor.bout_count) == (0, 0)
    assert not (cursor.has_next or cursor.has_previous)
    assert cursor.next() is cursor.previous() is cursor.to_end() is cursor.to_bout(1) is None
    assert cursor.state.bout == 0


def test_a_game_lost_before_its_first_card_shows_what_was_dealt() -> None:
    ending = Ending(1, "timeout", 0, phase="move")
    cursor = ReplayCursor(replace(random_game(1), actions=(), ending=ending))
    assert [event.kind for event in forward(cursor)] == ["new_move"]
    assert not cursor.has_previous
