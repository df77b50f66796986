"""News from the server to a guest's program, as lines of JSON.

The program trusts the server, and knows each message by its class: what none of them describes is
malformed and ends the line.  What the program says is in ``wishes.py``.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from durak_tui.common.fields import Malformed
from durak_tui.net.guests.sight import PublicView
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules, Message, as_json, of_json
from durak_tui.records.log_format import decode_game
from durak_tui.records.record import GameRecord

# What others look like.


class OtherGuest(NamedTuple):
    """A guest as others know them."""

    name: str
    key: str  # The fingerprint that was proved; empty for a guest without a key.


class FreeGuest(NamedTuple):
    """A guest who can be invited."""

    number: int
    name: str
    key: str


class ShownTable(NamedTuple):
    """A game of others that can be watched."""

    number: int
    names: tuple[str, str]
    score: tuple[int, int, int]


class KeptTable(NamedTuple):
    """A game that the guest has left and can resume."""

    number: int
    seat: int
    names: tuple[str, str]
    key: str  # Of the other.
    score: tuple[int, int, int]
    saved_at: datetime


# In the lobby.  Lines have numbers above 0 from the program, below 0 from the server.


class LobbySeen(NamedTuple):
    """The guests who wait, and the tables, whenever they change."""

    name: str  # Of the guest, as others are shown it.
    waiting: tuple[FreeGuest, ...]
    tables: tuple[ShownTable, ...]


class InvitationNews(NamedTuple):
    """An invitation on a line: made, received, or withdrawn by its sender."""

    line: int
    news: Literal["made", "received", "withdrawn"]
    who: OtherGuest
    rules: HouseRules = USUAL_RULES  # That its sender is going to propose.


class WishRefused(NamedTuple):
    """A wish that was not fulfilled, or an invitation that was declined."""

    line: int
    why: Literal["no", "busy", "gone", "soon", "many", "theirs", "self"]
    who: OtherGuest | None = None
    limit: int = 0  # That is reached.


class KeptTables(NamedTuple):
    """All games that the guest has left, whenever they change."""

    games: tuple[KeptTable, ...]


class AwaitedAtTable(NamedTuple):
    """Somebody's return to a game that the guest has left."""

    table: int
    who: OtherGuest


class MissedResult(NamedTuple):
    """A game that has ended without the guest, until they note it."""

    number: int
    game: str  # As a log has it.


class VisitEnds(NamedTuple):
    """The end of the visit."""

    why: Literal["closing", "idle"]


class IdleWarning(NamedTuple):
    """The seconds until the visit ends, unless a key is pressed."""

    seconds: int


# At a table.


class Seated(NamedTuple):
    """The guest's seat at a table."""

    seat: int
    names: tuple[str, str]
    score: tuple[int, int, int]
    who: OtherGuest


class CardsPlayed(NamedTuple):
    """The cards played at the table, and those that the guest draws.

    Sent instead of GuestSaid, since each seat may see other cards.
    """

    cards: tuple[int, ...]
    drawn: tuple[int, ...] | None  # None unless it ended the bout.


class HandDealt(NamedTuple):
    """A game as the guest knows it, with all actions so far."""

    rules: HouseRules
    score: tuple[int, int, int]  # Before this game.
    hand: tuple[int, ...]
    trump: int
    lowest: int | None  # The trump that was shown for the first attack.
    first: int
    started_at: datetime
    past: tuple[CardsPlayed, ...]
    turn: float  # Seconds that the present turn has taken.


class GuestSaid(NamedTuple):
    """A message that the server has accepted, perhaps the guest's own."""

    seat: int
    message: Message


class GameLogged(NamedTuple):
    """The end of the game, as a log has it."""

    game: str


class OtherLost(NamedTuple):
    """The loss of the other guest, who can come back."""

    gone: float  # Seconds since then,
    patience: float  # after which the game can be claimed.


class OtherBack(NamedTuple):
    """The presence of both after a loss."""


class OtherLeft(NamedTuple):
    """The end of the talk: the other has got up."""


def record_of(game: str) -> GameRecord:
    """The game of GameLogged or MissedResult, without its header line."""
    return decode_game(game.partition("\n")[2].encode())


TableNews = (
    Seated | HandDealt | CardsPlayed | GuestSaid | GameLogged | OtherLost | OtherBack | OtherLeft
    | PublicView
)  # fmt: skip


class AtTable(NamedTuple):
    """A message at the table where the guest sits, or looks on."""

    line: int
    message: TableNews


ServerNews = (
    LobbySeen | InvitationNews | WishRefused | KeptTables | AwaitedAtTable | MissedResult
    | VisitEnds | IdleWarning | AtTable
)  # fmt: skip


# How they look: an array of the name and the fields, where there are several to choose from.


def encode_news(message: ServerNews) -> bytes:
    value = _tagged(message)
    if isinstance(message, AtTable):
        value[-1] = _tagged(message.message)
    return json.dumps(value, default=_as_json).encode() + b"\n"


def _tagged(message: ServerNews | TableNews) -> list[object]:
    return [type(message).__name__, *message]


def _as_json(value: Any) -> object:
    return value.isoformat() if isinstance(value, datetime) else as_json(value)


def decode_news(line: bytes) -> ServerNews:
    """The message of a line.  Raises Malformed."""
    try:
        message: ServerNews = _read(json.loads(line), ServerNews)
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Malformed(f"not a message of the server: {error}") from None
    return message


_TAGGED: Final[Mapping[Any, Mapping[str, type[Any]]]] = {
    union: {kind.__name__: kind for kind in get_args(union)} for union in (ServerNews, TableNews)
}


@cache
def _fields(kind: type[Any]) -> tuple[Any, ...]:
    return tuple(get_type_hints(kind).values())


def _read(value: Any, kind: Any) -> Any:
    """A JSON value as one of a type.  Raises ValueError, TypeError, LookupError."""
    if kind in _TAGGED:
        name, *fields = value
        return _read(fields, _TAGGED[kind][name])
    if kind == Message:
        return of_json(value)
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin in (Union, UnionType):
            return None if value is None else _read(value, arguments[0])
        case origin if origin is Literal:
            if value in arguments:
                return value
        case origin if origin is tuple and isinstance(value, list):
            kinds = arguments[:1] * len(value) if arguments[-1] is ... else arguments
            return tuple(map(_read_pair, zip(value, kinds, strict=True)))
        case _ if kind is datetime:
            return datetime.fromisoformat(value)
        case _ if kind is float and type(value) is int:
            return float(value)
        case _ if hasattr(kind, "_fields") and isinstance(value, list):
            return kind(*map(_read_pair, zip(value, _fields(kind), strict=True)))
        case _ if type(value) is kind:
            return value
    raise ValueError(f"{str(value)[:100]!r} is not {kind}")


def _read_pair(pair: tuple[Any, Any]) -> Any:
    return _read(*pair)
