"""A run of matches in the background, as its users see it."""

import itertools
import os
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from durak_tui.cli import autoplay
from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
from durak_tui.match.tally import FaultCount
from durak_tui.pool.local import LocalPool
from durak_tui.records.writer import LogWriter
from durak_tui.statistics.counts import PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Sprt
from tests.cli.commands import CapFd, command
from tests.clocks import HandClock
from tests.conftest import rogue
from tests.match.matches import DUMMY, LOSER, PLAN, TOTAL, changes, ended, reached, seen
from tests.processes import Bell, all_end, descendants_of, pids_in
from tests.records.games import GENUINE_LOG, games_of
from tests.table.patient import ALL, patient


def test_a_look_at_any_moment_is_one_moment(bell: Bell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalPool, "largest", 1)
    loser = EngineConfig(  # each ring lets one of its processes, and so one of its games, begin
        f"sh -c 'read start <{bell.path}; while read line; do echo ok; done'",
        "loser",
        move_time=600,
    )
    with BackgroundRun(
        Plan((DUMMY, loser), matches=50, match_size=2, seed=1), concurrency=1
    ) as match:
        before = match.snapshot()
        assert (before.state, before.done, before.per_second) == ("starting", 0, None)
        match.start()
        looks = [before]
        bell.ring(8)  # one checks the engine, one plays, one is started ahead
        while looks[-1].is_on:
            assert changes(match, looks[-1].version)
            looks.append(match.snapshot())
            if new := looks[-1].done - looks[-2].done:
                bell.ring(new)
    for earlier, later in itertools.pairwise(looks):
        assert later.version >= earlier.version
        assert later.done >= earlier.done
        assert later.elapsed >= earlier.elapsed
    for one in looks:
        assert one.game_counts.number + one.void == one.done
        assert one.begun == (one.done + 1) // 2
        assert (one.newest.played if one.newest else 0) == (2 - one.done % 2 if one.done else 0)
        assert sum(one.points) == one.done // 2
        assert isinstance(one.counts, PairCounts) or one.total == 0
        assert sum(count.count for _, _, count in one.faults) == one.done
    assert len({one.done for one in looks}) > 100 / 8
    assert looks[-1].faults == ((1, "unreadable", FaultCount(100, tuple(range(1, 21)))),)
    assert elo(looks[-1].counts)


def test_without_any_news_the_version_stays_the_same(bell: Bell) -> None:
    clock, plan = HandClock(), Plan((patient(bell), DUMMY), matches=1, match_size=2)
    with BackgroundRun(plan, concurrency=1, clock=clock) as match:
        match.start()
        assert seen(match.watch(), lambda game: game.deal)
        version = match.version
        first = match.snapshot()
        clock.now += 60
        second = match.snapshot()
        assert first.elapsed < second.elapsed
        assert first.version == second.version == version
        bell.ring(ALL)
        assert changes(match, version)


def test_it_measures_its_speed_and_hands_out_scores_a_screenful_at_a_time() -> None:
    clock, plan = HandClock(), Plan((DUMMY, LOSER), matches=50_000, match_size=2)
    with BackgroundRun(plan, clock=clock) as match:
        match.start()
        reached(match, lambda now: now.done >= 50)
        clock.now += 10
        now = match.snapshot()
        assert now.elapsed == 10
        assert now.per_second == pytest.approx(now.done / 10)
        assert [score.wins for score in match.scores(1, 9)] == [[2, 0]] * 9


