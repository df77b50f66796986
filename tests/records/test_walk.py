"""A walk over a game: each event says what has happened, and all of them together the game."""

from collections.abc import Iterable
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import mask_of
from durak_tui.game.position import DRAW, GIVE_MORE, MOVE, OVER, RESPOND, UNDECIDED
from durak_tui.records.record import VOID, Ending, GameRecord, bouts
from durak_tui.records.walk import Beaten, BoutBegins, Drawn, Event, Over, Played, Taken, Walk, walk
from tests.game.build import bout, card, cards, mask
from tests.records.games import random_game


def events_of(
    attacker: str, defender: str, talon: str, *actions: str, trump: str = ""
) -> list[Event]:
    """The events of a game of player 0 against 1, without its beginning."""
    position = bout(attacker, defender, talon=talon, trump=trump)
    return list(Walk(position, [tuple(cards(action)) for action in actions]))[1:]


def test_a_beaten_bout_has_every_card_the_draws_and_the_next_bout() -> None:
    events = events_of("6C 7C", "8C 9C", "TD JD QD KD AD 6D 7D 8D 9D", "6C", "8C", "")
    assert events == [
        Played(0, 1, 0, MOVE, (card("6C"),), None),
        Played(1, 1, 1, RESPOND, (card("8C"),), card("6C")),
        Played(2, 1, 0, MOVE, (), card("8C")),
        Beaten(1, 0, tuple(cards("6C 8C")), (1, 1)),
        events[4],
        BoutBegins(2, 1, (mask("7C TD JD QD KD AD"), mask("9C 6D 7D 8D 9D")), 0),
        Over(2, UNDECIDED, False, (), (), (6, 5)),
    ]
    drawn = events[4]
    assert isinstance(drawn, Drawn)
    assert [drawn.by(0), drawn.by(1)] == [
        tuple(cards("TD JD QD KD AD")),
        tuple(cards("6D 7D 8D 9D")),
    ]
    assert drawn.talon_count == 0


def test_who_takes_draws_nothing_and_what_was_given_goes_with_the_table() -> None:
    actions = "6C", "", "6D 6H"
    *_, taken, drawn, begins, over = events_of("6C 6D 6H 7C", "8D 9D TD", "JS QS", *actions)
    assert taken == Taken(1, 1, tuple(cards("6C")), tuple(cards("6D 6H")))
    assert isinstance(drawn, Drawn)
    assert drawn.by(1) == ()
    assert drawn.dealt.cards[1] == cards("6C 6D 6H")
    assert drawn.by(0) == tuple(cards("JS QS"))
    assert isinstance(begins, BoutBegins)
    assert (begins.bout, begins.attacker) == (2, 0)
    assert isinstance(over, Over)


def test_the_end_says_who_has_won_and_what_lay_on_the_table() -> None:
    events = events_of("6C", "8C 9S", "", "6C", trump="7S")
    assert events[-1] == Over(1, 0, False, tuple(cards("6C")), (), (0, 2))
    events = events_of("6C", "8C", "", "6C", "8C", trump="7S")
    assert events[-1] == Over(1, DRAW, False, tuple(cards("6C 8C")), (), (0, 0))
    events = events_of("6C 6D", "8H 9H TH", "", "6C", "", "6D", trump="7S")
    assert events[-1] == Over(1, 0, True, tuple(cards("6C")), tuple(cards("6D")), (0, 3))


@pytest.mark.parametrize(
    ("attacker", "defender", "actions", "outcome"),
    [
        ("6C 7C", "8C 9C", ["6C"], "open"),
        ("6C 7C", "8C 9C", ["6C", "8C"], "open"),
        ("6C 7C", "8C 9C", ["6C", "8C", ""], "beaten"),
        ("6C 6D", "8C 9C", ["6C", ""], "taken"),  # though more may still be given
        ("6C 6D", "8C 9C TC", ["6C", "", "6D"], "taken"),
        ("6C", "8C", ["6C", "8C"], "beaten"),
        ("6C", "8D 9D", ["6C"], "open"),  # the game is over, and nobody has to take any more
    ],
)
def test_what_becomes_of_a_bout(
    attacker: str, defender: str, actions: list[str], outcome: str
) -> None:
    position = bout(attacker, defender, talon="", trump="7S")
    first, *_ = Walk(position, [tuple(cards(action)) for action in actions]).bouts()
    assert first.outcome == outcome


@given(seed=st.integers(0, 200), part=st.floats(0, 1))
def test_the_events_of_any_game_are_its_bouts_and_its_actions(seed: int, part: float) -> None:
    game = random_game(seed)
    actions = game.actions[: round(part * len(game.actions))]
    events = list(walk(game.deal, actions))
    assert [event.cards for event in events if isinstance(event, Played)] == list(actions)
    ended = [event for event in events if isinstance(event, Taken | Beaten | Over)]
    assert isinstance(ended[-1], Over)
    assert ended[-1].winner == (game.ending.winner if actions == game.actions else UNDECIDED)
    now = datetime(2026, 1, 1)
    record = GameRecord(game.deal, actions, Ending(VOID, "crash"), game.names, now, now)
    began = [event for event in events if isinstance(event, BoutBegins)]
    for begin, end, one in zip(began, ended, bouts(record), strict=False):
        assert begin[1:] == one[:3]
        assert end.table == one.cards
        assert one.given == (() if isinstance(end, Beaten) else end.given)
    assert len(began) == len(list(bouts(record)))


@given(seed=st.integers(0, 200))
def test_the_position_is_that_which_the_events_have_led_to(seed: int) -> None:
    game = random_game(seed)
    replayed = walk(game.deal, game.actions)
    hands = [0, 0]
    for event in replayed:
        position = replayed.position
        match event:
            case BoutBegins():
                hands = [*event.hands]
                assert event.talon_count == position.talon_count
            case Played():
                hands[event.seat] &= ~mask_of(event.cards)
                assert position.hands == hands
                assert replayed.played == event.number + 1
                if event.phase != GIVE_MORE and event.cards:
                    assert position.table[-1] == event.cards[0]
            case Over():
                assert position.phase == OVER


def test_actions_may_come_one_by_one() -> None:
    game = random_game(3)
    replayed = walk(game.deal, ())
    events: list[Event] = [replayed.begin()]
    for action in game.actions:
        events += replayed.play(action)
        if isinstance(events[-1], Taken | Beaten):
            lies: Iterable[int] = replayed.position.table
            assert events[-1].table == tuple(lies)
            events += replayed.settle()
    assert events == list(walk(game.deal, game.actions))
    assert str(replayed.position).split()[5] == "over"
