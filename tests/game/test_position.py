"""The rules of a bout: who is asked what, what they may play, and who gets which cards."""

from collections.abc import Callable

import pytest

from durak_tui.game.cards import card_name, card_names, cards_in
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, OVER, RESPOND, UNDECIDED, Position
from durak_tui.game.violation import IllegalAction
from tests.game.build import bout, card, cards, mask, played
from tests.game.walks import walk

either_seat = pytest.mark.parametrize("seat", [0, 1])


def refusal(position: Position, answer: str) -> str:
    """Why this answer is refused."""
    with pytest.raises(IllegalAction) as caught:
        position.check(cards(answer))
    return str(caught.value)


def legal(position: Position) -> set[str]:
    return {card_name(number) for number in range(52) if position.legal() >> number & 1}


# Leading


@either_seat
def test_a_bout_begins_with_an_empty_table_and_any_card(seat: int) -> None:
    position = bout("6C 9D AS", "7C 7D", talon="6S", seat=seat)
    assert position.phase == MOVE
    assert not position.table
    assert position.to_act == position.attacker == seat
    assert legal(position) == {"6C", "9D", "AS"}


def test_a_bout_has_to_be_begun() -> None:
    position = bout("6C", "7C", talon="6S")
    assert not position.may_pass()
    assert refusal(position, "") == "has to lead a card, the table is empty"


def test_after_a_deal_the_table_is_empty_again() -> None:
    position = played(bout("6C 9D", "7C 8S", talon="TD JD QD KD AD 6S"), "6C", "7C", "")
    position.deal()
    assert position.phase == MOVE
    assert not position.table
    assert not position.may_pass()


# Beating


@either_seat
def test_the_defender_may_beat_with_a_higher_card_of_the_suit_or_with_a_trump(seat: int) -> None:
    position = bout("9C 9D", "6C TC AC 6S AS AD", talon="7S", seat=seat)
    played(position, "9C")
    assert position.phase == RESPOND
    assert position.to_act == position.defender == 1 - seat
    assert legal(position) == {"TC", "AC", "6S", "AS"}
    assert position.may_pass()


def test_a_trump_is_beaten_by_a_higher_trump_only() -> None:
    position = played(bout("9S 9D", "AC 6S TS AS", talon="7S"), "9S")
    assert legal(position) == {"TS", "AS"}


def test_only_the_last_card_of_the_table_is_to_be_beaten() -> None:
    position = played(bout("6C 7D 9H", "7C KC 9D TD", talon="6S"), "6C", "7C", "7D")
    assert legal(position) == {"9D", "TD"}
    assert refusal(position, "KC") == "KC does not beat 7D (trump 6S)"


# Throwing in


@either_seat
def test_any_rank_of_the_table_may_be_thrown_in_attack_or_defence(seat: int) -> None:
    position = bout("7D 7S 8S 8H 9H KC", "8D KD AC", talon="6S", seat=seat)
    played(position, "7D", "8D")
    assert position.phase == MOVE
    assert position.to_act == seat
    assert legal(position) == {"7S", "8S", "8H"}
    assert position.may_pass()
    assert refusal(position, "KC") == "no card of the rank of KC on the table (7D 8D)"


def test_a_rank_of_an_earlier_pair_may_still_be_thrown_in() -> None:
    position = bout("6C 6D 6H TH", "9C TD AH JH", talon="6S")
    played(position, "6C", "9C", "6D", "TD", "TH", "JH")
    assert legal(position) == {"6H"}


def test_ranks_of_the_last_bout_do_not_count() -> None:
    position = bout("6C 9C", "7C 8D 9D 7D JD QD", talon="TD TH TC 6H 7H 6S")
    played(position, "6C", "7C", "")
    position.deal()
    played(position, "8D", "TD")
    assert legal(position) == set()
    assert refusal(position, "7D") == "no card of the rank of 7D on the table (8D TD)"


@either_seat
def test_a_bout_may_have_more_than_six_attacks(seat: int) -> None:
    attacks, defences = "6C 6D 6H 7C 7D 7H 8C 8D", "7S 8S 9H 9C 9D TH TC TD"
    position = bout(attacks + " AS", defences + " KS", talon="6S", seat=seat)
    for attack, defence in zip(attacks.split(), defences.split(), strict=True):
        played(position, attack, defence)
    assert position.phase == MOVE
    assert len(position.table) == 16


