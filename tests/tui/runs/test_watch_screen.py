"""Watching a match: one game after the other, card by card, while the match goes on."""

import errno
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from durak_tui.game.position import DEAL
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.match.watch import Thinks, WatchedGame
from durak_tui.records.record import Ending, GameRecord, Thought
from durak_tui.tui.app import DurakApp
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.runs import live_game
from durak_tui.tui.runs.watch_screen import WatchScreen
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.user.settings import SettingsStore
from tests.match.matches import DUMMY
from tests.processes import wait_for_other_threads
from tests.tui.apps import TerminalWindow, make_app, text_on, until
from tests.tui.logs.log_files import genuine_games
from tests.tui.pictures import assert_picture
from tests.tui.runs.matches import StillMatch

NAMES = "durak-dummy", "my-engine"


@pytest.fixture
def record() -> GameRecord:
    """A game that dummies have played."""
    return genuine_games()[3]


class Stage:
    """A match that plays one game after the other as a test wants."""

    def __init__(self, pilot: Pilot[Any], match: StillMatch, record: GameRecord) -> None:
        self.pilot = pilot
        self.match = match
        self.record = record
        self.reported = 0

    @property
    def app(self) -> DurakApp:
        app = self.pilot.app
        assert isinstance(app, DurakApp)
        return app

    @property
    def view(self) -> TableView:
        view = self.app.screen.query_one(CardTable).view
        assert view
        return view

    def begin(self, game_id: int = 417) -> None:
        """A game begins."""
        self.match.watch().notify(1, WatchedGame(game_id, 5, self.record.deal, NAMES))

    def play(self, until_action: int | None = None) -> None:
        """It goes on."""
        for action in self.record.actions[self.reported : until_action]:
            self.match.watch().notify(1, action)
            self.reported += 1

    def end(self, ending: Ending) -> None:
        self.match.watch().notify(1, ending)
        self.reported = 0

    async def is_over(self, game_id: int = 417) -> None:
        """Begin a game, and wait until its end is shown."""
        self.begin(game_id)
        self.play(5)
        self.end(self.record.ending)
        await self.shown("is the fool")

    async def shown_after(self, actions: int) -> None:
        """Wait until the table is as after these first actions of the game."""
        position = self.record.deal.position()
        for action in self.record.actions[:actions]:
            if position.phase == DEAL:
                position.deal()
            position.play(action)

        def is_shown() -> bool:
            view = self.app.screen.query_one(CardTable).view
            if view is None or view.top.to_act != bool(position.to_act):
                return False
            return [view.bottom.hand, view.top.hand, *view.table] == [
                *position.hands,
                *position.table,
            ]

        await until(self.pilot, is_shown)

    async def shown(self, *words: str) -> None:
        """Wait until this is on the screen."""
        await until(self.pilot, lambda: all(word in text_on(self.app) for word in words))


@asynccontextmanager
async def watching(
    record: GameRecord,
    size: tuple[int, int] = (80, 24),
    ms: int = 10,
    *,
    notifications: bool = False,
) -> AsyncIterator[Stage]:
    """The screen, before any game."""
    app = make_app("autoplay", {"watch_ms": ms})
    match = StillMatch()
    app.match_feed.job = match
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await pilot.press("w")
        assert isinstance(app.screen, WatchScreen)
        yield Stage(pilot, match, record)


@pytest.fixture
async def stage(record: GameRecord) -> AsyncIterator[Stage]:
    """A match whose cards are shown one after the other, without waiting."""
    async with watching(record) as stage:
        yield stage


async def test_a_watched_game_looks_right(window: TerminalWindow, record: GameRecord) -> None:
    async with watching(record, window.size) as stage:
        stage.begin()
        stage.play(20)
        await stage.shown_after(20)
        assert (stage.view.bottom.name, stage.view.top.name) == NAMES
        await stage.shown("Match 5, game 417", "0.01 s per card")
        await stage.pilot.press("space")
        await assert_picture(stage.app, f"watch-{window}")


async def test_the_result_looks_right(window: TerminalWindow, record: GameRecord) -> None:
    async with watching(record, window.size) as stage:
        stage.begin()
        stage.play()
        stage.end(record.ending)
        await stage.shown("is the fool with")
        await stage.pilot.press("space")
        await assert_picture(stage.app, f"watch-result-{window}")


async def test_a_game_that_ends_by_a_fault_or_is_broken_off_says_so(stage: Stage) -> None:
    stage.begin()
    stage.play(5)
    stage.end(Ending(0, "crash", 1))
    await stage.shown("durak-dummy wins by forfeit. crash")
    await stage.pilot.press("n")
    stage.begin(418)
    stage.play(5)
    stage.match.watch().lost(1)
    await stage.shown("This game was stopped.")


