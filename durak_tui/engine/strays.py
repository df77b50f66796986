"""Children of an engine that left its process group, and how they are found (Linux).

Killing the group of an engine ends all that stayed in it.  A child that made a session of
its own escapes that; so this process adopts orphans below it (a "subreaper"), and every
engine carries a mark in its environment, which its children inherit.  An adopted orphan
with an engine's mark, or of its session, is that engine's and ends with it.  Where the
system has none of this, the group is all there is.
"""

import contextlib
import itertools
import os
import signal
from time import monotonic
from typing import Final

MARK_VARIABLE: Final = "DURAK_ENGINE_MARK"

_PR_SET_CHILD_SUBREAPER: Final = 36
_REAP_SECONDS: Final = 0.1
_counter = itertools.count()
_adopting: int | None = None
"""The process that adopts: after a fork it has to be asked for again."""


def new_mark() -> str:
    """A mark for one engine process, different from all others on this machine."""
    _adopt_orphans()
    return f"{os.getpid()}.{next(_counter)}"


def _adopt_orphans() -> None:
    global _adopting
    if _adopting != os.getpid():
        _adopting = os.getpid()
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill(mark: str, session: int) -> None:
    """Kill and reap every adopted orphan of the engine with this mark and session."""
    # A killed orphan's own children are adopted in turn; a few rounds reach them all.
    for _ in range(8):
        found = [pid for pid in _children() if _belongs(pid, mark, session)]
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                _reap(pid)
        if not found:
            return


def _children() -> list[int]:
    pid = os.getpid()
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def _belongs(pid: int, mark: str, session: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        if int(fields[3]) == session:
            return True
        with open(f"/proc/{pid}/environ", "rb") as file:
            return f"{MARK_VARIABLE}={mark}".encode() in file.read().split(b"\0")
    except (OSError, IndexError):
        return False


def _reap(pid: int) -> None:
    # One in an uninterruptible wait is left to be reaped later rather than waited for.
    deadline = monotonic() + _REAP_SECONDS
    while os.waitpid(pid, os.WNOHANG) == (0, 0) and monotonic() < deadline:
        os.sched_yield()
