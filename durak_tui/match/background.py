"""A run of matches that goes on by itself, in a thread, while somebody looks at it.

A screen starts it, holds it back, ends it, asks how it stands a few times a second, and
watches a game of it now and then.  Nothing of this waits for the run, and the run waits for
nobody.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias

from durak_tui.common.i18n import _
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.errors import RunnerError
from durak_tui.match.plan import Plan
from durak_tui.match.pool.dispatch import Pause
from durak_tui.match.pool.local import LocalPool, worker_count
from durak_tui.match.rate import Rate
from durak_tui.match.run import Run
from durak_tui.match.run_setup import RunError, failure_of, greet_all, log_of_run, take_up
from durak_tui.match.tally import MatchScore
from durak_tui.match.watch import Watch
from durak_tui.statistics.elo import Counts, GameCounts

State: TypeAlias = Literal[
    "starting", "running", "pausing", "paused", "stopping", "finished", "stopped", "failed"
]
"""``pausing``: it will be paused, as soon as it has started and the games that were begun are
finished.  The last three are the ends."""
ENDS: Final[tuple[State, ...]] = ("finished", "stopped", "failed")


@dataclass(frozen=True, slots=True)
class Faults:
    """One kind of fault that has occurred."""

    engine: int
    """Whose, 0 or 1."""
    reason: str
    count: int
    games: tuple[int, ...]
    """The numbers of the first of these games."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a match stands at one moment."""

    version: int
    """The same as long as nothing has happened; see :attr:`BackgroundRun.version`."""
    state: State
    failure: str
    """Why it has failed, for its user; empty if it has not."""
    notices: tuple[str, ...]
    """What else its user should know: damaged games that were left out, and the like."""
    names: tuple[str, str]
    log: str | None
    """The file to which games go."""
    matches: int
    """How many matches are to be played; 0 until that is known."""
    match_size: int
    total: int
    """Games to be played.  A sequential test may need fewer."""
    seed: int | None
    done: int
    """Games played, those before a resumption included."""
    resumed: int
    """Games that were there when it was resumed."""
    started: datetime | None
    elapsed: float
    """Seconds since the first game was given out, pauses not counted."""
    per_second: float | None
    """Games a second over the last few seconds, pauses not counted; None: too early to say."""
    seconds_left: float | None
    """At this pace."""
    points: tuple[float, float]
    """Matches won, ties shared: of those begun, as if it ended now."""
    wins: tuple[int, int]
    """Games won by each; what one has won the other has lost."""
    draws: int
    void: int
    """Games that count for nobody."""
    faults: tuple[Faults, ...]
    begun: int
    """Matches that have begun: so many scores there are for :meth:`BackgroundRun.scores`."""
    counts: Counts
    """What :mod:`durak_tui.statistics.elo` is about, for engine 1: pairs, if there are."""
    game_counts: GameCounts
    """Engine 1's games, each for itself."""
    decided: bool
    """Whether it has ended because its sequential test is decided."""

    @property
    def is_on(self) -> bool:
        """Whether it has not ended."""
        return self.state not in ENDS


