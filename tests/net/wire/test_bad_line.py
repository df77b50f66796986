"""Two programs in two networks, with a bad cable between them.

200 ms each way, one frame in twenty lost, one in fifty twice, and twenty seconds of nothing in the
middle of a game.
"""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.net.sittings import same_game
from tests.processes import look_until
from tests.records.journals import logged
from tests.tui.people.test_people_story import agree, home, play
from tests.tui.terminals import PROGRAM, Terminal

pytestmark = pytest.mark.story

CUT_SECONDS = 20
NAMES = "anna", "boris"
LOST = "No connection to"
FAILED = re.compile("cannot be reached|before there was an answer|has not answered|does not answer")
Cable = subprocess.Popen[str]


def ip(*words: str) -> None:
    """Change something of the network, in a namespace of the test's own."""
    run = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if run.returncode:
        raise OSError(run.stderr.strip())


@pytest.fixture
def networks() -> Iterator[tuple[str, str]]:
    """Two namespaces; skipped where they are not allowed."""
    names = f"durak-{os.getpid()}-a", f"durak-{os.getpid()}-b"
    try:
        for name in names:
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        assert Path("/dev/net/tun").exists()
    except (OSError, AssertionError) as error:
        for name in names:
            with suppress(OSError):
                ip("netns", "del", name)
        pytest.skip(f"no networks of one's own here: {error or 'no /dev/net/tun'}")
    yield names
    for name in names:
        ip("netns", "del", name)


@pytest.fixture
def cable(networks: tuple[str, str]) -> Iterator[Cable]:
    argv = [sys.executable, "-m", "tests.net.wire.bad_cable", *networks, "0.2", "0.05", "0.02"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert said_by(run) == "ready"
        for number, name in enumerate(networks, 1):
            ip("-n", name, "address", "add", f"10.77.0.{number}/24", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "up")
        yield run


def said_by(cable: Cable) -> str:
    """The first word of the next line of the cable's program."""
    assert cable.stdout
    return cable.stdout.readline().split()[0]


@contextmanager
def at_their_lists(networks: tuple[str, str], folder: Path) -> Iterator[tuple[Terminal, Terminal]]:
    """Anna and Boris, each at a program in a network of their own, who see each other."""
    anna, boris = (
        Terminal(program=["ip", "netns", "exec", network, *PROGRAM], env=home(folder, name))
        for network, name in zip(networks, NAMES, strict=True)
    )
    with anna, boris:
        for terminal in (anna, boris):
            terminal.until("Play")
            terminal.press("p")
            terminal.until("Local network")
            terminal.press("n")
        anna.until("boris")
        boris.until("anna")
        yield anna, boris


def is_invited(anna: Terminal, boris: Terminal) -> bool:
    """Call again where a call has failed, as the line is bad."""
    anna.read(0)
    if boris.read(0) and FAILED.search(boris.text):
        boris.press("enter")
    return "boris invites you" in anna.text


def test_a_game_goes_on_to_its_end_over_a_bad_cable_that_is_cut(
    networks: tuple[str, str], cable: Cable, tmp_path: Path
) -> None:
    with at_their_lists(networks, tmp_path) as both:
        anna, boris = both
        boris.press("enter")
        look_until(lambda: is_invited(anna, boris), 120, lambda: boris.text)
        agree(anna, "boris invites you to a game")
        losses, are_lost = Counter[Terminal](), dict.fromkeys(both, False)

        def have_come_far(text: str) -> bool:
            for one in both:
                losses[one] += LOST in one.text and not are_lost[one]
                are_lost[one] = LOST in one.text
            talon = re.search(r"Talon (\d+)", text)
            return talon is not None and int(talon[1]) < 20

        play(*both, to=have_come_far)
        # A line that is merely bad is hardly ever taken for a lost one.
        assert max(losses.values()) <= 1
        assert cable.stdin
        cable.stdin.write(f"cut {CUT_SECONDS}\n")
        cable.stdin.flush()
        assert said_by(cable) == "cut"
        cut = monotonic()
        for terminal in both:
            terminal.until(LOST)
            assert monotonic() - cut < CUT_SECONDS / 2  # 3, and what it takes to say so.
        assert said_by(cable) == "mended"
        for terminal in both:
            terminal.until(lambda text: LOST not in text)
        play(*both, to=lambda text: "Verified: the deal was honest." in text)
    logs = (tmp_path / name / "data" / "durak-tui" / "games.log" for name in NAMES)
    (annas,), (boriss,) = map(logged, logs)
    assert same_game(annas, boriss)


def test_a_killed_program_is_no_longer_seen(
    networks: tuple[str, str], cable: Cable, tmp_path: Path
) -> None:
    with at_their_lists(networks, tmp_path) as (anna, boris):
        os.kill(boris.pid, signal.SIGKILL)
        anna.until(lambda text: "boris" not in text)
