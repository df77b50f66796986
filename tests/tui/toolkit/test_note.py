"""Texts on a screen: notes that may be cut, and pages that are scrolled."""

from collections.abc import Sequence

import pytest
from textual.app import ComposeResult

from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.page import Line, Page
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.tui.apps import started

HEIGHT = 5


class Texts(DurakScreen):
    CSS = f"Page {{ height: {HEIGHT}; }} Note {{ height: 2; }}"

    def content(self) -> ComposeResult:
        yield Page()
        yield Note()


@pytest.mark.parametrize(
    ("count", "key", "marks"),
    [(HEIGHT, "end", ""), (HEIGHT + 1, "home", "↓"), (HEIGHT + 1, "end", "↑"),
     (HEIGHT + 2, "down", "↑↓")],
)  # fmt: skip
async def test_a_page_says_on_which_side_there_is_more(count: int, key: str, marks: str) -> None:
    def lines(_width: int) -> Sequence[Line]:
        return [[(str(number), "text")] for number in range(count)]

    async with started() as (pilot, app):
        app.push_screen(Texts())
        await pilot.pause()
        page = app.screen.query_one(Page)
        page.show(lines)
        page.focus()
        await pilot.press(key)
        await pilot.pause()
        rows = [page.render_line(y).text.rstrip() for y in range(HEIGHT)]
        assert "".join(row[-1] for row in rows if not row[-1:].isdigit()) == marks


async def test_a_note_without_room_says_that_it_is_cut() -> None:
    async with started() as (pilot, app):
        app.push_screen(Texts())
        await pilot.pause()
        note = app.screen.query_one(Note)
        note.say(("first", "text"), ("second", "text"))
        assert note.render_line(1).text.rstrip() == "second"
        note.say(("first", "text"), ("", "text"), ("second", "text"), ("third", "text"))
        assert note.render_line(1).text.rstrip() == "second…"
