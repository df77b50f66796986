"""The course of a run: what was known after so many games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from durak_tui.statistics.counts import Counts
from durak_tui.statistics.elo import Estimate, elo
from durak_tui.statistics.sprt import Sprt

KEPT_MOMENTS: Final = 240  # More than a picture shows.

ValueT = TypeVar("ValueT")


@dataclass(slots=True)
class Course(Generic[ValueT]):
    """Values over the games of a run, in a bounded size."""

    every: int = 1
    moments: list[tuple[int, ValueT]] = field(default_factory=list)
    """After how many games, and what the value was then; it ends before the last games."""

    def is_due(self, played: int) -> bool:
        return played % self.every == 0

    def note(self, played: int, value: ValueT) -> None:
        """Keep the value of this moment; if too many, fewer others."""
        self.moments.append((played, value))
        if len(self.moments) > KEPT_MOMENTS:
            self.every *= 2
            self.moments = [one for one in self.moments if self.is_due(one[0])]

    def up_to(self, played: int, value: ValueT) -> Iterator[tuple[int, ValueT]]:
        """All moments, and the one of now."""
        yield from self.moments
        if not self.moments or self.moments[-1][0] != played:
            yield played, value


class Measured(NamedTuple):
    """The strength of engine 1, as far as it is known."""

    elo: Estimate | None
    llr: float | None  # Of the sequential test, if there is one.

    @classmethod
    def of(cls, counts: Counts, sprt: Sprt | None) -> "Measured":
        return cls(elo(counts), sprt.llr(counts) if sprt else None)
