"""What can be done once a game is over: look at it, learn from it, play again."""

import os
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.records.log_format import encode_game
from durak_tui.table.game import Game
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.base_app import Begin
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.opponents import LEVELS, Level, level_called

AFTER: Final = (
    KeyAction("play.again", "enter,n", N_("Again"), N_("Play another game")),
    KeyAction("play.review", "v", N_("Review"), N_("What every card was worth, and the mistakes"),
              does="look_at", arguments=("review",)),
    KeyAction("play.learn", "l", N_("Learn"), N_("Answer your mistakes as questions"),
              does="look_at", arguments=("learn",)),
    KeyAction("play.step", "s", N_("Step"), N_("Step through the game from the deal"),
              does="look_at", arguments=("step",)),
    KeyAction("play.harder", "plus,equals_sign", N_("Harder"), N_("Play against the next level")),
)  # fmt: skip
"""All that can be done with a game that is over."""


class AfterGame(DurakScreen):
    """A screen on which games are played, once one is over."""

    session: Session

    @property
    def game(self) -> Game:
        return self.session.game

    def harder_level(self) -> Level | None:
        """The level above the one just played, if it was one."""
        level = level_called(self.session.other.name)
        above = LEVELS[level.number :] if level else ()
        return above[0] if above else None

    def is_logged(self) -> bool:
        """Whether the game is over and stands in the log."""
        game = self.game
        return game.over and game.storage is not None and game.storage.saved

    @asking
    async def action_look_at(self, how: Begin) -> None:
        """Open the game as it stands in the log."""
        if self.is_logged():
            raw = encode_game(self.game.record())
            await self.durak.show_game(os.fspath(self.durak.games_log), raw, how)
        else:
            self.app.notify(_("This game is not in your log."), severity="warning")

    def action_harder(self) -> None:
        if level := self.harder_level():
            self.session.leave()
            self.session.begin(Engine(level.engine))
            self.begin_game()

    def begin_game(self) -> None:
        """Play the game that the session has begun."""
        raise NotImplementedError
