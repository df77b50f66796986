"""The games of a log as a list that follows its file.

Finding, filtering and sorting go on by :meth:`Catalogue.advance`; between two calls the list can be
read as far as it is.  All of it belongs to one thread.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal

from durak_tui.common.files import Closing
from durak_tui.common.i18n import why
from durak_tui.library.index import LogReader
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, Query
from durak_tui.library.search import LogSearch, OpenLog, read_game
from durak_tui.library.summary import Summary, summarize

FileState = Literal["present", "removed", "unreadable"]
"""The fate of the file: of one that was removed, or was replaced by one that cannot be
read, the games are still there as long as the catalogue is open."""
Restart = Literal["rewritten", "replaced"]
"""The reason for beginning anew: the file was cut off or rewritten, or another one has its name."""

_KEPT: Final = 512  # Summaries that are remembered, some 300 kB.


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """The progress of a catalogue."""

    busy: bool  # Whether there is more to do without the file changing.
    games: int
    scanned: int  # Bytes looked through for games so far.
    size: int
    looked_at: int  # Games that the filter has decided on.
    rows: int
    sorted: int  # How many of them are sorted; the list is shown in its order when all are.
    version: tuple[int, ...]  # Another one whenever rows that were in the list have moved.
    state: FileState
    problem: str  # Why the file cannot be read, in the system's words; empty if it can.
    restarts: int
    restarted: Restart | None


class Catalogue(Closing):
    """The games of a log file, as rows numbered from 0."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file and read nothing yet.  Raises OSError."""
        # The place is meant, wherever the program goes.
        self.path: Final = os.path.abspath(os.path.expanduser(path))
        self._log = OpenLog(self.path)
        self._search = LogSearch(self._log, EVERYTHING, FILE_ORDER)
        self._summaries: dict[int, Summary] = {}
        self._searches = 0
        self._state: FileState = "present"
        self._problem = ""
        self._size = 0  # Bytes of the file when it could last be measured.
        self._restarts = 0
        self._restarted: Restart | None = None
        self._is_closed = False

    # Working

    def advance(self, seconds: float = 0.05) -> bool:
        """Find, filter and sort for about this time; whether more is left.

        Later calls go on with what has changed since.  Nothing is raised: :attr:`progress` has
        what is wrong with the file.
        """
        deadline = monotonic() + seconds
        if self._is_closed:
            return False
        self._look_at_file()
        try:
            self._step()
            while not (self._search.is_done or monotonic() >= deadline):
                self._step()
        except OSError as error:
            self._cannot_read(error)
            return False
        return not self._search.is_done

    def _cannot_read(self, error: OSError) -> None:
        self._state, self._problem = "unreadable", why(error).text

    def _look_at_file(self) -> None:
        index = self._log.index
        try:
            there = os.stat(self.path)
            same = (there.st_dev, there.st_ino) == index.identity
            if same and not index.outdated:
                self._state, self._problem = "present", ""
                return
            log = OpenLog(self.path)
        except FileNotFoundError:
            self._state, self._problem = "removed", ""
        except OSError as error:
            self._cannot_read(error)
        else:
            self._begin_with(log, "rewritten" if same else "replaced")

    def _begin_with(self, log: OpenLog, reason: Restart) -> None:
        old, self._log = self._log, log
        self.show(self._search.query, self._search.order)  # nothing of it is of use now
        self._summaries.clear()
        self._restarts += 1
        self._restarted = reason
        self._state, self._problem = "present", ""
        old.index.close()

    def _step(self) -> None:
        log = self._log
        if not log.at_end or log.index.size > log.index.scanned:
            changed = log.scan()
            if changed is not None:
                self._search.changed(changed)
        search = self._search
        more = search.step()
        search.is_done = log.at_end and not more

    def show(self, query: Query = EVERYTHING, order: Order = FILE_ORDER) -> None:
        """Change the filter and the order; :meth:`advance` fills the new list.

        With the same query nothing is searched again, with the order reversed nothing is sorted
        again.
        """
        self._search = LogSearch(self._log, query, order, self._search)
        self._searches += 1

    @property
    def order(self) -> Order:
        return self._search.order

    @property
    def progress(self) -> ReadProgress:
        log, search = self._log, self._search
        rows = len(search)
        with suppress(OSError):
            self._size = log.index.size
        return ReadProgress(
            busy=not search.is_done,
            games=len(log.index),
            scanned=log.index.scanned,
            size=self._size,
            looked_at=search.looked_at,
            rows=rows,
            sorted=search.sorted,
            version=(self._searches, search.version, rows if search.is_backward else 0),
            state=self._state,
            problem=self._problem,
            restarts=self._restarts,
            restarted=self._restarted,
        )

    # Reading

    def __len__(self) -> int:
        return len(self._search)

    def rows(self, start: int, stop: int) -> list[Summary]:
        """The games in these rows, as far as there are such."""
        kept, last = self._summaries, len(self._log.index) - 1
        rows = []
        for number in self._search.games(max(0, start), stop):
            row = kept.pop(number, None) or self.summary(number)
            # The last game may be longer next time, and what has no title may be readable.
            if number < last and row.title:
                kept[number] = row  # at the end: asked for last
            rows.append(row)
        for number in list(kept)[:-_KEPT]:
            del kept[number]
        return rows

    def summary(self, number: int) -> Summary:
        """The row of a game, by its number, listed or not."""
        try:
            return summarize(number, *read_game(self._log.index, number))
        except OSError as error:
            return Summary(number, "", damage=f"it cannot be read: {error.strerror or error}")

    def row(self, number: int) -> int | None:
        try:
            return self._search.row(number)
        except IndexError:
            return None

    def games(self) -> Sequence[int]:
        """The numbers of all games in the list, in its order."""
        return self._search.all_games()

    def raw(self, number: int) -> bytes:
        """A game as it stands in the file, by its number."""
        return self._log.index.raw(number)

    def reader(self) -> LogReader:
        """An independent reader of the games found so far."""
        return self._log.index.reader()

    def close(self) -> None:
        self._is_closed = True
        self._log.index.close()
