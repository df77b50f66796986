"""A recorded game is gone through card by card, as in pyDurak's log viewer."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import mask_of
from durak_tui.game.position import DEAL, PHASE_NAMES, Position
from durak_tui.records.record import Ending, GameRecord, bouts
from durak_tui.records.replay import (
    ReplayCursor,
    ReplayEvent,
    ReplayState,
    ReplayTurn,
    event_as_json,
    events,
)
from durak_tui.records.walk import Over, walk
from tests.records.games import GENUINE_LOG, forfeits, games_of, navigation, random_game


@pytest.fixture(scope="module")
def genuine() -> list[GameRecord]:
    return games_of(GENUINE_LOG)


def forward(cursor: ReplayCursor) -> list[ReplayEvent]:
    """The events that a cursor comes by on its way on."""
    met = []
    while cursor.has_next:
        cursor.next()
        assert cursor.last
        met.append(cursor.last)
    return met


def opening(cursor: ReplayCursor, record: GameRecord) -> ReplayEvent:
    """The first event of the bout in which the cursor is."""
    return [event for event in events(record) if event.card is None][cursor.state.bout - 1]


def backward(cursor: ReplayCursor, record: GameRecord) -> list[ReplayEvent]:
    """The cards that are taken back; for a bout, the one that is seen whole then (D-112)."""
    met = []
    while cursor.position > 1:
        undone = cursor.last
        assert undone
        cursor.previous()
        met.append(undone if undone.card is not None else opening(cursor, record))
    return met


def as_json(walked: list[ReplayEvent]) -> list[dict[str, Any]]:
    return [event_as_json(step) for step in walked]


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
        cursor.to_end()
        assert event_as_json(opening(cursor, genuine[n])) == shown["end_view"]
        assert cursor.has_next == shown["end_has_next"]
        assert (cursor.position > 1) == shown["end_has_prev"]
        assert as_json(backward(cursor, genuine[n])) == shown["backward"]


@st.composite
def ends(draw: st.DrawFn) -> list[GameRecord]:
    """A game to its end, and broken off somewhere in each possible way."""
    whole = random_game(draw(st.integers(0, 2**32)))
    return [whole, *forfeits(whole, draw(st.integers(0, len(whole.actions))))]


@given(ends())
def test_every_moment_looks_the_same_from_either_side(records: list[GameRecord]) -> None:
    for record in records:
        cursor = ReplayCursor(record)
        seen = [cursor.state]
        while cursor.has_next:
            cursor.next()
            seen.append(cursor.state)
        assert len(seen) == cursor.length + 1
        met = [cursor.state]
        while cursor.position > 1:
            cursor.previous()
            met.append(cursor.state)
        assert met == seen[:0:-1]


def test_a_game_begins_with_the_hands_as_dealt() -> None:
    record = random_game(1)
    deck = record.deal.deck
    hands = mask_of(deck[:6]), mask_of(deck[6:12])
    dealt = ReplayState(hands, (), (), len(deck) - 12, record.deal.first, 0)
    cursor = ReplayCursor(record)
    assert cursor.state == dealt
    assert (cursor.last, cursor.outcome, cursor.actions_played) == (None, None, 0)
    assert (cursor.turn, cursor.state.discarded) == (ReplayTurn("move", record.deal.first), ())
    cursor.next()
    first = cursor.last
    assert first is not None
    assert (first.kind, first.player, first.card) == ("new_move", record.deal.first, None)
    assert cursor.state == dealt._replace(bout=1)
    cursor.to_start()
    assert cursor.state == dealt


def test_commands_at_the_limits_are_ignored() -> None:
    cursor = ReplayCursor(random_game(1))
    cursor.previous()
    assert cursor.position == 0
    cursor.next()
    cursor.previous()
    assert cursor.position == 1
    cursor.to_end()
    cursor.next()
    assert cursor.position == cursor.length
    for number in (0, -1, len(cursor.bouts) + 1):
        cursor.to_bout(number)
        assert cursor.position == cursor.length


def test_a_game_that_was_never_played_has_no_events() -> None:
    cursor = ReplayCursor(replace(random_game(1), actions=(), ending=Ending(0)))
    assert (cursor.length, cursor.bouts) == (0, [])
    assert (cursor.outcome, cursor.actions_played) == (None, 0)
    for move in (cursor.next, cursor.previous, cursor.to_end, cursor.next_bout):
        move()
        assert (cursor.position, cursor.has_next, cursor.state.bout) == (0, False, 0)


def test_a_game_lost_before_its_first_card_shows_what_was_dealt() -> None:
    ending = Ending(1, "timeout", 0, phase="move")
    cursor = ReplayCursor(replace(random_game(1), actions=(), ending=ending))
    assert [event.kind for event in forward(cursor)] == ["new_move"]


class TestWhatNoEventShows:
    @given(ends())
    def test_the_game_can_be_played_on_from_every_place(self, records: list[GameRecord]) -> None:
        for record in records:
            cursor = ReplayCursor(record)
            while True:
                position = played(record, cursor.actions_played)
                before = cursor.last
                amid = before is not None and before.kind == "give_more" and cursor.state.given
                if position.phase == DEAL and cursor.turn.phase != "deal":
                    position.deal()
                shown, turn = cursor.state, cursor.turn
                assert turn.phase == PHASE_NAMES[position.phase]
                assert turn.player == (None if position.phase >= DEAL else position.to_act)
                if cursor.has_next and not amid:
                    assert shown.hands == (position.hands[0], position.hands[1])
                    assert shown.table == tuple(position.table)
                    assert shown.talon_count == position.talon_count
                    assert shown.attacker == position.attacker
                    assert cursor.state.discarded == position.discarded
                if not cursor.has_next:
                    break
                cursor.next()
            assert cursor.actions_played == len(record.actions)

    @given(ends())
    def test_each_bout_is_listed_with_what_became_of_it(self, records: list[GameRecord]) -> None:
        for record in records:
            cursor = ReplayCursor(record)
            shown = list(bouts(record))
            assert cursor.bouts == shown
            for number, bout in enumerate(shown, 1):
                cursor.to_bout(number)
                assert cursor.outcome == (bout.outcome if bout.size == 0 else None)
                for _ in range(bout.size):
                    cursor.next()
                assert cursor.outcome == bout.outcome
                if number < len(shown):
                    beaten = len(bout.cards) % 2 == 0
                    assert bout.outcome == ("beaten" if beaten else "taken")

    def test_cards_that_are_given_are_one_action(self) -> None:
        record = next(
            record
            for record in map(random_game, range(1000))
            if any(len(bout.given) > 1 for bout in bouts(record))
        )
        cursor = ReplayCursor(record)
        while len(cursor.state.given) < 1:
            cursor.next()
        count = cursor.actions_played
        given = record.actions[count]
        assert record.actions[count - 1] == ()
        for done in range(1, len(given)):
            assert cursor.state.given == given[:done]
            assert cursor.actions_played == count
            assert cursor.turn == ReplayTurn("give_more", cursor.state.attacker)
            cursor.next()
        assert cursor.actions_played == count + 1
        assert cursor.turn == ReplayTurn("deal", None)
        assert cursor.outcome == "taken"


def test_every_action_has_its_place_in_the_order_of_play() -> None:
    record = random_game(1)
    cursor = ReplayCursor(record)
    places = [cursor.at_action(number) for number in range(len(record.actions))]
    assert places == sorted(places)
    for number, place in enumerate(places):
        cursor.to_event(place)
        assert cursor.actions_before <= number <= cursor.actions_played


def test_bouts_are_gone_through_in_both_directions_to_the_ends() -> None:
    cursor = ReplayCursor(random_game(1))
    numbers = range(1, len(cursor.bouts) + 1)
    for number in numbers:
        cursor.next_bout()
        assert cursor.last and cursor.last.kind == "new_move"
        assert cursor.state.bout == number
    cursor.to_end()
    cursor.next_bout()
    assert cursor.position == cursor.length
    for number in reversed(numbers):
        cursor.previous_bout()
        assert cursor.last and cursor.last.bout.hands == cursor.state.hands
        assert cursor.state.bout == number
    cursor.previous_bout()
    assert cursor.position == 1
    cursor.to_start()
    cursor.previous_bout()
    assert cursor.position == 0


def played(record: GameRecord, count: int) -> Position:
    """The game after so many of its actions, the table not cleared."""
    position = record.deal.position()
    for action in record.actions[:count]:
        if position.phase == DEAL:
            position.deal()
        position.play(action)
    return position


@given(number=st.integers(0, 200))
def test_what_is_known_of_a_hand_is_what_the_position_says(number: int) -> None:
    game = random_game(number)
    cursor = ReplayCursor(game)
    whole = 0
    while cursor.has_next:
        cursor.next()
        state = cursor.state
        walked = walk(game.deal, game.actions[: cursor.actions_played])
        *_, end = walked
        assert isinstance(end, Over)
        for player in (0, 1):
            assert state.known[player] & ~state.hands[player] == 0
            if state.talon_count <= 1:
                assert state.known[player] == state.hands[player]
                whole += 1
            elif cursor.outcome is None and not state.given:
                assert state.known[player] == walked.position.known(player)
    assert whole
