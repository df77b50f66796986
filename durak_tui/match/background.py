"""A run of matches in a thread, while somebody looks at it."""

import threading
from contextlib import ExitStack
from typing import Self

from durak_tui.common.i18n import _
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.errors import RunnerError
from durak_tui.match.plan import Plan
from durak_tui.match.pool.dispatch import Pause
from durak_tui.match.pool.local import LocalPool, worker_count
from durak_tui.match.progress import Progress, Snapshot
from durak_tui.match.resume import take_up
from durak_tui.match.run import Run
from durak_tui.match.run_setup import RunError, failure_of, greet_all, log_of_run
from durak_tui.match.tally import MatchScore
from durak_tui.match.watch import Watch


class BackgroundRun:
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
    ) -> None:
        """``concurrency`` games are played at a time; default: one a core.

        ``resume`` goes on with the run that the log ends with. Raises OSError if this process is
        out of descriptors.
        """
        self.plan = plan
        self.error: Exception | None = None
        """Why it has failed, if that was a mistake of this program."""
        self._log = log
        self._concurrency = concurrency
        self.resumes = resume
        """Whether it goes on with what its log ends with."""
        first, second = (player.shown for player in plan.players)
        self._progress = Progress((first, second), log)
        self._cancel = CancelToken()
        self._pause = Pause(self._progress.paused)
        self._watch = Watch()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="match", daemon=True)

    def start(self) -> None:
        """Begin, once.  A log without games is removed afterwards."""
        self._progress.started()
        try:
            self._thread.start()
        except RuntimeError as error:  # the system allows no more threads
            self._ended(str(error))

    def pause(self) -> None:
        """Begin no more games; those that were begun are finished and counted."""
        self._progress.pausing(True)
        self._pause.set()

    def unpause(self) -> None:
        self._progress.pausing(False)
        self._pause.clear()

    def stop(self) -> None:
        """End it; only the games that are on are lost."""
        self._progress.stopping()
        self._cancel.set()

    def wait(self, timeout: float | None = None) -> bool:
        return self._over.wait(timeout)

    def close(self) -> None:
        """Stop it, and wait until nothing of it is left."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()
        self._watch.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def version(self) -> int:
        """Grows with everything that happens, but not with time."""
        return self._progress.version

    def wait_for_change(self, version: int, timeout: float | None = None) -> bool:
        """Wait until :attr:`version` is another; whether it is."""
        return self._progress.wait_for_change(version, timeout)

    def watch(self) -> Watch:
        """Watch games from the next on; always the same object."""
        if self._watch.game is None:
            self._watch.next()
        return self._watch

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """The scores of these matches, from 1, that have begun."""
        return self._progress.scores(first, last)

    def snapshot(self) -> Snapshot:
        return self._progress.snapshot()

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
        with ExitStack() as resources:
            log = resources.enter_context(log_of_run(self._log)) if self._log else None
            resumed = self._log if self.resumes else None
            spec = self.plan.settle(resumed, self._progress.notice)
            run = Run(spec, log=log, changed=self._progress.changed)
            self._progress.prepared(run)
            if resumed:
                take_up(resumed, spec.settings, run.resume, self._progress.notice, self._cancel)
            greet_all(self.plan.players, self._cancel)
            pool = LocalPool(
                worker_count(self._concurrency), self._cancel, quiet=True, watch=self._watch
            )
            resources.callback(pool.close)
            self._progress.playing(run)
            failure = failure_of(
                lambda: run.play(
                    pool, self._cancel, self._pause,
                    before=lambda task: self._progress.awaiting(task.game_id),
                )
            )  # fmt: skip
            self._progress.played()
            # What is still being played is not wanted.
            self._cancel.set()
            return failure

    def _ended(self, failure: str) -> None:
        self._progress.ended(failure)
        self._over.set()
