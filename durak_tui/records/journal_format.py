"""A journal as lines of JSON.

docs/formats.md describes every key.  What is read has been replayed by the rules; anything
else is a :class:`DamagedJournal` that says where and why.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from durak_tui.common.values import LONGEST_LINE, reason_of
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
    """How the engine is started, as JSON values; None for a person."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The facts of a game that begins or is resumed."""

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
        """True if a person sits on either side."""
        return self.persons == _SEATS

    @property
    def here(self) -> int:
        """The seat of whose game it is: the first person's."""
        return min(self.persons, default=0)

    def is_untouched(self, deciders: Iterable[int]) -> bool:
        """True if no person has decided anything; these seats have since."""
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
    """The contents of a journal."""

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
    return line(end=asdict(record.ending), ended_at=record.ended_at.isoformat())


def line(**entry: object) -> bytes:
    """A line of a journal, with these keys."""
    return json.dumps(entry).encode() + b"\n"


def decode_journal(data: bytes) -> StoredGame:
    """The game of a journal, without a cut last line.  Raises DamagedJournal."""
    reader: _Reader | None = None
    for number, text in enumerate(BytesIO(data), 1):
        if not text.endswith(b"\n"):
            break
        try:
            value = json.loads(text)
            if reader is None:
                reader = _Reader(value)
            else:
                reader.read(value)
        except (
            ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
        ) as error:  # fmt: skip
            raise DamagedJournal(
                f"line {number} is not part of a game: {reason_of(error)}"
            ) from None
    if reader is None:
        raise DamagedJournal("it has no whole line")
    return reader.game()


class _Reader:
    """A journal being read; a wrong line raises any exception."""

    def __init__(self, header: dict[str, Any]) -> None:
        if header["format"] not in (1, FORMAT, LIMITED):
            raise DamagedJournal("it was written by a later version of durak-tui")
        deck = tuple(map(parse_card, header["deck"]))
        deal = Deal(deck, _one_of(_SEATS, header["first"]), caps_of(header.get("attack_limit")))
        deal.position()  # refuses what is not a deck
        first, second = _seats_of_format_1(header) if header["format"] == 1 else header["seats"]
        self._opening = Opening(
            deal,
            (_seat(first), _seat(second)),
            _time(header["started_at"]),
            bool(header["casual"]),
            tuple(map(_action, header["before"])),
            bool(header.get("begun", False)),  # older journals do not say
        )
        self._actions: list[Action] = []
        self._thoughts: list[Thought | None] = []
        self._ending: Ending | None = None
        self._ended_at: datetime | None = None
        self._logging: tuple[str, int] | None = None

    def read(self, entry: dict[str, Any]) -> None:
        if "log" in entry:
            self._logging = _text(entry["log"]), int(entry["size"])
        elif self._ending:
            raise ValueError("it comes after the end")
        elif "play" in entry:
            self._actions.append(_action(entry["play"]))
            self._thoughts.append(_thought(entry.get("said")))
        elif "undo" in entry:
            left = _one_of(range(len(self._actions)), entry["undo"])
            del self._actions[left:], self._thoughts[left:]
        else:
            self._ended_at = _time(entry["ended_at"])
            self._ending = _ending(**entry["end"])

    def game(self) -> StoredGame:
        opening, actions = self._opening, tuple(self._actions)
        game = walk(opening.deal, ())
        position, deciders = game.position, []
        for number, action in enumerate((*opening.before, *actions), 1):
            if number > len(opening.before):
                deciders.append(position.to_act)
            try:
                position.check(action)
            except IllegalAction as error:
                raise DamagedJournal(f"action {number} is not legal: {error}") from None
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


def _seats_of_format_1(header: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    first, second = ({"name": name} for name in header["names"])
    engine = {"engine": header["engine"]}
    if _one_of(_SEATS, header["seat"]) == 0:
        return first, {**second, **engine}
    return {**first, **engine}, second


def _seat(value: Mapping[str, Any]) -> StoredSeat:
    name, engine = _text(value["name"]), value.get("engine")
    if len(name) > LONGEST_LINE:
        raise ValueError("a name is too long")
    return StoredSeat(name, None if engine is None else dict(engine))


def _ending(
    *, winner: object, reason: object, engine: object, detail: object, phase: object,
    other_reason: object, stderr: object,
) -> Ending:  # fmt: skip
    return Ending(
        _one_of(tuple(RESULTS), winner),
        _text(reason),
        _one_of((*_SEATS, None), engine),
        _text(detail),
        None if phase is None else _text(phase),
        None if other_reason is None else _text(other_reason),
        _text(stderr),
    )


def _thought(value: Any) -> Thought | None:
    if value is None:
        return None
    win, text = value
    if win is not None and not 0 <= win <= 1:
        raise ValueError(f"{win!r} is no chance")
    return Thought(None if win is None else float(win), _text(text))


def _action(names: Sequence[str]) -> Action:
    return tuple(map(parse_card, names))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    if len(value) > TEXT:  # the log that the game goes to could not be read
        raise ValueError(f"a text of {len(value)} characters is too long")
    return value


def _time(value: object) -> datetime:
    time = datetime.fromisoformat(_text(value))
    if time.tzinfo is not None:
        raise ValueError(f"{value} is not a local time")
    return time


def _one_of(allowed: Sequence[Any], value: Any) -> Any:
    if isinstance(value, bool) or value not in allowed:
        raise ValueError(f"{value!r} is out of place")
    return allowed[allowed.index(value)]  # 0.0 is equal to what it is not
