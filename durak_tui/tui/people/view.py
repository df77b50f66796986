"""A game with somebody elsewhere, as the person here sees it."""

from dataclasses import replace

from durak_tui.common.i18n import _
from durak_tui.game.cards import HIDDEN
from durak_tui.game.position import DEAL
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk
from durak_tui.table.hidden import HiddenGame
from durak_tui.tui.people.pace import TalkPace
from durak_tui.tui.people.people_words import ending
from durak_tui.tui.play.view import GameView
from durak_tui.tui.toolkit.table_view import SeatView
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series
from durak_tui.words.play import score


class TalkView(GameView):
    """The table of a conversation, of which only one hand is known."""

    def __init__(self, talk: Talk, pace: TalkPace, settings: SettingsStore) -> None:
        super().__init__(pace, settings)
        self._talk = talk
        self._game: HiddenGame | None = None

    @property
    def game(self) -> HiddenGame:
        """The last that was dealt, also while the next is shuffled."""
        assert self._game
        return self._game

    def look(self) -> None:
        """Look at the game that is on the table."""
        game = self._talk.game
        assert isinstance(game, HiddenGame)
        self._game = game

    def side(self, seat: int) -> SeatView:
        side = super().side(seat)
        if side.hand is not None and side.hand >> HIDDEN:
            return replace(side, hand=None)  # the game has ended before these were seen
        return side

    def score(self) -> str:
        won, lost, drawn = self._talk.score
        return score(Series(lost, won, drawn) if self.seat else Series(won, lost, drawn))

    def after(self) -> str:
        return super().after() if self._talk.stage is Stage.BETWEEN else ""

    def task(self) -> str:
        game = self.game
        if self._talk.is_ending:
            return ending(self.words.name)
        if text := super().task():
            return text
        if game.over or self._pace.pauses or game.position.phase >= DEAL:
            return ""
        return _("It is {name}'s turn.").format(name=self.words.name)
