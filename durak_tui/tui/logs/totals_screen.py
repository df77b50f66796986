"""The totals of all games of a list."""

import asyncio
from collections.abc import Iterable, Sequence
from threading import Event
from time import monotonic
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import work

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import short_path
from durak_tui.library.index import LogReader
from durak_tui.library.totals import Meeting, Totals
from durak_tui.match.course import Course, Measured
from durak_tui.statistics.elo import elo
from durak_tui.tui.logs.elo_ranges import range_lines
from durak_tui.tui.logs.log_reader import UPDATES, LogBook
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.games_bar import games_bar, has_shares
from durak_tui.tui.toolkit.line_chart import chart_lines
from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.page import Line, Page, PageScreen, paragraph
from durak_tui.words import totals_words as words
from durak_tui.words.chart import NO_CURVE, Curve
from durak_tui.words.match_chart import elo_curve
from durak_tui.words.text_table import GAP, fitted

_MOST: Final = 200  # Rows of a table; nobody looks at more.
_NARROWEST, _WIDEST = 16, 80  # Columns of a bar.
_NAME: Final = 16  # Columns of a name beside a bar, if it has as many.
_CHART: Final = 7, 28  # Rows of a chart.
_NAMES: Final = {1: ("strong",), 2: ("text-first", "text-second")}
"""The looks of the columns of names; of two players those of their parts of a bar."""


