"""2048-greedy: a player that looks at its merges and the best answers."""

from collections.abc import Sequence

from durak_engines.duel_random import serve
from durak_tui.games.duel2048.board import Tiles, directions, merged, placed

_WORTH = tuple(3.0**level - 1 for level in range(21))
"""Of a tile: twice as many of the next level below are not worth as much."""


def worth(tiles: Tiles, player: int) -> float:
    """A player's tiles, less those of the other."""
    total = 0.0
    for tile in tiles:
        total += _WORTH[tile] if tile > 0 else -_WORTH[-tile]
    return total if player == 0 else -total


def after_answer(tiles: Tiles, player: int) -> float:
    """The worth of a board after the best merge of the other."""
    other = 1 - player
    answers = [worth(merged(tiles, other, one), player) for one in directions(tiles, other)]
    return min(answers, default=worth(tiles, player))


def merge(tiles: Tiles, player: int, ways: Sequence[int]) -> int:
    return max(ways, key=lambda way: after_answer(merged(tiles, player, way), player))


def place(tiles: Tiles, player: int, cells: Sequence[int]) -> int:
    """The cell after which one's own best merge is worth most."""

    def value(cell: int) -> float:
        board = placed(tiles, cell)
        return max(
            (worth(merged(board, player, way), player) for way in directions(board, player)),
            default=worth(board, player),
        )

    # The last of equals is the one that is offered in the own half: it leaves the other no gift.
    return max(reversed(cells), key=value)


def main() -> None:
    """Play greedily."""
    serve("Greedy", place, merge)


if __name__ == "__main__":
    main()
