"""Blame falls in time, on the right engine and command."""

import os
import re
import resource
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import FrameType

import pytest

from durak_tui.engine.about import greet
from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.engine.engine_errors import EngineFault, EngineStartError, EngineVerdict, RunnerError
from durak_tui.engine.orphans import orphans
from durak_tui.engine.process import EngineProcess
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import parse_card
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import play_game
from durak_tui.protocol.messages import Command, GameData
from tests.conftest import rogue
from tests.engine.test_rogues import ROGUES
from tests.engine.waiting import PATIENT, Clock, HurriedClient, Waits, shell, waits
from tests.processes import Bell

__all__ = ["waits"]

MOVE_TIME = 0.3
TRUMP = parse_card("7S")
NO_CARDS = Command("deal", (), GameData([], 24, [], 6, TRUMP))


class TimedClient(HurriedClient):
    """Knows how long its last question took, the judgement included."""

    took = 0.0
    """By the clock on the wall."""
    spent = 0.0
    """Of its own."""

    def __init__(self, command: str, at: int, hurry: Limits, waits: Waits) -> None:
        super().__init__(command, at, hurry)
        self._waits = waits

    def ask(self, command: Command) -> tuple[int, ...]:
        self._waits.burying = False
        started, spent = monotonic(), self._waits.spent
        try:
            return super().ask(command)
        finally:
            self.took = monotonic() - started
            self.spent = self._waits.spent - spent


def verdict_on(
    mode: str, *arguments: str, at: int, hurry: Limits, waits: Waits
) -> tuple[EngineVerdict, TimedClient]:
    """The verdict on a rogue that misbehaves at this question of its first game."""
    command = rogue(mode, "--at", str(at), *arguments)
    with (
        TimedClient(command, at, hurry, waits) as bad,
        EngineClient(resolve("durak-dummy"), PATIENT) as good,
    ):
        verdict, _ = play_game(deal(1, 1), (bad, good)).verdicts
        assert verdict
        return verdict, bad


@pytest.fixture
def bells(tmp_path: Path) -> Iterator[tuple[Bell, Bell]]:
    """Two of them, ``a`` and ``b`` in the test's folder."""
    both = Bell(tmp_path / "a"), Bell(tmp_path / "b")
    yield both
    for bell in both:
        bell.close()


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("mode", "at"), [(mode, at) for mode, at, reason in ROGUES if reason == "timeout"]
)
def test_an_engine_is_judged_within_50_ms_of_its_deadline_however_it_writes(
    mode: str, at: int, waits: Waits
) -> None:
    verdict, client = verdict_on(
        mode, at=at, hurry=Limits(MOVE_TIME, start_time=MOVE_TIME), waits=waits
    )
    assert verdict.reason == "timeout"
    assert verdict.seconds >= MOVE_TIME
    assert client.spent < MOVE_TIME + 0.05


@pytest.mark.parametrize(
    ("mode", "before", "reasons"),
    [
        ("close-stdout", 0.025, {"closed"}),
        # A fast machine reaches the cap of a line before the deadline.
        ("hurry-bytes", 0.005, {"timeout", "flood"}),
    ],
)
def test_an_engine_that_acts_shortly_before_its_deadline_is_judged_as_soon(
    mode: str, before: float, reasons: set[str], waits: Waits
) -> None:
    for _ in range(20):
        verdict, client = verdict_on(
            mode,
            "--after",
            str(MOVE_TIME - before),
            at=3,
            hurry=Limits(MOVE_TIME, start_time=MOVE_TIME),
            waits=waits,
        )
        assert client.spent < MOVE_TIME + 0.05
        # On a busy machine the engine may be too late to begin.
        assert verdict.reason in {*reasons, "timeout"}
        if verdict.reason in reasons:
            break
    assert verdict.reason in reasons


def test_a_crash_is_seen_at_once_although_a_child_holds_the_pipes(waits: Waits) -> None:
    verdict, client = verdict_on("child-holds-pipes", at=3, hurry=PATIENT, waits=waits)
    assert verdict.reason == "crash"
    assert str(verdict.why) == "exited with code 3"
    assert client.stderr_tail() == "out of ideas"
    assert client.took < PATIENT.move_time / 2


