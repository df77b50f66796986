"""A child process spoken to in bytes, with deadlines, that never escapes.

The child has a session and so a process group of its own: a terminal's Ctrl-C does not reach it, it
has no terminal to write to, and the group can be killed as a whole.
"""

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Final

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.deadline import Deadline, DeadlinePassed
from durak_tui.engine.orphans import MARK_VARIABLE, guard, orphans
from durak_tui.protocol.faults import Detail, FaultCode

READ_SIZE: Final = 64 * 1024
STDERR_TAIL: Final = 16 * 1024
EXIT_GRACE: Final = 0.3  # Seconds for a process to exit by itself once its input is closed.
TERM_GRACE: Final = 0.1  # Seconds it has after SIGTERM before the whole group is killed.
DEATH_GRACE: Final = 0.03  # Seconds from the end of its output to its death, if it crashes.
DYING_SECONDS: Final = 10.0  # For a process that is dying: it may wait for a core.


class PipeClosed(Exception):
    """The process closed the pipe, or died."""

    def __init__(self, code: FaultCode) -> None:
        """``code`` is its fault if it lives."""
        super().__init__(code)
        self.code = code


class EngineProcess:
    """A running child, for one thread at a time."""

    def __init__(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: str | None = None,
        cancel: CancelToken | None = None,
        stderr_kept: int = STDERR_TAIL,
        *,
        alone: bool = False,
    ) -> None:
        """Start it.  Raises OSError if it cannot be executed.

        Of its standard error the last ``stderr_kept`` bytes are kept.  ``alone`` is for
        :meth:`~durak_tui.engine.orphans.Orphans.sweep`.
        """
        with orphans.lock:
            mark = orphans.new_mark()
            self._popen = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env={**env, MARK_VARIABLE: mark},
                start_new_session=True,
            )
            orphans.born(self._popen.pid, mark)
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self.pid = self._popen.pid
        guard.watch(self.pid)
        self._stdin = self._popen.stdin.fileno()
        self._stdout = self._popen.stdout.fileno()
        self._stderr = self._popen.stderr.fileno()
        self.stderr_so_far = b""  # Its end, as far as it was read; any thread may look.
        self._stderr_kept = stderr_kept
        self._stderr_left_out = 0
        self._closed = False
        self._alone = alone
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        try:
            self._pidfd = os.pidfd_open(self.pid)
        except (AttributeError, OSError):
            self._pidfd = -1
        self._cancel = cancel.fileno() if cancel else -1
        self._poll = self._new_poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._glance = select.poll()
        self._glance.register(self._stdout, select.POLLIN)

    def _new_poll(self) -> select.poll:
        poll = select.poll()
        for fd in (self._stderr, self._pidfd, self._cancel):
            if fd >= 0:
                poll.register(fd, select.POLLIN)
        return poll

    def write(self, data: bytes, deadline: Deadline) -> None:
        """Write all.  Raises DeadlinePassed, or PipeClosed if nobody reads."""
        while True:
            try:
                written = os.write(self._stdin, data)
            except BlockingIOError:
                written = 0
            except OSError:
                raise PipeClosed(FaultCode.INPUT_CLOSED) from None
            if written == len(data):
                return
            data = data[written:]
            # A child that waits for us to read its errors would never read on.
            poll = self._new_poll()
            poll.register(self._stdin, select.POLLOUT)
            if self._stdin not in self._wait(poll, deadline):
                raise PipeClosed(FaultCode.INPUT_CLOSED)

    def read(self, deadline: Deadline) -> bytes:
        """The next output, even a late one.  Raises DeadlinePassed, PipeClosed, Cancelled."""
        if self._stdout in self._wait(self._poll, deadline):
            data = os.read(self._stdout, READ_SIZE)
            if data:
                return data
        # Or it has died, and a child of its own holds the pipe.
        raise PipeClosed(FaultCode.OUTPUT_CLOSED)

    def _wait(self, poll: select.poll, deadline: Deadline) -> list[int]:
        """The descriptors that are ready, after at least one look.

        Standard error is read meanwhile.
        """
        while True:
            longest = deadline.begin_look()
            ready = [fd for fd, _ in poll.poll(longest * 1000)]
            deadline.end_look(longest)
            if self._cancel in ready:
                raise Cancelled
            if self._stderr in ready:
                ready.remove(self._stderr)
                if not self._empty(self._stderr):
                    poll.unregister(self._stderr)
            if ready:
                return ready
            if deadline.has_passed:
                raise DeadlinePassed

    def read_waiting(self) -> bytes:
        """The output that is there already, if any."""
        # Nearly always nothing, and there is no cheaper way to know it.
        return os.read(self._stdout, READ_SIZE) if self._glance.poll(0) else b""

    def _empty(self, fd: int) -> bool:
        """Read off what is there; whether more may come."""
        try:
            data = os.read(fd, READ_SIZE)
        except BlockingIOError:
            return True
        if fd == self._stderr:
            words = self.stderr_so_far + data
            self.stderr_so_far = words[-self._stderr_kept :]
            self._stderr_left_out += len(words) - len(self.stderr_so_far)
        return bool(data)

    def stderr_tail(self) -> bytes:
        """The last of what it wrote to standard error, up to now."""
        if not self._closed:
            self._drain_stderr()
        return self.stderr_so_far

    def take_stderr(self) -> bytes:
        """The same, forgotten here; it says how much before that is lost."""
        words, left_out = self.stderr_tail(), self._stderr_left_out
        self.stderr_so_far = b""
        self._stderr_left_out = 0
        return b"[%d bytes left out]\n" % left_out + words if left_out else words

    def _drain_stderr(self) -> None:
        # Bounded: a child that writes faster than we read must not hold us here.
        for _ in range(256):
            before = self.stderr_so_far
            if not self._empty(self._stderr) or self.stderr_so_far is before:
                return

    def exit_status(self, wait: float = 0.0) -> int | None:
        """The exit code, or minus the signal; None while it lives.

        Waits ``wait`` seconds for it, and :data:`DYING_SECONDS` if it has begun to end.
        """
        if self._popen.returncode is not None:
            return self._popen.returncode
        if not self._await_exit(monotonic() + wait) and orphans.is_dying(self.pid):
            self._await_exit(monotonic() + DYING_SECONDS)
        return self._peek()

    def _peek(self) -> int | None:
        # The zombie is left in place: as long as it is there its process group's number
        # cannot be given to a stranger, and the group can be killed safely.
        if not hasattr(os, "waitid"):
            return self._popen.poll()
        try:
            info = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return self._popen.returncode
        if info is None:
            return None
        return info.si_status if info.si_code == os.CLD_EXITED else -info.si_status

    def _await_exit(self, deadline: float) -> bool:
        """Wait for the end of the process, emptying its pipes."""
        poll = select.poll()
        for fd in (self._stdout, self._stderr, self._pidfd):
            if fd >= 0:
                poll.register(fd, select.POLLIN)
        while self._peek() is None and (left := deadline - monotonic()) > 0:
            # Without a descriptor for the process itself, look now and then.
            for fd, _ in poll.poll((left if self._pidfd >= 0 else min(left, 0.005)) * 1000):
                if fd != self._pidfd and not self._empty(fd):
                    poll.unregister(fd)
        return self._peek() is not None

    def close_stdin(self) -> None:
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def close(self, deadline: float | None = None) -> None:
        """End the process and all its children.  Never fails.

        It may exit by itself until ``deadline`` (default: EXIT_GRACE from now), then it is asked by
        SIGTERM, then its group is killed. A deadline in the past kills at once.
        """
        if self._closed:
            return
        now = monotonic()
        deadline = now + EXIT_GRACE if deadline is None else deadline
        try:
            self.close_stdin()
            if deadline > now and not self._await_exit(deadline):
                self._signal(signal.SIGTERM)
                self._await_exit(monotonic() + TERM_GRACE)
        finally:
            self._bury()

    def _bury(self) -> None:
        self._closed = True
        self._signal(signal.SIGKILL)
        self._await_exit(monotonic() + 1.0)
        self._drain_stderr()
        guard.release(self.pid)
        self._popen.wait()
        orphans.gone(self.pid, alone=self._alone)
        if self._pidfd >= 0:
            os.close(self._pidfd)
        assert self._popen.stdout and self._popen.stderr
        self._popen.stdout.close()
        self._popen.stderr.close()

    def _signal(self, number: int) -> None:
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)


def exit_detail(status: int) -> Detail:
    """The end of a process, by its :meth:`EngineProcess.exit_status`."""
    if status >= 0:
        return Detail(FaultCode.EXITED, {"n": status})
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = "an unknown signal"
    return Detail(FaultCode.KILLED, {"name": name, "n": -status})


def pipe_round_trip() -> float:
    """The least seconds of an answer without thought; 0.0 if unknown."""
    times = []
    with (
        contextlib.suppress(OSError, DeadlinePassed, PipeClosed),
        contextlib.closing(EngineProcess(["cat"], os.environ)) as echo,
    ):
        for _ in range(200):
            deadline = Deadline(1.0)
            echo.write(b"ok\n", deadline)
            echo.read(deadline)
            times.append(deadline.elapsed)
        return min(times)
    return 0.0
