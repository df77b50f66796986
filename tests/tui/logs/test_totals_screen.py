"""All games of a list added up."""

import errno
import os
from pathlib import Path
from threading import Event

import pytest

from durak_tui.library.index import LogReader
from durak_tui.library.search import OpenLog, read_game
from durak_tui.records.log_format import DamagedGame
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.totals_screen import TotalsScreen
from durak_tui.user.folders import games_log
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
