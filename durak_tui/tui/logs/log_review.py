"""The review of all games of a list, behind the screens."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from textual.worker import Worker

from durak_tui.common.i18n import _, grouped
from durak_tui.library.reviewed import Reviewed
from durak_tui.records.review_file import ReviewFile
from durak_tui.tui.logs.background_review import BackgroundReview
from durak_tui.tui.logs.log_reader import LogBook
from durak_tui.tui.logs.open_game import CHANGED, GameKey, OpenGame, open_number
from durak_tui.tui.toolkit.screen import DurakScreen


class LogReview:
    """The reviews of the games that a list had at first.

    What has been reviewed is stored, so that it can be stopped and resumed at any time.
    """

    def __init__(self, screen: DurakScreen, book: LogBook, changed: Callable[[], None]) -> None:
        """``screen`` lasts as long as the log; ``changed`` is called with news."""
        self.found = Reviewed()
        self.damaged = 0
        self.is_on = False
        self.problem = ""  # Why it has stopped, in a sentence.
        self._screen = screen
        self._book = book
        self._changed = changed
        self._query = book.query.text
        self._restarts = book.progress.restarts
        self._file = ReviewFile(book.path)
        self._games: Sequence[int] | None = None
        self._one: BackgroundReview | None = None  # That of the game that is at hand.
        self._moved = asyncio.Event()
        self._worker: Worker[None] | None = None

    @property
    def done(self) -> int:
        """The games that are reviewed or cannot be."""
        return self.found.games + self.damaged

    @property
    def total(self) -> int:
        return len(self._games or ())

    @property
    def is_complete(self) -> bool:
        return self._games is not None and self.done == self.total

    @property
    def is_current(self) -> bool:
        """True if its games are those of the list.

        While it is on, those that the list had at first will do.
        """
        book, now = self._book, self._book.progress
        if (self._query, self._restarts) != (book.query.text, now.restarts):
            return False
        return self.is_on or self.total == now.rows

    @property
    def progress(self) -> str:
        """The progress in words; empty if it is not going on."""
        if not self.is_on:
            return ""
        text = _("review {n} of {total}")
        return text.format(n=grouped(self.done), total=grouped(self.total))

    def start(self) -> None:
        """Begin, or go on."""
        if not self.is_on and not self.is_complete:
            self.is_on, self.problem = True, ""
            # One that was stopped a moment ago may not have come to its end, and goes on.
            if self._worker is None or self._worker.is_finished:
                self._worker = self._screen.run_worker(self._run(), group="log review")
            self._changed()

    def stop(self) -> None:
        """Stop; of the game that is at hand nothing is kept."""
        self.is_on = False
        if self._one:
            self._one.stop()
        self._moved.set()

    async def _run(self) -> None:
        try:
            if self._games is None:
                self._games = await self._book.read_listed()
            while self.is_on and not self.is_complete:
                await self._review(self._games[self.done])
        finally:
            self.is_on = False
        self._changed()

    async def open(self, number: int) -> OpenGame | None:
        """A game by its number, from 0; None if gone."""
        key = GameKey(number, self._restarts)
        return await self._book.read(partial(open_number, key=key))

    async def _review(self, number: int) -> None:
        game = await self.open(number)
        if not self.is_on:
            return  # it was stopped meanwhile
        if game is None:
            self.is_on, self.problem = False, _(CHANGED)
            return
        if game.record is None:
            self.damaged += 1
            return
        one = self._one = BackgroundReview(self._screen, self._file, game, self._moved.set)
        one.make()
        while one.is_on:
            await self._moved.wait()
            self._moved.clear()
            self._changed()
        if one.review and self.is_on:
            self.found.add(number, game.record, one.review)
        if one.problem:
            self.is_on, self.problem = False, one.problem
        self._one = None
