"""A match in a thread."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from time import monotonic
from typing import Final

from durak_tui.match.course import Measured
from durak_tui.match.engine_table import Capture, EngineTable
from durak_tui.match.plan import Plan
from durak_tui.match.run import EngineWords, Introductions, Run, RunSpec
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.match.schedule import Schedule, seeded
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.match.tally import MatchScore
from durak_tui.match.watch import Watch
from durak_tui.pool.background_work import BackgroundWork
from durak_tui.pool.run_file import log_of_run
from durak_tui.records.writer import LogWriter

WORDS: Final = 8 * 1024  # Bytes of an engine's standard error that are kept of a game.


class BackgroundRun(BackgroundWork[Run, MatchSnapshot]):
    """The games of a plan, in the background; for any thread."""

    def __init__(
        self,
        plan: Plan,
        *,
        log: str | None = None,
        concurrency: int | None = None,
        resume: bool = False,
        infos: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``concurrency`` games are played at a time; default: one a core.

        ``resume`` goes on with the run that the log ends with, which ``infos`` lets have what the
        engines say. Raises OSError if this process is out of descriptors.
        """
        # Until the plan is settled there is nothing to play.
        nothing = Run(RunSpec(Schedule(0, 0, plan.players, seeded(0, 36)), {}))
        self._games = Watch()
        super().__init__(
            "match",
            nothing,
            partial(EngineTable, capture=Capture(infos, WORDS)),
            clock,
            concurrency=concurrency,
            watch=self._games,
        )
        self.plan = plan
        self.resumes = resume  # Whether it goes on with what its log ends with.
        self.log = log

    def close(self) -> None:
        super().close()
        self._games.close()

    def watch(self) -> Watch:
        """Watch games from the next on; always the same object."""
        if self._games.game is None:
            self._games.next()
        return self._games

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """The scores of these matches, from 1, that have begun."""
        with self.changed:
            return self._run.tally.scores(first, last)

    def introductions(self) -> Introductions:
        """The introductions of the engines, once they have been started."""
        return self._run.engines

    def words(self, seat: int) -> EngineWords | None:
        """The last output of an engine on standard error, and its game."""
        return self._run.words[seat]

    def snapshot(self) -> MatchSnapshot:
        with self.changed:
            run, tally = self._run, self._run.tally
            first, second = self.plan.players
            course: tuple[tuple[int, Measured], ...] = ()
            if run.played:
                measured = Measured.of(run.counts(), run.sprt)
                course = tuple(run.course.up_to(run.played, measured))
            return MatchSnapshot(
                **self._progress(),
                names=(first.shown, second.shown),
                log=self.log,
                match_size=run.schedule.match_size,
                seed=run.schedule.seed,
                points=tally.points(),
                void=tally.games.void,
                faults=tuple(tally.fault_lines()),
                begun=tally.begun,
                newest=next(iter(tally.scores(tally.begun, tally.begun)), None),
                counts=run.counts(),
                game_counts=run.game_counts(),
                decided=run.decided,
                sprt=self.plan.sprt,
                course=course,
                last=tuple(run.last),
                even_by_construction=run.is_even_by_construction,
            )

    def _prepare(self, resources: ExitStack) -> Run:
        log = resources.enter_context(log_of_run(self.log, LogWriter)) if self.log else None
        resumed = self.log if self.resumes else None
        spec = self.plan.settle(resumed, self._notice)
        run = Run(spec, log=log, changed=self.changed)
        self._plays(run)
        if resumed:
            DURAK_LOGS.resume(resumed, spec.settings, run.resume, self._notice, self._cancel)
        return run
