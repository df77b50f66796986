"""The end of what engines, or a killed runner, leave behind.

Killing the group of an engine ends all that stayed in it. A child may escape that by a session or
group of its own; so on Linux this process adopts orphans below it (a "subreaper"), and every engine
carries a mark in its environment, which its children inherit.

Not every engine exits when its input ends (D-054). For a runner that cannot act any more (``kill
-9``) a small shell, the guard, waits on a pipe from it, and kills its engines when the pipe ends.
"""

import atexit
import contextlib
import os
import secrets
import signal
import subprocess
import threading
from pathlib import Path
from time import thread_time
from typing import Final

MARK_VARIABLE: Final = "DURAK_ENGINE_MARK"

_PR_SET_CHILD_SUBREAPER: Final = 36
_PF_EXITING: Final = 0x4  # The flag of a dying process; Linux sets it before it closes its files.
_SWEEP_SECONDS: Final = 1.0
"""Processor time for finding orphans of an engine: having waited for a core is no excuse for
leaving any."""
_LOOKS: Final = 1000
"""One look misses what is started meanwhile, so there are more until one finds nothing new: what is
killed starts no more.  A chain of processes, each started by the one before, may cost a look for
each link."""
_SCRIPT: Final = """
trap '' HUP INT TERM
groups=
while read -r what group; do
    case $what in
    +) groups="$groups $group" ;;
    *) left=
       for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
       groups=$left ;;
    esac
done
for one in $groups; do kill -s KILL -- "-$one"; done
look=0 last=
while found=$(grep -ls "$1=$2" /proc/[0-9]*/environ)
      [ "$found" != "$last" ] && [ "$look" -lt "$3" ]; do
    look=$((look + 1)) last=$found
    for file in $found; do
        one=${file#/proc/}
        kill -s KILL "${one%/environ}"
    done
done
"""
"""Its arguments: the variable, the beginning of its value, and `_LOOKS`."""


class Orphans:
    """The engines of this process, and orphans that became its children."""

    _listing = -1  # The system's list of children: to open it takes ten times as long as to read.

    def __init__(self) -> None:
        # The part of a mark that all engines of this process share.
        self.token = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.lock = threading.Lock()
        """To be held from before a program is started until it is known here, so that no
        other thread takes it for an orphan."""
        self._number = 0
        self._live: dict[int, bytes] = {}
        self.spared: set[int] = set()  # Children in sessions of their own that are no engines.
        self._dying: set[int] = set()
        self._adopting = False
        if self._listing >= 0:  # the parent's, in a process that was forked
            os.close(self._listing)
            self._listing = -1

    def new_mark(self) -> str:
        if not self._adopting:
            self._adopting = True
            with contextlib.suppress(ImportError, OSError, AttributeError):
                import ctypes

                ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._number += 1
        return f"{self.token}.{self._number}"

    def born(self, leader: int, mark: str) -> None:
        """Note an engine; ``leader`` is its process and session."""
        self._live[leader] = _variable(mark)

    def gone(self, leader: int, *, alone: bool) -> None:
        """End all that an ended engine left behind; ``alone`` as for :meth:`sweep`."""
        self._live.pop(leader, None)
        # Killing one orphan may make others; they are ours at once.
        deadline = thread_time() + _SWEEP_SECONDS
        while self.sweep(leader, alone=alone) and thread_time() < deadline:
            pass

    def sweep(self, ended: int | None = None, *, alone: bool) -> bool:
        """Kill and reap orphans, with session ``ended``; True if there were any.

        ``alone``: only engines are started in this process, so that unmarked orphans are theirs.
        """
        found = False
        with self.lock:
            children = self._children()
            self._dying.intersection_update(children)
            for pid in children:
                if pid not in self._live and pid not in self.spared:
                    with contextlib.suppress(OSError, IndexError):
                        found |= self._end(pid, ended, alone)
        return found

    def _children(self) -> list[int]:
        """The children of this process, orphans that have come to it included."""
        found = b""
        try:
            if self._listing < 0:
                pid = os.getpid()  # orphans come to the main thread
                self._listing = os.open(f"/proc/{pid}/task/{pid}/children", os.O_RDONLY)
            while more := os.pread(self._listing, 1 << 16, len(found)):
                found += more
        except OSError:
            self._listing = -1  # the next look opens it again
        return [int(word) for word in found.split()]

    def _end(self, pid: int, ended: int | None, alone: bool) -> bool:
        """Kill and reap a child that is an engine's orphan."""
        state, session = _state_and_session(pid)
        if session == os.getsid(0):
            return False
        # One that is being killed has no environment any more, but may still have children.
        if state != b"Z" and pid not in self._dying:
            if session in self._live:
                return False
            if session != ended and self._belongs_to_the_living(pid, alone):
                return False
            os.kill(pid, signal.SIGKILL)
            self._dying.add(pid)
        os.waitpid(pid, os.WNOHANG)
        return True

    @staticmethod
    def is_dying(pid: int) -> bool:
        """True if none of a process's threads goes on."""
        try:
            flags = [int(_stat(thread)[6]) for thread in Path(f"/proc/{pid}/task").iterdir()]
        except OSError:  # also if a thread has just ended, so that others go on
            return False
        return all(flag & _PF_EXITING for flag in flags)

    def _belongs_to_the_living(self, pid: int, alone: bool) -> bool:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                variables = file.read().split(b"\0")
        except PermissionError:  # it has had itself hidden, which loses the mark too
            variables = []
        ours = _variable(f"{self.token}.")
        mark = next((one for one in variables if one.startswith(ours)), None)
        if mark is None:
            # Without a mark it may be anybody's, while there is anybody.
            return bool(self._live) or not alone
        return mark in self._live.values()


