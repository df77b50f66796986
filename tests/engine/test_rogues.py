"""Engines that misbehave lose their game, at once and for the right reason, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from durak_tui.engine.client import EngineClient, Trace
from durak_tui.engine.config import Limits
from durak_tui.engine.engine_errors import EngineVerdict
from durak_tui.engine.registry import resolve
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import PlayedGame, play_game
from durak_tui.records.log_format import decode_game, encode_game
from tests.conftest import rogue
from tests.engine.waiting import PATIENT, HurriedClient, Waits, waits
from tests.processes import all_end, peak_memory, pid_file, pids_in, reset_peak_memory

__all__ = ["waits"]

MOVE_TIME = 0.5
"""For the question that is never answered in time."""

ROGUES = [
    # mode, the question it fails at (2 = its first deal), reason
    ("exit", 3, "crash"),
    ("exit-0", 3, "crash"),
    ("segfault", 3, "crash"),
    ("silent", 3, "timeout"),
    ("silent", 1, "timeout"),
    ("late", 3, "timeout"),
    ("garbage", 3, "unreadable"),
    ("binary", 3, "unreadable"),
    ("not-held", 3, "illegal"),
    ("illegal", 3, "illegal"),
    ("flood-lines", 3, "flood"),
    ("drip-info", 3, "timeout"),
    ("flood-info", 3, "flood"),
    ("huge-info", 3, "flood"),
    ("drip-words", 3, "unreadable"),
    ("drip-bytes", 3, "timeout"),
    ("flood-no-newline", 3, "flood"),
    ("close-stdin", 2, "closed"),
    ("close-stdout", 3, "closed"),
    ("stderr-flood", 3, "timeout"),
    ("no-flush", 2, "timeout"),
    ("two-answers", 2, "flood"),
    ("child-then-exit", 3, "crash"),
    ("child-holds-pipes", 3, "crash"),
    ("illegal-in-two", 3, "illegal"),
    ("info-and-illegal", 3, "illegal"),
    ("dead-on-arrival", 1, "crash"),
]

WELL_ENOUGH = [
    # These play on; they only must not be allowed to linger, or to fill the memory.
    ("stderr-8mb", 3),
    ("odd-infos", 3),
    ("ignore-game-end", 3),
    ("ignore-sigterm", 3),
    ("spin-at-end", 3),
    ("child", 3),
    ("child-own-session", 3),
    ("job", 3),
    ("chain", 3),
    ("orphans", 3),
]


@contextmanager
def engines(first: str, second: str) -> Iterator[tuple[EngineClient, EngineClient]]:
    """Two engines with all the time that they want."""
    with (
        EngineClient(resolve(first), PATIENT) as one,
        EngineClient(resolve(second), PATIENT) as two,
    ):
        yield one, two


def client_for(mode: str, at: int, command: str, trace: Trace | None = None) -> HurriedClient:
    """Waits long for a rogue, but not where it is to be too late."""
    is_late = (mode, at, "timeout") in ROGUES
    hurry = Limits(MOVE_TIME, start_time=MOVE_TIME)
    return HurriedClient(command, at, hurry if is_late else PATIENT, trace)


def verdict_of(game: PlayedGame) -> EngineVerdict:
    """The verdict on the first engine, which alone failed."""
    verdict, other = game.verdicts
    assert verdict is not None
    assert other is None
    return verdict


@pytest.mark.few(9)
@pytest.mark.parametrize(("mode", "at", "reason"), ROGUES)
def test_a_misbehaving_engine_forfeits_for_the_right_reason_and_leaves_nothing_running(
    mode: str, at: int, reason: str, tmp_path: Path
) -> None:
    with pid_file(tmp_path / "pids") as pids:
        command = rogue(mode, "--at", str(at), "--pid-file", str(pids))
        before = reset_peak_memory()
        with (
            client_for(mode, at, command) as one,
            EngineClient(resolve("durak-dummy"), PATIENT) as two,
        ):
            game = play_game(deal(1, 1), (one, two))
        assert all_end(pids_in(pids))
        assert peak_memory() - before < 30_000_000
    verdict = verdict_of(game)
    assert verdict.reason == reason
    assert verdict.engine == command
    assert verdict.sent
    assert len(verdict.received) <= 203
    assert verdict.received.isprintable()
    assert game.record.ending.winner == 1
    assert game.record.ending.engine == 0
    assert decode_game(encode_game(game.record).split(b"\n", 1)[1]) == game.record


@pytest.mark.few(2)
@pytest.mark.parametrize(("mode", "at"), WELL_ENOUGH)
def test_an_engine_that_is_merely_untidy_plays_its_games_and_leaves_nothing_running(
    mode: str, at: int, tmp_path: Path
) -> None:
    with pid_file(tmp_path / "pids") as pids:
        command = rogue(mode, "--at", str(at), "--pid-file", str(pids))
        before = reset_peak_memory()
        with engines(command, "durak-dummy") as players:
            for number in (1, 2):
                assert play_game(deal(1, number), players).verdicts == (None, None)
        assert len(pids_in(pids)) >= (1 if mode in ("orphans", "odd-infos") else 2)
        assert all_end(pids_in(pids))
        assert peak_memory() - before < 30_000_000


@pytest.mark.few(3)
@pytest.mark.parametrize(("mode", "at"), [*(row[:2] for row in ROGUES), *WELL_ENOUGH])
def test_the_next_game_starts_within_half_a_second(
    mode: str, at: int, tmp_path: Path, waits: Waits
) -> None:
    over: list[float] = []
    begun: list[float] = []

    def at_the_end(_: str, line: bytes, __: float) -> None:
        if line == b"game_end":
            over.append(waits.spent)

    def at_the_start(_: str, line: bytes, __: float) -> None:
        if line.startswith(b"init"):
            begun.append(waits.spent)

    with pid_file(tmp_path / "pids") as pids:
        command = rogue(mode, "--at", str(at), "--pid-file", str(pids))
        with (
            EngineClient(resolve("durak-dummy"), PATIENT, trace=at_the_end) as witness,
            client_for(mode, at, command, at_the_start) as one,
        ):
            play_game(deal(1, 1), (witness, one))
            one.spec, one.hurry = resolve(rogue("good")), PATIENT
            one.new_game(deal(1, 2).deck[-1])
    # A busy machine adds to this what it likes.
    assert begun[-1] - over[0] < 0.5


@pytest.mark.parametrize(
    ("mode", "why", "last_words"),
    [("exit", "exited with code 3", "out of ideas"), ("segfault", "SIGSEGV", "")],
)
def test_a_crash_is_reported_with_its_exit_code_or_signal_and_last_words(
    mode: str, why: str, last_words: str
) -> None:
    with engines(rogue(mode, "--at", "3"), "durak-dummy") as players:
        assert why in verdict_of(play_game(deal(1, 1), players)).why.english
        assert last_words in players[0].stderr_tail()


def test_after_a_fault_the_next_game_is_played_by_a_new_process() -> None:
    with engines(rogue("exit", "--at", "3"), "durak-dummy") as players:
        for number in (1, 2, 3):
            assert verdict_of(play_game(deal(1, number), players)).reason == "crash"


def test_a_game_is_void_when_both_fail_before_the_first_card() -> None:
    with engines(rogue("exit", "--at", "1"), rogue("garbage", "--at", "2")) as players:
        game = play_game(deal(1, 1), players)
    first, second = game.verdicts
    assert first and first.reason == "crash"
    assert second and second.reason == "unreadable"
    assert game.record.ending.winner is None
    assert game.record.actions == ()


def test_a_stderr_of_eight_megabytes_is_kept_as_a_bounded_tail() -> None:
    with engines(rogue("stderr-8mb", "--at", "3"), "durak-dummy") as players:
        play_game(deal(1, 1), players)
        players[0].close()
        assert 0 < len(players[0].stderr_tail()) <= 17_000


def test_a_game_budget_is_spent_over_the_whole_game() -> None:
    with (
        EngineClient(resolve(rogue("late", "--at", "3")), Limits(60, game_time=0.4)) as one,
        EngineClient(resolve("durak-dummy"), PATIENT) as two,
    ):
        verdict = verdict_of(play_game(deal(1, 1), (one, two)))
    assert verdict.reason == "timeout"
    assert "the last of its 0.4 s for the game" in str(verdict.why)
    assert verdict.seconds < 30
