"""Mistakes as questions: asked where they were made, judged by what was stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.analysis.game_review import Review, noise
from durak_tui.analysis.lesson import Lesson, LessonQuestion, judge, questions
from durak_tui.game.position import GIVE_MORE, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.records.record import GameRecord
from tests.analysis import reviews
from tests.analysis.test_game_review import genuine, positions
from tests.game.build import bout, card, mask, played
from tests.game.build import cards as named

WORLDS = 30


def cards(names: str) -> Action:
    """An action by its cards."""
    return tuple(named(names))


@pytest.fixture(scope="module")
def reviewed() -> tuple[GameRecord, Review]:
    """A game in which both have made mistakes, and its review."""
    record = genuine(8)
    found = reviews.review(record, WORLDS)
    assert {each.player for each in found.mistakes} == {0, 1}
    return record, found


def test_each_mistake_of_a_player_is_asked_where_it_was_made(
    reviewed: tuple[GameRecord, Review],
) -> None:
    record, review = reviewed
    before = positions(record)
    for player in (0, 1):
        wrong = [each for each in review.mistakes if each.player == player]
        asked = questions(record, review, player)
        assert [each.number for each in asked] == [each.number for each in wrong]
        for question, mistake in zip(asked, wrong, strict=True):
            assert str(question.position) == str(before[mistake.number])
            assert (question.seat, question.bout) == (player, mistake.bout)
            assert (question.played, question.exact) == (mistake.action, mistake.exact)
            assert question.kind == mistake.kind


def test_what_was_played_is_wrong_and_what_the_review_calls_better_is_right(
    reviewed: tuple[GameRecord, Review],
) -> None:
    record, review = reviewed
    for question in (*questions(record, review, 0), *questions(record, review, 1)):
        mistake = review.decisions[question.number]
        again = judge(question, mistake.action)
        assert not again.right and again.cost == pytest.approx(mistake.cost, abs=0.002)
        best = judge(question, mistake.best)
        assert best.right and best.cost == 0
        assert best.worth == pytest.approx(mistake.best_score, abs=0.001)


TABLE = bout("6C 7C 8D", "9C TC JD", trump="AH")
VALUES = tuple(zip([(card(name),) for name in ("6C", "7C", "8D")], (0.5, 0.46, 0.2), strict=True))


@pytest.mark.parametrize(
    ("answer", "doubt", "right", "cost"),
    [
        ("6C", 0.0, True, 0),
        ("7C", 0.0, False, 0.04),
        ("7C", 0.07, True, 0),
        ("8D", 0.07, False, 0.3),
    ],
)
def test_an_answer_is_right_if_nothing_is_surely_better(
    answer: str, doubt: float, right: bool, cost: float
) -> None:
    found = judge(LessonQuestion(TABLE, VALUES, doubt=doubt), cards(answer))
    assert found.right == right and found.cost == pytest.approx(cost)
    assert found.best == cards("6C") and found.best_worth == 0.5


def test_of_equal_actions_each_is_the_best() -> None:
    question = LessonQuestion(TABLE, ((cards("6C"), 0.5), (cards("7C"), 0.5)))
    for name in ("6C", "7C"):
        found = judge(question, cards(name))
        assert found.right and found.best == cards(name)


def test_what_the_rules_forbid_is_no_answer() -> None:
    with pytest.raises(IllegalAction):
        judge(LessonQuestion(TABLE, VALUES), cards("9C"))
    lesson = Lesson([LessonQuestion(TABLE, VALUES)])
    with pytest.raises(IllegalAction):
        lesson.give(())
    assert lesson.answer is None and lesson.number == 1


def test_cards_that_are_given_are_known_in_any_order_and_others_are_not_judged() -> None:
    position = bout("6S 7H 8D", "9C TC JD KD", trump="AC")
    played(position, "6S", "")
    assert position.phase == GIVE_MORE
    position.hands[0] |= mask("6C 6D")
    both = cards("6C 6D")
    question = LessonQuestion(position, ((both, 0.7), ((), 0.4)))
    assert judge(question, both[::-1]).right
    unknown = judge(question, cards("6C"))
    assert (unknown.worth, unknown.right, unknown.cost) == (None, False, 0.0)


@given(st.lists(st.sampled_from(["6C", "7C", "8D"]), max_size=5), st.booleans())
def test_a_lesson_asks_everything_once_and_counts(answers: list[str], hurries: bool) -> None:
    lesson = Lesson([LessonQuestion(TABLE, VALUES, number=n) for n in range(len(answers))])
    for n, answer in enumerate(answers):
        assert lesson.question is not None and lesson.question.number == n
        if hurries:
            lesson.next()  # without an answer it stays
        assert lesson.answer is None and lesson.number == n + 1
        lesson.give(cards(answer))
        with pytest.raises(ValueError, match="no question"):
            lesson.give(cards(answer))
        lesson.next()
    assert lesson.question is None
    assert lesson.right == answers.count("6C")
    wrong = [n for n, answer in enumerate(answers) if answer != "6C"]
    assert [question.number for question in lesson.missed] == wrong


def test_the_doubt_is_that_of_the_review(reviewed: tuple[GameRecord, Review]) -> None:
    asked = [*questions(*reviewed, 0), *questions(*reviewed, 1)]
    # Mistakes were tried again in ten times as many worlds.
    assert {question.doubt for question in asked} == {0, noise(10 * WORLDS)}
    assert all(question.exact == (question.doubt == 0) for question in asked)
