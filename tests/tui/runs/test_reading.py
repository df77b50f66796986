"""A log that is read to be gone on with, while its user thinks better of it."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from durak_tui.match.plan import Plan, plan_of_log
from durak_tui.tui.runs import match_screen as screen_module
from tests.cli.test_autoplay import autoplay as command
from tests.tui.apps import make_app, text_on, until
from tests.tui.runs.matches import FINISHED, StillMatch, entered


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["board", "form"])
async def test_going_back_while_a_log_is_read_keeps_the_match_that_is_shown(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "games.log"
    lengths = ("--matches-number", "1", "--match-size", "4")
    command("durak-dummy", "durak-dummy", *lengths, "--log-file", str(log))
    go_on, has_read = Event(), Event()

    def slowly(path: str, *arguments: Any) -> Plan:
        go_on.wait(60)
        has_read.set()
        return plan_of_log(path, *arguments)

    monkeypatch.setattr(screen_module, "plan_of_log", slowly)
    app = make_app("autoplay")
    app.match_feed.job = match = StillMatch(FINISHED)
    app.match_feed.entered = entered(log=str(log))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "ctrl+o", "enter")
        await until(pilot, lambda: "Reading" in text_on(app))
        await pilot.press("escape")
        screen = app.screen
        await until(pilot, lambda: "1,000 of 1,000 games" in text_on(app))
        if again:
            await pilot.press("n")
            assert screen.check_action("start", ())
        go_on.set()
        await until(pilot, lambda: has_read.is_set() and not screen.workers)
        await pilot.pause()
        assert app.match_feed.job is match
        assert ("[ Start ]" in text_on(app)) == again
