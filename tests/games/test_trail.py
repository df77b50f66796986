"""A game as a walk: any moment, and where rounds begin."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.games.trail import Trail
from tests.games.toys import HIGHER, opening

MOVES = "515951"


@given(st.lists(st.integers(0, len(MOVES)), max_size=12))
def test_any_walk_comes_to_the_states_of_the_moves(counts: list[int]) -> None:
    trail = Trail(HIGHER, opening(1))
    for count in counts:
        assert trail.after(MOVES, count).sums == HIGHER.after(opening(1), MOVES, count).sums


@given(st.lists(st.integers(0, len(MOVES)), max_size=6), st.integers(0, len(MOVES)))
def test_rounds_begin_where_they_do_wherever_one_has_been(been: list[int], count: int) -> None:
    trail = Trail(HIGHER, opening(1))
    for one in been:
        trail.after(MOVES, one)
    assert trail.round_after(MOVES, count) == min(len(MOVES), count + 2 - count % 2)
    assert trail.round_before(MOVES, count) == max(0, (count - 1) // 2 * 2)


@given(st.integers(0, len(MOVES)), st.integers(1, 5))
def test_many_rounds_are_as_many_steps(count: int, rounds: int) -> None:
    trail, after, before = Trail(HIGHER, opening(1)), count, count
    for _ in range(rounds):
        after, before = trail.round_after(MOVES, after), trail.round_before(MOVES, before)
    assert trail.round_after(MOVES, count, rounds) == after
    assert trail.round_before(MOVES, count, rounds) == before


def test_a_game_may_grow_meanwhile() -> None:
    trail = Trail(HIGHER, opening(1))
    assert trail.round_after("515", 2) == 3
    assert trail.round_after(MOVES, 3) == 4
    assert trail.round_before(MOVES, 4) == 2
