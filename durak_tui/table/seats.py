"""Who sits at a table: a person here, or an engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from durak_tui.engine.client import Limits
from durak_tui.engine.config import EngineConfig
from durak_tui.records.journal_format import StoredSeat


@dataclass(frozen=True, slots=True)
class Person:
    """A person at this machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine."""

    config: EngineConfig

    @property
    def name(self) -> str:
        """As the user named it."""
        return self.config.shown


Seat = Person | Engine
Seats = tuple[Seat, Seat]


def side_by_side(seat: int, one: Seat, other: Seat) -> Seats:
    """Both seats, of which ``one`` sits at ``seat``."""
    return (other, one) if seat else (one, other)


def stored_seat(seat: Seat) -> StoredSeat:
    """A seat as a journal holds it."""
    if isinstance(seat, Person):
        return StoredSeat(seat.name)
    config = seat.config
    facts = {
        "command": config.command,
        "name": config.name,
        "env": dict(config.env),
        "move_time": config.limits.move_time,
        "game_time": config.limits.game_time,
    }
    return StoredSeat(seat.name, facts)


def seat_of(stored: StoredSeat) -> Seat:
    """The seat that a journal holds.

    Raises LookupError, TypeError or ValueError if it does not say how its engine is started.
    """
    return Person(stored.name) if stored.engine is None else Engine(_config_of(stored.engine))


def _config_of(facts: Mapping[str, Any]) -> EngineConfig:
    game_time = facts["game_time"]
    return EngineConfig(
        str(facts["command"]),
        str(facts["name"]),
        tuple((str(name), str(value)) for name, value in dict(facts["env"]).items()),
        Limits(float(facts["move_time"]), None if game_time is None else float(game_time)),
    )
