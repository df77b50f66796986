"""Exercises in words: how far one is, and why an answer was right or wrong."""

from collections.abc import Iterable

import pytest

from durak_tui.analysis.lesson import judge
from durak_tui.game.cards import card_names
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import shipped
from durak_tui.practice.session import Counts
from durak_tui.words.practice import counts_words, origin_words, reasons

EXACT = next(exercise(one) for one in shipped() if not one.worlds)
ESTIMATED = next(exercise(one) for one in shipped() if one.worlds)


def names_of(cards: Iterable[int]) -> str:
    return " ".join(card_names(cards))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(12, 260, 3), "12 of 260 solved, 3 to repeat"),
        (Counts(0, 260, 0), "0 of 260 solved"),
    ],
)
def test_the_counter(counts: Counts, said: str) -> None:
    assert counts_words(counts) == said


def test_it_is_said_where_a_position_is_from() -> None:
    assert origin_words(EXACT, False) == f"from a game against {EXACT.other}"
    assert origin_words(EXACT, True) == "you missed it before"
    assert origin_words(EXACT._replace(own=True), False).startswith("your own mistake against")


def test_an_estimate_says_so() -> None:
    found = judge(ESTIMATED.question, ESTIMATED.question.best[0])
    assert list(reasons(ESTIMATED, found, names_of)) == [
        "Estimated from 8,000 layouts of the hidden cards."
    ]


def test_a_wrong_answer_in_an_endgame_is_refuted() -> None:
    question = EXACT.question
    wrong = min(question.values, key=lambda value: value[1])[0]
    found = judge(question, wrong)
    after_best, after_wrong = reasons(EXACT, found, names_of)
    assert after_best.startswith(f"After {names_of(question.best[0])}: ")
    assert after_wrong.startswith(f"After {names_of(wrong)}: ")
    ends = {1.0: "you win", 0.5: "a draw", 0.0: f"{EXACT.other} wins"}
    assert after_best.endswith(f"; {ends[question.best[1]]}.")
    assert after_wrong.endswith(f"; {ends[found.worth or 0.0]}.")


def test_of_ones_own_mistake_it_is_said_what_one_played() -> None:
    question = EXACT.question
    played = min(question.values, key=lambda value: value[1])[0]
    own = EXACT._replace(own=True, question=question._replace(played=played))
    said = next(reasons(own, judge(own.question, question.best[0]), names_of))
    assert said == f"In your game you chose {names_of(played)}."
