"""The report of a tournament in the terminal: no cell is broken at any width."""

import pytest
from rich.cells import cell_len

from durak_tui.tournament.report import (
    EngineCell,
    Listing,
    Paragraph,
    Part,
    ReportHeading,
    ReportTable,
    sections,
)
from durak_tui.tui.runs.report_screen import ReportScreen
from tests.tournament.synthetic import cup, played
from tests.tui.apps import TerminalWindow, make_app, started, text_on
from tests.tui.pictures import assert_picture, picture

PAIRINGS = ReportTable(
    [">Round", "A", "B", *(f">Number {n}" for n in range(9))],
    [["1", "lisa", "bart", *(f"{n}00.5 : 1" for n in range(9))]],
)


async def test_the_report_looks_right(window: TerminalWindow) -> None:
    tournament, _, _ = played(cup("round-robin", 3, 4))
    app = make_app()
    parts = [part for _, parts in sections(tournament) for part in parts]
    async with app.run_test(size=window.size) as pilot:
        await app.push_screen(ReportScreen(parts))
        await pilot.press("space")
        await assert_picture(app, f"report-{window}")


@pytest.mark.parametrize("width", [60, 80, 200])
async def test_a_wide_table_is_continued_below_with_the_names_of_its_rows(width: int) -> None:
    parts: list[Part] = [
        ReportHeading(2, "Pairings"),
        PAIRINGS,
        Paragraph("so far"),
        Listing("a\n  b"),
    ]
    async with started(size=(width, 24)) as (pilot, app):
        await app.push_screen(ReportScreen(parts))
        await pilot.pause()
        lines = picture(app).splitlines()
        assert all(cell_len(line) <= width for line in lines)
        rows = [line for line in lines if "lisa" in line]
        assert all("1  lisa  bart  " in row for row in rows)
        assert (len(rows) == 1) == (width == 200)
        for n in range(9):
            assert text_on(app).count(f" {n}00.5 : 1") == 1


async def test_engines_have_the_names_of_the_other_screens_in_tables() -> None:
    levels = [f"durak-player --level {n} --seed 7" for n in (2, 4)]
    table = ReportTable(
        ["Engine", ">1"],
        [[EngineCell(name, n), 1] for n, name in enumerate((*levels, "Expert"), 1)],
    )
    async with started(settings={"language": "ru"}, size=(60, 24)) as (pilot, app):
        await app.push_screen(ReportScreen([table]))
        await pilot.pause()
        for name in ("1 level 2 ", "2 level 4 ", "3 Знаток "):
            assert name in text_on(app)


async def test_an_engine_has_one_name_in_a_table_and_what_is_no_engine_is_not_cut() -> None:
    first, second, third = (f"durak-player --level {n} --seed 7" for n in (2, 4, 5))
    title, remark = "The engine that is called A here", "advances as the better seed of the two"
    rows: list[list[object]] = [
        [EngineCell(first), EngineCell(second)],
        [EngineCell(third), EngineCell(first)],
        [EngineCell(second), remark],
    ]
    async with started(size=(120, 24)) as (pilot, app):
        await app.push_screen(ReportScreen([ReportTable([title, "B"], rows)]))
        await pilot.pause()
        shown = [" ".join(line.split()) for line in picture(app).splitlines()]
        assert f"{title} B" in shown
        two, four, five = (f"level {n}" for n in (2, 4, 5))
        for row in (f"{two} {four}", f"{five} {two}", f"{four} {remark}"):
            assert row in shown
