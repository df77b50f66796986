"""The time from the start of an engine to its first answer.

    python -m tools.benchmarks.engines [--rounds N]

Prints for each of them, also with options, the median time from the start of its process to
its first answer, and to that to its first cards, beside those of a Python that only says
something: with the start-up code of the packages that are installed, which differs from
machine to machine, and without it (``python -S``).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from sysconfig import get_path
from time import perf_counter
from typing import Final

import durak_engines

import durak_tui
from durak_tui.engine.registry import SHIPPED

TARGET: Final = 0.06
NOTHING: Final = (
    sys.executable, "-P", "-c", "while True: input(); print('ok', flush=True)"
)  # fmt: skip
OPTIONS: Final = {
    "durak-montecarlo --time 0.3": (*SHIPPED["durak-montecarlo"], "--time", "0.3"),
    "durak-player --level 1": (*SHIPPED["durak-player"], "--level", "1"),
    "durak-player --level 5": (*SHIPPED["durak-player"], "--level", "5"),
}
PATH: Final = os.pathsep.join(
    (
        *(str(Path(str(module.__file__)).parents[1]) for module in (durak_tui, durak_engines)),
        get_path("platlib"),  # compiled modules need librt; start-up code does not run from here
    )
)


def seconds(argv: Sequence[str]) -> tuple[float, float]:
    """The time from a program's start to ``init``, and to ``deal``."""
    started = perf_counter()
    with Popen(argv, stdin=PIPE, stdout=PIPE, env={**os.environ, "PYTHONPATH": PATH}) as process:
        assert process.stdin and process.stdout
        needed = []
        for line in (b"init 7S\n", b"deal 6C 7C 8C 9C TC JC ## {}\n"):
            process.stdin.write(line)
            process.stdin.flush()
            if not process.stdout.readline():
                raise SystemExit(f"no answer from {' '.join(argv)}")
            needed.append(perf_counter() - started)
        process.kill()
    return needed[0], needed[1]


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21, help="starts of each program (21)")
    rounds = parser.parse_args().rounds
    programs = {"only Python": NOTHING, **SHIPPED, **OPTIONS}
    usual: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    bare: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, argv in programs.items():
            usual[name].append(seconds(argv))
            bare[name].append(seconds((argv[0], "-S", *argv[1:])))
    print(f"ms to the first answer (target {TARGET * 1000:g}) and to that to the first cards,"
          f" median of {rounds}; with start-up code of other packages, and without")  # fmt: skip
    for name in programs:
        print(f"{name:28}   {_medians(usual[name])}   {_medians(bare[name])}")


def _medians(found: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{median(times) * 1000:6.1f}" for times in zip(*found, strict=True))


if __name__ == "__main__":
    main()
