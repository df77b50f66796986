"""A log that changes while its games are listed: it grows, is replaced, is gone."""

import os
from pathlib import Path

import pytest

from durak_tui.tui.home import HomeScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from tests.tui.apps import started, text_on, until
from tests.tui.logs.browsing import browsing, goes_to, is_listed, number, press, the_list
from tests.tui.logs.log_files import GAMES, append, encoded, write_mixed


async def test_a_log_that_grows_is_followed(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "f")
        await until(pilot, lambda: number(app) == GAMES)
        assert "following" in text_on(app)
        append(log, 31)
        await is_listed(pilot, app, "31 games")
        await until(pilot, lambda: number(app) == 31)
        await press(pilot, app, "k")
        append(log, 32)
        await is_listed(pilot, app, "32 games")
        assert number(app) == 30  # the cursor stays where it is if that is not the end
        await press(pilot, app, "f", "G")
        assert "following" not in text_on(app)
        await press(pilot, app, "r", "f")  # now the newest comes first
        await until(pilot, lambda: number(app) == 32)
        append(log, 33)
        await until(pilot, lambda: number(app) == 33)


async def test_in_a_list_that_is_sorted_to_follow_does_not_move_the_cursor(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "s", "j", "j", "enter")
        await is_listed(pilot, app, "by start, latest first")
        await until(pilot, lambda: "sorting" not in text_on(app))
        await press(pilot, app, "j")
        await press(pilot, app, "f")
        await until(pilot, lambda: "following" in text_on(app))
        assert the_list(app).cursor == 1
        await press(pilot, app, "G")
        last = number(app)
        append(log, 31)
        await is_listed(pilot, app, "31 games")
        await until(pilot, lambda: the_list(app).cursor == GAMES)
        assert number(app) == last  # not the one that comes last now


async def test_what_is_known_of_a_log_is_seen_whole_however_long_its_path(tmp_path: Path) -> None:
    log = tmp_path / "a folder with a long name" / "another one" / "match.log"
    log.parent.mkdir(parents=True)
    async with browsing(write_mixed(log)) as (pilot, app):
        assert "another one/match.log" in text_on(app)
        await press(pilot, app, "f", "s", "j", "j", "enter")
        await is_listed(pilot, app, "30 games · by start, latest first · following")
        assert "another one" not in text_on(app)
        assert text_on(app).startswith("match.log 30 games")


async def test_a_game_that_is_still_being_written_is_whole_in_the_end(log: Path) -> None:
    whole = encoded(31)
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "f")
        with log.open("ab") as file:
            file.write(whole[:500])
            file.flush()
            await is_listed(pilot, app, "31 games")
            await until(pilot, lambda: "Damaged" in text_on(app))
            file.write(whole[500:])
        await until(pilot, lambda: "Damaged" not in text_on(app))
        assert number(app) == 31


async def test_an_empty_log_waits_for_its_first_game(tmp_path: Path) -> None:
    log = tmp_path / "new.log"
    log.touch()
    async with started("logs", path=str(log)) as (pilot, app):
        await until(pilot, lambda: "No games yet." in text_on(app))
        await pilot.press("f")
        append(log, 1)
        await is_listed(pilot, app, "1 game")
        assert number(app) == 1


@pytest.mark.few(2)
@pytest.mark.parametrize("keys", [("enter",), ("G",), ("s", "G", "enter"), ("f",)])
async def test_a_truncated_log_is_never_an_error(keys: tuple[str, ...], log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "G")
        os.truncate(log, 1000)
        await pilot.press(*keys)
        await pilot.press("escape", "escape")
        await goes_to(pilot, app, HomeScreen)


async def test_what_has_become_of_the_file_is_said(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "f")
        os.truncate(log, log.stat().st_size // 2)
        await until(pilot, lambda: "The file was rewritten" in text_on(app))
        write_mixed(log.parent / "new.log", 3)
        os.replace(log.parent / "new.log", log)
        await is_listed(pilot, app, "3 games")
        assert "The file was replaced" in text_on(app)
        log.unlink()
        await until(pilot, lambda: "The file is gone" in text_on(app))
        await press(pilot, app, "G", "j", "enter")
        await goes_to(pilot, app, ReplayScreen)  # the games are still there
