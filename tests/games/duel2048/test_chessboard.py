"""The board of a class Player, method by method (S-021)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.games.duel2048.board import EMPTY_BOARD, Tiles, merged, written
from durak_tui.games.duel2048.chessboard import Chessboard
from tests.games.duel2048.boards import board as line
from tests.games.duel2048.boards import boards, crowded_boards, seats
from tests.games.duel2048.naive import NaiveBoard


@pytest.fixture
def board() -> Chessboard:
    """Two tiles of the first player and one of the second."""
    made = Chessboard((0, 5, 17))
    for cell, level in (((0, 0), 1), ((3, 2), 3), ((1, 7), 2)):
        made.add(True, cell, level)
    return made


def test_a_tile_belongs_to_the_half_whoever_adds_it(board: Chessboard) -> None:
    assert [board.getBelong(cell) for cell in ((0, 0), (1, 7), (2, 2), (2, 5))] == [
        True, False, True, False
    ]  # fmt: skip
    assert [board.getValue(cell) for cell in ((0, 0), (3, 2), (1, 7), (2, 2))] == [1, 3, 2, 0]
    assert (board.getScore(True), board.getScore(False)) == ([1, 3], [2])


def test_beyond_the_board_there_is_nothing(board: Chessboard) -> None:
    for cell in ((-1, 2), (0, 8), (4, 0), (0, -1)):
        assert board.getValue(cell) == 0
        assert board.getBelong(cell) == (cell[1] < 4)
        with pytest.raises(IndexError):
            board.add(True, cell)


def test_free_cells_and_the_offered_one(board: Chessboard) -> None:
    assert len(board.getNone(True)) == 14
    assert board.getNone(False)[:4] == [(0, 4), (0, 5), (0, 6), (0, 7)]
    assert board.getNext(True, 0) == (0, 1)
    assert board.getNext(False, 0) == (3, 7)
    full = Chessboard((3,), tuple(1 if at % 8 < 4 else 0 for at in range(32)))
    assert full.getNext(True, 0) == ()


@given(boards)
def test_it_merges_as_the_rules_say(tiles: Tiles) -> None:
    for player in (True, False):
        for side in range(4):
            board = Chessboard((), tiles)
            after = merged(tiles, 0 if player else 1, side)
            assert board.move(player, side) == (after != tiles)
            assert repr(board) == written(after)
    assert Chessboard((), tiles).move(True, None) is False


@given(boards | crowded_boards, seats, st.integers(0, 3))
@example(line("1 1 1 1 | . . . ."), 0, 2)
@example(line(". 1 . 2 | -2 . -2 ."), 1, 2)
def test_the_tiles_that_a_merge_has_moved_are_told(tiles: Tiles, seat: int, side: int) -> None:
    board = Chessboard((), tiles)
    assert board.getAnime() == []
    board.move(not seat, side)
    moved = NaiveBoard.of(tiles).merge(seat, side)
    assert sorted(board.getAnime()) == sorted((*start, *end) for start, end in moved)
    copy = board.copy()
    assert copy.getAnime() == board.getAnime()
    board.move(bool(seat), side)  # The copy does not hear of it.
    assert sorted(copy.getAnime()) == sorted((*start, *end) for start, end in moved)


def test_a_copy_is_its_own(board: Chessboard) -> None:
    board.updateDecision(True, (1, 2))
    board.updateTime(False, 2.5)
    copy = board.copy()
    copy.add(True, (2, 2))
    copy.updateDecision(True, ())
    copy.updateTime(False, 0.0)
    assert board.getValue((2, 2)) == 0
    assert (board.getDecision(True), board.getTime(False)) == ((1, 2), 2.5)
    assert copy.array == board.array
    assert board.getAnime() == []


def test_it_is_shown_whole(board: Chessboard) -> None:
    assert str(board).splitlines()[0] == "+01 +00 +00 +00 -00 -00 -00 -00"
    assert board.getRaw()[3][2] == (3, True)
    assert board.getRaw()[0][7] == (0, False)
    assert str(Chessboard((), (*EMPTY_BOARD[:-1], -25))).endswith("-25")
