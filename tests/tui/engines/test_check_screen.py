"""The report of a check, as it comes in and when it is there."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from durak_tui.engine.check.compliance import CheckResult, run_checks
from durak_tui.engine.check.scenarios import SCENARIOS
from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.tui.engines import check_screen as check_module
from durak_tui.tui.engines.check_screen import pieces
from durak_tui.tui.engines.engines_screen import EnginesScreen
from durak_tui.tui.toolkit.page import Page
from durak_tui.words.check_words import ReportLine
from tests.conftest import rogue
from tests.processes import all_end, pids_in
from tests.tui.apps import TerminalWindow, text_on, until
from tests.tui.check_engines import check_last, checked, engines_listed, on_path
from tests.tui.pictures import assert_picture

__all__ = ["on_path"]

GONE = EngineConfig("no-such-engine --fast", "gone")


@pytest.fixture(scope="module")
def results() -> dict[str, Sequence[CheckResult]]:
    """Real check results of a good and a bad engine, clocks stopped."""
    now = monotonic()
    return {
        name: list(run_checks(EngineConfig(command).program(), Limits(300.0), clock=lambda: now))
        for name, command in {"good": "durak-dummy", "rogue": rogue("illegal")}.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["good", "rogue"])
async def test_the_report_looks_right(
    name: str, window: TerminalWindow, monkeypatch: pytest.MonkeyPatch,
    on_path: Path, results: dict[str, Sequence[CheckResult]],
) -> None:  # fmt: skip

    def made(*_: object, **__: object) -> Iterator[CheckResult]:
        yield from results[name]

    monkeypatch.setattr(check_module, "run_checks", made)
    async with engines_listed(EngineConfig(name, name), size=window.size) as (pilot, app):
        screen = await checked(pilot)
        failed = [one.name for one in screen.results if one.status == "failed"]
        assert failed == ([] if name == "good" else ["beats or takes", "throws in"])
        await assert_picture(app, f"check-{name}-{window}")


async def test_a_check_goes_through_all_and_stops_at_the_first_that_failed(on_path: Path) -> None:
    async with engines_listed(EngineConfig("rogue", "rogue", move_time=30.0)) as (pilot, app):
        screen = await checked(pilot)
        assert len(screen.results) == len(SCENARIOS)
        assert screen.results[0].status == "passed", screen.results[0]
        assert f"6 passed, 2 failed, {len(SCENARIOS) - 8} skipped" in text_on(app)
        assert "failed beats or takes An attack the engine can beat" in text_on(app)
        await pilot.press("n")
        assert "play only ranks that are on the table" in text_on(app)
        await pilot.press("n")
        assert "failed beats or takes An attack the engine can beat" in text_on(app)
        await pilot.press("enter")
        assert "takes what it cannot beat" not in text_on(app)
        assert "deal 8C TC 7D QD 9H JS ##" in text_on(app)
        await pilot.press("escape")
        assert "takes what it cannot beat" in text_on(app)
        await pilot.press("escape")
        assert isinstance(app.screen, EnginesScreen)


async def test_the_lines_of_a_check_that_passed_are_shown_when_asked_for(
    results: dict[str, Sequence[CheckResult]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_module, "run_checks", lambda *_, **__: iter(results["good"]))
    async with engines_listed() as (pilot, app):
        await checked(pilot)
        await pilot.press("home")
        assert "(3 lines exchanged; v shows them)" in text_on(app)
        await pilot.press("v")
        assert "<- init 6S" in text_on(app)
        await pilot.press(*["down"] * 13, "enter", "end")
        assert "<- game_end" in text_on(app), "a whole game is scrolled to its end"
        await pilot.press("home")
        assert "plays a whole game (1 of 3)" in text_on(app)


async def test_a_stopped_check_is_kept_and_its_engine_ended(on_path: Path, tmp_path: Path) -> None:
    async with engines_listed(EngineConfig("silent", "silent", move_time=600.0)) as (pilot, app):
        screen = await check_last(pilot)
        await until(pilot, lambda: len(screen.results) == 1)
        await pilot.pause()
        assert f"running: 1 of {len(SCENARIOS)}" in text_on(app), "results are shown as they come"
        await pilot.press("s")
        await until(pilot, lambda: screen.state == "stopped")
        await pilot.pause()
        left = len(SCENARIOS) - 1
        assert f"1 passed, 0 failed, 0 skipped, stopped, {left} left" in text_on(app)
        assert all_end(pids_in(tmp_path / "pids"), within=20)
        await pilot.press("r")
        await until(pilot, lambda: len(screen.results) == 1)
        assert screen.state == "running"
        await pilot.press("escape")
        assert isinstance(app.screen, EnginesScreen)
        await until(pilot, lambda: all_end(pids_in(tmp_path / "pids"), within=0))


async def test_an_engine_that_cannot_be_started_is_reported() -> None:
    async with engines_listed(GONE) as (pilot, app):
        await checked(pilot, "unable")
        assert "cannot be started" in text_on(app)
        assert "Engine 'no-such-engine --fast' not found" in text_on(app)


async def test_a_report_that_is_read_stays_while_others_come_in(
    monkeypatch: pytest.MonkeyPatch, on_path: Path, results: dict[str, Sequence[CheckResult]]
) -> None:
    goes_on = Event()
    longest = max(len(one.exchange) for one in results["good"][:-1])

    def made(*_: object, **__: object) -> Iterator[CheckResult]:
        for result in results["good"]:
            yield result
            if len(result.exchange) == longest:
                goes_on.wait(60)

    monkeypatch.setattr(check_module, "run_checks", made)
    async with engines_listed(EngineConfig("good", "good"), size=(60, 20)) as (pilot, _):
        screen = await check_last(pilot)
        await until(pilot, lambda: screen.results and len(screen.results[-1].exchange) == longest)
        await pilot.press("enter", "v")
        page = screen.query_one(Page)
        await until(pilot, lambda: page.length > page.size.height)
        await pilot.press("home", "down", "down")
        first = page.render_line(0).text
        assert "↑" in first, "there is more above"
        goes_on.set()
        await until(pilot, lambda: screen.state == "finished")
        await pilot.pause()
        assert page.render_line(0).text == first


def test_a_long_line_of_an_exchange_goes_on_below_with_every_blank_of_it() -> None:
    def rows(text: str) -> list[str]:
        return list(pieces(ReportLine("received", text), 12))

    assert rows("") == [""]
    assert rows("  -> a  b   cdefghij") == ["  -> a  b   ", "     cdefghi", "     j"]
    assert rows("  -> 日本語日本語日") == ["  -> 日本語", "     日本語", "     日"]
