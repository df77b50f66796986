"""The speed of Gold Rush and 2048 for two on one core.

    python -m tools.benchmarks.games [--rounds N]

Prints, of the fastest round: rounds a second of Gold Rush with two miners in Python and in C, and
from moves alone; milliseconds in which a game of 1,000 rounds opens for replay; games a second of
2048 by its rules alone, and between two files with a class Player.  The originals make some 670
rounds (with Python 2), and 1.7 to 2.7 games a second.
"""

import argparse
import os
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.board import DIRECTIONS, can_merge
from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048, duel_of
from durak_tui.games.game_kind import GameKind
from durak_tui.games.goldrush.dig import GOLD_RUSH
from durak_tui.games.goldrush.maps import MINES, parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.playthrough import Json, Playthrough
from durak_tui.games.program_table import ProgramTable
from durak_tui.pool.local import usable_cores
from tests.games.duel2048.players import GOOD

EXAMPLE: Final = Path(__file__).parents[2] / "engines" / "examples" / "prospector.c"
ROUNDS: Final = 1000
WANTED: Final = {
    "Gold Rush, two miners in Python": 2500.0,
    "2048 by its rules": 100.0,
    "2048, two class Player": 10.0,
}
"""Rounds or games a second that are asked for."""


def played(kind: GameKind, openings: list[Json], *commands: str) -> list[Playthrough]:
    """Games between programs, one after the other."""
    players = tuple(EngineConfig(one) for one in commands)
    seats = tuple(range(len(players)))
    with closing(ProgramTable(kind=kind)) as table:
        return [
            table.play(GroupTask(number, seats, players, one)).playthrough
            for number, one in enumerate(openings, 1)
        ]


def by_rules(number: int) -> Duel:
    """A game of offered cells and random sides."""
    lot, sides = Random(number), [*range(len(DIRECTIONS))]
    duel = duel_of(DuelOptions().opening(1, number))
    while True:
        duel.settle()
        if duel.is_over:
            return duel
        if duel.merges:
            lot.shuffle(sides)
            tiles, player = duel.tiles, duel.player
            duel.decide(MERGE_CODES[next(one for one in sides if can_merge(tiles, player, one))])
        else:
            own = duel.own
            duel.decide(duel.legal()[0] if own is None else CELL_CODES[own])


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast are the other games?")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default 5)")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, usable_cores()[:1])
    mine = parse_map((MINES / "quarry.map").read_text())
    opening = MineOptions(mine, full=True).opening(1, 1, 2)
    duels = [DuelOptions().opening(1, number) for number in range(1, 21)]
    with TemporaryDirectory() as folder:
        miner, player = f"{folder}/miner", Path(folder, "player.py")
        player.write_text(GOOD)
        subprocess.run(["cc", "-O2", "-o", miner, EXAMPLE], check=True)
        (game,) = played(GOLD_RUSH, [opening], "goldrush-random 1", "goldrush-random 2")
        jobs: dict[str, tuple[float, Callable[[], object]]] = {
            "Gold Rush, two miners in Python": (
                ROUNDS, lambda: played(GOLD_RUSH, [opening], *["goldrush-random"] * 2)
            ),
            "Gold Rush, two miners in C": (
                ROUNDS, lambda: played(GOLD_RUSH, [opening], miner, miner)
            ),
            "Gold Rush from its moves": (
                ROUNDS, lambda: GOLD_RUSH.after(game.opening, game.moves)
            ),
            "2048 by its rules": (50, lambda: [by_rules(number) for number in range(50)]),
            "2048, two class Player": (
                len(duels), lambda: played(DUEL_2048, duels, str(player), str(player))
            ),
        }  # fmt: skip
        for name, (number, job) in jobs.items():
            seconds = []
            for _ in range(arguments.rounds):
                begun = perf_counter()
                job()
                seconds.append(perf_counter() - begun)
            speed = number / min(seconds)
            wanted = f"  (asked: {WANTED[name]:,.0f})" if name in WANTED else ""
            print(f"{name:34}{speed:12,.0f} a second, {1000 * min(seconds):8.1f} ms{wanted}")


if __name__ == "__main__":
    main()
