"""A run of matches: what is played is saved first, then counted, then shown."""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from durak_tui.common.i18n import N_
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.game import PlayedGame
from durak_tui.match.pool.local import Pause, Pool, play_all
from durak_tui.match.saving import saving
from durak_tui.match.schedule import Schedule, Task
from durak_tui.match.tally import PairTally, Tally
from durak_tui.records.record import GameRecord
from durak_tui.statistics.counts import Counts, GameCounts
from durak_tui.statistics.sprt import Sprt


class RecordStore(Protocol):
    """Where finished games go: a log."""

    def append(self, record: GameRecord) -> None:
        """Save a game.  Raises OSError if that fails."""


class ResultStore(Protocol):
    """Where the results of games are kept, those of a resumed run included."""

    def add(self, match: int, record: GameRecord) -> None:
        """Keep a game of match ``match`` (from 1).  Raises OSError if that fails."""


class _Decided(Exception):
    """Nothing more is to be counted."""


class Run:
    """The games of a schedule, from the first to the last or to where it is stopped."""

    def __init__(
        self,
        schedule: Schedule,
        settings: Mapping[str, Any],
        *,
        log: RecordStore | None = None,
        results: ResultStore | None = None,
        paired: bool = False,
        sprt: Sprt | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        """``paired`` says that every second deal is the one before with the hands exchanged.
        The run ends when ``sprt`` is decided.  ``changed`` is held while a game is counted, so
        that another thread that holds it can look at the score, and told afterwards.
        """
        self.schedule = schedule
        self.settings = settings
        self.tally = Tally(schedule.matches)
        self.pairs = PairTally()
        self.decided = False
        """Whether the sequential test has come to its end, and the run with it."""
        self.overhead_seconds = 0.0
        """Time of our own in the games played, on nobody's clock."""
        self.overhead_commands = 0
        self.pipe_seconds = 0.0
        """What was taken off the clocks for each command."""
        self._log = log
        self._results = results
        self._paired = paired
        self._sprt = sprt
        self._changed = changed or threading.Condition()
        self.before: Callable[[int], None] = lambda _: None
        """Called with the id of each game when it is the next to be awaited."""

    def resume(self, past: Iterable[GameRecord]) -> None:
        """Count the games that were played before."""
        with suppress(_Decided):
            for record in past:
                self._count(record)

    def play(self, pool: Pool, cancel: CancelToken, pause: Pause | None = None) -> None:
        """Play what is left, or until :attr:`decided`.

        Raises Cancelled if the token is set, NotSavedError if a game cannot be saved, and what
        :func:`durak_tui.match.pool.local.play_all` raises.
        """
        if self.decided:
            return
        tasks = self.schedule.tasks(after=self.tally.played)
        with suppress(_Decided):
            play_all(tasks, pool, cancel, before=self._awaited, after=self._played, pause=pause)

    def _awaited(self, task: Task) -> None:
        self.before(task.game_id)

    def _played(self, task: Task, game: PlayedGame) -> None:
        record = replace(game.record, run=self.settings)
        if self._log:
            with saving(N_("game {n} could not be saved"), n=record.game_id):
                self._log.append(record)
        self.overhead_seconds += game.overhead
        self.pipe_seconds = game.pipe_seconds
        self.overhead_commands += sum(clock.answers for clock in record.clocks or ())
        self._count(record)

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
        """What statistics are about: pairs, if games are played in pairs."""
        if self._paired:
            return self.pairs.counts
        return self.game_counts()

    def game_counts(self) -> GameCounts:
        """Engine 1's games, each for itself."""
        return GameCounts(*self.tally.wins, self.tally.draws)
