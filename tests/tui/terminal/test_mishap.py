"""An unforeseen error costs a screen, not the application or what is played in it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from durak_tui.net.events import SaidText
from durak_tui.table.adviser import Adviser
from durak_tui.table.opponent import Opponent
from durak_tui.tui.engines.engines_screen import EnginesScreen
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.people.people_table import PeopleTable
from durak_tui.tui.runs.match_board import MatchBoard
from durak_tui.tui.runs.match_screen import AutoplayScreen
from durak_tui.tui.settings.keys import KeysScreen
from durak_tui.tui.settings.settings_screen import SettingsScreen
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.form import ChoiceField, Form, TextField
from durak_tui.user.error_report import reports_folder
from tests.reports import taken_reports
from tests.tui.apps import make_app, notices_on, started, until
from tests.tui.people.company import among_people
from tests.tui.people.test_people_table import play_on
from tests.tui.play.playing import HANDS, game, playing
from tests.tui.runs.matches import app_of, form, match_of

NOTICE = "Unexpected error. Please report it and attach ~/.local/state/durak-tui/errors/"


def fail(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("not foreseen")


async def fail_in_time(*_: object) -> None:
    fail()


def last_text(screen: SettingsScreen) -> TextField:
    return screen.query(TextField).last()


PLACES: dict[str, tuple[type, str, Callable[..., Any]]] = {
    "made": (SettingsScreen, "__init__", fail),
    "composed": (SettingsScreen, "content", fail),
    "mounted": (SettingsScreen, "on_mount", fail),
    "drawn": (ChoiceField, "draw", fail),
    "key": (SettingsScreen, "action_keys", fail),
    "key of a form": (Form, "action_step", fail),
    "text field": (SettingsScreen, "action_keys", lambda self: last_text(self).call_later(fail)),
    "worker": (SettingsScreen, "action_keys", lambda self: self.run_worker(fail_in_time())),
    "thread": (SettingsScreen, "action_keys", lambda self: self.run_worker(fail, thread=True)),
    "later": (SettingsScreen, "action_keys", lambda self: self.call_later(fail)),
    "drawn then": (SettingsScreen, "action_keys", lambda self: self.call_after_refresh(fail)),
    "timer": (SettingsScreen, "action_keys", lambda self: self.set_timer(0.001, fail)),
    "application": (SettingsScreen, "action_keys", lambda self: self.app.call_later(fail)),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("place", PLACES)
async def test_a_screen_that_fails_is_reported(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(notifications=True) as (pilot, app):
        owner, name, failing = PLACES[place]
        monkeypatch.setattr(owner, name, failing, raising=False)
        await pilot.press("s", "down", "k", "escape")
        await until(pilot, lambda: notices_on(app))
        assert notices_on(app)[0].startswith(NOTICE)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("e")
        assert isinstance(app.screen, EnginesScreen)
    (report,) = taken_reports()
    assert "ZeroDivisionError: not foreseen" in report


async def test_an_error_on_a_left_screen_closes_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeysScreen, "on_unmount", fail, raising=False)
    async with started(notifications=True) as (pilot, app):
        await pilot.press("s", "k", "escape")
        await until(pilot, lambda: notices_on(app))
        assert isinstance(app.screen, SettingsScreen)
    assert len(taken_reports()) == 1


@pytest.mark.slow
async def test_what_is_done_late_for_a_screen_that_was_left_is_no_error() -> None:
    async def goes_on_when_cancelled(screen: KeysScreen) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            screen.query_one("#nothing-there")

    async with started(notifications=True) as (pilot, app):
        await pilot.press("s", "k")
        assert isinstance(app.screen, KeysScreen)
        late = app.screen.run_worker(goes_on_when_cancelled(app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: late.is_finished)
        assert isinstance(app.screen, SettingsScreen)
        assert not notices_on(app)
    assert not taken_reports()


async def test_what_is_done_late_for_a_screen_that_ends_with_the_program_is_no_error() -> None:
    app = make_app()

    async def shows_news(screen: KeysScreen) -> None:
        while app.is_running:
            await asyncio.sleep(0)
        screen.query_one("#nothing-there")

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "k")
        assert isinstance(app.screen, KeysScreen)
        late = app.screen_stack[0].run_worker(shows_news(app.screen))
    assert late.is_finished and late.error
    assert not taken_reports()


@pytest.mark.parametrize("first", ["settings", "home"])
async def test_home_replaces_a_failed_screen(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(first, notifications=True) as (pilot, app):
        before = app.screen
        app.screen.call_later(fail)
        await until(pilot, lambda: notices_on(app))
        assert isinstance(app.screen, HomeScreen) and app.screen is not before
        await pilot.press("e")
        assert isinstance(app.screen, EnginesScreen)
    assert len(taken_reports()) == 1


@pytest.mark.parametrize("looking", ["_look_for_kept", "_look_for_stopped"])
async def test_a_home_that_cannot_look_stays(looking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HomeScreen, looking, fail)
    app = make_app()
    app.state.change(lambda state: replace(state, last_match=Path("/nowhere.log")))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: notices_on(app))
        assert notices_on(app)[0].startswith(NOTICE)
        before = app.screen
        await pilot.press("e", "escape")
        assert app.screen is before
    assert len(taken_reports()) == 1


async def test_what_is_above_a_screen_that_fails_goes_with_it() -> None:
    async with started(notifications=True) as (pilot, app):
        await pilot.press("s", "question_mark")
        app.screen_stack[1].call_later(fail)
        await until(pilot, lambda: notices_on(app))
        assert [type(screen) for screen in app.screen_stack] == [HomeScreen]
    assert len(taken_reports()) == 1


async def test_a_game_is_kept_when_its_screen_fails() -> None:
    async with playing(game(HANDS)) as player:
        await player.press(player.key("9C"))
        actions = player.game.actions
        player.screen.query_one(CardTable).call_later(fail)
        await until(player.pilot, lambda: notices_on(player.app))
        assert isinstance(player.app.screen, HomeScreen)
        await until(player.pilot, player.app.unfinished)
        (left,) = player.app.unfinished()
        assert len(taken_reports()) == 1
    assert tuple(left.game.actions)[: len(actions)] == tuple(actions)


@pytest.mark.parametrize(("owner", "method"), [(Opponent, "advance"), (Adviser, "advise")])
async def test_a_game_is_kept_when_the_thread_of_an_engine_or_of_a_hint_fails(
    owner: type, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(game(HANDS)) as player:
        if owner is Adviser:
            await player.press(player.key("9C"))
        monkeypatch.setattr(owner, method, fail)
        await player.pilot.press("h" if owner is Adviser else player.key("9C"))
        await until(player.pilot, lambda: notices_on(player.app))
        assert isinstance(player.app.screen, HomeScreen)
        await until(player.pilot, player.app.unfinished)
    assert len(taken_reports()) == 1


@pytest.mark.slow
async def test_a_match_goes_on_when_its_screen_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async with form(games="100000", notifications=True) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, lambda: match_of(pilot).snapshot().done)
        with monkeypatch.context() as broken:
            broken.setattr(MatchBoard, "draw", fail)
            await until(pilot, lambda: notices_on(app_of(pilot)))
        assert not isinstance(pilot.app.screen, AutoplayScreen)
        done = match_of(pilot).snapshot().done
        await until(pilot, lambda: match_of(pilot).snapshot().done > done)
        await pilot.press("q", "down", "enter")
    assert match_of(pilot).snapshot().state == "stopped"
    assert taken_reports()


async def test_a_game_with_a_person_elsewhere_outlives_its_screen(tmp_path: Path) -> None:
    async with among_people(tmp_path) as ann:
        await ann.sits_down()
        await play_on(ann, 3)
        table, actions = ann.table, ann.table.game.actions

        ann.app.screen.query_one(CardTable).call_later(fail)
        await until(ann.pilot, lambda: not isinstance(ann.app.screen, PeopleTable))
        assert any("Unexpected error" in notice for notice in notices_on(ann.app))
        assert ("hang up", 7) in ann.circle.done
        table.handle(SaidText("Are you there?"))  # which was on its way
        await ann.press("escape")
        await ann.sees("r Boris")
        await ann.press("r", "enter")
        await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
        await until(ann.pilot, lambda: ann.table.is_on)
        assert ann.table.game.actions[: len(actions)] == actions
        assert len(taken_reports()) == 1


async def test_an_application_in_which_nothing_works_ends_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(HomeScreen, "content", fail)
    async with started() as (_, app):
        while app.is_running:
            await asyncio.sleep(0)
    assert app.return_code == 1
    assert " ".join(capsys.readouterr().err.split()).startswith(NOTICE.rstrip("/"))
    assert 1 < len(taken_reports()) < 10


async def test_without_a_place_for_a_report_the_error_itself_is_shown() -> None:
    async with started(notifications=True) as (pilot, app):
        reports_folder().parent.mkdir(parents=True, exist_ok=True)
        reports_folder().touch()
        app.screen.call_later(fail)
        await until(pilot, lambda: notices_on(app))
        (notice,) = notices_on(app)
    assert notice.startswith(
        "Unexpected error: ZeroDivisionError('not foreseen'). The report cannot"
    )
