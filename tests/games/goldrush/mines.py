"""Mines and games of Gold Rush, by lot."""

from typing import Any, Final

from hypothesis import strategies as st

from durak_tui.games.goldrush.maps import MineMap, parse_map
from durak_tui.games.goldrush.mine import COMMANDS

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


@st.composite
def games(draw: Any) -> tuple[MineMap, list[tuple[int, int]], list[tuple[int, str]]]:
    """A mine, the bases of one to four miners, and what they do."""
    seats = draw(st.integers(1, 4))
    mine = draw(maps(seats))
    bases = draw(st.permutations(mine.bases))[:seats]
    # Miners with a will: walking and shooting on, or they would never meet.
    turns = st.tuples(st.integers(0, seats - 1), st.sampled_from([*COMMANDS, "EAST", "SHOOT"]))
    return mine, bases, draw(st.lists(turns, max_size=80))


def hall() -> MineMap:
    return parse_map(HALL)
