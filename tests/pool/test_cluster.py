"""Games on a real Dask scheduler with two workers, on loopback."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from durak_tui.library.index import LogIndex
from tests.cli.commands import AUTOPLAY, autoplay
from tests.processes import read_until

pytestmark = pytest.mark.story

RUN = ["durak-dummy", "durak-dummy", "--matches-number=2", "--match-size=20", "--seed=5"]


@contextmanager
def dask(*arguments: str, until: bytes) -> Iterator[tuple[bytes, int]]:
    """A Dask program, running; what it said up to its being ready, and its process id."""
    with subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stderr
        try:
            said = b""
            while until not in said:
                assert select.select([program.stderr], [], [], 120)[0], said
                piece = os.read(program.stderr.fileno(), 4096)
                assert piece, said
                said += piece
            yield said, program.pid
        finally:
            program.kill()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Address and process id of a scheduler with two workers of one thread each."""
    local = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as programs:
        said, pid = programs.enter_context(
            dask("scheduler", *local, "--port", "0", until=b"dashboard at")
        )  # fmt: skip
        address = re.findall(r"Scheduler at: +(\S+)", said.decode())[0]
        for _ in range(2):
            programs.enter_context(
                dask(
                    "worker", address, *local, "--nthreads", "1", "--no-nanny",
                    "--local-directory", str(tmp_path), until=b"Registered to",
                )
            )  # fmt: skip
        yield address, pid


def test_a_cluster_plays_the_same_games_as_this_machine(scheduler: tuple[str, int]) -> None:
    here = json.loads(autoplay(*RUN, "--json=-").stdout)
    run = autoplay(*RUN, "--json=-", "--cluster", scheduler[0])
    assert run.stderr == b""
    there = json.loads(run.stdout)
    for result in (here, there):
        for game in result["games"]:
            del game["ms"]
    assert there == here


def test_a_scheduler_that_is_killed_ends_the_run_and_keeps_its_games(
    scheduler: tuple[str, int], tmp_path: Path
) -> None:
    address, pid = scheduler
    log = tmp_path / "games.log"
    many = ("--matches-number=5000", "--match-size=20", "--counter=always", f"--log-file={log}")
    with subprocess.Popen(
        [*AUTOPLAY, "durak-dummy", "durak-dummy", *many, "--cluster", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout
        read_until(run.stdout, b"\r20 of ")
        os.kill(pid, signal.SIGKILL)
        _table, said = run.communicate(timeout=120)
    assert run.returncode == 1
    assert f"the Dask scheduler at {address} is gone\n".encode() in said
    assert b"Traceback" not in said
    assert b" - ERROR - " not in said, "what Dask thinks of it is nothing for the user"
    with LogIndex(log) as index:
        index.scan()
        ids = [index.game(number).game_id for number in range(len(index))]
    assert len(ids) >= 19  # the twentieth was waited for
    assert ids == list(range(1, len(ids) + 1))


def test_without_a_scheduler_it_is_said_in_one_line() -> None:
    run = autoplay(*RUN, "--cluster", "tcp://127.0.0.1:1")
    assert run.returncode == 2
    assert b"no Dask scheduler at tcp://127.0.0.1:1" in run.stderr
    assert b"Traceback" not in run.stderr
