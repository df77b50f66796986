"""The processes of a match: none outlives its program or has its terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.conftest import rogue
from tests.processes import all_end, descendants_of, look_until, pids_in, read_until
from tests.records.games import games_of

PROGRAM = """
import sys
from durak_tui.engine.config import EngineConfig
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan
first, second, log = sys.argv[1:]
engines = EngineConfig(first), EngineConfig(second)
match = BackgroundRun(Plan(engines, matches=1, match_size=100_000),
              log=log, concurrency=2)
match.start()
with match.changed:
    match.changed.wait_for(lambda: match.snapshot().done >= 4)
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
            # Two workers, their guards, and the engines: one worker alone never has so many.
            look_until(lambda: len(descendants_of(run.pid)) >= 8)
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
    assert all_end([*started, *pids_in(pid_file)])
    assert [game.game_id for game in games_of(log)] == list(range(1, len(games_of(log)) + 1))


def test_neither_workers_nor_their_programs_have_the_terminal(tmp_path: Path) -> None:
    with program("durak-dummy", rogue("good"), str(tmp_path / "games.log")) as run:
        own = {os.readlink(f"/proc/{run.pid}/fd/{fd}") for fd in range(3)}
        started = descendants_of(run.pid)
        held = [target for pid in started for target in files_of(pid)]
        assert len(held) > 20
        assert not own & set(held)
        # What is typed there is for the group of the program, and nobody else is in it.
        assert run.pid not in map(group_of, started)


def files_of(pid: int) -> list[str]:
    """The open files of a process; none if it has ended."""
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