@pytest.mark.slow
def test_a_pause_finishes_what_was_begun_and_then_costs_nothing(bell: Bell, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((patient(bell), DUMMY), matches=1, match_size=4, seed=1)
    with BackgroundRun(plan, log=str(log), concurrency=1) as match:
        match.start()
        watch = match.watch()
        assert seen(watch, lambda game: game.game_id == 1)
        match.pause()
        assert match.snapshot().state == "pausing"
        bell.ring(ALL)
        now = reached(match, lambda now: now.state == "paused")
        begun = now.done
        assert 1 <= begun < 4
        watch.next()
        assert any(are_idle(match) for _ in range(100))
        assert match.snapshot().elapsed == now.elapsed
        assert len(games_of(log)) == match.snapshot().done == begun
        match.unpause()
        assert seen(watch, lambda game: game.game_id == begun + 1)
        assert match.wait(60)
        assert match.snapshot().state == "finished"
    assert [game.game_id for game in games_of(log)] == [1, 2, 3, 4]


def are_idle(match: BackgroundRun) -> bool:
    """True if this process and its descendants do nothing for a while."""
    before, used = switches(descendants_of(os.getpid())), process_time()
    assert not match.wait(0.3)
    idle = process_time() - used < 0.006
    return idle and switches(descendants_of(os.getpid())) == before


def switches(pids: list[int]) -> dict[int, str]:
    """The kernel's count of the switches of each process."""
    counts = {}
    for pid in pids:
        with suppress(FileNotFoundError):
            status = Path(f"/proc/{pid}/status").read_text()
            counts[pid] = status[status.index("voluntary_ctxt_switches") :]
    return counts


def test_a_match_may_be_paused_before_it_begins() -> None:
    with BackgroundRun(PLAN) as match:
        match.pause()
        match.start()
        assert reached(match, lambda now: now.state == "paused").done == 0
        match.unpause()
        assert match.wait(60)
        assert match.snapshot().done == TOTAL


def test_a_pause_while_engines_start_is_seen_and_can_be_taken_back() -> None:
    silent = EngineConfig(rogue("silent", "--at", "1"), move_time=600)
    with BackgroundRun(Plan((DUMMY, silent), matches=1, match_size=2)) as match:
        match.start()
        reached(match, lambda now: now.total)
        match.pause()
        assert match.snapshot().state == "pausing"
        match.unpause()
        assert match.snapshot().state == "starting"


@pytest.mark.few(1)
@pytest.mark.parametrize("moment", ["starting", "playing", "paused"])
def test_stopping_does_not_wait_for_a_silent_engine(moment: str, tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    pid_file.touch()
    at = {"starting": "1", "playing": "3", "paused": "1000"}[moment]
    silent = EngineConfig(rogue("silent", "--at", at, "--pid-file", str(pid_file)), move_time=600)
    with BackgroundRun(Plan((DUMMY, silent), matches=1, match_size=1000), concurrency=2) as match:
        if moment == "paused":
            match.pause()
        match.start()
        if moment == "playing":
            assert seen(match.watch(), lambda game: game.deal)
        else:
            reached(match, lambda now: now.state == moment)
        match.stop()
        assert match.snapshot().state in ("stopping", "stopped")
        # A second on a machine that does nothing else; it does not depend on the engine.
        assert match.wait(60)
        assert match.snapshot().state == "stopped"
    assert all_end(pids_in(pid_file))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("engine", "options"),
    [
        ("no-such-engine", {}),
        (rogue("dead-on-arrival"), {}),
        ("durak-dummy", {"log": "missing/games.log"}),
        ("durak-dummy", {"log": "locked.log"}),
        ("durak-dummy", {"log": "/dev/full"}),
        ("durak-dummy", {"deals": "/no/such.log"}),
        ("durak-dummy", {"log": "foreign.log", "resume": True}),
    ],
)
def test_what_goes_wrong_is_said_in_the_sentence_of_the_command(
    engine: str, options: dict[str, Any], capfd: CapFd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path.home())
    Path("foreign.log").write_bytes(GENUINE_LOG.read_bytes())
    flags = {"log": "--log-file", "deals": "--deals"}
    words = [f"{flags[key]}={options[key]}" for key in flags if key in options]
    words += ["--resume"] if "resume" in options else []
    plan = Plan((DUMMY, EngineConfig(engine)), deals=options.pop("deals", None))
    with LogWriter("locked.log", alone=True):
        end = ended(plan, concurrency=2, **options)
        code, _, errors = command(
            capfd, "durak-dummy", engine, "--concurrency=2", *words, program=autoplay.main
        )
    assert (end.state, errors) == ("failed", f"durak-autoplay: {end.failure}\n")
    assert code in (1, 2)


def test_a_bug_is_reported_and_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("durak_tui.match.run.Run.play", broken)
    with BackgroundRun(PLAN) as match:
        match.start()
        match.wait(60)
        end = match.snapshot()
    assert (end.state, end.done) == ("failed", 0)
    assert end.failure == "stopped by a bug in durak-tui: ZeroDivisionError('oops')"
    assert isinstance(match.error, ZeroDivisionError)


def test_a_sequential_test_ends_it() -> None:
    end = ended(Plan((DUMMY, LOSER), matches=2, match_size=1000, seed=3, sprt=Sprt(0, 100)))
    assert (end.state, end.decided) == ("finished", True)
    assert 0 < end.done < 2000
    assert end.points == (1.0, 0.0), "it ends the match, too"


def test_it_is_closed_although_it_was_never_started() -> None:
    match = BackgroundRun(PLAN)
    match.close()
    match.close()
    assert match.watch().game is None
