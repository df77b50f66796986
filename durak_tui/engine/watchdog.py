"""Engines do not outlive a runner that is killed.

An engine whose input ends is to exit, but many do not: pyDurak's own base class reads an
ended input for ever, at full speed (D-054).  A runner that can still act kills them; for
one that cannot (``kill -9``) a small shell waits on a pipe from it, knows the process
groups of its engines, and kills them when the pipe ends, and whatever carries their mark.
"""

import atexit
import contextlib
import os
import subprocess
import threading
from typing import Final

from durak_tui.engine.orphans import MARK_VARIABLE, orphans

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
for pass in 1 2 3 4 5 6 7 8 9 10; do
    found=$(grep -ls "$1=$2" /proc/[0-9]*/environ)
    [ "$found" ] || break
    for file in $found; do
        one=${file#/proc/}
        kill -s KILL "${one%/environ}"
    done
done
"""
"""The last part is done until none is found: what is started while the processes are looked
through is missed."""


class Guard:
    """The waiting shell, started with the first engine, for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shell: subprocess.Popen[bytes] | None = None

    def watch(self, group: int) -> None:
        """Have this process group end with this process."""
        with self._lock:
            if self._shell is None:
                self._start()
            self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """Forget a killed group, before its leader is reaped."""
        with self._lock:
            self._tell(f"- {group}\n")

    def _start(self) -> None:
        # No shell, no guard: everything else works without it.
        with contextlib.suppress(OSError), orphans.lock:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "durak-guard", MARK_VARIABLE, orphans.token],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                cwd="/",
            )
            orphans.spare(self._shell.pid)

    def _tell(self, line: str) -> None:
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


guard: Final = Guard()
atexit.register(guard.stop)
os.register_at_fork(after_in_child=guard.forget)
