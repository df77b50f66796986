"""A tournament in a thread, while somebody looks at it."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.match.engine_table import EngineTable
from durak_tui.match.run import LastGame
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.pool.background_work import BackgroundWork
from durak_tui.pool.progress import Progress
from durak_tui.pool.run_errors import RunError
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo
from durak_tui.tournament.report import Part, sections, title
from durak_tui.tournament.standings import best_counts, meetings
from durak_tui.tournament.tournament_config import TournamentConfig
from durak_tui.tournament.tournament_files import LOG, open_log, write_reports
from durak_tui.tournament.tournament_run import Tournament


class Standing(NamedTuple):
    """An engine in the standing of a moment."""

    rank: int
    name: str
    rank_points: float
    games: GameCounts
    elo: Estimate | None
    against: tuple[GameCounts | None, ...]  # Each of the standing, None where they have not met.


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSnapshot(Progress):
    """The state of a tournament at one moment."""

    title: str
    failed: int  # Games that a fault has decided.
    winners: tuple[str, ...]
    standing: tuple[Standing, ...]
    pairing: tuple[str, str] | None = None
    """The names of the first two whose games are not all finished, if any are left."""
    last: tuple[LastGame, ...] = ()  # The games counted lately, the newest last.


class BackgroundTournament(BackgroundWork[Tournament, TournamentSnapshot]):
    """The games of a configuration, in the background; for any thread."""

    def __init__(
        self,
        config: TournamentConfig,
        *,
        resume: bool = False,
        concurrency: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``concurrency`` games are played at a time; default: one a core.

        ``resume`` goes on where the log of the tournament ends.
        """
        super().__init__(
            "tournament", Tournament(config), EngineTable, clock, concurrency=concurrency
        )
        self.config = config
        self.log: str = str(config.output / LOG)
        self._resumes = resume

    def snapshot(self) -> TournamentSnapshot:
        with self.changed:
            tournament = self._run
            met = meetings(tournament.scores.fixtures)
            lines = tournament.standing()
            return TournamentSnapshot(
                **self._progress(),
                title=title(tournament),
                failed=tournament.scores.failed,
                winners=tuple(tournament.winners()),
                pairing=tournament.pairing,
                last=tuple(tournament.last),
                standing=tuple(
                    Standing(
                        line.rank,
                        line.name,
                        line.rank_points,
                        line.engine.games,
                        elo(best_counts(line.engine)),
                        tuple(met.get((line.entrant, other.entrant)) for other in lines),
                    )
                    for line in lines
                ),
            )

    def write_reports(self) -> None:
        """Write the reports as it stands now.  Raises RunError."""
        with self.changed:
            write_reports(self._run)

    def report(self) -> list[Part]:
        """The parts of its report as it stands now."""
        with self.changed:
            return [part for _name, parts in sections(self._run) for part in parts]

    def _prepare(self, resources: ExitStack) -> Tournament:
        log = resources.enter_context(open_log(self.config))
        tournament = Tournament(self.config, log=log, changed=self.changed)
        if self._resumes:
            DURAK_LOGS.resume(
                self.log, tournament.settings, tournament.resume, self._notice, self._cancel
            )
        elif (self.config.output / LOG).stat().st_size:
            raise RunError(N_("{path} already contains games"), path=self.log)
        self._plays(tournament)
        return tournament

    def _end_playing(self) -> None:
        super()._end_playing()
        self.write_reports()
