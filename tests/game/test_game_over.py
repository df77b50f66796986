"""When a game is over: the table of pyDurak, row by row, from either seat."""

from collections.abc import Callable

import pytest

from durak_tui.game.position import (
    DEAL,
    DRAW,
    GIVE_MORE,
    MOVE,
    OVER,
    PASS,
    RESPOND,
    UNDECIDED,
    Position,
)
from durak_tui.game.violation import IllegalAction
from tests.game.build import bout, card, cards, played

pytestmark = pytest.mark.parametrize("seat", [0, 1])

SPADES = "7S"
"""The trump of these games, nobody's card."""


def test_the_last_card_wins_at_once_against_two_cards_though_one_could_beat_it(seat: int) -> None:
    position = played(bout("6C", "7C 8C", trump=SPADES, seat=seat), "6C")
    assert position.phase == OVER
    assert position.winner == seat


def test_the_last_card_has_to_be_answered_if_the_only_card_left_beats_it(seat: int) -> None:
    position = played(bout("6C", "7C", trump=SPADES, seat=seat), "6C")
    assert position.phase == RESPOND
    assert position.to_act == 1 - seat
    assert position.winner == UNDECIDED


@pytest.mark.parametrize(("last", "left", "trump"), [("AC", "6S", "7S"), ("AS", "2C", "7C")])
def test_the_last_card_has_to_be_answered_if_the_only_card_left_is_a_trump(
    seat: int, last: str, left: str, trump: str
) -> None:
    assert played(bout(last, left, trump=trump, seat=seat), last).phase == RESPOND


@pytest.mark.parametrize("left", ["7D", "6C", "6H"])
def test_the_last_card_wins_at_once_if_the_only_card_left_cannot_beat_it(
    seat: int, left: str
) -> None:
    position = played(bout("8C", left, trump=SPADES, seat=seat), "8C")
    assert position.phase == OVER
    assert position.winner == seat


def test_the_game_is_drawn_if_both_play_their_last_cards(seat: int) -> None:
    position = played(bout("6C", "7C", trump=SPADES, seat=seat), "6C", "7C")
    assert position.phase == OVER
    assert position.winner == DRAW


def test_the_defender_wins_if_he_beats_with_his_last_card(seat: int) -> None:
    position = played(bout("6C 9D", "7C", trump=SPADES, seat=seat), "6C", "7C")
    assert position.phase == OVER
    assert position.winner == 1 - seat


def test_the_attacker_without_cards_wins_though_the_defender_beat_his_last(seat: int) -> None:
    """The early end forestalls this in play; a position set up by hand can still hold it."""
    position = bout("6C 9D", "7C 8C", trump=SPADES, seat=seat)
    position.move(card("6C"))
    position.hands[seat] = 0
    position.respond(card("7C"))
    assert position.phase == OVER
    assert position.winner == seat


@pytest.mark.parametrize("left", ["7C", "7D", "7C 8C"])
def test_the_last_card_of_a_hand_does_not_end_the_game_while_there_is_a_talon(
    seat: int, left: str
) -> None:
    position = played(bout("6C", left, talon="9H", seat=seat), "6C")
    assert position.phase == RESPOND
    assert position.to_act == 1 - seat


def test_who_takes_the_last_card_with_the_card_that_beats_it_loses_in_the_deal(seat: int) -> None:
    position = played(bout("6C", "7C", trump=SPADES, seat=seat), "6C", "")
    assert position.phase == DEAL
    assert position.winner == UNDECIDED
    dealt = position.deal()
    assert dealt.taken_by == 1 - seat
    assert dealt.cards[1 - seat] == cards("6C")
    assert position.phase == OVER
    assert position.winner == seat


@pytest.mark.parametrize("attacker", ["6C", "6C 6D"])
def test_beating_with_the_last_card_ends_only_the_bout_while_there_is_a_talon(
    seat: int, attacker: str
) -> None:
    position = played(bout(attacker, "7C", talon="9D TD JD QD KD AD 6H 9H", seat=seat), "6C", "7C")
    assert position.phase == DEAL
    assert position.winner == UNDECIDED
    position.deal()
    assert position.phase == MOVE
    assert position.to_act == 1 - seat


def test_giving_the_last_cards_wins_at_once_without_a_deal(seat: int) -> None:
    position = played(bout("6C 6D 6H", "8D 8H 8S", trump=SPADES, seat=seat), "6C", "", "6D 6H")
    assert position.phase == OVER
    assert position.winner == seat
    assert list(position.table) == cards("6C")
    assert list(position.given) == cards("6D 6H")


