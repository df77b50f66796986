"""A journal as lines of JSON.

docs/formats/unfinished.md describes every key.  What is read has been replayed by the rules;
anything else is a :class:`DamagedJournal` that says where and why.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from durak_tui.common import fields
from durak_tui.common.values import LONGEST_LINE, MOST_COUNTED, reason_of
from durak_tui.game.caps import caps_json, caps_of
from durak_tui.game.cards import card_names, parse_card
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, OVER, Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.records.bounds import TEXT
from durak_tui.records.record import NORMAL, RESULTS, Ending, GameRecord, Said, Thought
from durak_tui.records.walk import walk

FORMAT: Final = 2  # Format 1, which is still read, knows one person and one engine, not two seats.
LIMITED: Final = 3  # The same with an attack limit, which a reader must not miss.

_SEATS: Final = (0, 1)


class DamagedJournal(Exception):
    """A journal that holds no game; the text says why."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The player at one side of the table."""

    name: str
    engine: Mapping[str, Any] | None = None
    """The start of the engine, as JSON values; None for a person."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Facts of a game when it begins or is resumed."""

    deal: Deal
    seats: tuple[StoredSeat, StoredSeat]
    started_at: datetime
    casual: bool = True  # Whether cards may be taken back.
    before: tuple[Action, ...] = ()  # What had been played when the game was taken up.
    begun: bool = False  # Whether a person here had decided something in it by then.

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat in _SEATS if self.seats[seat].engine is None)

    @property
    def between_people(self) -> bool:
        """True if a person sits on each side."""
        return self.persons == _SEATS

    @property
    def here(self) -> int:
        """The seat of whose game it is: the first person's."""
        return min(self.persons, default=0)

    def is_untouched(self, deciders: Iterable[int]) -> bool:
        """Say if no person has decided anything; these seats have since."""
        return not self.begun and set(self.persons).isdisjoint(deciders)

    def record(
        self,
        actions: tuple[Action, ...],
        end: Ending,
        ended_at: datetime,
        thoughts: Sequence[Thought | None] = (),
    ) -> GameRecord:
        """The game that began so, ended; ``thoughts`` are on all its actions."""
        said = Said((None, None), tuple(thoughts)) if any(thoughts) else None
        one, other = (
            None if seat.engine is None else str(seat.engine.get("command", ""))
            for seat in self.seats
        )
        return GameRecord(
            self.deal, actions, end, self.names, self.started_at, ended_at,
            seats=(one, other), taken_up=len(self.before), said=said,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The content of a journal."""

    opening: Opening
    actions: tuple[Action, ...]
    position: Position  # What all that has led to, a bout that is over being settled.
    bout: int
    is_untouched: bool  # Whether no person has decided anything in it.
    ending: Ending | None = None
    ended_at: datetime | None = None  # When, if its end was stored; naive local time.
    thoughts: tuple[Thought | None, ...] = ()  # What engines said on each action.
    logging: tuple[str, int] | None = None
    """The log that the game was to go to, and how many bytes long that was before."""

    def record(self, saved_at: datetime) -> GameRecord | None:
        """The game if it is over, by default since ``saved_at``."""
        if self.ending is None:
            return None
        before = self.opening.before
        thoughts = (*[None] * len(before), *self.thoughts)
        ended_at = self.ended_at or saved_at
        return self.opening.record(before + self.actions, self.ending, ended_at, thoughts)


def opening_line(opening: Opening) -> bytes:
    """The first line of a journal."""
    seats = [
        {"name": seat.name} if seat.engine is None else {"name": seat.name, "engine": seat.engine}
        for seat in opening.seats
    ]
    limit = caps_json(opening.deal.caps)
    return line(
        format=FORMAT if limit is None else LIMITED,
        started_at=opening.started_at.isoformat(),
        seats=seats,
        casual=opening.casual,
        deck=card_names(opening.deal.deck),
        first=opening.deal.first,
        before=[card_names(action) for action in opening.before],
        begun=opening.begun,
        **({} if limit is None else {"attack_limit": limit}),
    )


def action_line(cards: Sequence[int], said: Thought | None = None) -> bytes:
    return line(play=card_names(cards), **({"said": said} if said else {}))


def end_line(record: GameRecord) -> bytes:
    end = {key: value for key, value in asdict(record.ending).items() if key != "messages"}
    return line(end=end, ended_at=record.ended_at.isoformat())


def line(**entry: object) -> bytes:
    """A line of a journal, with these keys."""
    return json.dumps(entry).encode() + b"\n"


def decode_journal(data: bytes) -> StoredGame:
    """The game of a journal, without a cut last line.  Raises DamagedJournal."""
    reader: _Reader | None = None
    for at, whole_line in enumerate(BytesIO(data), 1):
        if not whole_line.endswith(b"\n"):
            break
        try:
            value = fields.parse_object(whole_line)
            if reader is None:
                reader = _Reader(value)
            else:
                reader.read(value)
        except ValueError as error:
            reason = reason_of(error)
            raise DamagedJournal(f"line {at} is not part of a game: {reason}") from None
    if reader is None:
        raise DamagedJournal("it has no whole line")
    return reader.game()


class _Reader:
    """A journal being read; a wrong line raises ValueError, or DamagedJournal."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        version = fields.get(header, "format", fields.whole(1, MOST_COUNTED))
        if version > LIMITED:
            raise DamagedJournal("it was written by a later version of durak-tui")
        deal = Deal(
            fields.get(header, "deck", fields.list_of(parse_card)),
            fields.get(header, "first", fields.one_of(*_SEATS)),
            caps_of(header.get("attack_limit")),
        )
        deal.position()  # refuses what is not a deck
        if version == 1:
            first, second = _seats_of_format_1(header)
        else:
            first, second = fields.get(header, "seats", fields.list_of(_seat, 2, 2))
        self._opening = Opening(
            deal,
            (first, second),
            fields.get(header, "started_at", fields.local_time),
            fields.get(header, "casual", fields.one_of(True, False)),
            fields.get(header, "before", fields.list_of(_ACTION)),
            header.get("begun") is True,  # older journals do not say
        )
        self._actions: list[Action] = []
        self._thoughts: list[Thought | None] = []
        self._ending: Ending | None = None
        self._ended_at: datetime | None = None
        self._logging: tuple[str, int] | None = None

    def read(self, entry: Mapping[str, Any]) -> None:
        if "log" in entry:
            size = fields.get(entry, "size", fields.whole(0, MOST_COUNTED))
            self._logging = fields.get(entry, "log", _TEXT), size
        elif self._ending:
            raise fields.Malformed("it comes after the end")
        elif "play" in entry:
            self._actions.append(fields.get(entry, "play", _ACTION))
            self._thoughts.append(fields.get(entry, "said", fields.optional(_thought)))
        elif "undo" in entry:
            left = fields.get(entry, "undo", fields.whole(0, len(self._actions) - 1))
            del self._actions[left:], self._thoughts[left:]
        else:
            self._ended_at = fields.get(entry, "ended_at", fields.local_time)
            self._ending = _ending(fields.get(entry, "end", fields.json_object))

    def game(self) -> StoredGame:
        opening, actions = self._opening, tuple(self._actions)
        game = walk(opening.deal, ())
        position, deciders = game.position, []
        for place, action in enumerate((*opening.before, *actions), 1):
            if place > len(opening.before):
                deciders.append(position.to_act)
            try:
                position.check(action)
            except IllegalAction as error:
                raise DamagedJournal(f"action {place} is not legal: {error}") from None
            game.play(action)
            if position.phase == DEAL:
                game.settle()
        by_cards = Ending(position.winner) if position.phase == OVER else None
        if self._ending and self._ending.reason == NORMAL and self._ending != by_cards:
            raise DamagedJournal("its end is not the one that its cards have brought about")
        ending = self._ending or by_cards
        return StoredGame(
            opening, actions, position, game.bout, opening.is_untouched(deciders), ending,
            self._ended_at, tuple(self._thoughts), self._logging,
        )  # fmt: skip


def _seats_of_format_1(header: Mapping[str, Any]) -> Sequence[StoredSeat]:
    seats = [StoredSeat(name) for name in fields.get(header, "names", fields.list_of(_NAME, 2, 2))]
    engine = fields.get(header, "engine", fields.optional(fields.json_object))
    of_engine = 1 - fields.get(header, "seat", fields.one_of(*_SEATS))
    seats[of_engine] = StoredSeat(seats[of_engine].name, engine)
    return seats


def _seat(value: Any) -> StoredSeat:
    seat = fields.json_object(value)
    return StoredSeat(
        fields.get(seat, "name", _NAME),
        fields.get(seat, "engine", fields.optional(fields.json_object)),
    )


def _ending(value: Mapping[str, Any]) -> Ending:
    return Ending(
        fields.get(value, "winner", fields.one_of(*RESULTS)),
        fields.get(value, "reason", _TEXT),
        fields.get(value, "engine", fields.one_of(*_SEATS, None)),
        fields.get(value, "detail", _TEXT),
        fields.get(value, "phase", fields.optional(_TEXT)),
        fields.get(value, "other_reason", fields.optional(_TEXT)),
        fields.get(value, "stderr", _TEXT),
    )


def _thought(value: Any) -> Thought:
    if not isinstance(value, list) or len(value) != 2:
        raise fields.Malformed("is not a chance and a text")
    return Thought(fields.optional(fields.number(0, 1))(value[0]), _TEXT(value[1]))


_ACTION: Final = fields.list_of(parse_card)
_NAME: Final = fields.text(LONGEST_LINE)
_TEXT: Final = fields.text(TEXT)  # With more, the log that the game goes to could not be read.