# Nobody is asked when a hand is empty


@pytest.mark.parametrize(("attacker", "defender"), [("6C", "7C 8C"), ("6C 6D", "7C"), ("6C", "7C")])
@either_seat
def test_nobody_throws_in_from_or_at_an_empty_hand(attacker: str, defender: str, seat: int) -> None:
    position = played(bout(attacker, defender, talon="9D 6S", seat=seat), "6C", "7C")
    assert position.phase == DEAL


@either_seat
def test_who_has_no_card_left_is_not_asked_to_give_more(seat: int) -> None:
    position = played(bout("6C", "7D 8D", talon="9D 6S", seat=seat), "6C", "")
    assert position.phase == DEAL


# Giving more


@either_seat
def test_the_attacker_is_asked_to_give_more_to_who_takes(seat: int) -> None:
    position = bout("6C 6D 6H 9H", "7D 8D 9D", talon="6S", seat=seat)
    played(position, "6C", "")
    assert position.phase == GIVE_MORE
    assert position.to_act == seat
    assert position.give_limit() == 2
    assert legal(position) == {"6D", "6H"}
    assert position.may_pass()


def test_he_is_asked_even_if_nothing_may_be_given() -> None:
    position = played(bout("6C 6D", "7D", talon="6S"), "6C", "")
    assert position.phase == GIVE_MORE
    assert position.give_limit() == 0
    assert refusal(position, "6D") == "gives 1 cards, at most 0 may be given"
    position.check([])


def test_one_card_less_may_be_given_than_the_taker_holds() -> None:
    position = played(bout("6C 6D 6H 7H", "7C 8D 8S", talon="6S"), "6C", "7C", "6D", "")
    assert position.give_limit() == 1
    position.check(cards("7H"))
    assert refusal(position, "6H 7H") == "gives 2 cards, at most 1 may be given"


def test_cards_are_given_by_the_ranks_of_the_whole_table_in_any_order() -> None:
    position = played(bout("6C 6D 7H TS AC", "7C 8D TD JD QD", talon="6S"), "6C", "7C", "6D", "")
    assert legal(position) == {"7H"}
    position = played(bout("6C 6D 7H 6H AC", "7C 8D TD JD QD", talon="6S"), "6C", "7C", "6D", "")
    played(position, "7H 6H")
    assert list(position.given) == cards("7H 6H")
    assert position.phase == DEAL


# Reasons of refusals, and which comes first


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("6C 9D", "plays more than one card"),
        ("TC JC", "plays more than one card"),
        ("TC", "does not hold TC"),
        ("7C", "does not hold 7C"),
        ("", "has to lead a card, the table is empty"),
    ],
)
def test_refusals_of_a_lead(answer: str, reason: str) -> None:
    assert refusal(bout("6C 9D", "7C 8C", talon="6S"), answer) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("6D 6H", "plays more than one card"),
        ("6S", "does not hold 6S"),
        ("AS", "does not hold AS"),
        ("AC", "no card of the rank of AC on the table (6C 7C)"),
    ],
)
def test_refusals_of_a_throw_in(answer: str, reason: str) -> None:
    position = played(bout("6C 6D 6H AC", "7C 8C", talon="6S"), "6C", "7C")
    assert refusal(position, answer) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("8C 9C", "plays more than one card"),
        ("TC", "does not hold TC"),
        ("7C", "does not hold 7C"),
        ("6C", "6C does not beat 7C (trump 6S)"),
        ("8D", "8D does not beat 7C (trump 6S)"),
    ],
)
def test_refusals_of_a_defence(answer: str, reason: str) -> None:
    position = played(bout("7C 7D", "6C 8C 9C 8D", talon="6S"), "7C")
    assert refusal(position, answer) == reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("6D 7D 8D", "gives 3 cards, at most 2 may be given"),
        ("TC JC QC", "gives 3 cards, at most 2 may be given"),
        ("6D 6D 6D", "gives 3 cards, at most 2 may be given"),
        ("AC TC", "does not hold TC"),
        ("TC AC", "does not hold TC"),
        ("6S 6D", "does not hold 6S"),
        ("6C", "does not hold 6C"),
        ("6D AC", "no card of the rank of AC on the table (6C)"),
        ("AC AC", "no card of the rank of AC on the table (6C)"),
        ("6D 6D", "gives a card twice"),
    ],
)
def test_refusals_of_giving_more_in_the_order_count_owner_rank(answer: str, reason: str) -> None:
    position = played(bout("6C 6D 6H AC 7D 8D", "7H 8H 9H", talon="6S"), "6C", "")
    assert refusal(position, answer) == reason


