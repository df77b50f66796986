"""Counts and tests of all sorts."""

from hypothesis import strategies as st

from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import Estimate
from durak_tui.statistics.sprt import MODELS, Sprt

NUMBERS = st.one_of(st.integers(0, 3), st.integers(0, 10**6))
GAMES = st.builds(GameCounts, NUMBERS, NUMBERS, NUMBERS)
PAIRS = st.builds(PairCounts, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
COUNTS: st.SearchStrategy[Counts] = st.one_of(GAMES, PAIRS)


@st.composite
def sequential_tests(draw: st.DrawFn) -> Sprt:
    """Tests with bounds close together and far apart."""
    low = draw(st.one_of(st.floats(-10, 10), st.floats(-3000, 3000)))
    width = draw(st.one_of(st.floats(0.1, 10), st.floats(0.1, 1000)))
    return Sprt(low, low + width, model=draw(st.sampled_from(MODELS)))


def value(estimate: Estimate | None) -> float:
    """The value of an estimate that is no bound."""
    assert estimate
    assert estimate.bound is None
    return estimate.value
