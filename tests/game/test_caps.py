"""An attack limit: what it ends, what it leaves, and how it is called."""

import pytest

from durak_tui.game.caps import (
    ATTACK_LIMITS,
    Caps,
    caps_json,
    caps_name,
    caps_of,
)
from durak_tui.game.position import GIVE_MORE, TAKEN, Position
from durak_tui.game.violation import IllegalAction, Rule
from tests.game.build import cards, mask, played

TALON = "8S 9S TS JS QS KS AS 2S"


def limited(attacker: str, defender: str, *, each: int, first: int) -> Position:
    """The first bout of a game with such a limit."""
    caps = Caps(each, first)
    return Position((mask(attacker), mask(defender)), cards(TALON), 0, caps=caps)


def test_what_is_given_to_the_taker_counts_and_the_defenders_cards_do_not() -> None:
    position = limited("6C 6D 6H 7D 7H", "7C 8C 9H 9D TD", each=6, first=3)
    played(position, "6C", "7C", "7D", "")
    assert (position.phase, position.attacks_left, position.give_limit()) == (GIVE_MORE, 1, 1)
    with pytest.raises(IllegalAction, match=r"gives too many cards \(2, at most 1\)") as caught:
        position.check(cards("6D 6H"))
    assert caught.value.rule is Rule.GIVE_LIMIT
    assert list(map(len, position.legal_actions())) == [1, 1, 1, 0]
    played(position, "6D")
    assert position.stage == TAKEN


def test_an_engine_that_does_not_know_the_limit_may_give_more_and_the_first_count() -> None:
    position = limited("6C 6D 6H 7D 7H", "7C 8C 9H 9D TD", each=6, first=3)
    played(position, "6C", "7C", "7D", "")
    answer = tuple(cards("7H 6D 6H"))
    position.check(answer, capped=False)
    assert position.counted(answer) == answer[:1]
    with pytest.raises(IllegalAction, match=r"gives too many cards \(4, at most 3\)"):
        position.check(cards("6D 6H 7H 7D"), capped=False)
    with pytest.raises(IllegalAction, match="does not hold 8C"):
        position.check(cards("6D 8C"), capped=False)


@pytest.mark.parametrize(("name", "caps"), [*ATTACK_LIMITS.items(), ("7,3", Caps(7, 3))])
def test_a_limit_offered_or_not_has_a_name_and_a_form_in_files(name: str, caps: Caps) -> None:
    assert caps_name(caps) == name
    assert caps_of(caps_json(caps)) == caps


@pytest.mark.parametrize("value", [5, "6,5", [6], [6, 5, 4], [0, 6], [True, 6], [6, 53], [6.0, 6]])
def test_what_is_no_limit_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not two numbers"):
        caps_of(value)
