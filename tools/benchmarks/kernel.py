"""The speed of the kernel, compiled and as plain Python.

    python -m tools.benchmarks.kernel [--endgames N]

Prints games a second of durak-dummy against itself and of random legal games, from whole
deals of 36 cards; then nodes and milliseconds of exact endgames, which begin where the talon
of a game of dummies is empty; iterations a second of the search tree at first decisions; then the
plain search of endgames on those with six cards against six; last the time that the review of a
game takes, for which somebody waits at its end.
The first line says how fast the machine is just now.
"""

import argparse
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from types import ModuleType

from durak_tui.analysis import alphabeta, kernel, world
from durak_tui.analysis.bout_value import shipped
from durak_tui.analysis.endgame import BITS, world_of
from durak_tui.analysis.game_review import decisions
from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.analysis.montecarlo import EXACT_CARDS, EXACT_NODES, LEAF_BITS
from durak_tui.analysis.tree import Tree
from durak_tui.analysis.world import World
from durak_tui.game.cards import mask_of
from durak_tui.game.deals import deal
from durak_tui.library.index import LogIndex
from tests.analysis.sources import plain
from tests.records.games import GENUINE_LOG, random_game

DEALS = 500
DESCENTS = 40
REVIEWS = 20


def machine() -> float:
    """Seconds for ten million additions in a loop of plain Python."""
    started = perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return perf_counter() - started


def games(module: ModuleType, rounds: int) -> tuple[float, float]:
    """Games a second of dummies, and of random players."""
    deals = [module.World() for _ in range(DEALS)]
    for number, one in enumerate(deals):
        one.become(world_of(deal("games", number).position()))
    playing = module.World()
    playing.random = kernel.seeded(1)
    seconds = []
    for habits in (0, module.AT_RANDOM):
        started = perf_counter()
        for _ in range(rounds):
            for one in deals:
                playing.become(one)
                playing.play_out(habits, habits, 0)
        seconds.append(perf_counter() - started)
    return rounds * DEALS / seconds[0], rounds * DEALS / seconds[1]


def endgames(wanted: int) -> list[World]:
    """Between bouts, where the talon has just become empty."""
    found: list[World] = []
    number = 0
    while len(found) < wanted:
        one = world_of(deal("endgames", number).position())
        number += 1
        if one.play_out(0, 0, 52) < 0:
            found.append(one)
    return found


def solve(module: ModuleType, positions: Sequence[World]) -> str:
    """Quantiles of nodes and milliseconds, each position with an empty memory."""
    nodes, seconds = [], []
    for one in positions:
        playing = World()
        playing.become(one)
        searching = module.Search(BITS)
        started = perf_counter()
        searching.playout(playing, 0, 0, 52, 5_000_000)
        seconds.append(perf_counter() - started)
        nodes.append(searching.nodes)
    nodes.sort()
    seconds.sort()
    middle, high = len(nodes) // 2, len(nodes) * 99 // 100
    return (
        f"median {nodes[middle]} nodes, {seconds[middle] * 1e3:.2f} ms;"
        f" p99 {nodes[high]} nodes, {seconds[high] * 1e3:.1f} ms"
    )


def descents(iterations: int) -> float:
    """Iterations a second of the search tree, early in some games."""
    seconds = 0.0
    for number in range(DESCENTS):
        position = deal("tree", number).position()
        known = knowledge_of(position)
        growing = Tree(alphabeta.Search(LEAF_BITS), shipped(), EXACT_CARDS, EXACT_NODES)
        growing.begin(known.worlds(kernel.seeded(number)))
        for action in position.legal_actions():
            growing.add(mask_of(action))
        started = perf_counter()
        growing.run(iterations)
        seconds += perf_counter() - started
    return DESCENTS * iterations / seconds


def reviews() -> str:
    """The median and the longest review, of games of two kinds."""
    with LogIndex(GENUINE_LOG) as index:
        index.scan()
        dummies = [index.game(number) for number in range(REVIEWS)]
    found = []
    for name, records in ("dummies", dummies), ("random", map(random_game, range(REVIEWS))):
        seconds = []
        for record in records:
            started = perf_counter()
            for _ in decisions(record):
                pass
            seconds.append(perf_counter() - started)
        found.append(f"{name}: median {median(seconds):.2f} s, longest {max(seconds):.2f} s")
    return "; ".join(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the kernel.")
    parser.add_argument("--endgames", type=int, default=1000, help="endgames to be solved")
    wanted = parser.parse_args().endgames
    print(f"ten million additions: {machine():.2f} s")
    dummies, randomly = games(plain("world"), 2)
    print(f"plain:    {dummies:9.0f} dummy games/s (target 10,000),"
          f" {randomly:7.0f} random games/s (target 3,000)")  # fmt: skip
    positions = endgames(wanted)
    if kernel.COMPILED:
        dummies, randomly = games(world, 100)
        print(f"compiled: {dummies:9.0f} dummy games/s (target 400,000),"
              f" {randomly:7.0f} random games/s (target 100,000)")  # fmt: skip
        print(f"compiled: endgames: {solve(alphabeta, positions)} (targets 1 ms and 250 ms)")
        print(f"compiled: {descents(5000):9.0f} iterations/s of the search tree (target 100,000)")
    else:
        print("compiled: there is no compiled kernel")
    full = [one for one in positions if kernel.count(one.hand(0)) == kernel.count(one.hand(1)) == 6]
    if full:
        some = full[:50]
        print(f"plain:    {len(some)} endgames, six cards against six:"
              f" {solve(plain('alphabeta'), some)} (target 20 ms at the median)")  # fmt: skip
    print(f"as installed: {REVIEWS} reviews: {reviews()} (target 2 s)")


if __name__ == "__main__":
    main()
