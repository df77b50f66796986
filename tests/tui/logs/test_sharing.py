"""Games that are handed on: copied, or written to a file of their own."""

import asyncio
import os
import re
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input

from durak_tui.game.notation import parse_position
from durak_tui.library import search
from durak_tui.library.query import Depth
from durak_tui.library.search import LogSearch
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.logs import sharing
from durak_tui.tui.logs.log_review import LogReviewScreen
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.sharing import ExportPath, SharingScreen
from durak_tui.words.game_notation import game_text
from tests.tui.apps import text_on, until
from tests.tui.logs.browsing import (
    Held,
    browsing,
    goes_to,
    held,
    is_listed,
    number,
    press,
    replaying,
)
from tests.tui.logs.log_files import encoded, game, number_of_games, write_mixed

__all__ = ["held"]


async def test_a_game_is_copied_as_text_or_as_it_stands(log: Path, copied: list[str]) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "j", "y", "t")
        await until(pilot, lambda: "Copied " in text_on(app))
        await press(pilot, app, "c", "l")
        await until(pilot, lambda: len(copied) == 2)
        await press(pilot, app, "j", "y", "t")  # the damaged one
        await until(pilot, lambda: "deck_count is not 24" in text_on(app))
        await press(pilot, app, "y", "l")
        await until(pilot, lambda: len(copied) == 3)
    assert copied == [game_text(game(2), 2), encoded(2).decode(), encoded(3).decode()]


async def test_a_game_or_the_list_is_exported(log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "j", "e", "g")
        await goes_to(pilot, app, ExportPath)
        assert app.screen.query_one(Input).value == "~/match-2.log"
        await pilot.press("enter")
        await until(pilot, lambda: "Saved to ~/match-2.log." in text_on(app))
        assert (log.parent / "match-2.log").read_bytes() == encoded(2)
        await press(pilot, app, "j", "e", "w")  # of a damaged game there is no page
        await goes_to(pilot, app, LogsScreen)
        await pilot.press("slash", *"lisa", "enter")
        await is_listed(pilot, app, "20 of 30 games")
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)
        await pilot.press("enter")
        await until(pilot, lambda: "20 games saved to ~/match-list.log." in text_on(app))
        assert "2 of them are damaged." in text_on(app)
        assert number_of_games(log.parent / "match-list.log") == 20


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "name", "begins"),
    [("t", "match-2.txt", "Game 2"), ("p", "match-2.svg", "<svg "), ("w", "match-2.html", "<!doc")],
)
async def test_a_game_is_exported_in_any_form(key: str, name: str, begins: str, log: Path) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "j", "e", key)
        await goes_to(pilot, app, ExportPath)
        assert app.screen.query_one(Input).value == f"~/{name}"
        await pilot.press("enter")
        await until(pilot, lambda: f"Saved to ~/{name}." in text_on(app))
    assert (log.parent / name).read_text().startswith(begins)


async def test_a_replay_shares_its_game_and_the_moment_shown(log: Path, copied: list[str]) -> None:
    async with replaying(log, 2) as (pilot, app):
        await pilot.press("c", "l")
        await until(pilot, lambda: copied == [encoded(2).decode()])
        for name in ("one", "two"):
            await pilot.press("l", "e", "p")
            await goes_to(pilot, app, ExportPath)
            app.screen.query_one(Input).value = f"~/{name}.svg"
            await pilot.press("enter")
            await until(pilot, lambda name=name: f"Saved to ~/{name}.svg." in text_on(app))  # type: ignore[misc]
        await pilot.press("y", "o")
        await until(pilot, lambda: len(copied) == 2)
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "Saved to ~/match-2.log." in text_on(app))
    assert (log.parent / "one.svg").read_text() != (log.parent / "two.svg").read_text()
    assert len(parse_position(copied[1].strip()).table) == 2
    assert (log.parent / "match-2.log").read_bytes() == encoded(2)


async def test_nothing_is_overwritten_without_a_question(log: Path) -> None:
    there = log.parent / "match-1.log"
    there.write_text("precious")
    async with browsing(log) as (pilot, app):
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "~/match-1.log already exists" in text_on(app))
        await pilot.press("escape")
        assert there.read_text() == "precious"
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "~/match-1.log already exists" in text_on(app))
        await pilot.press("enter")  # another name
        await goes_to(pilot, app, ExportPath)
        await pilot.press(*["backspace"] * len("1.log"), *"one.log", "enter")
        await until(pilot, lambda: "Saved to ~/match-one.log." in text_on(app))
        await pilot.press("e", "g", "enter")
        await until(pilot, lambda: "~/match-1.log already exists" in text_on(app))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "Saved to ~/match-1.log." in text_on(app))
        assert there.read_bytes() == encoded(1)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("~/match.log", "It is the log that the games come from"),
        ("~/a\0b", "A path cannot contain this character"),
    ],
)
async def test_the_path_of_an_export_that_failed_is_mended(path: str, why: str, log: Path) -> None:
    before = log.read_bytes()
    async with browsing(log) as (pilot, app):
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)
        app.screen.query_one(Input).value = path
        await pilot.press("enter")
        await until(pilot, lambda: f"Nothing was written: {why}." in text_on(app))
        assert log.read_bytes() == before
        await goes_to(pilot, app, ExportPath)
        field = app.screen.query_one(Input)
        assert field.value == path
        field.value = "~/mended.log"
        await pilot.press("enter")
        await until(pilot, lambda: "30 games saved to ~/mended.log." in text_on(app))


