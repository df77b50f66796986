"""A match that goes on behind the screens."""

from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.tui.runs.feed import MatchFeed
from tests.tui.apps import make_app, started, until
from tests.tui.runs.matches import RUNNING, StillMatch, entered


@pytest.mark.slow
async def test_nobody_looks_at_a_match_once_the_screens_are_taken_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchFeed, "SECONDS", 0.001)
    app = make_app("autoplay")
    app.match_feed.entered = entered(games="100000", log=str(tmp_path / "games.log"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+o")
        await until(
            pilot, lambda: app.match_feed.job and app.match_feed.job.snapshot().done > 4
        )  # a mistake of a look that comes later would be raised by the end of the block


async def test_a_match_is_remembered_once_its_log_ends_with_a_game_of_it(tmp_path: Path) -> None:
    # What is added to the log of somebody else must not let theirs be resumed as the user's own.
    log = tmp_path / "games.log"
    async with started("autoplay") as (pilot, app):
        match = StillMatch(replace(RUNNING, log=str(log), done=0))
        app.match_feed.start(match)
        assert app.state.value.last_match is None
        match.stands(done=1)
        await until(pilot, lambda: app.state.value.last_match == log)
        assert app.state.value.recent_logs == (log,)
        match.stands(state="finished")
        await until(pilot, lambda: app.state.value.last_match is None)
