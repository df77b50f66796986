"""A tournament in a thread, while somebody looks at it."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.match.background_work import BackgroundWork
from durak_tui.match.pool.local import LocalPool, worker_count
from durak_tui.match.progress import Progress
from durak_tui.match.run import RunError
from durak_tui.match.run_log import opened_log, take_up, usable
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo
from durak_tui.tournament.config import TournamentConfig
from durak_tui.tournament.files import LOG, write_reports
from durak_tui.tournament.markup import Part
from durak_tui.tournament.report import sections, title
from durak_tui.tournament.standings import best_counts, meetings
from durak_tui.tournament.tournament import Tournament


class Standing(NamedTuple):
    """An engine in the standing of this moment."""

    rank: int
    name: str
    rank_points: float
    games: GameCounts
    elo: Estimate | None
    against: tuple[GameCounts | None, ...]  # Each of the standing, None where they have not met.


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSnapshot(Progress):
    """How a tournament stands at one moment."""

    title: str
    failed: int  # Games that a fault has decided.
    winners: tuple[str, ...]
    standing: tuple[Standing, ...]


class BackgroundTournament(BackgroundWork[TournamentSnapshot]):
    """The games of a configuration, in the background; for any thread."""

    def __init__(
        self,
        config: TournamentConfig,
        *,
        resume: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``resume`` goes on where the log of the tournament ends."""
        super().__init__("tournament", clock)
        self.config = config
        self._resumes = resume
        self._tournament = Tournament(config)

    @property
    def log(self) -> str:
        return str(self.config.output / LOG)

    @property
    def version(self) -> int:
        return self._events + self._tournament.scores.played

    def snapshot(self) -> TournamentSnapshot:
        with self.changed:
            tournament, scores = self._tournament, self._tournament.scores
            met = meetings(scores.fixtures)
            places = tournament.standing()
            return TournamentSnapshot(
                version=self.version,
                state=self._state(),
                failure=self._failure,
                notices=tuple(self._notices),
                title=title(tournament),
                done=scores.played,
                total=tournament.total,
                resumed=self._resumed,
                elapsed=self._rate.elapsed,
                per_second=self._rate.per_second(scores.played),
                failed=scores.failed,
                winners=tuple(tournament.winners()),
                standing=tuple(
                    Standing(
                        place.rank,
                        place.name,
                        place.rank_points,
                        place.engine.games,
                        elo(best_counts(place.engine)),
                        tuple(met.get((place.entrant, other.entrant)) for other in places),
                    )
                    for place in places
                ),
                waiting=self._waiting,
            )

    def write_reports(self) -> None:
        """Write the reports as it stands now.  Raises RunError."""
        with self.changed:
            write_reports(self._tournament)

    def report(self) -> list[Part]:
        """The parts of its report as it stands now."""
        with self.changed:
            return [part for _name, parts in sections(self._tournament) for part in parts]

    def _play(self) -> None:
        tournament, folder = Tournament(self.config, changed=self.changed), self.config.output
        with ExitStack() as resources:
            with usable(N_("output: folder {folder} cannot be created: {why}"), folder=folder):
                folder.mkdir(parents=True, exist_ok=True)
            log = resources.enter_context(opened_log(self.log))
            if self._resumes:
                settings = tournament.settings
                take_up(self.log, settings, tournament.resume, self._notice, self._cancel)
            elif (folder / LOG).stat().st_size:
                raise RunError(N_("{path} already contains games"), path=self.log)
            with self._changing():
                self._tournament = tournament
            tournament.greet(self._cancel)
            pool = LocalPool(worker_count(), self._cancel, quiet=True)
            resources.callback(pool.close)
            self._begin_playing(tournament.scores.played)
            resources.callback(self._played)
            tournament.play(
                pool, self._cancel, log=log, before=self._awaits, waiting=self._waits_for
            )

    def _played(self) -> None:
        self._end_playing()
        self.write_reports()

    def _is_whole(self) -> bool:
        return self._tournament.complete
