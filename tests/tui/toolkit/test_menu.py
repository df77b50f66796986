"""A list with a cursor, of rows some of which the cursor passes over."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager

import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Cell, Entry, ListCanvas, Menu
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.tui.apps import started

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Letters(ListCanvas):
    """Two letters at a time below a number, which cannot be chosen."""

    HEAD = 1
    DEFAULT_CSS = "Letters { height: 7; }"

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def places(self) -> int:
        return len(LETTERS)

    def rows(self) -> Sequence[int | None]:
        pairs = zip(range(0, len(LETTERS), 2), range(1, len(LETTERS), 2), strict=True)
        return [place for pair in pairs for place in (None, *pair)]

    def draw_head(self, canvas: Canvas) -> None:
        canvas.put(0, 0, "letters")

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        place = self.rows()[row]
        yield 2, str(row // 3) if place is None else LETTERS[place], look

    def moved(self) -> None:
        self.heard.append(LETTERS[self.cursor])

    def action_pick(self) -> None:
        self.heard.append(LETTERS[self.cursor].upper())

    def shown(self) -> list[str]:
        return [self.render_line(y).text.rstrip() for y in range(self.size.height)]


class Reading(DurakScreen):
    def content(self) -> ComposeResult:
        yield Letters()

    def on_mount(self) -> None:
        self.query_one(Letters).focus()


@asynccontextmanager
async def letters() -> AsyncIterator[tuple[Pilot[None], Letters]]:
    async with started() as (pilot, app):
        app.push_screen(Reading())
        await pilot.pause()
        yield pilot, app.screen.query_one(Letters)


async def test_the_cursor_passes_over_rows_that_are_no_place() -> None:
    async with letters() as (pilot, shown):
        await pilot.press("j", "down", "k", "enter")
        assert shown.heard == ["b", "c", "b", "B"]
        assert [line[:3] for line in shown.shown()] == [
            "let", "  0", "  a", "› b", "  1", "  c", "  d",
        ]  # fmt: skip


async def test_it_scrolls_no_further_than_needed_and_says_that_there_is_more() -> None:
    async with letters() as (pilot, shown):
        await pilot.press("j", "j", "j", "j")
        lines = shown.shown()
        assert [line[:3] for line in lines[1:]] == ["  b", "  1", "  c", "  d", "  2", "› e"]
        assert (lines[1][-1], lines[-1][-1]) == ("↑", "↓")
        await pilot.press("k", "k", "k")
        assert [line[:3] for line in shown.shown()[1:3]] == ["› b", "  1"]
        await pilot.press("k")  # with the first letter its number is seen, too
        assert [line[:3] for line in shown.shown()[1:3]] == ["  0", "› a"]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("keys", "at"),
    [("end", "z"), ("G", "z"), ("end g", "a"), ("k", "a"), ("pagedown", "g"), ("end pageup", "t")],
)
async def test_it_stays_within_the_list(keys: str, at: str) -> None:
    async with letters() as (pilot, shown):
        await pilot.press(*keys.split())
        assert LETTERS[shown.cursor] == at


async def test_a_click_marks_a_row_and_a_second_one_chooses_it() -> None:
    async with letters() as (pilot, shown):
        await pilot.click(Letters, offset=(3, 3))
        assert shown.heard == ["b"]
        await pilot.click(Letters, offset=(3, 4))  # no place
        await pilot.click(Letters, offset=(3, 3))
        assert shown.heard == ["b", "B"]


async def test_an_entry_of_a_menu_is_chosen_by_the_first_click() -> None:
    async with started() as (pilot, app):
        picked: list[str] = []
        entries = [Entry("stay", "Stay"), Entry("go", "Go")]
        app.push_screen(Question("Where?", "", entries), picked.append)  # type: ignore[arg-type]
        await pilot.pause()
        await pilot.click(Menu, offset=(3, 1))
        assert picked == ["go"]


async def test_the_cursor_stays_on_its_entry_when_others_come_before_it() -> None:
    async with started() as (pilot, app):
        stay, go, back = Entry("stay", "Stay"), Entry("go", "Go"), Entry("back", "Back")
        app.push_screen(Question("Where?", "", [stay, go]), lambda _: None)
        await pilot.pause()
        menu = app.screen.query_one(Menu)
        await pilot.press("down")
        menu.show([back, stay, go])
        assert menu.current == go
        menu.show([back])
        assert menu.current == back


@pytest.mark.parametrize(
    "entry", [Entry("match", "Match", "games " * 20), Entry("match", "Match  " + "games " * 20)]
)
async def test_an_entry_without_room_says_that_it_is_cut(entry: Entry) -> None:
    async with started(size=(60, 20)) as (pilot, app):
        app.push_screen(Question("Which?", "", [entry]), lambda _: None)
        await pilot.pause()
        line = app.screen.query_one(Menu).render_line(0).text.rstrip()
        assert line.startswith("› Match  games games")
        assert line.endswith("…")
