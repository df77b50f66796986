"""Watching one game of a run as it is played.

Somebody who wants to watch puts a byte into a pipe; the worker that finds it takes it and reports
its game, card by card.  Workers look when a game begins, and now and then in a long one.  So one
game is reported for each that was asked for, and where nobody watches a game costs a look at an
empty pipe.
"""

import contextlib
import os
import select
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from durak_tui.game.deals import Deal
from durak_tui.game.position import Action
from durak_tui.match.schedule import Task
from durak_tui.records.record import Ending, Thought

LOOK_SECONDS: Final = 0.25  # Between two looks in one game at whether it is to be watched.
THOUGHT_SECONDS: Final = 0.25  # Between two reports of what an engine thinks, while it does.


class Thinks(NamedTuple):
    """A thought of the engine in a seat, after ``played`` actions."""

    played: int
    seat: int
    thought: Thought


@dataclass(slots=True)
class WatchedGame:
    """A game that is or was played, for any thread."""

    game_id: Final[int]
    match: Final[int]  # From 1.
    deal: Final[Deal]
    names: Final[tuple[str, str]]
    actions: Final[list[Action]] = field(default_factory=list)  # So far; it only grows.
    thoughts: Final[list[Thinks]] = field(default_factory=list)
    """The thoughts of the engines, with the number of actions; of a seat the last at each."""
    joined: int = 0  # Actions that were played before it was watched.
    ending: Ending | None = None  # Set when all actions are there.
    acted_at: float = field(default_factory=monotonic)  # The last action, or the beginning.
    cut_off: bool = False
    """True if it will have no ending: its worker died, or the run was stopped."""

    @property
    def over(self) -> bool:
        return self.ending is not None or self.cut_off

    def acts(self, action: Action) -> None:
        """Keep an action."""
        self.acted_at = monotonic()
        self.actions.append(action)

    def hear(self, said: Thinks) -> None:
        """Keep a thought, instead of that seat's last one there."""
        thoughts = self.thoughts
        for place in range(len(thoughts) - 1, -1, -1):
            if thoughts[place].played < said.played:
                break
            if thoughts[place].seat == said.seat:
                thoughts[place] = said
                return
        thoughts.append(said)


WatchEvent: TypeAlias = WatchedGame | Action | Thinks | Ending
"""A report of a game: its beginning, everything that is played and thought, its ending."""


class Report:
    """A game as it is reported, from when somebody asks for one."""

    def __init__(
        self,
        task: Task,
        is_wanted: Callable[[], bool],
        notify: Callable[[WatchEvent], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.is_watched = False
        self._task = task
        self._is_wanted = is_wanted
        self._notify = notify
        self._clock = clock
        self._actions: list[Action] = []
        self._acted_at = clock()
        self._thoughts: dict[int, Thought] = {}  # By seat; not reported yet.
        self._reported_at = float("-inf")
        self._looked_at = self._acted_at
        self._look()

    def thinks(self, seat: int, thought: Thought) -> None:
        """Report the last thoughts now and then, and before each action."""
        self._thoughts[seat] = thought
        now = self._clock()
        if not self.is_watched and now - self._looked_at >= LOOK_SECONDS:
            self._looked_at = now
            self._look()
        if self.is_watched and now - self._reported_at >= THOUGHT_SECONDS:
            self._report_thoughts()

    def played(self, action: Action) -> None:
        self._acted_at = self._clock()
        if self.is_watched:
            self._report_thoughts()
            self._notify(action)
        self._thoughts.clear()
        self._actions.append(action)
        if not self.is_watched and self._acted_at - self._looked_at >= LOOK_SECONDS:
            self._looked_at = self._acted_at
            self._look()

    def ended(self, ending: Ending) -> None:
        if self.is_watched:
            self._report_thoughts()
            self._notify(ending)

    def _look(self) -> None:
        """Begin to report if somebody asks for a game."""
        if self._is_wanted():
            self.is_watched = True
            task, actions = self._task, list(self._actions)
            first, second = task.players
            names = first.shown, second.shown
            game = WatchedGame(task.game_id, task.match, task.deal, names, actions)
            game.joined, game.acted_at = len(actions), self._acted_at
            self._notify(game)

    def _report_thoughts(self) -> None:
        if self._thoughts:
            for seat, thought in self._thoughts.items():
                self._notify(Thinks(len(self._actions), seat, thought))
            self._thoughts.clear()
            self._reported_at = self._clock()


class Broadcast:
    """The players' side, which reports the games that were asked for."""

    def __init__(self, requests: int, notify: Callable[[WatchEvent], None]) -> None:
        """``requests`` is the descriptor of :meth:`Watch.fileno`."""
        self._requests = requests
        self._notify = notify
        self._poll = select.poll()
        self._poll.register(requests, select.POLLIN)

    def begin(self, task: Task) -> Report:
        """Begin a game, and report it as soon as somebody asks."""
        return Report(task, self._take_request, self._notify)

    def _take_request(self) -> bool:
        """True if somebody asks for a game; then nobody else reports one."""
        if self._poll.poll(0):
            with contextlib.suppress(BlockingIOError):  # another worker has taken it
                return bool(os.read(self._requests, 1))
        return False


class Watch:
    """The watchers' side: one game at a time, for any thread."""

    def __init__(self) -> None:
        """Ask for nothing yet.  Raises OSError for want of descriptors."""
        self.game: WatchedGame | None = None  # The last one reported, or being reported.
        self.changed = threading.Condition()  # Held while anything here changes, and notified then.
        self._games: dict[int, WatchedGame] = {}
        self._asked = False
        self._closed = False
        self._read, self._write = os.pipe()
        # For all who have a copy of it: no worker is to wait here.
        os.set_blocking(self._read, False)

    def fileno(self) -> int:
        """The descriptor on which workers find that a game is asked for."""
        return self._read

    def next(self) -> None:
        """Ask for another game, unless that was done."""
        with self.changed:
            if not self._asked and not self._closed:
                self._asked = True
                os.write(self._write, b"?")

    def notify(self, worker: int, event: WatchEvent) -> None:
        with self.changed:
            if isinstance(event, WatchedGame):
                self._games[worker] = event
                # If nobody has asked, one game too many was taken: see lost().
                if self._asked:
                    self._asked = False
                    self.game = event
            elif isinstance(event, Ending):
                self._games.pop(worker).ending = event
            elif isinstance(event, Thinks):
                self._games[worker].hear(event)
            else:
                self._games[worker].acts(event)
            self.changed.notify_all()

    def lost(self, worker: int) -> None:
        """Expect nothing more from this worker, which has ended."""
        with self.changed:
            if game := self._games.pop(worker, None):
                game.cut_off = True
            if self._asked and not self._closed:
                # It may have taken the request and reported nothing yet.
                with contextlib.suppress(BlockingIOError):
                    os.read(self._read, 1)
                os.write(self._write, b"?")
            self.changed.notify_all()

    def close(self) -> None:
        """Ask for nothing more, once no worker is left."""
        with self.changed:
            if not self._closed:
                self._closed = True
                os.close(self._read)
                os.close(self._write)
