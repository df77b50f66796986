"""Mines and games of Gold Rush, by lot."""

from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from durak_tui.games.goldrush.maps import MineMap, parse_map
from durak_tui.games.goldrush.mine import COMMANDS

DATA: Final = Path(__file__).parent / "data"
"""The maps and transcripts of genuine games."""
LINE: Final = "6 3\nS S S S S S\nS - 4 E 3 S\nS S S S S S\n"
"""The map of a genuine transcript."""
HALL: Final = "7 3\n- E E E E E -\n- E 2 E 5 E -\nS M S M 1 E E\n"
"""A map in which miners meet soon."""

codes = st.sampled_from(["E", "E", "E", "M", "S", "1", "2", "7", "0"])


@st.composite
def maps(draw: Any, seats: int) -> MineMap:
    """A small mine with at least so many bases."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    while width * height < seats:
        height += 1
    cells = draw(st.lists(codes, min_size=width * height, max_size=width * height))
    places = st.integers(0, width * height - 1)
    for place in draw(st.lists(places, min_size=seats, max_size=seats + 2, unique=True)):
        cells[place] = "-"
    return MineMap(width, height, tuple(cells))


class Dug(NamedTuple):
    """A mine, the bases of one to four miners, and their turns."""

    mine: MineMap
    bases: list[tuple[int, int]]
    turns: list[tuple[int, str]]  # Seats, and one of `COMMANDS` each.


TURNS: Final = 300
WILL: Final = (*COMMANDS, "EAST", "PICK", "SHOOT")
"""The commands of miners with a will: they carry and shoot, or nothing would happen."""


def dug_by_lot(seats: int, lot: Random) -> Dug:
    """A game long and narrow enough for what is rare among the rules.

    One that is drawn turn by turn, as hypothesis does, hardly ever comes to a hit.
    """
    width, height = lot.randint(3, 6), lot.randint(2, 4)
    weights = {"E": 8, "M": 1, "S": 4, "0": 1, "1": 1, "2": 1, "7": lot.randint(0, 1)}
    cells = lot.choices([*weights], [*weights.values()], k=width * height)
    for place in lot.sample(range(width * height), seats + lot.randint(0, 2)):
        cells[place] = "-"
    mine = MineMap(width, height, tuple(cells))
    turns = [(lot.randrange(seats), lot.choice(WILL)) for _ in range(TURNS)]
    return Dug(mine, lot.sample(mine.bases, seats), turns)


SIZES: Final = st.integers(1, 4)
SEEDS: Final = st.integers(0, 2**32)
FIXED: Final = [(1 + seed % 4, seed) for seed in range(100)]
"""Seats and seeds of games in which everything happens that the rules name."""


def hall() -> MineMap:
    return parse_map(HALL)
