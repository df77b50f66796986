"""The list of games of a log: how it looks, gone through, filtered, sorted."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot
from textual.widgets import Input

from durak_tui.records.log_format import encode_game
from durak_tui.records.record import RESIGNED, Ending
from durak_tui.tui.app import DurakApp
from durak_tui.tui.logs.end_table import EndTable
from durak_tui.tui.logs.game_info import GameInfo
from durak_tui.tui.logs.game_list import GameList
from durak_tui.tui.logs.log_reader import LogBook
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from tests.library.test_own_record import played
from tests.tui.apps import TerminalWindow, in_terminal, text_on, until
from tests.tui.logs.browsing import browsing, goes_to, is_listed, number, press, replaying, the_list
from tests.tui.logs.log_files import BROKEN_OFF, GAMES, TIMEOUT, encoded, game, write_mixed
from tests.tui.pictures import assert_picture, picture

# How it looks


async def test_the_list_looks_right(window: TerminalWindow, log: Path) -> None:
    async with browsing(log, size=window.size) as (pilot, app):
        await press(pilot, app, "j", "j")
        await _end_is_read(pilot, app)
        await assert_picture(app, f"logs-{window}")


async def test_a_filter_that_is_wrong_looks_right(window: TerminalWindow, log: Path) -> None:
    async with browsing(log, size=window.size) as (pilot, app):
        await press(pilot, app, "slash", *"lisa", "space", "exclamation_mark")
        await is_listed(pilot, app, "20 of 30 games")
        assert "! means not, as in !draw" in text_on(app)
        assert isinstance(app.focused, Input)
        await _end_is_read(pilot, app)
        await assert_picture(app, f"logs-filter-{window}")


async def test_without_utf8_all_of_it_is_ascii(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    in_terminal(monkeypatch, "ascii")
    async with replaying(log, 2, size=(120, 30)) as (pilot, app):
        for keys in ((), ("l", "l"), ("x",), ("b",), ("escape", "G"), ("question_mark",)):
            await pilot.press(*keys)
            assert picture(app).isascii()
        await pilot.press("escape", "escape")
        for keys in (("s",), ("escape", "slash"), ("escape", "question_mark")):
            await press(pilot, app, *keys)
            assert picture(app).isascii()


async def test_in_a_wide_window_the_end_of_the_game_with_the_cursor_is_beside_the_list(
    log: Path,
) -> None:
    async with browsing(log, size=(120, 40)) as (pilot, app):
        beside = app.screen.query_one(EndTable)
        for key, names in (("", ("bob", "durak-dummy")), ("j", ("bob", "lisa")), ("j", None)):
            await press(pilot, app, *filter(None, [key]))
            # The third one is damaged.
            await until(pilot, lambda names=names: _at_table(beside) == names)  # type: ignore[misc]
        await press(pilot, app, "k")
        await until(pilot, lambda: "is the fool with" in text_on(app))
        assert _at_table(beside) == ("bob", "lisa")
        assert "10 bouts · 33 cards played · 10.5 s" in text_on(app), "below, without a column"
        await pilot.resize_terminal(119, 40)
        await until(pilot, lambda: "Took" in text_on(app) and "is the fool" not in text_on(app))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("width", "room"), [(120, 50), (190, 79), (160, 67), (119, 0), (189, 79), (200, 89)]
)
async def test_the_table_beside_the_list_grows_with_the_window(
    width: int, room: int, log: Path
) -> None:
    async with browsing(log, size=(width, 40)) as (pilot, app):
        beside = app.screen.query_one(EndTable)
        await until(pilot, lambda: beside.size.width == room)
        titles = "No. Began Players Result" + (" Bouts" * (width < 120 or width > 135))
        assert titles in " ".join(text_on(app).split())
        assert "1 2026-11-20 21:01 durak-dummy – bob" in text_on(app), "without seconds"


async def test_where_a_table_would_cut_names_the_list_stands_alone(tmp_path: Path) -> None:
    log, longer = tmp_path / "long.log", ("durak-player --level 2", "durak-player --level 3")
    games = [game(number) for number in range(1, 60)]
    log.write_bytes(b"".join(map(encode_game, [*games, replace(game(60), names=longer)])))
    async with browsing(log, shown="60 games", size=(120, 40)) as (pilot, app):
        beside = app.screen.query_one(EndTable)
        await until(pilot, lambda: beside.size)
        await press(pilot, app, "G")
        await until(pilot, lambda: " – ".join(longer) in text_on(app) and not beside.size)
        await press(pilot, app, "g")
        assert number(app) == 1
        assert not beside.size, "it does not come and go while one moves through a list"
        await pilot.resize_terminal(190, 40)
        await until(pilot, lambda: beside.size)


def test_before_any_names_have_been_seen_there_is_no_room_for_a_table() -> None:
    games = GameList(LogBook("some.log", LogsScreen("some.log")))
    assert not games.fits(200), "it would come, and go when the names turn out to be long"


async def test_the_winner_of_a_game_is_bold(log: Path) -> None:
    async with browsing(log) as (_pilot, app):
        rows = [the_list(app).canvas.row(y) for y in (2, 4)]
    bold = [[text.strip() for text, look in row if look == "strong"] for row in rows]
    assert bold == [["lisa"], ["bob"]]


async def _end_is_read(pilot: Pilot[Any], app: DurakApp) -> None:
    """Wait for the table beside the list, if there is one."""
    await until(
        pilot, lambda: all(one.is_finished for one in app.workers if one.group == "end-table")
    )


def _at_table(table: EndTable) -> tuple[str, str] | None:
    """The names at a table, from top to bottom; None if it is bare."""
    return (table.view.top.name, table.view.bottom.name) if table.view else None


# Going through it


async def test_the_cursor_goes_by_rows_pages_and_to_both_ends(log: Path) -> None:
    async with browsing(log) as (pilot, app):
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
    async with browsing(write_mixed(log, 3000), shown="3,000 games") as (pilot, app):
        await press(pilot, app, *["pagedown", "j"] * 20, "k")
        assert number(app) == 20 * 19


async def test_the_mouse_opens_a_game_and_its_wheel_scrolls(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        games = the_list(app)
        games.post_message(MouseScrollDown(games, 10, 5, 0, 0, 0, False, False, False))
        await until(pilot, lambda: number(app) == 4)
        await pilot.click(games, offset=(10, 8))
        await until(pilot, lambda: number(app) == 8)
        await pilot.click(games, offset=(10, 8))
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "Game 8" in text_on(app))
        await pilot.press("escape")
        assert number(app) == 8


async def test_a_click_on_the_head_of_a_column_sorts_by_it_and_another_reverses(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        head = the_list(app).canvas.row(0)
        column = "".join(text for text, _look in head).index("Bouts")
        await pilot.click(the_list(app), offset=(column, 0))
        await until(pilot, lambda: "most bouts first" in text_on(app))
        await pilot.click(the_list(app), offset=(column, 0))
        await until(pilot, lambda: "fewest bouts first" in text_on(app))
        await pilot.click(the_list(app), offset=(4, 0))  # the number: as in the file
        await until(pilot, lambda: "bouts first" not in text_on(app))


async def test_what_was_said_of_an_action_goes_away_with_the_next_one(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "y", "t")
        await until(pilot, lambda: "Copied" in text_on(app))
        await press(pilot, app, "slash")
        assert "Copied" not in text_on(app)
        await press(pilot, app, "escape")
        assert "Copied" not in text_on(app)


async def test_results_of_the_person_have_the_colours_of_won_and_lost(tmp_path: Path) -> None:
    log = tmp_path / "own.log"
    # The cursor is on the first.
    pairs = ("Human", "Casual"), ("Human", "Casual"), ("Casual", "Human"), ("Casual", "Expert")
    log.write_bytes(b"".join(encode_game(played(*names, winner=0)) for names in pairs))
    async with browsing(log, shown="4 games") as (_, app):
        rows = [the_list(app).canvas.row(y) for y in (2, 3, 4)]
    looks = [next((look for text, look in row if "1-0" in text), "") for row in rows]
    assert looks == ["good", "bad", "text"]


async def test_a_game_is_opened_and_left_where_it_was_gone_to(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "j", "enter")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "Game 2" in text_on(app))
        await pilot.press(*["n"] * (GAMES - 2))
        await until(pilot, lambda: f"Game {GAMES} " in text_on(app))
        await pilot.press("escape")
        await until(pilot, lambda: number(app) == GAMES)


async def test_all_that_a_log_says_of_a_game_is_shown(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, *["j"] * (TIMEOUT - 1))
        assert "bob failed: timeout." in text_on(app)
        await pilot.press("i")
        await goes_to(pilot, app, GameInfo)
        await until(pilot, lambda: "no answer within 10.0 s" in text_on(app))
        assert "still thinking" in text_on(app)  # its last words
        await pilot.press("escape")
        await press(pilot, app, *["j"] * (BROKEN_OFF - TIMEOUT))
        assert "Damaged: not JSON" in text_on(app)
        await pilot.press("i")
        await goes_to(pilot, app, GameInfo)
        await until(pilot, lambda: "In the log:" in text_on(app))


# Filter and order


async def test_a_filter_is_kept_by_enter_and_left_by_escape(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("slash")
        assert "For example: lisa" in text_on(app)
        await pilot.press(*"fault")
        await is_listed(pilot, app, "2 of 30 games")
        await pilot.press("enter", "slash", "colon", *"time")
        await is_listed(pilot, app, "1 of 30 games")
        await pilot.press("escape")
        await is_listed(pilot, app, "2 of 30 games")
        assert "Filter: fault" in text_on(app)
        assert the_list(app).has_focus
        await pilot.press("slash", "colon", *"time", "enter")
        await is_listed(pilot, app, "1 of 30 games")
        assert the_list(app).has_focus
        assert "Filter: fault:time" in text_on(app)
        assert number(app) == TIMEOUT
        await pilot.press("escape")
        await is_listed(pilot, app)
        assert number(app) == TIMEOUT  # the cursor stays where it was
        assert "Filter" not in text_on(app).replace("/ Filter", "")


async def test_a_click_while_a_filter_is_written_keeps_it_if_it_is_understood(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("slash", *"lisa")
        await is_listed(pilot, app, "20 of 30 games")
        await pilot.press("space", "exclamation_mark", "enter")
        assert isinstance(app.focused, Input)  # it is not understood, and so not kept
        await pilot.click(the_list(app), offset=(10, 1))
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press("backspace")
        await pilot.click(the_list(app), offset=(10, 1))
        await goes_to(pilot, app, ReplayScreen)
        await pilot.press("escape")
        await is_listed(pilot, app, "20 of 30 games")
        assert "Filter: lisa" in text_on(app)
        assert the_list(app).has_focus


async def test_the_arrows_go_through_the_list_while_a_filter_is_written(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("slash", *"damaged")
        await is_listed(pilot, app, "2 of 30 games")
        await press(pilot, app, "down")
        assert number(app) == BROKEN_OFF
        assert isinstance(app.focused, Input)
        await pilot.press("escape")
        await is_listed(pilot, app)
        assert the_list(app).has_focus


async def test_nothing_found_is_said(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("slash", *"nobody", "enter")
        await is_listed(pilot, app, "0 of 30 games")
        assert "No games match." in text_on(app)
        await pilot.press("enter", "y", "e", "i", "G", "j")  # there is nothing to be done
        assert isinstance(app.screen, LogsScreen)


async def test_the_next_game_is_the_next_one_of_the_filtered_list(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await pilot.press("slash", *"draw", "enter")
        await until(pilot, lambda: "of 30 games" in text_on(app) and not the_list(app).waits)
        draws = [n for n in range(1, GAMES + 1) if b"(s-s)" in encoded(n)]
        await pilot.press("enter")
        await until(pilot, lambda: f"Game 1 · 1 of {len(draws)}" in text_on(app))
        await pilot.press("n")
        await until(pilot, lambda: f"Game {draws[1]} · 2 of {len(draws)}" in text_on(app))
        await pilot.press("p", "p")
        await until(pilot, lambda: "no more games in this direction" in text_on(app))
        assert "Game 1" in text_on(app)


async def test_the_list_is_sorted_and_turned_round(log: Path) -> None:
    most = max(range(1, GAMES + 1), key=lambda n: encoded(n).count(b"to_move"))
    async with browsing(log) as (pilot, app):
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


# The columns


LONG = "durak-montecarlo", "durak-random"


@pytest.mark.parametrize("resigned", [False, True])
async def test_long_names_take_what_no_game_in_view_needs(tmp_path: Path, resigned: bool) -> None:
    record = replace(game(1), names=LONG)
    games = [encode_game(record)]
    if resigned:
        ending = Ending(0, RESIGNED, phase="move")
        games.append(encode_game(replace(record, actions=record.actions[:8], ending=ending)))
    log = tmp_path / "long.log"
    log.write_bytes(b"".join(games))
    async with browsing(log, shown="2 games" if resigned else "1 game") as (_, app):
        whole = " – ".join(LONG) in text_on(app)
        assert whole != resigned
        assert ("resigned" in text_on(app)) == resigned


async def test_names_of_any_length_leave_a_cell_free_at_the_right(tmp_path: Path) -> None:
    log = tmp_path / "long.log"
    log.write_bytes(encode_game(replace(game(1), names=("x" * 40, "y" * 40))))
    async with browsing(log, shown="1 game") as (_, app):
        (row,) = [line for line in picture(app).splitlines() if "xxx" in line]
        cut, rest = row.split("…", 1)
        assert len(cut) + 1 + len(rest) == 80 - 1 - 3
