"""A run of matches in a thread, while somebody looks at it."""

from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic
from typing import Final

from durak_tui.match.background_work import BackgroundWork
from durak_tui.match.plan import Plan
from durak_tui.match.pool.dispatch import Pause
from durak_tui.match.pool.local import LocalPool, worker_count
from durak_tui.match.pool.worker import Keeps
from durak_tui.match.progress import RunState, Snapshot
from durak_tui.match.run import Introductions, Run, RunSpec, Words, greet_all
from durak_tui.match.run_log import log_of_run, take_up
from durak_tui.match.schedule import Schedule, seeded
from durak_tui.match.tally import MatchScore
from durak_tui.match.watch import Watch

WORDS: Final = 8 * 1024  # Bytes of an engine's standard error that are kept of a game.


class BackgroundRun(BackgroundWork[Snapshot]):
    """A run of matches in the background, for any thread.

    Its games are played in worker processes that neither read nor write this program's terminal. It
    is to be closed at the end; if this program is killed, all that it has started ends too, and its
    log can be resumed.
    """

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
        super().__init__("match", clock)
        self.plan = plan
        self.resumes = resume  # Whether it goes on with what its log ends with.
        self._log = log
        self._concurrency = concurrency
        self._keeps = Keeps(infos, WORDS)
        # Until the plan is settled there is nothing to play.
        self._run = Run(RunSpec(Schedule(0, 0, plan.players, seeded(0, 36)), {}))
        self._idle = False
        self._pause = Pause(self._held)
        self._watch = Watch()

    # What its user does

    def pause(self) -> None:
        """Begin no more games; those that were begun are finished and counted."""
        with self._changing():
            self._pause.set()

    def unpause(self) -> None:
        with self._changing():
            self._pause.clear()

    def close(self) -> None:
        super().close()
        self._watch.close()

    # How it stands

    @property
    def log(self) -> str | None:
        return self._log

    @property
    def version(self) -> int:
        return self._events + self._run.tally.played

    def watch(self) -> Watch:
        """Watch games from the next on; always the same object."""
        if self._watch.game is None:
            self._watch.next()
        return self._watch

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """The scores of these matches, from 1, that have begun."""
        with self.changed:
            return self._run.tally.scores(first, last)

    def introductions(self) -> Introductions:
        """What the engines say of themselves, once they have been started."""
        return self._run.engines

    def words(self, seat: int) -> Words | None:
        """What an engine last wrote to standard error, and in which game."""
        return self._run.words[seat]

    def snapshot(self) -> Snapshot:
        with self.changed:
            run, tally = self._run, self._run.tally
            first, second = self.plan.players
            return Snapshot(
                version=self.version,
                state=self._state(),
                failure=self._failure,
                notices=tuple(self._notices),
                names=(first.shown, second.shown),
                log=self._log,
                match_size=run.schedule.match_size,
                total=run.schedule.total,
                seed=run.schedule.seed,
                done=tally.played,
                resumed=self._resumed,
                elapsed=self._rate.elapsed,
                per_second=self._rate.per_second(tally.played),
                points=tally.points(),
                void=tally.games.void,
                faults=tuple(tally.fault_lines()),
                begun=tally.begun,
                counts=run.counts(),
                game_counts=run.game_counts(),
                decided=run.decided,
                sprt=self.plan.sprt,
                even_by_construction=run.is_even_by_construction,
                waiting=self._waiting,
            )

    def _state(self) -> RunState:
        if self._end is None and not self._stopping:
            if self._idle:
                return "paused"
            if self._pause.is_set:
                return "pausing"
        return super()._state()

    # What its thread does

    def _play(self) -> None:
        with ExitStack() as resources:
            log = resources.enter_context(log_of_run(self._log)) if self._log else None
            resumed = self._log if self.resumes else None
            spec = self.plan.settle(resumed, self._notice)
            run = Run(spec, log=log, changed=self.changed)
            with self._changing():
                self._run = run
            if resumed:
                take_up(resumed, spec.settings, run.resume, self._notice, self._cancel)
            run.engines = greet_all(self.plan.players, self._cancel)
            workers = worker_count(self._concurrency)
            pool = LocalPool(
                workers, self._cancel, quiet=True, watch=self._watch, keeps=self._keeps
            )
            resources.callback(pool.close)
            self._begin_playing(run.tally.played)
            resources.callback(self._end_playing)
            run.play(pool, self._cancel, self._pause, before=self._awaits, waiting=self._waits_for)

    def _held(self, held: bool) -> None:
        with self._changing():
            self._idle = held
            (self._rate.hold if held else self._rate.go_on)()

    def _is_whole(self) -> bool:
        run = self._run
        return run.decided or run.tally.played >= run.schedule.total
