"""Pictures of a match: a bar of its games, Elo and LLR."""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from textual.geometry import Region

from durak_tui.common.i18n import pgettext
from durak_tui.match.course import Measured
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.sprt import Sprt
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.words.chart import Curve, Track

Moments = Sequence[tuple[int, Measured]]
"""After how many games, and what was known then."""
SEATS: Final = "tile-first", "tile-second"
"""The looks of both engines."""
_FAR: Final = 800.0  # Elo beyond which no axis goes.
_STEPS: Final = 10, 20, 50, 100, 200, 400  # Elo between two labels.
_MOST_STEPS: Final = 4
_UNSETTLED: Final = 4  # One of so many parts of the course, the first, sets no scale.


def put_games_bar(canvas: Canvas, area: Region, games: GameCounts, glyphs: Glyphs) -> None:
    """Draw the won, drawn and lost games of engine 1, with letters."""
    counts = games.wins, games.draws, games.losses
    letters = pgettext("games", "W"), pgettext("games", "D"), pgettext("games", "L")
    looks = SEATS[0], "bar", SEATS[1]
    ends = [round(area.width * part / max(1, games.number)) for part in accumulate(counts)]
    x = area.x
    for count, end, letter, look in zip(counts, ends, letters, looks, strict=True):
        width = area.x + end - x
        if width > 0:
            share = f"{letter} {100 * count / games.number:.0f} %"
            label = next((one for one in (share, letter) if len(one) + 2 <= width), "")
            text = label.center(width)
            if x > area.x:  # Where there are no colours the parts need an edge.
                text = glyphs.edge + text[1:]
            x = canvas.put(x, area.y, text, look)


def elo_curve(moments: Moments) -> Curve:
    """The Elo of engine 1 over the games, with its interval."""
    known = [(played, one.elo) for played, one in moments if one.elo]
    if not known:
        return Curve((), ())
    settled = [estimate for _played, estimate in known[len(known) // _UNSETTLED :]]
    errors = [estimate.error or 0.0 for estimate in settled]
    low = min(one.value - error for one, error in zip(settled, errors, strict=True))
    high = max(one.value + error for one, error in zip(settled, errors, strict=True))
    low, high = max(-_FAR, min(0.0, low)), min(_FAR, max(0.0, high))
    step = next((one for one in _STEPS if high - low <= one * _MOST_STEPS), _STEPS[-1])
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return Curve(
        [estimate.value for _played, estimate in known],
        [(n * step, f"{n * step:+}" if n else "0") for n in range(first, last + 1)],
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
    ticks = [(lower, f"H0 {lower:.2f}"), (upper, f"H1 {upper:+.2f}")]
    if math.isclose(-lower, upper):
        ticks.insert(1, (0.0, "0"))
    return Curve([llr for _played, llr in known], ticks, tracks=_games(n for n, _llr in known))


def _games(numbers: Iterable[int]) -> Sequence[Track]:
    """The first and the last number of games below the axis."""
    found = list(numbers)
    ends = {place: str(found[place]) for place in (0, len(found) - 1)} if found else {}
    return [Track("", ends)]
