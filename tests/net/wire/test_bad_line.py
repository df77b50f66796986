"""Two programs in two networks, with a bad cable between them.

200 ms each way, one frame in twenty lost, one in fifty twice, and twenty seconds of nothing in the
middle of a game.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

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
        self._networks = networks
        self.folders = [folder / name for name in NAMES]
        self.programs = [self._started(seat) for seat in (0, 1)]

    def _started(self, seat: int) -> Program:
        whom = NAMES[1:] if seat == 0 else ()
        argv = NAMES[seat], str(self.folders[seat]), *whom
        return Program("program", *argv, namespace=self._networks[seat])

    def kill(self, seat: int) -> None:
        """Kill one of them, and start them anew."""
        self.programs[seat].end()
        self.programs[seat] = self._started(seat)

    def finish(self) -> None:
        """Play to the end, at which both have the same game in their logs, verified."""
        for one in self.programs:
            verdicts = one.hears("Verdicts")
            assert (verdicts["Checked"], verdicts["OtherChecked"]) == ("", "")
        for one in self.programs:
            one.told("enough")
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
        cable.told(f"cut {CUT_SECONDS}")
        cut = float(cable.says()[1])
        for one in two.programs:
            while (lost := one.hears("Lost")["at"]) < cut:
                pass
            assert lost - cut < 3
        assert cable.says()[0] == "mended"
        for one in two.programs:
            one.hears("Back")
        two.finish()
        for one in two.programs:
            # Whoever is to draw says nothing more for it: it takes there and back, once.
            assert {draw["said"] for draw in one.heard("Drew")} == {0}
        print(figures(two))


def figures(two: Two) -> str:
    """What the set-up and the draws have cost, for those who read it."""
    setting_up = [one.heard("Begun")[0]["computing"] for one in two.programs]
    draws = [draw for one in two.programs for draw in one.heard("Drew")]
    waited = sorted(draw["seconds"] for draw in draws if draw["seconds"] > 0.4)  # There and back.
    return (
        f"set-up: {setting_up[0]:.1f} and {setting_up[1]:.1f} s of computing;"
        f" {len(draws)} draws: at most {1000 * max(one['computing'] for one in draws):.0f} ms of"
        f" computing; {len(waited)} were waited for, {median(waited):.3f} s, at least"
        f" {waited[0]:.3f} s, of which the line takes 0.4 s if it loses nothing"
    )


@pytest.mark.story
def test_programs_that_are_killed_go_on_where_they_were(
    networks: tuple[str, str], cable: Program, tmp_path: Path
) -> None:
    with at_their_programs(networks, tmp_path) as two:
        for seat, played in ((0, 10), (1, 20)):
            two.programs[seat].hears("Acted", played=played)
            two.kill(seat)
            assert two.programs[seat].hears("Resumed")["played"] >= played
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
