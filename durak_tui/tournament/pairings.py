"""The pairings of a tournament.

Pure: from the number of entrants and the results so far to the next rounds, or to the end. Entrants
are numbered from 0 in the order of the configuration, which is also their seeding.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from durak_tui.tournament.blossom import all_paired

Format: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knockout"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

PLAYOFF_PAIRS: Final = 5
"""Pairs of games to decide a tie of a knockout; then the better seed goes on, as two copies of a
deterministic engine would tie for ever."""

Points = tuple[float, float]  # What the games of a pairing gave to its two entrants.


@dataclass(frozen=True, slots=True)
class Shape:
    """The facts that pairings depend on, besides results."""

    format: Format
    entrants: int
    rounds: int | None = None  # Of a Swiss tournament, if not just enough for one winner.

    @property
    def swiss_rounds(self) -> int:
        return ceil(log2(self.entrants)) if self.rounds is None else self.rounds


class Round(NamedTuple):
    """Pairings that may be played at the same time."""

    number: int  # From 1.
    pairings: tuple[tuple[int, int], ...]  # The better seed first.
    byes: tuple[int, ...] = ()  # Who gets through, or gets the point, without an opponent.
    playoff: int = 0  # The number of this playoff pair, from 1; 0 in the round itself.

    @property
    def name(self) -> str:
        return f"{self.number}, pair {self.playoff} more" if self.playoff else str(self.number)


class Finished(NamedTuple):
    """A round that was played out, with the points of each pairing."""

    round: Round
    points: tuple[Points, ...]

    def results(self) -> Iterator[tuple[tuple[int, int], Points]]:
        return zip(self.round.pairings, self.points, strict=True)

    def seeded_on(self) -> list[int]:
        """The entrants that pass a tied knockout round by seeding."""
        if self.round.playoff < PLAYOFF_PAIRS:
            return []
        return [better for (better, _), (mine, yours) in self.results() if mine == yours]


Past: TypeAlias = Sequence[Finished]


def next_rounds(shape: Shape, past: Past) -> list[Round]:
    """The rounds that are certain to follow those played; none ends it."""
    if shape.format == "round-robin":
        return list(_circle(shape.entrants))[len(past) :]
    if shape.format == "gauntlet":
        return [Round(other, ((0, other),)) for other in range(len(past) + 1, shape.entrants)]
    if shape.format == "swiss":
        return _swiss(shape, past) if len(past) < shape.swiss_rounds else []
    return _bracket(shape, past)[0]


def rank_points(shape: Shape, past: Past) -> list[float]:
    """The gains of each entrant that outweigh its score of games.

    In a Swiss tournament pairings won, a tied one being worth a half and a bye one; in a
    knockout the rounds it has got through; in the others nothing.
    """
    if shape.format == "swiss":
        return _pairings_won(shape, past)
    return _bracket(shape, past)[1] if shape.format == "knockout" else [0.0] * shape.entrants


def pairing_count(shape: Shape) -> int:
    """The number of pairings, playoffs not counted."""
    if shape.format == "round-robin":
        return shape.entrants * (shape.entrants - 1) // 2
    if shape.format == "swiss":
        return shape.swiss_rounds * (shape.entrants // 2)
    return shape.entrants - 1


def _circle(entrants: int) -> Iterator[Round]:
    """All pairs in as few rounds as can be (the circle method)."""
    seats: list[int] = list(range(entrants + entrants % 2))
    kept = seats.pop() if entrants % 2 else seats.pop(0)
    half = len(seats) // 2
    for number in range(1, len(seats) + 1):
        pairs = [(kept, seats[0])] if kept < entrants else []
        pairs += [(seats[i], seats[-i]) for i in range(1, half + 1)]
        yield Round(number, tuple(sorted((min(pair), max(pair)) for pair in pairs)))
        seats = seats[-1:] + seats[:-1]


# Swiss.


def _swiss(shape: Shape, past: Past) -> list[Round]:
    """The next round, by pairings won.

    The upper half of those who have won as many meets the lower half (as in the Dutch system,
    FIDE Handbook C.04.3).  Nobody meets an opponent again while that can be avoided; then
    those who have met least often.  With an odd number, the last in the standing that had no
    bye yet gets one, and a bye is worth what a won pairing is (C.04.1), though without games.
    """
    won = _pairings_won(shape, past)
    points = [0.0] * shape.entrants
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for played in past:
        byes.update(played.round.byes)
        met.update(played.round.pairings)
        for pair, both in played.results():
            for entrant, gained in zip(pair, both, strict=True):
                points[entrant] += gained
    standing = sorted(range(shape.entrants), key=lambda e: (-won[e], -points[e], e))
    idle: list[tuple[int, ...]] = [()]
    if shape.entrants % 2:
        idle = [(e,) for e in sorted(standing, key=lambda e: (byes[e], -standing.index(e)))]
    limit = 0
    while True:
        for bye in idle:
            left = [entrant for entrant in standing if entrant not in bye]
            if pairs := _paired(left, won, met, limit):
                return [Round(len(past) + 1, tuple(pairs), bye)]
        limit += 1


def _paired(
    standing: list[int], won: list[float], met: Counter[tuple[int, int]], limit: int
) -> list[tuple[int, int]]:
    """All paired from the top, unless some have met too often."""

    def times(one: int, other: int) -> int:
        return met[min(one, other), max(one, other)]

    def possible(left: list[int]) -> bool:
        links = []
        for one in left:
            may_meet = (other != one and times(one, other) <= limit for other in left)
            links.append([place for place, may in enumerate(may_meet) if may])
        return all_paired(links)

    pairs: list[tuple[int, int]] = []
    if not possible(standing):
        return pairs
    while standing:
        top, *others = standing
        same = sum(won[entrant] == won[top] for entrant in standing)
        choices = sorted(
            (times(top, other), abs(place - same // 2) if place < same else same + place, place)
            for place, other in enumerate(others, 1)
        )
        for often, _apart, place in choices:
            other, left = others[place - 1], others[: place - 1] + others[place:]
            if often <= limit and possible(left):  # the others can still be paired
                pairs.append((min(top, other), max(top, other)))
                standing = left
                break
    return pairs


def _pairings_won(shape: Shape, past: Past) -> list[float]:
    won = [0.0] * shape.entrants
    for played in past:
        for bye in played.round.byes:
            won[bye] += 1
        for (one, other), (mine, yours) in played.results():
            share = 0.5 if mine == yours else float(mine > yours)
            won[one] += share
            won[other] += 1 - share
    return won


# Knockout.


def _bracket(shape: Shape, past: Past) -> tuple[list[Round], list[float]]:
    """The next round, if any, and the rounds each entrant has passed.

    The best seeds have a bye in the first round, if the entrants are not a power of two.
    A tied pairing is decided by up to PLAYOFF_PAIRS pairs of games, one at a time, and if
    that does not help by the seeding.
    """
    passed = [0.0] * shape.entrants
    played = deque(past)
    # The numbers from shape.entrants on are nobody.
    field = _seeded(shape.entrants)
    number = 0
    while len(field) > 1:
        number += 1
        couples = [(min(c), max(c)) for c in zip(field[::2], field[1::2], strict=True)]
        lead = {couple: 0.0 for couple in couples if couple[1] < shape.entrants}
        byes = tuple(one for one, other in couples if other >= shape.entrants)
        undecided = tuple(lead)
        playoff = 0
        while undecided and playoff <= PLAYOFF_PAIRS:
            if not played:
                return [Round(number, undecided, () if playoff else byes, playoff)], passed
            for couple, (mine, yours) in zip(undecided, played.popleft().points, strict=True):
                lead[couple] += mine - yours
            undecided = tuple(couple for couple in undecided if lead[couple] == 0)
            playoff += 1
        # What is still tied goes to the better seed, who is the first of a couple.
        field = [couple[lead.get(couple, 0.0) < 0] for couple in couples]
        for entrant in field:
            passed[entrant] += 1
    return [], passed


def _seeded(entrants: int) -> list[int]:
    """The places of a bracket, such that the best seeds meet last."""
    field = [0]
    while len(field) < entrants:
        size = 2 * len(field)
        field = [place for seed in field for place in (seed, size - 1 - seed)]
    return field
