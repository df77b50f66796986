"""Children that left the group of their engine, and their end.

Killing the group of an engine ends all that stayed in it. A child that made a session or a group of
its own escapes that; so on Linux this process adopts orphans below it (a "subreaper"), and every
engine carries a mark in its environment, which its children inherit. Elsewhere the group is all
there is.
"""

import contextlib
import os
import secrets
import signal
import threading
from time import thread_time
from typing import Final

from durak_tui.engine import linux

MARK_VARIABLE: Final = "DURAK_ENGINE_MARK"

_PR_SET_CHILD_SUBREAPER: Final = 36
_SWEEP_SECONDS: Final = 1.0
"""How long orphans of an engine are looked for, in processor time: having had to wait for a
core is no excuse for leaving any."""


class Orphans:
    """The engines of this process, and orphans that became its children."""

    def __init__(self) -> None:
        self.token = f"{os.getpid()}-{secrets.token_hex(4)}"
        """The part of a mark that all engines of this process share."""
        self.lock = threading.Lock()
        """To be held from before a program is started until it is known here, so that no
        other thread takes it for an orphan."""
        self.claims_all = False
        self._number = 0
        self._live: dict[int, bytes] = {}
        self._spared: set[int] = set()
        self._dying: set[int] = set()
        self._adopting = False

    def new_mark(self) -> str:
        if not self._adopting:
            self._adopting = True
            with contextlib.suppress(ImportError, OSError, AttributeError):
                import ctypes

                ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._number += 1
        return f"{self.token}.{self._number}"

    def claim_all(self) -> None:
        """Take unmarked orphans for an engine's, if no other programs start."""
        self.claims_all = True

    def spare(self, pid: int) -> None:
        """Note a child in its own session that is no engine's."""
        self._spared.add(pid)

    def born(self, leader: int, mark: str) -> None:
        """Note an engine; ``leader`` is its process and session."""
        self._live[leader] = _variable(mark)

    def gone(self, leader: int) -> None:
        """End all that an ended engine left behind."""
        self._live.pop(leader, None)
        # Killing one orphan may make others; they are ours at once.
        deadline = thread_time() + _SWEEP_SECONDS
        while self.sweep(leader) and thread_time() < deadline:
            pass

    def sweep(self, ended: int | None = None) -> bool:
        """Kill and reap orphans, with session ``ended``; whether there were any."""
        found = False
        with self.lock:
            children = linux.children()
            self._dying.intersection_update(children)
            for pid in children:
                if pid not in self._live and pid not in self._spared:
                    with contextlib.suppress(OSError, IndexError):
                        found |= self._end(pid, ended)
        return found

    def _end(self, pid: int, ended: int | None) -> bool:
        """Kill and reap a child that is an engine's orphan."""
        state, session = linux.state_and_session(pid)
        if session == os.getsid(0):
            return False
        # One that is being killed has no environment any more, but may still have children.
        if state != b"Z" and pid not in self._dying:
            if session in self._live:
                return False
            if session != ended and self._belongs_to_the_living(pid):
                return False
            os.kill(pid, signal.SIGKILL)
            self._dying.add(pid)
        os.waitpid(pid, os.WNOHANG)
        return True

    def _belongs_to_the_living(self, pid: int) -> bool:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                variables = file.read().split(b"\0")
        except PermissionError:  # it has had itself hidden, which loses the mark too
            variables = []
        ours = _variable(f"{self.token}.")
        mark = next((one for one in variables if one.startswith(ours)), None)
        if mark is None:
            # Without a mark it may be anybody's, while there is anybody.
            return bool(self._live) or not self.claims_all
        return mark in self._live.values()


def _variable(mark: str) -> bytes:
    return f"{MARK_VARIABLE}={mark}".encode()


orphans = Orphans()


os.register_at_fork(after_in_child=orphans.__init__)  # type: ignore[misc]
