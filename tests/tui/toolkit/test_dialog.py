"""Questions over a screen."""

import pytest

from durak_tui.tui.toolkit.dialog import ExplainedQuestion, LineDialog, Question
from durak_tui.tui.toolkit.menu import Entry
from tests.tui.apps import TERMINALS, in_terminal, started, text_on
from tests.tui.pictures import picture

UNICODE = "╭", "╰", "│"
ASCII = "+", "+", "|"


@pytest.mark.few(2)
@pytest.mark.parametrize("terminal", TERMINALS)
async def test_its_frame_fits_the_terminal(terminal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, terminal)
    async with started("engines") as (pilot, app):
        app.push_screen(Question("Leave?", "Nothing is lost.", [Entry("yes", "Yes")]))
        await pilot.pause()
        rows = picture(app).splitlines()[:24]
        at = next(n for n, row in enumerate(rows) if "Leave?" in row)
        top, bottom, side = ASCII if terminal == "ascii" else UNICODE
        left = rows[at].index(side)
        assert rows[at].rindex(side) == left + 63
        assert rows[at - 1][left] == top
        assert any(row[left : left + 1] == bottom for row in rows[at + 1 :])
        assert picture(app).isascii() == (terminal == "ascii")


@pytest.mark.parametrize("key", ["y", "н"])
async def test_an_answer_has_the_same_key_on_a_russian_keyboard(key: str) -> None:
    async with started() as (pilot, app):
        answers: list[str] = []
        entries = [Entry("no", "No", key="n"), Entry("yes", "Yes", key="y")]
        app.push_screen(Question("Leave?", "", entries), answers.append)  # type: ignore[arg-type]
        await pilot.press(key)
        assert answers == ["yes"]


async def test_about_each_answer_there_can_be_a_sentence_that_has_room_in_every_window() -> None:
    long = "What follows from it is said here, in more words than are within the list."
    entries = [Entry("no", "No", "Nothing is lost."), Entry("yes", "Yes", long)]
    for size in ((60, 20), (200, 60)):
        async with started(size=size) as (pilot, app):
            app.push_screen(ExplainedQuestion("Leave?", entries))
            await pilot.pause()
            assert "Nothing is lost." in text_on(app) and long not in text_on(app)
            await pilot.press("down")
            assert long in text_on(app) and "Nothing is lost." not in text_on(app)


async def test_a_question_that_is_covered_is_not_left_in_place_of_what_covers_it() -> None:
    async with started() as (pilot, app):
        below, above = (Question(title, "", [Entry("yes", "Yes")]) for title in ("One?", "Two?"))
        app.push_screen(below)
        app.push_screen(above)
        await pilot.pause()
        below.dismiss("yes")
        await pilot.pause()
        assert app.screen is above


async def test_of_a_text_that_is_too_long_above_a_line_to_be_typed_the_end_is_shown() -> None:
    async with started(size=(60, 20)) as (pilot, app):
        app.push_screen(LineDialog("Message", "\n".join(f"{n}. {'word ' * 60}" for n in range(6))))
        await pilot.press(*"typed")
        rows = picture(app).splitlines()[:19]
        assert "Message" in rows[2] and "word" in rows[4]
        assert any("typed" in row for row in rows) and "╰" in rows[-3]
        await pilot.resize_terminal(80, 60)
        assert "0. word" in text_on(app)
