"""One game as a record, the only form of a finished game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from durak_tui.common.i18n import N_, Message, _
from durak_tui.common.text import one_line
from durak_tui.game.deals import Deal
from durak_tui.game.position import DRAW, Action
from durak_tui.records.bounds import TOO_LARGE
from durak_tui.records.walk import Bout, walk

VOID: Final = None  # In place of a winner: the game counts for nobody.

RESULTS: Final[Mapping[int | None, str]] = {0: "1-0", 1: "0-1", DRAW: "s-s", VOID: "void"}
"""The results as the log writes them, by the winner (D-061)."""
POINTS: Final[Mapping[str | None, tuple[float, float]]] = {
    "1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "s-s": (0.5, 0.5),
}  # fmt: skip
"""The points of both players, for a result that counts."""

NORMAL: Final = "normal"
RESIGNED: Final = "resigned"  # The reason of an ending by a player who gave up; no engine's fault.
AGREED: Final = "agreed"  # That of a draw on which both players agreed.
TIMEOUT: Final = "timeout"  # That of a loss by a player who did not act in time.
DISHONEST: Final = N_("dishonest")  # That of a loss by a deal that the check has found false.
PEACEFUL: Final = (NORMAL, RESIGNED, AGREED)  # The reasons that are nobody's fault.
_LEFT: Final = N_("{player} left and did not come back")
STDERR_SHOWN: Final = 2000  # Characters of a failed engine's last words that a record keeps.


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game."""

    winner: int | None
    reason: str = NORMAL  # One of `PEACEFUL`, or the fault that decided the game.
    engine: int | None = None  # Whose fault it was, 0 or 1; None for both or nobody.
    detail: str = ""  # Why, in English.
    phase: str | None = None
    """For a fault, the command that was not answered as it should have been; where players
    ended the game themselves, the phase they did it in."""
    other_reason: str | None = None  # In a void game engine 2's fault; `reason` is engine 1's.
    stderr: str = ""
    messages: tuple[Message, ...] = field(default=(), compare=False)
    """The same in any language, of which ``detail`` is made; none in a game from a log."""

    def __post_init__(self) -> None:
        if self.messages:
            object.__setattr__(self, "detail", "; ".join(each.english for each in self.messages))

    @property
    def why(self) -> str:
        """The reason in the user's language, or as the log has it."""
        if self.detail == TOO_LARGE:  # in place of what the log has
            return _(TOO_LARGE)
        return "; ".join(map(str, self.messages)) or self.detail

    @classmethod
    def resigned(cls, loser: int, name: str, phase: str, *, left: bool = False) -> Self:
        """The end by a player who gave up, or ``left`` the game."""
        text = _LEFT if left else N_("{player} resigned")
        return cls(1 - loser, RESIGNED, messages=(Message(text, {"player": name}),), phase=phase)

    @property
    def has_left(self) -> bool:
        """True if the loser ``left``, which a log says in ``detail`` only."""
        return self.reason == RESIGNED and self.detail.endswith(_LEFT.removeprefix("{player}"))

    @classmethod
    def timed_out(cls, loser: int, name: str, seconds: object, phase: str) -> Self:
        """The end by a player who did not act in time."""
        said = Message(N_("{player} did not act within {n} s"), {"player": name, "n": seconds})
        return cls(1 - loser, TIMEOUT, loser, messages=(said,), phase=phase)

    @classmethod
    def agreed(cls, phase: str) -> Self:
        """The end as a draw on which both players agreed."""
        return cls(DRAW, AGREED, messages=(Message(N_("both agreed on a draw")),), phase=phase)

    def faults(self) -> tuple[str | None, str | None]:
        """Each engine's fault, if it had one."""
        return faults_of(self.reason, self.other_reason, self.engine)


def faults_of(reason: str, other: str | None, failed: int | None) -> tuple[str | None, str | None]:
    """Reasons by seat; ``other`` is that of seat 1 if both failed."""
    if other is not None:
        return reason, other
    return reason if failed == 0 else None, reason if failed == 1 else None


class Clock(NamedTuple):
    """An engine's time in one game, greeting not counted."""

    seconds: float = 0.0
    answers: int = 0
    worst: float = 0.0


class Thought(NamedTuple):
    """An engine's words while it thought about a decision."""

    win: float | None = None  # The score that it expects, 0 to 1.
    text: str = ""


class Introduction(NamedTuple):
    """An engine's description of itself when a game began."""

    name: str | None = None
    version: str | None = None
    author: str | None = None

    @property
    def line(self) -> str:
        """All of it, such as ``durak-dummy 0.1.0, Ann``."""
        title = " ".join(one_line(part) for part in (self.name, self.version) if part)
        return ", ".join(part for part in (title, one_line(self.author or "")) if part)

    @property
    def said(self) -> Mapping[str, str]:
        """The fields that were given."""
        return {key: value for key, value in self._asdict().items() if value}


class Said(NamedTuple):
    """The engines' words in a game, beside their answers."""

    engines: tuple[Introduction | None, Introduction | None]
    thoughts: tuple[Thought | None, ...]  # On each action; on the last ones perhaps missing.

    def thought(self, action: int) -> Thought | None:
        """The thought on an action, counted from 0."""
        return self.thoughts[action] if action < len(self.thoughts) else None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game, finished or forfeited."""

    deal: Deal
    actions: tuple[Action, ...]
    ending: Ending
    names: tuple[str, str]
    started_at: datetime  # Naive local time, as in the original's logs (D-065).
    ended_at: datetime
    game_id: int | None = None
    seed: int | str | None = None
    clocks: tuple[Clock, Clock] | None = None
    run: Mapping[str, Any] | None = None
    seats: tuple[str | None, str | None] | None = None
    """The command line of the engine at each seat, None for a person; None for both if nobody has
    written it down, as in a match."""
    taken_up: int = 0  # Actions that had been played before a person went on with the game.
    said: Said | None = None
    others: Mapping[str, Any] = field(default_factory=dict)
    """The other facts that a log has, as JSON; see :mod:`durak_tui.records.bounds`."""
    _bouts: tuple[Bout, ...] | None = field(default=None, init=False, compare=False, repr=False)

    def set_run(self, settings: Mapping[str, Any]) -> None:
        """Set the settings of its run, in a record just made."""
        object.__setattr__(self, "run", settings)

    def set_bouts(self, bouts: Iterable[Bout]) -> None:
        """Set the bouts, where known, so that none are replayed.

        ``dataclasses.replace`` forgets them: with other actions they would be others.
        """
        object.__setattr__(self, "_bouts", tuple(bouts))


def bouts(record: GameRecord) -> Iterator[Bout]:
    """The bouts of a game, the last one perhaps cut short.

    A game that was decided before its first card has one bout without cards; one that never
    began has none (D-115).
    """
    if record.actions or record.ending.reason != NORMAL:
        yield from record._bouts or walk(record.deal, record.actions).bouts()


def points(record: GameRecord) -> tuple[float, float] | None:
    """The points of both players; None if void."""
    return POINTS.get(outcome(record))


def outcome(record: GameRecord) -> str:
    """The result as the log writes it."""
    return RESULTS[record.ending.winner]
