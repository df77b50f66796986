"""The state of a match, for those who look on."""

from dataclasses import dataclass

from durak_tui.match.course import Measured
from durak_tui.match.run import LastGame
from durak_tui.match.tally import FaultCount, MatchScore
from durak_tui.pool.progress import Progress
from durak_tui.statistics.counts import Counts, GameCounts
from durak_tui.statistics.sprt import Sprt


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSnapshot(Progress):
    """The state of a match at one moment."""

    names: tuple[str, str]
    log: str | None
    match_size: int
    seed: int | None
    points: tuple[float, float]
    """Matches won, ties shared, of those that are over."""
    void: int
    faults: tuple[tuple[int, str, FaultCount], ...]  # By engine (0 or 1) and reason.
    begun: int  # The number of matches with a score.
    newest: MatchScore | None = None  # Of the last of these, the only one that still changes.
    counts: Counts
    """Counts for :mod:`durak_tui.statistics.elo`, for engine 1: of pairs, if there are."""
    game_counts: GameCounts
    decided: bool  # It has ended because its sequential test is decided.
    sprt: Sprt | None = None
    course: tuple[tuple[int, Measured], ...] = ()  # After how many games; the last is now.
    last: tuple[LastGame, ...] = ()  # The games counted lately, the newest last.
    even_by_construction: bool = False  # See :attr:`durak_tui.match.run.Run`.
