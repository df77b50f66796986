"""A tournament: pairings that follow from results, games in one order.

Games are numbered over the whole tournament.  Which game a number means follows from the
configuration and the games before, so a tournament goes on from any prefix of its log.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from durak_tui.common.i18n import N_
from durak_tui.engine.cancel import CancelToken
from durak_tui.match.run import EngineRun, RecordStore, StderrStore
from durak_tui.match.schedule import Task, capped, seeded
from durak_tui.pool.run_errors import CannotResumeError, RunError
from durak_tui.records.record import GameRecord
from durak_tui.tournament.pairings import Finished, Round, next_rounds, pairing_count, rank_points
from durak_tui.tournament.standings import Fixture, FixtureScore, Scores, StandingLine, standing
from durak_tui.tournament.tournament_config import TournamentConfig

PLAYOFF_GAMES: Final = 2  # Of a playoff pairing: one deal from both seats.


class Watcher(Protocol):
    """A listener to the events of a tournament."""

    def paired(self, score: FixtureScore) -> None:
        """Take note of a complete pairing."""

    def over(self, finished: Finished) -> None:
        """Take note of a complete round and what follows from it."""


class Tournament(EngineRun):
    """The games of a configuration, up to the last or a stop."""

    watcher: Watcher | None = None

    def __init__(
        self,
        config: TournamentConfig,
        *,
        log: RecordStore | None = None,
        stderr: StderrStore | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        settings = config.settings()
        super().__init__(config.engines, settings, log=log, stderr=stderr, changed=changed)
        self.config = config
        self.scores = Scores(config.names)
        self.past: list[Finished] = []
        self.rank_points = rank_points(config.shape, self.past)
        self._deals = capped(seeded(config.seed, config.deck), config.caps)
        self._fixtures: list[Fixture] = []
        self._current = 0
        # How many deals two engines have had against each other, or will have.
        self._meetings: Counter[tuple[int, int]] = Counter()
        self._look_ahead()

    @property
    def played(self) -> int:
        return self.scores.played

    @property
    def complete(self) -> bool:
        return self._current == len(self._fixtures)

    @property
    def total(self) -> int:
        """The number of games; playoffs of a knockout may add some."""
        main = pairing_count(self.config.shape) * self.config.games
        return main + sum(one.games for one in self._fixtures if one.round.playoff)

    def standing(self) -> list[StandingLine]:
        return standing(self.scores, self.rank_points)

    @property
    def pairing(self) -> tuple[str, str] | None:
        """The first two with games to be finished; None at the end.

        Games of the pairings after it may be played already.
        """
        if self.complete:
            return None
        first, second = self._fixtures[self._current].entrants
        return self.scores.names[first], self.scores.names[second]

    def winners(self) -> list[str]:
        """The names of the winners; none before the end."""
        places = self.standing() if self.complete else []
        return [place.name for place in places if place.rank == 1]

    def resume(self, past: Iterable[GameRecord]) -> None:
        for record in past:
            game_id = self.scores.played + 1
            if self.complete:
                raise CannotResumeError(N_("game {n} is one too many"), n=game_id)
            fixture = self._fixtures[self._current]
            first, second = fixture.seats(game_id)
            names = self.scores.names[first], self.scores.names[second]
            if record.names != names or record.deal != self._deals(fixture.deal(game_id)):
                text = N_(
                    "game {n} is not the one this run would have played, {one} against {other}"
                    " with deal {deal} of the seed"
                )
                facts = {"one": names[0], "other": names[1], "deal": fixture.deal(game_id) + 1}
                raise CannotResumeError(text, n=game_id, **facts)
            self._count(record)

    def greet(self, cancel: CancelToken, *, alone: bool = False) -> None:
        try:
            super().greet(cancel, alone=alone)
        except RunError:
            if not self.complete:  # else it is only for the report
                raise

    def _tasks(self) -> Iterator[Task]:
        begin = self.scores.played + 1
        for fixture in self._fixtures[self._current :]:
            for game_id in range(max(begin, fixture.first_game), fixture.last_game + 1):
                first, second = fixture.seats(game_id)
                players = self.config.engines[first], self.config.engines[second]
                deal = self._deals(fixture.deal(game_id))
                yield Task(game_id, fixture.number, deal, players, self.config.seed)

    def _count(self, record: GameRecord) -> None:
        rounds = len(self.past)
        with self._changed:
            score = self.scores.add(self._fixtures[self._current], record)
            self._keep(record)
            if score.played == score.fixture.games:
                self._end_pairing(score.fixture.round)
            self._changed.notify_all()
        if self.watcher and score.played == score.fixture.games:
            self.watcher.paired(score)
            if len(self.past) > rounds:
                self.watcher.over(self.past[-1])

    def _end_pairing(self, ended: Round) -> None:
        self._current += 1
        if self.complete or self._fixtures[self._current].round is not ended:
            these = self.scores.fixtures[-len(ended.pairings) :]
            self.past.append(Finished(ended, tuple(score.points for score in these)))
            self.rank_points = rank_points(self.config.shape, self.past)
            if self.complete:
                self._look_ahead()

    def _look_ahead(self) -> None:
        for round_ in next_rounds(self.config.shape, self.past):
            games = PLAYOFF_GAMES if round_.playoff else self.config.games
            for pair in round_.pairings:
                # Engines that meet again get new deals: the old ones might only give the old games.
                first_deal = self._meetings[pair]
                self._meetings[pair] += games // 2
                first_game = self._fixtures[-1].last_game + 1 if self._fixtures else 1
                number = len(self._fixtures) + 1
                self._fixtures.append(Fixture(number, round_, pair, first_game, games, first_deal))
