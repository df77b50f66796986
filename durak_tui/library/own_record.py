"""One person's record, from a log of their games.

A game says which engine sat where (``seats``).  Older ones are judged by names: those of the
person, and else those of engines that are known.  A match of engines does not count, nor a game of
two people, nor one that was taken up in the middle, nor one that is damaged.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from math import ceil
from threading import Event
from typing import Final, NamedTuple

from durak_tui.common.text import one_line
from durak_tui.engine.rated import Rated, rated
from durak_tui.library.index import CHUNK, LogIndex, LogReader
from durak_tui.library.search import read_game
from durak_tui.library.summary import Glance, Names, Seats
from durak_tui.records.record import GameRecord
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.rating import RatedOpponent, Rating, performance

FEWEST: Final = 10
"""Rated games before which no rating is shown to a person: of a few it says nothing."""
WINDOW: Final = 100
"""Rated games, the last ones, of which a rating is made.

Who becomes better is not held to their first games for ever.
"""
COURSE: Final = 200
"""Points of the course of the rating, at most: more than a window has columns for."""
_BLOCK: Final = 16  # Games that are replayed between two looks at whether to go on.


class OwnPlayer(NamedTuple):
    """The names of a person and of engines."""

    persons: Set[str]
    engines: Mapping[str, str]  # Command lines by name.

    def seat(self, names: Names, seats: Seats | None) -> int | None:
        """The seat of the person; None if that is not known.

        That is the one seat without an engine.  Of a game that does not say its ``seats`` it is
        found by names, fit to be shown: the one that is the person's, or else that is no engine's.
        """
        if seats is not None:
            return _only(seats[0] is None, seats[1] is None)
        by_name = _only(names[0] in self.persons, names[1] in self.persons)
        if by_name is not None:
            return by_name
        return _only(not self.is_engine(names[0]), not self.is_engine(names[1]))

    def seat_in(self, record: GameRecord) -> int | None:
        """The person's seat in a recorded game; None in a match."""
        first, second = map(one_line, record.names)
        return None if record.run is not None else self.seat((first, second), record.seats)

    def is_engine(self, name: str) -> bool:
        """Look for an engine of this name."""
        return name in self.engines or rated(name) is not None


def _only(first: bool, second: bool) -> int | None:
    return int(second) if first != second else None


class OwnGame(NamedTuple):
    """A game of the person, as they see it."""

    number: int  # In the log, from 0.
    opponent: str
    points: float  # 1, 0.5 or 0.
    seat: int
    started_at: datetime | None
    rated: Rated | None


class Met(NamedTuple):
    """An opponent and the games against them."""

    name: str
    rated: Rated | None  # None also if engines of different strength have had that name.
    counts: GameCounts


class Streaks(NamedTuple):
    """Games in a row with the same outcome."""

    points: float | None = None  # Of each game of the current one; None without games.
    current: int = 0
    won: int = 0  # The longest.
    lost: int = 0


class Point(NamedTuple):
    """The rating as it was after a game."""

    number: int  # Of the game.
    rated: int  # Games against rated engines until then.
    rating: Rating


class RatingChange(NamedTuple):
    """The rating before a game, if there was one, and after it."""

    before: Rating | None
    after: Rating


class Overview(NamedTuple):
    """A record at one moment, which does not change any more."""

    looked_at: int = 0  # Games of the log.
    unclear: int = 0
    counts: GameCounts = GameCounts()
    rating: Rating | None = None
    streaks: Streaks = Streaks()
    opponents: Sequence[Met] = ()
    course: Sequence[Point] = ()
    last: Sequence[OwnGame] = ()  # The newest first.
    first_rated: Sequence[OwnGame] = ()  # The oldest first, at most FEWEST.
    between: int = 0

    @property
    def is_rated(self) -> bool:
        """True if there are games enough for a rating to be shown."""
        return self.rating is not None and self.rating.games >= FEWEST


