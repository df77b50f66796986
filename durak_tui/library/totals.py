"""The totals of a log: results, length, time, faults."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from durak_tui.game.cards import HAND_SIZE
from durak_tui.library.index import LogReader
from durak_tui.library.search import read_game
from durak_tui.library.summary import Glance, Names
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts


class Meeting(NamedTuple):
    """All games of two players, as the first of them sees them."""

    names: Names
    games: GameCounts
    pairs: PairCounts | None
    """None unless every game, but for a last one, has another with the hands exchanged.

    Pairs with a void game are not among them.
    """

    @property
    def counts(self) -> Counts:
        """The counts from which statistics are made."""
        return self.pairs or self.games


@dataclass(slots=True)
class _Tally:
    """The games of two players, being counted."""

    points: Counter[float] = field(default_factory=Counter)
    pairs: PairCounts = field(default_factory=PairCounts)
    are_pairs: bool = True  # As far as is known.
    last: tuple[Names, Sequence[str], float | None] | None = None  # Its other may come yet.


class Totals:
    """The sums over the games of a log, as far as read."""

    def __init__(self) -> None:
        self.games = 0
        self.unreadable = 0  # Damaged games, of which nothing else counts.
        self.void = 0
        self.bouts = 0
        self.timed = 0  # Games that say how long they took.
        self.seconds = 0.0
        self.faults: dict[str, Counter[str]] = defaultdict(Counter)  # By name, then by reason.
        self._met: dict[Names, _Tally] = {}

    def read(self, log: LogReader, numbers: Iterable[int] | None = None) -> Iterator[None]:
        """Add games of a log, by default all, one in each step."""
        for number in range(len(log)) if numbers is None else numbers:
            self._add(Glance(read_game(log, number)[0]))
            yield

    def _add(self, game: Glance) -> None:
        self.games += 1
        names, points = game.names, game.points
        if names is None or game.damaged:
            self.unreadable += 1
            return
        self.bouts += game.bouts or 0
        if (seconds := game.seconds) is not None and seconds >= 0:
            self.timed += 1
            self.seconds += seconds
        for name, reason in zip(names, game.faults, strict=True):
            if reason:
                self.faults[name][reason] += 1
        if points is None:
            self.void += 1
        self._count(names, points and points[0], game.deck)

    def _count(self, names: Names, points: float | None, deck: Sequence[str]) -> None:
        known = names if names in self._met else names[::-1]
        if known not in self._met:
            known = names
        tally = self._met.setdefault(known, _Tally())
        of_first = points if known == names or points is None else 1 - points
        if of_first is not None:
            tally.points[of_first] += 1
        if tally.last and _are_pair(tally.last[:2], (names, deck)):
            tally.pairs += PairCounts.of(tally.last[2], of_first)
            tally.last = None
        else:
            tally.are_pairs &= tally.last is None
            tally.last = names, deck, of_first

    @property
    def counted(self) -> int:
        """The games that were won, lost or drawn."""
        return sum(each.points.total() for each in self._met.values())

    def meetings(self) -> list[Meeting]:
        """The games of each two players, those with most games first."""
        found = []
        for names, tally in self._met.items():
            points = tally.points
            games = GameCounts(points[1.0], points[0.0], points[0.5])
            are_pairs = tally.are_pairs and any(tally.pairs.numbers())
            if games.number:
                found.append(Meeting(names, games, tally.pairs if are_pairs else None))
        return sorted(found, key=lambda one: -one.games.number)

    def players(self) -> list[tuple[str, GameCounts]]:
        """Everybody's games against all others, the best score first."""
        found: dict[str, GameCounts] = defaultdict(GameCounts)
        for (one, other), games, _ in self.meetings():
            found[one] += games
            if other != one:
                found[other] += games.reversed()
        return sorted(found.items(), key=lambda item: -item[1].points / max(1, item[1].number))


def _are_pair(one: tuple[Names, Sequence[str]], other: tuple[Names, Sequence[str]]) -> bool:
    """Compare two games: both players had both hands of one deal."""
    (names, deck), (names_then, deck_then) = one, other
    if len(deck) < 2 * HAND_SIZE:
        return False
    exchanged = [*deck[HAND_SIZE : 2 * HAND_SIZE], *deck[:HAND_SIZE], *deck[2 * HAND_SIZE :]]
    # Where the players changed seats the same deck gives each the other's hand.
    is_same_seats = names == names_then
    return list(deck_then) == (exchanged if is_same_seats else list(deck))
