"""What all games of a list amount to."""

import asyncio
from collections.abc import Iterable, Sequence
from threading import Event
from time import monotonic
from typing import ClassVar, Final, TypeAlias

from textual import work
from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import short_path
from durak_tui.library.index import LogReader
from durak_tui.library.totals import Totals
from durak_tui.tui.logs.log_reader import UPDATES, LogBook
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.note import Line, NoteHeading, Page
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words import totals as words
from durak_tui.words.own_record import least_wanted
from durak_tui.words.table import in_columns

_Table: TypeAlias = tuple[int, Sequence[Sequence[str]]]  # Columns of names, and rows.
_MOST: Final = 200  # Rows of a table; nobody looks at more.


class TotalsScreen(DurakScreen):
    """Who played whom in the games of a list."""

    CSS_PATH = "totals.tcss"
    TITLE = N_("Totals")
    HELP = N_(
        "All games of the list together: who played whom, the score of the first player against"
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
        self._sentences: Sequence[str] = ()
        self._faults: Sequence[str] = ()
        self._problem = ""

    def content(self) -> ComposeResult:
        yield NoteHeading(id="heading")
        yield Page(id="totals")

    def on_mount(self) -> None:
        self._show()
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
            self._show()

    def _add_up(self, reader: LogReader, games: Iterable[int]) -> None:
        """In a thread: read the games, and tell how far it is."""
        totals, told_at = Totals(), monotonic()
        # Closed here: whoever leaves the screen does not wait for this thread.
        with reader:
            for _step in totals.read(reader, games):
                if self._stops.is_set():
                    return
                if monotonic() >= told_at + 1 / UPDATES:
                    told_at = monotonic()
                    self._tell(totals)
        self._tell(totals)

    def _tell(self, totals: Totals) -> None:
        sign = self.durak.glyphs.plus_minus
        players, meetings = totals.players(), totals.meetings()
        of_players = [words.player_row(*player, sign) for player in players[:_MOST]]
        of_meetings = [words.meeting_row(one, sign) for one in meetings[:_MOST]]
        tables: list[_Table] = []
        if len(players) > 2:
            tables.append((1, [words.player_head(), *of_players]))
        if meetings:
            tables.append((2, [words.meeting_head(), *of_meetings]))
        said = [words.games_line(totals)], list(words.fault_lines(totals))
        self.call_later(self._take, totals.games, tables, *said)

    def _take(
        self,
        read: int,
        tables: Sequence[_Table],
        sentences: Sequence[str],
        faults: Sequence[str],
    ) -> None:
        self._read, self._tables = read, tables
        self._sentences, self._faults = sentences, faults
        self._show()

    def _show(self) -> None:
        state = ""
        if not self._problem and self._read != self._total:
            state = _("reading {n} %").format(n=100 * self._read // (self._total or 1))
        self.query_one(NoteHeading).show(self.title_text(), state)
        self.query_one(Page).show(self._lines, stays=True)

    def redraw(self) -> None:
        self._show()
        super().redraw()

    def _lines(self, width: int) -> list[Line]:
        lines: list[Line] = [[(line, "bad")] for line in wrapped(self._problem, width)]
        for sentence in self._sentences:
            lines += [[(line, "strong")] for line in wrapped(sentence, width)]
        ellipsis = self.durak.glyphs.ellipsis
        for names, table in self._tables:
            head, *rows = in_columns(
                table, width, names=names, less=least_wanted(), ellipsis=ellipsis
            )
            lines += [[], [(head, "dim")], *([(row, "text")] for row in rows)]
        if self._faults:
            lines += [[], [(_("Faults"), "dim")]]
            for fault in self._faults:
                lines += [[(line, "bad")] for line in wrapped(fault, width)]
        return lines