def test_an_engine_that_crashes_at_its_start_and_leaves_a_child_does_not_start() -> None:
    started = monotonic()
    with pytest.raises(EngineStartError, match="exited with code 3, last words: out of ideas"):
        greet(EngineConfig(rogue("child-holds-pipes", "--at", "1"), move_time=60))
    assert monotonic() - started < PATIENT.move_time / 2


def test_long_last_words_are_cut_after_their_beginning() -> None:
    program = shlex.join([sys.executable, "-c", "import sys; sys.exit('out of ideas ' * 1000)"])
    with pytest.raises(EngineStartError, match="last words: out of ideas") as error:
        greet(EngineConfig(program, move_time=60))
    assert len(str(error.value)) < 1000


def test_an_engine_that_closes_its_output_as_it_dies_has_crashed_however_long_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(orphans, "is_dying", lambda _: True)
    with (
        EngineClient(shell("read init; exec >&-; sleep 0.5; exit 7"), PATIENT) as engine,
        pytest.raises(EngineFault) as fault,
    ):
        engine.new_game(TRUMP)
    assert fault.value.verdict.reason == "crash"
    assert "exited with code 7" in str(fault.value.verdict.why)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows that a process is dying")
def test_a_process_is_dying_when_none_of_its_threads_goes_on(bells: tuple[Bell, Bell]) -> None:
    begun, go = bells
    exit_of_a_thread = {"x86_64": 60, "aarch64": 93}.get(os.uname().machine)
    if exit_of_a_thread is None:
        pytest.skip("it is not known how to end a single thread here")
    outlived = f"""
import ctypes, os, threading

def outlive():
    while open("/proc/self/stat").read().rpartition(")")[2].split()[0] != "Z":
        pass
    open({str(begun.path)!r}, "w").write("x")
    open({str(go.path)!r}, "rb", buffering=0).read(1)
    os._exit(0)

threading.Thread(target=outlive).start()
ctypes.CDLL(None).syscall({exit_of_a_thread}, 0)
"""
    process = EngineProcess((sys.executable, "-c", outlived), os.environ)
    try:
        begun.wait()
        assert not orphans.is_dying(process.pid)
        go.ring()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert orphans.is_dying(process.pid)
    finally:
        process.close()


def charged_for_an_answer(script: str, clock: Clock, trace: Trace | None = None) -> float:
    """The seconds that an engine pays for an answer, which it gives within its time, while the
    clock moves only where it is moved."""
    with EngineClient(shell(script), PATIENT, trace=trace, clock=clock) as engine:
        engine.new_game(TRUMP)
        engine.limits = Limits(MOVE_TIME)
        with clock.stopped():
            assert engine.ask(NO_CARDS) == ()
        return engine.game_seconds


def test_a_runner_held_up_by_a_signal_takes_the_answer_that_came_meanwhile(
    bells: tuple[Bell, Bell],
) -> None:
    clock = Clock()
    held_up, answered = bells

    def handler(_: int, __: FrameType | None) -> None:
        held_up.ring()
        answered.wait()
        clock.pass_by(10)

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        script = (
            "read init; echo ok; read deal; kill -s USR1 $PPID;"
            f" read go <{held_up.path}; echo ok; echo >{answered.path}; read end"
        )
        # The time of the handler is not the engine's own.
        assert charged_for_an_answer(script, clock) < MOVE_TIME
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_runner_held_up_by_an_info_takes_the_answer_that_came_meanwhile(
    bells: tuple[Bell, Bell],
) -> None:
    clock = Clock()
    held_up, answered = bells

    def trace(_: str, line: bytes, __: float) -> None:
        if line.startswith(b"info"):
            held_up.ring()
            answered.wait()
            clock.pass_by(10)

    script = (
        "read init; echo 'ok ## {}'; read deal; echo 'info {}';"
        f" read go <{held_up.path}; echo ok; echo >{answered.path}; read end"
    )
    assert charged_for_an_answer(script, clock, trace) < MOVE_TIME


