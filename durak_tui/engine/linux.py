"""What Linux tells of processes; elsewhere it is nothing."""

import os
from pathlib import Path
from typing import Final

_PF_EXITING: Final = 0x4
"""The flag of a dying process, which Linux sets before it closes its files."""


def children() -> list[int]:
    """The children of this process, orphans that have come to it included."""
    # Orphans come to the main thread.
    pid = os.getpid()
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def state_and_session(pid: int) -> tuple[bytes, int]:
    """Return state (such as ``Z``) and session; raises OSError, IndexError."""
    fields = _stat(Path(f"/proc/{pid}"))
    return fields[0], int(fields[3])


def is_dying(pid: int) -> bool:
    """Whether none of its threads goes on."""
    try:
        flags = [int(_stat(thread)[6]) for thread in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:  # also if a thread has just ended, so that others go on
        return False
    return all(flag & _PF_EXITING for flag in flags)


def _stat(folder: Path) -> list[bytes]:
    """The fields of a process's or thread's line, from its state."""
    return (folder / "stat").read_bytes().rpartition(b")")[2].split()
