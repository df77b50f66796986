"""The games of two players as a bar in their colours."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from textual.geometry import Region

from durak_tui.common.i18n import pgettext
from durak_tui.statistics.counts import GameCounts
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import Glyphs

SEATS: Final = "tile-first", "tile-second"
"""The looks of both players."""


def games_bar(width: int, games: GameCounts, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """The games won, drawn and lost by the first, with letters."""
    counts = games.wins, games.draws, games.losses
    letters = pgettext("games", "W"), pgettext("games", "D"), pgettext("games", "L")
    looks = SEATS[0], "neutral", SEATS[1]
    ends = [round(width * part / max(1, games.number)) for part in accumulate(counts)]
    x = 0
    for count, end, letter, look in zip(counts, ends, letters, looks, strict=True):
        room = end - x
        if room > 0:
            share = f"{letter} {100 * count / games.number:.0f} %"
            label = next((one for one in (share, letter) if len(one) + 2 <= room), "")
            text = label.center(room)
            if x:  # Where there are no colours the parts need an edge.
                text = glyphs.edge + text[1:]
            yield text, look
            x = end


def put_games_bar(canvas: Canvas, area: Region, games: GameCounts, glyphs: Glyphs) -> None:
    """Draw the bar into a line of a canvas."""
    x = area.x
    for text, look in games_bar(area.width, games, glyphs):
        x = canvas.put(x, area.y, text, look)
