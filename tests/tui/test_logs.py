"""The list of games of a log: opened, filtered, sorted, followed, handed on."""

import os
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.widgets import Input

from durak_tui.records import export, search
from durak_tui.records.index import LogIndex
from durak_tui.records.notation import game_text
from durak_tui.records.query import Depth
from durak_tui.records.search import Search
from durak_tui.text import one_line
from durak_tui.tui import sharing
from durak_tui.tui.logbook import LogBook
from durak_tui.tui.screens.exportpath import ExportPath
from durak_tui.tui.screens.gameinfo import GameInfo
from durak_tui.tui.screens.home import HomeScreen
from durak_tui.tui.screens.logs import LogsScreen
from durak_tui.tui.screens.openlog import OpenLogScreen
from durak_tui.tui.screens.replay import ReplayScreen
from durak_tui.userstate import StateStore
from tests.tui.apps import every_size, every_terminal, in_terminal, make_app, text_on, until
from tests.tui.browsing import goes_to, is_listed, number, press, the_list
from tests.tui.logfiles import (
    BROKEN_OFF,
    DAMAGED,
    GAMES,
    TIMEOUT,
    append,
    encoded,
    game,
    write_mixed,
)
from tests.tui.pictures import assert_picture, picture


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of thirty games in the home folder."""
    return write_mixed(tmp_path / "match.log")


# How it looks


@every_size
@every_terminal
async def test_the_list_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    in_terminal(monkeypatch, terminal)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=size) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "j", "j")
        assert number(app) == DAMAGED
        assert the_list(app).has_focus
        await assert_picture(app, f"logs-{size[0]}x{size[1]}-{terminal}")


@every_size
@every_terminal
async def test_a_filter_that_is_not_understood_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    in_terminal(monkeypatch, terminal)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=size) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "slash", *"lisa", "space", "exclamation_mark")
        await is_listed(pilot, app, "20 of 30 games")
        assert "! turns round what follows it, as in !draw" in text_on(app)
        assert isinstance(app.focused, Input)
        await assert_picture(app, f"logs-filter-{size[0]}x{size[1]}-{terminal}")


@every_size
@every_terminal
async def test_choosing_a_log_looks_right_in_every_terminal(
    size: tuple[int, int], terminal: str, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    in_terminal(monkeypatch, terminal)
    state = StateStore()
    for path in (log, log.parent / "last night.log", log.parent / "gone.log"):
        state.change(lambda state, path=path: state.with_log(path))  # type: ignore[misc]
    write_mixed(log.parent / "last night.log", 3)
    app = make_app("logs")
    async with app.run_test(size=size) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: "last night.log" in text_on(app) and app.focused)
        await assert_picture(app, f"openlog-{size[0]}x{size[1]}-{terminal}")


async def test_without_utf8_not_one_character_is_beyond_ascii(
    monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    in_terminal(monkeypatch, "ascii")
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(120, 30)) as pilot:
        await is_listed(pilot, app)
        for keys in ((), ("s",), ("escape", "slash"), ("escape", "question_mark")):
            await press(pilot, app, *keys)
            assert picture(app).isascii()


# Which log


async def test_who_names_no_log_chooses_one_and_finds_it_again_the_next_time(log: Path) -> None:
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await until(pilot, lambda: "Browse folders" in text_on(app))
        assert "none yet" in text_on(app)
        await pilot.press("b")
        await until(pilot, lambda: "match.log" in text_on(app))
        await pilot.press("j", "enter")
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


async def test_folders_are_gone_through_with_the_keys(tmp_path: Path, log: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    write_mixed(inner / "deep.log", 3)
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
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


async def test_a_path_is_completed_and_opened(log: Path) -> None:
    write_mixed(log.parent / "match of yesterday.log", 3)
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("slash", *"~/ma", "tab")
        assert app.screen.query_one(Input).value == "~/match"
        assert "match of yesterday.log" in text_on(app)
        await pilot.press("space", "tab")
        assert app.screen.query_one(Input).value == "~/match of yesterday.log"
        await pilot.press("enter")
        await is_listed(pilot, app, "3 games")


async def test_a_folder_that_is_written_is_looked_through(log: Path) -> None:
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("slash", "~", "enter")
        await until(pilot, lambda: "match.log" in text_on(app) and "../" in text_on(app))


async def test_the_user_s_own_games_are_one_key_away() -> None:
    app = make_app("logs")
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("y")
        assert "You have not finished a game yet" in text_on(app)
        app.games_log.parent.mkdir(parents=True)
        write_mixed(app.games_log, 3)
        await pilot.press("y")
        await is_listed(pilot, app, "3 games")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no such.log", "No such file or directory"),
        ("folder", "Is a directory"),
        ("notes.txt", "is no log"),
        ("pipe", "Not a regular file"),
        ("no\0path", "No path can hold such a character"),
    ],
)
async def test_what_is_no_log_is_said_and_another_can_be_chosen(
    name: str, why: str, tmp_path: Path, log: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("not one game\n" * 1000)
    os.mkfifo(tmp_path / "pipe")
    app = make_app("logs", path=str(tmp_path / name))
    async with app.run_test(size=(80, 24)) as pilot:
        await goes_to(pilot, app, OpenLogScreen)
        name = one_line(name)
        await until(pilot, lambda: f"~/{name}" in text_on(app) and why in text_on(app))
        field = app.screen.query_one(Input)
        assert field.value == f"~/{name}"  # to be mended
        await pilot.press("slash", *["backspace"] * len(name), *"match.log", "enter")
        await is_listed(pilot, app)
        assert app.state.value.recent_logs == (log,)


async def test_a_log_that_cannot_be_read_is_said(tmp_path: Path, monkeypatch: Any) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    log = write_mixed(tmp_path / "secret.log", 1)
    # The tests may be run by somebody who may read everything.
    monkeypatch.setattr("durak_tui.records.index._opened", refuse)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "cannot be opened: Permission denied." in text_on(app))


async def test_another_log_can_be_opened_and_the_first_one_is_kept_if_not(log: Path) -> None:
    write_mixed(log.parent / "other.log", 3)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("o")
        await goes_to(pilot, app, OpenLogScreen)
        await pilot.press("escape")
        await is_listed(pilot, app)
        await pilot.press("o", "slash", *"~/other.log", "enter")
        await is_listed(pilot, app, "3 games")
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)


async def test_a_game_of_which_nothing_came_does_not_keep_those_of_the_next_log_closed(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mixed(log.parent / "other.log", 3)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        with monkeypatch.context() as patch:
            patch.setattr(LogBook, "ask", lambda *_: None)  # it is closed before it gets to that
            await press(pilot, app, "enter")
        await pilot.press("o", "slash", *"~/other.log", "enter")
        await is_listed(pilot, app, "3 games")
        await pilot.press("enter")
        await goes_to(pilot, app, ReplayScreen)


# Going through it


async def test_the_cursor_goes_by_rows_pages_and_to_both_ends(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        page = the_list(app).rows_in_view
        assert page == 19
        for keys, at in (
            (("j",), 2), (("down",), 3), (("k",), 2), (("up",), 1), (("up",), 1),
            (("pagedown",), page), (("pagedown",), GAMES), (("pageup",), GAMES - page + 1),
            (("g",), 1), (("G",), GAMES), (("home",), 1), (("end",), GAMES), (("о",), GAMES),
            (("л",), GAMES - 1), (("п",), 1), (("П",), GAMES),
        ):  # fmt: skip
            await press(pilot, app, *keys)
            assert number(app) == at, keys


async def test_keys_that_come_faster_than_the_rows_are_all_heeded(log: Path) -> None:
    app = make_app("logs", path=str(write_mixed(log, 3000)))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app, "3,000 games")
        await press(pilot, app, *["pagedown", "j"] * 20, "k")
        assert number(app) == 20 * 19


async def test_the_mouse_opens_a_game_and_its_wheel_scrolls(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        games = the_list(app)
        await pilot._post_mouse_events([_wheel()], games, offset=(10, 5))
        assert number(app) == 4
        await pilot.click(games, offset=(10, 8))
        await goes_to(pilot, app, ReplayScreen)
        assert "Game 8" in text_on(app)
        await pilot.press("escape")
        assert number(app) == 8


def _wheel() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_a_game_is_opened_and_left_where_it_was_gone_to(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "j", "enter")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "Game 2" in text_on(app))
        for n in range(3, GAMES + 1):
            await pilot.press("n")
            await until(pilot, lambda n=n: f"Game {n} " in text_on(app))  # type: ignore[misc]
        await pilot.press("escape")
        await until(pilot, lambda: number(app) == GAMES)


async def test_all_that_a_log_says_of_a_game_is_told(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, *["j"] * (TIMEOUT - 1))
        assert "bob has failed: timeout." in text_on(app)
        await pilot.press("i")
        await goes_to(pilot, app, GameInfo)
        assert "no answer within 10.0 s" in text_on(app)
        assert "still thinking" in text_on(app)  # its last words
        await pilot.press("escape")
        await press(pilot, app, *["j"] * (BROKEN_OFF - TIMEOUT))
        assert "Damaged: not JSON" in text_on(app)
        await pilot.press("i")
        await goes_to(pilot, app, GameInfo)
        assert "This stands in the log:" in text_on(app)


# Filter and order


async def test_a_filter_finds_while_it_is_written_and_is_kept_with_enter(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash")
        assert "Such as: lisa" in text_on(app)
        await pilot.press(*"fault")
        await is_listed(pilot, app, "2 of 30 games")
        await pilot.press("colon", *"time")
        await is_listed(pilot, app, "1 of 30 games")
        await pilot.press("enter")
        assert the_list(app).has_focus
        assert "Filter: fault:time" in text_on(app)
        assert number(app) == TIMEOUT
        await pilot.press("escape")
        await is_listed(pilot, app)
        assert number(app) == TIMEOUT  # the cursor stays where it was
        assert "Filter" not in text_on(app).replace("/ Filter", "")


async def test_escape_leaves_what_is_being_written_and_then_what_was_kept(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"fault", "enter", "slash", *":time")
        await is_listed(pilot, app, "1 of 30 games")
        await pilot.press("escape")
        await is_listed(pilot, app, "2 of 30 games")
        assert "Filter: fault" in text_on(app)
        assert the_list(app).has_focus
        await pilot.press("escape")
        await is_listed(pilot, app)


async def test_a_click_while_a_filter_is_written_keeps_it(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"lisa")
        await is_listed(pilot, app, "20 of 30 games")
        await pilot.press("space", "exclamation_mark")
        await pilot.click(the_list(app), offset=(10, 1))
        await until(pilot, lambda: isinstance(app.focused, Input))  # it is not understood
        await pilot.press("backspace")
        await pilot.click(the_list(app), offset=(10, 1))
        await goes_to(pilot, app, ReplayScreen)
        await pilot.press("escape")
        await is_listed(pilot, app, "20 of 30 games")
        assert "Filter: lisa" in text_on(app)
        assert the_list(app).has_focus


async def test_the_arrows_go_through_the_list_while_a_filter_is_written(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"damaged")
        await is_listed(pilot, app, "2 of 30 games")
        await press(pilot, app, "down")
        assert number(app) == BROKEN_OFF
        assert isinstance(app.focused, Input)
        await pilot.press("escape")
        await is_listed(pilot, app)
        assert the_list(app).has_focus


async def test_a_wrong_filter_is_not_kept_and_changes_nothing(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"lisa", "space", "exclamation_mark")
        await is_listed(pilot, app, "20 of 30 games")
        assert "! turns round what follows it" in text_on(app)
        await pilot.press("enter")
        assert isinstance(app.focused, Input)


async def test_nothing_found_is_said(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"nobody", "enter")
        await is_listed(pilot, app, "0 of 30 games")
        assert "No game is like that." in text_on(app)
        await pilot.press("enter", "y", "e", "i", "G", "j")  # there is nothing to be done
        assert isinstance(app.screen, LogsScreen)


async def test_the_next_game_is_the_next_one_of_the_filtered_list(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"draw", "enter")
        await until(pilot, lambda: "of 30 games" in text_on(app) and not the_list(app).waits)
        draws = [n for n in range(1, GAMES + 1) if b"(s-s)" in encoded(n)]
        await pilot.press("enter")
        await until(pilot, lambda: f"Game 1 · 1 of {len(draws)}" in text_on(app))
        await pilot.press("n")
        await until(pilot, lambda: f"Game {draws[1]} · 2 of {len(draws)}" in text_on(app))
        await pilot.press("p", "p")
        await until(pilot, lambda: "no other game in this direction" in text_on(app))
        assert "Game 1" in text_on(app)


async def test_the_list_is_sorted_and_turned_round(log: Path) -> None:
    most = max(range(1, GAMES + 1), key=lambda n: encoded(n).count(b"to_move"))
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("s")
        await until(pilot, lambda: "most bouts first" in text_on(app))
        await pilot.press("j", "j", "j", "j", "enter")
        await is_listed(pilot, app, "most bouts first")
        await until(pilot, lambda: number(app) == most)
        await press(pilot, app, "r")
        await is_listed(pilot, app, "fewest bouts first")
        await until(pilot, lambda: number(app) not in (0, most))
        bouts = the_list(app).current
        assert bouts and bouts.bouts == 1
        await press(pilot, app, "s", "g", "enter")
        await until(pilot, lambda: number(app) == 1)
        assert "fewest" not in text_on(app)


# A log that changes


async def test_a_log_that_grows_is_followed(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "f")
        await until(pilot, lambda: number(app) == GAMES)
        assert "following" in text_on(app)
        append(log, 31)
        await is_listed(pilot, app, "31 games")
        await until(pilot, lambda: number(app) == 31)
        await press(pilot, app, "k")
        append(log, 32)
        await is_listed(pilot, app, "32 games")
        assert number(app) == 30  # who is not at the end stays where he is
        await press(pilot, app, "f", "G")
        assert "following" not in text_on(app)


async def test_the_newest_first_the_cursor_stays_with_the_newest(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "r")
        await until(pilot, lambda: number(app) == GAMES)
        await press(pilot, app, "f")
        append(log, 31)
        await until(pilot, lambda: number(app) == 31)


async def test_in_a_list_that_is_sorted_to_follow_does_not_move_the_cursor(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "s", "j", "j", "enter")
        await is_listed(pilot, app, "latest start first")
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
        assert number(app) == last  # not whatever comes last now


async def test_what_is_known_of_a_log_is_seen_whole_however_long_its_path(tmp_path: Path) -> None:
    log = tmp_path / "a folder with a long name" / "another one" / "match.log"
    log.parent.mkdir(parents=True)
    app = make_app("logs", path=str(write_mixed(log)))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        assert "another one/match.log" in text_on(app)
        await press(pilot, app, "f", "s", "j", "j", "enter")
        await is_listed(pilot, app, "30 games · latest start first · following")
        assert "another one" not in text_on(app)
        assert text_on(app).startswith("match.log 30 games")


async def test_a_game_that_is_still_being_written_is_whole_in_the_end(log: Path) -> None:
    whole = encoded(31)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
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
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "There is no game yet." in text_on(app))
        await pilot.press("f")
        append(log, 1)
        await is_listed(pilot, app, "1 game")
        assert number(app) == 1


@pytest.mark.parametrize("keys", [("j",), ("enter",), ("i",), ("G",), ("s", "G", "enter"), ("f",)])
async def test_a_log_that_is_truncated_replaced_or_deleted_is_never_an_error(
    keys: tuple[str, ...], log: Path
) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "G")
        os.truncate(log, 1000)
        await pilot.press(*keys)
        await pilot.press("escape", "escape")
        await goes_to(pilot, app, HomeScreen)


async def test_what_has_become_of_the_file_is_said(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "f")
        os.truncate(log, log.stat().st_size // 2)
        await until(pilot, lambda: "The file was written anew" in text_on(app))
        write_mixed(log.parent / "new.log", 3)
        os.replace(log.parent / "new.log", log)
        await is_listed(pilot, app, "3 games")
        assert "There is another file of this name" in text_on(app)
        log.unlink()
        await until(pilot, lambda: "The file is gone" in text_on(app))
        await press(pilot, app, "G", "j", "enter")
        await goes_to(pilot, app, ReplayScreen)  # the games are still there


# Handing on


async def test_a_game_is_copied_as_text_or_as_it_stands(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await is_listed(pilot, app)
        await press(pilot, app, "j", "y", "t")
        await until(pilot, lambda: "characters are copied" in text_on(app))
        await press(pilot, app, "c", "l")
        await until(pilot, lambda: len(copied) == 2)
        await press(pilot, app, "j", "y", "t")  # the damaged one
        await until(pilot, lambda: "deck_count is not 24" in text_on(app))
        await press(pilot, app, "y", "l")
        await until(pilot, lambda: len(copied) == 3)
    assert copied == [game_text(game(2), 2), encoded(2).decode(), encoded(3).decode()]


def games_in(path: Path) -> int:
    with LogIndex(path) as index:
        index.scan()
        return len(index)


async def test_a_game_or_the_list_is_exported(log: Path) -> None:
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "j", "e", "g")
        await goes_to(pilot, app, ExportPath)
        assert app.screen.query_one(Input).value == "~/match-2.log"
        await pilot.press("enter")
        await until(pilot, lambda: "1 game is in ~/match-2.log." in text_on(app))
        assert (log.parent / "match-2.log").read_bytes() == encoded(2)
        await pilot.press("slash", *"lisa", "enter")
        await is_listed(pilot, app, "20 of 30 games")
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)
        await pilot.press("enter")
        await until(pilot, lambda: "20 games are in ~/match-list.log." in text_on(app))
        assert "2 of them are damaged." in text_on(app)
        assert games_in(log.parent / "match-list.log") == 20


async def test_nothing_is_overwritten_without_a_question(log: Path) -> None:
    there = log.parent / "match-1.log"
    there.write_text("precious")
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "There is a file ~/match-1.log" in text_on(app))
        await pilot.press("escape")
        assert there.read_text() == "precious"
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "There is a file ~/match-1.log" in text_on(app))
        await pilot.press("enter")  # another name
        await goes_to(pilot, app, ExportPath)
        await pilot.press(*["backspace"] * len("1.log"), *"one.log", "enter")
        await until(pilot, lambda: "1 game is in ~/match-one.log." in text_on(app))
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "There is a file ~/match-1.log" in text_on(app))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "1 game is in ~/match-1.log." in text_on(app))
        assert there.read_bytes() == encoded(1)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("~/no/such/folder.log", "No such file or directory"),
        ("~", "Is a directory"),
        ("~/match.log", "It is the log that the games are in"),
        ("~/a\0b", "No path can hold such a character"),
    ],
)
async def test_why_an_export_failed_is_said_and_the_path_can_be_mended(
    path: str, why: str, log: Path
) -> None:
    before = log.read_bytes()
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)
        app.screen.query_one(Input).value = path
        await pilot.press("enter")
        await until(pilot, lambda: f"Nothing is written: {why}." in text_on(app))
        assert log.read_bytes() == before
        await goes_to(pilot, app, ExportPath)
        field = app.screen.query_one(Input)
        assert field.value == path
        field.value = "~/mended.log"
        await pilot.press("enter")
        await until(pilot, lambda: "30 games are in ~/mended.log." in text_on(app))


def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """An export reaches some game and waits there until it may go on."""
    reached, go_on = Event(), Event()
    copy = export._copy

    def copy_slowly(*arguments: Any) -> Any:
        if arguments[1] == 20:
            reached.set()
            assert go_on.wait(20)
        return copy(*arguments)

    monkeypatch.setattr(export, "_copy", copy_slowly)
    return reached, go_on


async def test_an_export_that_is_stopped_leaves_nothing_behind(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = held_up(monkeypatch)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("e", "l", "enter")
        await until(pilot, reached.is_set)
        await pilot.press("e")
        await until(pilot, lambda: "An export is on" in text_on(app))
        await pilot.press("j", "enter")
        go_on.set()
        await until(pilot, lambda: "The export was stopped" in text_on(app))
    assert [path.name for path in log.parent.iterdir() if path.is_file()] == ["match.log"]


@pytest.mark.parametrize("key", ["escape", "o", "q"])
async def test_an_export_is_not_thrown_away_without_a_question(
    key: str, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = held_up(monkeypatch)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("e", "l", "enter")
        await until(pilot, reached.is_set)
        await pilot.press(key)
        await until(pilot, lambda: "If you leave now it stops" in text_on(app))
        await pilot.press("enter")
        await goes_to(pilot, app, LogsScreen)
        go_on.set()
        await until(pilot, lambda: "30 games are in ~/match-list.log." in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)


async def test_who_leaves_all_the_same_leaves_nothing_of_an_export(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = held_up(monkeypatch)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("e", "l", "enter")
        await until(pilot, reached.is_set)
        await pilot.press("escape")
        await until(pilot, lambda: "If you leave now it stops" in text_on(app))
        await pilot.press("j", "enter")
        await goes_to(pilot, app, HomeScreen)
        go_on.set()
        await until(pilot, lambda: not list(log.parent.glob(".durak-tui-*")))
    assert [path.name for path in log.parent.iterdir() if path.is_file()] == ["match.log"]


async def test_one_export_at_a_time_goes_on_from_screen_to_screen(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = held_up(monkeypatch)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await press(pilot, app, "enter")
        await goes_to(pilot, app, ReplayScreen)
        await pilot.press("e", "l", "enter")
        await until(pilot, reached.is_set)
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        await pilot.press("e")
        await until(pilot, lambda: "An export is on" in text_on(app))
        await pilot.press("escape")
        go_on.set()
        await until(pilot, lambda: "30 games are in ~/match-list.log." in text_on(app))


async def test_a_list_that_is_still_being_searched_is_not_exported(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_look = Event()
    look = Search._look

    def look_when_told(one: Search) -> None:
        if may_look.is_set() or one.looked_at < 20 or not one.query.terms:
            look(one)

    monkeypatch.setattr(sharing, "_PATIENCE", 0.05)
    monkeypatch.setattr(search, "_BLOCK", dict.fromkeys(Depth, 10))
    monkeypatch.setattr(Search, "_look", look_when_told)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await is_listed(pilot, app)
        await pilot.press("slash", *"bouts>0", "enter")
        await until(pilot, lambda: "searching" in text_on(app) and number(app))
        await pilot.press("e", "l")
        await until(pilot, lambda: "The list is still being searched" in text_on(app))
        may_look.set()
        await until(pilot, lambda: "searching" not in text_on(app))
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)


async def test_before_very_much_is_copied_a_question_is_asked(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(sharing, "_MUCH", 100)
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await is_listed(pilot, app)
        for keys, count in ((("enter",), 0), (("j", "enter"), 1)):
            await press(pilot, app, "y", "l")
            await until(pilot, lambda: "Not every terminal takes so much." in text_on(app))
            await pilot.press(*keys)
            await goes_to(pilot, app, LogsScreen)
            await until(pilot, lambda count=count: len(copied) == count)  # type: ignore[misc]
    assert copied == [encoded(1).decode()]


async def test_a_game_that_is_not_there_any_more_is_not_mistaken_for_another(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    app = make_app("logs", path=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await is_listed(pilot, app)
        await press(pilot, app, "G", "y")
        write_mixed(log.parent / "new.log", 3)
        os.replace(log.parent / "new.log", log)
        await pilot.press("t")
        await until(pilot, lambda: "There is another file of this name" in text_on(app))
        await is_listed(pilot, app, "3 games")
    assert not copied
