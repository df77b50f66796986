"""A match in a thread, and all that a tournament shares."""

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from durak_tui.common.files import Closing
from durak_tui.common.i18n import _
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.plan import Plan
from durak_tui.match.pool.dispatch import DueGame, Pause
from durak_tui.match.pool.local import LocalPool, worker_count
from durak_tui.match.pool.worker import NO_CAPTURE, Capture
from durak_tui.match.progress import MatchSnapshot, Progress, Rate, RunState
from durak_tui.match.run import EngineWords, Introductions, Run, RunSpec, SavedRun, failure_of
from durak_tui.match.run_log import log_of_run, take_up
from durak_tui.match.schedule import Schedule, Task, seeded
from durak_tui.match.tally import MatchScore
from durak_tui.match.watch import Watch

WORDS: Final = 8 * 1024  # Bytes of an engine's standard error that are kept of a game.

NowT = TypeVar("NowT", bound=Progress)
RunT = TypeVar("RunT", bound=SavedRun)


class BackgroundWork(Closing, Generic[RunT, NowT]):
    """A run in a thread, started and stopped from any other.

    Its games are played in worker processes that neither read nor write this program's terminal. It
    is to be closed at the end; if this program is killed, all that it has started ends too, and its
    log can be resumed.
    """

    log: str | None  # The file to which the games are written, if any.

    def __init__(
        self,
        name: str,
        run: RunT,
        clock: Callable[[], float],
        *,
        concurrency: int | None = None,
        capture: Capture = NO_CAPTURE,
        watch: Watch | None = None,
    ) -> None:
        """``run`` stands for what is played until that is settled."""
        self.error: Exception | None = None  # Why it failed, if by a mistake of this program.
        self.changed = threading.Condition()
        """Held while the state is read or changed, and notified of each change."""
        self._run = run
        self._concurrency = concurrency
        self._capture = capture
        self._watch = watch
        self._notices: list[str] = []
        self._stopping = False
        self._end: RunState | None = None
        self._failure = ""
        self._events = 0
        self._rate = Rate(clock)
        self._resumed = 0  # Games that had been played before.
        self._playing = False
        self._waiting: DueGame | None = None
        self._idle = False
        self._pause = Pause(self._held)
        self._cancel = CancelToken()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        """Begin, once."""
        try:
            self._thread.start()
        except RuntimeError as error:  # the system allows no more threads
            self._ended(str(error))

    def pause(self) -> None:
        """Begin no more games; those that were begun are finished and counted."""
        with self._changing():
            self._pause.set()

    def unpause(self) -> None:
        with self._changing():
            self._pause.clear()

    def stop(self) -> None:
        """End it; only games in progress are lost."""
        with self._changing():
            self._stopping = True
        self._cancel.set()

    def wait(self, timeout: float | None = None) -> bool:
        return self._over.wait(timeout)

    def close(self) -> None:
        """Stop it, and wait until nothing of it is left."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def version(self) -> int:
        """A number that grows with everything that happens, not with time."""
        return self._events + self._run.played

    @abstractmethod
    def snapshot(self) -> NowT:
        """The state of this moment."""

    @abstractmethod
    def _prepare(self, resources: ExitStack) -> RunT:
        """Settle the run to be played; open and resume its log.

        Errors that a user caused are raised.  From here on it is ``_run``.
        """

    def _progress(self) -> dict[str, Any]:
        """The fields of a :class:`Progress` at this moment."""
        run = self._run
        return {
            "version": self.version,
            "state": self._state(),
            "failure": self._failure,
            "notices": tuple(self._notices),
            "total": run.total,
            "done": run.played,
            "resumed": self._resumed,
            "elapsed": self._rate.elapsed,
            "per_second": self._rate.per_second(run.played),
            "waiting": self._waiting,
        }

    def _state(self) -> RunState:
        if self._end is not None:
            return self._end
        if self._stopping:
            return "stopping"
        if self._idle:
            return "paused"
        if self._pause.is_set:
            return "pausing"
        return "running" if self._playing else "starting"

    # In its thread

    def _play(self) -> None:
        with ExitStack() as resources:
            run = self._prepare(resources)
            run.greet(self._cancel)
            workers = worker_count(self._concurrency)
            pool = LocalPool(
                workers, self._cancel, quiet=True, watch=self._watch, capture=self._capture
            )
            resources.callback(pool.close)
            with self._changing():
                self._playing = True
                self._resumed = run.played
                self._rate.begin(run.played)
            resources.callback(self._end_playing)
            run.play(pool, self._cancel, self._pause, before=self._awaits, waiting=self._waits_for)

    def _held(self, held: bool) -> None:
        with self._changing():
            self._idle = held
            (self._rate.hold if held else self._rate.go_on)()

    def _awaits(self, task: Task) -> None:
        """Take note of the game that is the next to be counted."""
        with self.changed:
            self._rate.note(task.game_id - 1)
            self._waiting = None

    def _waits_for(self, waiting: DueGame) -> None:
        """Take note of a slow game."""
        with self.changed:
            self._waiting = waiting

    def _end_playing(self) -> None:
        with self.changed:
            self._rate.hold()
            self._waiting = None
        self._cancel.set()  # Abandon games in progress.

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self.changed:
            yield
            self._events += 1
            self.changed.notify_all()

    def _plays(self, run: RunT) -> None:
        with self._changing():
            self._run = run

    def _notice(self, text: str) -> None:
        with self._changing():
            self._notices.append(text)

    def _work(self) -> None:
        try:
            failure = failure_of(self._play)
        except Exception as error:
            self.error = error
            failure = _("stopped by a bug in durak-tui: {why!r}").format(why=error)
        self._ended(failure)

    def _ended(self, failure: str) -> None:
        with self._changing():
            self._failure = failure
            whole = self._playing and self._run.complete
            over: RunState = "finished" if whole else "stopped"
            self._end = "failed" if failure else over
        self._over.set()


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
            clock,
            concurrency=concurrency,
            capture=Capture(infos, WORDS),
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
                counts=run.counts(),
                game_counts=run.game_counts(),
                decided=run.decided,
                sprt=self.plan.sprt,
                even_by_construction=run.is_even_by_construction,
            )

    def _prepare(self, resources: ExitStack) -> Run:
        log = resources.enter_context(log_of_run(self.log)) if self.log else None
        resumed = self.log if self.resumes else None
        spec = self.plan.settle(resumed, self._notice)
        run = Run(spec, log=log, changed=self.changed)
        self._plays(run)
        if resumed:
            take_up(resumed, spec.settings, run.resume, self._notice, self._cancel)
        return run