class BackgroundRun:
    """A run of matches in the background.  Its methods may be called from any thread.

    Its games are played in worker processes that neither read nor write this program's
    terminal.  It is to be closed at the end; if this program is killed, all that it has
    started ends too, and its log can be resumed.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        log: str | None = None,
        concurrency: int | None = None,
        resume: bool = False,
    ) -> None:
        """``concurrency`` games are played at a time; default: one for each core.

        ``resume`` goes on with the run that the log ends with.  Raises OSError if this
        process is out of descriptors.
        """
        self.plan = plan
        self.error: Exception | None = None
        """Why it has failed, if that was a mistake of this program."""
        self._log = log
        self._concurrency = concurrency
        self.resumes = resume
        """Whether it goes on with what its log ends with."""
        self._cancel = CancelToken()
        self._pause = Pause(self._held)
        self._watch = Watch()
        self._over = threading.Event()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="match", daemon=True)
        # What follows is looked at only while _changed is held.
        self._run: Run | None = None
        self._pace = Rate()
        self._playing = False
        self._idle = False
        self._stopping = False
        self._end: State | None = None
        self._failure = ""
        self._notices: list[str] = []
        self._started: datetime | None = None
        self._resumed = 0
        self._events = 0

    def start(self) -> None:
        """Begin; to be called once.  Whatever goes wrong is told by :meth:`snapshot`.

        A log that it has made is gone again if it ends without a game.
        """
        with self._changing():
            self._started = datetime.now()
        try:
            self._thread.start()
        except RuntimeError as error:  # the system allows no more threads
            self._ended(str(error))

    def pause(self) -> None:
        """Begin no more games; those that were begun are finished and counted."""
        with self._changing():
            self._pause.set()

    def unpause(self) -> None:
        """Go on."""
        with self._changing():
            self._pause.clear()

    def stop(self) -> None:
        """End it: the games that are on are given up, all others are kept."""
        with self._changing():
            self._stopping = True
            self._cancel.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has ended, at most ``timeout`` seconds; whether it has."""
        return self._over.wait(timeout)

    def close(self) -> None:
        """Stop it, and wait until nothing of it is left.  Closing it again does nothing."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()
        self._watch.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    @property
    def version(self) -> int:
        """Grows with every game and everything else that happens, but not with time."""
        run = self._run
        return self._events + (run.tally.played if run else 0)

    def wait_for_change(self, version: int, timeout: float | None = None) -> bool:
        """Wait until :attr:`version` is another, at most ``timeout`` seconds; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: self.version != version, timeout)

    def watch(self) -> Watch:
        """Watch games, the next that begins being the first; always the same object."""
        if self._watch.game is None:
            self._watch.next()
        return self._watch

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """The scores of matches ``first`` to ``last`` (from 1), as far as they have begun."""
        with self._changed:
            return self._run.tally.scores(first, last) if self._run else []

    def snapshot(self) -> Snapshot:
        """How it stands."""
        with self._changed:
            run = self._run
            schedule = run.schedule if run else None
            tally = run.tally if run else None
            done = tally.played if tally else 0
            total = schedule.total if schedule else 0
            pace = self._pace.per_second(done)
            state = self._state()
            first, second = (player.shown for player in self.plan.players)
            return Snapshot(
                version=self.version,
                state=state,
                failure=self._failure,
                notices=tuple(self._notices),
                names=(first, second),
                log=self._log,
                matches=schedule.matches if schedule else 0,
                match_size=schedule.match_size if schedule else 0,
                total=total,
                seed=schedule.seed if schedule else None,
                done=done,
                resumed=self._resumed,
                started=self._started,
                elapsed=self._pace.elapsed,
                per_second=pace,
                seconds_left=(total - done) / pace if pace else None,
                points=_points(run, state) if run else (0.0, 0.0),
                wins=tally.wins if tally else (0, 0),
                draws=tally.draws if tally else 0,
                void=tally.void if tally else 0,
                faults=tuple(
                    Faults(engine, reason, faults.count, tuple(faults.games))
                    for engine, reason, faults in (tally.fault_lines() if tally else ())
                ),
                begun=tally.begun if tally else 0,
                counts=run.counts() if run else GameCounts(),
                game_counts=run.game_counts() if run else GameCounts(),
                decided=run is not None and run.decided,
            )

    def _state(self) -> State:
        if self._end is not None:
            return self._end
        if self._stopping:
            return "stopping"
        if not self._playing:
            return "pausing" if self._pause.is_set else "starting"
        if self._idle:
            return "paused"
        return "pausing" if self._pause.is_set else "running"

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Something happens that is to be seen."""
        with self._changed:
            yield
            self._events += 1
            self._changed.notify_all()

    def _notice(self, text: str) -> None:
        with self._changing():
            self._notices.append(text)

    def _work(self) -> None:
        failure = ""
        try:
            failure = self._play()
        except Cancelled:
            pass
        except (RunError, RunnerError) as error:
            failure = str(error)
        except Exception as error:
            self.error = error
            failure = _("stopped by a mistake of this program: {why!r}").format(why=error)
        self._ended(failure)

    def _play(self) -> str:
        """Play all that is to be played; what failed."""
        with ExitStack() as resources:
            log = resources.enter_context(log_of_run(self._log)) if self._log else None
            resumed = self._log if self.resumes else None
            planned = self.plan.planned(resumed, self._notice)
            run = planned.run(log=log, changed=self._changed)
            run.before = self._awaited
            with self._changing():
                self._run = run
            if resumed:
                take_up(
                    resumed,
                    planned.settings,
                    run.resume,
                    self._notice,
                    self._cancel,
                )
            greet_all(self.plan.players, self._cancel)
            pool = LocalPool(
                worker_count(self._concurrency), self._cancel, quiet=True, watch=self._watch
            )
            resources.callback(pool.close)
            self._begin(run)
            failure = failure_of(lambda: run.play(pool, self._cancel, self._pause))
            with self._changed:
                self._pace.hold()
            # What is still being played is not wanted.
            self._cancel.set()
            return failure

    def _begin(self, run: Run) -> None:
        with self._changing():
            self._resumed = run.tally.played
            self._pace.begin(self._resumed)
            self._playing = True

    def _awaited(self, game_id: int) -> None:
        with self._changed:
            self._pace.note(game_id - 1)

    def _held(self, held: bool) -> None:
        with self._changing():
            self._idle = held
            (self._pace.hold if held else self._pace.go_on)()

    def _ended(self, failure: str) -> None:
        with self._changing():
            run = self._run
            whole = run is not None and run.tally.played >= run.schedule.total
            if run and not whole:
                run.tally.stopped()
            over = self._playing and run is not None and (whole or run.decided)
            self._failure = failure
            self._end = "failed" if failure else "finished" if over else "stopped"
        self._over.set()


def _points(run: Run, state: State) -> tuple[float, float]:
    # At the end as the table has it, where matches without games are ties.
    return run.tally.points() if state in ENDS else run.tally.points_so_far()
