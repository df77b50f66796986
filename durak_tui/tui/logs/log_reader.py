"""A log that is open on the screens, read in one thread.

The screens say what they want to see and are told when it is there, so that neither a slow
disk nor a search among a million games keeps anybody waiting for a key.
"""

import asyncio
import errno
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Condition
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from durak_tui.library.catalogue import Catalogue, Progress
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.query import EVERYTHING, Query
from durak_tui.library.summary import Summary
from durak_tui.tui.logs.log_words import NO_PATH

UPDATES: Final = 4
"""How often a second progress is told, at most."""
_SLICE: Final = 0.02
"""Seconds of work between two looks at what is wanted."""
_LOOK: Final = 0.5
"""Seconds between two looks at a file that is followed."""
_DRAWN: Final = 0.05
"""Seconds in which most pages are drawn: two threads at once would take longer for both."""

_T = TypeVar("_T")
Post = Callable[..., object]
"""Calls a function with arguments in the thread of the screens."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part of the list that is to be shown."""

    number: int
    """Each wish has another one."""
    cursor: int
    """The row that the cursor is to stand on."""
    top: int
    """The first row in view."""
    height: int
    """Rows in view."""
    game: int | None = None
    """The cursor is to stand on this game wherever it is now, as high in the view."""
    restarts: int = 0
    """Which file ``game`` is of, see :attr:`Progress.restarts`."""
    at_end: bool = False
    """The cursor is to stand where new games come in, in a list that is sorted as the file is."""


class GamePage(NamedTuple):
    """A part of the list, and the progress at that moment."""

    number: int
    """That of the wish."""
    cursor: int
    top: int
    rows: Sequence[Summary]
    progress: Progress


class LogBook:
    """A log file and the thread that reads it.

    :meth:`run` is that thread; all other methods return at once.
    """

    def __init__(
        self,
        path: str,
        post: Post,
        *,
        failed: Callable[[OSError], object],
        progressed: Callable[[Progress], object],
        turned: Callable[[GamePage], object],
    ) -> None:
        """The listeners are called by way of ``post``.

        Args:
            failed: with the error if the file cannot be opened.
            progressed: whenever more has been read, searched or sorted.
            turned: with the page that was wanted.
        """
        self.path: Final = path
        self._post = post
        self._failed = failed
        self._progressed = progressed
        self._turned = turned
        self._changed = Condition()
        self._reads: set[asyncio.Future[Any]] = set()
        self._jobs: deque[Callable[[Catalogue], object]] = deque()
        self._wanted: Wanted | None = None
        self._follows = False
        self._looks = False
        self._is_closed = False

    # What the screens ask for

    def show(self, wanted: Wanted) -> None:
        """Turn to a part of the list; an older wish is dropped."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify()

    def search(self, query: Query = EVERYTHING, order: Order = FILE_ORDER) -> None:
        """Filter and sort otherwise from now on."""
        self._do(lambda catalogue: catalogue.show(query, order))

    def ask(
        self, work: Callable[[Catalogue], Any], post: Post, then: Callable[..., object]
    ) -> None:
        """Run ``work``, which handles file errors, and post its result."""
        self._do(lambda catalogue: post(then, work(catalogue)))

    async def read(self, work: Callable[[Catalogue], _T]) -> _T:
        """Do something with the catalogue and wait for the result.

        Raises what ``work`` raises, and CancelledError when the log is closed.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T] = loop.create_future()

        def job(catalogue: Catalogue) -> Callable[[], object]:
            try:
                return partial(answer.set_result, work(catalogue))
            except Exception as error:
                return partial(answer.set_exception, error)

        def take(done: Callable[[], object]) -> None:
            if not answer.done():
                done()

        self._reads.add(answer)
        try:
            self.ask(job, loop.call_soon_threadsafe, take)
            return await answer
        finally:
            self._reads.discard(answer)

    def _do(self, job: Callable[[Catalogue], object]) -> None:
        with self._changed:
            self._jobs.append(job)
            self._changed.notify()

    @property
    def follows(self) -> bool:
        """Whether the file is looked at again and again."""
        return self._follows

    def follow(self, follows: bool) -> None:
        """Look at the file again and again, or no longer."""
        with self._changed:
            self._follows = follows
            self._looks = True
            self._changed.notify()

    def look(self) -> None:
        """See what has become of the file."""
        with self._changed:
            self._looks = True
            self._changed.notify()

    def close(self) -> None:
        """Let the thread end; nothing is told any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        for answer in self._reads:
            answer.cancel()

    # The thread

    def run(self) -> None:
        """Read the file until the log is closed."""
        try:
            catalogue = Catalogue(self.path)
        except OSError as error:
            self._send(self._failed, error)
            return
        except ValueError:  # from the system's interface: a NUL, half a character
            self._send(self._failed, OSError(errno.EINVAL, NO_PATH))
            return
        with catalogue:
            self._work(catalogue)

    def _send(self, listener: Callable[..., object], *values: object) -> None:
        self._post(self._deliver, listener, *values)

    def _deliver(self, listener: Callable[..., object], *values: object) -> None:
        if not self._is_closed:
            listener(*values)

    def _work(self, catalogue: Catalogue) -> None:
        more = True
        sent: Progress | None = None
        sent_at = 0.0
        turned = False
        while self._wait(more, turned):
            asked = self._take_jobs(catalogue)
            more = catalogue.advance(_SLICE)
            now = catalogue.progress
            due = not more or asked or monotonic() - sent_at >= 1 / UPDATES
            if now != sent and due:
                sent, sent_at = now, monotonic()
                self._send(self._progressed, now)
            turned = self._turn(catalogue, now)

    def _wait(self, more: bool, turned: bool) -> bool:
        """Wait for work; returns whether the log is still open."""
        with self._changed:
            if not more:
                self._changed.wait_for(self._is_called, _LOOK if self._follows else None)
            elif turned:
                self._changed.wait_for(self._is_called, _DRAWN)
            self._looks = False
            return not self._is_closed

    def _is_called(self) -> bool:
        return bool(self._is_closed or self._jobs or self._wanted or self._looks)

    def _take_jobs(self, catalogue: Catalogue) -> bool:
        with self._changed:
            jobs = list(self._jobs)
            self._jobs.clear()
        if jobs:
            catalogue.advance(0)  # the file may hold something else by now
        for job in jobs:
            if not self._is_closed:
                job(catalogue)
        return bool(jobs)

    def _turn(self, catalogue: Catalogue, now: Progress) -> bool:
        """Turn to what is wanted, if anything is."""
        with self._changed:
            wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self._send(self._turned, page_of(catalogue, wanted, now))
        return wanted is not None


def page_of(catalogue: Catalogue, wanted: Wanted, now: Progress) -> GamePage:
    """The part of the list that is nearest to what is wanted."""
    cursor = wanted.cursor
    if wanted.at_end:
        cursor = 0 if catalogue.order == Order("file", descending=True) else now.rows - 1
    elif wanted.game is not None and wanted.restarts == now.restarts:
        row = catalogue.row(wanted.game)
        cursor = cursor if row is None else row
    cursor = max(0, min(cursor, now.rows - 1))
    top = cursor - (wanted.cursor - wanted.top) if wanted.game is not None else wanted.top
    top = min(max(top, cursor - wanted.height + 1), cursor)
    top = max(0, min(top, now.rows - wanted.height))
    rows = catalogue.rows(top, top + wanted.height) if wanted.height > 0 else []
    return GamePage(wanted.number, cursor, top, rows, now)
