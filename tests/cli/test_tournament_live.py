"""The live standing, on real terminals of several sizes."""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from durak_tui.cli import live
from durak_tui.cli.common import StandardOutput
from durak_tui.cli.live import LiveBlock, bar
from durak_tui.common.text import cells
from tests.cli.commands import Patch
from tests.cli.terminal import Screen, on_terminal, read_to_end
from tests.cli.tournaments import TOURNAMENT, dummies, write_cup
from tests.processes import Bell
from tests.table.patient import ALL, patient

pytestmark = pytest.mark.story


def show(
    *arguments: str,
    size: tuple[int, int],
    screen: Screen | None = None,
    on_piece: Callable[[str], None] = lambda _: None,
) -> tuple[Screen, str, int]:
    """The screen that a tournament leaves on a terminal, all that was written, the exit code.

    ``on_piece`` is called with each piece that comes.
    """
    screen, written = screen or Screen(size[0]), []
    with on_terminal([*TOURNAMENT, *arguments], *size) as (process, fd):
        for piece in read_to_end(fd):
            written.append(piece)
            screen.feed(piece)
            on_piece(piece)
        assert process.stderr
        assert process.stderr.read() == b""
        return screen, "".join(written), process.wait(timeout=120)


def test_bar_and_standing_are_redrawn_in_place_and_left_clean(tmp_path: Path, bell: Bell) -> None:
    engines = [*dummies(2), ("dummy3", patient(bell).command)]
    path = write_cup(tmp_path, "round-robin", engines, 60, move_time=600)
    midway = re.compile(r"\[#+-+\] \d+/180 games, \d+\.\d games/s, \d+:\d\d left")
    bell.ring(ALL // 4)  # for some of the games
    rung = False

    def look(piece: str) -> None:
        nonlocal rung
        if not rung and midway.search(piece):
            rung = True
            bell.ring(5 * ALL)  # for all others

    started = monotonic()
    screen, text, code = show(path, "--concurrency", "1", size=(200, 24), on_piece=look)
    seconds = monotonic() - started
    assert code == 0
    assert midway.search(text)
    # At most four times a second, and once at either end.
    assert text.count("\x1b[J") <= 4 * seconds + 2
    lines = screen.rows
    assert lines[0] == "Round robin of 3 engines, 60 games per pairing, 180 in all"
    assert re.fullmatch(r"\[#{38}\] 180/180 games, \d+\.\d games/s", lines[1])
    assert lines[2].split() == ["Engine", "Points", "Score", "Elo"]
    for number, line in enumerate(lines[3:6], 1):
        row = rf"1  dummy{number}  60\.0/120  50\.0 %  \+0\.0 ± \d+\.\d"
        assert re.fullmatch(row, line)
    assert lines[6:8] == ["", "First place shared by dummy1, dummy2, dummy3"]
    assert lines[8] == f"Report: {tmp_path}/out/report.md, also as .html and results.json"
    assert lines[9:] == [""]
    assert screen.column == 0


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 6), (20, 3), (9, 2)])
def test_it_fits_any_terminal(width: int, height: int, tmp_path: Path) -> None:
    engines = [*dummies(5), ("棋士棋士棋士", "durak-dummy")]
    path = write_cup(tmp_path, "swiss", engines, 2)
    # The lines before and after the block may be longer than a small terminal.
    screen, text, code = show(path, size=(width, height), screen=Screen(10_000))
    assert code == 0
    drawn = re.findall(r"([^\x1b\r\n]*)\x1b\[K", text)
    assert all(cells(line) < width for line in drawn)
    *drawings, last = text.split("\x1b[J")[:-1]
    for drawing in drawings[1:]:
        assert drawing.count("\n") < height
    # At the end nothing is left out.
    begin = next(n for n, line in enumerate(screen.rows) if line.endswith("in all")) + 1
    assert screen.rows[begin].startswith("18/18" if width < 40 else "[##")
    assert [line[:1] for line in screen.rows[begin + 1 : begin + 9]] == [" ", *"1" * 6, ""]
    assert "and " not in last


def test_a_signal_leaves_the_terminal_clean(tmp_path: Path) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 100_000)
    screen = Screen(200)
    with on_terminal([*TOURNAMENT, path], 200, 24) as (process, fd):
        asked = False
        for piece in read_to_end(fd):
            screen.feed(piece)
            if "games/s" in piece and not asked:
                asked = True
                process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
    assert re.match(r"\[#*-+\] \d+/100000 games, ", screen.rows[1])
    assert screen.rows[5] == ""
    assert re.fullmatch(r"Stopped after game \d+ of 100000; resume with --resume", screen.rows[6])
    assert screen.rows[8:] == [""]


def test_a_dumb_terminal_gets_lines(tmp_path: Path, monkeypatch: Patch) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 2)
    with on_terminal(["env", "TERM=dumb", *TOURNAMENT, path], 80, 24) as (process, fd):
        text = "".join(read_to_end(fd))
        assert process.wait(timeout=120) == 0
    assert "\x1b" not in text
    assert "Round 1: dummy1 1.0 - 1.0 dummy2" in text


class Recorder(StandardOutput):
    """Feeds a screen instead of standard output."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen = screen
        self.written: list[str] = []

    def write(self, text: str) -> None:
        """Show."""
        self.written.append(text)
        # As the terminal's own output processing does.
        self.screen.feed(text.replace("\n", "\r\n"))


def test_nothing_is_written_where_nothing_has_changed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(live, "terminal_size", lambda: os.terminal_size((80, 24)))
    lines = ["one", "two", "three"]
    output = Recorder(Screen(80))
    block = LiveBlock(output, lambda width, height: list(lines))
    block.draw()
    block.draw()
    assert len(output.written) == 1
    lines[1] = "2"
    block.draw()
    assert "one" not in output.written[1]
    assert output.screen.rows == ["one", "2", "three", ""]
    del lines[1:]
    block.draw()
    assert output.screen.rows == ["one", ""]


def test_the_bar_is_full_at_the_end_and_not_before() -> None:
    assert bar(0, 10, 12) == "[----------]"
    assert bar(9, 10, 12) == "[#########-]"
    assert bar(999, 1000, 12) == "[#########-]"
    assert bar(10, 10, 12) == "[##########]"
