"""A game with somebody elsewhere, as the person here sees it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.game.cards import HIDDEN
from durak_tui.game.position import DEAL
from durak_tui.net.events import CanSettle, TalkEvent
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk
from durak_tui.table.controller import Begun, Cleared, Ended
from durak_tui.table.hidden import HiddenGame
from durak_tui.tui.people.people_calls import PeopleTalk
from durak_tui.tui.play.game_view import GameView
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series
from durak_tui.words.play import score


class TalkPace:
    """The pace of a conversation, with pauses after bouts."""

    is_quick: Final = False

    def __init__(self, screen: DurakScreen, conversation: PeopleTalk) -> None:
        self._screen: Final = screen
        self._conversation: Final = conversation
        self._end_of_pause: Callable[[], object] | None = None

    @property
    def pauses(self) -> bool:
        return self._end_of_pause is not None

    def notify(self, event: TalkEvent) -> None:
        """Take note of what has happened."""
        match event:
            case CanSettle():
                if seconds := self._screen.durak.settings.value.pause_ms / 1000:
                    self.stop()
                    self._end_of_pause = Timer(self._screen, seconds, self.end_pause).stop
                else:
                    self._screen.call_later(self._conversation.settle)
            case Begun() | Cleared() | Ended():
                self.stop()

    def end_pause(self) -> None:
        self.stop()
        self._conversation.settle()

    def stop(self) -> None:
        """End the pause, without settling the bout."""
        cancel, self._end_of_pause = self._end_of_pause, None
        if cancel:
            cancel()

    def play(self, cards: Sequence[int]) -> None:
        self.stop()
        self._conversation.play(cards)


class TalkView(GameView):
    """The table of a conversation, of which only one hand is known."""

    game: HiddenGame
    """The last that was dealt, also while the next is shuffled."""

    def __init__(self, talk: Talk, pace: TalkPace, settings: SettingsStore) -> None:
        super().__init__(pace, settings)
        self._talk = talk

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
            text = _("The game ends as soon as {name}'s program has heard of it.")
            return text.format(name=self.words.name)
        if text := super().task():
            return text
        if game.over or self._pace.pauses or game.position.phase >= DEAL:
            return ""
        return _("It is {name}'s turn.").format(name=self.words.name)
