"""goldrush-random: a miner that does anything that may have an effect."""

import sys
from random import Random
from typing import Final

from durak_engines.goldrush_digger import say

SIGHT: Final = 2
STEPS: Final = {"NORTH": (0, -1), "SOUTH": (0, 1), "EAST": (1, 0), "WEST": (-1, 0)}


def main() -> None:
    """Walk about until the mine is closed; the argument is a seed."""
    lot = Random(" ".join(sys.argv[1:]) or None)
    say("Random")
    sys.stdin.readline()
    for line in sys.stdin:
        near = int(line.split()[2])
        rows = [sys.stdin.readline().split() for _ in range(2 * SIGHT + 1)]
        for _ in range(near):
            sys.stdin.readline()
        here = rows[SIGHT][SIGHT]
        ways = [name for name, (x, y) in STEPS.items() if rows[SIGHT + y][SIGHT + x] != "S"]
        if here == "X":
            command = lot.choice(["DROP", *ways])
        elif here.isdecimal():
            command = lot.choice(["PICK", "PICK", *ways])
        else:
            command = lot.choice(ways or ["SHOOT"])
        say(command)


if __name__ == "__main__":
    main()
