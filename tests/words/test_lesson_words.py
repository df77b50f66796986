"""Questions and judgements in sentences."""

from collections.abc import Iterable, Mapping

import pytest

from durak_tui.analysis.game_review import Kind
from durak_tui.analysis.lesson import Lesson, LessonQuestion, judge
from durak_tui.game.cards import card_names
from durak_tui.game.position import Action
from durak_tui.game.violation import IllegalAction
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import shipped
from durak_tui.practice.practice_session import Counts
from durak_tui.table.game import Pass, choices_in
from durak_tui.words.lesson_words import LessonWords, counts_words, origin_words, reasons
from tests.game.build import bout, played
from tests.game.build import cards as named

KEYS = {"take": "t", "done": "d", "next": "enter", "back": "esc"}
WORDS = LessonWords(lambda cards: " ".join(card_names(cards)), KEYS)


def cards(names: str) -> Action:
    """An action by its cards."""
    return tuple(named(names))


ATTACK = bout("6C 7C 8D", "9C TC JD", trump="AH")
DEFENCE = played(bout("6C 7C 8D", "9C TC JD", trump="AH"), "6C")
VALUES = {"6C": 0.55, "7C": 0.5, "8D": 0.2}


def question(
    values: Mapping[str, float] = VALUES, *, played: str | None = None, exact: bool = False
) -> LessonQuestion:
    """A question about the attack."""
    found = tuple((cards(name), value) for name, value in values.items())
    before = None if played is None else cards(played)
    return LessonQuestion(ATTACK, found, exact, 0.0 if exact else 0.07, before, bout=3)


@pytest.mark.parametrize(
    ("asked", "answer", "said"),
    [
        (question(), "6C", "Correct: 6C 55 %."),
        (question(played="8D"), "6C", "Correct: 6C 55 %. In the game: 8D 20 %."),
        (question(played="6C"), "6C", "Correct: 6C 55 %."),
        (question(played="8D"), "7C", "Correct: 7C 50 %, close to 6C 55 %."),
        (question(), "8D", "Better: 6C 55 %. Yours: 8D 20 %."),
        (question({"6C": 1.0, "8D": 0.0}, exact=True), "8D", "Better: 6C wins. Yours: 8D loses."),
        (question({"6C": 0.5, "8D": 0.0}, exact=True), "6C", "Correct: 6C draws."),
        (question({"6C": 1.0, "8D": 0.0}), "6C", "Correct: 6C >99 %."),
        (question({"6C": 0.5}), "7C", "7C was not examined; 6C 50 %."),
    ],
)
def test_an_answer_is_judged_in_a_sentence(asked: LessonQuestion, answer: str, said: str) -> None:
    assert WORDS.judged(judge(asked, cards(answer))) == said.replace(" %", "\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize(
    ("kind", "was"),
    [
        ("inaccuracy", "was an inaccuracy"),
        ("mistake", "was a mistake"),
        ("blunder", "was a blunder"),
        ("win lost", "lost a won endgame"),
        ("draw lost", "lost a drawn endgame"),
    ],
)
def test_the_lesson_calls_a_mistake_what_the_review_does(kind: Kind, was: str) -> None:
    asked = question(played="8D")._replace(kind=kind)
    assert WORDS.asked(asked) == f"Bout 3: 8D {was}. What would you play?"


def test_taking_is_called_so() -> None:
    taking = LessonQuestion(
        DEFENCE, (((), 0.6), (cards("9C"), 0.3)), doubt=0.07, played=cards("9C"), bout=4
    )
    said = "Correct: taking 60 %. In the game: 9C 30 %."
    assert WORDS.judged(judge(taking, ())) == said.replace(" %", "\N{NO-BREAK SPACE}%")


def test_the_task_says_what_may_be_done() -> None:
    assert WORDS.asked(question()) == "What would you play?"
    assert WORDS.task(question(), choices_in(ATTACK)) == "Attack: press the key under a card."
    asked = LessonQuestion(DEFENCE, (((), 0.6),))
    assert WORDS.task(asked, choices_in(DEFENCE)) == "Beat 6C or take (t)."
    throwing = played(bout("6C 7C 9D", "9C TC JD", trump="AH"), "6C", "9C")
    asked = LessonQuestion(throwing, (((), 0.6),))
    assert WORDS.task(asked, choices_in(throwing)) == "Throw in a matching card, or press d."
    giving = played(bout("6C 6D 6H 9D", "9C TC JD", trump="AH"), "6C", "")
    asked, choices = LessonQuestion(giving, (((), 0.6),)), choices_in(giving)
    said = "Add up to 2 cards to those taken, or press d."
    assert WORDS.task(asked, choices) == said
    assert WORDS.task(asked, choices, 1) == "1 card marked, 2 at most: press d to add it."
    one = choices._replace(limit=1)
    said = "Press a card's key to throw it in as well, or d for none."
    assert WORDS.task(asked, one) == said


def test_an_answer_that_is_not_allowed_says_why() -> None:
    for position, cards_played, said in (
        (DEFENCE, "JD", "JD does not beat 6C: neither its suit nor a trump."),
        (ATTACK, "", "You attack: play a card first."),
    ):
        with pytest.raises(IllegalAction) as refused:
            position.check(cards(cards_played))
        assert WORDS.refusal(refused.value) == said
    assert WORDS.cannot_pass(question(), Pass.TAKE) == "You attack: there is nothing to take."
    assert WORDS.cannot_pass(question(), Pass.ENOUGH) == "You attack: play a card first."
    asked = LessonQuestion(DEFENCE, (((), 0.6),))
    assert WORDS.cannot_pass(asked, Pass.ENOUGH) == "You defend: beat the card or take (t)."


def test_a_lesson_ends_with_a_summary() -> None:
    lesson = Lesson([question(), question()])
    for answer, following in (("6C", "enter: next."), ("8D", "enter: your result.")):
        lesson.give(cards(answer))
        assert WORDS.following(lesson) == following
        lesson.next()
    assert WORDS.summary(lesson) == "You got 1 of 2 right."
    assert WORDS.afterwards(lesson) == "enter: try the missed ones again. esc: back."
    again = Lesson(lesson.missed)
    again.give(cards("6C"))
    again.next()
    assert WORDS.summary(again) == "You got 1 of 1 right."
    assert WORDS.afterwards(again) == "esc: back."


EXACT = next(exercise(one) for one in shipped() if not one.worlds)
ESTIMATED = next(exercise(one) for one in shipped() if one.worlds)


def names_of(cards: Iterable[int]) -> str:
    return " ".join(card_names(cards))


@pytest.mark.parametrize(
    ("counts", "said"),
    [(Counts(12, 260, 3), "12 of 260 solved, 3 to repeat"), (Counts(0, 260, 0), "0 of 260 solved")],
)
def test_the_counter_says_how_many_are_solved_and_to_repeat(counts: Counts, said: str) -> None:
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
