"""A log that is open on the screens, read in one thread.

The screens say what they want to see and are notified when it is there, so that neither a slow
disk nor a search among a million games keeps anybody waiting for a key.
"""

import asyncio
import errno
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from threading import Condition
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from durak_tui.common.i18n import N_
from durak_tui.library.catalogue import Catalogue, ReadProgress
from durak_tui.library.index import parse_game
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, Query
from durak_tui.library.summary import Summary
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.tui.logs.log_words import NO_PATH

UPDATES: Final = 4  # Reports of progress in a second, at most.
_SLICE: Final = 0.02  # Seconds of work between two looks at what is wanted.
_LOOK: Final = 0.5  # Seconds between two looks at a file that is followed.
_DRAWN: Final = 0.05
"""Seconds in which most pages are drawn: two threads at once would take longer for both."""
NOTHING_READ: Final = ReadProgress(True, 0, 0, 0, 0, 0, 0, (), "present", "", 0, None)
"""The progress of a log of which nothing is known yet."""

_T = TypeVar("_T")
CHANGED: Final = N_("The log has changed: this game is not where it was.")


class NotThere(Exception):
    """A game that cannot be read; the text is marked for translation."""


class GameKey(NamedTuple):
    """The place of a game in a log."""

    number: int  # In the file, from 0.
    restarts: int  # Which file that is, see :attr:`ReadProgress.restarts`.


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game, and its place in the list when it was opened."""

    row: int
    rows: int
    key: GameKey
    raw: bytes  # As it stands in the file; empty if it is too long to be a game.
    summary: Summary
    record: GameRecord | None  # None if the game is damaged.


def open_game(catalogue: Catalogue, key: GameKey, row: int) -> OpenGame | None:
    """A game, or what is in its row now; None if gone."""
    if key.restarts != catalogue.progress.restarts:
        return None
    place = catalogue.row(key.number)
    return _open_row(catalogue, row if place is None else place)


def open_number(catalogue: Catalogue, key: GameKey) -> OpenGame | None:
    """A game, listed or not; None if gone."""
    if key.restarts != catalogue.progress.restarts:
        return None
    return _opened(catalogue, catalogue.summary(key.number), catalogue.row(key.number) or 0)


def open_near(catalogue: Catalogue, game: OpenGame, by: int) -> OpenGame | None:
    """The game ``by`` rows behind another; None if there is none."""
    now = catalogue.progress
    row = catalogue.row(game.key.number) if now.restarts == game.key.restarts else None
    if row is None:  # as near as it gets
        row = min(game.row, now.rows)
    return _open_row(catalogue, row + by)


def _open_row(catalogue: Catalogue, row: int) -> OpenGame | None:
    found = catalogue.rows(row, row + 1) if row >= 0 else []
    return _opened(catalogue, found[0], row) if found else None


def _opened(catalogue: Catalogue, summary: Summary, row: int) -> OpenGame:
    now, raw, record = catalogue.progress, b"", None
    try:
        raw = catalogue.raw(summary.number)
        record = parse_game(raw)
    except DamagedGame as damage:
        summary = replace(summary, damage=damage.reason)
    except (IndexError, OSError) as error:
        summary = replace(summary, damage=f"it cannot be read: {error}")
    return OpenGame(row, now.rows, GameKey(summary.number, now.restarts), raw, summary, record)


def raw_game(catalogue: Catalogue, key: GameKey) -> bytes:
    """A game as it stands in the file.  Raises NotThere."""
    if catalogue.progress.restarts != key.restarts:
        raise NotThere(CHANGED)
    try:
        return catalogue.raw(key.number)
    except (DamagedGame, IndexError, OSError) as error:
        raise NotThere(str(error)) from None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part of the list that a screen wants to show."""

    number: int  # Each wish has another one.
    cursor: int  # The row that the cursor is to stand on.
    top: int  # The first row in view.
    height: int  # Rows in view.
    game: GameKey | None = None
    """The cursor is to stand on this game wherever it is now, as high in the view."""
    at_end: bool = False
    """The cursor is to stand where new games come in, in a list that is sorted as the file is."""


class GamePage(NamedTuple):
    """A part of the list, and the progress at that moment."""

    number: int  # That of the wish.
    cursor: int
    top: int
    rows: Sequence[Summary]
    progress: ReadProgress


class LogListener(Protocol):
    """A screen that listens to a log, in its own thread."""

    def call_later(self, callback: Callable[..., Any], *arguments: Any) -> object: ...

    def cannot_open(self, error: OSError) -> None: ...

    def progressed(self, before: ReadProgress, now: ReadProgress) -> None: ...

    def turned(self, page: GamePage) -> None: ...


