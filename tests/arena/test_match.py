"""A run of matches in the background, as whatever drives it sees it."""

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from durak_tui.arena.contestant import Contestant
from durak_tui.arena.match import Match, Snapshot
from durak_tui.arena.plan import Plan
from durak_tui.arena.statistics import PairCounts, Sprt, elo
from durak_tui.arena.watching import WatchedGame
from durak_tui.arena.workers import STOP_SECONDS
from durak_tui.engine.client import Limits
from durak_tui.records.index import LogIndex
from durak_tui.records.record import GameRecord
from durak_tui.records.writer import LogWriter
from tests.arena.patient import ALL, patient
from tests.cli.test_autoplay import AUTOPLAY, autoplay
from tests.conftest import rogue
from tests.processes import Bell, all_end, descendants_of, pids_in, read_until

DUMMY = Contestant("durak-dummy")
LOSER = Contestant("sh -c 'while read line; do echo ok; done'", "loser")
OPTIONS = ["durak-dummy", "durak-dummy", "--matches-number=4", "--match-size=30", "--seed=11"]
PLAN = Plan((DUMMY, DUMMY), matches=4, match_size=30, seed=11)
TOTAL = 120


@pytest.fixture
def bell(tmp_path: Path) -> Iterator[Bell]:
    with closing(Bell(tmp_path / "bell")) as made:
        yield made


def reached(match: Match, condition: Callable[[Snapshot], object], seconds: float = 30) -> Snapshot:
    """Wait for a moment at which a match fulfils a condition."""
    while not condition(now := match.snapshot()):
        assert match.wait_for_change(now.version, seconds), f"it stays {now}"
    return now


def ended(plan: Plan, **options: Any) -> Snapshot:
    """A match from its start to its end."""
    with Match(plan, **options) as match:
        match.start()
        assert match.wait(60)
        return match.snapshot()


def games(log: Path) -> list[GameRecord]:
    """All games of a log."""
    with LogIndex(log) as index:
        index.scan()
        return [index.game(number) for number in range(len(index))]


def essence(record: GameRecord) -> tuple[Any, ...]:
    """What of a game does not depend on the clock."""
    return record.game_id, record.deal, record.actions, record.ending, record.run


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """The games of the same run as durak-autoplay plays it."""
    log = tmp_path_factory.mktemp("undisturbed") / "games.log"
    assert autoplay(*OPTIONS, "--log-file", str(log)).returncode == 0
    return [essence(game) for game in games(log)]


def test_it_plays_what_the_command_plays_and_tells_the_same_result(
    tmp_path: Path, undisturbed: list[tuple[Any, ...]]
) -> None:
    log = tmp_path / "games.log"
    end = ended(PLAN, log=str(log))
    assert [essence(game) for game in games(log)] == undisturbed
    result = json.loads(autoplay(*OPTIONS, "--json", "-").stdout)
    assert (end.state, end.failure, end.done, end.total) == ("finished", "", TOTAL, TOTAL)
    assert end.wins == (result["engine1"]["wins"], result["engine2"]["wins"])
    assert (end.draws, end.void, end.seed) == (result["draws"], 0, 11)
    assert end.names == ("durak-dummy", "durak-dummy")
    assert sum(end.points) == end.matches == end.begun == 4
    assert not end.is_on


def test_a_look_at_any_moment_is_one_moment() -> None:
    with Match(Plan((DUMMY, LOSER), matches=50, match_size=2, seed=1)) as match:
        before = match.snapshot()
        assert (before.state, before.done, before.per_second) == ("starting", 0, None)
        match.start()
        seen = [before]
        while seen[-1].is_on:
            assert match.wait_for_change(seen[-1].version, 30)
            seen.append(match.snapshot())
    for earlier, later in itertools.pairwise(seen):
        assert later.version >= earlier.version
        assert later.done >= earlier.done
        assert later.elapsed >= earlier.elapsed
    for one in seen:
        assert sum(one.wins) + one.draws + one.void == one.done
        assert sum(one.points) == one.begun == (one.done + 1) // 2
        assert one.game_counts.wins == one.wins[0]
        assert isinstance(one.counts, PairCounts) or one.total == 0
        assert sum(fault.count for fault in one.faults) == one.done
    assert len({one.done for one in seen}) > 3
    told = seen[-1].faults[0]
    assert (told.engine, told.reason, told.count) == (1, "unreadable", 100)
    assert told.games == tuple(range(1, 21))
    assert elo(seen[-1].counts)