async def test_an_export_goes_on_behind_other_screens_until_stopped(log: Path, held: Held) -> None:
    async with replaying(log, 1) as (pilot, app):
        await held.begins(pilot)
        await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        await pilot.press("e")
        await until(pilot, lambda: "An export is running" in text_on(app))
        await pilot.press("j", "enter")
        held.may_go_on.set()
        await until(pilot, lambda: "Export stopped" in text_on(app))
    assert [path.name for path in log.parent.iterdir() if path.is_file()] == ["match.log"]


@pytest.mark.few(2)
@pytest.mark.parametrize("keys", ["f1 ctrl+q", "escape", "o", "q", "ctrl+q ctrl+q"])
async def test_no_export_is_stopped_without_a_question(keys: str, log: Path, held: Held) -> None:
    async with browsing(log) as (pilot, app):
        await held.begins(pilot)
        await pilot.press(*keys.split())
        await until(pilot, lambda: "If you leave now, it stops" in text_on(app))
        await pilot.press("enter")
        if keys.startswith("f1"):
            await pilot.press("escape")
        await goes_to(pilot, app, LogsScreen)
        held.may_go_on.set()
        await until(pilot, lambda: "30 games saved to ~/match-list.log." in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, HomeScreen)


async def test_an_export_that_is_left_behind_leaves_nothing(log: Path, held: Held) -> None:
    async with browsing(log) as (pilot, app):
        await held.begins(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: "If you leave now, it stops" in text_on(app))
        await pilot.press("j", "enter")
        await goes_to(pilot, app, HomeScreen)
        held.may_go_on.set()
        await until(pilot, lambda: not list(log.parent.glob(".durak-tui-*")))
    assert [path.name for path in log.parent.iterdir() if path.is_file()] == ["match.log"]


async def test_what_became_of_an_export_is_not_said_on_a_screen_without_widgets_yet(
    log: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[type, str]] = []
    say = SharingScreen.say

    def overheard(self: SharingScreen, text: str, bad: bool = False) -> None:
        said.append((type(self), text))
        say(self, text, bad)

    async def goes_slowly(_: LogReviewScreen) -> None:
        held.may_go_on.set()
        while not any("30 games saved to" in text for _, text in said):
            await asyncio.sleep(0)

    monkeypatch.setattr(SharingScreen, "say", overheard)
    monkeypatch.setattr(LogReviewScreen, "on_compose", goes_slowly, raising=False)
    async with browsing(log) as (pilot, app):
        await held.begins(pilot)
        await pilot.press("v")
        await goes_to(pilot, app, LogReviewScreen)
        await pilot.press("escape")
        await until(pilot, lambda: "30 games saved to ~/match-list.log." in text_on(app))
    assert {screen for screen, _ in said} == {LogsScreen}


@pytest.mark.slow
async def test_a_list_is_exported_once_complete(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_look = Event()
    step = LogSearch.step

    def step_when_allowed(one: LogSearch) -> bool:
        if may_look.is_set() or one.looked_at < 20 or not one.query.terms:
            return step(one)
        return True

    monkeypatch.setattr(sharing, "_PATIENCE", 0.05)
    monkeypatch.setattr(search, "_BLOCK", dict.fromkeys(Depth, 10))
    monkeypatch.setattr(LogSearch, "step", step_when_allowed)
    async with browsing(log) as (pilot, app):
        await pilot.press("slash", *"bouts>0", "enter")
        await until(pilot, lambda: "searching" in text_on(app) and number(app))
        await pilot.press("e", "l")
        await until(pilot, lambda: "Still searching the list" in text_on(app))
        may_look.set()
        await until(pilot, lambda: not re.search(r"searching \d", text_on(app)))
        await pilot.press("e", "l")
        await goes_to(pilot, app, ExportPath)


async def test_before_very_much_is_copied_a_question_is_asked(
    log: Path, copied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "_MUCH", 100)
    async with browsing(log) as (pilot, app):
        for keys, count in ((("enter",), 0), (("j", "enter"), 1)):
            await press(pilot, app, "y", "l")
            await until(pilot, lambda: "Not every terminal accepts this much." in text_on(app))
            await pilot.press(*keys)
            await goes_to(pilot, app, LogsScreen)
            await until(pilot, lambda count=count: len(copied) == count)  # type: ignore[misc]
    assert copied == [encoded(1).decode()]


async def test_a_game_that_is_gone_is_not_taken_for_another(log: Path, copied: list[str]) -> None:
    async with browsing(log) as (pilot, app):
        await press(pilot, app, "G", "y")
        write_mixed(log.parent / "new.log", 3)
        os.replace(log.parent / "new.log", log)
        await pilot.press("t")
        # What is said first is the reader's affair.
        changed = "The log has changed", "The file was replaced"
        await until(pilot, lambda: any(text in text_on(app) for text in changed))
        await is_listed(pilot, app, "3 games")
    assert not copied
