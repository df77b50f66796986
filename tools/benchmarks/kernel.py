"""How fast the kernel is, compiled and as plain Python.

    python -m tools.benchmarks.kernel [--endgames N]

Prints games a second of durak-dummy against itself and of random legal games, from whole
deals of 36 cards; then nodes and milliseconds of exact endgames, which begin where the talon
of a game of dummies is empty; then the plain search on those with six cards against six.
The first line tells how fast the machine is just now.
"""

import argparse
from collections.abc import Sequence
from time import perf_counter
from types import ModuleType

from durak_tui.analysis import alphabeta, kernel
from durak_tui.analysis.endgame import Start, start
from durak_tui.game.deals import deal
from tests.analysis.sources import plain

DEALS = 500


def machine() -> float:
    """Seconds for ten million additions in a loop of plain Python."""
    started = perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return perf_counter() - started


def games(module: ModuleType, deals: Sequence[Start], rounds: int) -> tuple[float, float]:
    """Games a second of dummies, and of random players."""
    started = perf_counter()
    for _ in range(rounds):
        for one in deals:
            module.play_dummies(*one, 0)
    dummies = perf_counter() - started
    state = module.seeded(1)
    started = perf_counter()
    for _ in range(rounds):
        for one in deals:
            _, state = module.play_randomly(*one, state)
    randomly = perf_counter() - started
    return rounds * len(deals) / dummies, rounds * len(deals) / randomly


def endgames(wanted: int) -> list[tuple[int, int]]:
    """Both hands, with spades for trumps, where the talon is empty."""
    found: list[tuple[int, int]] = []
    number = 0
    while len(found) < wanted:
        one = start(deal("endgames", number).position())
        number += 1
        winner, *hands, _ = kernel.play_dummies(*one, 52)
        if winner < 0:
            attacker, defender = (
                alphabeta.with_spades_as_trumps(hand, one.trump_suit) for hand in hands
            )
            found.append((attacker, defender))
    return found


def solve(module: ModuleType, positions: Sequence[tuple[int, int]]) -> str:
    """Quantiles of nodes and milliseconds, each position with an empty memory."""
    nodes, seconds = [], []
    for attacker, defender in positions:
        searching = module.Search(300_000)
        started = perf_counter()
        phase, limit = kernel.MOVE, kernel.UNLIMITED
        searching.playout(
            attacker, defender, b"", 0, 3, 0, phase, 0, 0, limit, limit, 52, 5_000_000
        )
        seconds.append(perf_counter() - started)
        nodes.append(searching.nodes)
    nodes.sort()
    seconds.sort()
    middle, high = len(nodes) // 2, len(nodes) * 99 // 100
    return (
        f"median {nodes[middle]} nodes, {seconds[middle] * 1e3:.2f} ms;"
        f" p99 {nodes[high]} nodes, {seconds[high] * 1e3:.1f} ms"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the kernel.")
    parser.add_argument("--endgames", type=int, default=1000, help="endgames to be solved")
    wanted = parser.parse_args().endgames
    print(f"ten million additions: {machine():.2f} s")
    deals = [start(deal("games", number).position()) for number in range(DEALS)]
    dummies, randomly = games(plain("kernel"), deals, 2)
    print(f"plain:    {dummies:9.0f} dummy games/s (target 10,000),"
          f" {randomly:7.0f} random games/s (target 3,000)")  # fmt: skip
    if kernel.COMPILED:
        dummies, randomly = games(kernel, deals, 100)
        print(f"compiled: {dummies:9.0f} dummy games/s (target 400,000),"
              f" {randomly:7.0f} random games/s (target 100,000)")  # fmt: skip
    else:
        print("compiled: there is no compiled kernel")
    positions = endgames(wanted)
    if alphabeta.COMPILED:
        print(f"compiled: endgames: {solve(alphabeta, positions)} (targets 1 ms and 250 ms)")
    full = [both for both in positions if all(hand.bit_count() == 6 for hand in both)]
    if full:
        some = full[:50]
        print(f"plain:    {len(some)} endgames, six cards against six:"
              f" {solve(plain('alphabeta'), some)} (target 20 ms at the median)")  # fmt: skip


if __name__ == "__main__":
    main()
