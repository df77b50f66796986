"""How a run in the background stands, as its thread notes it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from durak_tui.match.rate import Rate
from durak_tui.match.run import Run
from durak_tui.match.tally import MatchScore
from durak_tui.statistics.counts import Counts, GameCounts

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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a match stands at one moment."""

    version: int
    """The same as long as nothing has happened; see :attr:`Progress.version`."""
    state: State
    failure: str
    notices: tuple[str, ...]
    """What else its user should know: damaged games that were left out, and the like."""
    names: tuple[str, str]
    log: str | None
    matches: int
    """How many matches are to be played; 0 until that is known."""
    match_size: int
    total: int
    seed: int | None
    done: int
    """Games played, those before a resumption included."""
    resumed: int
    started: datetime | None
    elapsed: float
    """Seconds since the first game was given out, pauses not counted."""
    per_second: float | None
    """Games a second over the last few seconds, pauses not counted; None: too early to say."""
    seconds_left: float | None
    points: tuple[float, float]
    """Matches won, ties shared: of those begun, as if it ended now."""
    wins: tuple[int, int]
    """Games won by each; what one has won the other has lost."""
    draws: int
    void: int
    faults: tuple[Faults, ...]
    begun: int
    """Matches that have begun: so many scores there are for :meth:`Progress.scores`."""
    counts: Counts
    """What :mod:`durak_tui.statistics.elo` is about, for engine 1: pairs, if there are."""
    game_counts: GameCounts
    decided: bool
    """Whether it has ended because its sequential test is decided."""

    @property
    def is_on(self) -> bool:
        return self.state not in ENDS


class Progress:
    """The state of a run in the background, for any thread."""

    def __init__(self, names: tuple[str, str], log: str | None) -> None:
        self.changed = threading.Condition()
        """Held by whoever reads or changes anything here, the counts of the run included."""
        self._names = names
        self._log = log
        self._run: Run | None = None
        self._rate = Rate()
        self._started: datetime | None = None
        self._resumed = 0
        self._notices: list[str] = []
        self._playing = False
        self._pausing = False
        self._idle = False
        self._stopping = False
        self._end: State | None = None
        self._failure = ""
        self._events = 0

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self.changed:
            yield
            self._events += 1
            self.changed.notify_all()

    def started(self) -> None:
        with self._changing():
            self._started = datetime.now()

    def prepared(self, run: Run) -> None:
        with self._changing():
            self._run = run

    def notice(self, text: str) -> None:
        with self._changing():
            self._notices.append(text)

    def playing(self, run: Run) -> None:
        with self._changing():
            self._resumed = run.tally.played
            self._rate.begin(self._resumed)
            self._playing = True

    def awaiting(self, game_id: int) -> None:
        with self.changed:
            self._rate.note(game_id - 1)

    def pausing(self, wanted: bool) -> None:
        with self._changing():
            self._pausing = wanted

    def paused(self, held: bool) -> None:
        with self._changing():
            self._idle = held
            (self._rate.hold if held else self._rate.go_on)()

    def stopping(self) -> None:
        with self._changing():
            self._stopping = True

    def played(self) -> None:
        with self.changed:
            self._rate.hold()

    def ended(self, failure: str) -> None:
        with self._changing():
            run = self._run
            whole = run is not None and run.tally.played >= run.schedule.total
            if run and not whole:
                run.tally.stopped()
            over = self._playing and run is not None and (whole or run.decided)
            self._failure = failure
            self._end = "failed" if failure else "finished" if over else "stopped"

    @property
    def version(self) -> int:
        """Grows with everything that happens, but not with time."""
        run = self._run
        return self._events + (run.tally.played if run else 0)

    def wait_for_change(self, version: int, timeout: float | None = None) -> bool:
        """Wait until :attr:`version` is another; whether it is."""
        with self.changed:
            return self.changed.wait_for(lambda: self.version != version, timeout)

    def scores(self, first: int, last: int) -> list[MatchScore]:
        """The scores of these matches, from 1, that have begun."""
        with self.changed:
            return self._run.tally.scores(first, last) if self._run else []

    def snapshot(self) -> Snapshot:
        with self.changed:
            run = self._run
            schedule = run.schedule if run else None
            tally = run.tally if run else None
            done = tally.played if tally else 0
            total = schedule.total if schedule else 0
            rate = self._rate.per_second(done)
            state = self._state()
            points = (0.0, 0.0)
            if tally:
                # At the end as the table has it, where matches without games are ties.
                points = tally.points() if state in ENDS else tally.points_so_far()
            return Snapshot(
                version=self.version,
                state=state,
                failure=self._failure,
                notices=tuple(self._notices),
                names=self._names,
                log=self._log,
                matches=schedule.matches if schedule else 0,
                match_size=schedule.match_size if schedule else 0,
                total=total,
                seed=schedule.seed if schedule else None,
                done=done,
                resumed=self._resumed,
                started=self._started,
                elapsed=self._rate.elapsed,
                per_second=rate,
                seconds_left=(total - done) / rate if rate else None,
                points=points,
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
            return "pausing" if self._pausing else "starting"
        if self._idle:
            return "paused"
        return "pausing" if self._pausing else "running"
