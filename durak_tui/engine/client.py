"""The client for engines: asks, keeps the clock, finds the fault.

It blocks, so it is called from a thread or a process of its own where nothing may block.
"""

import contextlib
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple, Self, TypeAlias

from durak_tui.common.native import mypyc_attr
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import Limits
from durak_tui.engine.deadline import Deadline, DeadlinePassed
from durak_tui.engine.engine_errors import EngineFault, EngineStartError, EngineVerdict, RunnerError
from durak_tui.engine.launch import launched, what_happened
from durak_tui.engine.orphans import orphans
from durak_tui.engine.process import (
    EXIT_GRACE,
    STDERR_TAIL,
    EngineProcess,
    PipeClosed,
)
from durak_tui.engine.registry import Program
from durak_tui.game.position import Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.conversation import LINE_CAP, Conversation, State
from durak_tui.protocol.faults import Detail, FaultCode, RemoteProtocolError, printable
from durak_tui.protocol.messages import Command, EngineAnswer, Features, GameData, Info, Kind

COMPILED: Final = not __file__.endswith(".py")  # And with it all of the core: see setup.py.

SilenceError: TypeAlias = DeadlinePassed | PipeClosed | RemoteProtocolError
Trace = Callable[[str, bytes, float], None]
"""Called for every line with its direction (``<-`` to the engine, ``->`` from it), its
bytes, and the seconds since the command was sent."""


class Departure(NamedTuple):
    """The behaviour of an engine that was to exit by itself."""

    status: int | None  # Its exit status, or None if it stayed.
    output: bytes  # What it wrote meanwhile; cut soon after LINE_CAP bytes.
    seconds: float


