"""The games of two players as a bar in their colours."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from textual.geometry import Region

from durak_tui.common.i18n import pgettext
from durak_tui.statistics.counts import GameCounts
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.words.chart import stacked_bar

SEATS: Final = "tile-first", "tile-second"
"""The looks of both players."""


def games_bar(width: int, games: GameCounts, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """The games won, drawn and lost by the first, with letters.

    Each of these has a cell at least, if there are any.
    """
    for at, part in enumerate(_parts(width, games)):
        text = next((one for one in (part.share, part.letter) if part.has_room(one)), "")
        text = text.center(part.room)
        if at:  # Where there are no colours the parts need an edge.
            text = glyphs.edge + text[1:]
        yield text, part.look


def has_shares(width: int, games: GameCounts) -> bool:
    """True if each part of the bar has room for its share."""
    return all(part.has_room(part.share) for part in _parts(width, games))


class _Part(NamedTuple):
    """The games of one outcome, of which there are some."""

    room: int
    letter: str
    share: str
    look: str

    def has_room(self, label: str) -> bool:
        return len(label) + 2 <= self.room


def _parts(width: int, games: GameCounts) -> Iterator[_Part]:
    if not games.number:
        return
    counts = games.wins, games.draws, games.losses
    letters = pgettext("games", "W"), pgettext("games", "D"), pgettext("games", "L")
    looks = SEATS[0], "neutral", SEATS[1]
    rooms = map(len, stacked_bar(counts, width))
    for room, count, letter, look in zip(rooms, counts, letters, looks, strict=True):
        if room:
            share = f"{letter} {100 * count / games.number:.0f} %"
            yield _Part(room, letter, share, look)


def put_games_bar(canvas: Canvas, area: Region, games: GameCounts, glyphs: Glyphs) -> None:
    """Draw the bar into a line of a canvas."""
    x = area.x
    for text, look in games_bar(area.width, games, glyphs):
        x = canvas.put(x, area.y, text, look)
