"""The games that are to be played: every group, from every seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, islice
from math import comb
from typing import Final, NamedTuple

from durak_tui.common.text import one_line
from durak_tui.common.values import Most
from durak_tui.engine.config import EngineConfig
from durak_tui.games.playthrough import Json

_MOST: Final = Most(100)  # Players.
_LONG: Final = 1000  # Characters of all commands, that each game of a log has.
MOST_REPEATS: Final = Most(100_000)

Opener = Callable[[int, int, Sequence[int]], Json]
"""Gives opening 1, 2, 3 ... of a run and 0, 1 ... of a group, which has these players."""


class GroupTask(NamedTuple):
    """A game that is to be played; ids count from 1."""

    game_id: int
    group: tuple[int, ...]  # The numbers of the players, by seat.
    players: tuple[EngineConfig, ...]
    opening: Json


def players_named(commands: Sequence[str]) -> tuple[EngineConfig, ...]:
    """Players by their commands; a number tells equals apart.

    Raises WrongValue if there are too many.
    """
    _MOST.check(len(commands))
    seen: dict[str, int] = {}
    players = []
    for command in commands:
        number = seen[command] = seen.get(command, 0) + 1
        players.append(EngineConfig(command, f"{command} ({number})" if number > 1 else ""))
    return tuple(players)


def players_setting(players: Sequence[EngineConfig]) -> list[str] | str:
    """Players in each game of a log: commands, or their digest."""
    commands = [one_line(one.command) for one in players]
    text = "\n".join(commands)
    return commands if len(text) <= _LONG else sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class GroupSchedule:
    """All groups of so many players, each ``repeat`` times from each seat.

    The players of a group move up one seat after each game, so that each opening is played from
    every seat (S-033).
    With ``repeat`` 0 it is one game of the first group.
    """

    players: tuple[EngineConfig, ...]
    seats: int
    repeat: int
    opener: Opener

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= len(self.players):
            raise ValueError(f"{len(self.players)} players for {self.seats} seats")

    @property
    def total(self) -> int:
        return comb(len(self.players), self.seats) * self.seats * self.repeat or 1

    def tasks(self, after: int = 0) -> Iterator[GroupTask]:
        """Every game, in order; those up to id ``after`` have been played."""
        times = self.repeat or 1
        each = self.seats * times  # Games of a group.
        groups = combinations(range(len(self.players)), self.seats)
        for number, seated in enumerate(islice(groups, after // each, None), after // each):
            for game_id in range(max(after, number * each) + 1, (number + 1) * each + 1):
                if game_id > self.total:
                    return
                again, shift = divmod(game_id - 1 - number * each, self.seats)
                group = seated[shift:] + seated[:shift]
                players = tuple(self.players[one] for one in group)
                opening = self.opener(number * times + again + 1, again, group)
                yield GroupTask(game_id, group, players, opening)
