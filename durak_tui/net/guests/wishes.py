"""Wishes of a guest's program to the server, as lines of JSON.

The server does not trust that program: what is read here has the right form and is bounded, nothing
more.  At a table it says what two programs without a server say, as ``net/talk_messages.py`` has
it. What the server sends to the program, which trusts it, is in ``news.py``.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from durak_tui.common import fields
from durak_tui.net.line_events import clean_name
from durak_tui.net.talk_messages import (
    LINE_CAP,
    MOST,
    USUAL_RULES,
    HouseRules,
    Message,
    as_json,
    of_json,
    rules_json,
    rules_of_json,
)


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
    rules: HouseRules = USUAL_RULES  # To be proposed.


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
_KINDS: Final[Mapping[str, type[Any]]] = {
    "look": LookAround, "wait": Wait, "hide": Hide, "invite": Invite, "join": Join,
    "hang up": HangUp, "watch": WatchTable, "resume": Resume, "noted": Noted,
}  # fmt: skip
"""All but Say, which is called what it says at the table."""
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_NUMBER: Final = fields.whole(-MOST, MOST)


def encode_wish(wish: Wish) -> bytes:
    if isinstance(wish, Say):
        value = {"line": wish.line, **as_json(wish.what)}
    else:
        value = {**wish._asdict(), _KIND: _NAMES[type(wish)]}
        if isinstance(wish, Invite):
            value |= rules_json(value.pop("rules"))
    return json.dumps(value).encode() + b"\n"


def decode_wish(line: bytes) -> Wish:
    """The wish of a line.  Raises Malformed."""
    if len(line) > LINE_CAP:
        raise fields.Malformed("too long")
    value = fields.parse_object(line)
    name = value.get(_KIND)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        return Say(fields.get(value, "line", _NUMBER), of_json(value))
    if kind is LookAround:
        return LookAround(clean_name(value.get("name")))
    if kind is Invite:
        number, whom = (fields.get(value, key, _NUMBER) for key in ("line", "whom"))
        return Invite(number, whom, rules_of_json(value))
    wish: Wish = kind(*(fields.get(value, key, _NUMBER) for key in kind._fields))
    return wish
