"""A program that plays by lines; asked, timed, and judged."""

import contextlib
from time import monotonic
from typing import Final

from durak_tui.common.text import beginning
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.deadline import Deadline, DeadlinePassed
from durak_tui.engine.engine_errors import (
    NOTHING_SAID,
    EngineFault,
    EngineStartError,
    EngineVerdict,
)
from durak_tui.engine.launch import launched, what_happened
from durak_tui.engine.process import STDERR_TAIL, EngineProcess, PipeClosed
from durak_tui.engine.registry import Program
from durak_tui.games.playthrough import LONGEST_WORDS, SeatFault
from durak_tui.protocol.faults import Detail, FaultCode, printable

UNREAD: Final = 64 * 1024
"""Bytes that a program may have written and nobody has asked for."""
END_SECONDS: Final = 0.5  # For a program to exit once its input is closed (G-025).
_WORDS: Final = 64 * 1024  # Characters of the end of standard error that a game keeps.


class ProgramPlayer:
    """One program over many games; after a fault in a new process."""

    def __init__(
        self,
        program: Program,
        *,
        cancel: CancelToken | None = None,
        pipe_seconds: float = 0.0,
        stderr_kept: int = STDERR_TAIL,
        alone: bool = False,
    ) -> None:
        """Prepare it; no process is started yet.

        The parameters are those of :class:`durak_tui.engine.client.EngineClient`.
        """
        self.program = program
        self.elapsed = 0.0  # Seconds of the last answer, without the pipe's part.
        self._cancel = cancel
        self._pipe_seconds = pipe_seconds
        self._stderr_kept = stderr_kept
        self._alone = alone
        self._process: EngineProcess | None = None
        self._unread = b""
        self._stderr = b""  # Of processes that have ended; what it wrote in this game.

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def runs(self) -> bool:
        """True from start() to close(); it may have exited by itself."""
        return self._process is not None

    def start(self) -> None:
        """Start its process.  Raises EngineFault if that fails, RunnerError."""
        assert self._process is None
        self._unread, self.elapsed = b"", 0.0
        try:
            self._process = launched(
                self.program, self._cancel, stderr_kept=self._stderr_kept, alone=self._alone
            )
        except EngineStartError as error:
            # It could be started before the run; now it is gone.
            detail = Detail(FaultCode.NOT_STARTED, {"why": error.message})
            raise self.fault(detail, "start") from None

    def ask(self, data: bytes, seconds: float, about: str) -> str:
        """Send something and return the next line, without its end.

        ``about`` says in a verdict what it was asked.  Raises EngineFault, its process having been
        ended by then, RunnerError, and Cancelled: then it is to be closed.
        """
        process = self._process
        assert process is not None, "start() starts it"
        deadline = Deadline(seconds)
        try:
            if data:
                process.write(data, deadline)
            line = self._line(process, deadline)
        except (DeadlinePassed, PipeClosed) as error:
            self._stop_clock(deadline)
            late = Detail(FaultCode.LATE, {"n": f"{seconds:.3g}"})
            fault = what_happened(process, error) or late
            raise self._ended(fault, about, data) from None
        except _Flood as flood:
            self._stop_clock(deadline)
            raise self._ended(Detail(flood.code, {"n": UNREAD}), about, data) from None
        self._stop_clock(deadline)
        return line

    def _line(self, process: EngineProcess, deadline: Deadline) -> str:
        if self._unread:
            # A line that nobody asked for answers now; so what is there is counted.
            self._unread += process.read_waiting()
        while True:
            line, end, rest = self._unread.partition(b"\n")
            if len(line) > UNREAD:
                raise _Flood(FaultCode.LONG_LINE)
            if len(rest) > UNREAD:
                raise _Flood(FaultCode.MANY_BYTES)
            if end:
                self._unread = rest
                return line.removesuffix(b"\r").decode("utf-8", "backslashreplace")
            self._unread += process.read(deadline)
            if deadline.has_passed:
                raise DeadlinePassed

    def _stop_clock(self, deadline: Deadline) -> None:
        self.elapsed = max(0.0, deadline.elapsed - self._pipe_seconds)

    def _ended(self, detail: Detail, about: str, sent: bytes) -> EngineFault:
        fault = self.fault(detail, about, sent, self._unread)
        self.close(0.0)
        return fault

    def fault(
        self, detail: Detail, about: str, sent: bytes = b"", received: bytes = b""
    ) -> EngineFault:
        """A fault of it, for which the game decides what follows."""
        return EngineFault(
            EngineVerdict(
                engine=self.name,
                details=(detail,),
                command=about,
                sent=printable(sent.rstrip(b"\n")),
                received=printable(received.rstrip(b"\r\n")),
                seconds=self.elapsed,
            )
        )

    def out(self, fault: EngineFault) -> SeatFault:
        """The fault as a game keeps it, with the last words.

        These are notes of the fault, if it has some, or the end of its standard error.
        """
        verdict = fault.verdict
        notes = "\n".join(getattr(fault, "__notes__", ()))
        last = notes.encode(errors="backslashreplace") or self.stderr_tail()
        words = "\n".join(printable(line, None) for line in last.splitlines())
        message = verdict.message.english.removesuffix(NOTHING_SAID)
        message = beginning(message, LONGEST_WORDS)
        return SeatFault(verdict.reason, message, words[-_WORDS:])

    def tell(self, data: bytes) -> None:
        """Send what needs no answer; nothing happens if nobody reads it."""
        if self._process:
            with contextlib.suppress(DeadlinePassed, PipeClosed):
                self._process.write(data, Deadline(END_SECONDS))

    def close_input(self) -> None:
        """Let it exit by itself; see :meth:`close`."""
        if self._process:
            self._process.close_stdin()

    def exits(self, seconds: float) -> bool:
        """Close its input; True if it exits by itself in that time."""
        assert self._process
        self._process.close_stdin()
        return self._process.exit_status(seconds) is not None

    def close(self, deadline: float | None = None) -> None:
        """End its process, which may exit by itself until then.

        By default these are END_SECONDS from now.
        """
        process, self._process = self._process, None
        if process:
            process.close(monotonic() + END_SECONDS if deadline is None else deadline)
            self._stderr += process.take_stderr()

    def stderr_tail(self) -> bytes:
        """The end of its standard error in this game."""
        return self._stderr + (self._process.stderr_tail() if self._process else b"")

    def take_stderr(self) -> bytes:
        """The same, forgotten here."""
        words = self._stderr + (self._process.take_stderr() if self._process else b"")
        self._stderr = b""
        return words


class _Flood(Exception):
    """More than anybody can have asked for."""

    def __init__(self, code: FaultCode) -> None:
        super().__init__(code)
        self.code = code
