"""Who is to blame, for what, and how soon: not for what the runner did, or another command."""

import os
import re
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from time import monotonic
from types import FrameType

import pytest

from durak_tui.arena.contestant import Contestant, greet
from durak_tui.arena.game import play_game
from durak_tui.engine.client import EngineClient, Limits
from durak_tui.engine.errors import EngineFault, EngineStartError, RunnerError
from durak_tui.engine.process import EngineProcess
from durak_tui.engine.registry import EngineSpec, resolve
from durak_tui.game.cards import parse_card
from durak_tui.game.deals import deal
from durak_tui.protocol.faults import Verdict
from durak_tui.protocol.messages import Command, GameData, Info
from durak_tui.records.index import LogIndex
from tests.cli.test_autoplay import autoplay
from tests.conftest import rogue
from tests.engine.test_rogues import ROGUES
from tests.processes import Bell, best_of_ten

MOVE_TIME = 0.3
TRUMP = parse_card("7S")
NO_CARDS = Command("deal", (), GameData([], 24, [], 6, TRUMP))


class TimedClient(EngineClient):
    """Knows how long its last question took, the judgement included."""

    took = 0.0

    def ask(self, command: Command) -> tuple[int, ...]:
        started = monotonic()
        try:
            return super().ask(command)
        finally:
            self.took = monotonic() - started


def verdict_on(command: str, limits: Limits) -> tuple[Verdict, float]:
    """The verdict on an engine that fails in its first game, and how long it took."""
    with TimedClient(resolve(command), limits) as bad, EngineClient(resolve("durak-dummy")) as good:
        verdict, _ = play_game(deal(1, 1), (bad, good)).verdicts
        assert verdict
        return verdict, bad.took


def shell(script: str) -> EngineSpec:
    """An engine that is a shell script."""
    return EngineSpec("shell", ("/bin/sh", "-c", script))


@pytest.fixture
def bells(tmp_path: Path) -> Iterator[tuple[Bell, Bell]]:
    """Two of them, ``a`` and ``b`` in the test's folder."""
    both = Bell(tmp_path / "a"), Bell(tmp_path / "b")
    yield both
    for bell in both:
        bell.close()


@pytest.mark.parametrize(
    ("mode", "at"), [(mode, at) for mode, at, reason in ROGUES if reason == "timeout"]
)
def test_whatever_it_writes_an_engine_is_judged_within_50_ms_of_its_deadline(
    mode: str, at: int
) -> None:
    def overrun(_: int) -> float:
        verdict, took = verdict_on(rogue(mode, "--at", str(at)), Limits(MOVE_TIME))
        assert verdict.reason == "timeout"
        assert verdict.seconds >= MOVE_TIME
        return took - MOVE_TIME

    assert best_of_ten(overrun, below=0.05) < 0.05


@pytest.mark.parametrize(
    ("mode", "before", "reasons"),
    [
        ("close-stdout", 0.025, {"closed"}),
        # A fast machine reaches the cap of a line before the deadline.
        ("hurry-bytes", 0.005, {"timeout", "flood"}),
    ],
)
def test_whatever_it_begins_shortly_before_the_deadline_it_is_judged_as_soon(
    mode: str, before: float, reasons: set[str]
) -> None:
    starting_late = rogue(mode, "--at", "3", "--after", str(MOVE_TIME - before))

    def overrun(_: int) -> float:
        verdict, took = verdict_on(starting_late, Limits(MOVE_TIME))
        return took - MOVE_TIME if verdict.reason in reasons else inf

    assert best_of_ten(overrun, below=0.05) < 0.05


def test_a_crash_is_seen_at_once_although_a_child_holds_the_pipes() -> None:
    verdict, took = verdict_on(rogue("child-holds-pipes", "--at", "3"), Limits(30))
    assert verdict.reason == "crash"
    assert verdict.detail == "exited with code 3, last words: out of ideas"
    assert took < 5


def test_an_engine_that_crashes_at_its_start_and_leaves_a_child_does_not_start() -> None:
    started = monotonic()
    with pytest.raises(EngineStartError, match="exited with code 3, last words: out of ideas"):
        greet(Contestant(rogue("child-holds-pipes", "--at", "1"), limits=Limits(30)))
    assert monotonic() - started < 5


def test_a_runner_that_was_stopped_forfeits_nobody_who_answered_meanwhile() -> None:
    stopping = rogue("stop-runner", "--at", "4", "--for", "0.5")
    run = autoplay(
        stopping, "durak-dummy", "--matches-number=1", "--match-size=1", "--move-time=0.3",
        "--concurrency=1",
    )  # fmt: skip
    assert run.returncode == 0
    assert b"Match 1" in run.stdout
    assert b"Faults" not in run.stdout


