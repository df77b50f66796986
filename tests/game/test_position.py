"""The rules of a bout: who is asked what, what they may play, and who gets which cards."""

from random import Random

import pytest

from durak_tui.game.cards import card_name, card_names
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, RESPOND, UNDECIDED, Position
from durak_tui.game.violation import IllegalAction
from tests.game.build import bout, card, cards, mask, played
from tests.game.walks import advance, walk

either_seat = pytest.mark.parametrize("seat", [0, 1])


def legal(position: Position) -> set[str]:
    return {card_name(number) for number in range(52) if position.legal() >> number & 1}


@either_seat
def test_the_defender_may_beat_with_a_higher_card_of_the_suit_or_with_a_trump(seat: int) -> None:
    position = bout("9C 9D", "6C TC AC 6S AS AD", talon="7S", seat=seat)
    played(position, "9C")
    assert position.phase == RESPOND
    assert position.to_act == position.defender == 1 - seat
    assert legal(position) == {"TC", "AC", "6S", "AS"}
    assert position.may_pass()


@either_seat
def test_any_rank_of_the_table_may_be_thrown_in_attack_or_defence(seat: int) -> None:
    position = bout("7D 7S 8S 8H 9H KC", "8D KD AC", talon="6S", seat=seat)
    played(position, "7D", "8D")
    assert (position.phase, position.to_act) == (MOVE, seat)
    assert legal(position) == {"7S", "8S", "8H"}
    assert position.may_pass()


@either_seat
def test_the_attacker_gives_more_to_a_taker_one_card_less_than_that_hand_holds(seat: int) -> None:
    position = bout("6C 6D 6H 9H", "7D 8D 9D", talon="6S", seat=seat)
    played(position, "6C", "")
    assert (position.phase, position.to_act, position.give_limit()) == (GIVE_MORE, seat, 2)
    assert legal(position) == {"6D", "6H"}
    assert position.may_pass()
    played(position, "6H 6D")
    assert (position.phase, list(position.given)) == (DEAL, cards("6H 6D"))


@pytest.mark.parametrize(
    ("before", "answer", "reason"),
    [
        ((), "6C 7D", "plays more than one card"),
        ((), "TC JC", "plays more than one card"),
        ((), "TC", "does not hold TC"),
        ((), "7C", "does not hold 7C"),
        ((), "", "must lead a card, as the table is empty"),
        (("6C", "7C"), "6H 7D", "plays more than one card"),
        (("6C", "7C"), "6S", "does not hold 6S"),
        (("6C", "7C"), "AC", "no card of the rank of AC on the table (6C 7C)"),
        (("7D",), "7C 8H", "plays more than one card"),
        (("7D",), "TC", "does not hold TC"),
        (("7D",), "AC", "does not hold AC"),
        (("7D",), "6D", "6D does not beat 7D (trump 7S)"),
        (("7D",), "8H", "8H does not beat 7D (trump 7S)"),
        (("6C", ""), "6H 7D 8D AC", "gives too many cards (4, at most 3)"),
        (("6C", ""), "TC JC QC KC", "gives too many cards (4, at most 3)"),
        (("6C", ""), "AC TC", "does not hold TC"),
        (("6C", ""), "TC AC", "does not hold TC"),
        (("6C", ""), "6S 6H", "does not hold 6S"),
        (("6C", ""), "6C", "does not hold 6C"),
        (("6C", ""), "6H AC", "no card of the rank of AC on the table (6C)"),
        (("6C", ""), "AC AC", "no card of the rank of AC on the table (6C)"),
        (("6C", ""), "6H 6H", "gives a card twice"),
    ],
)
def test_a_refusal_names_its_reason_and_changes_nothing(
    before: tuple[str, ...], answer: str, reason: str
) -> None:
    position = played(bout("6C 6H 7D 8D AC AH", "6D 7C 8H 9H", talon="7S"), *before)
    line = str(position)
    with pytest.raises(IllegalAction) as caught:
        position.check(cards(answer))
    assert str(caught.value) == reason
    assert str(position) == line


@either_seat
def test_a_beaten_bout_is_discarded_and_the_attacker_draws_first(seat: int) -> None:
    position = bout(
        "6C 9D 9H 9S TD", "7C 8S KH", talon="AC QD JD AD TH QH 6S", discarded="7S 8C", seat=seat
    )
    played(position, "6C", "7C", "")
    dealt = position.deal()
    assert dealt.taken_by is None
    assert list(position.discarded) == cards("7S 8C 6C 7C")
    assert card_names(dealt.cards[seat]) == ["AC", "QD"]
    assert card_names(dealt.cards[1 - seat]) == ["JD", "AD", "TH", "QH"]
    assert position.hands[seat] == mask("9D 9H 9S TD AC QD")
    assert position.hands[1 - seat] == mask("8S KH JD AD TH QH")
    assert position.talon_count == 1
    assert position.attacker == position.to_act == 1 - seat
    assert (position.phase, list(position.table)) == (MOVE, [])


@either_seat
def test_a_taker_gets_the_table_then_what_is_given_and_misses_the_attack(seat: int) -> None:
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


@pytest.mark.parametrize("number", range(4))
def test_a_copy_and_its_original_go_their_own_ways(number: int) -> None:
    choose, copies = Random(number), []
    for position in walk(number):
        line = str(position)
        copy, other = position.copy(), position.copy()
        assert (str(copy), copy.legal()) == (line, position.legal())
        advance(other, choose)
        assert str(other) != line == str(position)
        copies.append((copy, line))
    assert all(str(copy) == line for copy, line in copies)


def test_a_position_shows_itself_for_debugging() -> None:
    position = bout("6C", "7C", talon="6S")
    assert repr(position) == f"<Position {position}>"


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
