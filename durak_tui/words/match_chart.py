"""The course of a match as charts, for every face."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from durak_tui.common.i18n import decimal
from durak_tui.match.course import Measured
from durak_tui.statistics.sprt import Sprt
from durak_tui.words.chart import NO_CURVE, UNSETTLED, Curve, Track, round_ticks

Moments = Sequence[tuple[int, Measured]]
"""After how many games, and what was known then."""
_LEAST: Final = 10  # Elo between two labels.
_FAR: Final = 800.0  # Elo beyond which no axis goes.


def elo_curve(moments: Moments) -> Curve:
    """The Elo of engine 1 over the games, with its interval."""
    known = [(played, one.elo) for played, one in moments if one.elo]
    if not known:
        return NO_CURVE
    settled = [estimate for _played, estimate in known[len(known) // UNSETTLED :]]
    errors = [estimate.error or 0.0 for estimate in settled]
    low = min(one.value - error for one, error in zip(settled, errors, strict=True))
    high = max(one.value + error for one, error in zip(settled, errors, strict=True))
    low, high = max(-_FAR, min(0.0, low)), min(_FAR, max(0.0, high))
    return Curve(
        [None if one.bound else one.value for _played, one in known],
        round_ticks(low, high, _LEAST, "+"),
        band=[
            (None if one.bound == "<" else one.value - (one.error or 0.0),
             None if one.bound == ">" else one.value + (one.error or 0.0))
            for _played, one in known
        ],
        tracks=_games(played for played, _one in known),
    )  # fmt: skip


def llr_curve(moments: Moments, sprt: Sprt) -> Curve:
    """The log-likelihood ratio of a sequential test between its bounds."""
    known = [(played, one.llr) for played, one in moments if one.llr is not None]
    lower, upper = sprt.lower, sprt.upper
    ticks = [(lower, f"H0 {decimal(lower, '.2f')}"), (upper, f"H1 {decimal(upper, '+.2f')}")]
    if math.isclose(-lower, upper):
        ticks.insert(1, (0.0, "0"))
    return Curve([llr for _played, llr in known], ticks, tracks=_games(n for n, _llr in known))


def _games(numbers: Iterable[int]) -> Sequence[Track]:
    """The first and the last number of games below the axis."""
    found = list(numbers)
    ends = {place: str(found[place]) for place in (0, len(found) - 1)} if found else {}
    return [Track("", ends)]
