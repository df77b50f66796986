"""Games on a real Dask scheduler with two workers, on loopback."""

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.cli.test_autoplay import autoplay

RUN = ["durak-dummy", "durak-dummy", "--matches-number=2", "--match-size=20", "--seed=5"]


@contextmanager
def dask(*arguments: str, until: bytes) -> Iterator[bytes]:
    """A Dask program, running; what it said up to its being ready."""
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
                assert select.select([program.stderr], [], [], 30)[0], said
                piece = os.read(program.stderr.fileno(), 4096)
                assert piece, said
                said += piece
            yield said
        finally:
            program.kill()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler with two workers of one thread each."""
    local = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as programs:
        said = programs.enter_context(
            dask(
                "scheduler", *local, "--port", "0",
                until=b"dashboard at",
            )
        )  # fmt: skip
        address = re.findall(r"Scheduler at: +(\S+)", said.decode())[0]
        for _ in range(2):
            programs.enter_context(
                dask(
                    "worker", address, *local, "--nthreads", "1", "--no-nanny",
                    "--local-directory", str(tmp_path), until=b"Registered to",
                )
            )  # fmt: skip
        yield address


def test_a_cluster_plays_the_same_games_as_this_machine(scheduler: str) -> None:
    here = json.loads(autoplay(*RUN, "--json=-").stdout)
    run = autoplay(*RUN, "--json=-", "--cluster", scheduler)
    assert run.stderr == b""
    there = json.loads(run.stdout)
    for result in (here, there):
        for game in result["games"]:
            del game["ms"]
    assert there == here


def test_without_a_scheduler_it_is_said_in_one_line() -> None:
    run = autoplay(*RUN, "--cluster", "tcp://127.0.0.1:1")
    assert run.returncode == 2
    assert b"no Dask scheduler at tcp://127.0.0.1:1" in run.stderr
    assert b"Traceback" not in run.stderr
