"""Wishes of a guest's program to the server, as lines of JSON.

The server does not trust that program: what is read here has the right form and is bounded, nothing
more.  At a table it says what two programs without a server say, as ``net/talk_messages.py`` has
it. What the server sends to the program, which trusts it, is in ``news.py``.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from durak_tui.common import fields
from durak_tui.net.line_events import clean_name
from durak_tui.net.talk_messages import LINE_CAP, MOST, Message, as_json, of_json


class LookAround(NamedTuple):
    """See who waits, and be shown under this name."""

    name: str


class Wait(NamedTuple):
    """Be seen and called."""


class Hide(NamedTuple):
    """Be seen and called no more, and see nobody."""


class Invite(NamedTuple):
    """Ask a guest for a game."""

    line: int  # Above 0, as the program counts its lines; below 0 the server does.
    whom: int


class Join(NamedTuple):
    """Play with the guest who asks."""

    line: int


class HangUp(NamedTuple):
    """Withdraw or decline an invitation, or leave a table."""

    line: int


class WatchTable(NamedTuple):
    """Look on at a table."""

    line: int
    table: int


class Resume(NamedTuple):
    """Go on with a game that one has left."""

    line: int
    table: int


class Noted(NamedTuple):
    """Have a result in the log, which the server need not keep."""

    number: int


class Say(NamedTuple):
    """Say something at a table."""

    line: int
    what: Message


Wish = LookAround | Wait | Hide | Invite | Join | HangUp | WatchTable | Resume | Noted | Say

_KIND: Final = "is"


def encode_wish(wish: Wish) -> bytes:
    value = wish._asdict()
    if isinstance(wish, Say):
        value = {"line": wish.line, **as_json(wish.what)}
    else:
        value[_KIND] = _NAMES[type(wish)]
    return json.dumps(value).encode() + b"\n"


def decode_wish(line: bytes) -> Wish:
    """The wish of a line.  Raises Malformed."""
    if len(line) > LINE_CAP:
        raise fields.Malformed("too long")
    value = fields.parse_object(line)
    name = value.get(_KIND)
    read = _READERS.get(name) if isinstance(name, str) else None
    return read(value) if read else Say(_number(value, "line"), of_json(value))


def _number(value: Mapping[str, Any], key: str) -> int:
    return fields.get(value, key, fields.whole(-MOST, MOST))


def _line(value: Mapping[str, Any]) -> int:
    return _number(value, "line")


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Wish]]] = {
    "look": lambda value: LookAround(clean_name(value.get("name"))),
    "wait": lambda _value: Wait(),
    "hide": lambda _value: Hide(),
    "invite": lambda value: Invite(_line(value), _number(value, "whom")),
    "join": lambda value: Join(_line(value)),
    "hang up": lambda value: HangUp(_line(value)),
    "watch": lambda value: WatchTable(_line(value), _number(value, "table")),
    "resume": lambda value: Resume(_line(value), _number(value, "table")),
    "noted": lambda value: Noted(_number(value, "number")),
}
_NAMES: Final = {
    LookAround: "look", Wait: "wait", Hide: "hide", Invite: "invite", Join: "join",
    HangUp: "hang up", WatchTable: "watch", Resume: "resume", Noted: "noted",
}  # fmt: skip
