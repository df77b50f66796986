"""A game as data: its opening, its moves, its finish."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from durak_tui.common.fields import (
    Malformed,
    get,
    is_deep,
    json_object,
    list_of,
    local_time,
    number,
    one_of,
    optional,
    parse_object,
    text,
    whole,
)
from durak_tui.common.text import strict_json
from durak_tui.common.values import LONGEST_LINE
from durak_tui.engine.engine_errors import REASONS
from durak_tui.protocol.faults import FaultReason

Json: TypeAlias = dict[str, Any]

_SEATS: Final = 8  # More than any game has.
_LONGEST_NAME: Final = LONGEST_LINE + 100  # A command, perhaps with a number behind it.
LONGEST_WORDS: Final = 4000  # Characters of a message, and of last words.
_WORDS_IN_LOGS: Final = 400  # Characters: a game of a log is small.
_DAYS: Final = 1e8  # Seconds that no game takes.


class SeatFault(NamedTuple):
    """The reason for a player's early end in a game."""

    reason: FaultReason
    message: str  # In English: what was asked, what came back.
    words: str = ""  # The end of what it wrote to standard error, or of its traceback.

    def to_json(self) -> list[str]:
        """A log has the end of the words only."""
        return [self.reason, self.message, self.words[-_WORDS_IN_LOGS:]]

    @classmethod
    def from_json(cls, value: Any) -> "SeatFault":
        reason, message, words = list_of(text(LONGEST_WORDS), 3, 3)(value)
        return cls(one_of(*REASONS)(reason), message, words)


class Finish(NamedTuple):
    """The result of a game."""

    ranks: tuple[int, ...]  # Of each seat, from 1; those with the same one are level.
    faults: tuple[SeatFault | None, ...]
    seconds: tuple[float, ...]  # That each has used.
    details: Json  # The facts of that game.

    @property
    def winner(self) -> int | None:
        """The seat that is ahead of all others, if there are any."""
        first = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
        return first[0] if len(first) == 1 < len(self.ranks) else None


def ranked(worths: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat, the highest worth first."""
    return tuple(1 + sum(other > worth for other in worths) for worth in worths)


class Playthrough(NamedTuple):
    """A game, from its opening to where it has come."""

    game: str  # The name of its kind.
    names: tuple[str, ...]  # Of the players, by seat.
    opening: Json
    moves: str
    finish: Finish | None  # None as long as it goes on, or if it was broken off.
    started_at: datetime  # Local time.
    game_id: int | None = None
    run: Mapping[str, Any] | None = None  # The settings of its run.


def encode_playthrough(game: Playthrough) -> bytes:
    """The line of a log."""
    values: Json = {
        "game": game.game,
        "id": game.game_id,
        "at": game.started_at.isoformat(timespec="milliseconds"),
        "names": game.names,
        "opening": game.opening,
        "moves": game.moves,
    }
    if finish := game.finish:
        values["ranks"] = finish.ranks
        values["seconds"] = [round(seconds, 6) for seconds in finish.seconds]
        values["details"] = finish.details
        if any(finish.faults):
            values["faults"] = [fault and fault.to_json() for fault in finish.faults]
    if game.run is not None:
        values["run"] = game.run
    return strict_json(values).encode() + b"\n"


def decode_playthrough(line: bytes) -> Playthrough:
    """The game of a line.  Raises Malformed, and nothing else."""
    values = parse_object(line)
    names = get(values, "names", list_of(text(_LONGEST_NAME), 1, _SEATS))
    return Playthrough(
        get(values, "game", text(_LONGEST_NAME)),
        names,
        get(values, "opening", _facts),
        get(values, "moves", text()),
        _finish(values, len(names)) if "ranks" in values else None,
        get(values, "at", local_time),
        get(values, "id", optional(whole(1, 2**53))),
        get(values, "run", optional(_facts)),
    )


def _facts(value: Any) -> Json:
    """Read an object that can be written again."""
    facts = json_object(value)
    if is_deep(facts):
        raise Malformed("is nested too deeply")
    try:
        strict_json(facts)
    except ValueError:
        raise Malformed("has a number that is none") from None
    return facts


def _finish(values: Json, seats: int) -> Finish:
    def each(key: str, read: Callable[[Any], Any]) -> tuple[Any, ...]:
        return get(values, key, list_of(read, seats, seats))

    return Finish(
        each("ranks", whole(1, seats)),
        each("faults", optional(SeatFault.from_json)) if "faults" in values else (None,) * seats,
        each("seconds", number(0, _DAYS)),
        get(values, "details", _facts),
    )
