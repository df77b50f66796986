"""The mistakes in those games of a log that have been reviewed."""

import os
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from durak_tui.analysis import game_review as analysis
from durak_tui.analysis.game_review import Decision, MistakeTally, Review
from durak_tui.common.text import one_line
from durak_tui.library.index import LogReader, parse_game
from durak_tui.library.own_record import OwnGame
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile

WORST: Final = 20  # Mistakes of each player that are remembered.
_BLOCK: Final = 20  # Games that are read between two looks at whether to go on.


class Mistake(NamedTuple):
    game: int  # Its number in the log, from 0.
    decision: Decision


class Reviewed:
    """The mistakes of all players in the games that were added."""

    def __init__(self) -> None:
        self.games = 0
        self.tallies: dict[str, MistakeTally] = {}
        self.worst: dict[str, list[Mistake]] = {}  # Of each player, what cost most first.

    def add(self, number: int, record: GameRecord, review: Review) -> None:
        """Count a game, by its number from 0, with its whole review."""
        self.games += 1
        names = list(map(one_line, record.names))
        if names[0] == names[1]:
            names = [f"{name} ({seat})" for name, seat in zip(names, SEATS, strict=True)]
        for player, name in enumerate(names):
            tally = self.tallies.get(name, MistakeTally())
            self.tallies[name] = tally.plus(review.tally(player, number + 1))
            found = [Mistake(number, each) for each in review.mistakes if each.player == player]
            worst = [*self.worst.get(name, ()), *found]
            self.worst[name] = sorted(worst, key=lambda one: -one.decision.cost)[:WORST]


class OwnMistakes:
    """The mistakes of one person in their reviewed games."""

    def __init__(self) -> None:
        self.tally = MistakeTally()
        self.problem: OSError | None = None  # Why reviews cannot be read.

    def read(self, log: LogReader, path: str, games: Iterable[OwnGame]) -> Iterator[None]:
        """Read the reviews of games of the log at ``path``, stepwise."""
        file = ReviewFile(path)
        if not os.path.exists(file.path):
            return
        for count, game in enumerate(games):
            try:
                raw, review = log.raw(game.number), None
                if analysis.is_stored(file, raw, analysis.WORLDS):
                    review = analysis.stored(file, raw, parse_game(raw), analysis.WORLDS)
            except DamagedGame:
                continue
            except OSError as problem:
                self.problem = problem
                return
            if review:
                self.tally = self.tally.plus(review.tally(game.seat, game.number + 1))
            if count % _BLOCK == 0:
                yield
