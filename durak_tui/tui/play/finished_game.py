"""A game that is over, and what can follow it."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
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

Most take one; where kernels are not compiled, a large endgame may take minutes.
"""

Way = Literal["step", "review", "learn"]
"""The ways through a game: card by card, its review, its mistakes as questions."""


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

    async def review(self, title: str) -> int | None:
        """Show the review; returns the decision to go to, if any."""

    async def learn(self, title: str) -> str:
        """Ask about mistakes; returns why not, if so."""


class FinishedGame:
    """The last game of a table, until another one begins."""

    def __init__(
        self,
        screen: DurakScreen,
        again: Callable[[], object],
        logged: Callable[[], GameRecord | None],
        rate: Callable[[], RatingChange | None] = lambda: None,
    ) -> None:
        """``again`` begins another; ``logged`` returns this one, if logged.

        ``rate`` finds out, in a thread, by how much the game changed the rating.
        """
        self.rating: RatingChange | None = None
        self._game = object()  # Another one for each game.
        self.was_seen = False  # The last bout has lain there for long enough.
        self._screen = screen
        self._again = again
        self._logged = logged
        self._rate = rate
        self._next: Timer | None = None
        self._study: GameStudy | None = None

    def ends(self) -> None:
        """Note that the game is over now."""
        self.leave()
        pause = self._screen.durak.settings.value.pause_ms / 1000
        self._next = Timer(self._screen, min(pause, LAST_LOOK), self._give_way)

    def _give_way(self) -> None:
        """Let the table give way, and find out about the game."""
        self.was_seen, self._next = True, None
        if not self._screen.durak.is_guest and (study := self._studied()):
            study.make()
            self._next = Timer(self._screen, PATIENCE, study.stop)
        if self._logged():
            self._screen.run_worker(
                partial(self._find_rating, self._game), thread=True, group="rating"
            )
        self._screen.fill()

    def _find_rating(self, game: object) -> None:
        """In a thread: find the change of the rating."""
        with suppress(OSError):  # then nothing is said of it
            self._screen.call_later(self._rated, game, self._rate())

    def _rated(self, game: object, change: RatingChange | None) -> None:
        if game is self._game and change:
            self.rating = change
            self._screen.fill()

    def leave(self) -> None:
        """Leave it, and stop its review."""
        self.was_seen, self.rating, self._game = False, None, object()
        if self._next:
            self._next.stop()
        if self._study:
            self._study.stop()
        self._next = self._study = None

    def again(self) -> None:
        """Play another game, once it was seen how this one has ended."""
        # Of keys that were pressed to get through the last bout none begins another game.
        if self.was_seen:
            self._again()

    async def look_at(self, way: Way) -> None:
        """Go through the game; returns once that is left."""
        study, app, record = self._studied(), self._screen.durak, self._logged()
        if study is None or record is None:
            app.notify(_("This game is not in your log."), severity="warning")
            return
        log, raw = os.fspath(app.games_log), encode_game(record)
        if self._next:
            self._next.stop()  # now somebody has asked for it
        if way == "step":
            await app.show_game(log, raw)
        elif way == "learn":
            if why := await study.learn(_("Review")):
                app.notify(why)
        else:
            while (decision := await study.review(_("Review"))) is not None:
                await app.show_game(log, raw, decision)

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
