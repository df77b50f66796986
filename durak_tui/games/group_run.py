"""A run of games between groups of programs."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Protocol

from durak_tui.common.fields import Malformed
from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.game_kind import GameKind
from durak_tui.games.group_schedule import GroupSchedule, GroupTask
from durak_tui.games.group_standings import GroupStandings, RankedScore
from durak_tui.games.playthrough import Finish, Playthrough
from durak_tui.games.playthrough_log import (
    PlaythroughLog,
    PlaythroughWriter,
    TornGame,
    holds_games,
)
from durak_tui.games.program_table import PlayedGroup, ProgramTable
from durak_tui.pool.background_work import BackgroundWork
from durak_tui.pool.progress import Progress
from durak_tui.pool.run_errors import CannotResumeError, RunError, saving, usable
from durak_tui.pool.run_file import RunLogs, log_of_run
from durak_tui.pool.saved_run import SavedRun


class GroupStore(Protocol):
    """A store of finished games, of resumed runs, too."""

    failure: str  # The sentence for a game {n} that could not be kept.

    def add(self, game: PlayedGroup) -> None:
        """Keep a game, or raise OSError."""


@contextmanager
def log_of_games(path: str, kind: GameKind) -> Iterator[PlaythroughWriter]:
    """The log of a run, had alone.  Raises RunError."""
    with log_of_run(path, PlaythroughWriter) as log:
        real = os.path.expanduser(path)
        # A pipe, or a file that may only be written, cannot be looked at.
        if os.path.isfile(real) and os.access(real, os.R_OK):
            with usable(N_("log file {path} cannot be read: {why}"), path=path):
                if not holds_games(real, kind):
                    text = N_("{path} is not a log of {game}; name another file")
                    raise RunError(text, path=path, game=kind.name)
        yield log


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """A run as it is asked for, with nothing left open."""

    kind: GameKind
    schedule: GroupSchedule
    settings: Mapping[str, Any]  # What every game of the run carries in the log.

    @property
    def logs(self) -> RunLogs[Playthrough]:
        """The logs in which such a run may be."""
        return RunLogs(partial(PlaythroughLog, kind=self.kind), Malformed, TornGame)


class GroupRun(SavedRun[GroupTask, PlayedGroup]):
    """The games of a plan, up to the last or a stop."""

    def __init__(
        self,
        plan: GroupPlan,
        *,
        log: PlaythroughWriter | None = None,
        stores: Sequence[GroupStore] = (),
        changed: threading.Condition | None = None,
    ) -> None:
        super().__init__(changed)
        self.plan = plan
        self.standings = GroupStandings([one.shown for one in plan.schedule.players])
        self._log = log
        self._stores = stores

    @property
    def played(self) -> int:
        return self.standings.played

    @property
    def total(self) -> int:
        return self.plan.schedule.total

    @property
    def complete(self) -> bool:
        return self.played >= self.total

    def greet(self, cancel: CancelToken, *, alone: bool = False) -> None:
        """Find the program of every player.  Raises RunError, Cancelled."""
        for player in self.plan.schedule.players:
            if cancel.is_set:
                raise Cancelled
            try:
                # Not started: a miner is started once a game, and may have noticed (G-020).
                self.plan.kind.program(player)
            except EngineStartError as error:
                who = "" if player.shown == player.command else f"{player.shown}: "
                raise RunError("{who}{why}", who=who, why=error) from None

    def resume(self, past: Iterable[Playthrough]) -> None:
        """Count earlier games.  Raises CannotResumeError if they are others, or too many."""
        tasks = self.plan.schedule.tasks()
        for game in past:
            task = next(tasks, None)
            if task is None:
                raise CannotResumeError(N_("game {n} is one too many"), n=self.played + 1)
            names = tuple(one_line(one.shown) for one in task.players)
            finish = game.finish
            try:
                if game.names != names or game.opening != task.opening or finish is None:
                    raise ValueError("another game")
                self.plan.kind.after(game.opening, game.moves)
                self._keep(PlayedGroup(task.group, game, 0.0))
            except (ValueError, LookupError, TypeError):  # of a game that somebody has changed
                text = N_("game {n} is not the one this run would have played")
                raise CannotResumeError(text, n=task.game_id) from None
            self._count(task.group, finish)

    def _tasks(self) -> Iterator[GroupTask]:
        return self.plan.schedule.tasks(after=self.played)

    def _save(self, game: PlayedGroup) -> None:
        game_id = game.playthrough.game_id
        if self._log:
            with saving(N_("game {n} could not be saved"), game_id):
                self._log.append(game.playthrough._replace(run=self.plan.settings))
        self._keep(game)

    def _keep(self, game: PlayedGroup) -> None:
        for store in self._stores:
            with saving(store.failure, game.playthrough.game_id):
                store.add(game)

    def _played(self, game: PlayedGroup) -> None:
        assert game.playthrough.finish
        self._count(game.group, game.playthrough.finish)

    def _count(self, group: Sequence[int], finish: Finish) -> None:
        with self._changed:
            self.standings.add(group, finish)
            self._changed.notify_all()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSnapshot(Progress):
    """The state of a run at one moment."""

    ranking: tuple[RankedScore, ...]


class BackgroundGroups(BackgroundWork[GroupRun, GroupSnapshot]):
    """The games of a plan, in the background; for any thread."""

    def __init__(
        self,
        plan: GroupPlan,
        *,
        log: str | None = None,
        resume: bool = False,
        concurrency: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``concurrency`` games are played at a time; default: one a core.

        ``resume`` goes on with the run that the log ends with.
        """
        table = partial(ProgramTable, kind=plan.kind)
        super().__init__("games", GroupRun(plan), table, clock, concurrency=concurrency)
        self.plan = plan
        self.log = log
        self._resumes = resume

    def snapshot(self) -> GroupSnapshot:
        with self.changed:
            progress, standings = self._progress(), self._run.standings.copy()
        # Ratings take their time, in which the run is not to wait.
        return GroupSnapshot(**progress, ranking=tuple(standings.ranking()))

    def _prepare(self, resources: ExitStack) -> GroupRun:
        log = resources.enter_context(log_of_games(self.log, self.plan.kind)) if self.log else None
        run = GroupRun(self.plan, log=log, changed=self.changed)
        self._plays(run)
        if self.log and self._resumes:
            logs = self.plan.logs
            logs.resume(self.log, self.plan.settings, run.resume, self._notice, self._cancel)
        return run