def test_no_engine_pays_for_the_time_in_which_its_runner_was_stopped(tmp_path: Path) -> None:
    stopping = rogue("stop-runner", "--at", "4", "--for", "1.0")
    log = tmp_path / "games.log"
    run = autoplay(
        stopping, "durak-dummy", "--matches-number=1", "--match-size=1", "--game-time=0.9",
        "--concurrency=1", "--log-file", str(log),
    )  # fmt: skip
    assert run.returncode == 0
    assert b"Faults" not in run.stdout
    with LogIndex(log) as index:
        index.scan()
        clocks = index.game(0).clocks
    assert clocks
    assert clocks[0].worst < 0.6


def test_a_runner_held_up_by_a_signal_takes_the_answer_that_came_meanwhile(
    bells: tuple[Bell, Bell],
) -> None:
    held_up, too_late = bells

    def handler(_: int, __: FrameType | None) -> None:
        held_up.ring()
        too_late.wait()

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with EngineClient(
            shell(
                "read init; echo ok; read deal; kill -s USR1 $PPID;"
                f" read go <{held_up.path}; echo ok; sleep {MOVE_TIME + 0.05};"
                f" echo >{too_late.path}; read end"
            ),
            Limits(MOVE_TIME),
        ) as engine:
            engine.new_game(TRUMP)
            started = monotonic()
            assert engine.ask(NO_CARDS) == ()
            assert monotonic() - started > MOVE_TIME
            assert engine.game_seconds < MOVE_TIME  # the time of the handler is not its own
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("where", ["having read it", "showing it"])
def test_a_runner_held_up_by_an_info_takes_the_answer_that_came_meanwhile(
    where: str, bells: tuple[Bell, Bell], monkeypatch: pytest.MonkeyPatch
) -> None:
    held_up, too_late = bells
    read = EngineProcess.read

    def slow_read(process: EngineProcess, deadline: float) -> bytes:
        data = read(process, deadline)
        if data.startswith(b"info") and where == "having read it":
            held_up.ring()
            too_late.wait()
        return data

    def on_info(_: Info) -> None:
        if where == "showing it":
            held_up.ring()
            too_late.wait()

    monkeypatch.setattr(EngineProcess, "read", slow_read)
    with EngineClient(
        shell(
            "read init; echo 'ok ## {}'; read deal; echo 'info {}';"
            f" read go <{held_up.path}; echo ok; sleep {MOVE_TIME + 0.05};"
            f" echo >{too_late.path}; read end"
        ),
        Limits(MOVE_TIME),
        on_info=on_info,
    ) as engine:
        engine.new_game(TRUMP)
        started = monotonic()
        assert engine.ask(NO_CARDS) == ()
        assert monotonic() - started > MOVE_TIME
        assert engine.game_seconds < MOVE_TIME


@pytest.mark.parametrize("mode", ["not-held", "illegal-in-two", "info-and-illegal"])
def test_a_verdict_quotes_the_line_of_the_answer_however_it_was_written(mode: str) -> None:
    verdict, _ = verdict_on(rogue(mode, "--at", "3"), Limits(10))
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
    assert "exited with code 7" in verdict.detail


def test_a_program_that_vanishes_between_games_crashes_in_init(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec {rogue('good')}\n")
    program.chmod(0o755)
    with (
        EngineClient(resolve(str(program))) as one,
        EngineClient(resolve("durak-dummy")) as two,
    ):
        assert play_game(deal(1, 1), (one, two)).verdicts == (None, None)
        program.unlink()
        verdict, other = play_game(deal(1, 2), (one, two)).verdicts
    assert verdict and other is None
    assert (verdict.reason, verdict.command, verdict.received) == ("crash", "init", "")
    assert "cannot be started: No such file or directory" in verdict.detail


@contextmanager
def open_files(limit: int, *, free: int = 0) -> Iterator[None]:
    """All descriptors below ``limit`` are taken except so many."""
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
        pytest.skip("this system does not allow so many")
    with (
        open_files(1200, free=100),
        EngineClient(resolve(rogue("stderr-8mb", "--at", "3"))) as one,
        EngineClient(resolve(rogue("exit", "--at", "9"))) as two,
    ):
        verdict, other = play_game(deal(1, 1), (one, two)).verdicts
    assert verdict is None
    assert other and "out of ideas" in other.detail


@pytest.mark.parametrize("free", [0, 7])
def test_a_runner_that_runs_out_of_files_blames_no_engine(free: int) -> None:
    with (
        EngineClient(resolve("durak-dummy")) as one,
        EngineClient(resolve("durak-dummy")) as two,
        open_files(200, free=free),
        pytest.raises(RunnerError, match="Too many open files"),
    ):
        play_game(deal(1, 1), (one, two))
