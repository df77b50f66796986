"""An engine's own words and standard error, alone and in matches."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.engine.about import About
from durak_tui.engine.check.compliance import CheckResult
from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.protocol.messages import Features
from durak_tui.tui.engines import about_engine as about_module
from durak_tui.tui.engines import check_screen as check_module
from durak_tui.tui.engines.about_engine import AboutEngine, MatchEngines
from durak_tui.tui.engines.engines_screen import EnginesScreen
from tests.conftest import rogue
from tests.processes import Bell
from tests.tui.apps import TerminalWindow, make_app, text_on, until
from tests.tui.check_engines import checked, engines_listed
from tests.tui.pictures import assert_picture, picture
from tests.tui.runs.matches import RUNNING, StillMatch, app_of, showing

DUMMY = f"exec {sys.executable} -m durak_engines.dummy"
LOUD = EngineConfig(f"sh -c 'echo hello $((6 * 7)) >&2; {DUMMY}'", "loud")
WORDS = "hello 42"


async def test_the_answers_of_an_engine_look_right(
    window: TerminalWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Features(2, "mine", "1.2", "Ann", persistent=True, hints=False)
    words = "loading weights\n" + "a long line of which there is more than one row " * 3
    monkeypatch.setattr(about_module, "about", lambda *_: About(["/bin/mine"], said, 0.08, words))
    async with engines_listed(EngineConfig("./mine --level 3", "mine"), size=window.size) as (
        pilot,
        app,
    ):
        await pilot.press("end", "i")
        await until(pilot, lambda: "after 0.08 s" in text_on(app))
        await assert_picture(app, f"about-engine-{window}")


async def test_the_engine_is_started_for_it_each_time_and_its_words_are_shown() -> None:
    async with engines_listed(LOUD) as (pilot, app):
        await pilot.press("end", "i")
        assert isinstance(app.screen, AboutEngine)
        await until(pilot, lambda: WORDS in text_on(app))
        assert "durak-dummy" in text_on(app)
        await pilot.press("r")
        await until(pilot, lambda: "starting" not in text_on(app))
        assert text_on(app).count(WORDS) == 1
        await pilot.press("escape")
        assert isinstance(app.screen, EnginesScreen)


async def test_the_reason_is_shown_if_an_engine_cannot_be_started() -> None:
    async with engines_listed(EngineConfig(rogue("exit", "--at", "1"), "bad"), size=(120, 30)) as (
        pilot,
        app,
    ):
        await pilot.press("end", "i")
        await until(pilot, lambda: "cannot be started" in text_on(app))
        assert "crash in init" in text_on(app)


async def test_an_engine_that_never_answers_is_ended_as_the_screen_is_left(tmp_path: Path) -> None:
    bell = Bell(tmp_path / "bell")
    async with engines_listed(EngineConfig(f"cat {bell.path}", "silent")) as (pilot, app):
        await pilot.press("end", "i")
        await until(pilot, lambda: "starting" in text_on(app))
        await pilot.press("escape")
        assert isinstance(app.screen, EnginesScreen)
    bell.close()


@pytest.mark.slow
async def test_a_check_shows_what_was_written_to_standard_error_where_the_cursor_is() -> None:
    async with engines_listed(LOUD) as (pilot, app):
        screen = await checked(pilot)
        assert WORDS not in text_on(app)
        await pilot.press("home", "e")
        assert WORDS in text_on(app)
        first = picture(app)
        await pilot.press("down")
        assert WORDS in text_on(app) and picture(app) != first
        assert text_on(app).count(screen.results[1].name) == 2, "in the list, and above the words"
        await pilot.press("e")
        assert WORDS not in text_on(app)


async def test_a_skipped_check_has_no_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    skipped = CheckResult("gives hints", "", "skipped", "the engine gives none")
    monkeypatch.setattr(check_module, "run_checks", lambda *_, **__: iter([skipped]))
    async with engines_listed() as (pilot, app):
        await checked(pilot)
        await pilot.press("e")
        assert "wrote nothing" not in text_on(app) and "the engine gives none" in text_on(app)


@pytest.mark.slow
async def test_of_a_match_both_engines_are_shown_with_what_they_wrote_last() -> None:
    async with showing(StillMatch()) as pilot:
        await pilot.press("e")
        assert isinstance(pilot.app.screen, MatchEngines)
        assert text_on(app_of(pilot)).count("It wrote nothing to standard error.") == 2
        await pilot.press("escape")
    async with showing(StillMatch(replace(RUNNING, done=0))) as pilot:
        await pilot.press("e")
        assert text_on(app_of(pilot)).count("is shown after each game.") == 2
        assert "wrote nothing" not in text_on(app_of(pilot))
    plan = Plan((LOUD, EngineConfig("durak-dummy")), matches=1, match_size=2, seed=1)
    with BackgroundRun(plan, concurrency=1) as match:
        match.start()
        assert match.wait(60)
        app = make_app("autoplay", {})
        app.match_feed.job = match
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("e")
            assert text_on(app).count("Standard error, end of game 1:") == 1
            assert WORDS in text_on(app) and "durak-dummy" in text_on(app)
