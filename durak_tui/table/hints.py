"""Hints for a person, asked for in a thread."""

from collections.abc import Callable

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.errors import EngineError
from durak_tui.engine.interruptible import Reply
from durak_tui.table.adviser import Advice, Adviser
from durak_tui.table.engine_seat import Loop
from durak_tui.table.game import Game, Moment


class Hints:
    """One piece of advice at a time, about one moment."""

    def __init__(
        self,
        loop: Loop,
        changed: Callable[[], object],
        failed: Callable[[Adviser, EngineError], object],
    ) -> None:
        """Call ``changed`` when there is news, ``failed`` if no hint comes."""
        self._loop = loop
        self._changed = changed
        self._failed = failed
        self._adviser: Adviser | None = None
        self._moment: Moment | None = None
        self._advice: Advice | None = None

    def ask(self, adviser: Adviser, game: Game, seat: int) -> None:
        """Ask about this moment, in which this person is to act."""
        if self._moment and game.is_at(self._moment):
            return  # it is being thought about, or known
        self.drop()
        moment = game.moment(seat)
        self._adviser, self._moment = adviser, moment
        adviser.in_thread(
            lambda ticket: adviser.advise(moment.position, ticket),
            lambda reply: self._loop.call(lambda: self._take(moment, reply)),
        )
        self._changed()

    def _take(self, moment: Moment, reply: Reply[Advice]) -> None:
        adviser = self._adviser
        if moment is not self._moment or adviser is None:
            return
        if reply.answer:
            self._advice = reply.answer
            self._changed()
        else:
            self.drop()
            if reply.error and not isinstance(reply.error, Cancelled):
                self._failed(adviser, reply.error)

    def drop(self) -> None:
        if self._adviser and self._moment and self._advice is None:
            self._adviser.stop()
        self._moment = self._advice = None

    def thinking(self, game: Game) -> Adviser | None:
        """Whoever is thinking about a hint for this moment."""
        return self._adviser if self.at(game) is None and self._moment else None

    def at(self, game: Game) -> Advice | None:
        """The advice for this moment; any other is dropped."""
        if self._moment and not game.is_at(self._moment):
            self.drop()
        return self._advice
