"""Two programs in two networks, with a bad cable between them.

200 ms each way, one frame in twenty lost, one in fifty twice, and twenty seconds of nothing in the
middle of the game.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.net.wire.programs import Program

LAST = 60
CUT_SECONDS = 20


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
def cable(networks: tuple[str, str]) -> Iterator[Program]:
    program = Program("bad_cable", *networks, "0.2", "0.05", "0.02")
    try:
        assert program.says() == ["ready"]
        for number, name in enumerate(networks, 1):
            ip("-n", name, "address", "add", f"10.77.0.{number}/24", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "up")
        yield program
    finally:
        program.end()


@pytest.mark.story
def test_two_programs_count_to_the_end_over_a_bad_cable_that_is_cut(
    networks: tuple[str, str], cable: Program, tmp_path: Path
) -> None:
    boris = Program("counter", "Boris", str(tmp_path / "b"), str(LAST), namespace=networks[1])
    anna = Program(
        "counter", "Anna", str(tmp_path / "a"), str(LAST), "Boris", namespace=networks[0]
    )
    both = (anna, boris)
    try:
        assert "Boris" in anna.hears("Seen", names=["Boris"])["names"]
        for one in both:
            one.hears("Opened")
        for one, number in ((boris, LAST // 3 | 1), (anna, (LAST // 3 | 1) + 1)):
            one.hears("heard", number=number)
            # A line that is merely bad is not taken for a lost one.
            assert not [event for event in one.events if event["event"] == "Lost"]
        cable.told(f"cut {CUT_SECONDS}")
        cut = float(cable.says()[1])
        for one in both:
            assert one.hears("Lost")["at"] - cut < 3
        word, mended = cable.says()
        assert word == "mended"
        for one in both:
            assert one.hears("Back")["at"] - float(mended) < 30
        boris.hears("heard", number=LAST - 1)
        anna.hears("heard", number=LAST)
        boris.told("enough")
        boris.hears("Left")
        anna.hears("Left")
        for one in both:
            assert one.process.wait(timeout=60) == 0
    finally:
        for one in both:
            one.end()


@pytest.mark.story
def test_a_program_that_is_killed_is_no_longer_seen(
    networks: tuple[str, str], cable: Program, tmp_path: Path
) -> None:
    boris = Program("counter", "Boris", str(tmp_path / "b"), "9", namespace=networks[1])
    anna = Program("counter", "Anna", str(tmp_path / "a"), "9", "Carla", namespace=networks[0])
    try:
        anna.hears("Seen", names=["Boris"])
        os.kill(boris.process.pid, signal.SIGKILL)
        anna.hears("Seen", names=[])
    finally:
        for one in (anna, boris):
            one.end()
