"""The time to open, search and sort a million games.

    python -m tools.benchmarks.logs [--games N] [--folder FOLDER]

Makes a log of that many games (3.3 GB for a million; it is removed again), the thirty of
``tests/data`` over and over under changing names, and prints: the time from opening it to its
first page, and the memory of a process that has Textual imported too; the same of the whole
application on a terminal; the time until all its
games are found; how fast questions of each kind are answered and lists sorted, and how long
the pages take that somebody looks at meanwhile.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, thread_time
from typing import Final

from durak_tui.library.catalogue import Catalogue
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, Query, parse_query
from tests.tui.terminals import ClockedTerminal
from tools.benchmarks.core import resident

GENUINE: Final = Path(__file__).parents[2] / "tests" / "data" / "dummy_vs_dummy.log"
PLAYERS: Final = ("lisa", "bob", "durak-dummy", "Кот", "an engine of no special length")
PAGE: Final = 24
EVERY: Final = 0.1
"""Seconds between two pages that are looked at while a list is made."""
QUESTIONS: Final = (
    "lisa", "won:bob result:1-0", "draw", "fault", "bouts>12", "cards>60", "duration>0.05",
    "lisa bouts>20",
)  # fmt: skip
ORDERS: Final = (
    Order("file", descending=True),
    Order("player"),
    Order("start", descending=True),
    Order("bouts", descending=True),
    Order("duration", descending=True),
)


def blocks() -> list[bytes]:
    """The thirty genuine games under the names of each two players."""
    raw = GENUINE.read_bytes()
    made = []
    for first, second in itertools.permutations(PLAYERS, 2):
        block = raw.replace(b"durak-dummy - durak-dummy", f"{first} - {second}".encode())
        for seat, name in ((b"1", first), (b"2", second)):
            block = block.replace(
                b'"player%s_name": "durak-dummy"' % seat,
                b'"player%s_name": %s' % (seat, json.dumps(name).encode()),
            )
        made.append(block)
    return made


def write_log(path: Path, games: int) -> None:
    """Make a log of at least ``games`` games, a multiple of thirty."""
    with path.open("wb") as file:
        for block in itertools.islice(itertools.cycle(blocks()), -(-games // 30)):
            file.write(block)


def open_first_page(path: Path) -> None:
    """Import Textual, open the log, show a page, then find all games."""
    import textual.app  # noqa: F401

    before = resident()
    started = perf_counter()
    catalogue = Catalogue(path)
    while len(catalogue) < PAGE and catalogue.advance(0):
        pass
    rows = catalogue.rows(0, PAGE)
    opened = perf_counter() - started
    print(f"{len(rows)} rows after {opened:.3f} s (target 0.6); memory {resident():.1f} MB"
          f" (target 62.9 MB = 60 MiB), of it {before:.1f} MB before")  # fmt: skip
    started, worked = perf_counter(), thread_time()
    while catalogue.advance():
        pass
    elapsed, worked = perf_counter() - started, thread_time() - worked
    progress = catalogue.progress
    print(f"all {progress.games} games found after {elapsed:.1f} s, {worked:.1f} s of them at work:"
          f" {progress.size / worked / 1e6:.0f} MB/s; memory {resident():.1f} MB")  # fmt: skip


def open_in_the_application(path: Path, home: str) -> None:
    """Measure the application, until it shows games and with all found."""
    with ClockedTerminal("logs", env={"HOME": home, "LANG": "C.UTF-8"}) as terminal:
        terminal.until("Browse folders")
        terminal.press("/", str(path))
        terminal.settle()
        started = perf_counter()
        terminal.press("enter")
        terminal.until("  1-0  ")
        opened = perf_counter() - started
        first = resident(terminal.pid)
        terminal.settle(within=600)
        print(f"in the application: games after {opened:.3f} s (target 0.6); memory {first:.1f} MB"
              f" (target 62.9 MB), {resident(terminal.pid):.1f} MB with all found")  # fmt: skip


def answer(catalogue: Catalogue, query: Query, order: Order) -> str:
    """Say how long a list and its first page take."""
    games = catalogue.progress.games
    page = worst = 0.0
    row = 0
    started, worked = perf_counter(), thread_time()
    catalogue.show(query, order)
    asked = perf_counter()
    while catalogue.advance(0.01):
        if not page and len(catalogue) >= PAGE:
            page = perf_counter() - started
        if perf_counter() - asked >= EVERY:
            row = (row * 31 + 17) % max(1, len(catalogue))
            before = perf_counter()
            catalogue.rows(row, row + PAGE)
            asked = perf_counter()
            worst = max(worst, asked - before)
    elapsed, worked = perf_counter() - started, thread_time() - worked
    return (
        f"{elapsed:6.2f} s, {worked:6.2f} s of them at work: {games / worked:12,.0f} games/s;"
        f" {len(catalogue)} found, a page after {(page or elapsed) * 1000:.0f} ms;"
        f" a page takes {worst * 1000:.0f} ms at most; {resident():.0f} MB"
    )


def lists(path: Path) -> Iterator[str]:
    """Make the lists of a log, and say how long each takes."""
    with Catalogue(path) as catalogue:
        while catalogue.advance():
            pass
        for text in QUESTIONS:
            yield f"{text + ':':22}" + answer(catalogue, parse_query(text), FILE_ORDER)
        for order in ORDERS:
            yield f"by {order.by + ':':19}" + answer(catalogue, EVERYTHING, order)


def replays(path: Path) -> str:
    """The time to find damaged games: the speed of the rules."""
    with Catalogue(path) as catalogue:
        while catalogue.advance():
            pass
        return f"{'damaged:':22}" + answer(catalogue, parse_query("damaged"), FILE_ORDER)


def main() -> None:
    parser = argparse.ArgumentParser(description="Opening, searching and sorting a large log.")
    parser.add_argument("--games", type=int, default=1_000_000, help="games in the log")
    parser.add_argument("--folder", help="where to make it, with room for 3.3 kB a game")
    parser.add_argument("--open", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.open:
        open_first_page(arguments.open)
        return
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        needed, free = 3400 * arguments.games, shutil.disk_usage(folder).free
        if needed > free // 2:
            sys.exit(f"{needed / 1e9:.1f} GB are needed in {folder}, {free / 1e9:.1f} GB are free")
        log, few = Path(folder) / "games.log", Path(folder) / "few.log"
        started = perf_counter()
        write_log(log, arguments.games)
        print(f"{arguments.games} games, {log.stat().st_size / 1e6:.0f} MB,"
              f" written in {perf_counter() - started:.1f} s")  # fmt: skip
        for _ in range(3):
            subprocess.run(
                [sys.executable, "-m", "tools.benchmarks.logs", "--open", log], check=True
            )
        open_in_the_application(log, folder)
        for line in lists(log):
            print(line)
        write_log(few, min(arguments.games, 1000))
        print(replays(few))


if __name__ == "__main__":
    main()
