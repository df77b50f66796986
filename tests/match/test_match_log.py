"""The log of a match: it holds what the command would have played, and either goes on with it."""

import os
from pathlib import Path
from typing import Any

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.pool.local import LocalPool
from durak_tui.pool.run_errors import RunError
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter
from tests.cli.commands import autoplay
from tests.conftest import rogue
from tests.match.matches import DUMMY, OPTIONS, PLAN, TOTAL, ended, reached
from tests.processes import Bell
from tests.records.games import essence, games_of
from tests.table.patient import patient


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """The games of the same run as durak-autoplay plays it."""
    log = tmp_path_factory.mktemp("undisturbed") / "games.log"
    assert autoplay(*OPTIONS, "--log-file", str(log)).returncode == 0
    return [essence(game) for game in games_of(log)]


@pytest.mark.few(1)
@pytest.mark.parametrize("command", ["no-such-engine", rogue("dead-on-arrival"), "silent"])
def test_a_match_without_a_game_leaves_no_new_file(command: str, tmp_path: Path) -> None:
    new, old = tmp_path / "new.log", tmp_path / "old.log"
    old.touch()
    engine = EngineConfig(rogue("silent", "--at", "1") if command == "silent" else command)
    for log in (new, old):
        with BackgroundRun(Plan((DUMMY, engine), matches=1, match_size=2), log=str(log)) as match:
            match.start()
            if command == "silent":
                reached(match, lambda now: now.total)
                assert log.exists()
                match.stop()
            assert match.wait(60)
    assert [path.name for path in tmp_path.iterdir()] == ["old.log"]


@pytest.mark.slow
def test_games_from_before_a_stop_are_kept_and_the_match_is_resumed_without_a_torn_one(
    tmp_path: Path, undisturbed: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "games.log"
    append = LogWriter.append

    def stop_at_40(writer: LogWriter, record: GameRecord) -> None:
        append(writer, record)
        if record.game_id == 40:
            match.stop()

    # Neither do workers get far ahead of it, nor is it over before it is stopped.
    monkeypatch.setattr(LocalPool, "largest", 1)
    monkeypatch.setattr(LogWriter, "append", stop_at_40)
    with BackgroundRun(PLAN, log=str(log), concurrency=2) as match:
        match.start()
        assert match.wait(60)
        end = match.snapshot()
    assert end.state == "stopped"
    assert 40 <= end.done < TOTAL
    # A match that is not over has no winner, and one that has not begun is no match.
    assert end.begun == (end.done - 1) // 30 + 1
    assert sum(end.points) == end.done // 30
    assert [essence(game) for game in games_of(log)] == undisturbed[: end.done]
    with log.open("ab") as file:
        file.write(b"####2026-01-01T00:00:00####\n{\n")
    again = ended(PLAN, log=str(log), resume=True)
    assert (again.state, again.resumed, again.done) == ("finished", end.done, TOTAL)
    assert again.notices == (f"a game that was cut off or damaged is now in {log}.torn",)
    assert [essence(game) for game in games_of(log)] == undisturbed


@pytest.mark.parametrize("what", ["a pipe", "a link"])
def test_a_game_that_was_cut_off_is_moved_to_a_file_only(what: str, tmp_path: Path) -> None:
    log, other = tmp_path / "games.log", tmp_path / "mine"
    before = b"####2026-01-01T00:00:00####\n{\n"
    log.write_bytes(before)
    other.write_bytes(b"kept")
    torn = Path(f"{log}.torn")
    if what == "a pipe":
        os.mkfifo(torn)
    else:
        torn.symlink_to(other)
    with pytest.raises(RunError, match=rf"{torn} cannot be written: .*(device|links)"):
        DURAK_LOGS.move_torn(str(log))
    assert (log.read_bytes(), other.read_bytes()) == (before, b"kept")


def test_nobody_else_writes_to_the_log_until_the_match_is_over(bell: Bell, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((patient(bell), DUMMY), matches=1, match_size=2)
    with BackgroundRun(plan, log=str(log)) as match:
        match.start()
        reached(match, lambda now: now.state == "running")
        with pytest.raises(BlockingIOError):
            LogWriter(log, alone=True)
        match.stop()
        assert match.wait(60)
        LogWriter(log, alone=True).close()
