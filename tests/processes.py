"""Looking at processes from outside, for tests."""

import os
import resource
import select
from pathlib import Path
from time import monotonic


def is_running(pid: int) -> bool:
    """Whether a process lives; a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def all_end(pids: list[int], within: float) -> bool:
    """Wait until none of these processes lives, at most ``within`` seconds."""
    deadline = monotonic() + within
    for pid in pids:
        try:
            pidfd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            select.select([pidfd], [], [], max(0.0, deadline - monotonic()))
        finally:
            os.close(pidfd)
    return not any(map(is_running, pids))


def peak_memory() -> int:
    """The most memory that this process has ever held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def pids_in(path: Path) -> list[int]:
    """The process ids that a rogue has noted."""
    return [int(line) for line in path.read_text().split()]