class OwnRecord:
    """The games of the person, as far as they were read."""

    def __init__(self, log: LogReader, who: OwnPlayer) -> None:
        self.games: list[OwnGame] = []
        self.looked_at = 0
        self.between = 0  # Games of two people.
        self.unclear = 0  # Games that do not show who the person was.
        self._log = log
        self._who = who

    def read(self) -> Iterator[None]:
        """Read the log in steps of some milliseconds."""
        for number in range(len(self._log)):
            if game := self._look_at(number):
                self.games.append(game)
            if self.looked_at % _BLOCK == 0:
                yield

    def read_last(self, rated_games: int) -> Iterator[None]:
        """Read the log from its end until so many games are rated."""
        found: list[OwnGame] = []
        for number in reversed(range(len(self._log))):
            if game := self._look_at(number):
                found.append(game)
                rated_games -= game.rated is not None
            if not rated_games:
                break
            if self.looked_at % _BLOCK == 0:
                yield
        self.games = found[::-1]

    def _look_at(self, number: int) -> OwnGame | None:
        """The game of this number, if it is one of the person's."""
        glance = Glance(read_game(self._log, number)[0])
        self.looked_at += 1
        names, points = glance.names, glance.points
        if names is None or points is None or glance.of_run or glance.taken_up or glance.damaged:
            return None
        seats = glance.seats
        seat = self._who.seat(names, seats)
        if seat is None:
            self.between += seats == (None, None)
            self.unclear += seats is None and not all(map(self._who.is_engine, names))
            return None
        name = names[1 - seat]
        command = self._who.engines.get(name, name) if seats is None else seats[1 - seat]
        strength = rated(command or "")
        return OwnGame(number, name, points[seat], seat, glance.started_at, strength)

    # What follows from them

    def overview(self, last: int, course: int) -> Overview:
        """All that follows, with ``last`` games and ``course`` points."""
        return Overview(
            self.looked_at, self.unclear, self.counts(), self.rating(), self.streaks(),
            self.opponents(), self.course(course), self.games[: -last - 1 : -1],
            self._against_rated()[:FEWEST], self.between,
        )  # fmt: skip

    def counts(self) -> GameCounts:
        return counted(self.games)

    def opponents(self) -> list[Met]:
        """Everybody met: rated ones first, the weakest before the others."""
        found: dict[str, list[OwnGame]] = defaultdict(list)
        for game in self.games:
            found[game.opponent].append(game)
        met = []
        for name, games in found.items():
            strengths = {game.rated for game in games}
            known = strengths.pop() if len(strengths) == 1 else None
            met.append(Met(name, known, counted(games)))
        return sorted(met, key=_by_strength)

    def rating(self) -> Rating | None:
        """The rating that the last games against rated engines show."""
        return _rating(self._against_rated()[-WINDOW:])

    def change(self) -> RatingChange | None:
        """The rating before and after the last game.

        None if that was no rated one, or if there are still too few for a rating.
        """
        known = self._against_rated()
        if len(known) < FEWEST or known[-1] is not self.games[-1]:
            return None
        after = _rating(known[-WINDOW:])
        # Not of the window before: the oldest game that leaves it is no work of the last one.
        before = _rating(known[-WINDOW:-1]) if len(known) > FEWEST else None
        return after and RatingChange(before, after)

    def _against_rated(self) -> list[OwnGame]:
        return [game for game in self.games if game.rated]

    def streaks(self) -> Streaks:
        longest = {1.0: 0, 0.0: 0, 0.5: 0}
        last, length = None, 0
        for game in self.games:
            length = length + 1 if game.points == last else 1
            last = game.points
            longest[last] = max(longest[last], length)
        return Streaks(last, length, longest[1.0], longest[0.0])

    def course(self, most: int) -> list[Point]:
        """The rating after rated games, the :data:`FEWEST`-th at the earliest.

        Of many games not each has a point: there are at most ``most``, at even distances, the last
        of them after the last game.  Each takes a millisecond or two, however many games there are.
        """
        known = self._against_rated()
        count = len(known) - FEWEST + 1
        if count < 1 or most < 1:
            return []
        ends = range(len(known), FEWEST - 1, -ceil(count / most))[::-1]
        ratings = (_rating(known[max(0, end - WINDOW) : end]) for end in ends)
        return [
            Point(known[end - 1].number, end, rating)
            for end, rating in zip(ends, ratings, strict=True)
            if rating
        ]


def rating_change(
    path: str | os.PathLike[str], who: OwnPlayer, stops: Event
) -> RatingChange | None:
    """The rating's change by a log's last game.  Raises OSError.

    None also if ``stops`` is set before it is found.
    """
    with LogIndex(path) as index:
        while not index.scan(CHUNK):
            if stops.is_set():
                return None
        record = OwnRecord(index, who)
        for _step in record.read_last(WINDOW):
            if stops.is_set():
                return None
        return record.change()


def _by_strength(met: Met) -> tuple[bool, float, str]:
    return met.rated is None, met.rated.rating if met.rated else 0.0, met.name


def counted(games: Iterable[OwnGame]) -> GameCounts:
    """Won, lost and drawn of some games."""
    points = [game.points for game in games]
    return GameCounts(points.count(1.0), points.count(0.0), points.count(0.5))


def _rating(games: Iterable[OwnGame]) -> Rating | None:
    """The rating after these games, all against rated engines."""
    against: dict[Rated, list[OwnGame]] = defaultdict(list)
    for game in games:
        if game.rated:
            against[game.rated].append(game)
    return performance(
        RatedOpponent(one.rating, one.error, counted(met)) for one, met in against.items()
    )
