"""A run of matches: begun, played, saved game by game, and counted.

A :class:`durak_tui.match.plan.Plan` is what a user asks for; settled, it is a :class:`RunSpec`;
:class:`Run` plays that, and :class:`durak_tui.match.background.BackgroundRun` does all this in a
thread.
"""

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from durak_tui.common.i18n import N_
from durak_tui.engine.about import greet, introduction
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.match.course import Course, Measured
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.schedule import Schedule, Task
from durak_tui.match.tally import PairTally, Tally
from durak_tui.pool.run_errors import CannotResumeError, RunError, saving
from durak_tui.pool.saved_run import Decided, SavedRun
from durak_tui.records.record import GameRecord, Introduction, points
from durak_tui.statistics.counts import Counts, GameCounts
from durak_tui.statistics.sprt import Sprt

LAST_GAMES: Final = 240  # Whose results are kept: more than a screen shows.

Introductions: TypeAlias = tuple[Introduction | None, ...]  # One for each engine.


class RecordStore(Protocol):
    """A store of finished games: a log."""

    def append(self, record: GameRecord) -> None:
        """Save a game.  Raises OSError if that fails."""


class ResultStore(Protocol):
    """A store of the results of games, of resumed runs, too."""

    def add(self, match: int, record: GameRecord) -> None:
        """Keep a game of a match (from 1), or raise OSError."""


class StderrStore(Protocol):
    """A store of the standard error of engines."""

    def add(self, game: PlayedGame) -> None:
        """Keep the standard error of both in a game, or raise OSError."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """A plan with nothing left open."""

    schedule: Schedule
    settings: Mapping[str, Any]  # What every game of the run carries in the log.
    paired: bool = False  # Every second deal is the one before it with the hands exchanged.
    sprt: Sprt | None = None


class LastGame(NamedTuple):
    """A game that was counted lately."""

    game_id: int
    names: tuple[str, str]
    winner: int | None  # As in its :class:`durak_tui.records.record.Ending`.
    reason: str  # The fault that decided it; empty without one.


class EngineWords(NamedTuple):
    """The standard error of an engine in a game."""

    game_id: int
    data: bytes


class EngineRun(SavedRun[Task, PlayedGame]):
    """A match or a tournament of Durak engines."""

    def __init__(
        self,
        players: Sequence[EngineConfig],
        settings: Mapping[str, Any],
        *,
        log: RecordStore | None = None,
        stderr: StderrStore | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        """``settings`` are those of each game in the log."""
        super().__init__(changed)
        self.settings = settings
        self.engines: Introductions = (None,) * len(players)  # What they say of themselves.
        self.last: deque[LastGame] = deque(maxlen=LAST_GAMES)
        self._players = players
        self._log = log
        self._stderr = stderr

    @abstractmethod
    def resume(self, past: Iterable[GameRecord]) -> None:
        """Count earlier games.  Raises CannotResumeError if they are others, or too many."""

    @abstractmethod
    def _count(self, record: GameRecord) -> None:
        """Count the next game."""

    def greet(self, cancel: CancelToken, *, alone: bool = False) -> None:
        """Have the engines introduce themselves."""
        said: list[Introduction | None] = []
        for player in self._players:
            try:
                said.append(introduction(greet(player, cancel, alone=alone)))
            except EngineStartError as error:
                who = "" if player.shown == player.command else f"{player.shown}: "
                raise RunError("{who}{why}", who=who, why=error) from None
        self.engines = tuple(said)

    def _save(self, game: PlayedGame) -> None:
        """Save a game, which then has the settings of its run."""
        game.record.set_run(self.settings)
        if self._log:
            with saving(N_("game {n} could not be saved"), game.record.game_id):
                self._log.append(game.record)
        if self._stderr:
            what = N_("standard error of game {n} could not be saved")
            with saving(what, game.record.game_id):
                self._stderr.add(game)

    def _played(self, game: PlayedGame) -> None:
        self._count(game.record)

    def _keep(self, record: GameRecord) -> None:
        """Keep the result of the game that was counted last."""
        first, second = record.ending.faults()
        reason = first or second or ""
        game_id = record.game_id or self.played
        self.last.append(LastGame(game_id, record.names, record.ending.winner, reason))


class Run(EngineRun):
    """The games of a schedule, up to the last or a stop."""

    def __init__(
        self,
        spec: RunSpec,
        *,
        log: RecordStore | None = None,
        results: ResultStore | None = None,
        stderr: StderrStore | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        players = spec.schedule.players
        super().__init__(players, spec.settings, log=log, stderr=stderr, changed=changed)
        self.schedule = spec.schedule
        self.tally = Tally(spec.schedule.matches, spec.schedule.match_size)
        self.pairs = PairTally()
        self.course: Course[Measured] = Course()
        self.decided = False  # The sequential test has come to its end, and the run with it.
        self.overhead_seconds = 0.0  # Of our own in the games played, on nobody's clock.
        self.overhead_commands = 0
        self.pipe_seconds = 0.0
        self.words: list[EngineWords | None] = [None, None]
        """The last words of each engine on standard error, if they are kept."""
        self._results = results
        self._paired = spec.paired
        self.sprt = spec.sprt

    @property
    def played(self) -> int:
        return self.tally.played

    @property
    def total(self) -> int:
        return self.schedule.total

    @property
    def complete(self) -> bool:
        return self.decided or self.played >= self.total

    def resume(self, past: Iterable[GameRecord]) -> None:
        with suppress(Decided):
            for record in past:
                if self.played >= self.total:
                    text = N_("game {n} is one too many")
                    raise CannotResumeError(text, n=self.played + 1)
                self._count(record)

    def _tasks(self) -> Iterator[Task]:
        return self.schedule.tasks(after=self.played)

    def _played(self, game: PlayedGame) -> None:
        self.overhead_seconds += game.overhead
        self.pipe_seconds = game.pipe_seconds
        self.overhead_commands += sum(clock.answers for clock in game.record.clocks or ())
        for seat, words in enumerate(game.stderr):
            if words:
                self.words[seat] = EngineWords(game.record.game_id or 0, words)
        self._count(game.record)

    def _count(self, record: GameRecord) -> None:
        match = self.schedule.match_of(record.game_id or 0)
        # First, so that the score is that of the results, even if they are lost.
        if self._results:
            with saving(N_("the result of game {n} could not be saved"), record.game_id):
                self._results.add(match, record)
        with self._changed:
            self.tally.add(match, record)
            if self._paired:
                both = points(record)
                self.pairs.add(both and both[0])
            self._keep(record)
            if self.course.is_due(self.played):
                self.course.note(self.played, Measured.of(self.counts(), self.sprt))
            self._changed.notify_all()
        if self.sprt and self.sprt.decision(self.sprt.llr(self.counts())):
            self.decided = True
            self.tally.decided()
            raise Decided

    def counts(self) -> Counts:
        """Counts for the statistics: pairs, if games are played in pairs."""
        return self.pairs.counts if self._paired else self.game_counts()

    @property
    def is_even_by_construction(self) -> bool:
        """True if one command plays itself from both seats, always evenly.

        That it plays at random shows in the first pair that is not even.
        """
        first, second = (replace(player, name="") for player in self.schedule.players)
        both = self.pairs.counts
        return self._paired and first == second and not (both.ll or both.ld or both.wd or both.ww)

    def game_counts(self) -> GameCounts:
        won, lost = self.tally.games.wins
        return GameCounts(won, lost, self.tally.games.draws)
