"""Boards of 2048 for two, by lot and in short."""

from typing import Final

from hypothesis import strategies as st

from durak_tui.games.duel2048.board import CELLS, Tiles

# Few levels, so that tiles meet their equals.
CELL: Final = st.sampled_from([0, 0, 0, 1, 1, -1, -1, 2, -2, 3, -3])
boards: Final = st.lists(CELL, min_size=CELLS, max_size=CELLS).map(tuple)
# Full, or nearly so, and of more levels: often somebody cannot do anything.
_DENSE: Final = st.sampled_from([one * sign for one in range(1, 10) for sign in (1, -1)])
crowded_boards: Final = st.builds(
    lambda tiles, free: tuple(0 if at in free else tile for at, tile in enumerate(tiles)),
    st.lists(_DENSE, min_size=CELLS, max_size=CELLS),
    st.sets(st.integers(0, CELLS - 1), max_size=2),
)
seats: Final = st.integers(0, 1)


def board(*rows: str) -> Tiles:
    """A board of rows such as ``+1 . . -2 | . . . .``."""
    words = " ".join(rows).replace("|", " ").split()
    tiles = tuple(0 if word == "." else int(word) for word in words)
    return tiles + (0,) * (CELLS - len(tiles))
