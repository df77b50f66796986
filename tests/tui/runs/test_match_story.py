"""Matches in a real terminal: whole stories, what they cost, and what must not disturb them."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.commands import autoplay
from tests.processes import all_end, descendants_of, workers_of
from tests.records.games import games_of
from tests.tui.runs.matches import enter
from tests.tui.terminals import ClockedTerminal, Terminal

pytestmark = pytest.mark.story

SECOND_BYTES = 1500
"""The most bytes of a running match in a second, four updates."""
WIDE_SECOND_BYTES = 4000
"""The same with a game shown beside the match."""
NOISY = f"sh -c 'echo NOISE >&2; exec {sys.executable} -P -m durak_engines.dummy'"


@contextmanager
def running(
    *engines: str,
    matches: str = "10",
    games: str = "10000",
    log: Path | None = None,
    size: tuple[int, int] = (80, 24),
) -> Iterator[ClockedTerminal]:
    """A match that has just begun."""
    both = engines or ("durak-dummy", "durak-dummy")
    with ClockedTerminal("autoplay", *both, size=size) as terminal:
        terminal.until("[ Start ]")
        if log:
            enter(terminal, "Log file", str(log))
        enter(terminal, "Games per match", games)
        enter(terminal, "Matches", matches)
        terminal.press("\x0f")
        terminal.until(lambda _text: done(terminal) > 0)
        yield terminal


def done(terminal: Terminal) -> int:
    """The number of games done that the screen shows."""
    found = re.search(r"(\d+) of \d+", terminal.text)
    return int(found[1]) if found else 0


def seconds_so_far(text: str) -> int:
    """For how long the screen says that a match has been on."""
    found = re.search(r"(\d+):(\d\d) so far", text)
    return int(found[1]) * 60 + int(found[2]) if found else 0


# Stories


def test_a_match_is_run_and_its_log_opened() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Autoplay")
        terminal.press("a")
        terminal.until("[ Start ]")
        terminal.settle()
        for _field in range(3):
            terminal.press("down")
            terminal.settle()
        terminal.press("backspace")
        terminal.settle()
        terminal.press("\x0f")
        terminal.until("finished", within=120)
        assert done(terminal) == 100
        assert re.search(r"Match +won: durak-endgame +durak-dummy +drawn", terminal.text)
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("l")
        terminal.until(lambda text: text.count("durak-dummy") > 10)
        terminal.settle()
        terminal.press("G")
        terminal.until(lambda text: re.search(r"100  +(today|yesterday) ", text))
        terminal.press("escape")
        terminal.until("finished")
        terminal.settle()
        terminal.press("q")
        assert terminal.wait() == 0


def test_a_game_is_watched_while_the_match_goes_on() -> None:
    with running() as terminal:
        terminal.press("w")
        terminal.until("attacks with")
        assert re.search(r"Match \d+, game \d+", terminal.text)
        terminal.press("+")
        terminal.until("0.15 s per card")
        terminal.press("n")
        terminal.until("attacks with")
        terminal.press("escape")
        terminal.until("games/s")


# What it costs


@pytest.mark.parametrize(
    ("matches", "games"), [("1", "1000000"), ("10000", "100"), ("1000000", "1")]
)
def test_a_running_match_sends_no_more_than_1500_bytes_a_second(matches: str, games: str) -> None:
    with running(matches=matches, games=games) as terminal:
        terminal.until(lambda _text: done(terminal) > 50)
        terminal.until("games/s")
        before, begun = done(terminal), seconds_so_far(terminal.text) + 1
        terminal.until(lambda text: seconds_so_far(text) >= begun)
        sent = terminal.received
        terminal.until(lambda text: seconds_so_far(text) >= begun + 5)
        assert terminal.received - sent <= SECOND_BYTES * 5
        # The figure may just be being drawn.
        terminal.until(lambda _text: done(terminal) > before)


def test_a_game_beside_the_match_costs_no_more_than_4000_bytes_a_second_in_all() -> None:
    with running(size=(180, 40)) as terminal:
        terminal.until("attacks with")
        begun = seconds_so_far(terminal.text) + 1
        terminal.until(lambda text: seconds_so_far(text) >= begun)
        sent = terminal.received
        terminal.until(lambda text: seconds_so_far(text) >= begun + 10)
        assert terminal.received - sent <= WIDE_SECOND_BYTES * 10


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_paused_match_and_one_that_is_over_send_nothing(size: tuple[int, int]) -> None:
    with running(size=size) as terminal:
        terminal.press("p")
        terminal.until("paused")
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("s")
        terminal.until("Stop the match?")
        terminal.press("down", "enter")
        terminal.until("stopped")
        terminal.settle()
        assert terminal.let_pass() == 0


# What must not disturb it


def test_no_noisy_engine_killed_worker_or_other_size_of_the_window_leaves_a_trace() -> None:
    with running("durak-dummy", NOISY) as terminal:
        before = set(workers_of(terminal.pid))
        os.kill(min(before), signal.SIGKILL)
        count = done(terminal)
        terminal.until(lambda _text: done(terminal) > count + 20)
        assert set(workers_of(terminal.pid)) != before
        terminal.resize(30, 10)
        terminal.until("too small")
        terminal.resize(200, 60)
        terminal.until("games/s")
        count = done(terminal)
        terminal.until(lambda _text: done(terminal) > count)
        assert "Engine2" not in terminal.text, "it has no fault"
        terminal.press("p")
        terminal.until("paused")
        terminal.settle()
        shown = terminal.text
        terminal.press("\x0c")
        assert terminal.settle() > 1000, "everything is sent again"
        assert terminal.text == shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_of_it_with_a_whole_log(number: signal.Signals, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    with running(log=log) as terminal:
        started = descendants_of(terminal.pid)
        os.kill(terminal.pid, number)
        assert terminal.wait() == 128 + number
        assert b"Traceback" not in terminal.tail
    assert len(started) >= 4
    assert all_end(started, within=30)
    ids = [game.game_id for game in games_of(log)]
    assert ids == list(range(1, len(ids) + 1))


def test_after_kill_9_nothing_runs_on_and_the_command_goes_on_with_the_log(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    with running("durak-dummy", NOISY, games="20", log=log) as terminal:
        terminal.until(lambda _text: done(terminal) > 20)
        started = descendants_of(terminal.pid)
        os.kill(terminal.pid, signal.SIGKILL)
        assert terminal.wait() == -signal.SIGKILL
    assert all_end(started, within=30)
    there = len(games_of(log))
    assert 20 < there <= 200  # all of them where the signal was held up
    run = autoplay(
        "durak-dummy", NOISY, "--match-size=20", "--log-file", str(log), "--resume",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert [game.game_id for game in games_of(log)] == list(range(1, 201))
