"""The ways on from a game that is over."""

import os
from collections.abc import Callable
from time import monotonic
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.tui.toolkit.base_app import Begin
from durak_tui.tui.toolkit.screen import DurakScreen

LAST_LOOK: Final = 1.0  # Seconds, at most, for which the key of another game does nothing.


class FinishedGame:
    """A game that is over, and what can follow it."""

    def __init__(
        self,
        screen: DurakScreen,
        again: Callable[[], object],
        logged: Callable[[], GameRecord | None],
    ) -> None:
        """``again`` begins another; ``logged`` returns this one, if logged."""
        self._screen = screen
        self._again = again
        self._logged = logged
        self._ended_at = 0.0  # By the monotonic clock.

    def ends(self) -> None:
        """Note that the game is over now."""
        self._ended_at = monotonic()

    def again(self) -> None:
        """Play another game, once it was seen how this one has ended."""
        # Of keys that were pressed to get through the last bout none begins another game.
        pause = self._screen.durak.settings.value.pause_ms / 1000
        if monotonic() - self._ended_at >= min(pause, LAST_LOOK):
            self._again()

    async def look_at(self, how: Begin) -> None:
        """Open the game as it stands in the log."""
        app = self._screen.durak
        if record := self._logged():
            await app.show_game(os.fspath(app.games_log), encode_game(record), how)
        else:
            app.notify(_("This game is not in your log."), severity="warning")
