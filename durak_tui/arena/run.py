"""A run of matches: what is played is saved first, then counted, then shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from durak_tui.arena.game import PlayedGame
from durak_tui.arena.schedule import Schedule, Task
from durak_tui.arena.tally import PairTally, Tally
from durak_tui.arena.workers import Pool, play_all
from durak_tui.engine.cancel import CancelToken
from durak_tui.records.record import GameRecord


class RecordStore(Protocol):
    """Where finished games go: a log."""

    def append(self, record: GameRecord) -> None:
        """Save a game.  Raises OSError if that fails."""


class Run:
    """The games of a schedule, from the first to the last or to where it is stopped."""

    def __init__(
        self,
        schedule: Schedule,
        settings: Mapping[str, Any],
        *,
        log: RecordStore | None = None,
        before: Callable[[int], None] = lambda _: None,
        after: Callable[[GameRecord], None] = lambda _: None,
    ) -> None:
        """``before`` is called with the id of the game that is awaited, ``after`` with every
        game that is counted, those of :meth:`resume` included."""
        self.schedule = schedule
        self.settings = settings
        self.tally = Tally(schedule.matches)
        self.pairs = PairTally()
        self.overhead_seconds = 0.0
        """Time of our own in the games played, on nobody's clock."""
        self.overhead_commands = 0
        self._log = log
        self._before = before
        self._after = after

    def resume(self, past: Iterable[GameRecord]) -> None:
        """Count the games that were played before."""
        for record in past:
            self._count(record)

    def play(self, pool: Pool, cancel: CancelToken) -> None:
        """Play what is left.

        Raises Cancelled if the token is set, OSError if a game cannot be saved, and what
        :func:`durak_tui.arena.workers.play_all` raises.
        """
        tasks = self.schedule.tasks(after=self.tally.played)
        play_all(tasks, pool, cancel, before=self._awaited, after=self._played)

    def _awaited(self, task: Task) -> None:
        self._before(task.game_id)

    def _played(self, task: Task, game: PlayedGame) -> None:
        record = replace(game.record, run=self.settings)
        if self._log:
            self._log.append(record)
        self.overhead_seconds += game.overhead
        self.overhead_commands += sum(clock.answers for clock in record.clocks or ())
        self._count(record)

    def _count(self, record: GameRecord) -> None:
        self.tally.add(self.schedule.match_of(record.game_id or 0), record)
        self.pairs.add(record)
        self._after(record)
