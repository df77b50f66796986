"""The review of all games of a list, behind the screens."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.records.log_format import encode_game
from durak_tui.records.review_file import SUFFIX
from durak_tui.tui.app import DurakApp
from durak_tui.tui.logs.log_review import LogReviewScreen
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.user.error_report import reports_folder
from tests.reports import taken_reports
from tests.tui.apps import TerminalWindow, text_on, until
from tests.tui.logs.browsing import browsing, goes_to, is_listed, press
from tests.tui.logs.log_files import DAMAGED, encoded, game
from tests.tui.pictures import assert_picture

GAMES = (1, DAMAGED, 8)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of three games, one of them damaged."""
    path = tmp_path / "match.log"
    path.write_bytes(b"".join(map(encoded, GAMES)))
    return path


pytestmark = pytest.mark.usefixtures("few_worlds")


@asynccontextmanager
async def reviewing(
    log: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], DurakApp]]:
    """The application with the review of all games, begun."""
    async with browsing(log, shown="3 games", size=size) as (pilot, app):
        await pilot.press("v")
        await goes_to(pilot, app, LogReviewScreen)
        yield pilot, app


async def is_done(
    pilot: Pilot[Any], app: DurakApp, text: str = "Review of all games 3 games · 1 damaged"
) -> None:
    await until(pilot, lambda: text in text_on(app), within=120, otherwise=lambda: text_on(app))


async def test_it_looks_right(log: Path, window: TerminalWindow) -> None:
    async with reviewing(log, window.size) as (pilot, app):
        await until(pilot, lambda: "1 damaged" in text_on(app) and "of 3" not in text_on(app), 120)
        await assert_picture(app, f"log-review-{window}")


async def test_every_mistake_leads_to_its_game(log: Path) -> None:
    async with reviewing(log) as (pilot, app):
        await is_done(pilot, app)
        menu = app.screen.query_one(Menu)
        entries = menu.entries
        assert entries and not menu.cursor
        number = int(entries[-1].id.partition(":")[0]) + 1
        await pilot.press("end", "enter")
        await goes_to(pilot, app, ReplayScreen)
        mistake = entries[-1].label.partition(", bout ")[2]  # Shown once the review has been read.
        await until(pilot, lambda: f"Game {number} " in text_on(app) and mistake in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, LogReviewScreen)
    assert Path(f"{log}{SUFFIX}").read_bytes().count(b"\n") == 3


async def test_names_that_differ_at_their_end_are_cut_to_what_differs(log: Path) -> None:
    names = "durak-player --level 2", "durak-player --level 4"
    games = (replace(game(1), names=each) for each in (names, names[::-1], names))
    log.write_bytes(b"".join(map(encode_game, games)))
    async with reviewing(log) as (pilot, app):
        await is_done(pilot, app, "Review of all games 3 games")
        labels = [entry.label for entry in app.screen.query_one(Menu).entries]
        assert {label.partition(",")[0] for label in labels} == {"level 2", "level 4"}


async def test_it_goes_on_behind_and_is_resumed(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 100_000)  # takes for ever
    async with reviewing(log) as (pilot, app):
        await until(pilot, lambda: "0 of 3 games" in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        await is_listed(pilot, app, "review 0 of 3")
        await pilot.press("v", "x")
        await goes_to(pilot, app, LogReviewScreen)
        await is_done(pilot, app, "0 of 3 games · stopped")
        monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 20)
        await pilot.press("v")
        await is_done(pilot, app)


async def test_leaving_the_log_ends_it(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 100_000)
    async with reviewing(log) as (pilot, app):
        await until(pilot, lambda: "0 of 3 games" in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
    assert not Path(f"{log}{SUFFIX}").exists()


async def test_with_a_filter_only_the_games_that_match_are_reviewed(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_bytes(encode_game(game(1)) + encode_game(game(2)))
    async with browsing(log, shown="2 games") as (pilot, app):
        await press(pilot, app, "slash", *"lisa", "enter")
        await is_listed(pilot, app, "1 of 2 games")
        await pilot.press("v")
        await goes_to(pilot, app, LogReviewScreen)
        await is_done(pilot, app, "Review of all games 1 game")


@pytest.mark.slow
async def test_games_written_meanwhile_and_another_log_of_the_name_are_reviewed(log: Path) -> None:
    async with reviewing(log) as (pilot, app):
        await is_done(pilot, app)
        await pilot.press("escape", "f")
        with log.open("ab") as file:
            file.write(encode_game(game(2)))
        await is_listed(pilot, app, "4 games")
        await pilot.press("v")
        await is_done(pilot, app, "4 games · 1 damaged")
        await pilot.press("escape")
        log.unlink()
        log.write_bytes(b"".join(encode_game(game(number)) for number in (2, 3, 4)))
        await is_listed(pilot, app, "20 21:04")  # When the last game of the new one began.
        await pilot.press("v")
        await until(pilot, lambda: "Review of all games 3 games" in text_on(app))
        assert "damaged" not in text_on(app)


async def test_a_program_fault_is_not_hidden(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("durak_tui.tui.logs.log_review.open_number", broken)
    async with browsing(log, shown="3 games") as (pilot, app):
        await pilot.press("v")
        await until(pilot, lambda: list(reports_folder().glob("*.txt")))
        assert app.is_running
    (report,) = taken_reports()
    assert "RuntimeError: broken" in report