def test_giving_the_last_cards_ends_only_the_bout_while_there_is_a_talon(seat: int) -> None:
    position = played(bout("6C 6D", "8D 8H 8S", talon="9H", seat=seat), "6C", "", "6D")
    assert position.phase == DEAL


def test_giving_some_cards_but_not_the_last_goes_on_to_the_deal(seat: int) -> None:
    position = played(bout("6C 6D 9H", "8D 8H", trump=SPADES, seat=seat), "6C", "", "6D")
    assert position.phase == DEAL
    position.deal()
    assert position.phase == MOVE


def test_giving_nothing_goes_on_to_the_deal(seat: int) -> None:
    position = played(bout("6C 9H", "8D 8H", trump=SPADES, seat=seat), "6C", "", "")
    assert position.phase == DEAL
    position.deal()
    assert position.phase == MOVE
    assert position.to_act == seat


def test_a_bout_beaten_to_the_attackers_last_card_but_one_goes_on(seat: int) -> None:
    position = played(bout("6C 9D", "7C 8S", trump=SPADES, seat=seat), "6C", "7C")
    assert position.phase == MOVE
    assert position.winner == UNDECIDED


def test_the_last_throw_in_wins_as_early_as_the_last_lead(seat: int) -> None:
    position = played(bout("6C 6D", "7C 8D 9D", trump=SPADES, seat=seat), "6C", "7C", "6D")
    assert position.phase == OVER
    assert position.winner == seat
    assert list(position.table) == cards("6C 7C 6D")


def test_the_last_throw_in_is_answered_by_the_only_card_that_beats_it(seat: int) -> None:
    position = played(bout("6C 6D", "7C 8D", trump=SPADES, seat=seat), "6C", "7C", "6D")
    assert position.phase == RESPOND
    assert played(position, "8D").winner == DRAW


def test_the_open_trump_alone_is_still_a_talon(seat: int) -> None:
    position = played(bout("6C", "7D", talon="9H", seat=seat), "6C")
    assert position.phase == RESPOND
    played(position, "")
    dealt = position.deal()
    assert list(dealt.cards[seat]) == cards("9H")
    assert position.phase == MOVE
    assert position.to_act == seat


@pytest.mark.parametrize(
    ("attacker", "defender", "winner"),
    [("", "7C", "attacker"), ("7C", "", "defender"), ("", "", "nobody")],
)
def test_a_position_without_talon_and_with_an_empty_hand_is_over_from_the_start(
    seat: int, attacker: str, defender: str, winner: str
) -> None:
    position = bout(attacker, defender, trump=SPADES, seat=seat)
    assert position.phase == OVER
    assert position.winner == {"attacker": seat, "defender": 1 - seat, "nobody": DRAW}[winner]


def over_by_early_end(seat: int) -> Position:
    return played(bout("6C", "7C 8C", trump=SPADES, seat=seat), "6C")


def over_in_the_deal(seat: int) -> Position:
    position = played(bout("6C", "7C", trump=SPADES, seat=seat), "6C", "")
    position.deal()
    return position


@pytest.mark.parametrize("end", [over_by_early_end, over_in_the_deal])
def test_when_the_game_is_over_nobody_may_play(seat: int, end: Callable[[int], Position]) -> None:
    position = end(seat)
    assert position.legal() == 0
    for answer in ("", "7C", "6C 7C"):
        with pytest.raises(IllegalAction, match=r"^nobody may play a card now$"):
            position.check(cards(answer))


def test_nobody_may_play_while_the_cards_are_dealt(seat: int) -> None:
    position = bout("6C 9D", "7C 8S", trump=SPADES, seat=seat)
    played(position, "6C", "7C")
    position.move(PASS)
    assert position.phase == DEAL
    assert position.legal() == 0
    with pytest.raises(IllegalAction, match=r"^nobody may play a card now$"):
        position.check(cards("9D"))


def test_an_end_is_never_looked_for_while_both_hold_cards(seat: int) -> None:
    position = bout("6C 6D 9H", "7C 7D 8D 9C", trump=SPADES, seat=seat)
    phases = []
    for answer in ("6C", "7C", "6D", "7D", ""):
        phases.append(played(position, answer).phase)
    position.deal()
    assert phases == [RESPOND, MOVE, RESPOND, MOVE, DEAL]
    assert position.phase == MOVE
    assert played(position, "8D", "").phase == GIVE_MORE
