"""A face without a screen: a queue of calls, a clock moved by hand, a list of events."""

from collections.abc import Callable
from queue import Queue
from typing import TypeVar

from durak_tui.table.controller import Controller, TableEvent
from durak_tui.table.game import Game
from durak_tui.table.opponent import Opponent
from durak_tui.table.seats import EngineSeat

E = TypeVar("E")


class Headless:
    """Shows a game to nobody."""

    def __init__(self, pause: float = 0.0) -> None:
        self.events: list[TableEvent] = []
        self.opponents: list[Opponent | None] = []
        self.controller = Controller(self, slow_after=1.0)
        self._pause = pause
        self.forced = False
        """True if forced moves are made for persons."""
        self.calls: Queue[Callable[[], object]] = Queue()
        """Work of other threads to be done here."""
        self._now = 0.0
        self._timers: list[tuple[float, Callable[[], object]]] = []

    def call(self, what: Callable[[], object]) -> None:
        self.calls.put(what)

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        timer = (self._now + seconds, what)
        self._timers.append(timer)
        return lambda: self._timers.remove(timer) if timer in self._timers else None

    def pause(self) -> float:
        return self._pause

    def does_forced_moves(self) -> bool:
        return self.forced

    def notify(self, event: TableEvent) -> None:
        self.events.append(event)

    def begin(self, game: Game) -> Game:
        """Put a game on the table; each engine is one of its own."""
        self.opponents = [
            Opponent(seat.config) if isinstance(seat, EngineSeat) else None for seat in game.seats
        ]
        self.controller.begin(game, self.opponents)
        return game

    def until(self, condition: Callable[[], object]) -> None:
        """Do what comes from other threads until something is so."""
        while not condition():
            self.calls.get(timeout=60)()

    def until_event(self, kind: type[E]) -> E:
        """Until there is an event of this kind; the last one."""
        self.until(lambda: self.events_of(kind))
        return self.events_of(kind)[-1]

    def events_of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def pass_time(self, seconds: float) -> None:
        """Move the clock, and do what is due by then."""
        end = self._now + seconds
        while due := sorted((t for t in self._timers if t[0] <= end), key=lambda t: t[0]):
            self._timers.remove(due[0])
            self._now, what = due[0]
            what()
        self._now = end

    @property
    def is_still(self) -> bool:
        """True if nobody has set a timer."""
        return not self._timers

    def close(self) -> None:
        self.controller.leave()
        for opponent in self.opponents:
            if opponent:
                opponent.close()
