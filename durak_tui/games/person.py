"""A player whose answers come from a screen."""

from queue import SimpleQueue

from durak_tui.engine.cancel import Cancelled


class Person:
    """Somebody at a screen, for one game, asked in another thread."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answers: SimpleQueue[tuple[int, str] | None] = SimpleQueue()

    def answer(self, move: str, number: int) -> None:
        """Make move ``number``, from 0, which the screen has found legal."""
        self._answers.put((number, move))

    def leave(self) -> None:
        """Answer no more."""
        self._answers.put(None)

    def decide(self, number: int) -> str:
        """Wait for a move; answers to earlier ones are dropped.

        Raises Cancelled if they have left.
        """
        while (answer := self._answers.get()) is not None:
            if answer[0] == number:
                return answer[1]
        raise Cancelled
