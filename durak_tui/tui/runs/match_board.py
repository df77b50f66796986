"""The board of a match: progress, score, faults, all matches."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import _, decimal, grouped, ngettext, pgettext
from durak_tui.common.short_names import short_names
from durak_tui.common.text import short_path
from durak_tui.tui.runs.run_words import (
    MatchRows,
    elo_line,
    engine_names,
    facts,
    games_of,
    notes,
    result_sentence,
    strength_lines,
)
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit, wrapped
from durak_tui.tui.toolkit.games_bar import SEATS, put_games_bar
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.line_chart import put_chart
from durak_tui.tui.toolkit.note import Said, in_lines
from durak_tui.words.chart import NO_CURVE, Curve
from durak_tui.words.match import fault_lines
from durak_tui.words.match_chart import elo_curve, llr_curve

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot
    from durak_tui.pool.progress import Progress

_NUMBER: Final = 7  # Columns of a number in the score.
_FIRST_GAMES: Final = 5  # Game numbers shown of a kind of fault while the match is on.
_ROOMY: Final = 20  # Rows from which on there are blank lines between the parts.
_HURRY: Final = 2.0
"""Seconds in which a list that grows line by line is easily followed; a faster one leaps."""
_LIST: Final = 8  # Lines that a list of more matches has in any case.
_CHART: Final = 5  # The least lines of a chart.
_MOST_OF: Final = 3
"""One of so many parts of the board is a chart at most, unless all matches have room below."""


def draw_progress(canvas: Canvas, now: "Progress", glyphs: Glyphs, width: int) -> None:
    """Draw the first line of a board: the share of games played."""
    share = min(1.0, now.done / now.total) if now.total else 0.0
    cells = width - 6
    full = int(cells * share)
    canvas.put(0, 0, glyphs.filled * full, "accent")
    canvas.put(full, 0, glyphs.empty * (cells - full), "dim")
    canvas.put(cells, 0, f"{int(100 * share):>4} %", "text")


class Scroll:
    """The part of a list in view, which follows its end."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.top = 0
        self.follows = True
        self._now = now
        self._moved_at = float("-inf")
        self._height = 0

    def fit(self, count: int, height: int) -> None:
        """Heed how many lines there are now, and the room for them."""
        last, behind = max(0, count - height), count - (self.top + height)
        other_window, self._height = height != self._height, height
        if not self.follows:
            self.top = min(self.top, last)
        elif other_window or count <= height:
            self.top = last
        elif behind > 0:
            # A list that grows fast would otherwise be sent again with every line.
            self.top += behind + (height // 2 if self._now() - self._moved_at < _HURRY else 0)
            self._moved_at = self._now()

    def move(self, by: int, count: int, height: int) -> None:
        last = max(0, count - height)
        self.top = max(0, min(self.top + by, last))
        self.follows = self.top == last


class MatchBoard(CanvasWidget):
    """A match as it stands: figures, faults, match by match."""

    WHEEL: ClassVar = 3
    DEFAULT_CSS = "MatchBoard { width: 1fr; height: 1fr; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: MatchRows | None = None
        self._scroll = Scroll()
        self._view = 0, 1  # Lines of the list, and the room for them.

    def show(self, match: "BackgroundRun", now: "MatchSnapshot") -> None:
        if self._rows is None or now.is_on != self._rows.now.is_on:
            self._scroll = Scroll()
            self._scroll.follows = now.is_on
        self._rows = MatchRows(match, now, self.glyphs)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._rows is None or not canvas.height:
            return
        matches = self._rows.at_last(canvas.width - 2)
        below = _Figures(canvas, self._rows.now, self.glyphs, matches).draw()
        area = Region(0, below, canvas.width, canvas.height - below)
        self._list(canvas, self._rows, area)

    def _list(self, canvas: Canvas, rows: MatchRows, area: Region) -> None:
        x, y = area.offset
        width = area.width - 2
        canvas.put(x, y, rows.head(width), "dim")
        y += 1
        height = max(1, area.bottom - y)
        count = rows.count(width)
        self._view = count, height
        self._scroll.fit(count, height)
        top = self._scroll.top
        glyphs = self.glyphs
        for line in rows.lines(top, top + height, width):
            canvas.put(x, y, fit(line, width, glyphs), "text")
            y += 1
        if top > 0:
            canvas.right(area.bottom - height, glyphs.more_above, "accent")
        if top + height < count:
            canvas.right(area.bottom - 1, glyphs.more_below, "accent")

    def action_move(self, by: int) -> None:
        self._scroll.move(by, *self._view)
        self.redraw()

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(1, self._view[1] - 1))


