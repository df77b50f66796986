"""A worth in per cent, in words, and in the few characters below a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.words.worth import percent, worth_mark, worth_words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, "0 %"), (0.001, "<1 %"), (0.0049, "<1 %"), (0.005, "1 %"),
        (0.06, "6 %"), (0.065, "7 %"), (0.285, "29 %"), (0.495, "50 %"), (0.5, "50 %"),
        (0.994, "99 %"), (0.995, ">99 %"), (0.9999, ">99 %"), (1.0, "100 %"), (1.074, "107 %"),
    ],
)  # fmt: skip
def test_a_worth_is_said_in_per_cent(value: float, said: str) -> None:
    assert percent(value) == said.replace(" ", "\N{NO-BREAK SPACE}")


@given(st.floats(0, 1))
def test_only_nothing_is_0_and_only_a_whole_game_100(value: float) -> None:
    number, _space, sign = percent(value).partition("\N{NO-BREAK SPACE}")
    assert sign == "%"
    assert (number == "0") == (value == 0)
    assert (number == "100") == (value == 1)
    if number.isdecimal():
        assert abs(int(number) - 100 * value) <= 0.5 + 1e-6


@pytest.mark.parametrize(
    ("worth", "words", "mark"),
    [(1.0, "wins", "+"), (0.5, "draws", "="), (0.0, "loses", "-"), (0.75, "75 %", "75%")],
)
def test_best_play_gives_a_result(worth: float, words: str, mark: str) -> None:
    assert worth_words(worth, exact=True).replace("\N{NO-BREAK SPACE}", " ") == words
    assert worth_mark(worth, exact=True) == mark


@pytest.mark.parametrize(
    ("worth", "words", "mark"),
    [(1.0, ">99 %", "99%"), (0.5, "50 %", "50%"), (0.0, "<1 %", "1%"), (0.065, "7 %", "7%")],
)
def test_an_estimate_is_never_quite_sure(worth: float, words: str, mark: str) -> None:
    assert worth_words(worth, exact=False).replace("\N{NO-BREAK SPACE}", " ") == words
    assert worth_mark(worth, exact=False) == mark
