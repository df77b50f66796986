"""The screen of a lesson: keys, mouse and looks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.analysis.game_review import Review
from durak_tui.analysis.lesson import Lesson, LessonQuestion, questions
from durak_tui.game.position import MOVE
from durak_tui.tui.app import DurakApp
from durak_tui.tui.lesson.lesson_screen import LessonScreen
from durak_tui.tui.toolkit.card_table import CardTable
from tests.analysis.reviews import review
from tests.tui.apps import TerminalWindow, make_app, text_on
from tests.tui.logs.browsing import table
from tests.tui.logs.log_files import genuine_games
from tests.tui.pictures import assert_picture

NUMBER = 8


@pytest.fixture(scope="module")
def asked() -> list[LessonQuestion]:
    """All mistakes of a game."""
    record = genuine_games()[NUMBER]
    found: Review = review(record, 50)
    return [*questions(record, found, 0), *questions(record, found, 1)]


@asynccontextmanager
async def learning(
    asked: list[LessonQuestion], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], DurakApp, Lesson]]:
    """The application with a lesson of these questions."""
    app, lesson = make_app(), Lesson(asked)
    async with app.run_test(size=size) as pilot:
        await app.push_screen(LessonScreen(lesson, ("You", "durak-dummy")))
        await pilot.pause()
        yield pilot, app, lesson


async def test_questions_look_right(asked: list[LessonQuestion], window: TerminalWindow) -> None:
    async with learning(asked, window.size) as (pilot, app, lesson):
        assert "What would you play?" in text_on(app)
        await assert_picture(app, f"lesson-{window}")
        await pilot.press("enter")
        assert lesson.answer
        await assert_picture(app, f"lesson-answer-{window}")


async def test_keys_answer_and_go_on_to_the_end(asked: list[LessonQuestion]) -> None:
    async with learning(asked) as (pilot, app, lesson):
        for n, question in enumerate(asked, 1):
            assert f"{n} of {len(asked)}" in text_on(app)
            best = question.best[0]
            key = next(iter(table(app).keys[card] for card in best), None)
            await pilot.press(key or ("d" if question.position.phase == MOVE else "t"))
            assert lesson.answers[-1].right
            await pilot.press("enter")
        assert f"You got {len(asked)} of {len(asked)} right." in text_on(app)
        await pilot.press("enter")
        assert not isinstance(app.screen, LessonScreen)


async def test_the_cursor_and_the_mouse_answer_too(asked: list[LessonQuestion]) -> None:
    question = next(one for one in asked if len(one.values) > 3)
    async with learning([question, question]) as (pilot, app, lesson):
        first = table(app).cursor
        await pilot.press("right")
        second = table(app).cursor
        assert first != second
        await pilot.press("space")
        assert lesson.answers[0].action == (second,)
        await pilot.press("right", "space")  # the cursor rests, and space goes on
        assert lesson.number == 2
        cards = app.screen.query_one(CardTable)
        cards.post_message(CardTable.Chosen(f"card:{first}"))
        await pilot.pause()
        assert lesson.answers[1].action == (first,)


async def test_only_what_can_be_answered_is_offered(asked: list[LessonQuestion]) -> None:
    async with learning(asked) as (pilot, app, _lesson):
        for question in asked:
            footer = text_on(app).rpartition("Play it")[2]
            may_pass = question.position.may_pass()
            assert ("Done" in footer or "Take" in footer) == may_pass
            await pilot.press("enter")
            assert "enter Next" in text_on(app) and "Play it" not in text_on(app)
            await pilot.press("n")
