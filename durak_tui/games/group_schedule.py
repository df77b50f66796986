"""The games that are to be played: every group, from every seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

from durak_tui.engine.config import EngineConfig
from durak_tui.games.playthrough import Json

Opener = Callable[[int, Sequence[int]], Json]
"""Gives opening 1, 2, 3 ... of a run, for players by their numbers."""


class GroupTask(NamedTuple):
    """A game that is to be played; ids count from 1."""

    game_id: int
    group: tuple[int, ...]  # The numbers of the players, by seat.
    players: tuple[EngineConfig, ...]
    opening: Json


@dataclass(frozen=True, slots=True)
class GroupSchedule:
    """All groups of so many players, each ``repeat`` times from each seat.

    The players of a group move up one seat after the other, and all have the same openings from
    each (S-033 for two).  With ``repeat`` 0 it is one game of the first group.
    """

    players: tuple[EngineConfig, ...]
    seats: int
    repeat: int
    opener: Opener

    @property
    def total(self) -> int:
        return comb(len(self.players), self.seats) * self.seats * self.repeat or 1

    def tasks(self, after: int = 0) -> Iterator[GroupTask]:
        """Every game, in order; those up to id ``after`` have been played."""
        groups: Sequence[tuple[int, ...]] = [*combinations(range(len(self.players)), self.seats)]
        for game_id in range(after + 1, self.total + 1):
            turn, again = divmod(game_id - 1, self.repeat or 1)
            number, shift = divmod(turn, self.seats)
            group = groups[number][shift:] + groups[number][:shift]
            yield GroupTask(
                game_id,
                group,
                tuple(self.players[one] for one in group),
                self.opener(number * (self.repeat or 1) + again + 1, group),
            )
