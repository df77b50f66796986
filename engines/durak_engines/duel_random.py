"""2048-random: a player of anything legal; the argument is a seed."""

import sys
from collections.abc import Callable, Sequence
from random import Random

from durak_tui.games.duel2048.board import CELLS, COLUMNS, Tiles, directions, places

Decision = Callable[[Tiles, int, Sequence[int]], int]
"""Chooses one of the legal cells or directions of a player, 0 or 1."""


def serve(name: str, place: Decision, merge: Decision) -> None:
    """Answer lines on standard input until there are no more."""
    seat = 0
    for line in sys.stdin:
        mode, *words = line.split()
        answer = "-"
        tiles = tuple(map(int, words[-CELLS:])) if len(words) >= CELLS else ()
        if mode == "2048":
            answer = f"ready {name}"
        elif mode == "game":
            seat, answer = int(words[0]), "ok"
        elif mode == "position":
            row, column = words[4:6]
            own = None if row == "-" else int(row) * COLUMNS + int(column)
            cell = place(tiles, seat, places(tiles, seat, own))
            answer = f"{cell // COLUMNS} {cell % COLUMNS}"
        elif mode == "direction":
            answer = str(merge(tiles, seat, directions(tiles, seat)))
        elif mode == "end":
            continue
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def main() -> None:
    """Play at random."""
    lot = Random(" ".join(sys.argv[1:]) or None)
    serve("Random", lambda _, __, cells: lot.choice(cells), lambda _, __, ways: lot.choice(ways))


if __name__ == "__main__":
    main()
