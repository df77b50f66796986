"""The pace at which a game with somebody elsewhere goes on."""

from collections.abc import Callable, Sequence
from typing import Final

from durak_tui.net.calls import Conversation
from durak_tui.net.events import CanSettle, SittingEvent
from durak_tui.table.controller import Begun, Cleared, Ended
from durak_tui.tui.play.bout_screen import BoutScreen


class TalkPace:
    """The pace of a conversation, with pauses after bouts."""

    is_quick: Final = False

    def __init__(self, screen: BoutScreen, talk: Conversation) -> None:
        self._screen: Final = screen
        self._talk: Final = talk
        self._end_of_pause: Callable[[], object] | None = None

    @property
    def pauses(self) -> bool:
        return self._end_of_pause is not None

    def notify(self, event: SittingEvent) -> None:
        """Take note of what has happened."""
        match event:
            case CanSettle():
                if seconds := self._screen.pause():
                    self.stop()
                    self._end_of_pause = self._screen.after(seconds, self.end_pause)
                else:
                    self._screen.call(self._talk.settle)
            case Begun() | Cleared() | Ended():
                self.stop()

    def end_pause(self) -> None:
        self.stop()
        self._talk.settle()

    def stop(self) -> None:
        """End the pause, whatever becomes of the bout."""
        cancel, self._end_of_pause = self._end_of_pause, None
        if cancel:
            cancel()

    def play(self, cards: Sequence[int]) -> None:
        self.stop()
        self._talk.play(cards)
