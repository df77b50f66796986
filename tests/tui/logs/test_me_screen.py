"""One's own record on the screen: its looks, and the ways from it to games."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.analysis import game_review
from durak_tui.records.log_format import encode_game
from durak_tui.records.review_file import SUFFIX, ReviewFile
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.logs.log_review import LogReviewScreen
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.me_screen import MeScreen, OwnList
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.toolkit.page import Page
from durak_tui.user.folders import games_log
from durak_tui.words.own_record_words import mistakes_words
from tests.analysis import reviews
from tests.library.test_own_record import played
from tests.tui.apps import TerminalWindow, row_text, started, text_on, until
from tests.tui.logs.browsing import goes_to
from tests.tui.logs.log_files import genuine_games
from tests.tui.logs.test_totals_screen import unreadable
from tests.tui.pictures import assert_picture

OPPONENTS = (
    ("Beginner", "durak-player --level 1"),
    ("durak-dummy", "durak-dummy"),
    ("my own engine", "python3 engine.py"),
)


def write_games(count: int) -> Path:
    """The log of somebody who has played ``count`` games and becomes better."""
    games = []
    for number in range(count):
        name, command = OPPONENTS[number * number % 3 if number < 20 else number % 3]
        won = number % 5 in (0, 2) or number > count / 2
        games.append(
            played("Human", name, winner=0 if won else 1, seats=(None, command), minute=7 * number)
        )
    path = games_log()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(encode_game, games)))
    return path


def review_some(log: Path) -> str:
    """Add three games to a log of 45, with reviews; returns the mistakes in words."""
    tally, file = game_review.MistakeTally(), ReviewFile(log)
    for number in (2, 8, 16):
        record = replace(genuine_games()[number], names=("Human", "durak-dummy"))
        found, raw = reviews.review(record, 20), encode_game(record)
        with log.open("ab") as games:
            games.write(raw)
        game_review.store(file, raw, found)
        tally = tally.plus(found.tally(0))
    return mistakes_words(tally, 48)


def facts_on(app: DurakApp) -> str:
    """The part of the screen that is not the list."""
    canvas = app.screen.query_one(Page).canvas
    rows = (row_text(canvas, y) for y in range(canvas.height))
    return "\n".join(rows)


def chart_rows(app: DurakApp) -> int:
    """The rows of the chart above its axis."""
    return sum(row[6:7] in tuple("│┤") for row in facts_on(app).split("\n"))


async def is_shown(pilot: Pilot[Any], app: DurakApp, text: str) -> None:
    await goes_to(pilot, app, MeScreen)
    await until(pilot, lambda: text in text_on(app), otherwise=lambda: text_on(app))


async def test_the_record_looks_right(window: TerminalWindow) -> None:
    write_games(45)
    async with started("me", size=window.size) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        await assert_picture(app, f"me-{window}")


async def test_before_ten_rated_games_no_rating_is_shown_of_anybody() -> None:
    unrated = played("Human", "my own engine", winner=1, seats=(None, "python3 engine.py"))
    with write_games(9).open("ab") as log:
        log.write(encode_game(unrated))
    async with started("me", size=(120, 40)) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        assert "No rating yet: play " in text_on(app)
        assert "Rating" not in text_on(app) and "1151" not in text_on(app)
        assert chart_rows(app) == 0
        bar = app.screen.query_one(Page).canvas.row(5)
        assert [look for text, look in bar if text.strip()] == [
            "good",
            "bad",
            "good",
            "bad",
            "good",
            "dim",
        ]


@pytest.mark.parametrize(
    ("size", "least"), [((80, 24), 4), ((120, 40), 12), ((160, 24), 12), ((200, 60), 42)]
)
async def test_the_chart_and_the_list_fill_the_window(size: tuple[int, int], least: int) -> None:
    write_games(45)
    async with started("me", size=size) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        await until(pilot, lambda: chart_rows(app) >= least, otherwise=lambda: facts_on(app))
        facts, games = app.screen.query_one(Page), app.screen.query_one(OwnList)
        assert (games.region.x > facts.region.x) == (size[0] >= 160)
        assert games.region.right == size[0]
        assert "durak-dummy" in text_on(app)


@pytest.mark.parametrize("size", [(80, 24), (159, 50), (160, 50), (180, 50), (220, 50)])
async def test_the_list_has_the_same_columns_in_any_wide_window(size: tuple[int, int]) -> None:
    write_games(45)
    async with started("me", size=size) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        titles = "Games Won Drawn Lost Score Rating"
        await until(pilot, lambda: titles in " ".join(text_on(app).split()))


async def test_a_chart_without_room_is_left_out_and_the_list_has_its_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_review, "WORLDS", 20)
    review_some(write_games(45))
    async with started("me", size=(80, 24)) as (pilot, app):
        await is_shown(pilot, app, "3 of 48 games reviewed: ")
        facts, games = app.screen.query_one(Page), app.screen.query_one(OwnList)
        await until(pilot, lambda: games.size.height >= 11, otherwise=lambda: text_on(app))
        assert "Rating since rated game" not in text_on(app)
        assert chart_rows(app) == 0
        assert games.region.y == facts.region.bottom
        await pilot.resize_terminal(80, 50)
        await until(pilot, lambda: chart_rows(app) >= 10)
        assert "Rating since rated game" in text_on(app)


async def test_no_word_of_the_record_is_lost_at_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_review, "WORLDS", 20)
    whole = " ".join(review_some(write_games(45)).split())
    async with started("me", size=(60, 40)) as (pilot, app):
        await is_shown(pilot, app, "3 of 48 games reviewed: ")
        for width in (*range(60, 221, 8), *range(153, 167)):
            await pilot.resize_terminal(width, 40)
            await until(
                pilot,
                lambda: f"{whole} Rating since rated game " in " ".join(facts_on(app).split()),
                within=10,
                otherwise=lambda: text_on(app),
            )


async def test_won_drawn_and_lost_have_colours_beside_their_signs_also_below_the_cursor() -> None:
    write_games(45)
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        canvas = app.screen.query_one(OwnList).canvas
        assert (canvas.look_at(0, 1), canvas.look_at(0, 2)) == ("cursor", "text")
        for y in (1, 2):
            looks = {text.strip(): look for text, look in canvas.row(y)}
            assert {look: set(text) for text, look in looks.items() if look in ("good", "bad")} == {
                "good": {"█"}, "bad": {"▓"},
            }  # fmt: skip


async def test_the_last_games_say_in_colour_whether_they_were_won() -> None:
    write_games(45)
    async with started("me", size=(80, 50)) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        games = app.screen.query_one(OwnList)
        await until(pilot, lambda: games.size.height > 12)
        rows = [dict(games.canvas.row(y)) for y in range(6, games.size.height)]
        assert {row["won"] for row in rows if "won" in row} == {"good"}
        await pilot.press("end")
        rows = [dict(games.canvas.row(y)) for y in range(games.size.height)]
        assert {row["lost"] for row in rows if "lost" in row} == {"bad"}


async def test_in_few_rows_the_line_of_the_rating_uses_most_of_them() -> None:
    write_games(45)
    async with started("me", size=(80, 24)) as (pilot, app):
        await is_shown(pilot, app, "no game has been reviewed")
        await until(pilot, lambda: chart_rows(app) == 4)
        rows = [row for row in facts_on(app).split("\n") if row[6:7] in tuple("│┤")]
        assert sum(bool(set(row) & set("▄▀█")) for row in rows) >= 3


async def test_from_home_it_is_one_key_and_without_games_it_says_what_to_do() -> None:
    async with started(size=(60, 20)) as (pilot, app):
        await pilot.press("m")
        await is_shown(pilot, app, "You have not finished a game against an engine yet.")
        assert "Review all" not in text_on(app)
        await pilot.press("enter", "v", "l", "escape")
        await goes_to(pilot, app, HomeScreen)


async def test_an_opponent_leads_to_the_games_against_them_and_a_game_to_its_replay() -> None:
    write_games(45)
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "45 games: ")
        await pilot.press("down", "enter")
        await goes_to(pilot, app, LogsScreen)
        shown = 'Filter: name:"durak-dummy"'
        await until(pilot, lambda: shown in text_on(app) and "of 45 games" in text_on(app))
        assert "newest first" in text_on(app) and "Beginner" not in text_on(app)
        await pilot.press("escape")
        await is_shown(pilot, app, "45 games: ")
        await pilot.press("down", "down", "down", "enter")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "Game 44 " in text_on(app))
        await pilot.press("n")
        await until(pilot, lambda: "Game 43 " in text_on(app))
        await pilot.press("escape")
        await is_shown(pilot, app, "45 games: ")


async def test_the_games_are_counted_anew_after_the_log_has_grown_or_was_replaced() -> None:
    log = write_games(45)
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "45 games: ")
        await until(pilot, lambda: "reviewed yet" in text_on(app))
        assert chart_rows(app) > 0
        await pilot.press("question_mark")
        with log.open("ab") as file:
            file.write(encode_game(played("Human", "durak-dummy", minute=99)))
        await pilot.press("escape")
        await is_shown(pilot, app, "46 games: ")
        await pilot.press("question_mark")
        log.unlink()
        log.write_bytes(encode_game(played("Human", "durak-dummy")))
        await pilot.press("escape")
        await is_shown(pilot, app, "1 game: ")
        assert chart_rows(app) == 0


@pytest.mark.parametrize("is_empty", [False, True])
async def test_the_first_game_is_counted_on_the_way_back_from_it(is_empty: bool) -> None:
    games_log().parent.mkdir(parents=True)
    if is_empty:
        games_log().touch()
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "You have not finished a game against an engine yet.")
        await pilot.press("question_mark")
        write_games(1)
        await pilot.press("escape")
        await is_shown(pilot, app, "1 game: ")


async def test_a_log_that_cannot_be_read_is_said() -> None:
    games_log().mkdir(parents=True)
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "Cannot read ")
        await pilot.press("enter", "v")
        assert isinstance(app.screen, MeScreen)


async def test_games_stay_though_the_log_cannot_be_read_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_games(9)
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "9 games: ")
        await until(pilot, lambda: "reviewed yet" in text_on(app))
        monkeypatch.setattr("durak_tui.library.own_record.read_game", unreadable)
        await pilot.press("question_mark", "escape")
        await is_shown(pilot, app, "Input/output error.")
        assert "9 games: " in text_on(app)


async def test_reviews_that_cannot_be_read_are_said() -> None:
    log = write_games(9)
    Path(f"{log}{SUFFIX}").write_text("a diary\n")
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "Reviews cannot be read: it is not a review file.")


async def test_all_games_are_reviewed_and_lead_to_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 20)
    log, games = games_log(), []
    for number in (0, 26):
        record = replace(genuine_games()[number], names=("Human", "durak-dummy"))
        games.append(encode_game(record))
    log.parent.mkdir(parents=True)
    log.write_bytes(b"".join(games))
    async with started("me") as (pilot, app):
        await is_shown(pilot, app, "2 games: ")
        await pilot.press("v")
        await goes_to(pilot, app, LogReviewScreen)
        await until(pilot, lambda: "Review of all games 2 games" in text_on(app), within=120)
        assert "You: " in text_on(app)
        await pilot.press("enter")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "Better: " in text_on(app))
        await pilot.press("escape", "escape")
        await is_shown(pilot, app, "2 of 2 games reviewed: ")
    assert Path(f"{log}{SUFFIX}").read_bytes().count(b"\n") == 3


@pytest.mark.slow
async def test_a_log_of_a_hundred_thousand_games_can_be_left_at_once() -> None:
    log = write_games(1000)
    with log.open("ab") as file:
        thousand = log.read_bytes()
        for _ in range(99):
            file.write(thousand)
    async with started() as (pilot, app):
        await pilot.press("m")
        await goes_to(pilot, app, MeScreen)
        await until(pilot, lambda: "reading " in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)
        await pilot.press("m")
        await until(pilot, lambda: "100,000 games: " in text_on(app), within=600)
