"""How soon the engines that ship answer after their start.

    python -m tests.benchmarks.engines [--rounds N]

Prints for each of them the median time from the start of its process to its first answer,
beside that of a Python that only says something: with the start-up code of the packages that
are installed, which differs from machine to machine, and without it (``python -S``).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from time import perf_counter
from typing import Final

import durak_engines

import durak_tui
from durak_tui.engine.registry import SHIPPED

TARGET: Final = 0.06
NOTHING: Final = (sys.executable, "-P", "-c", "print('ok', flush=True); input()")
SOURCES: Final = os.pathsep.join(
    str(Path(str(module.__file__)).parents[1]) for module in (durak_tui, durak_engines)
)


def seconds(argv: Sequence[str]) -> float:
    """From the start of a program to its answer to ``init``."""
    started = perf_counter()
    with Popen(argv, stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": SOURCES}) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"init 7S\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        needed = perf_counter() - started
        process.kill()
    if not answer:
        raise SystemExit(f"no answer from {' '.join(argv)}")
    return needed


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21, help="starts of each program (21)")
    rounds = parser.parse_args().rounds
    programs = {"only Python": NOTHING, **SHIPPED}
    usual: dict[str, list[float]] = {name: [] for name in programs}
    bare: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, argv in programs.items():
            usual[name].append(seconds(argv))
            bare[name].append(seconds((argv[0], "-S", *argv[1:])))
    print(f"ms to the first answer, median of {rounds} (target {TARGET * 1000:g}):")
    for name in programs:
        print(
            f"{name:18} {median(usual[name]) * 1000:6.1f}"
            f"   without start-up code of other packages {median(bare[name]) * 1000:6.1f}"
        )


if __name__ == "__main__":
    main()
