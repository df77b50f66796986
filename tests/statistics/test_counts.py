"""Counts of games and of pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.statistics.counts import GameCounts, PairCounts
from durak_tui.statistics.elo import score


@given(st.lists(st.tuples(*[st.sampled_from((0.0, 0.5, 1.0))] * 2), max_size=30))
def test_counts_add_up_game_by_game(results: list[tuple[float, float]]) -> None:
    games, pairs = GameCounts(), PairCounts()
    for first, second in results:
        games += GameCounts.of(first)
        games += GameCounts.of(second)
        pairs += PairCounts.of(first, second)
    assert pairs.as_games() == games
    if results:
        share = sum(map(sum, results)) / (2 * len(results))
        assert [score(games), score(pairs)] == pytest.approx([share, share])


def test_counts_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="a count cannot be below 0: -1"):
        GameCounts(-1)
    with pytest.raises(ValueError, match="a count cannot be below 0: -2"):
        PairCounts(wl=-2)
    with pytest.raises(ValueError, match="or 1 point, not 2"):
        GameCounts.of(2)
