"""Choosing a log: one that was opened before, a file of a folder, a path that is written."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest
from textual.widgets import Input

from durak_tui.common.i18n import choose
from durak_tui.common.text import one_line
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.index import last_game
from durak_tui.library.summary import Summary
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.logs import end_table, logs_screen
from durak_tui.tui.logs.end_table import EndTable
from durak_tui.tui.logs.log_reader import LogBook, OpenGame, open_game
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.open_log import OpenLogScreen, size_text
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.toolkit.form import PathField
from durak_tui.tui.toolkit.table_layout import arrange
from durak_tui.user.state import StateStore
from tests.tui.apps import TerminalWindow, make_app, started, text_on, until
from tests.tui.logs.browsing import browsing, choosing, goes_to, is_listed, press
from tests.tui.logs.log_files import write_mixed
from tests.tui.pictures import assert_picture


async def test_choosing_a_log_looks_right(window: TerminalWindow, log: Path) -> None:
    state = StateStore()
    for path in (log, log.parent / "last night.log", log.parent / "gone.log"):
        state.change(lambda state, path=path: state.with_log(path))  # type: ignore[misc]
    write_mixed(log.parent / "last night.log", 3)
    async with choosing(size=window.size) as (pilot, app):
        await until(pilot, lambda: "last night.log" in text_on(app) and app.focused)
        await assert_picture(app, f"openlog-{window}")


async def test_a_log_is_chosen_and_is_there_to_be_chosen_again(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Mock(wraps=last_game)
    monkeypatch.setattr(end_table, "last_game", read)
    monkeypatch.setattr(end_table, "REST", 1e9)
    async with choosing(size=(120, 40)) as (pilot, app):
        await until(pilot, lambda: "Browse folders" in text_on(app))
        assert "none yet" in text_on(app)
        await pilot.press("b")
        await until(pilot, lambda: "match.log" in text_on(app))
        monkeypatch.setattr(end_table, "REST", 0.0)
        await pilot.press("j")
        # Its last game.
        await until(pilot, lambda: "durak-dummy wins; lisa is the fool" in text_on(app))
        read.assert_called_once()  # Nothing was read where the cursor did not rest.
        await pilot.press("enter")
        await is_listed(pilot, app)
        await until(pilot, lambda: app.state.value.recent_logs == (log,))
        assert app.state.value.last_log_folder == log.parent
        await pilot.press("escape")
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: "match.log" in text_on(app))
        await pilot.press("enter")
        await is_listed(pilot, app)
        await pilot.press("escape", "escape")
        await goes_to(pilot, app, HomeScreen)


async def test_hands_of_the_last_game_lie_as_the_settings_say(log: Path) -> None:
    app = make_app("logs", {"hand_order": "suit"})
    app.state.change(lambda state: state.with_log(log))
    async with app.run_test(size=(120, 40)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: app.screen.query_one(EndTable).view)
        view = app.screen.query_one(EndTable).view
        assert view and view.by_suit


async def test_what_is_left_of_the_hands_of_the_last_game_lies_on_the_axis(log: Path) -> None:
    app = make_app("logs")
    app.state.change(lambda state: state.with_log(log))
    async with app.run_test(size=(120, 40)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: app.screen.query_one(EndTable).view)
        view = app.screen.query_one(EndTable).view
        assert view and view.top.count + view.bottom.count
        layout = arrange(78, 23, view)
        for kind in ("top", "hand"):
            places = [place.x for place in layout.places if place.kind == kind]
            middle = (min(places) + max(places) + layout.size.width) / 2 if places else layout.axis
            assert abs(middle - layout.axis) <= 1


def test_a_size_has_the_units_of_the_language() -> None:
    assert (size_text(16_000), size_text(1_400_000)) == ("16 kB", "1.4 MB")
    choose("ru")
    assert (size_text(16_000), size_text(1_400_000)) == ("16 КБ", "1,4 МБ")


async def test_folders_are_gone_through_with_the_keys(tmp_path: Path, log: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    write_mixed(inner / "deep.log", 3)
    async with choosing() as (pilot, app):
        await until(pilot, lambda: "Browse folders" in text_on(app))
        await pilot.press("b")
        await until(pilot, lambda: "../" in text_on(app))
        assert "hidden" not in text_on(app)
        await pilot.press("j", "enter")
        await until(pilot, lambda: "~/a" in text_on(app))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "deep.log" in text_on(app))
        await pilot.press("backspace")
        await until(pilot, lambda: "b/" in text_on(app))
        assert "› b/" in text_on(app)  # where it came from
        await pilot.press("enter")
        await until(pilot, lambda: "deep.log" in text_on(app))
        await pilot.press("escape")
        await until(pilot, lambda: "Browse folders" in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)


async def test_a_folder_that_is_named_is_looked_through(tmp_path: Path) -> None:
    inner = tmp_path / "nights" / "first"
    inner.mkdir(parents=True)
    write_mixed(inner.parent / "deep.log", 3)
    async with started("logs", path=str(inner.parent)) as (pilot, app):
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: "deep.log" in text_on(app))
        assert "~/nights" in text_on(app) and "first/" in text_on(app)
        assert "Cannot" not in text_on(app)
        await pilot.press("end", "enter")
        await is_listed(pilot, app, "3 games")


async def test_of_a_long_path_the_reason_why_it_cannot_be_opened_is_not_cut(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["a folder of a long name"] * 8)
    async with started("logs", path=str(folder / "no such.log"), size=(60, 20)) as (pilot, app):
        await goes_to(pilot, app, OpenLogScreen)
        said = "Cannot open no such.log: No such file or directory."
        await until(pilot, lambda: said in text_on(app), 10, lambda: text_on(app))


async def test_a_path_is_completed_and_a_folder_looked_through_or_a_log_opened(log: Path) -> None:
    write_mixed(log.parent / "match of yesterday.log", 3)
    async with choosing() as (pilot, app):
        await pilot.press("slash", "~", "enter")
        await until(pilot, lambda: "match.log" in text_on(app) and "../" in text_on(app))
        await pilot.press("escape", "slash", "slash", *"ma", "tab")
        assert app.screen.query_one(Input).value == "~/match"
        assert "match of yesterday.log" in text_on(app)
        await pilot.press("space", "tab")
        assert app.screen.query_one(Input).value == "~/match of yesterday.log"
        await pilot.press("enter")
        await is_listed(pilot, app, "3 games")


async def test_the_user_s_own_games_are_one_key_away() -> None:
    async with choosing() as (pilot, app):
        await pilot.press("y")
        assert "You have not finished a game yet" in text_on(app)
        app.games_log.parent.mkdir(parents=True)
        write_mixed(app.games_log, 3)
        await pilot.press("y")
        await is_listed(pilot, app, "3 games")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no such.log", "No such file or directory"),
        ("notes.txt", "is not a log"),
        ("no\0path", "A path cannot contain this character"),
    ],
)
async def test_a_file_that_is_no_log_is_reported_and_another_can_be_chosen(
    name: str, why: str, tmp_path: Path, log: Path
) -> None:
    (tmp_path / "notes.txt").write_text("not one game\n" * 1000)
    async with started("logs", path=str(tmp_path / name)) as (pilot, app):
        await goes_to(pilot, app, OpenLogScreen)
        name = one_line(name)
        await until(pilot, lambda: f"~/{name}" in text_on(app) and why in text_on(app))
        field = app.screen.query_one(Input)
        assert field.value == f"~/{name}"  # to be mended
        await pilot.press("slash", *["backspace"] * len(name), *"match.log", "enter")
        await is_listed(pilot, app)
        await until(pilot, lambda: app.state.value.recent_logs == (log,))


async def test_another_log_can_be_opened_and_the_first_one_is_kept_if_not(log: Path) -> None:
    write_mixed(log.parent / "other.log", 3)
    async with browsing(log) as (pilot, app):
        await pilot.press("o")
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("escape")
        await is_listed(pilot, app)
        await pilot.press("o", "slash", *"~/other.log", "enter")
        await is_listed(pilot, app, "3 games")
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)


async def test_a_recent_log_is_opened_by_the_palette_while_one_is_chosen(log: Path) -> None:
    app = make_app("home")
    app.state.change(lambda state: state.with_log(log))
    async with app.run_test() as pilot:
        await pilot.press("l")
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("ctrl+p", *"match")
        await until(pilot, lambda: "Open log: match.log" in text_on(app))
        await pilot.press("enter")
        await until(pilot, lambda: "30 games" in text_on(app), otherwise=lambda: text_on(app))


async def test_enter_counts_just_before_the_list(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_come, rows = Event(), Catalogue.rows

    def late(catalogue: Catalogue, start: int, stop: int) -> list[Summary]:
        may_come.wait()
        return rows(catalogue, start, stop)

    monkeypatch.setattr(Catalogue, "rows", late)
    async with started("logs", path=str(log)) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, LogsScreen) and app.screen.is_mounted)
        await pilot.press("enter")
        may_come.set()
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))


async def test_a_game_of_a_left_log_is_not_shown(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, is_read = Event(), Event(), Event()

    def slowly(*where: Any, **which: Any) -> OpenGame | None:
        begun.set()
        go_on.wait()
        game = open_game(*where, **which)
        is_read.set()
        return game

    monkeypatch.setattr(logs_screen, "open_game", slowly)
    async with started("home") as (pilot, app):
        app.go("logs", path=str(log))
        await until(pilot, lambda: "30 games" in text_on(app))
        await pilot.press("enter")
        await until(pilot, begun.is_set)
        go_on.set()
        is_read.wait()
        app.go_back()
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.is_mounted)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_that_a_file_is_no_log_is_said_also_while_another_is_chosen(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (log.parent / "notes.txt").write_text("no games here\n")
    may_end, advance = Event(), Catalogue.advance

    def slowly(catalogue: Catalogue, seconds: float) -> bool:  # as in a large file
        may_end.wait()
        return advance(catalogue, seconds)

    monkeypatch.setattr(Catalogue, "advance", slowly)
    async with started("logs", path=str(log.parent / "notes.txt")) as (pilot, app):
        await pilot.press("o")
        await goes_to(pilot, app, OpenLogScreen)
        may_end.set()
        await until(pilot, lambda: "is not a log" in text_on(app))
        await pilot.press("slash")
        app.screen.query_one(PathField).enter(str(log))
        await pilot.press("enter")
        await until(pilot, lambda: "30 games" in text_on(app), otherwise=lambda: text_on(app))
        assert isinstance(app.screen, LogsScreen)


async def test_a_game_of_which_nothing_came_does_not_keep_those_of_the_next_log_closed(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mixed(log.parent / "other.log", 3)
    async with browsing(log) as (pilot, app):
        with monkeypatch.context() as patch:
            # It is closed before it gets to that.
            patch.setattr(LogBook, "read", lambda *_: asyncio.Event().wait())
            await press(pilot, app, "enter")
        await pilot.press("o", "slash", *"~/other.log", "enter")
        await is_listed(pilot, app, "3 games")
        await pilot.press("enter")
        await goes_to(pilot, app, ReplayScreen)