@dataclass
class _Figures:
    """Everything but the list.

    Each thing that changes has its own place and the look of plain text: no more than the digits is
    sent to the terminal.
    """

    canvas: Canvas
    now: "MatchSnapshot"
    glyphs: Glyphs
    matches: int  # Lines of the list when the match is over.
    y: int = 1

    @property
    def width(self) -> int:
        return self.canvas.width

    @property
    def roomy(self) -> bool:
        return self.canvas.height >= _ROOMY

    def draw(self) -> int:
        now, glyphs = self.now, self.glyphs
        draw_progress(self.canvas, now, glyphs, self.width)
        self._facts()
        self._gap()
        self._score()
        self._line(elo_line(now, glyphs), "text")
        strength = strength_lines(now, glyphs, self.width)
        messages, faults = self._messages(), self._faults()
        below = len(strength) + 3 + len(messages) + len(faults)
        strengths = elo_curve(now.course)
        ratios = llr_curve(now.course, now.sprt) if now.sprt else NO_CURVE
        charts = max(1, bool(strengths.values) + bool(ratios.values))
        height = self.canvas.height
        free = height - self.y - below
        rows = min(height // _MOST_OF, (free - _LIST) // charts)
        # As many as the list leaves at last: with each match less, all would be sent again.
        rows = max(rows, (free - 1 - self.matches) // charts)
        self._chart(strengths, rows)
        for line in strength:
            self._line(line, "text")
        self._chart(ratios, rows)
        self._origin()
        self._gap()
        for lines in messages, faults:
            for line, look in lines:
                self._line(line, look)
            if lines:
                self._gap()
        return self.y

    def _chart(self, curve: Curve, rows: int) -> None:
        if rows < _CHART or not curve.values:
            return
        region = Region(0, self.y, self.width, rows)
        put_chart(self.canvas, region, curve, ascii_only=self.glyphs.ascii)
        self.y += rows

    def _gap(self) -> None:
        self.y += self.roomy

    def _line(self, text: str, look: str) -> None:
        self.canvas.put(0, self.y, fit(text, self.width, self.glyphs), look)
        self.y += 1

    def _facts(self) -> None:
        x, total = 0, self.now.total
        # Each needs no more columns until the end.
        rooms = cell_len(games_of(total, total)) + 3, 15, 17, 17
        for text, room in zip(facts(self.now), rooms, strict=False):
            if x + cell_len(text) <= self.width:
                self.canvas.put(x, self.y, text, "text")
            x += room
        self.y += 1

    def _score(self) -> None:
        now = self.now
        games = pgettext("games", "won"), pgettext("games", "lost"), pgettext("games", "drawn")
        titles = *games, pgettext("won", "matches")
        both = now.game_counts, now.game_counts.reversed()
        scores = [
            (*map(grouped, (games.wins, games.losses, games.draws)), decimal(points, ".1f"))
            for games, points in zip(both, now.points, strict=True)
        ]
        edges: list[int] = []
        edge = self.width
        for title, *values in reversed(list(zip(titles, *scores, strict=True))):
            edges.insert(0, edge)
            edge -= max(_NUMBER, *(cell_len(text) + 2 for text in (title, *values)))
        for title, right in zip(titles, edges, strict=True):
            self.canvas.put(right - cell_len(title), self.y, title, "dim")
        self.y += 1
        names = short_names(engine_names(now), edge - 4, self.glyphs.ellipsis)
        for seat, name in enumerate(names):
            x = self.canvas.put(0, self.y, f" {seat + 1} ", SEATS[seat])
            self.canvas.put(x + 1, self.y, name, "strong")
            for value, right in zip(scores[seat], edges, strict=True):
                self.canvas.put(right - len(value), self.y, value, "text")
            self.y += 1
        area = Region(0, self.y, self.width, 1)
        put_games_bar(self.canvas, area, now.game_counts, self.glyphs)
        self.y += 1

    def _origin(self) -> None:
        now, glyphs = self.now, self.glyphs
        seed = "" if now.seed is None else _("seed {n}").format(n=now.seed)
        path = "" if now.log is None else short_path(now.log)
        log = _("log {path}") if path else _("no log")
        lines = [(f" {glyphs.dot} ".join(filter(None, (seed, log))), path)]
        if self.roomy and self._over(*lines[0]) > 0:
            folder, slash, name = path.rpartition("/")
            in_two = [(log, folder + slash), ("{path}", name)]
            lines = [(seed, ""), *(in_two if self._over(log, path) > 0 else [(log, path)])]
        for text, part in lines:
            if text:
                shown = _end_of(part, cell_len(part) - self._over(text, part), glyphs)
                self._line(text.format(path=shown), "dim")

    def _over(self, text: str, path: str) -> int:
        """Columns by which a text with this path is too long."""
        return cell_len(text.format(path=path)) - self.width

    def _messages(self) -> list[Said]:
        now = self.now
        said = [(result_sentence(now), "bad" if now.failure else "strong")]
        lines = in_lines([*said, *((note, "dim") for note in notes(now))], self.width)
        return lines[: max(2, (self.canvas.height - self.y) // 3)]

    def _faults(self) -> list[Said]:
        """The faults so far; of a finished match the list has them."""
        if not self.now.is_on:
            return []
        lines = fault_lines(
            engine_names(self.now),
            self.now.faults,
            self.now.void,
            first_games=_FIRST_GAMES,
            width=self.width,
            ellipsis=self.glyphs.ellipsis,
        )
        found = [part for line in lines for part in wrapped(line, self.width)]
        most = max(2, (self.canvas.height - self.y) // 3)
        if (more := len(found) - most + 1) > 1:
            found[most - 1 :] = [ngettext("and {n} more", "and {n} more", more).format(n=more)]
        return [(line, "bad") for line in found]


def _end_of(path: str, width: int, glyphs: Glyphs) -> str:
    """A path in at most ``width`` cells: its end says most."""
    if cell_len(path) <= width:
        return path
    while path and cell_len(glyphs.ellipsis + path) > width:
        path = path[1:]
    return glyphs.ellipsis + path
