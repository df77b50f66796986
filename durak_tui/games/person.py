"""A player whose answers come from a screen."""

from queue import SimpleQueue

from durak_tui.engine.cancel import Cancelled


class Person:
    """Somebody at a screen; asked in one thread, answers in another."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._answers: SimpleQueue[str | None] = SimpleQueue()

    def answer(self, token: str) -> None:
        """Make a move, which the screen has found legal."""
        self._answers.put(token)

    def leave(self) -> None:
        """Answer no more."""
        self._answers.put(None)

    def decide(self) -> str:
        """Wait for a move.  Raises Cancelled if they have left."""
        token = self._answers.get()
        if token is None:
            raise Cancelled
        return token
