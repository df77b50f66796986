"""Looking at processes from outside, for tests."""

import os
import re
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_native_id
from time import monotonic, sleep
from typing import IO


def state_of(pid: int) -> str:
    """The letter of a process's state, as the system has it; empty without such a process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[0]


def is_running(pid: int) -> bool:
    """True if a process lives; a zombie does not."""
    return state_of(pid) not in ("", "Z", "X")


def children_of(pid: int) -> list[int]:
    """The children of a process, those that have ended and were not waited for included."""
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def descendants_of(pid: int) -> list[int]:
    """The children of all threads of a process, their children, and so on."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, tasks.read_text().split()):
                found += [child, *descendants_of(child)]
    return found


def workers_of(pid: int) -> list[int]:
    """The processes below a process that play games for it."""
    found = []
    for below in descendants_of(pid):
        with suppress(OSError):  # it has just ended
            if b"durak_tui.pool.worker" in Path(f"/proc/{below}/cmdline").read_bytes():
                found.append(below)
    return found


def all_end(pids: list[int], within: float = 30.0) -> bool:
    """Wait until none of these processes lives, at most ``within`` seconds."""
    deadline = monotonic() + within
    for pid in pids:
        try:
            pidfd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            # Not select(): a test may have more files open than it can count.
            poll = select.poll()
            poll.register(pidfd, select.POLLIN)
            poll.poll(max(0.0, deadline - monotonic()) * 1000)
        finally:
            os.close(pidfd)
    return not any(map(is_running, pids))


def work_of_other_threads() -> list[str]:
    """The work of this process's other threads; never twice the same if one could go on."""
    return work_of(os.getpid(), without=get_native_id())


def work_of(pid: int, without: int = 0) -> list[str]:
    """The same of all threads of a process but for one."""
    tasks = Path(f"/proc/{pid}/task")
    threads = [path for path in tasks.iterdir() if int(path.name) != without]
    with suppress(OSError):  # one has just ended
        if not any(state_of(int(path.name)) in ("R", "D") for path in threads):
            # One that waits for the interpreter must wake up to get it, and that counts, too.
            return [(path / "schedstat").read_text() for path in threads]
    return [str(monotonic())]


def wait_for_other_threads() -> None:
    """Until each of this process's other threads can only wait."""
    before, deadline = [""], monotonic() + 60
    while before != (before := work_of_other_threads()):
        assert monotonic() < deadline, "one of them goes on and on"


def look_until(
    condition: Callable[[], object],
    seconds: float = 60.0,
    otherwise: Callable[[], str] = lambda: "it has not come to that",
) -> None:
    """Wait for a condition that no event announces, by looking again and again."""
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, otherwise()
        sleep(0.01)


def reset_peak_memory() -> int:
    """Forget how much memory this process has ever held; returns what it holds now, in bytes."""
    Path("/proc/self/clear_refs").write_text("5")
    return _memory("VmRSS")


def peak_memory() -> int:
    """The most memory that this process has held since the last reset, in bytes."""
    return _memory("VmHWM")


def memory_of(pid: int) -> int:
    """The memory that a process holds now, in bytes."""
    return _memory("VmRSS", pid)


def _memory(field: str, pid: int | str = "self") -> int:
    found = re.search(rf"^{field}:\s+(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.M)
    assert found
    return int(found[1]) * 1024


def pids_in(path: Path) -> list[int]:
    """The process ids that a rogue has noted."""
    return [int(line) for line in path.read_text().split()]


def narrow_pipe() -> tuple[int, int]:
    """A pipe with room for sixteen writes, however short: who writes into it is never further
    ahead of who reads.  Returns both ends."""
    return os.pipe2(os.O_DIRECT | os.O_CLOEXEC)


def read_until(file: IO[bytes], wanted: bytes) -> bytes:
    """The output of a process up to some text, and perhaps a little more."""
    seen = b""
    while wanted not in seen:
        data = os.read(file.fileno(), 4096)
        assert data, f"it ended after {seen!r}"
        seen += data
    return seen


@contextmanager
def pid_file(path: Path) -> Iterator[Path]:
    """A file for the ids of processes; those that it names have ended afterwards."""
    path.touch()  # it may be asked for before any process has come to write to it
    try:
        yield path
    finally:
        for pid in pids_in(path):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class Bell:
    """A named pipe by which one process signals to another that it has come to some point."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        # Both ends, so that opening it never waits.
        self._fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def ring(self, times: int = 1) -> None:
        """Let ``times`` lines be read from it."""
        os.write(self._fd, b"\n" * times)

    def wait(self, seconds: float = 60.0) -> None:
        """Until it rings."""
        assert select.select([self._fd], [], [], seconds)[0], "nobody rang"
        os.read(self._fd, 1)

    def close(self) -> None:
        """Free its descriptor."""
        os.close(self._fd)
