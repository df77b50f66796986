"""Commands in somebody else's file: they are not run before the user has agreed."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.library.index import LogIndex
from durak_tui.match.plan import Plan
from durak_tui.tournament.tournament_files import write_config
from tests.match.matches import DUMMY, ended
from tests.tui.apps import text_on, until
from tests.tui.runs.matches import app_of, form, reached, tournament_form


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """The file that the foreign engine makes when it runs."""
    return tmp_path / "x"


@pytest.fixture
def foreign(trace: Path) -> EngineConfig:
    python = shlex.quote(sys.executable)
    return EngineConfig(f"sh -c 'touch {trace}; exec {python} -m durak_engines.dummy'")


async def test_a_log_of_somebody_else_is_resumed_once_its_commands_are_agreed_to(
    trace: Path, foreign: EngineConfig, tmp_path: Path
) -> None:
    log = tmp_path / "games.log"
    plan = Plan((foreign, DUMMY), matches=1, match_size=2, seed=1)
    assert ended(plan, log=str(log), concurrency=1).state == "finished"
    with LogIndex(log) as index:
        index.scan()
        os.truncate(log, index.offset(1))
    trace.unlink()
    before = log.read_bytes()
    async with form(log=str(log)) as pilot:
        for refuse in (["escape"], ["enter"]):
            await pilot.press("ctrl+o", "enter")
            await until(pilot, lambda: "Run these commands?" in text_on(app_of(pilot)))
            assert "sh -c 'touch" in text_on(app_of(pilot))
            assert "durak_engines.dummy'" in text_on(app_of(pilot)), "its end is not hidden"
            await pilot.press(*refuse)
            await until(pilot, lambda: pilot.app.focused is pilot.app.screen.query_one("#log"))
            assert not trace.exists() and log.read_bytes() == before
            state = app_of(pilot).state.value
            assert app_of(pilot).match_feed.job is None and state.last_match is None
        await pilot.press("ctrl+o", "enter")
        await until(pilot, lambda: "Run these commands?" in text_on(app_of(pilot)))
        await pilot.press("down", "enter")
        assert (await reached(pilot, "finished")).resumed == 1
    assert trace.exists()


async def test_a_tournament_of_somebody_else_is_asked_about_as_well(
    trace: Path, foreign: EngineConfig, tmp_path: Path
) -> None:
    file = tmp_path / "cup.toml"
    own = {"name": "own", "command": "durak-dummy"}
    others = [
        {"name": f"e{n}", "command": foreign.command, "env": {"SEED": str(n)}} for n in range(10)
    ]
    values = {"format": "round-robin", "games": 2, "output": "out", "engine": [own, *others]}
    write_config(file, values)
    async with tournament_form((60, 20), file=str(file)) as (pilot, app):
        await pilot.press("ctrl+o", "enter")
        await until(pilot, lambda: "Run these commands?" in text_on(app))
        assert "SEED=0 sh -c 'touch" in text_on(app)
        assert "and 5 more" in text_on(app) and "Run them" in text_on(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.focused is app.screen.query_one("#file"))
        assert app.tournament_feed.job is None and app.state.value.last_tournament is None
    assert not trace.exists() and not (tmp_path / "out").exists()
