"""Which games are to be played, in which order, with which deals."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from durak_tui.game.deals import Deal, deal
from durak_tui.records.index import LogIndex
from durak_tui.records.logformat import DamagedGame

DealSource = Callable[[int], Deal]
"""Gives deal 0, 1, 2 ... of a series."""


class ScheduledGame(NamedTuple):
    """One game that is to be played; ids and matches count from 1."""

    game_id: int
    match: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class Schedule:
    """``matches`` matches of ``match_size`` games each; below zero counts as none."""

    matches: int
    match_size: int
    source: DealSource
    seed: int | None = None
    """Names the series of deals, where it has a name."""

    @property
    def total(self) -> int:
        """How many games there are to play."""
        return max(0, self.matches) * max(0, self.match_size)

    def __iter__(self) -> Iterator[ScheduledGame]:
        """Every game, in order."""
        for index in range(self.total):
            yield ScheduledGame(index + 1, index // self.match_size + 1, self.source(index))


def seeded(seed: int, deck_size: int) -> DealSource:
    """The deals of a seed, the first game getting number 1."""
    return lambda index: deal(seed, index + 1, deck_size)


class RecordedDeals:
    """The deals of a log, in its order.  Damaged games are left out."""

    def __init__(self, path: str) -> None:
        """Read the whole log once.  Raises OSError if it cannot be read."""
        self._index = LogIndex(path)
        self._index.scan()
        self._sound = array("q")
        self.damaged: list[tuple[int, str]] = []
        """Number (from 1) and reason of the first few damaged games."""
        for number in range(len(self._index)):
            try:
                self._index.game(number)
            except DamagedGame as error:
                self.damaged.append((number + 1, str(error)))
            else:
                self._sound.append(number)

    def __len__(self) -> int:
        return len(self._sound)

    def __call__(self, index: int) -> Deal:
        return self._index.game(self._sound[index]).deal
