"""Cards as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.analysis.setup import SetupError, endgame, endgame_line
from durak_tui.analysis.typed import card_typed, cards_in, is_unfinished, names_in, with_letters
from durak_tui.common.values import WrongValue
from durak_tui.game.cards import card_name, parse_card


@pytest.mark.parametrize("style", ["", "\ufe0e", "\ufe0f"])
@pytest.mark.parametrize(("sign", "letter"), [*zip("♣♧♦♢♥♡♠♤", "CCDDHHSS", strict=True)])
def test_the_sign_of_a_suit_is_read_like_its_letter(sign: str, letter: str, style: str) -> None:
    assert card_name(card_typed(f"T{sign}{style}")) == f"T{letter}"


def test_a_whole_position_may_have_signs() -> None:
    line = "8C9D/7SJD 6C - 7S 1 respond"
    signs = "8♣️9♦/7♠J♢ 6♧ - 7♤ 1 respond"
    assert str(endgame_line(signs, "x")) == line


LETTERS = {
    "6С": "'С' is a Cyrillic letter; write the Latin C",
    "7н": "'н' is a Cyrillic letter; write the Latin H",
    "КC": "'К' is a Cyrillic letter; write the Latin K",
    "аC": "'а' is a Cyrillic letter; write the Latin A",
    "ТC": "'Т' is a Cyrillic letter; write T for a ten, A for an ace",
    "ВC": "'В' is a Cyrillic letter; write J for a jack",
    "дC": "'д' is a Cyrillic letter; write Q for a queen",
    "6П": "'П' is a Cyrillic letter; the suits are C, D, H and S",
    "ЖC": "'Ж' is a Cyrillic letter; the ranks are 2 to 9, T, J, Q, K and A",
    "КС": "'К' is a Cyrillic letter; write the Latin K",
    "Κ♠": "'Κ' is a Greek letter; write the Latin K",
    "6Ω": "'Ω' is a Greek letter; the suits are C, D, H and S",
    "６C": "'６' is a full-width character; write the digit 6",
    "7Ｈ": "'Ｈ' is a full-width character; write the Latin H",
}


@pytest.mark.parametrize(("name", "said"), LETTERS.items())
def test_a_letter_that_only_looks_right_is_named_with_what_is_meant(name: str, said: str) -> None:
    with pytest.raises(WrongValue, match=said):
        card_typed(name)
    with pytest.raises(SetupError) as refused:
        endgame(
            attacker="6D", defender=name, trump="7S", table="", to_act=None,
            called=lambda field: f"--{field}",
        )  # fmt: skip
    assert str(refused.value) == f"--defender: {said}"
    with pytest.raises(SetupError) as refused:
        endgame_line(f"6D/{name} - - 7S 1 move", "--position")
    assert str(refused.value) == f"--position: {said}"


@pytest.mark.parametrize("name", ["", "6", "6X", "1C", "♣", "6♣♣", "6🂡", "٦C"])
def test_what_is_no_card_in_any_alphabet_is_called_so(name: str) -> None:
    with pytest.raises(WrongValue, match=r"^not a card: '"):
        card_typed(name)


@given(st.text())
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        assert card_name(card_typed(text)) == with_letters(text).upper()
    except WrongValue as error:
        assert "\n" not in str(error)


def test_of_what_is_being_typed_whole_cards_are_found_each_once() -> None:
    assert cards_in("6c, 7♦ 9x T 6C Д q") == [parse_card("6C"), parse_card("7D")]
    assert cards_in(" ,") == []


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("", False), ("6C", False), ("6C,", False), ("6C, 7♦", False), ("6", True), ("6C,7", True),
        ("6C 10", True), ("6x 7d", False), ("6c7", True), ("6C 7С", False),
    ],
)  # fmt: skip
def test_the_last_word_of_what_is_being_typed_may_yet_become_a_card(
    text: str, unfinished: bool
) -> None:
    assert is_unfinished(text) == unfinished


def test_names_stand_between_blanks_or_commas() -> None:
    assert names_in(" 6C, 7♦,9x  T,") == ["6C", "7♦", "9x", "T"]
