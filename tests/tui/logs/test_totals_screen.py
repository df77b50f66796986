"""All games of a list added up."""

import errno
import os
from pathlib import Path
from threading import Event

import pytest

from durak_tui.library.index import LogReader
from durak_tui.library.search import OpenLog, read_game
from durak_tui.records.log_format import DamagedGame, encode_game
from durak_tui.tui.app import DurakApp
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.totals_screen import TotalsScreen
from durak_tui.tui.toolkit.page import Page
from durak_tui.user.folders import games_log
from tests.library.test_totals import decided
from tests.tui.apps import TerminalWindow, started, text_on, until
from tests.tui.logs.browsing import browsing, goes_to, is_listed, number, press
from tests.tui.logs.log_files import write_mixed
from tests.tui.pictures import assert_picture


async def test_the_totals_look_right(window: TerminalWindow, log: Path) -> None:
    async with browsing(log, size=window.size) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "30 games, 1 void" in text_on(app))
        await assert_picture(app, f"totals-{window}")


async def test_totals_are_those_of_the_games_that_are_listed(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "slash", *"result", "colon", *"1-0", "enter")
        await is_listed(pilot, app, " of 30 games")
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "lisa bob" in text_on(app))
        assert "30 games" not in text_on(app)
        assert "100.0 %" in text_on(app)
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        await press(pilot, app, "escape")
        await is_listed(pilot, app)
        await press(pilot, app, "slash", *"nobody", "enter")
        await is_listed(pilot, app, "0 of 30 games")
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "0 games" in text_on(app) and "reading" not in text_on(app))


async def test_the_players_of_a_meeting_have_the_colours_of_their_parts_of_its_bar(
    log: Path,
) -> None:
    async with browsing(log, size=(120, 40)) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "Faults" in text_on(app))
        rows = _rows(app)
    (row,) = [row for row in rows if any("97.4 %" in text for text, _look in row)]
    bar = [(text.strip("▏ "), look) for text, look in row if "tile" in look or look == "neutral"]
    assert bar == [("W 56 %", "tile-first"), ("D 33 %", "neutral"), ("L", "tile-second")]
    assert [look for _text, look in row[:2]] == ["text-first", "text-second"]


async def test_no_name_is_cut_for_a_bar(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "Faults" in text_on(app))
        assert "lisa durak-dummy 9 " in text_on(app)
        assert "W 50 %" in text_on(app), "where there is room for both"


@pytest.mark.parametrize("games", [9, 30])
async def test_numbers_are_left_out_only_for_a_bar_that_shows_them_all(
    tmp_path: Path, games: int
) -> None:
    path = tmp_path / "some.log"
    # Of many games one that was lost is a small part of the bar.
    won = [decided(n, ("fox", "hen"), 0) for n in range(1, games)]
    others = [decided(games, ("fox", "hen"), 1), decided(games + 1, ("fox", "bee"), 0)]
    path.write_bytes(b"".join(map(encode_game, won + others)))
    async with browsing(path, shown=f"{games + 1} games", size=(60, 40)) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: f"{games + 1} games" in text_on(app))
        assert "Won Lost Drawn" in " ".join(text_on(app).split()), text_on(app)


async def test_of_two_players_the_course_of_their_elo_is_a_chart(tmp_path: Path) -> None:
    path = tmp_path / "two.log"
    games = [decided(n, ("fox", "hen"), n % 3 == 0) for n in range(1, 31)]
    path.write_bytes(b"".join(map(encode_game, games)))
    async with browsing(path, size=(120, 40)) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "Elo of the first over the games" in text_on(app))
        page = app.screen.query_one(Page)
        await until(
            pilot, lambda: text_on(app).partition("range")[2].split(" ? ")[0].endswith("30")
        )
        assert page.size.height - 3 <= page.length <= page.size.height, "it fills the window"
        assert any(look == "band" for row in _rows(app) for _text, look in row)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: "W 67 %" in text_on(app))


def _rows(app: DurakApp) -> list[tuple[tuple[str, str], ...]]:
    """The rows of the page, as texts and their looks."""
    canvas = app.screen.query_one(Page).canvas
    return [*map(canvas.row, range(canvas.height))]


async def test_of_more_players_the_elo_of_each_stands_on_one_scale(log: Path) -> None:
    async with browsing(log, size=(120, 40)) as (pilot, app):
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "Elo with its 95 % range" in text_on(app))
        rows = _rows(app)
    points = {}
    for row in rows:
        if any(look == "band" for _text, look in row):
            text = "".join(text for text, _look in row)
            points[text.split()[0]] = text.index("█")
    assert points["durak-dummy"] == points["lisa"] > points["bob"], "as their scores are"


async def test_the_log_of_ones_own_games_begins_with_the_newest() -> None:
    games_log().parent.mkdir(parents=True)
    async with browsing(write_mixed(games_log())) as (pilot, app):
        assert number(app) == 30
        await is_listed(pilot, app, "newest first")
        await press(pilot, app, "r")
        await is_listed(pilot, app)
        assert number(app) == 1


async def test_a_log_no_longer_readable_is_said(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    async with browsing(log) as (pilot, app):
        monkeypatch.setattr("durak_tui.library.totals.read_game", unreadable)
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, lambda: "cannot be read: Input/output error." in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)


async def test_the_log_stays_open_for_a_thread_that_still_reads_when_the_screen_is_left(
    monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    begun, left = Event(), Event()
    read: list[bytes | OSError] = []

    def slow(reader: LogReader, game: int) -> tuple[bytes, DamagedGame | None]:
        begun.set()
        left.wait(30)
        try:
            found = read_game(reader, game)
        except OSError as error:
            read.append(error)
            raise
        read.append(found[0])
        return found

    async with browsing(log) as (pilot, app):
        monkeypatch.setattr("durak_tui.library.totals.read_game", slow)
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        await until(pilot, begun.is_set)
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        left.set()
        await until(pilot, lambda: bool(read))
    assert isinstance(read[0], bytes) and read[0]


def unreadable(_log: LogReader, _game: int) -> tuple[bytes, DamagedGame | None]:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


async def test_a_log_that_is_still_being_read_is_added_up_when_all_of_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, whole = Event(), Event()
    scan = OpenLog.scan

    def scan_slowly(log: OpenLog) -> int | None:
        if known.is_set():
            whole.wait(20)
        known.set()
        return scan(log)

    monkeypatch.setattr(OpenLog, "scan", scan_slowly)
    monkeypatch.setattr("durak_tui.library.search.CHUNK", 300)
    path = write_mixed(tmp_path / "mixed.log")
    async with started("logs", path=str(path)) as (pilot, app):
        await until(pilot, known.is_set)
        await pilot.press("t")
        await goes_to(pilot, app, TotalsScreen)
        assert "reading 0 %" in text_on(app)
        whole.set()
        await until(pilot, lambda: "30 games, 1 void" in text_on(app))