def _variable(mark: str) -> bytes:
    return f"{MARK_VARIABLE}={mark}".encode()


def end_marked(variable: str, mark: str) -> None:
    """Kill every process in whose environment a variable has this value.

    All that such a process has started since is found by another look.
    """
    wanted = f"{variable}={mark}".encode()
    killed: set[int] = set()
    for _look in range(_LOOKS):
        found = False
        for environ in Path("/proc").glob("[0-9]*/environ"):
            pid = int(environ.parent.name)
            with contextlib.suppress(OSError):  # it has just ended, or is somebody else's
                if pid not in killed and wanted in environ.read_bytes().split(b"\0"):
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
                    found = True
        if not found:
            return


class Guard:
    """The waiting shell, started with the first engine, for any thread."""

    def __init__(self, variable: str = MARK_VARIABLE, mark: str = "") -> None:
        """Processes whose ``variable`` begins with ``mark`` end with this one.

        The mark is that of this process's engines, unless another is given.
        """
        self._lock = threading.Lock()
        self._shell: subprocess.Popen[bytes] | None = None
        self._variable = variable
        self._mark = mark

    def start(self) -> None:
        """Start the shell now, unless it is there."""
        with self._lock:
            if self._shell is None:
                self._start()

    def watch(self, group: int) -> None:
        """Have this process group end with this process."""
        self.start()
        with self._lock:
            self._write(f"+ {group}\n")

    def release(self, group: int) -> None:
        """Forget a killed group, before its leader is reaped."""
        with self._lock:
            self._write(f"- {group}\n")

    def _start(self) -> None:
        # No shell, no guard: everything else works without it.
        mark = self._mark or orphans.token
        with contextlib.suppress(OSError), orphans.lock:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "durak-guard", self._variable, mark, str(_LOOKS)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                cwd="/",
            )
            orphans.spared.add(self._shell.pid)

    def _write(self, line: str) -> None:
        if self._shell and self._shell.stdin:
            with contextlib.suppress(OSError):
                self._shell.stdin.write(line.encode())

    def stop(self) -> None:
        with self._lock:
            shell, self._shell = self._shell, None
            if shell and shell.stdin:
                with contextlib.suppress(OSError):
                    shell.stdin.close()
                shell.wait()

    def forget(self) -> None:
        """Leave the shell to the parent after a fork."""
        self._lock = threading.Lock()
        shell, self._shell = self._shell, None
        if shell and shell.stdin:
            shell.stdin.close()
            shell.returncode = 0  # not ours to wait for


def _state_and_session(pid: int) -> tuple[bytes, int]:
    """State, such as ``Z``, and session; raises OSError, IndexError."""
    fields = _stat(Path(f"/proc/{pid}"))
    return fields[0], int(fields[3])


def _stat(folder: Path) -> list[bytes]:
    """The fields of a process's or thread's line, from its state."""
    return (folder / "stat").read_bytes().rpartition(b")")[2].split()


orphans: Final = Orphans()
guard: Final = Guard()
atexit.register(guard.stop)
os.register_at_fork(after_in_child=orphans.__init__)  # type: ignore[misc]
os.register_at_fork(after_in_child=guard.forget)