def test_without_any_news_the_version_stays_the_same(bell: Bell) -> None:
    with Match(Plan((patient(bell), DUMMY), matches=1, match_size=2), concurrency=1) as match:
        match.start()
        assert match.watch().wait_for(lambda game: game.deal, 30)
        version = match.version
        assert not match.wait_for_change(version, 0.3)
        first, second = match.snapshot(), match.snapshot()
        assert first.version == second.version == version
        bell.ring(ALL)
        assert match.wait_for_change(version, 30)


def test_the_scores_of_matches_are_handed_out_a_screenful_at_a_time() -> None:
    with Match(Plan((DUMMY, LOSER), matches=30, match_size=2, seed=1)) as match:
        match.start()
        now = reached(match, lambda now: now.begun >= 10)
        assert all(score.wins == [2, 0] for score in match.scores(1, 9))
        assert len(match.scores(1, 9)) == 9
        assert len(match.scores(now.begun, 1_000_000)) >= 1
        match.wait(30)
        assert match.scores(31, 40) == []


def test_pace_and_time_left_are_told() -> None:
    with Match(Plan((DUMMY, DUMMY), matches=1, match_size=100_000)) as match:
        match.start()
        now = reached(match, lambda now: now.done >= 50)
        assert now.per_second and now.seconds_left and now.started
        assert now.per_second == pytest.approx(now.done / now.elapsed, rel=0.5)
        assert now.seconds_left == pytest.approx((100_000 - now.done) / now.per_second)


