"""Games in worker processes: faster, pinned, and with the results of one worker."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from durak_tui.engine.about import greet
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError, RunnerError
from durak_tui.library.index import LogIndex
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import EngineTable
from durak_tui.match.run import Run, RunSpec
from durak_tui.match.schedule import Schedule, Task, paired
from durak_tui.pool.dispatch import WorkersLostError, play_all
from durak_tui.pool.local import END, LocalPool, QueuedBatch, SerialPool
from durak_tui.statistics.sprt import Sprt
from tests.cli.commands import AUTOPLAY
from tests.conftest import rogue
from tests.match.matches import DUMMY, LOSER, played, pool_of, tasks
from tests.processes import all_end, pids_in, workers_of


class LargeBatches(SerialPool[Task, PlayedGame]):
    """Is given many games at once, until it turns out how slow they are."""

    depth = 2
    largest = 10
    batch_seconds = 600.0

    def __init__(self) -> None:
        super().__init__(EngineTable, CancelToken())
        self.given: list[list[int]] = []

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        self.given.append([task.game_id for task in tasks])
        if self.given[-1] == [4, *range(5, 13)]:
            self.batch_seconds = 0.0
        return super().submit(tasks)


def test_finished_games_do_not_wait_for_the_others_of_a_batch_that_has_become_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("durak_tui.pool.worker.HAND_IN_SECONDS", 0.0)
    pool, awaited, done = LargeBatches(), list[int](), list[int]()
    with closing(pool):
        play_all(
            tasks(30),
            pool,
            CancelToken(),
            before=lambda task: awaited.append(task.game_id),
            after=lambda task, _: done.append(task.game_id),
        )
    assert pool.given[2:6] == [
        list(range(3, 13)), list(range(13, 23)), list(range(4, 13)), list(range(23, 31)),
    ]  # fmt: skip
    assert pool.given[6:14] == [[game] for game in range(5, 13)]
    assert done == list(range(1, 31))
    assert sorted(set(awaited)) == done


def test_games_that_were_handed_back_go_first_and_the_end_comes_last() -> None:
    assert sorted([QueuedBatch(5, b""), END, QueuedBatch(7, b""), QueuedBatch(3, b""), END]) == [
        QueuedBatch(3, b""), QueuedBatch(5, b""), QueuedBatch(7, b""), END, END,
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not pin")
def test_each_worker_shares_a_core_of_its_own_with_its_engines(tmp_path: Path) -> None:
    cores = len(os.sched_getaffinity(0))
    program = tmp_path / "engine.py"
    program.write_text(
        "import os\n"
        "from durak_engines.dummy import Dummy\n"
        f"with open({str(tmp_path / 'cores')!r}, 'a') as file:\n"
        "    file.write(','.join(map(str, sorted(os.sched_getaffinity(0)))) + '\\n')\n"
        "Dummy().run()\n"
    )
    # A process for every game: no worker is through before the other has begun.
    player = EngineConfig(f"{sys.executable} {program}", env=(("DURAK_PROTOCOL", "1"),))
    played(LocalPool(EngineTable, min(2, cores), CancelToken()), 60, player, player)
    seen = (tmp_path / "cores").read_text().splitlines()
    assert all(line.isdecimal() for line in seen)
    assert len(set(seen)) == min(2, cores)


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    done: list[PlayedGame] = []
    pool = LocalPool(EngineTable, 2, CancelToken())
    killed: list[int] = []

    def after(_: Task, game: PlayedGame) -> None:
        done.append(game)
        if len(done) == 20:
            victim = workers_of(os.getpid())[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    with closing(pool):
        play_all(tasks(400), pool, CancelToken(), after=after)
    assert killed
    assert [game.record.game_id for game in done] == list(range(1, 401))


@pytest.mark.slow
def test_a_worker_that_dies_before_the_next_batch_is_given_out_costs_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, given = LocalPool(EngineTable, 2, CancelToken()), 0
    submit = pool.submit

    def broken_at_the_fifth(batch: Sequence[Task]) -> "Future[list[PlayedGame]]":
        nonlocal given
        given += 1
        if given == 5:
            raise BrokenExecutor
        return submit(batch)

    monkeypatch.setattr(pool, "submit", broken_at_the_fifth)
    assert [game.record.game_id for game in played(pool, 60)] == list(range(1, 61))
    assert given > 5


@pytest.mark.slow
def test_workers_that_die_again_and_again_end_the_run() -> None:
    killer = EngineConfig("sh -c 'read line; kill -9 $PPID'", "killer")
    with pytest.raises(WorkersLostError):
        played(LocalPool(EngineTable, 1, CancelToken()), 10, killer, DUMMY)


def test_an_engine_that_has_vanished_is_an_error_at_the_start(tmp_path: Path) -> None:
    gone = EngineConfig(str(tmp_path / "gone"))
    with pytest.raises(EngineStartError):
        played(LocalPool(EngineTable, 1, CancelToken()), 2, gone, DUMMY)
    with pytest.raises(EngineStartError):
        greet(gone)


@pytest.mark.few(1)
@pytest.mark.parametrize("workers", [2, 1])
def test_a_token_stops_all_workers_at_once_and_what_was_finished_is_handed_over(
    workers: int, tmp_path: Path
) -> None:
    noted, token = tmp_path / "noted", CancelToken()
    os.mkfifo(noted)
    player = EngineConfig(rogue("silent", "--at", "3", "--pid-file", str(noted)), move_time=600)
    fd = os.open(noted, os.O_RDWR)
    noted_pids = bytearray()

    def stop_when_they_play() -> None:
        while noted_pids.count(b"\n") < workers:
            noted_pids.extend(os.read(fd, 4096))
        token.set()

    pool = pool_of(workers, token)
    with ThreadPoolExecutor(1) as thread, closing(pool), pytest.raises(Cancelled):
        thread.submit(stop_when_they_play)
        play_all(tasks(10, player, DUMMY), pool, token, after=lambda *_: None)
    os.set_blocking(fd, False)
    with suppress(BlockingIOError):
        noted_pids.extend(os.read(fd, 4096))
    os.close(fd)
    assert all_end([int(pid) for pid in noted_pids.split()])


def test_the_next_process_of_an_engine_starts_while_a_game_is_played(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    fresh = EngineConfig(rogue("good", "--pid-file", str(pid_file)))
    counts: list[int] = []
    with closing(SerialPool(EngineTable, CancelToken())) as pool:
        play_all(
            tasks(4, fresh, DUMMY),
            pool,
            CancelToken(),
            after=lambda *_: counts.append(len(pids_in(pid_file))),
        )
    # The last one started ahead may not have come to write its id.
    assert counts[-1] >= 4
    assert all_end(pids_in(pid_file))


def test_a_sequential_test_stops_at_the_same_game_for_any_workers() -> None:
    schedule = Schedule(1, 1000, (DUMMY, LOSER), paired(3, 36), 3)
    lengths = []
    for workers in (2, 1):
        token = CancelToken()
        pool = pool_of(workers, token)
        run = Run(RunSpec(schedule, {}, paired=True, sprt=Sprt(0, 100)))
        with closing(pool):
            run.play(pool, token)
            token.set()
        assert run.decided
        assert run.pairs.counts.ww * 2 == run.tally.played
        lengths.append(run.tally.played)
    assert lengths[0] == lengths[1] < 1000


class TimedPool(SerialPool[Task, PlayedGame]):
    """Knows how long each batch took."""

    def __init__(self) -> None:
        super().__init__(EngineTable, CancelToken(), pin=True)
        self.seconds: list[float] = []

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        started = monotonic()
        future = super().submit(tasks)
        self.seconds.append(monotonic() - started)
        return future


def test_time_of_our_own_is_on_no_engines_clock() -> None:
    pool = TimedPool()
    for game, whole in zip(played(pool, 5), pool.seconds, strict=True):
        # Microseconds, if nobody else wants this core.
        assert game.pipe_seconds < 0.01
        assert game.record.clocks
        thought = sum(clock.seconds for clock in game.record.clocks)
        assert game.overhead > 0
        assert thought + game.overhead <= whole
        for clock in game.record.clocks:
            assert 0 < clock.worst <= clock.seconds
            assert clock.answers > 20


def test_a_system_without_more_processes_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("subprocess.Popen", full)
    with pytest.raises(RunnerError, match=r"Resource temporarily unavailable; --concurrency 1"):
        played(LocalPool(EngineTable, 2, CancelToken()), 2)


@pytest.mark.few(1)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_workers_work_under_a_program_without_standard_streams(closed: str, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    command = [
        *AUTOPLAY, "durak-dummy", "durak-dummy", "--matches-number=1", "--match-size=10",
        "--concurrency=2", "--log-file", str(log),
    ]  # fmt: skip
    subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *command], check=False, timeout=60)
    with LogIndex(log) as index:
        index.scan()
        assert len(index) == 10


def test_workers_start_in_a_folder_with_programs_named_like_those_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("socket", "selectors", "struct", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this is not it')\n")
    monkeypatch.chdir(tmp_path)
    assert len(played(LocalPool(EngineTable, 1, CancelToken()), 3)) == 3
