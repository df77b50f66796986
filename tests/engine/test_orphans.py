"""No child of an engine survives it, and no other process is touched."""

import os
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from durak_tui.engine.client import EngineClient
from durak_tui.engine.deadline import Deadline
from durak_tui.engine.process import EngineProcess
from durak_tui.engine.registry import resolve
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import play_game
from tests.cli.commands import AUTOPLAY, autoplay
from tests.conftest import rogue
from tests.processes import (
    all_end,
    children_of,
    is_running,
    pid_file,
    pids_in,
    read_until,
    state_of,
)


def zombies() -> int:
    """The number of ended children that nobody has waited for."""
    return [state_of(pid) for pid in children_of(os.getpid())].count("Z")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("mode", "children"), [("job", 1), ("child-own-session", 1), ("chain", 14)]
)
def test_children_that_left_the_process_group_end_with_their_engine(
    mode: str, children: int, tmp_path: Path
) -> None:
    with pid_file(tmp_path / "pids") as pids, EngineClient(resolve("durak-dummy")) as other:
        with EngineClient(resolve(rogue(mode, "--at", "3", "--pid-file", str(pids)))) as one:
            assert play_game(deal(1, 1), (one, other)).verdicts == (None, None)
        assert len(pids_in(pids)) == 1 + children
        # At once: there is no later, if this was the last game.
        assert not any(map(is_running, pids_in(pids)))


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_daemon_without_its_environment_ends_with_a_run_of_matches(
    concurrency: str, tmp_path: Path
) -> None:
    with pid_file(tmp_path / "pids") as pids:
        run = autoplay(
            rogue("daemon", "--at", "3", "--pid-file", str(pids)), "durak-dummy",
            "--matches-number=1", "--match-size=2", "--concurrency", concurrency,
        )  # fmt: skip
        assert run.returncode == 0
        assert b"Faults" not in run.stdout
        assert len(pids_in(pids)) >= 3 + 2  # greeted, and two games with a daemon each
        assert all_end(pids_in(pids))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("mode", "concurrency"), [("child-own-session", "1"), ("chain", "1"), ("chain", "2")]
)
def test_children_that_carry_the_mark_do_not_outlive_a_runner_that_is_killed(
    mode: str, concurrency: str, tmp_path: Path
) -> None:
    with pid_file(tmp_path / "pids") as pids:
        command = [
            *AUTOPLAY, rogue(mode, "--at", "3", "--pid-file", str(pids)), "durak-dummy",
            "--match-size=100000", "--concurrency", concurrency, "--counter=always",
        ]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
            assert run.stdout
            read_until(run.stdout, b"\r3 of")
            run.kill()
        assert all_end(pids_in(pids))


def test_children_of_an_engine_that_lives_are_left_to_it_until_the_last_engine_ends(
    tmp_path: Path,
) -> None:
    trump = deal(1, 1).deck[-1]
    with pid_file(tmp_path / "pids") as pids:
        engines = [
            EngineClient(resolve(rogue(mode, "--at", "1", "--pid-file", str(pids))), alone=True)
            for mode in ("daemon", "child-own-session", "good")
        ]
        for engine in engines:
            engine.new_game(trump)
        first, second, third = engines
        daemon = pids_in(pids)[1]
        third.close()
        assert [is_running(pid) for pid in pids_in(pids)] == [True] * 4 + [False]
        first.close()
        # It might be anybody's, as long as there is anybody.
        assert is_running(daemon)
        second.close()
        assert not any(map(is_running, pids_in(pids)))


def test_a_program_that_is_no_engine_is_left_alone() -> None:
    with subprocess.Popen(["sleep", "3600"], start_new_session=True) as foreign:
        with EngineClient(resolve("durak-dummy")) as engine:
            engine.new_game(deal(1, 1).deck[-1])
        assert foreign.poll() is None
        foreign.kill()


@pytest.mark.slow
def test_orphans_of_an_engine_that_plays_on_are_reaped_game_by_game() -> None:
    already = zombies()
    most = made = 0

    def count(_: str, line: bytes, __: float) -> None:
        nonlocal made
        made += 2 * line.startswith(b"move")

    with (
        EngineClient(resolve(rogue("orphans")), trace=count) as one,
        EngineClient(resolve("durak-dummy")) as two,
    ):
        for number in range(30):
            assert play_game(deal(1, number), (one, two)).verdicts == (None, None)
            most = max(most, zombies())
    # On a busy machine those of a game may come to their end only in the next one.
    assert made > 300
    assert most - already < made / 4


def test_engines_started_by_one_thread_are_no_orphans_to_another() -> None:
    done = threading.Event()

    def come_and_go() -> None:
        while not done.is_set():
            EngineProcess(["true"], os.environ).close(0)

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        for _ in range(150):
            with closing(EngineProcess(["cat"], os.environ)) as echo:
                deadline = Deadline(10.0)
                echo.write(b"ok\n", deadline)
                assert echo.read(deadline) == b"ok\n"
    finally:
        done.set()
        other.join()