class LogBook:
    """A log file, its list, and the thread that reads it.

    :meth:`run` is that thread; all other methods return at once.
    """

    def __init__(self, path: str, listener: LogListener) -> None:
        """``listener`` gets errors, progress and pages."""
        self.path: Final = path
        self.query: Query = EVERYTHING
        self.order: Order = FILE_ORDER
        self.progress = NOTHING_READ  # As the listener knows it.
        self.follows = False  # Whether the file is looked at again and again.
        self.is_closed = False
        self._listener = listener
        self._changed = Condition()
        self._reads: set[asyncio.Future[Any]] = set()
        self._jobs: deque[Callable[[Catalogue], object]] = deque()
        self._wanted: Wanted | None = None
        self._looks = False

    # What the screens ask for

    def show(self, wanted: Wanted) -> None:
        """Turn to a part of the list; an older wish is dropped."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify()

    def search(self, query: Query, order: Order) -> None:
        """Filter and sort otherwise from now on."""
        self.query, self.order = query, order
        self._do(lambda catalogue: catalogue.show(query, order))

    async def read(self, work: Callable[[Catalogue], _T]) -> _T:
        """Do something with the catalogue and wait for the result.

        Raises what ``work`` raises, and CancelledError when the log is closed.
        """
        if self.is_closed:
            raise asyncio.CancelledError
        answer: Future[_T] = Future()

        def job(catalogue: Catalogue) -> None:
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(work(catalogue))
                except Exception as error:
                    answer.set_exception(error)

        awaited = asyncio.wrap_future(answer)
        self._reads.add(awaited)
        awaited.add_done_callback(self._reads.discard)
        self._do(job)
        return await awaited

    async def read_listed(self) -> Sequence[int]:
        """Wait until the list is whole; returns the numbers of its games."""
        while True:
            games = await self.read(lambda log: None if log.progress.busy else log.games())
            if games is not None:
                return games
            await asyncio.sleep(_LOOK)

    def _do(self, job: Callable[[Catalogue], object]) -> None:
        with self._changed:
            self._jobs.append(job)
            self._changed.notify()

    def follow(self, follows: bool) -> None:
        """Look at the file again and again, or no longer."""
        self.follows = follows
        self.look()

    def look(self) -> None:
        """See what has become of the file."""
        with self._changed:
            self._looks = True
            self._changed.notify()

    def close(self) -> None:
        """Let the thread end; nothing is reported any more."""
        with self._changed:
            self.is_closed = True
            self._changed.notify()
        for read in tuple(self._reads):
            read.cancel()

    # The thread

    def run(self) -> None:
        """Read the file until the log is closed."""
        try:
            catalogue = Catalogue(self.path)
        except OSError as error:
            self._report(self._listener.cannot_open, error)
        except ValueError:  # from the system's interface: a NUL, half a character
            self._report(self._listener.cannot_open, OSError(errno.EINVAL, NO_PATH))
        else:
            with catalogue:
                self._work(catalogue)

    def _report(self, listener: Callable[..., object], *values: object) -> None:
        def report() -> None:
            if not self.is_closed:
                listener(*values)

        self._listener.call_later(report)

    def _progressed(self, now: ReadProgress) -> None:
        before, self.progress = self.progress, now
        self._listener.progressed(before, now)

    def _work(self, catalogue: Catalogue) -> None:
        more = True
        sent: ReadProgress | None = None
        sent_at = 0.0
        turned = False
        while self._wait(more, turned):
            asked = self._take_jobs(catalogue)
            more = catalogue.advance(_SLICE)
            now = catalogue.progress
            due = not more or asked or monotonic() - sent_at >= 1 / UPDATES
            if now != sent and due:
                sent, sent_at = now, monotonic()
                self._report(self._progressed, now)
            with self._changed:
                wanted, self._wanted = self._wanted, None
            turned = wanted is not None
            if wanted is not None:
                self._report(self._listener.turned, page_of(catalogue, wanted, now))

    def _wait(self, more: bool, turned: bool) -> bool:
        """Wait for work; returns whether the log is still open."""
        with self._changed:
            if not more:
                self._changed.wait_for(self._is_called, _LOOK if self.follows else None)
            elif turned:
                self._changed.wait_for(self._is_called, _DRAWN)
            self._looks = False
            return not self.is_closed

    def _is_called(self) -> bool:
        return bool(self.is_closed or self._jobs or self._wanted or self._looks)

    def _take_jobs(self, catalogue: Catalogue) -> bool:
        with self._changed:
            jobs = list(self._jobs)
            self._jobs.clear()
        if jobs:
            catalogue.advance(0)  # the file may hold something else by now
        for job in jobs:
            if not self.is_closed:
                job(catalogue)
        return bool(jobs)


def page_of(catalogue: Catalogue, wanted: Wanted, now: ReadProgress) -> GamePage:
    """The part of the list that is nearest to what is wanted."""
    cursor = wanted.cursor
    if wanted.at_end:
        cursor = 0 if catalogue.order == Order("file", descending=True) else now.rows - 1
    elif wanted.game is not None and wanted.game.restarts == now.restarts:
        row = catalogue.row(wanted.game.number)
        cursor = cursor if row is None else row
    cursor = max(0, min(cursor, now.rows - 1))
    top = cursor - (wanted.cursor - wanted.top) if wanted.game is not None else wanted.top
    top = min(max(top, cursor - wanted.height + 1), cursor)
    top = max(0, min(top, now.rows - wanted.height))
    rows = catalogue.rows(top, top + wanted.height) if wanted.height > 0 else []
    return GamePage(wanted.number, cursor, top, rows, now)
