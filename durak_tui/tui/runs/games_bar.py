"""A bar of the games of a match."""

from itertools import accumulate
from typing import Final

from textual.geometry import Region

from durak_tui.common.i18n import pgettext
from durak_tui.statistics.counts import GameCounts
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import Glyphs

SEATS: Final = "tile-first", "tile-second"
"""The looks of both engines."""


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
