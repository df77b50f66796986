"""A game that is over, and what can follow it."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Final, Literal, Protocol

from durak_tui.common.i18n import _
from durak_tui.library.own_record import RatingChange
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.screen import DurakScreen

if TYPE_CHECKING:
    from durak_tui.analysis.game_review import Review

LAST_LOOK: Final = 1.0
"""Seconds, at most, in which the last bout lies on the table and no key begins another game."""
PATIENCE: Final = 10.0
"""Seconds after which a review that nobody asked for is stopped.

Most take one or two.  Where kernels are not compiled, or the machine is slow, one that takes some
more seconds is still worth its chart, but a large endgame may take minutes.
"""

Way = Literal["step", "review", "learn"]
"""The ways through a game: card by card, its review, its mistakes as questions."""
Rate = Callable[[Event], RatingChange | None]
"""Finds, in a thread, the change of the rating, unless the event is set before."""


class GameStudy(Protocol):
    """The review of a game and the lesson from it: ``tui/logs/study.py: Study``."""

    @property
    def found(self) -> "Review | None":
        """The review, once it is there."""

    @property
    def is_on(self) -> bool:
        """True while the review is being made."""

    def make(self) -> None:
        """Make the review, unless it is there."""

    def stop(self) -> None:
        """Stop making it."""

    async def review(self, seat: int) -> int | None:
        """Show the review; returns the decision to go to, if any."""

    async def learn(self, seat: int) -> str:
        """Ask about mistakes; returns why not, if so."""


class FinishedGame:
    """The last game of a table, until another one begins."""

    def __init__(
        self,
        screen: DurakScreen,
        again: Callable[[], object],
        logged: Callable[[], GameRecord | None],
    ) -> None:
        """``again`` begins another; ``logged`` returns this one, if logged."""
        self.rating: RatingChange | None = None
        self.was_seen = False  # The last bout has lain there for long enough.
        self._left = Event()  # Another one for each game.
        self._is_known = False  # All that can be found out about it is, or is on its way.
        self._screen = screen
        self._again = again
        self._logged = logged
        self._rate: Rate | None = None
        self._last_look: Timer | None = None
        self._patience: Timer | None = None
        self._study: GameStudy | None = None

    def ends(self, rate: Rate | None = None) -> None:
        """Note that the game is over; a rated one has a ``rate``."""
        self.leave()
        self._rate = rate
        pause = self._screen.durak.settings.value.pause_ms / 1000
        self._last_look = Timer(self._screen, min(pause, LAST_LOOK), self._give_way)

    def _give_way(self) -> None:
        """Let the table give way, and find out about the game."""
        if self._last_look:
            self._last_look.stop()
        self.was_seen = True
        self.find_out()
        self._screen.fill()

    def find_out(self) -> None:
        """Find out about the game, once it was seen and is logged."""
        if not self.was_seen or self._is_known or not self._logged():
            return
        self._is_known = True
        if study := self._studied():
            study.make()
            self._patience = Timer(self._screen, PATIENCE, study.stop)
        if self._rate:
            work = partial(self._find_rating, self._rate, self._left)
            self._screen.run_worker(work, thread=True, group="rating")

    def _find_rating(self, rate: Rate, left: Event) -> None:
        """In a thread: find the change of the rating."""
        with suppress(OSError):  # then nothing is said of it
            self._screen.call_later(self._rated, left, rate(left))

    def _rated(self, left: Event, change: RatingChange | None) -> None:
        if change and not left.is_set():
            self.rating = change
            self._screen.fill()

    def leave(self) -> None:
        """Leave it, and stop all that is being found out about it."""
        self._left.set()
        for timer in (self._last_look, self._patience):
            if timer:
                timer.stop()
        if self._study:
            self._study.stop()
        self.was_seen, self.rating, self._left, self._is_known = False, None, Event(), False
        self._rate = self._last_look = self._patience = self._study = None

    def again(self) -> None:
        """Play another game, once it was seen how this one has ended."""
        # Of keys that were pressed to get through the last bout none begins another game.
        if self.was_seen:
            self._again()

    async def look_at(self, way: Way, seat: int) -> None:
        """Go through the game from a seat; returns once that is left."""
        study, app, record = self._studied(), self._screen.durak, self._logged()
        if study is None or record is None:
            app.notify(_("This game is not in your log."), severity="warning")
            return
        log, raw = os.fspath(app.games_log), encode_game(record)
        if not self.was_seen:
            self._give_way()  # they have seen enough of the last bout
        if self._patience and way != "step":
            self._patience.stop()  # now somebody has asked for the review
        if way == "step":
            await app.show_game(log, raw, seat=seat)
        elif way == "learn":
            if why := await study.learn(seat):
                app.notify(why)
        else:
            while (decision := await study.review(seat)) is not None:
                await app.show_game(log, raw, decision, seat=seat)

    @property
    def review(self) -> "Review | None":
        """The review of the game, once it is there."""
        return self._study.found if self._study else None

    @property
    def is_reviewing(self) -> bool:
        """True while the review is being made."""
        return self._study is not None and self._study.is_on

    def _studied(self) -> GameStudy | None:
        """The review of a logged game, made or not; else None."""
        if self._study is None and (record := self._logged()):
            self._study = self._screen.durak.study(self._screen, record, self._screen.fill)
        return self._study