def test_what_an_engine_writes_while_its_runner_is_held_up_need_not_be_the_answer_yet(
    bells: tuple[Bell, Bell],
) -> None:
    clock = Clock()
    held_up, written = bells
    infos: list[bytes] = []

    def trace(_: str, line: bytes, __: float) -> None:
        if line.startswith(b"info"):
            infos.append(line)
            held_up.ring()
            if len(infos) == 1:
                written.wait()
                clock.pass_by(10)

    script = (
        "read init; echo 'ok ## {}'; read deal; echo 'info {}';"
        f" read go <{held_up.path}; echo 'info {{}}'; echo >{written.path};"
        f" read go <{held_up.path}; echo ok; read end"
    )
    assert charged_for_an_answer(script, clock, trace) < MOVE_TIME
    assert len(infos) == 2


@pytest.mark.parametrize("mode", ["not-held", "illegal-in-two", "info-and-illegal"])
def test_a_verdict_quotes_the_line_of_the_answer_however_it_was_written(
    mode: str, waits: Waits
) -> None:
    verdict, _ = verdict_on(mode, at=3, hurry=PATIENT, waits=waits)
    assert verdict.reason == "illegal"
    assert re.fullmatch("[2-9TJQKA][CDHS]", verdict.received)


def test_what_is_said_after_a_game_is_no_fault_of_its_last_command(
    bells: tuple[Bell, Bell],
) -> None:
    said, _ = bells
    with EngineClient(
        shell(
            """read init; echo 'ok ## {"persistent": true}'; read deal; echo ok;"""
            f" read game_end; echo 'good game'; echo >{said.path}; read init"
        )
    ) as engine:
        engine.new_game(TRUMP)
        engine.ask(NO_CARDS)
        engine.end_game()
        said.wait()
        with pytest.raises(EngineFault) as fault:
            engine.new_game(TRUMP)
    verdict = fault.value.verdict
    assert verdict.received == "good game"
    assert verdict.command in ("game_end", "init")
    assert not verdict.sent.startswith("deal")


def test_a_persistent_engine_that_ends_between_games_crashes_in_init() -> None:
    with EngineClient(
        shell("""read init; echo 'ok ## {"persistent": true}'; read game_end; exit 7""")
    ) as engine:
        engine.new_game(TRUMP)
        engine.end_game()
        with pytest.raises(EngineFault) as fault:
            engine.new_game(TRUMP)
    verdict = fault.value.verdict
    assert (verdict.reason, verdict.command) == ("crash", "init")
    assert "exited with code 7" in str(verdict.why)


def test_a_program_that_vanishes_between_games_crashes_in_init(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec {rogue('good')}\n")
    program.chmod(0o755)
    with EngineClient(resolve(str(program))) as one, EngineClient(resolve("durak-dummy")) as two:
        assert play_game(deal(1, 1), (one, two)).verdicts == (None, None)
        program.unlink()
        verdict, other = play_game(deal(1, 2), (one, two)).verdicts
    assert verdict and other is None
    assert (verdict.reason, verdict.command, verdict.received) == ("crash", "init", "")
    assert "cannot be started: No such file or directory" in str(verdict.why)


@contextmanager
def open_files(limit: int, *, free: int = 0) -> Iterator[None]:
    """All descriptors below ``limit`` are taken, except ``free`` of them."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    taken: list[int] = []
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(free):
            os.close(taken.pop())
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for fd in taken:
            os.close(fd)


def test_a_game_is_played_and_ends_cleanly_with_more_than_1024_files_open() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < 1200:
        pytest.skip("this system allows fewer")
    with (
        open_files(1200, free=100),
        EngineClient(resolve(rogue("stderr-8mb", "--at", "3"))) as one,
        EngineClient(resolve(rogue("exit", "--at", "9"))) as two,
    ):
        game = play_game(deal(1, 1), (one, two))
    assert game.verdicts[0] is None
    assert game.record.ending.stderr == "out of ideas"


@pytest.mark.parametrize("free", [0, 7])
def test_a_runner_that_runs_out_of_files_blames_no_engine(free: int) -> None:
    with (
        EngineClient(resolve("durak-dummy")) as one,
        EngineClient(resolve("durak-dummy")) as two,
        open_files(200, free=free),
        pytest.raises(RunnerError, match="Too many open files"),
    ):
        play_game(deal(1, 1), (one, two))
