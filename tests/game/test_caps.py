"""An attack limit: what it ends, what it leaves, and how it is called."""

import pytest

from durak_tui.game.caps import (
    ATTACK_LIMITS,
    NO_CAPS,
    UNLIMITED,
    Caps,
    caps_json,
    caps_name,
    caps_of,
)
from durak_tui.game.deals import deal
from durak_tui.game.position import BEATEN, DEAL, GIVE_MORE, MOVE, TAKEN, Position
from durak_tui.game.violation import IllegalAction, Rule
from tests.game.build import cards, mask, played

TALON = "8S 9S TS JS QS KS AS 2S"


def limited(attacker: str, defender: str, *, each: int, first: int) -> Position:
    """The first bout of a game with such a limit."""
    caps = Caps(each, first)
    return Position((mask(attacker), mask(defender)), cards(TALON), 0, caps=caps)


def test_after_the_last_attack_that_is_allowed_the_bout_is_over() -> None:
    position = limited("6C 7D 8H 8D", "7C 8C 9H 9D", each=2, first=2)
    played(position, "6C", "7C", "7D", "")
    assert position.stage == TAKEN  # nobody was asked whether to give the 8
    position = limited("6C 7D 8H 8D", "7C 8C 8D KD", each=2, first=2)
    played(position, "6C", "7C", "7D", "KD")
    assert (position.phase, position.stage) == (DEAL, BEATEN)
    position.deal()
    assert position.attacker == 1


def test_what_is_given_to_the_taker_counts_and_the_defenders_cards_do_not() -> None:
    position = limited("6C 6D 6H 7D 7H", "7C 8C 9H 9D TD", each=6, first=3)
    played(position, "6C", "7C", "7D", "")
    assert (position.phase, position.attacks_left, position.give_limit()) == (GIVE_MORE, 1, 1)
    with pytest.raises(IllegalAction, match="gives 2 cards, at most 1 may be given") as caught:
        position.check(cards("6D 6H"))
    assert caught.value.rule is Rule.GIVE_LIMIT
    assert list(map(len, position.legal_actions())) == [1, 1, 1, 0]
    played(position, "6D")
    assert position.stage == TAKEN


def test_the_first_bout_has_a_limit_of_its_own_whatever_became_of_it() -> None:
    for answer in ("7C", ""):
        position = limited("6C 6D 6H 9S TS JS", "7C 8C 9H 9D TD JD", each=2, first=1)
        played(position, "6C", answer)
        assert position.phase == DEAL
        position.deal()
        assert (position.phase, position.attacks_left) == (MOVE, 2)
        assert position.caps == Caps(2, 2)


def test_a_copy_has_the_same_limit() -> None:
    position = limited("6C 6D", "7C 8C", each=3, first=2)
    assert position.copy().caps == Caps(3, 2)


def test_without_a_limit_there_is_none() -> None:
    position = deal("caps", 1).position()
    assert position.caps == NO_CAPS
    assert position.attacks_left == UNLIMITED


def test_who_was_not_told_the_limit_gives_what_would_be_legal_and_the_first_count() -> None:
    position = limited("6C 6D 6H 7D 7H", "7C 8C 9H 9D TD", each=6, first=3)
    played(position, "6C", "7C", "7D", "")
    answer = tuple(cards("7H 6D 6H"))
    position.check(answer, capped=False)
    assert position.counted(answer) == answer[:1]
    with pytest.raises(IllegalAction, match="gives 4 cards, at most 3 may be given"):
        position.check(cards("6D 6H 7H 7D"), capped=False)
    with pytest.raises(IllegalAction, match="does not hold 8C"):
        position.check(cards("6D 8C"), capped=False)


def test_a_deal_with_exchanged_hands_has_the_same_limit() -> None:
    dealt = deal("caps", 1)._replace(caps=Caps(6, 5))
    assert dealt.exchanged().caps == dealt.position().caps == Caps(6, 5)
    assert dealt.exchanged().exchanged() == dealt


@pytest.mark.parametrize("name", ATTACK_LIMITS)
def test_a_limit_has_a_name_and_a_form_in_files(name: str) -> None:
    caps = ATTACK_LIMITS[name]
    assert caps_name(caps) == name
    assert caps_of(caps_json(caps)) == caps


def test_one_that_nobody_offers_has_a_name_too() -> None:
    assert caps_name(Caps(7, 3)) == "7,3"


@pytest.mark.parametrize("value", [5, "6,5", [6], [6, 5, 4], [0, 6], [True, 6], [6, 53], [6.0, 6]])
def test_what_is_no_limit_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not two numbers"):
        caps_of(value)
