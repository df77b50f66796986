"""An engine's seat at a table, asked in a thread."""

from collections.abc import Callable
from typing import Final, Protocol

from durak_tui.engine.interruptible import Reply
from durak_tui.game.position import Action
from durak_tui.table.game import Moment
from durak_tui.table.opponent import Opponent

_LOOK_AGAIN: Final = 0.2


class Loop(Protocol):
    """The thread and the clock of whoever shows a game."""

    def call(self, what: Callable[[], object]) -> object:
        """From any thread: call this soon in the face's own, if possible."""

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        """Call this after some time; the function returned cancels it."""


class EngineSeat:
    """Asks one opponent about one moment at a time."""

    def __init__(
        self,
        loop: Loop,
        opponent: Opponent,
        slow_after: float,
        *,
        answered: Callable[[Moment, Reply[Action | None]], None],
        slow: Callable[[], object],
        overdue: Callable[[float], object],
    ) -> None:
        """All are called in the thread of the loop.

        Args:
            slow_after: seconds from which on an engine that is waited for is slow.
            answered: called after every :meth:`ask`.
            overdue: called with the seconds that it has had when it takes longer than it may.
        """
        self.opponent: Final = opponent
        self._loop = loop
        self._slow_after = slow_after
        self._answered = answered
        self._slow = slow
        self._overdue = overdue
        self._moment: Callable[[], object] | None = None
        self._late: Callable[[], object] | None = None
        self._patience = 0.0
        self.is_asked = False  # Whether it has been asked something and has not answered yet.
        self.is_slow = False  # Whether it is waited for and has taken longer than a moment.

    @property
    def is_quick(self) -> bool:
        """Whether it is waited for and may still answer within a moment."""
        return self._late is not None and not self.is_slow

    def ask(self, moment: Moment) -> None:
        """Tell and ask everything due; nothing else may be asked meanwhile."""
        assert not self.is_asked
        self.is_asked = True
        self.opponent.in_thread(
            lambda ticket: self.opponent.advance(moment, ticket),
            lambda reply: self._loop.call(lambda: self._take(moment, reply)),
        )

    def _take(self, moment: Moment, reply: Reply[Action | None]) -> None:
        self.is_asked = False
        self.rest()
        self._answered(moment, reply)

    def stop(self) -> None:
        """Stop waiting; a question that was asked is answered at once."""
        if self.is_asked:
            self.opponent.stop()

    def watch(self) -> None:
        if self._late is None:
            self.is_slow = False
            self._patience = self.opponent.config.limits.move_time
            self._moment = self._loop.after(self._slow_after, self._be_slow)
            self._late = self._loop.after(self._patience, self._look)

    def wait_on(self) -> None:
        """Wait as long again before it is called overdue."""
        self._patience = 2 * max(self._patience, self.opponent.waiting or 0.0)
        self._look()

    def rest(self) -> None:
        for cancel in (self._moment, self._late):
            if cancel:
                cancel()
        self._moment = self._late = None
        self.is_slow = False

    def _be_slow(self) -> None:
        self.is_slow = True
        self._slow()

    def _look(self) -> None:
        """Report it overdue when its time, without its start, is up."""
        waited = self.opponent.waiting if self.is_asked else None
        if waited is not None and waited >= self._patience:
            self._overdue(self._patience)
            return
        left = _LOOK_AGAIN if waited is None else self._patience - waited
        self._late = self._loop.after(left, self._look)
