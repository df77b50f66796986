"""The time that screens cost, as ratios within one run.

    python -m tools.benchmarks.screens [--rounds N] [--games N]

Prints the time to the first frame of the home screen over that of the least application that
Textual can show; the games a second of a match that is looked at beside those of the same match in
durak-autoplay; and the time to read a key beside that of Textual's own reader.
"""

import argparse
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from textual._xterm_parser import XTermParser

from durak_tui.library.index import LogIndex
from durak_tui.tui.terminal.splitter import Splitter
from durak_tui.tui.terminal.translator import Translator
from tests.tui.runs.matches import enter
from tests.tui.terminals import PROGRAM, ClockedTerminal, Terminal
from tools.benchmarks import minimal

AUTOPLAY: Final = (sys.executable, "-m", "durak_tui.cli.autoplay")
DUMMIES: Final = ("durak-dummy", "durak-dummy")
AT_ONCE: Final = 2
"""Games at the same time."""
READ: Final = 2000
"""The number of times that each key is read."""
QUIET: Final = 3.0
"""Seconds without a byte after which a match must be over: a running one shows its time."""


def first_frame(program: Sequence[str], text: str) -> float:
    """Seconds until a program shows a text."""
    started = perf_counter()
    with Terminal(program=program) as terminal:
        terminal.until(text)
        return perf_counter() - started


def shown_match(games: int, log: Path) -> float:
    """Games a second of a match of dummies whose screen is shown."""
    with ClockedTerminal("autoplay", *DUMMIES) as terminal:
        terminal.until("[ Start ]")
        terminal.settle()
        for label, text in (
            ("Log file", str(log)),
            ("Parallel games", str(AT_ONCE)),
            ("Games per match", str(games // 10)),
        ):
            enter(terminal, label, text)
        terminal.press("\x0f")
        terminal.until("running")
        # From here on nobody draws what comes, as that would take the cores from the match.
        while select.select([terminal.fileno()], [], [], QUIET)[0]:
            os.read(terminal.fileno(), 1 << 16)
    return speed(log)


def headless_match(games: int, log: Path) -> float:
    """Games a second of the same match without a screen."""
    subprocess.run(
        [
            *AUTOPLAY, *DUMMIES, f"--match-size={games // 10}", f"--concurrency={AT_ONCE}",
            "--log-file", str(log),
        ],
        stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    return speed(log)


def speed(log: Path) -> float:
    """Games a second, without the first fifth when engines start."""
    with LogIndex(log) as index:
        index.scan()
        first, last = len(index) // 5, len(index) - 1
        began, ended = (index.game(number).ended_at for number in (first, last))
        return (last - first) / (ended - began).total_seconds()


KEYS: Final = (
    b"j",
    "п".encode(),
    b"\r",
    b"\x1b[A",
    b"\x1b[1;5C",
    b"\x1b[97;;97u",
    b"\x1b[<35;40;12M",
)
"""Letters, enter, arrows, a key as Kitty sends it, and the mouse."""


def reading_of_textual() -> float:
    """Seconds in which Textual reads a key, on average."""
    parser, begin = XTermParser(), perf_counter()
    for _ in range(READ):
        for key in KEYS:
            list(parser.feed(key.decode()))
    return (perf_counter() - begin) / (READ * len(KEYS))


def reading() -> float:
    """Seconds in which durak-tui reads a key, on average."""
    splitter, translator, begin = Splitter(0.1), Translator(), perf_counter()
    for _ in range(READ):
        for key in KEYS:
            for unit in splitter.receive_data(key, 0.0):
                list(translator.messages(unit))
    return (perf_counter() - begin) / (READ * len(KEYS))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What the screens cost in time.")
    parser.add_argument("--rounds", type=int, default=9, help="how often to measure")
    parser.add_argument("--games", type=int, default=4000, help="in each match")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    with tempfile.TemporaryDirectory() as folder:
        # As installed: with modules that are compiled already.
        os.environ.update(HOME=folder, PYTHONPYCACHEPREFIX=f"{folder}/cache", LANG="C.UTF-8")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        least = (sys.executable, minimal.__file__)
        pairs = [
            (first_frame(least, "ready"), first_frame(PROGRAM, "durak-tui"))
            for _ in range(rounds + 1)
        ][1:]
        matches = [
            (
                headless_match(arguments.games, Path(folder, f"{number}-headless.log")),
                shown_match(arguments.games, Path(folder, f"{number}-shown.log")),
            )
            for number in range(rounds)
        ]
    keys = [(reading_of_textual(), reading()) for _ in range(rounds)]
    own, other = (median(times) * 1000 for times in zip(*pairs, strict=True))
    ratio = median(home / least for least, home in pairs)
    print(f"first frame: home {other:.0f} ms, the least application {own:.0f} ms")
    print(f"ratio:       {ratio:.2f} (target 1.25)")
    headless, shown = (median(speeds) for speeds in zip(*matches, strict=True))
    cost = median(1 - shown / headless for headless, shown in matches)
    print(f"a match:     {shown:.0f} games/s on the screen, {headless:.0f} in durak-autoplay")
    print(f"its cost:    {cost:.1%} (target 2 %, at most 5 %)")
    textual, ours = (median(times) * 1e6 for times in zip(*keys, strict=True))
    ratio = median(here / there for there, here in keys)
    print(f"reading:     {ours:.1f} µs a key, {textual:.1f} µs by Textual alone, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
