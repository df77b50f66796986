"""The games that are to be played, in order, with their deals."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple
from weakref import finalize

from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.deals import Deal, deal
from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import DamagedGame

DealSource = Callable[[int], Deal]  # Gives deal 0, 1, 2 ... of a series.


class Task(NamedTuple):
    """A game that is to be played; ids count from 1."""

    game_id: int
    match: int
    deal: Deal
    players: tuple[EngineConfig, EngineConfig]
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """``matches`` matches of ``match_size`` games each; below zero counts as none."""

    matches: int
    match_size: int
    players: tuple[EngineConfig, EngineConfig]
    source: DealSource
    seed: int | None = None

    @property
    def total(self) -> int:
        return max(0, self.matches) * max(0, self.match_size)

    def match_of(self, game_id: int) -> int:
        """The match, from 1, that a game belongs to."""
        return (game_id - 1) // self.match_size + 1

    def tasks(self, after: int = 0) -> Iterator[Task]:
        """Every game, in order; those up to id ``after`` have been played."""
        for game_id in range(after + 1, self.total + 1):
            yield Task(
                game_id, self.match_of(game_id), self.source(game_id - 1), self.players, self.seed
            )


def seeded(seed: int, deck_size: int) -> DealSource:
    """The deals of a seed, the first game getting number 1."""
    return lambda index: deal(seed, index + 1, deck_size)


def paired(seed: int, deck_size: int) -> DealSource:
    """The deals of a seed, each followed by its exchanged hands."""

    def source(index: int) -> Deal:
        number, again = divmod(index, 2)
        dealt = deal(seed, number + 1, deck_size)
        return dealt.exchanged() if again else dealt

    return source


def capped(source: DealSource, caps: Caps) -> DealSource:
    """The deals of a source, played with this attack limit."""
    return lambda index: source(index)._replace(caps=caps)


class RecordedDeals:
    """The deals of a log in its order, without damaged games."""

    def __init__(self, path: str) -> None:
        """Read the whole log once.  Raises OSError if it cannot be read."""
        self._index = LogIndex(path)
        # A schedule may be asked for deals as long as there is one, and nobody closes it.
        finalize(self, self._index.close)
        self._index.scan()
        self._sound = array("q")
        self.damaged = 0
        self.first_damage = ""  # The first of them and what is wrong with it.
        self.paired = True
        """True if every second deal is the one before it with the hands exchanged."""
        digest = sha256()
        previous: Deal | None = None
        for number in range(len(self._index)):
            try:
                dealt = self._index.game(number).deal
            except DamagedGame as error:
                self.damaged += 1
                self.first_damage = self.first_damage or f"game {number + 1}, {error}"
                continue
            if len(self._sound) % 2:
                self.paired &= previous is not None and dealt == previous.exchanged()
            previous = dealt
            limit = dealt.caps if dealt.caps != NO_CAPS else ()
            digest.update(bytes([*dealt.deck, dealt.first, *limit]))
            self._sound.append(number)
        # A last deal without its other half would shift those of a second round through them.
        self.paired &= len(self._sound) > 0 and len(self._sound) % 2 == 0
        self.digest = digest.hexdigest()[:16]

    def __len__(self) -> int:
        return len(self._sound)

    def __call__(self, index: int) -> Deal:
        return self._index.game(self._sound[index]).deal
