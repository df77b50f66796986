"""The seats of a table: of persons and of engines."""

from dataclasses import dataclass

from durak_tui.engine.config import EngineConfig
from durak_tui.records.journal_format import StoredSeat


@dataclass(frozen=True, slots=True)
class PersonSeat:
    name: str


@dataclass(frozen=True, slots=True)
class EngineSeat:
    config: EngineConfig

    @property
    def name(self) -> str:
        return self.config.shown


Seat = PersonSeat | EngineSeat
Seats = tuple[Seat, Seat]


def side_by_side(seat: int, one: Seat, other: Seat) -> Seats:
    """Both seats, of which ``one`` sits at ``seat``."""
    return (other, one) if seat else (one, other)


def stored_seat(seat: Seat) -> StoredSeat:
    if isinstance(seat, PersonSeat):
        return StoredSeat(seat.name)
    return StoredSeat(seat.name, seat.config.to_json())


def seat_of(stored: StoredSeat) -> Seat:
    """A journal's seat.  Raises LookupError, TypeError or ValueError."""
    return (
        PersonSeat(stored.name)
        if stored.engine is None
        else EngineSeat(EngineConfig.from_json(stored.engine))
    )
