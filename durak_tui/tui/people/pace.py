"""The pace of a game with somebody elsewhere."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from durak_tui.net.events import CanSettle, TalkEvent
from durak_tui.table.controller import Begun, Cleared, Ended
from durak_tui.tui.people.calls import PeopleTalk


class PacedScreen(Protocol):
    """The screen that shows the game."""

    def call(self, what: Callable[[], object]) -> object:
        """Do something soon."""

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        """Do something later, unless what is returned is called."""

    def pause(self) -> float:
        """Seconds for which a finished bout stays on the table."""


class TalkPace:
    """The pace of a conversation, with pauses after bouts."""

    is_quick: Final = False

    def __init__(self, face: PacedScreen, conversation: PeopleTalk) -> None:
        self._face: Final = face
        self._conversation: Final = conversation
        self._end_of_pause: Callable[[], object] | None = None

    @property
    def pauses(self) -> bool:
        return self._end_of_pause is not None

    def tell(self, event: TalkEvent) -> None:
        """Take note of what has happened."""
        match event:
            case CanSettle():
                if seconds := self._face.pause():
                    self.stop()
                    self._end_of_pause = self._face.after(seconds, self.end_pause)
                else:
                    self._face.call(self._conversation.settle)
            case Begun() | Cleared() | Ended():
                self.stop()

    def end_pause(self) -> None:
        self.stop()
        self._conversation.settle()

    def stop(self) -> None:
        """End the pause, and leave the bout as it is."""
        cancel, self._end_of_pause = self._end_of_pause, None
        if cancel:
            cancel()

    def play(self, cards: Sequence[int]) -> None:
        self.stop()
        self._conversation.play(cards)