def test_a_pause_finishes_what_was_begun_and_then_costs_nothing(bell: Bell, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((patient(bell), DUMMY), matches=1, match_size=4, seed=1)
    with Match(plan, log=str(log), concurrency=1) as match:
        match.start()
        watch = match.watch()
        assert watch.wait_for(lambda game: game.game_id == 1, 30)
        match.pause()
        assert match.snapshot().state == "pausing"
        bell.ring(ALL)
        now = reached(match, lambda now: now.state == "paused")
        begun = now.done
        assert 1 <= begun < 4
        watch.next()
        assert any(are_idle(match, 0.3) for _ in range(10))
        assert match.snapshot().elapsed == now.elapsed
        assert len(games(log)) == match.snapshot().done == begun
        match.unpause()
        assert watch.wait_for(lambda game: game.game_id == begun + 1, 30)
        assert match.wait(30)
        assert match.snapshot().state == "finished"
    assert [game.game_id for game in games(log)] == [1, 2, 3, 4]


def are_idle(match: Match, seconds: float) -> bool:
    """Whether neither this process nor any below it does anything for so long."""
    before, used = switches(descendants_of(os.getpid())), process_time()
    assert not match.wait(seconds)
    idle = process_time() - used < 0.02 * seconds
    return idle and switches(descendants_of(os.getpid())) == before


def switches(pids: list[int]) -> dict[int, str]:
    """How often each process has been given a core, or has waited."""
    told = {}
    for pid in pids:
        with suppress(FileNotFoundError):
            status = Path(f"/proc/{pid}/status").read_text()
            told[pid] = status[status.index("voluntary_ctxt_switches") :]
    return told


def test_a_match_may_be_paused_before_it_begins() -> None:
    with Match(PLAN) as match:
        match.pause()
        match.start()
        assert reached(match, lambda now: now.state == "paused").done == 0
        match.unpause()
        assert match.wait(60)
        assert match.snapshot().done == TOTAL


def test_a_pause_while_engines_start_is_seen_and_can_be_taken_back() -> None:
    silent = Contestant(rogue("silent", "--at", "1"), limits=Limits(600))
    with Match(Plan((DUMMY, silent), matches=1, match_size=2)) as match:
        match.start()
        reached(match, lambda now: now.total)
        match.pause()
        assert match.snapshot().state == "pausing"
        match.unpause()
        assert match.snapshot().state == "starting"


@pytest.mark.parametrize("command", ["no-such-engine", rogue("dead-on-arrival"), "silent"])
def test_a_match_without_a_game_leaves_no_new_file(command: str, tmp_path: Path) -> None:
    new, old = tmp_path / "new.log", tmp_path / "old.log"
    old.touch()
    engine = Contestant(rogue("silent", "--at", "1") if command == "silent" else command)
    for log in (new, old):
        with Match(Plan((DUMMY, engine), matches=1, match_size=2), log=str(log)) as match:
            match.start()
            if command == "silent":
                reached(match, lambda now: now.total)
                assert log.exists()
                match.stop()
            assert match.wait(30)
    assert [path.name for path in tmp_path.iterdir()] == ["old.log"]


@pytest.mark.parametrize("moment", ["starting", "playing", "paused"])
def test_stopping_does_not_wait_for_a_silent_engine(moment: str, tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    pid_file.touch()
    at = {"starting": "1", "playing": "3", "paused": "1000"}[moment]
    silent = Contestant(
        rogue("silent", "--at", at, "--pid-file", str(pid_file)), limits=Limits(600)
    )
    with Match(Plan((DUMMY, silent), matches=1, match_size=1000), concurrency=2) as match:
        if moment == "paused":
            match.pause()
        match.start()
        if moment == "playing":
            assert match.watch().wait_for(lambda game: game.deal, 30)
        else:
            reached(match, lambda now: now.state == moment)
        match.stop()
        assert match.snapshot().state in ("stopping", "stopped")
        # A second on a machine that does nothing else; it does not depend on the engine.
        assert match.wait(STOP_SECONDS)
        assert match.snapshot().state == "stopped"
    assert all_end(pids_in(pid_file), within=2)


def test_what_was_played_before_a_stop_is_kept_and_the_command_goes_on_with_it(
    tmp_path: Path, undisturbed: list[tuple[Any, ...]]
) -> None:
    log = tmp_path / "games.log"
    with Match(PLAN, log=str(log)) as match:
        match.start()
        reached(match, lambda now: now.done >= 40)
        match.stop()
        match.wait(30)
        end = match.snapshot()
    assert end.state == "stopped"
    assert 40 <= end.done < TOTAL
    # A match that has not begun is no match.
    assert sum(end.points) == end.begun == (end.done - 1) // 30 + 1
    assert [essence(game) for game in games(log)] == undisturbed[: end.done]
    run = autoplay(*OPTIONS, "--log-file", str(log), "--resume")
    assert run.returncode == 0, run.stderr
    assert [essence(game) for game in games(log)] == undisturbed


def test_a_run_of_the_command_that_was_killed_goes_on_as_a_match(
    tmp_path: Path, undisturbed: list[tuple[Any, ...]]
) -> None:
    log = tmp_path / "games.log"
    with subprocess.Popen(
        [*AUTOPLAY, *OPTIONS, "--log-file", str(log)], stdout=subprocess.PIPE
    ) as run:
        assert run.stdout
        read_until(run.stdout, b"\r40 of")
        run.kill()
    with log.open("ab") as file:
        file.write(b"####2026-01-01T00:00:00####\n{\n")
    there = len(games_before_the_torn_one(log))
    end = ended(PLAN, log=str(log), resume=True)
    assert (end.state, end.resumed, end.done) == ("finished", there, TOTAL)
    assert end.notices == (f"a game that was cut off is now in {log}.torn",)
    assert [essence(game) for game in games(log)] == undisturbed


def games_before_the_torn_one(log: Path) -> list[GameRecord]:
    with LogIndex(log) as index:
        index.scan()
        return [index.game(number) for number in range(len(index) - 1)]


def test_a_match_that_is_complete_has_nothing_left_to_play(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    first = ended(PLAN, log=str(log))
    size = log.stat().st_size
    again = ended(PLAN, log=str(log), resume=True)
    assert (again.state, again.done, again.resumed) == ("finished", TOTAL, TOTAL)
    assert (again.wins, again.points) == (first.wins, first.points)
    assert log.stat().st_size == size


def test_a_seed_by_chance_is_told_and_found_again_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    plan = Plan((DUMMY, DUMMY), matches=1, match_size=10)
    seed = ended(plan, log=str(log)).seed
    with LogIndex(log) as index:
        index.scan()
        os.truncate(log, index.offset(5))
    end = ended(plan, log=str(log), resume=True)
    assert (end.seed, end.resumed, end.done) == (seed, 5, 10)


def test_nobody_else_writes_to_the_log_until_the_match_is_over(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    with Match(PLAN, log=str(log)) as match:
        match.start()
        reached(match, lambda now: now.state == "running")
        with pytest.raises(BlockingIOError):
            LogWriter(log, alone=True)
        match.stop()
        match.wait(30)
        LogWriter(log, alone=True).close()


@pytest.mark.parametrize(
    ("engine", "options", "log"),
    [
        ("no-such-engine", {}, None),
        ("durak-dumy", {}, None),
        (rogue("dead-on-arrival"), {}, None),
        ("durak-dummy", {}, "missing/games.log"),
        ("durak-dummy", {}, "locked.log"),
        ("durak-dummy", {}, "/dev/full"),
        ("durak-dummy", {"deals": "/no/such.log"}, None),
        ("durak-dummy", {"resume": True}, "foreign.log"),
    ],
)
def test_what_goes_wrong_is_told_in_the_sentence_of_the_command(
    engine: str, options: dict[str, Any], log: str | None, tmp_path: Path
) -> None:
    (tmp_path / "foreign.log").write_bytes(
        (Path(__file__).parent.parent / "data" / "dummy_vs_dummy.log").read_bytes()
    )
    arguments = ["durak-dummy", engine, "--concurrency=2"]
    if log:
        arguments += ["--log-file", str(tmp_path / log)]
    if deals := options.get("deals"):
        arguments += ["--deals", deals]
    if options.get("resume"):
        arguments.append("--resume")
    plan = Plan((DUMMY, Contestant(engine)), deals=options.get("deals"))
    with LogWriter(tmp_path / "locked.log", alone=True):
        end = ended(
            plan,
            log=str(tmp_path / log) if log else None,
            concurrency=2,
            resume=options.get("resume", False),
        )
        command = autoplay(*arguments)
    assert end.state == "failed"
    assert command.returncode in (1, 2)
    assert command.stderr.decode() == f"durak-autoplay: {end.failure}\n"


def test_a_mistake_of_the_program_is_told_and_can_be_looked_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("durak_tui.arena.run.Run.play", broken)
    with Match(PLAN) as match:
        match.start()
        match.wait(30)
        end = match.snapshot()
    assert (end.state, end.done) == ("failed", 0)
    assert end.failure == "stopped by a mistake of this program: ZeroDivisionError('oops')"
    assert isinstance(match.error, ZeroDivisionError)


def test_a_sequential_test_ends_it() -> None:
    end = ended(Plan((DUMMY, LOSER), matches=2, match_size=1000, seed=3, sprt=Sprt(0, 100)))
    assert (end.state, end.decided) == ("finished", True)
    assert 0 < end.done < 2000
    assert end.points == (1.0, 0.0)


def longer(seen: int, game: WatchedGame) -> bool:
    """Whether something was played since."""
    return len(game.actions) > seen


def test_a_game_is_watched_card_by_card_and_the_next_one_when_it_is_asked_for(
    bell: Bell, tmp_path: Path
) -> None:
    log = tmp_path / "games.log"
    plan = Plan((patient(bell), DUMMY), matches=2, match_size=1000, seed=1)
    with Match(plan, log=str(log), concurrency=1) as match:
        match.start()
        watch = match.watch()
        assert watch.wait_for(lambda game: game.deal, 30)
        game = watch.game
        assert game
        assert (game.game_id, game.match, game.names) == (1, 1, ("patient", "durak-dummy"))
        # One card of the patient one, with what the other makes of it.
        for _ in range(4):
            seen = len(game.actions)
            bell.ring()
            assert watch.wait_for(partial(longer, seen), 30)
            assert not game.over
        assert match.watch() is watch
        assert match.snapshot().done == 0
        bell.ring(ALL)
        reached(match, lambda now: now.done >= 4)
        assert watch.game is game
        watch.next()
        bell.ring(ALL)
        assert watch.wait_for(lambda another: another is not game and another.over, 30)
        other = watch.game
        assert other
        reached(match, lambda now: now.done >= other.game_id)
    records = games(log)
    for told in (game, other):
        assert told.ending
        record = records[told.game_id - 1]
        assert (told.deal, tuple(told.actions)) == (record.deal, record.actions)
        assert told.ending == record.ending
    assert other.game_id > 4


def test_a_watched_game_whose_worker_is_killed_is_cut_off_and_the_match_goes_on(
    bell: Bell,
) -> None:
    with Match(Plan((patient(bell), DUMMY), matches=1, match_size=4), concurrency=1) as match:
        match.start()
        watch = match.watch()
        assert watch.wait_for(lambda game: game.deal, 30)
        game = watch.game
        os.kill(worker_ids()[0], signal.SIGKILL)
        assert watch.wait_for(lambda game: game.cut_off, 30)
        watch.next()
        bell.ring(ALL)
        assert watch.wait_for(lambda another: another is not game and another.ending, 30)
        assert match.wait(30)
        assert match.snapshot().done == 4


def worker_ids() -> list[int]:
    """The worker processes below this one."""
    return [
        pid
        for pid in descendants_of(os.getpid())
        if b"durak_tui.arena.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_a_watcher_who_never_looks_and_one_who_always_asks_cost_no_game() -> None:
    with Match(Plan((DUMMY, DUMMY), matches=1, match_size=100, seed=1)) as match:
        watch = match.watch()
        told: set[int] = set()
        asking = threading.Event()

        def ask() -> None:
            while not asking.wait(0.001):
                if watch.game and watch.game.over:
                    told.add(watch.game.game_id)
                    watch.next()

        asker = threading.Thread(target=ask)
        asker.start()
        match.start()
        assert match.wait(60)
        asking.set()
        asker.join()
        assert match.snapshot().done == 100
    assert len(told) > 5


def test_it_runs_under_a_program_that_has_replaced_its_standard_streams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Captured:
        """As a screen has it: whatever is printed is not to reach the terminal."""

        def write(self, _: str) -> int:
            raise AssertionError("something was printed")

        def flush(self) -> None:
            pass

        def fileno(self) -> int:
            return -1

    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Captured())
    assert ended(PLAN, concurrency=2).done == TOTAL


PROGRAM = """
import sys
from durak_tui.arena.contestant import Contestant
from durak_tui.arena.match import Match
from durak_tui.arena.plan import Plan
first, second, log = sys.argv[1:]
match = Match(Plan((Contestant(first), Contestant(second)), matches=1, match_size=100_000),
              log=log, concurrency=2)
match.start()
while match.snapshot().done < 4:
    match.wait_for_change(match.version)
print("ready", flush=True)
match.wait()
"""


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another program that runs a match, in a session of its own; killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as run:
        try:
            assert run.stdout
            read_until(run.stdout, b"ready")
            yield run
        finally:
            run.kill()


def test_nothing_runs_on_when_its_program_is_killed(tmp_path: Path) -> None:
    pid_file, log = tmp_path / "pids", tmp_path / "games.log"
    # Like pyDurak's own engines, it never stops when its input ends.
    spinning = rogue("spin-at-end", "--pid-file", str(pid_file))
    with program(spinning, "durak-dummy", str(log)) as run:
        assert run.stderr
        started = descendants_of(run.pid)
        run.kill()
        assert run.stderr.read() == b""
    # Two workers, their guards, and the engines.
    assert len(started) >= 8
    assert all_end([*started, *pids_in(pid_file)], within=5)
    assert [game.game_id for game in games(log)] == list(range(1, len(games(log)) + 1))


def test_neither_workers_nor_what_they_start_have_the_terminal_of_the_program(
    tmp_path: Path,
) -> None:
    with program("durak-dummy", rogue("good"), str(tmp_path / "games.log")) as run:
        own = {os.readlink(f"/proc/{run.pid}/fd/{fd}") for fd in range(3)}
        started = descendants_of(run.pid)
        held = [target for pid in started for target in files_of(pid)]
        assert len(held) > 20
        assert not own & set(held)
        # What is typed there is for the group of the program, and nobody else is in it.
        assert run.pid not in map(group_of, started)


def files_of(pid: int) -> list[str]:
    """What a process has open; nothing if it has ended."""
    found = []
    with suppress(FileNotFoundError):
        for fd in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                found.append(os.readlink(fd))
    return found


def group_of(pid: int) -> int | None:
    """The process group of a process, if it still lives."""
    with suppress(ProcessLookupError):
        return os.getpgid(pid)
    return None


def test_it_is_closed_although_it_was_never_started() -> None:
    match = Match(PLAN)
    match.close()
    match.close()
    assert match.watch().game is None
