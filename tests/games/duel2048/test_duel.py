"""A game of 2048 for two, decision by decision, against a second implementation."""

from copy import copy
from random import Random
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.games.duel2048.board import (
    CELLS,
    COLUMNS,
    DIRECTIONS,
    RANDOM_BELOW,
    Tiles,
    leader,
)
from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, UNKNOWN, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048, play_duel
from durak_tui.games.moves import Moves
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Finish, Json
from tests.games.duel2048.boards import board, boards, crowded_boards
from tests.games.duel2048.naive import Decision, NaiveBoard, NaiveGame

ROUNDS: Final = 3
numbers: Final = st.lists(st.integers(0, RANDOM_BELOW - 1), min_size=ROUNDS, max_size=ROUNDS)
tiles_of_any_kind: Final = st.one_of(boards, crowded_boards)
CODES: Final = CELL_CODES + MERGE_CODES + UNKNOWN
# Full, without a merge for anybody.
STUCK: Final = tuple(
    (1 + (at + at // COLUMNS) % 2) * (1 if at % COLUMNS < 4 else -1) for at in range(CELLS)
)


def duel_from(tiles: Tiles, numbers: list[int], phase: int = 0) -> Duel:
    """A game that goes on from this board, and this phase of its round 0."""
    duel = Duel(ROUNDS, numbers)
    duel.tiles, duel.turn = tiles, phase
    return duel


def decision_of(code: str) -> Decision | None:
    if code in MERGE_CODES:
        return DIRECTIONS[MERGE_CODES.index(code)]
    return divmod(CELL_CODES.index(code), COLUMNS) if code in CELL_CODES else None


def after(duel: Duel, code: str) -> Duel:
    """The game after one more decision; the one given goes on as it was."""
    there = copy(duel)
    there.decide(code)
    return there


@given(tiles_of_any_kind, numbers, st.integers(0, 3))
def test_a_decision_is_legal_where_the_rules_allow_it_and_loses_elsewhere(
    tiles: Tiles, numbers: list[int], phase: int
) -> None:
    duel = duel_from(tiles, numbers, phase)
    player, merges = phase % 2, phase >= 2
    assert (duel.player, duel.merges, duel.round) == (player, merges, 0)
    legal = ""
    for code in CODES:
        naive = NaiveBoard.of(tiles)
        decision = decision_of(code)
        if merges and code in MERGE_CODES:
            naive.merge(player, MERGE_CODES.index(code))
        elif not merges and decision in naive.may_place(player, numbers[0]):
            assert isinstance(decision, tuple)
            naive.tiles[decision] = naive.half(decision), 1
        there = after(duel, code)
        changes = naive.flat() != tiles
        assert there.tiles == naive.flat()
        assert (there.is_broken, there.turn) == (not changes, phase + changes)
        assert there.is_over == (not changes)
        legal += code if changes else ""
    assert sorted(duel.legal()) == sorted(legal)
    assert duel.can_decide == bool(legal)


def assert_both_play_the_same(duel: Duel, naive: NaiveGame, lot: Random, bad: float) -> None:
    """Play to the end by lot; ``bad`` is the part of decisions that may be illegal."""
    while True:
        duel.settle()
        phase = naive.go_on()
        assert duel.is_over == (phase is None)
        if phase is None:
            break
        assert (duel.round, duel.player, duel.merges) == (phase.number, phase.player, phase.merges)
        code = lot.choice(CODES if lot.random() < bad else duel.legal())
        assert {decision_of(one) for one in duel.legal()} == naive.legal()
        duel.decide(code)
        naive.decide(decision_of(code) or "")
        assert duel.tiles == naive.board.flat()
    assert duel.is_broken == (naive.loser is not None)
    if not duel.is_broken:
        assert duel.is_stuck == (bool(naive.phases) and naive.is_stuck())
        assert leader(duel.tiles)[0] == naive.winner()


@given(tiles_of_any_kind, numbers, st.integers(0, 999).map(Random))
@example(STUCK, [0] * ROUNDS, Random(1))
def test_both_implementations_play_the_same_from_any_board(
    tiles: Tiles, numbers: list[int], lot: Random
) -> None:
    naive = NaiveGame(ROUNDS, numbers, NaiveBoard.of(tiles))
    assert_both_play_the_same(duel_from(tiles, numbers), naive, lot, bad=0.05)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_implementations_play_the_same_whole_games(seed: int) -> None:
    duel: Duel = DUEL_2048.start(DuelOptions(40).opening(seed, 1))
    assert duel.numbers
    lot = Random(seed)
    assert_both_play_the_same(duel, NaiveGame(40, duel.numbers, NaiveBoard()), lot, bad=0.0)


class TestPhases:
    def test_both_place_and_then_both_merge(self) -> None:
        duel = Duel(2, [0, 0])
        seen = []
        for code in ("6", "1", "D", "D", "6"):
            seen.append((duel.round, duel.player, duel.merges))
            duel.decide(code)
        assert seen == [
            (0, 0, False), (0, 1, False), (0, 0, True), (0, 1, True), (1, 0, False)
        ]  # fmt: skip

    def test_whoever_has_nothing_to_merge_is_skipped(self) -> None:
        tiles = board("1 . . . | . . . .")
        duel = duel_from(tiles, [0] * ROUNDS, phase=2)
        duel.decide("D")
        assert (duel.round, duel.player, duel.merges) == (0, 1, True)
        assert not duel.can_decide
        duel.settle()
        assert (duel.round, duel.player, duel.merges) == (1, 0, False)
        duel = duel_from(tiles, [0] * ROUNDS, phase=2)
        duel.step("D")  # Which settles by itself.
        assert (duel.round, duel.player, duel.merges) == (1, 0, False)

    def test_a_board_with_free_cells_is_not_stuck(self) -> None:
        duel = duel_from(board("-1 . . . | . . . ."), [0] * ROUNDS, phase=2)
        duel.settle()  # In the other half nothing slides.
        assert (duel.round, duel.merges, duel.is_stuck) == (1, False, False)

    def test_nobody_places_on_a_full_board(self) -> None:
        duel = duel_from((1,) * CELLS, [0] * ROUNDS)
        duel.settle()
        assert (duel.player, duel.merges, duel.is_stuck) == (0, True, False)

    def test_the_only_free_cell_is_open_to_both(self) -> None:
        tiles = (0, *(1,) * (CELLS - 1))
        for phase in (0, 1):
            assert duel_from(tiles, [7] * ROUNDS, phase).legal() == "0"

    def test_a_board_that_is_stuck_for_ever_ends_the_game(self) -> None:
        duel = duel_from(STUCK, [0] * ROUNDS)
        duel.settle()
        assert (duel.is_over, duel.is_stuck, duel.is_broken) == (True, True, False)
        with pytest.raises(ValueError, match="the game is over"):
            duel.step("U")


class TestFinish:
    @pytest.mark.parametrize("seed", range(4))
    def test_whoever_has_more_of_the_highest_level_has_won(self, seed: int) -> None:
        opening = DuelOptions(5).opening(seed, 1)
        duel: Duel = DUEL_2048.start(opening)
        assert duel.numbers
        naive = NaiveGame(5, duel.numbers, NaiveBoard())
        moves = played_to_the_end(duel, Random(seed))
        for code in moves:
            naive.go_on()
            naive.decide(decision_of(code) or "")
        finish = finish_of_people(opening, moves)
        assert finish.winner == naive.winner()
        counts = [[*tiles] for tiles in finish.details["levels"]]
        for player, levels in enumerate(counts):
            own = [level for owner, level in naive.board.tiles.values() if owner == player]
            assert levels == [own.count(level) for level in range(1, 15)]
        assert finish.details["rounds"] == 5

    def test_all_rounds_count_once_the_board_is_stuck(self) -> None:
        opening = DuelOptions(500).opening(1, 1)
        duel: Duel = DUEL_2048.start(opening)
        moves = played_to_the_end(duel, Random(1))
        assert duel.is_stuck
        assert duel.round < 400
        assert finish_of_people(opening, moves).details["rounds"] == 500


def played_to_the_end(duel: Duel, lot: Random) -> str:
    """The moves of a game by lot."""
    moves = ""
    while True:
        duel.settle()
        if duel.is_over:
            return moves
        moves += lot.choice(duel.legal())
        duel.decide(moves[-1])


def finish_of_people(opening: Json, moves: str) -> Finish:
    """The finish of a game that people have played."""
    return play_duel(opening, (Person("Ann"), Person("Bob")), Moves(moves))
