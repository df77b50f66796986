"""What the screens cost in time, as ratios within one run.

    python -m tests.benchmarks.screens [--rounds N]

Prints the time to the first frame of the home screen over that of the least application that
Textual can show.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from tests.tui import minimal
from tests.tui.terminals import PROGRAM, Terminal


def first_frame(program: Sequence[str], text: str) -> float:
    """Seconds until a program shows a text."""
    started = perf_counter()
    with Terminal(program=program) as terminal:
        terminal.until(text)
        return perf_counter() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What the screens cost in time.")
    parser.add_argument("--rounds", type=int, default=9, help="how often to measure")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        # As installed: with modules that are compiled already.
        os.environ.update(HOME=folder, PYTHONPYCACHEPREFIX=f"{folder}/cache", LANG="C.UTF-8")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        least = (sys.executable, minimal.__file__)
        pairs = [
            (first_frame(least, "ready"), first_frame(PROGRAM, "durak-tui"))
            for _ in range(rounds + 1)
        ][1:]
    own, other = (median(times) * 1000 for times in zip(*pairs, strict=True))
    ratio = median(home / least for least, home in pairs)
    print(f"first frame: home {other:.0f} ms, the least application {own:.0f} ms")
    print(f"ratio:       {ratio:.2f} (target 1.25)")


if __name__ == "__main__":
    main()
