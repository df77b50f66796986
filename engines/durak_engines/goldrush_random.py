"""goldrush-random: a miner that walks, picks up, and delivers at random."""

import sys
from random import Random

from durak_engines.goldrush_digger import SIGHT, STEPS, say


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
