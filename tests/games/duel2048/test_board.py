"""The rules of 2048 for two, rule by rule and against a second implementation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.games.duel2048.board import (
    CELLS,
    COLUMNS,
    DIRECTIONS,
    EMPTY_BOARD,
    RANDOM_BELOW,
    Tiles,
    can_merge,
    count,
    directions,
    is_stuck,
    leader,
    merged,
    offered,
    placed,
    places,
    written,
)
from tests.games.duel2048.boards import board, boards, seats
from tests.games.duel2048.naive import NaiveBoard

UP, DOWN, LEFT, RIGHT = range(4)


@given(boards, seats, st.integers(0, 3))
def test_both_implementations_agree_on_every_merge(
    tiles: Tiles, player: int, direction: int
) -> None:
    naive = NaiveBoard.of(tiles)
    naive.merge(player, direction)
    assert merged(tiles, player, direction) == naive.flat()
    assert can_merge(tiles, player, direction) == (naive.flat() != tiles)


@given(boards, seats, st.integers(0, RANDOM_BELOW - 1))
def test_both_implementations_agree_on_where_a_tile_may_be_placed(
    tiles: Tiles, player: int, number: int
) -> None:
    naive = NaiveBoard.of(tiles)
    own = offered(tiles, player, number)
    place = naive.offered(player, number)
    assert own == (None if place is None else place[0] * COLUMNS + place[1])
    assert {divmod(at, COLUMNS) for at in places(tiles, player, own)} == naive.may_place(
        player, number
    )


@given(boards, seats, st.integers(0, 3))
def test_a_merge_keeps_the_sum_of_all_tiles(tiles: Tiles, player: int, direction: int) -> None:
    after = merged(tiles, player, direction)
    assert sum(2 ** abs(tile) for tile in after if tile) == sum(
        2 ** abs(tile) for tile in tiles if tile
    )


@given(boards, seats, st.integers(0, 3))
def test_the_board_seen_from_the_other_side_is_the_same_game(
    tiles: Tiles, player: int, direction: int
) -> None:
    def turned(board: Tiles) -> Tiles:
        return tuple(-tile for tile in reversed(board))

    opposite = (DOWN, UP, RIGHT, LEFT)[direction]
    assert turned(merged(tiles, player, direction)) == merged(turned(tiles), 1 - player, opposite)


def row(tiles: Tiles) -> Tiles:
    return tiles[:COLUMNS]


@pytest.mark.parametrize(
    ("before", "player", "direction", "after"),
    [
        ("1 . . . | . . . .", 0, RIGHT, ". . . 1 | . . . ."),  # To the border, not beyond.
        ("1 . . . | -1 . . .", 0, RIGHT, ". . . . | 2 . . ."),  # But to eat there.
        ("1 . . . | . -1 . .", 0, RIGHT, ". . . 1 | . -1 . ."),
        (". . . . | 2 . -2 .", 0, RIGHT, ". . . . | 2 . -2 ."),  # In the other half nothing slides.
        (". . . . | 2 -2 . .", 0, RIGHT, ". . . . | . 3 . ."),
        ("1 1 1 1 | . . . .", 0, LEFT, "2 2 . . | . . . ."),
        ("1 1 2 . | . . . .", 0, LEFT, "2 2 . . | . . . ."),  # Eaten once is enough.
        ("2 1 1 . | . . . .", 0, LEFT, "2 2 . . | . . . ."),
        ("-1 1 . . | . . . .", 0, LEFT, "2 . . . | . . . ."),
        ("-1 . 1 . | . . . .", 0, LEFT, "2 . . . | . . . ."),
        (". . . 1 | . . . -1", 1, LEFT, ". . . -2 | . . . ."),
        (". -1 . . | . . . .", 1, LEFT, ". -1 . . | . . . ."),
        (". . . . | -1 . . .", 1, RIGHT, ". . . . | . . . -1"),
    ],
)
def test_a_row_after_a_merge(before: str, player: int, direction: int, after: str) -> None:
    assert row(merged(board(before), player, direction)) == row(board(after))


def test_columns_merge_up_and_down() -> None:
    one, two, three = "1 . . . | . . . .", "1 . . . | . . . -1", "2 . . . | . . . -1"
    tiles = board(one, two, ". . . . | . . . .", three)
    assert (merged(tiles, 0, DOWN)[24], merged(tiles, 0, DOWN)[16]) == (2, 2)
    assert (merged(tiles, 0, UP)[0], merged(tiles, 0, UP)[8]) == (2, 2)
    assert merged(tiles, 1, DOWN)[31] == -2


def test_cells_are_offered_from_the_outer_corners() -> None:
    assert [offered(EMPTY_BOARD, 0, number) for number in (0, 1, 4, 16)] == [0, 1, 8, 0]
    assert [offered(EMPTY_BOARD, 1, number) for number in (0, 1, 4, 16)] == [31, 30, 23, 31]
    full = tuple(1 if at % COLUMNS < 4 else 0 for at in range(CELLS))
    assert offered(full, 0, 5) is None
    assert places(full, 0, None) == [at for at in range(CELLS) if at % COLUMNS >= 4]


def test_a_tile_belongs_to_the_owner_of_the_half() -> None:
    tiles = placed(placed(EMPTY_BOARD, 3), 4)
    assert (tiles[3], tiles[4]) == (1, -1)


def test_the_highest_level_that_differs_decides() -> None:
    assert leader(board("3 3 1 1 | -3 -3 -2 .")) == (1, 2)
    assert leader(board("4 . . . | -3 -3 -3 -3")) == (0, 4)
    assert leader(board("2 . . . | -2 . . .")) == (None, 0)
    assert leader(EMPTY_BOARD) == (None, 0)
    assert leader(board("14 . . . | . . . .")) == (0, 14)
    assert count(board("3 3 . . | -3 . . ."), 0, 3) == 2


def test_a_full_board_may_be_stuck_for_ever() -> None:
    chess = tuple(
        (1 + (at + at // COLUMNS) % 2) * (1 if at % COLUMNS < 4 else -1) for at in range(CELLS)
    )
    assert is_stuck(chess)
    assert not is_stuck((*chess[:-1], 0))
    assert not is_stuck((1,) * CELLS)
    assert directions(chess, 0) == ()
    assert directions((1,) * CELLS, 0) == tuple(range(len(DIRECTIONS)))


def test_a_board_is_written_as_players_and_records_have_it() -> None:
    text = written(board("1 . . 12 | -3 . . ."))
    assert text.splitlines()[0] == "+01 +00 +00 +12 -03 -00 -00 -00"
    assert text.count("\n") == 3
