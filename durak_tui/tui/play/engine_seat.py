"""The engine's seat at a screen: it is asked in a thread, and the screen never waits."""

from collections.abc import Callable
from typing import Final, NamedTuple

from textual.screen import Screen

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.errors import EngineError
from durak_tui.game.position import Action
from durak_tui.table.duel import Moment
from durak_tui.table.opponent import Opponent
from durak_tui.tui.terminal.timer import Timer

MOMENT: Final = 0.4
"""Seconds in which most engines answer: what is shown for less is not worth its bytes."""
_LOOK_AGAIN: Final = 0.2


class Answer(NamedTuple):
    """What came of telling and asking an engine."""

    moment: Moment
    cards: Action | None = None
    """What it plays; None if it was not its turn."""
    error: EngineError | Cancelled | None = None
    """Why it plays nothing."""


class EngineSeat:
    """Asks one opponent at a time about one moment at a time."""

    def __init__(
        self,
        screen: Screen[object],
        answered: Callable[[Answer], None],
        slow: Callable[[], None],
        overdue: Callable[[float], None],
    ) -> None:
        """All are called in the thread of the screen: ``answered`` after every :meth:`ask`,
        ``slow`` when a watched engine takes longer than a moment, ``overdue``, with the
        seconds that it has had, when it takes longer than it may."""
        self._screen = screen
        self._answered = answered
        self._slow = slow
        self._overdue = overdue
        self._opponent: Opponent | None = None
        self._moment: Timer | None = None
        self._late: Timer | None = None
        self._patience = 0.0
        self.thinks = False
        """Whether a watched engine has taken longer than a moment."""

    @property
    def is_asked(self) -> bool:
        """Whether it has been asked something and has not answered yet."""
        return self._opponent is not None

    @property
    def is_quick(self) -> bool:
        """Whether it is watched and may still answer within a moment."""
        return self._late is not None and not self.thinks

    def ask(self, opponent: Opponent, moment: Moment) -> None:
        """Tell and ask all that there is to be.  Nothing else may be asked."""
        assert self._opponent is None
        self._opponent = opponent
        ticket = opponent.ticket()

        def call() -> None:
            try:
                answer = Answer(moment, opponent.advance(moment, ticket))
            except (EngineError, Cancelled) as error:
                answer = Answer(moment, error=error)
            # A screen that is gone by now does not take it, and nobody needs it.
            self._screen.call_later(self._take, answer)

        self._screen.run_worker(call, thread=True, group="engine")

    def _take(self, answer: Answer) -> None:
        self._opponent = None
        self.rest()
        self._answered(answer)

    def stop(self) -> None:
        """Do not wait for it any more; if it has been asked, this is answered at once."""
        if self._opponent:
            self._opponent.stop()

    def watch(self, limit: float) -> None:
        """The person waits for it, which may think for ``limit`` seconds."""
        if self._late is None:
            self.thinks = False
            self._patience = limit
            self._moment = Timer(self._screen, MOMENT, self._be_slow)
            self._late = Timer(self._screen, limit, self._look)

    def wait_on(self) -> None:
        """Wait as long again before it is called overdue."""
        waited = self._opponent.waiting if self._opponent else None
        self._patience = 2 * max(self._patience, waited or 0.0)
        self._look()

    def rest(self) -> None:
        """Nobody waits for it."""
        for alarm in (self._moment, self._late):
            if alarm:
                alarm.stop()
        self._moment = self._late = None
        self.thinks = False

    def _be_slow(self) -> None:
        self.thinks = True
        self._slow()

    def _look(self) -> None:
        """It has had its time, unless it took some to get going."""
        waited = self._opponent.waiting if self._opponent else None
        if waited is not None and waited >= self._patience:
            self._overdue(self._patience)
            return
        left = _LOOK_AGAIN if waited is None else self._patience - waited
        self._late = Timer(self._screen, left, self._look)
