"""What can be done once a game is over."""

import os
from time import monotonic
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.table.game import LiveGame
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.base_app import Begin
from durak_tui.tui.toolkit.screen import DurakScreen, asking

LAST_LOOK: Final = 1.0  # Seconds, at most, for which the key of another game does nothing.
AFTER: Final = (
    KeyAction("play.again", "enter,n", N_("Again"), N_("Play another game")),
    KeyAction("play.review", "v", N_("Review"), N_(
        "See what every card was worth, and the mistakes"
    ),
              does="look_at", arguments=("review",)),
    KeyAction("play.learn", "l", N_("Learn"), N_("Learn from your mistakes, one by one"),
              does="look_at", arguments=("learn",)),
    KeyAction("play.step", "s", N_("Step"), N_("Step through the game from the deal"),
              does="look_at", arguments=("step",)),
)  # fmt: skip
"""All that can be done with a game that is over."""


class AfterGame(DurakScreen):
    """A screen on which games are played, once one is over."""

    is_on = False  # Whether there is a game.
    ended_at = 0.0  # When the last one was over, by the monotonic clock.

    @property
    def game(self) -> LiveGame:
        """The game on the table."""
        raise NotImplementedError

    def logged(self) -> GameRecord | None:
        """The game as it stands in the log, once it is over."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("again", "look_at"):
            return self.is_on and self.game.over
        return super().check_action(action, parameters)

    def action_again(self) -> None:
        # Who hurries through the last bout shall see how it has ended.
        pause = self.durak.settings.value.pause_ms / 1000
        if monotonic() - self.ended_at >= min(pause, LAST_LOOK):
            self.new_game(keep=False)

    @asking
    async def action_look_at(self, how: Begin) -> None:
        """Open the game as it stands in the log."""
        if record := self.logged():
            raw = encode_game(record)
            await self.durak.show_game(os.fspath(self.durak.games_log), raw, how)
        else:
            self.app.notify(_("This game is not in your log."), severity="warning")

    def new_game(self, *, keep: bool) -> None:
        """Begin a game; the present one is kept or thrown away."""
        raise NotImplementedError
