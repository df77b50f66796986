"""A run in a thread, while somebody looks at it."""

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Generic, TypeVar

from durak_tui.common.files import Closing
from durak_tui.common.i18n import _
from durak_tui.engine.cancel import CancelToken
from durak_tui.pool.dispatch import DueGame, Pause
from durak_tui.pool.local import Audience, LocalPool, worker_count
from durak_tui.pool.progress import Progress, Rate, RunState
from durak_tui.pool.run_errors import failure_of
from durak_tui.pool.saved_run import SavedRun
from durak_tui.pool.worker import NumberedTask, TableMaker

NowT = TypeVar("NowT", bound=Progress)
RunT = TypeVar("RunT", bound=SavedRun[Any, Any])


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
        make_table: TableMaker[Any, Any],
        clock: Callable[[], float],
        *,
        concurrency: int | None = None,
        watch: Audience | None = None,
    ) -> None:
        """``run`` stands for what is played until that is settled."""
        self.error: Exception | None = None  # Why it failed, if by a mistake of this program.
        self.changed = threading.Condition()
        """Held while the state is read or changed, and notified of each change."""
        self._run = run
        self._make_table = make_table
        self._concurrency = concurrency
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

    @property
    def state(self) -> RunState:
        """The state of this moment, without all that a snapshot has."""
        with self.changed:
            if self._end is not None:
                return self._end
            if self._stopping:
                return "stopping"
            if self._idle:
                return "paused"
            if self._pause.is_set:
                return "pausing"
            return "running" if self._playing else "starting"

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
            "state": self.state,
            "failure": self._failure,
            "notices": tuple(self._notices),
            "total": run.total,
            "done": run.played,
            "resumed": self._resumed,
            "elapsed": self._rate.elapsed,
            "per_second": self._rate.per_second(run.played),
            "waiting": self._waiting,
        }

    # In its thread

    def _play(self) -> None:
        with ExitStack() as resources:
            run = self._prepare(resources)
            run.greet(self._cancel)
            workers = worker_count(self._concurrency)
            pool = LocalPool(self._make_table, workers, self._cancel, quiet=True, watch=self._watch)
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

    def _awaits(self, task: NumberedTask) -> None:
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