def test_a_refused_answer_changes_nothing() -> None:
    position = played(bout("6C 6D 6H AC", "7H 8H 9H", talon="6S"), "6C", "")
    before = repr(position), position.legal(), position.given[:]
    refusal(position, "AC")
    assert (repr(position), position.legal(), position.given) == before


# Settling and drawing


@either_seat
def test_beaten_cards_leave_the_game_in_the_order_of_the_table(seat: int) -> None:
    talon = "TD JD QD KD AD TH JH QH KH AH 6S"
    position = bout("6C 7D", "7C 8D", talon=talon, discarded="9S 8S", seat=seat)
    played(position, "6C", "7C", "7D", "8D")
    assert position.phase == DEAL
    dealt = position.deal()
    assert dealt.taken_by is None
    assert list(position.discarded) == cards("9S 8S 6C 7C 7D 8D")
    assert position.attacker == position.to_act == 1 - seat


@either_seat
def test_after_a_beaten_bout_the_attacker_draws_first_then_the_defender(seat: int) -> None:
    position = bout("6C 9D 9H 9S TD", "7C 8S KH", talon="AC QD JD AD TH QH 6S", seat=seat)
    played(position, "6C", "7C", "")
    dealt = position.deal()
    assert card_names(dealt.cards[seat]) == ["AC", "QD"]
    assert card_names(dealt.cards[1 - seat]) == ["JD", "AD", "TH", "QH"]
    assert position.hands[seat] == mask("9D 9H 9S TD AC QD")
    assert position.hands[1 - seat] == mask("8S KH JD AD TH QH")
    assert position.talon_count == 1


@either_seat
def test_a_short_talon_goes_to_the_attacker_the_trump_last(seat: int) -> None:
    position = played(bout("6C 9D 9H", "7C 8S KH", talon="AC QD 6S", seat=seat), "6C", "7C", "")
    dealt = position.deal()
    assert card_names(dealt.cards[seat]) == ["AC", "QD", "6S"]
    assert list(dealt.cards[1 - seat]) == []
    assert position.talon_count == 0
    assert card_name(position.trump) == "6S"


@either_seat
def test_nobody_draws_who_holds_six_or_more(seat: int) -> None:
    position = bout("6C 9D 9H 9S TD TH TS", "7C 8S KH JD QD KD AD", talon="AC 6S", seat=seat)
    played(position, "6C", "7C", "")
    dealt = position.deal()
    assert [list(hand) for hand in dealt.cards] == [[], []]
    assert position.talon_count == 2


@either_seat
def test_who_takes_gets_the_table_then_what_is_given_and_misses_his_attack(seat: int) -> None:
    position = bout("6C 6D 7H 6H 9S 8S", "7C 8D TD JD QD KD", talon="AC AD AH JS KS 6S", seat=seat)
    played(position, "6C", "7C", "6D", "", "7H 6H")
    dealt = position.deal()
    taker = 1 - seat
    assert dealt.taken_by == taker
    assert card_names(dealt.cards[taker]) == ["6C", "7C", "6D", "7H", "6H"]
    assert card_names(dealt.cards[seat]) == ["AC", "AD", "AH", "JS"]
    assert position.hands[taker] == mask("8D TD JD QD KD 6C 7C 6D 7H 6H")
    assert position.hands[seat] == mask("9S 8S AC AD AH JS")
    assert position.attacker == position.to_act == seat
    assert not (position.discarded or position.table or position.given or position.taking)
    assert position.winner == UNDECIDED


