"""Two programs in two networks, with a bad cable between them.

200 ms each way, one frame in twenty lost, one in fifty twice, and twenty seconds of nothing in the
middle of a game.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from durak_tui.net.talk_journal import unfinished
from tests.net.sittings import same_game
from tests.net.wire.program import LOG
from tests.net.wire.programs import PATIENCE, Program
from tests.records.journals import logged

CUT_SECONDS = 20
NAMES = "Anna", "Boris"


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


class Two:
    """Anna, who invites Boris, and Boris, who waits."""

    def __init__(self, networks: tuple[str, str], folder: Path) -> None:
        self.folders = [folder / name for name in NAMES]
        whom: tuple[list[str], list[str]] = [NAMES[1]], []
        self.programs = [
            Program("program", NAMES[seat], str(self.folders[seat]), *whom[seat], namespace=network)
            for seat, network in enumerate(networks)
        ]

    def finish(self) -> None:
        """Play to the end, at which both have the same game in their logs, verified."""
        for one in self.programs:
            verdicts = one.hears("Verdicts")
            assert (verdicts["Checked"], verdicts["OtherChecked"]) == ("", "")
        for one in self.programs:
            one.write("enough")
        assert [one.process.wait(PATIENCE) for one in self.programs] == [0, 0]
        (annas,), (boriss,) = (logged(folder / LOG) for folder in self.folders)
        assert same_game(annas, boriss)
        assert [unfinished(folder) for folder in self.folders] == [[], []]


@contextmanager
def at_their_programs(networks: tuple[str, str], folder: Path) -> Iterator[Two]:
    """Both, whose programs have ended afterwards."""
    two = Two(networks, folder)
    try:
        yield two
    finally:
        for one in two.programs:
            one.end()


@pytest.mark.story
def test_a_game_goes_on_to_its_end_over_a_bad_cable_that_is_cut(
    networks: tuple[str, str], cable: Program, tmp_path: Path
) -> None:
    with at_their_programs(networks, tmp_path) as two:
        for one in two.programs:
            one.hears("Acted", played=20)
            # A line that is merely bad is hardly ever taken for a lost one.
            assert len(one.heard("Lost")) <= 1
        cable.write(f"cut {CUT_SECONDS}")
        cut = float(cable.says()[1])
        for one in two.programs:
            while (lost := one.hears("Lost")["at"]) < cut:
                pass
            assert lost - cut < 3
        assert cable.says()[0] == "mended"
        for one in two.programs:
            one.hears("Back")
        two.finish()


@pytest.mark.story
def test_a_program_that_is_killed_is_no_longer_seen(
    networks: tuple[str, str], cable: Program, tmp_path: Path
) -> None:
    boris = Program("program", "Boris", str(tmp_path / "b"), namespace=networks[1])
    anna = Program("program", "Anna", str(tmp_path / "a"), "Carla", namespace=networks[0])
    try:
        anna.hears("Seen", names=["Boris"])
        boris.end()
        anna.hears("Seen", names=[])
    finally:
        for one in (anna, boris):
            one.end()
