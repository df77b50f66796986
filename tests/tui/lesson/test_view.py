"""A lesson on the table: the view of the position, and the judgement of an answer."""

import pytest

from durak_tui.analysis.lesson import Lesson, LessonQuestion
from durak_tui.game.cards import card_names
from durak_tui.game.position import Action, Position
from durak_tui.table.game import Pass
from durak_tui.tui.lesson.lesson_screen import LessonView
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_layout import arrange
from durak_tui.words.lesson_words import LessonWords
from durak_tui.words.worth import percent
from tests.game.build import bout, mask, played
from tests.game.build import cards as named

KEYS = {"take": "t", "done": "d", "next": "enter", "back": "esc"}
WORDS = LessonWords(lambda cards: " ".join(card_names(cards)), KEYS)


def cards(names: str) -> Action:
    """An action by its cards."""
    return tuple(named(names))


def asking(position: Position, **values: float) -> LessonQuestion:
    """A question with these values; `take` and `done` are passes."""
    passes = ("take", "done")
    found = tuple((() if n in passes else cards(n), value) for n, value in values.items())
    return LessonQuestion(position, found, doubt=0.07)


def attack() -> LessonQuestion:
    """The player at 1 is to lead."""
    position = bout("6C 7C 8D", "9C TC JD", trump="AH", seat=1)
    return asking(position, **{"6C": 0.55, "7C": 0.3, "8D": 0.2})


def defence() -> LessonQuestion:
    """The player at 1 is to beat a card, or to take."""
    position = played(bout("6C 7C 8D", "9C TC JD", trump="AH"), "6C")
    return asking(position, **{"9C": 0.4, "TC": 0.5, "take": 0.2})


def adding() -> LessonQuestion:
    """The player at 0 may add two cards."""
    position = played(bout("6C 6D 6H 9D", "9C TC JD", trump="AH"), "6C", "")
    return asking(position, **{"6D 6H": 0.4, "6D": 0.6, "done": 0.2, "6H": 0.1})


def shown(*questions: LessonQuestion) -> LessonView:
    """A lesson of these questions."""
    return LessonView(Lesson(questions), ("bob", "You"), WORDS, Hand("123456"))


def test_the_player_sits_below_and_sees_the_known_cards_of_the_other_hand() -> None:
    position = attack().position
    position.taken[0] |= mask("TC")
    view = shown(LessonQuestion(position, attack().values)).table()
    assert (view.bottom.name, view.top.name) == ("You", "bob")
    assert view.bottom.hand == mask("6C 7C 8D")
    assert (view.top.hand, view.top.count) == (None, 3)
    assert view.top.known == position.known(0) and view.top.known & mask("TC")
    assert view.keys == dict(zip(cards("6C 7C 8D"), "123", strict=True))
    assert not view.marks and view.cursor == cards("6C")[0]
    assert (view.score, view.bottom.to_act) == ("1 of 1", True)


def test_an_answer_is_judged_and_all_cards_show_their_worth() -> None:
    view = shown(attack(), defence())
    view.choose(cards("8D")[0])
    table = view.table()
    assert table.news == f"Better: 6C {percent(0.55)}. Yours: 8D {percent(0.2)}." and table.warns
    six, seven, eight = cards("6C 7C 8D")
    assert table.marks == {six: ("55%", True), seven: ("30%", False), eight: ("20%", False)}
    assert table.cursor == eight and not table.bottom.to_act and not view.is_asking
    assert view.go_on()
    table = view.table()
    assert not table.marks and not table.warns and table.score == "2 of 2"
    assert table.news == "What would you play?"


def test_a_card_that_cannot_be_played_is_refused_and_the_question_stays() -> None:
    view = shown(defence())
    view.choose(cards("JD")[0])
    table = view.table()
    assert table.warns and table.news.startswith("JD does not beat 6C")
    assert view.is_asking and not view.lesson.answers
    view.play_no_more(Pass.ENOUGH)
    assert view.table().news == "You defend: beat the card or take (t)."
    view.play_no_more(Pass.TAKE)
    assert view.table().news == f"Better: TC {percent(0.5)}. Yours: taking {percent(0.2)}."
    assert view.table().cursor is None


def test_several_cards_are_marked_before_they_are_given() -> None:
    view = shown(adding())
    diamond, heart, nine = cards("6D 6H 9D")
    view.choose(diamond)
    view.choose(heart)
    assert view.is_asking and view.table().chosen == (diamond, heart)
    assert view.table().task == "2 cards marked, 2 at most: press d to add them."
    view.choose(nine)
    assert view.table().warns and view.table().chosen == (diamond, heart)
    view.choose(heart)
    view.play_no_more(Pass.ENOUGH)
    assert view.table().news == f"Correct: 6D {percent(0.6)}."
    assert view.table().marks[heart] == ("40%", False)  # the best way to give it


def test_the_missed_ones_are_asked_again_until_all_are_right() -> None:
    view = shown(attack(), defence())
    view.choose(cards("8D")[0])
    view.go_on()
    view.choose(cards("TC")[0])
    view.go_on()
    table = view.table()
    assert table.news == "You got 1 of 2 right." and not table.warns
    assert table.marks  # what lay there last is still to be looked at
    assert view.go_on() and view.is_asking
    assert view.table().score == "1 of 1"
    view.choose(cards("6C")[0])
    view.go_on()
    assert view.table().task == "esc: back."
    assert not view.go_on()


@pytest.mark.parametrize("size", [(60, 19), (80, 23), (120, 39)])
def test_the_hand_lies_on_the_axis_without_places_for_cards_that_were_played(
    size: tuple[int, int],
) -> None:
    position = played(bout("6C 6D 9D", "9C TC JD", trump="AH"), "6C", "9C")
    view = shown(asking(position, **{"6D": 0.4, "9D": 0.5, "done": 0.3})).table()
    layout = arrange(*size, view)
    hand = [place for place in layout.places if place.kind == "hand"]
    first, last = hand[0].x, hand[-1].x + hand[-1].size.width
    assert len(hand) == 2 and abs((first + last) / 2 - layout.axis) <= 1


@pytest.mark.parametrize("question", [attack(), defence(), adding()])
def test_a_question_is_asked_again_as_it_was(question: LessonQuestion) -> None:
    view = shown(question)
    before = view.table()
    view.choose(view.hand.legal[-1])
    assert view.table() != before
    assert shown(question).table() == before
