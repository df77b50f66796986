"""A run of matches, and how it is played and counted.

A :class:`durak_tui.match.plan.Plan` is what a user asks for; settled, it is a :class:`RunSpec`;
:class:`Run` plays that, and :class:`durak_tui.match.background.BackgroundRun` does all this in a
thread.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from durak_tui.common.i18n import N_
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.game import PlayedGame
from durak_tui.match.pool.dispatch import Pause, Pool, play_all
from durak_tui.match.recorder import RecordStore, recorded, saving
from durak_tui.match.schedule import Schedule, Task
from durak_tui.match.tally import PairTally, Tally
from durak_tui.records.record import GameRecord
from durak_tui.statistics.counts import Counts, GameCounts
from durak_tui.statistics.sprt import Sprt


class ResultStore(Protocol):
    """A store of the results of games, of resumed runs, too."""

    def add(self, match: int, record: GameRecord) -> None:
        """Keep a game of a match (from 1), or raise OSError."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """A plan with nothing left open."""

    schedule: Schedule
    settings: Mapping[str, Any]
    """What every game of the run carries in the log."""
    paired: bool = False
    """Whether every second deal is the one before it with the hands exchanged."""
    sprt: Sprt | None = None


class _Decided(Exception):
    """Nothing more is to be counted."""


class Run:
    """The games of a schedule, up to the last or a stop."""

    def __init__(
        self,
        spec: RunSpec,
        *,
        log: RecordStore | None = None,
        results: ResultStore | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        """``changed`` is held while a game is counted, and notified afterwards."""
        self.schedule = spec.schedule
        self.settings = spec.settings
        self.tally = Tally(spec.schedule.matches)
        self.pairs = PairTally()
        self.decided = False
        """Whether the sequential test has come to its end, and the run with it."""
        self.overhead_seconds = 0.0
        """Time of our own in the games played, on nobody's clock."""
        self.overhead_commands = 0
        self.pipe_seconds = 0.0
        self._log = log
        self._results = results
        self._paired = spec.paired
        self._sprt = spec.sprt
        self._changed = changed or threading.Condition()

    def resume(self, past: Iterable[GameRecord]) -> None:
        with suppress(_Decided):
            for record in past:
                self._count(record)

    def play(
        self,
        pool: Pool,
        cancel: CancelToken,
        pause: Pause | None = None,
        *,
        before: Callable[[Task], None] = lambda _: None,
    ) -> None:
        """Play what is left, or until :attr:`decided`.

        Raises as :func:`durak_tui.match.pool.dispatch.play_all`, and NotSavedError if a game or its
        result cannot be kept.
        """
        if self.decided:
            return
        tasks = self.schedule.tasks(after=self.tally.played)
        after = recorded(self._log, self.settings, self._played)
        with suppress(_Decided):
            play_all(tasks, pool, cancel, before=before, after=after, pause=pause)

    def _played(self, game: PlayedGame) -> None:
        self.overhead_seconds += game.overhead
        self.pipe_seconds = game.pipe_seconds
        self.overhead_commands += sum(clock.answers for clock in game.record.clocks or ())
        self._count(game.record)

    def _count(self, record: GameRecord) -> None:
        match = self.schedule.match_of(record.game_id or 0)
        # First, so that the score is that of the results, whatever happens to them.
        if self._results:
            with saving(N_("the result of game {n} could not be kept"), n=record.game_id):
                self._results.add(match, record)
        with self._changed:
            self.tally.add(match, record)
            if self._paired:
                self.pairs.add(record)
            self._changed.notify_all()
        if self._sprt and self._sprt.decision(self._sprt.llr(self.counts())):
            self.decided = True
            raise _Decided

    def counts(self) -> Counts:
        """Counts for the statistics: pairs, if games are played in pairs."""
        return self.pairs.counts if self._paired else self.game_counts()

    def game_counts(self) -> GameCounts:
        """Engine 1's games, each for itself."""
        return GameCounts(*self.tally.wins, self.tally.draws)
