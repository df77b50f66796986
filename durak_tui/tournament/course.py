"""How scores have developed over a tournament, in a bounded size."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

MOST: Final = 240  # Moments that are kept, more than a picture shows.

Scored = tuple[float, int]  # The points of an engine so far, and its games.


@dataclass(slots=True)
class Course:
    """The scores of all engines after every so many games."""

    every: int = 1
    moments: list[tuple[int, tuple[Scored, ...]]] = field(default_factory=list)
    """After how many games, and what every engine had then; it ends before the last games."""

    def is_due(self, played: int) -> bool:
        return played % self.every == 0

    def note(self, played: int, scores: Iterable[Scored]) -> None:
        """Keep the scores of this moment; if too many, fewer others."""
        self.moments.append((played, tuple(scores)))
        if len(self.moments) > MOST:
            self.every *= 2
            self.moments = [one for one in self.moments if self.is_due(one[0])]