class TotalsScreen(PageScreen):
    """The results of the players in the games of a list."""

    TITLE = N_("Totals")
    HELP = N_(
        "All games in the list together: who played whom, the score of the first player against"
        " the second, the Elo difference with its error (95 %), the likelihood that the first is"
        " stronger (LOS), and the faults. Where every deal was played from both seats, Elo is"
        " computed from pairs of games. If the list is filtered, only the games that match count."
    )
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = ()

    def __init__(self, book: LogBook) -> None:
        super().__init__()
        self._book = book
        self._stops = Event()
        self._read = 0  # Games that have been read.
        self._total: int | None = None  # None until the list is whole.
        self._tables: Sequence[words.Table] = ()
        self._course: Curve = NO_CURVE  # Of the only two players.
        self._sentence = ""
        self._faults: Sequence[str] = ()
        self._problem = ""

    def on_mount(self) -> None:
        self._begin()

    def on_unmount(self) -> None:
        self._stops.set()

    @work
    async def _begin(self) -> None:
        try:
            games = await self._book.read_listed()
            reader = await self._book.read(lambda log: log.reader())
            self._total = len(games)
            await asyncio.to_thread(self._add_up, reader, games)
        except OSError as error:
            text = _("{path} cannot be read: {why}.")
            self._problem = text.format(path=short_path(self._book.path), why=why(error))
            self.fill()

    def _add_up(self, reader: LogReader, games: Iterable[int]) -> None:
        """In a thread: read the games, and report progress."""
        totals, told_at = Totals(), monotonic()
        course: Course[Measured] = Course()
        # Closed here: leaving the screen does not wait for this thread.
        with reader:
            for _step in totals.read(reader, games):
                if self._stops.is_set():
                    return
                if course.is_due(totals.games):
                    course.note(totals.games, _measured(totals))
                if monotonic() >= told_at + 1 / UPDATES:
                    told_at = monotonic()
                    self._report(totals, course)
        self._report(totals, course)

    def _report(self, totals: Totals, course: Course[Measured]) -> None:
        tables = list(words.tables(totals, self.durak.glyphs.plus_minus, _MOST))
        faults = list(words.fault_lines(totals))
        moments = list(course.up_to(totals.games, _measured(totals)))
        curve = elo_curve(moments) if _only_meeting(totals) else NO_CURVE
        self.call_later(self._take, totals.games, words.games_line(totals), tables, faults, curve)

    def _take(
        self,
        read: int,
        sentence: str,
        tables: Sequence[words.Table],
        faults: Sequence[str],
        course: Curve,
    ) -> None:
        self._read, self._sentence, self._tables, self._faults = read, sentence, tables, faults
        self._course = course
        self.fill()

    def state(self) -> Said:
        if self._problem or self._read == self._total:
            return super().state()
        return _("reading {n} %").format(n=100 * self._read // (self._total or 1)), "dim"

    def lines(self, width: int) -> list[Line]:
        lines = paragraph(self._problem, width, "bad")
        lines += paragraph(self._sentence, width, "strong")
        faults = self._fault_lines(width)
        height = self.query_one(Page).size.height
        tables = [self._table(table, width) for table in self._tables]
        free = height - len(lines) - len(faults) - sum(len(table) + 1 for table in tables)
        if sum(map(len, tables)) - 2 * len(tables) <= free:
            # A blank line keeps the bars of two rows apart.
            tables = [table[:1] + _apart(table[1:]) for table in tables]
        for table in tables:
            lines += [[], *table]
        ranges, free = self._ranges(width), height - len(lines) - len(faults) - 2
        if ranges and free >= len(ranges):
            more = _apart(ranges[:-1]) + ranges[-1:]
            lines += [[], [(_("Elo with its 95 % range"), "dim")]]
            lines += more if free >= len(more) else ranges
        rows = min(_CHART[1], height - len(lines) - len(faults) - 2)
        if self._course.values and rows >= _CHART[0]:
            lines += [[], [(_("Elo of the first over the games, with its 95 % range"), "dim")]]
            lines += chart_lines(self._course, width, rows, ascii_only=self.durak.glyphs.ascii)
        return lines + faults

    def _table(self, table: words.Table, width: int) -> list[Line]:
        """A table, with a bar beside each row where there is room."""
        glyphs, is_only = self.durak.glyphs, len(self._tables) == len(table.counts) == 1
        rows = self._rows(table, width)
        narrower = rows if is_only else self._rows(table, width - _NARROWEST - len(GAP))
        # A bar is worth numbers if it shows them all as well, but not names.
        names = zip(narrower[0], rows[0][: table.names], strict=False)
        if all(cell_len(one) >= min(_NAME, cell_len(other)) for one, other in names):
            room, is_whole = _bar_beside(narrower, width), len(narrower[0]) == len(rows[0])
            if is_whole or all(has_shares(room, games) for games in table.counts):
                rows = narrower
        bar = _bar_beside(rows, width)
        found: list[Line] = [[(GAP.join(rows[0]), "dim")]]
        looks = _NAMES[table.names]
        for row, games in zip(rows[1:], table.counts, strict=True):
            cells = [(text + GAP, look) for text, look in zip(row, looks, strict=False)]
            cells.append((GAP.join(row[len(looks) :]) + GAP, "text"))
            bars = games_bar(bar, games, glyphs) if bar >= _NARROWEST and not is_only else ()
            found.append([*cells, *bars])
        if is_only:
            found.append(list(games_bar(width, table.counts[0], glyphs)))
        return found

    def _rows(self, table: words.Table, width: int) -> list[list[str]]:
        less, ellipsis = words.least_wanted(), self.durak.glyphs.ellipsis
        return fitted(table.rows, width, names=table.names, less=less, ellipsis=ellipsis)

    def _ranges(self, width: int) -> list[Line]:
        """The strengths of more than two players on one scale."""
        if len(self._tables) < 2:
            return []
        _columns, (_head, *rows), counts = self._tables[0]
        known = [(row[0], elo(games)) for row, games in zip(rows, counts, strict=True)]
        return range_lines([(name, one) for name, one in known if one], width, self.durak.glyphs)

    def _fault_lines(self, width: int) -> list[Line]:
        if not self._faults:
            return []
        lines: list[Line] = [[], [(_("Faults"), "dim")]]
        for fault in self._faults:
            lines += paragraph(fault, width, "bad")
        return lines

    def on_resize(self) -> None:
        self.fill()


def _only_meeting(totals: Totals) -> Meeting | None:
    """The games of the only two players, if there are no others."""
    meetings = totals.meetings()
    return meetings[0] if len(meetings) == 1 else None


def _measured(totals: Totals) -> Measured:
    """The strength of the first of two players, as far as known."""
    only = _only_meeting(totals)
    return Measured.of(only.counts, None) if only else Measured(None, None)


def _bar_beside(rows: Sequence[Sequence[str]], width: int) -> int:
    """The columns that rows leave to a bar."""
    return min(_WIDEST, width - max(cell_len(GAP.join(row)) for row in rows) - len(GAP))


def _apart(rows: Sequence[Line]) -> list[Line]:
    """Rows with a blank one between two."""
    return [line for row in rows for line in (row, [])][:-1]
