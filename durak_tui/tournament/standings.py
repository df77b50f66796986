"""The score of a tournament, in the size of its pairings."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, NamedTuple

from durak_tui.match.course import Course
from durak_tui.match.tally import FaultCount, PairTally
from durak_tui.records.record import Clock, GameRecord
from durak_tui.records.record import points as record_points
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import score
from durak_tui.tournament.pairings import Points, Round

KEPT_FAILURES: Final = 20  # Of each engine, seat and kind of fault; the log has the others.

Scored = tuple[float, int]  # The points of an engine so far, and its games.


class Fixture(NamedTuple):
    """A pairing in the order of play, with its games."""

    number: int
    round: Round
    entrants: tuple[int, int]
    first_game: int  # Its games have this id and those that follow.
    games: int
    first_deal: int  # Its deals are those with this index, from 0, and those that follow.

    @property
    def last_game(self) -> int:
        return self.first_game + self.games - 1

    def seats(self, game_id: int) -> tuple[int, int]:
        """The entrants in seats 1 and 2, changed after each game."""
        first, second = self.entrants
        return (second, first) if (game_id - self.first_game) % 2 else (first, second)

    def deal(self, game_id: int) -> int:
        """The index of a game's deal: each is played twice."""
        return self.first_deal + (game_id - self.first_game) // 2


@dataclass(slots=True)
class SeatScore:
    """The score of an engine in one of the two seats."""

    games: GameCounts = field(default_factory=GameCounts)
    void: int = 0  # Games in which both failed before the first card; they count for nobody.
    seconds: float = 0.0  # That it thought in all games, greetings not counted.
    answers: int = 0
    worst: float = 0.0
    faults: dict[str, FaultCount] = field(default_factory=dict)

    @property
    def average(self) -> float | None:
        return self.seconds / self.answers if self.answers else None

    def add(self, points: float | None, clock: Clock | None) -> None:
        """Count a game; None is a void one."""
        if points is None:
            self.void += 1
        else:
            self.games += GameCounts.of(points)
        if clock:
            self.seconds += clock.seconds
            self.answers += clock.answers
            self.worst = max(self.worst, clock.worst)


@dataclass(slots=True)
class EngineScore:
    """The score of an engine in the whole tournament."""

    seats: tuple[SeatScore, SeatScore] = field(default_factory=lambda: (SeatScore(), SeatScore()))
    pairs: PairCounts = field(default_factory=PairCounts)

    @property
    def games(self) -> GameCounts:
        return self.seats[0].games + self.seats[1].games


@dataclass(slots=True)
class FixtureScore:
    """The games of one pairing, as its first entrant sees them."""

    fixture: Fixture
    games: GameCounts = field(default_factory=GameCounts)
    paired: PairTally = field(default_factory=PairTally)
    void: int = 0

    @property
    def pairs(self) -> PairCounts:
        return self.paired.counts

    @property
    def played(self) -> int:
        return self.void + self.games.number

    @property
    def points(self) -> Points:
        return self.games.points, self.games.reversed().points


def best_counts(score: EngineScore | FixtureScore) -> Counts:
    """Pairs, in which the luck of the deal cancels out, or games."""
    return score.pairs if any(score.pairs.sample().counts) else score.games


def meetings(fixtures: Sequence[FixtureScore]) -> dict[tuple[int, int], GameCounts]:
    """The games of any two that have met, seen by the first."""
    met: dict[tuple[int, int], GameCounts] = {}
    for one in fixtures:
        first, second = one.fixture.entrants
        met[first, second] = met.get((first, second), GameCounts()) + one.games
        met[second, first] = met[first, second].reversed()
    return met


class Scores:
    """Counts of a tournament's games, in the order of their ids."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.engines = [EngineScore() for _ in names]
        self.fixtures: list[FixtureScore] = []
        # Games decided by a fault, or void for two, by id: the first of every engine, seat and
        # kind, KEPT_FAILURES of each.
        self.failures: dict[int, GameRecord] = {}
        self.failed = 0
        self.played = 0
        self.course: Course[tuple[Scored, ...]] = Course()
        self.started_at: datetime | None = None
        self.ended_at: datetime | None = None

    def add(self, fixture: Fixture, record: GameRecord) -> FixtureScore:
        """Count the next game, one of ``fixture``; returns its score."""
        if not self.fixtures or self.fixtures[-1].fixture is not fixture:
            self.fixtures.append(FixtureScore(fixture))
        score = self.fixtures[-1]
        self.played += 1
        self.started_at = self.started_at or record.started_at
        self.ended_at = record.ended_at
        seats = fixture.seats(self.played)
        points = record_points(record)
        for seat, entrant in enumerate(seats):
            clock = record.clocks[seat] if record.clocks else None
            self.engines[entrant].seats[seat].add(points and points[seat], clock)
        self._add_to_pairs(score, points and points[seats.index(fixture.entrants[0])])
        if any(record.ending.faults()):
            self._add_failure(seats, record)
        if self.course.is_due(self.played):
            self.course.note(self.played, self.now())
        return score

    def now(self) -> tuple[Scored, ...]:
        """Points and games of every engine so far."""
        return tuple((one.games.points, one.games.number) for one in self.engines)

    def _add_to_pairs(self, score: FixtureScore, points: float | None) -> None:
        if points is None:
            score.void += 1
        else:
            score.games += GameCounts.of(points)
        if pair := score.paired.add(points):
            first, second = score.fixture.entrants
            self.engines[first].pairs += pair
            self.engines[second].pairs += pair.reversed()

    def _add_failure(self, seats: tuple[int, int], record: GameRecord) -> None:
        self.failed += 1
        keep = False
        for seat, reason in enumerate(record.ending.faults()):
            if reason:
                faults = self.engines[seats[seat]].seats[seat].faults
                count = faults[reason] = faults.get(reason, FaultCount()).plus(self.played)
                keep = keep or count.count <= KEPT_FAILURES
        if keep:
            self.failures[self.played] = replace(record, actions=(), run=None)


class StandingLine(NamedTuple):
    """One line of a standing."""

    rank: int  # From 1; the same for those whom nothing sets apart.
    entrant: int
    name: str
    rank_points: float  # See :func:`durak_tui.tournament.pairings.rank_points`.
    engine: EngineScore


def standing(scores: Scores, rank_points: Sequence[float]) -> list[StandingLine]:
    """The engines by rank points, then score, then their first order."""
    keys = [
        (gained, -1.0 if (share := score(engine.games)) is None else share)
        for gained, engine in zip(rank_points, scores.engines, strict=True)
    ]
    best_first = sorted(keys, reverse=True)
    ranks = [best_first.index(key) + 1 for key in keys]
    return [
        StandingLine(ranks[one], one, scores.names[one], rank_points[one], scores.engines[one])
        for one in sorted(range(len(ranks)), key=ranks.__getitem__)
    ]
