"""Games in worker processes: faster, pinned, and with the results of one worker."""

import errno
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from durak_tui.arena.contestant import Contestant, greet
from durak_tui.arena.game import PlayedGame
from durak_tui.arena.run import Run
from durak_tui.arena.schedule import Schedule, Task, paired
from durak_tui.arena.statistics import Sprt
from durak_tui.arena.workers import LocalPool, Pool, SerialPool, WorkersLostError, play_all
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.client import Limits
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.records.record import GameRecord
from tests.cli.test_autoplay import autoplay
from tests.conftest import rogue
from tests.processes import all_end, pids_in

DUMMY = Contestant("durak-dummy")
LOSER = Contestant("sh -c 'while read line; do echo ok; done'", "loser")


def tasks(games: int, *players: Contestant) -> Iterator[Task]:
    """That many games between two contestants."""
    first, second = players or (DUMMY, DUMMY)
    return Schedule(1, games, (first, second), paired(3, 36), 3).tasks()


def played(pool: Pool, games: int, *players: Contestant) -> list[PlayedGame]:
    """The games of a pool."""
    done: list[PlayedGame] = []
    with closing(pool):
        play_all(
            tasks(games, *players),
            pool,
            CancelToken(),
            before=lambda _: None,
            after=lambda _, game: done.append(game),
        )
    return done


def essence(record: GameRecord) -> tuple[Any, ...]:
    """What of a game does not depend on the clock."""
    return record.game_id, record.deal, record.actions, record.ending.winner


def test_the_results_are_the_same_for_every_number_of_workers(tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2", "5"):
        log = tmp_path / f"{workers}.log"
        run = autoplay(
            "durak-dummy", LOSER.command, "--matches-number=3", "--match-size=20", "--seed=9",
            "--concurrency", workers, "--log-file", str(log), "--json", f"{log}.json",
        )  # fmt: skip
        assert run.returncode == 0
        result = json.loads(Path(f"{log}.json").read_text())
        for game in result["games"]:
            del game["ms"], game["termination"]["detail"]
        told.append((run.stdout, result))
    assert told[0] == told[1] == told[2]
    assert told[0][1]["engine2"]["faults"] == {"unreadable": 60}


def test_games_come_back_in_order_although_some_take_longer() -> None:
    slow = Contestant(rogue("late", "--at", "3", "--by", "0.05"), limits=Limits(5))
    with_two = played(LocalPool(2, CancelToken()), 12, slow, DUMMY)
    assert [game.record.game_id for game in with_two] == list(range(1, 13))
    alone = played(SerialPool(CancelToken()), 12, slow, DUMMY)
    assert [essence(g.record) for g in with_two] == [essence(g.record) for g in alone]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not pin")
def test_a_worker_and_its_engines_have_one_core_and_workers_have_different_ones(
    tmp_path: Path,
) -> None:
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
    player = Contestant(f"{sys.executable} {program}", env=(("DURAK_PROTOCOL", "1"),))
    played(LocalPool(min(2, cores), CancelToken()), 60, player, player)
    seen = (tmp_path / "cores").read_text().splitlines()
    assert all(line.isdecimal() for line in seen)
    assert len(set(seen)) == min(2, cores)


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    done: list[PlayedGame] = []
    pool = LocalPool(2, CancelToken())
    killed: list[int] = []

    def after(_: Task, game: PlayedGame) -> None:
        done.append(game)
        if len(done) == 20:
            victim = next(iter(pool.worker_ids()))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    with closing(pool):
        play_all(tasks(400), pool, CancelToken(), before=lambda _: None, after=after)
    assert killed
    assert [game.record.game_id for game in done] == list(range(1, 401))


def test_a_worker_that_dies_before_the_next_batch_is_given_out_costs_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, given = LocalPool(2, CancelToken()), 0
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


def test_workers_that_die_again_and_again_end_the_run() -> None:
    killer = Contestant("sh -c 'read line; kill -9 $PPID'", "killer")
    with pytest.raises(WorkersLostError):
        played(LocalPool(1, CancelToken()), 10, killer, DUMMY)


def test_an_engine_that_has_vanished_is_a_crash_for_the_games_and_an_error_at_the_start(
    tmp_path: Path,
) -> None:
    gone = Contestant(str(tmp_path / "gone"))
    with pytest.raises(EngineStartError):
        played(LocalPool(1, CancelToken()), 2, gone, DUMMY)
    with pytest.raises(EngineStartError):
        greet(gone)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_token_stops_all_workers_at_once_and_what_was_finished_is_handed_over(
    workers: int, tmp_path: Path
) -> None:
    pid_file = tmp_path / "pids"
    silent = Contestant(
        rogue("silent", "--at", "3", "--pid-file", str(pid_file)), limits=Limits(600)
    )
    token = CancelToken()
    pool: Pool = LocalPool(workers, token) if workers > 1 else SerialPool(token)
    setter = threading.Timer(0.5, token.set)
    with closing(pool), pytest.raises(Cancelled):
        setter.start()
        play_all(
            tasks(10, silent, DUMMY), pool, token, before=lambda _: None, after=lambda *_: None
        )
    setter.join()
    assert all_end(pids_in(pid_file), within=2)


def test_the_next_process_of_an_engine_starts_while_a_game_is_played(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    fresh = Contestant(rogue("good", "--pid-file", str(pid_file)))
    counts: list[int] = []
    with closing(SerialPool(CancelToken())) as pool:
        play_all(
            tasks(4, fresh, DUMMY),
            pool,
            CancelToken(),
            before=lambda _: None,
            after=lambda *_: counts.append(len(pids_in(pid_file))),
        )
    # The last one started ahead may not have come to write its id.
    assert counts[-1] >= 4
    assert all_end(pids_in(pid_file), within=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sequential_test_stops_the_run_at_the_same_game_for_any_number_of_workers(
    workers: int,
) -> None:
    token = CancelToken()
    pool: Pool = LocalPool(workers, token) if workers > 1 else SerialPool(token)
    schedule = Schedule(1, 1000, (DUMMY, LOSER), paired(3, 36), 3)
    run = Run(schedule, {}, paired=True, sprt=Sprt(0, 100))
    with closing(pool):
        run.play(pool, token)
        token.set()
    again = Run(schedule, {}, paired=True, sprt=Sprt(0, 100))
    with closing(SerialPool(CancelToken())) as serial:
        again.play(serial, CancelToken())
    assert run.decided
    assert again.decided
    assert run.tally.played == again.tally.played < 1000
    assert run.pairs.counts.ww * 2 == run.tally.played


def test_time_of_our_own_is_on_no_engines_clock() -> None:
    for game in played(SerialPool(CancelToken(), pin=True), 5):
        assert game.pipe_seconds < 50e-6
        assert game.record.clocks
        thought = sum(clock.seconds for clock in game.record.clocks)
        whole = (game.record.ended_at - game.record.started_at).total_seconds()
        assert game.overhead > 0
        assert thought + game.overhead <= whole + 1e-3
        for clock in game.record.clocks:
            assert 0 < clock.worst <= clock.seconds
            assert clock.answers > 20


def test_a_system_that_is_out_of_shared_memory_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", full)
    with pytest.raises(RunnerError, match=r"No space left on device; --concurrency 1 does"):
        LocalPool(2, CancelToken())
