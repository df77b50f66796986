#!/usr/bin/env python3
"""prospector: a Gold Rush miner that goes for the nearest pile in sight.

It says its name, reads the size of the mine, and then for each turn where it is and what is around
it; it answers with a command.  The guide: docs/players.md of durak-tui.
"""

import random
import sys

SIGHT = 2  # Cells seen to each side.
HAND = 3


def towards(x: int, y: int) -> str:
    """A step to a place that is x cells to the east and y to the south."""
    if abs(x) > abs(y):
        return "EAST" if x > 0 else "WEST"
    return "SOUTH" if y > 0 else "NORTH"


def command(rows: list[list[str]], hand: int, home: tuple[int, int]) -> str:
    """A command: ``rows`` is what the miner sees, ``home`` where its wagon is from here."""
    # Here your work begins: stones are in the way, and others shoot.
    if random.random() < 0.2:  # Not for ever into the same corner.
        return random.choice(["NORTH", "SOUTH", "EAST", "WEST"])
    if hand == HAND:
        return towards(*home)
    piles = [
        (abs(x) + abs(y), x, y)
        for y in range(-SIGHT, SIGHT + 1)
        for x in range(-SIGHT, SIGHT + 1)
        if rows[y + SIGHT][x + SIGHT].isdigit()
    ]
    if piles:
        _, x, y = min(piles)
        return towards(x, y)
    return random.choice(["NORTH", "SOUTH", "EAST", "WEST"])


def main() -> None:
    print("prospector", flush=True)
    sys.stdin.readline()  # Width and height of the mine, and the number of its diamonds.
    hand, base = 0, None
    for line in sys.stdin:
        x, y, others = map(int, line.split())
        rows = [sys.stdin.readline().split() for _ in range(2 * SIGHT + 1)]
        for _ in range(others):
            sys.stdin.readline()  # Where a miner nearby is.
        base = base or (x, y)
        here = rows[SIGHT][SIGHT]
        if (x, y) == base and hand:
            answer, hand = "DROP", 0
        elif here.isdigit() and hand < HAND:
            answer, hand = "PICK", min(HAND, hand + int(here))
        else:
            answer = command(rows, hand, (base[0] - x, base[1] - y))
        print(answer, flush=True)


if __name__ == "__main__":
    main()