async def test_cards_come_one_by_one_and_space_holds_them(record: GameRecord) -> None:
    async with watching(record, ms=60_000) as stage:
        stage.begin()
        stage.play()
        await stage.shown("attacks first.")
        assert stage.view.table == ()
        await stage.pilot.press("space")
        await stage.shown("paused")
        await stage.pilot.press("space")
        await stage.shown("attacks with")
        assert len(stage.view.table) == 1
        await stage.pilot.pause()
        assert len(stage.view.table) == 1


async def test_plus_and_minus_change_the_speed_and_it_is_remembered(record: GameRecord) -> None:
    async with watching(record, ms=250) as stage:
        await stage.shown("0.25 s per card")
        await stage.pilot.press("plus")
        await stage.shown("0.15 s per card")
        for _ in range(9):
            await stage.pilot.press("equals_sign")
        await stage.shown(" 0.05 s per card")
        await stage.pilot.press("minus", "minus")
        await stage.shown("0.15 s per card")
        await until(stage.pilot, lambda: SettingsStore().value.watch_ms == 150)


@pytest.mark.slow
async def test_the_last_speed_is_remembered_in_any_order_of_saving_and_after_the_screen_is_left(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watching(record, ms=900) as stage:
        settings, may_save, begun = stage.app.settings, Event(), Event()
        screen, update = stage.app.screen, settings.update

        def slow_first(**changes: Any) -> None:
            if not begun.is_set():
                begun.set()
                may_save.wait(60)
            update(**changes)

        monkeypatch.setattr(settings, "update", slow_first)
        await stage.pilot.press("plus")
        await until(stage.pilot, begun.is_set)
        await stage.pilot.press("plus")
        await stage.shown("0.4 s per card")
        await stage.pilot.press("escape")
        await until(stage.pilot, lambda: not screen.is_attached)
        wait_for_other_threads()
        may_save.set()
        await until(stage.pilot, lambda: not any(w.is_running for w in stage.app.workers))
    assert SettingsStore().value.watch_ms == 400


async def test_a_speed_that_cannot_be_saved_holds_and_that_is_said(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_changes: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with watching(record, ms=250, notifications=True) as stage:
        monkeypatch.setattr(stage.app.settings, "update", full)
        await stage.pilot.press("plus")
        await stage.shown("0.15 s per card", "Not saved: No space left on device")


@pytest.mark.slow
async def test_the_next_game_follows(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "RESULT_SECONDS", 0.2)
    await stage.is_over(7)
    await stage.shown("Match 5, game 7")
    stage.begin(39)
    await stage.shown("Match 5, game 39")


async def test_n_goes_to_the_next_game_at_once(record: GameRecord) -> None:
    async with watching(record, ms=60_000) as stage:
        stage.begin(7)
        stage.play()
        await stage.shown("Match 5, game 7")
        await stage.pilot.press("space", "n")
        stage.match.watch().notify(2, WatchedGame(8, 5, record.deal, NAMES[:1] * 2))
        await stage.shown("Match 5, game 8", "durak-dummy (1)", "durak-dummy (2)")
        assert "paused" not in text_on(stage.app)


async def test_after_coming_back_no_old_game_is_seen_first(stage: Stage) -> None:
    await stage.is_over(7)
    await stage.pilot.press("escape", "w")
    await stage.shown("waiting for a game", "Waiting for the next card of the match...")
    stage.begin(900)
    await stage.shown("Match 5, game 900")


async def test_both_chances_are_shown_with_the_decision_they_are_about(record: GameRecord) -> None:
    async with watching(record, ms=60_000) as stage:
        heard = stage.match.watch().notify
        stage.begin()
        heard(1, Thinks(0, record.deal.first, Thought(0.25, "hm")))
        stage.play(2)
        heard(1, Thinks(2, 0, Thought(0.125, "not yet")))
        heard(1, Thinks(2, 1, Thought(1.0, "")))
        await stage.shown("25 % hm")
        assert "100 %" not in text_on(stage.app)
        await stage.pilot.press(*["plus"] * 10)
        await stage.shown("13 % not yet", "100 %")


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_bouts_stand_beside_or_alone(size: tuple[int, int], record: GameRecord) -> None:
    async with watching(record, size) as stage:
        stage.begin()
        stage.play(20)
        await stage.shown_after(20)
        panel, table = stage.app.screen.query_one(GameLog), stage.app.screen.query_one(CardTable)
        assert (panel.display, table.display) == (size[0] == 120, True)
        await stage.pilot.press("b")
        assert (panel.display, table.display) == (size[0] == 80, size[0] == 120)
        assert ("2. " in text_on(stage.app)) == panel.display


class NotedTimer(Timer):
    """One of the timers of which it is known which will still ring."""

    on: ClassVar[list["NotedTimer"]] = []

    @classmethod
    def replaces(cls, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let games be shown by these timers, none of which is on yet."""
        monkeypatch.setattr(live_game, "Timer", cls)
        monkeypatch.setattr(cls, "on", [])

    def __init__(self, owner: MessagePump, seconds: float, callback: Callable[[], object]) -> None:
        def ring() -> None:
            self.on.remove(self)
            callback()

        super().__init__(owner, seconds, ring)
        self.on.append(self)

    def stop(self) -> None:
        super().stop()
        if self in self.on:
            self.on.remove(self)


async def test_nothing_wakes_an_ended_show(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    NotedTimer.replaces(monkeypatch)
    await stage.is_over()
    stage.match.stands(state="finished")
    assert NotedTimer.on
    await stage.pilot.press("n")
    await until(stage.pilot, lambda: not NotedTimer.on)
    await stage.shown("the match is over")
    await stage.pilot.press("question_mark")
    assert not NotedTimer.on


async def test_a_game_is_shown_to_its_end_although_the_match_is_over(record: GameRecord) -> None:
    async with watching(record, (120, 30)) as stage:
        stage.begin()
        stage.play(3)
        await stage.shown_after(3)
        stage.match.stands(state="finished")
        stage.app.match_feed.follow()
        await stage.shown("the match is over", "p Pause", "n Next game", "b Bouts", "+ Faster")
        stage.play(5)
        stage.end(record.ending)
        await stage.shown("is the fool", "b Bouts")
        more = ("Pause", "Resume", "Next game", "Faster", "Slower")
        await until(stage.pilot, lambda: not any(key in text_on(stage.app) for key in more))


async def test_the_show_goes_on_even_if_the_program_is_held_up_at_any_moment(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Then Textual's own timer never rings.
    silent = SimpleNamespace(stop=lambda: None)
    monkeypatch.setattr(WatchScreen, "set_timer", lambda *_args, **_named: silent)
    stage.begin()
    stage.play(3)
    await stage.shown_after(3)


async def test_that_no_game_will_begin_for_now_is_said(stage: Stage) -> None:
    stage.app.match_feed.follow()
    for state in ("pausing", "paused"):
        stage.match.stands(state=state)
        await stage.shown(f"match: {state}")


@pytest.mark.slow
async def test_a_real_match_goes_on_at_full_speed_while_a_game_is_watched(tmp_path: Path) -> None:
    # A game that is watched so slowly lasts longer than twenty that are played.
    app = make_app("autoplay", {"watch_ms": 2000})
    match = BackgroundRun(Plan((DUMMY, DUMMY), matches=1, match_size=100_000), concurrency=2)
    app.match_feed.job = match
    async with app.run_test(size=(80, 24)) as pilot:
        app.match_feed.start(match)
        await pilot.press("w")
        await until(pilot, lambda: "attacks with" in text_on(app))
        game = match.watch().game
        assert game
        done = match.snapshot().done
        await until(pilot, lambda: match.snapshot().done >= done + 20)
        assert match.watch().game is game, "nobody has asked for another"
        assert f"game {game.game_id}" in text_on(app)
        await pilot.press("n")
        await until(pilot, lambda: match.watch().game is not game)


async def test_an_engine_that_thinks_long_is_heard_and_named_with_its_time(stage: Stage) -> None:
    stage.begin()
    stage.play(3)
    await stage.shown_after(3)
    assert "is thinking" not in text_on(stage.app)
    game = stage.match.watch().game
    assert game
    thinks = int(stage.view.top.to_act)
    for win in (0.25, 0.75):
        stage.match.watch().notify(1, Thinks(3, thinks, Thought(win, "deeper")))
        await stage.shown(f"{100 * win:.0f} % deeper")
    name = NAMES[thinks]
    game.acted_at -= 12
    await stage.shown(f"{name} is thinking, 1")
    await stage.pilot.press("space")
    assert "is thinking" not in text_on(stage.app), "a held clock would be wrong"
    await stage.pilot.press("space")
    await stage.shown(f"{name} is thinking, 1")
    stage.play(4)
    await stage.shown_after(4)
    assert "is thinking" not in text_on(stage.app)


async def test_a_game_that_was_on_is_shown_as_it_stands(record: GameRecord) -> None:
    async with watching(record, ms=60_000) as stage:
        actions = list(record.actions[:9])
        game = WatchedGame(417, 5, record.deal, NAMES, actions, joined=9)
        stage.match.watch().notify(1, game)
        await stage.shown_after(9)