@mypyc_attr(allow_interpreted_subclasses=True)
class EngineClient:
    """One engine over many games; after a fault in a new process."""

    def __init__(
        self,
        spec: Program,
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        *,
        trace: Trace | None = None,
        cancel: CancelToken | None = None,
        start_ahead: bool = False,
        pipe_seconds: float = 0.0,
        patience: float = 0.0,
        stderr_kept: int = STDERR_TAIL,
        alone: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare the client; no process is started yet.

        ``start_ahead`` starts the next game's process during a game, unless the engine is
        persistent. ``pipe_seconds``, what an answer costs without thought (see
        :func:`durak_tui.engine.process.pipe_round_trip`), is not charged to the engine.
        ``patience`` is how many seconds an answer may be late before that is a fault.
        ``stderr_kept`` bytes are kept of the end of its standard error.  ``alone``: only engines
        are started in this process, so that all orphans are theirs.
        """
        self.spec = spec
        self.limits = limits
        self.game_seconds = 0.0  # Used by the engine in this game, but for `init` and the pipe.
        self.game_held_up = 0.0  # Seconds beside these in which this process itself stood still.
        self.game_answers = 0  # Commands it was asked in that time.
        self.game_worst = 0.0  # The longest it took for one of them, in seconds.
        self.listener: Callable[[Info], object] | None = None
        """Called with each info, in the thread that asks; without it infos are dropped."""
        self._trace = trace
        self._cancel = cancel
        self._start_ahead = start_ahead
        self._pipe_seconds = pipe_seconds
        self._patience = patience
        self._stderr_kept = stderr_kept
        self._alone = alone
        self._clock = clock
        self._spare: EngineProcess | None = None
        self._process: EngineProcess | None = None
        self._conversation = Conversation()
        self._retired: tuple[EngineProcess, float] | None = None
        self._last_words = b""
        self._command: Command = Command("init")
        self._sent = b""
        self._received = b""
        self._rated: Info | None = None  # The last info on this command that named moves.
        self._partial = b""
        self._elapsed = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def features(self) -> Features:
        """The features in the last answer to ``init``."""
        return self._conversation.features

    def new_game(self, trump: int) -> Features:
        """Begin a game, in a new process unless a persistent one waits.

        Raises EngineStartError if the program cannot be executed, and as :meth:`ask`.
        """
        self.game_seconds = self.game_held_up = self.game_worst = 0.0
        self.game_answers = 0
        self._about(Command("init", (trump,)))
        if self._process is not None and self._conversation.state is not State.IDLE:
            self.close()
        if self._process is None:
            self._process, self._spare = self._spare or self._started(), None
            self._conversation = Conversation()
        # The engine of the last game had the time that this one needed to start.
        self._end_retired()
        self.ask(Command("init", (trump,)))
        if self._start_ahead and not self.features.persistent and self._spare is None:
            # If that fails, it is the next game's affair.
            with contextlib.suppress(EngineStartError, RunnerError):
                self._spare = self._started()
        return self.features

    def _started(self) -> EngineProcess:
        return launched(
            self.spec,
            self._cancel,
            env={"DURAK_PROTOCOL": "2"},
            stderr_kept=self._stderr_kept,
            alone=self._alone,
        )

    def ask(self, command: Command) -> tuple[int, ...]:
        """Send a command of the game and return the answer's cards.

        Raises EngineFault, the process having been ended by then, and Cancelled: then the client is
        to be closed.
        """
        process = self._process
        assert process is not None, "new_game() starts the engine"
        charged = command.kind != "init" and not command.hint
        # What a program needs to start is not to count as thought.
        starting = self._conversation.state is State.NEW
        allowed = self.limits.start_time if starting else self.limits.move_time
        game_ms = None
        if charged and self.limits.game_time is not None:
            game_left = max(0.0, self.limits.game_time - self.game_seconds)
            game_ms = int(game_left * 1000)
            allowed = min(allowed, game_left)
        if waiting := process.read_waiting():
            self._refuse(waiting)
        self._send(command, int(allowed * 1000), game_ms)
        deadline = Deadline(allowed + self._patience, self._clock)
        try:
            process.write(self._sent, deadline)
            answer = self._answer(process, deadline)
        except (DeadlinePassed, PipeClosed, RemoteProtocolError) as error:
            self._stop_clock(deadline, charged)
            if self._trace and self._partial:
                self._trace("->", self._partial, self._elapsed)
            raise self._judge(error, allowed, starting=starting) from None
        except Cancelled:
            # For saying how long the wait was.
            self._elapsed = deadline.elapsed
            self._received = self._conversation.unread
            raise
        self._stop_clock(deadline, charged)
        self._received = self._conversation.answered
        return answer.cards

    def _answer(self, process: EngineProcess, deadline: Deadline) -> EngineAnswer:
        """Wait for the answer, and keep what the engine says before it."""
        conversation = self._conversation
        while True:
            data = process.read(deadline)
            if self._trace:
                *lines, self._partial = (self._partial + data).split(b"\n")
                for line in lines:
                    self._trace("->", line, deadline.elapsed)
            conversation.receive_data(data)
            while (event := conversation.next_event()) is not None:
                if isinstance(event, EngineAnswer):
                    return event
                if event.moves:
                    self._rated = event
                if self.listener is not None:
                    self.listener(event)
            if deadline.has_passed:
                raise DeadlinePassed

    def _about(self, command: Command) -> None:
        """Begin what concerns this command, of which nothing was sent yet."""
        self._command = command
        self._sent = self._received = b""
        self._rated = None
        self._elapsed = 0.0

    def _send(
        self, command: Command, time_left_ms: int | None = None, game_left_ms: int | None = None
    ) -> None:
        self._about(command)
        self._sent = self._conversation.send(command, time_left_ms, game_left_ms)
        self._partial = b""
        if self._trace:
            self._trace("<-", self._sent[:-1], 0.0)

    def _stop_clock(self, deadline: Deadline, charged: bool) -> None:
        self._elapsed = deadline.elapsed
        if charged:
            thought = max(0.0, self._elapsed - self._pipe_seconds)
            self.game_seconds += thought
            self.game_held_up += deadline.held_up
            self.game_answers += 1
            self.game_worst = max(self.game_worst, thought)

    def _refuse(self, waiting: bytes) -> None:
        """Judge what was said before anything was asked."""
        if self._trace:
            self._trace("->", waiting.rstrip(b"\n"), self._elapsed)
        try:
            self._conversation.receive_data(waiting)
            self._conversation.next_event()
        except RemoteProtocolError as error:
            raise self._judge(error, 0.0) from None

    def _judge(self, error: SilenceError, allowed: float, *, starting: bool = False) -> EngineFault:
        """Find what the process did, and end it."""
        assert self._process
        self._received = unread = self._conversation.unread
        if isinstance(error, RemoteProtocolError):
            details = [error.detail]
            self._received = error.received
        elif detail := what_happened(self._process, error):
            details = [detail]
        else:
            code = FaultCode.LATE_START if starting else FaultCode.LATE
            details = [Detail(code, {"n": f"{allowed:.3g}"})]
            if not starting and allowed < self.limits.move_time:
                details.append(Detail(FaultCode.GAME_TIME, {"n": f"{self.limits.game_time:g}"}))
            if self._patience:
                details.append(Detail(FaultCode.PATIENCE, {"n": f"{self._patience:g}"}))
            if unread:
                details.append(Detail(FaultCode.UNFINISHED))
        process, self._process = self._process, None
        # Kill first: its last output is in the pipe by then.
        self._end(process, 0.0)
        return self.fault(*details)

    def check(self, position: Position, cards: Action) -> Action:
        """The cards of its last answer that count.  Raises EngineFault.

        No engine is to blame for an attack limit that it may not know (H-003).
        """
        try:
            position.check(cards, capped=False)
        except IllegalAction as error:
            raise self.fault(Detail(error.rule, error.values)) from None
        return position.counted(cards)

    def fault(self, *details: Detail) -> EngineFault:
        """Return a fault in the last answer, such as an illegal card."""
        command = self._command
        return EngineFault(
            EngineVerdict(
                engine=self.name,
                details=details,
                command=f"hint {command.kind}" if command.hint else command.kind,
                sent=printable(self._sent.rstrip(b"\n"), None),
                received=printable(self._received.rstrip(b"\r\n")),
                seconds=self._elapsed,
            )
        )

    def hint(self, kind: Kind, data: GameData) -> tuple[tuple[int, ...], Info | None]:
        """Return the action and reasons for a position of any game.

        ``data`` carries ``hand`` and ``enemy_known``. The engine's own game is untouched; the
        reasons are the last info that named ``moves``. Raises LocalProtocolError if the engine
        gives no hints, and as :meth:`new_game`.
        """
        if self._process is None:
            self.new_game(data.trump)
        cards = self.ask(Command(kind, data.on_table, data, hint=True))
        return cards, self._rated

    def end_game(self) -> None:
        """Send ``game_end``, at which most engines exit."""
        if self._process is None:
            return  # ended by a fault
        if self._conversation.state is not State.PLAYING:
            self.close()
            return
        orphans.sweep(alone=self._alone)
        self._send_game_end(EXIT_GRACE)
        if not self.features.persistent:
            self._process.close_stdin()
            self._end_retired()
            self._retired = self._process, monotonic() + EXIT_GRACE
            self._process = None

    def _send_game_end(self, seconds: float) -> None:
        assert self._process
        self._send(Command("game_end"))
        with contextlib.suppress(DeadlinePassed, PipeClosed):
            self._process.write(self._sent, Deadline(seconds, self._clock))

    def watch_exit(self, seconds: float, *, game_end: bool) -> Departure:
        """See whether the engine exits by itself, without being ended."""
        process = self._process
        assert process
        if game_end:
            self._send_game_end(seconds)
        else:
            process.close_stdin()
        deadline = Deadline(seconds, self._clock)
        output = b""
        with contextlib.suppress(DeadlinePassed, PipeClosed):
            while len(output) <= LINE_CAP:
                output += process.read(deadline)
        flooding = len(output) > LINE_CAP
        status = process.exit_status(0.0 if flooding else seconds - deadline.elapsed)
        return Departure(status, output, deadline.elapsed)

    def stderr_tail(self) -> str:
        """The last of this or the last process's standard error."""
        process = self._process or (self._retired[0] if self._retired else None)
        return _readable(process.stderr_tail() if process else self._last_words)

    def take_stderr(self) -> bytes:
        """The bytes on its standard error since the last call.

        Of much it is the end. To be called between games: a process that is to exit is waited for.
        """
        self._end_retired()
        if self._process:
            return self._process.take_stderr()
        words, self._last_words = self._last_words, b""
        return words

    def words_so_far(self) -> str:
        """The same as read so far, while another thread asks."""
        process = self._process
        return _readable(process.stderr_so_far if process else self._last_words)

    def _end(self, process: EngineProcess, deadline: float | None) -> None:
        process.close(deadline)
        self._last_words = process.take_stderr()

    def _end_retired(self) -> None:
        if self._retired:
            process, deadline = self._retired
            self._retired = None
            self._end(process, deadline)

    def close(self) -> None:
        """End all its processes; it can play again after that."""
        process, self._process = self._process, None
        spare, self._spare = self._spare, None
        with contextlib.ExitStack() as ends:  # the last first, and each even if another fails
            ends.callback(self._end_retired)
            if process:
                ends.callback(self._end, process, None)
            if spare:
                ends.callback(spare.close, 0.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _readable(tail: bytes) -> str:
    lines = (printable(line, None) for line in tail.splitlines())
    return "\n".join(line for line in lines if line.strip())