@either_seat
def test_after_a_take_the_next_bout_may_be_beaten_like_any_other(seat: int) -> None:
    position = bout("6C 9D 8S TS KC AC", "7D 8D TD JD QD KD", talon="AD AH JS KS 6S", seat=seat)
    played(position, "6C", "", "")
    position.deal()
    played(position, "9D", "TD", "")
    assert position.deal().taken_by is None
    assert position.attacker == 1 - seat


# Copies


def led() -> Position:
    return played(bout("6C 6D 6H 9H", "7C 8D 9D 9S", talon="TS JS 6S"), "6C")


def beaten() -> Position:
    return played(led(), "7C")


def taken() -> Position:
    return played(led(), "")


def given() -> Position:
    return played(taken(), "6D 6H")


def state(position: Position) -> tuple[object, ...]:
    return (
        list(position.hands),
        list(position.talon),
        position.talon_count,
        position.trump,
        position.attacker,
        position.to_act,
        position.phase,
        list(position.table),
        list(position.given),
        list(position.discarded),
        position.taking,
        position.winner,
        position.legal(),
        position.may_pass(),
    )


def play_anything(position: Position) -> None:
    """The next step of the game: the lowest card that may be played, or none."""
    if position.phase == DEAL:
        position.deal()
    else:
        most = min(1, position.give_limit()) if position.phase == GIVE_MORE else 1
        position.play(cards_in(position.legal())[:most])


@pytest.mark.parametrize("reach", [led, beaten, taken, given])
def test_a_copy_is_equal_and_goes_its_own_way(reach: Callable[[], Position]) -> None:
    original = reach()
    before = state(original)
    copy = original.copy()
    assert state(copy) == before
    seen = [before]
    while copy.phase != OVER:
        play_anything(copy)
        seen.append(state(copy))
        assert state(copy) != seen[-2]
        assert state(original) == before


@pytest.mark.parametrize("reach", [led, beaten, taken])
def test_an_original_goes_on_without_its_copy(reach: Callable[[], Position]) -> None:
    original = reach()
    copy = original.copy()
    before = state(copy)
    played(original, "")
    if original.phase == DEAL:
        original.deal()
    assert state(original) != before
    assert state(copy) == before


def test_a_position_shows_itself_for_debugging() -> None:
    assert repr(beaten()) == f"<Position {beaten()}>"


class TestLegalActions:
    def test_cards_come_from_the_cheapest_on_and_passing_last(self) -> None:
        position = played(bout("6C 6S 7D TH", "8C 7C 9S TD", trump="7S"), "6C", "8C")
        assert list(position.legal_actions()) == [(card("6S"),), ()]
        position = bout("6S 7D TH 6C", "8C 7C 9S TD", trump="7S")
        assert list(position.legal_actions()) == [(one,) for one in cards("6C 7D TH 6S")]

    def test_of_cards_to_give_the_largest_sets_come_first(self) -> None:
        position = played(bout("6C 6D 6H 7D", "8D 9S TD", trump="7S"), "6C", "")
        assert position.give_limit() == 2
        assert list(position.legal_actions()) == [
            tuple(cards("6D 6H")), (card("6D"),), (card("6H"),), ()
        ]  # fmt: skip

    @pytest.mark.few(10)
    @pytest.mark.parametrize("number", range(40))
    def test_they_are_all_that_check_allows(self, number: int) -> None:
        for position in walk(number):
            if position.phase == DEAL:
                assert not list(position.legal_actions())
                continue
            allowed = set(position.legal_actions())
            for one in [(), *((one,) for one in range(52))]:
                try:
                    position.check(one)
                except IllegalAction:
                    assert one not in allowed
                else:
                    assert one in allowed
            for action in allowed:
                position.check(action)


class TestKnownCards:
    def test_they_are_those_that_were_taken_from_the_table(self) -> None:
        position = bout("9C 6D 7D 8D TD QD", "KC AD 8H 7H 6H 9H", talon="6C 7C 8C TC 7S")
        played(position, "9C", "", "")
        position.deal()
        assert (position.known(0), position.known(1)) == (0, mask("9C"))

    def test_once_no_card_lies_face_down_they_are_all(self) -> None:
        position = bout("9C 6D 7D 8D TD QD", "KC AD 8H 7H 6H 9H", talon="7S")
        assert position.known(1) == position.hands[1]
