"""The totals of all games of a list."""

import asyncio
from collections.abc import Iterable, Sequence
from threading import Event
from time import monotonic
from typing import ClassVar, Final, TypeAlias

from textual import work

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import short_path
from durak_tui.library.index import LogReader
from durak_tui.library.totals import Totals
from durak_tui.tui.logs.log_reader import UPDATES, LogBook
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.page import Line, PageScreen, paragraph
from durak_tui.words import totals_words as words
from durak_tui.words.text_table import in_columns

_Table: TypeAlias = tuple[int, Sequence[Sequence[str]]]  # Columns of names, and rows.
_MOST: Final = 200  # Rows of a table; nobody looks at more.


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
        self._tables: Sequence[_Table] = ()
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
        # Closed here: leaving the screen does not wait for this thread.
        with reader:
            for _step in totals.read(reader, games):
                if self._stops.is_set():
                    return
                if monotonic() >= told_at + 1 / UPDATES:
                    told_at = monotonic()
                    self._report(totals)
        self._report(totals)

    def _report(self, totals: Totals) -> None:
        tables = list(words.tables(totals, self.durak.glyphs.plus_minus, _MOST))
        faults = list(words.fault_lines(totals))
        self.call_later(self._take, totals.games, words.games_line(totals), tables, faults)

    def _take(
        self, read: int, sentence: str, tables: Sequence[_Table], faults: Sequence[str]
    ) -> None:
        self._read, self._sentence, self._tables, self._faults = read, sentence, tables, faults
        self.fill()

    def state(self) -> Said:
        if self._problem or self._read == self._total:
            return super().state()
        return _("reading {n} %").format(n=100 * self._read // (self._total or 1)), "dim"

    def lines(self, width: int) -> list[Line]:
        lines = paragraph(self._problem, width, "bad")
        lines += paragraph(self._sentence, width, "strong")
        ellipsis = self.durak.glyphs.ellipsis
        for names, table in self._tables:
            head, *rows = in_columns(
                table, width, names=names, less=words.least_wanted(), ellipsis=ellipsis
            )
            lines += [[], [(head, "dim")], *([(row, "text")] for row in rows)]
        if self._faults:
            lines += [[], [(_("Faults"), "dim")]]
            for fault in self._faults:
                lines += paragraph(fault, width, "bad")
        return lines
