"""Questions that are waited for in a line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import ComposeResult
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry, Menu
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from tests.tui.apps import make_app, started, text_on, until

TWO = [Entry("yes", "Yes", key="y"), Entry("no", "No", key="n")]


class Asker(DurakScreen):
    """Asks one thing after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.ended = 0
        self.is_over = asyncio.Event()

    def content(self) -> ComposeResult:
        yield Menu([Entry("here", "Here")])

    @asking
    async def action_three(self) -> None:
        try:
            for number in range(3):
                self.heard.append(await self.ask(Question(str(number), "", TWO)))
        finally:
            self.ended += 1
            self.is_over.set()

    @asking
    async def action_engine(self) -> None:
        self.heard.append(await self.ask(DurakScreen()))


class Busy(DurakScreen):
    """Has more keys than there is room for."""

    ACTIONS = tuple(KeyAction(f"busy.{key}", key, f"Number {key}", "") for key in "abcdefgh")


@asynccontextmanager
async def asking_three(times: int = 1) -> AsyncIterator[tuple[Pilot[None], DurakApp, Asker]]:
    """The application with the first of three questions."""
    app, asker = make_app(), Asker()
    async with app.run_test() as pilot:
        app.push_screen(asker)
        await pilot.pause()
        for _ in range(times):
            asker.action_three()
        await pilot.pause()
        yield pilot, app, asker


async def test_what_was_typed_ahead_answers_the_questions_that_come() -> None:
    async with asking_three() as (pilot, app, asker):
        for key in ("n", "y", "down", "enter", "q"):
            app.simulate_key(key)
        await until(pilot, lambda: asker.ended or not app.is_running)
        assert asker.heard == ["no", "yes", "no"]


async def test_a_screen_that_is_left_without_a_result_has_none() -> None:
    app, asker = make_app(), Asker()
    async with app.run_test() as pilot:
        app.push_screen(asker)
        await pilot.pause()
        asker.action_engine()
        await pilot.pause()
        await pilot.press("escape")
        assert asker.heard == [None]
        assert app.screen is asker


async def test_of_two_at_once_the_second_goes_on() -> None:
    async with asking_three(2) as (pilot, app, asker):
        assert len([one for one in app.screen_stack if isinstance(one, Question)]) == 1
        await pilot.press("y", "y", "n")
        assert (asker.heard, asker.ended) == (["yes", "yes", "no"], 1)


async def test_to_quit_at_a_question_ends_the_program() -> None:
    async with asking_three() as (pilot, app, asker):
        await pilot.press("q")
    assert app.return_code == 0
    assert (asker.heard, asker.ended) == ([], 1)


async def test_a_question_outlives_the_screen_that_asked_it() -> None:
    async with asking_three() as (_, app, asker):
        await asker.remove()
        # Of a screen whose widgets are gone the pilot would wait for a frame for ever.
        await asyncio.wait_for(asker.is_over.wait(), 60)
        assert asker.heard == []
        assert app.is_running


async def test_of_keys_without_room_quit_goes_first_and_then_the_last_ones() -> None:
    async with started(size=(60, 20)) as (pilot, app):
        app.push_screen(Busy())
        await pilot.pause()
        shown = text_on(app)
        assert "a Number a b Number b c Number c" in shown and "Number d" not in shown
        assert "esc Back" in shown and "? Help" in shown and "Quit" not in shown
        await pilot.resize_terminal(150, 20)
        await until(pilot, lambda: "h Number h" in text_on(app))
        assert text_on(app).endswith("? Help esc Back q Quit"), "they stand at the right end"
