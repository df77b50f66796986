"""The moves of a game, which may still grow."""

from collections.abc import Callable
from typing import Final

from durak_tui.engine.cancel import Cancelled, CancelToken


class Moves:
    """Moves, added in one thread and read in any."""

    def __init__(
        self,
        past: str = "",
        length: int = 1,
        *,
        on_change: Callable[[], None] = lambda: None,
        on_event: Callable[[str, str, str], None] = lambda *_: None,
        pace: float = 0.0,
        cancel: CancelToken | None = None,
    ) -> None:
        """``past`` are the moves before, of ``length`` characters each.

        ``on_change`` is called after each move, in the thread that adds it.  ``on_event`` hears
        what else a console shows: a kind of event and two texts.  ``pace`` is the pause after each
        round, in seconds, which setting ``cancel`` ends.
        """
        self.past: Final = past
        self.tell: Final = on_event
        self.count = len(past) // length
        self._added: list[str] = []
        self.on_change = on_change
        self.pace = pace
        self._cancel = cancel

    def add(self, move: str) -> None:
        self._added.append(move)
        self.count += 1
        self.on_change()

    @property
    def text(self) -> str:
        """All moves up to now."""
        return self.past + "".join(self._added)

    def end_round(self) -> None:
        """Pause.  Raises Cancelled if the game is to end."""
        if self.pace and self._cancel and self._cancel.wait(self.pace):
            raise Cancelled
