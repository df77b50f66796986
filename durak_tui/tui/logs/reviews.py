"""The review of the game that a screen shows."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from durak_tui.records.review_file import ReviewFile
from durak_tui.tui.logs.open_game import OpenGame
from durak_tui.tui.toolkit.screen import DurakScreen

if TYPE_CHECKING:
    from durak_tui.analysis.review import Review
    from durak_tui.tui.logs.reviewing import Reviewing


class Reviews:
    """One review at a time; nothing is loaded before there is one."""

    def __init__(self, screen: DurakScreen, log: str, changed: Callable[[], None]) -> None:
        """``changed`` is called when there is something else to be shown."""
        self._screen = screen
        self._file: Final = ReviewFile(log)
        self._changed = changed
        self._game: OpenGame | None = None
        self._reviewing: Reviewing | None = None

    def begin(self, game: OpenGame) -> None:
        """Turn to a game and look whether it has been reviewed."""
        self.stop()
        self._game = game
        if game.record and os.path.exists(self._file.path):
            self._of_game().look()

    def stop(self) -> None:
        """Review nothing any more."""
        if self._reviewing:
            self._reviewing.stop()
        self._reviewing = self._game = None

    @property
    def review(self) -> "Review | None":
        """The review of the game, if it is there."""
        return self._reviewing.review if self._reviewing else None

    @property
    def progress(self) -> str:
        """How far it is; empty if it is not being made."""
        return self._reviewing.progress if self._reviewing else ""

    @property
    def problem(self) -> str:
        """What went wrong with it, in a sentence."""
        return self._reviewing.problem if self._reviewing else ""

    async def show(self) -> int | None:
        """Make the review, unless it is there, and show it.

        Returns the number of the decision that is to be looked at, if one was chosen.
        """
        from durak_tui.tui.logs.review import ReviewScreen

        reviewing = self._of_game()
        reviewing.make()
        answer = await self._screen.ask(ReviewScreen(reviewing))
        return int(answer) if answer and reviewing is self._reviewing else None

    def _of_game(self) -> "Reviewing":
        from durak_tui.tui.logs.reviewing import Reviewing

        if self._reviewing is None:
            assert self._game
            self._reviewing = Reviewing(self._screen, self._file, self._game, self._news)
        return self._reviewing

    def _news(self) -> None:
        from durak_tui.tui.logs.review import ReviewScreen

        self._changed()
        for screen in self._screen.app.screen_stack:  # something may lie over it, such as help
            if isinstance(screen, ReviewScreen):
                screen.review_changed()
