"""The messages by which two sides deal, as JSON objects.

Whole numbers of the group have hexadecimal digits, always the same number of them, and so have
bytes.  Nothing else is read: what a message may be has one form only.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from durak_tui.common import fields
from durak_tui.net.locks import Group
from durak_tui.net.secret import LENGTH, PASSES

PORTION: Final = 6
"""Locked cards of one message, so that one side can work on some while the other locks more."""
MOST_KEYS: Final = 7  # Of one message: a hand and the trump.
KIND: Final = "deal"  # The key that every message has.

DealMessage = dict[str, Any]


class Commit(NamedTuple):
    """The promises of a side: hashes of its secret and its coin."""

    secret: bytes
    coin: bytes


class Cards(NamedTuple):
    """Some of the locked cards of one pass, counted from 0."""

    number: int
    values: tuple[int, ...]


class Keys(NamedTuple):
    """A side's keys to places of the deck, counted from 0."""

    of: tuple[tuple[int, int], ...]


class Without(NamedTuple):
    """A side's denial of the lowest ``trumps`` trumps."""

    trumps: int


class Coin(NamedTuple):
    """A side's half of the lot."""

    coin: bytes


class Revealed(NamedTuple):
    """A side's secret, after the game."""

    secret: bytes


Part = Commit | Cards | Keys | Without | Coin | Revealed


def encode(part: Part, group: Group) -> DealMessage:
    """A part of a deal as the other side reads it."""
    match part:
        case Commit(secret, coin):
            return {KIND: "commit", "secret": secret.hex(), "coin": coin.hex()}
        case Cards(number, values):
            return {KIND: "cards", "pass": number, "values": [_hex(v, group) for v in values]}
        case Keys(of):
            return {KIND: "keys", "keys": {str(place): _hex(key, group) for place, key in of}}
        case Without(trumps):
            return {KIND: "without", "trumps": trumps}
        case Coin(coin):
            return {KIND: "coin", "coin": coin.hex()}
        case Revealed(secret):
            return {KIND: "secret", "secret": secret.hex()}


def decode(message: object, group: Group, size: int) -> Part:
    """The part of a message in a deal of ``size`` cards.

    Raises Malformed, and nothing else, for anything that :func:`encode` does not make.
    """
    number = fields.hexadecimal(group.digits)
    values = fields.json_object(message)
    match values:
        case {"deal": "commit", "secret": _, "coin": _, **rest}:
            part: Part = Commit(
                fields.get(values, "secret", _SECRET), fields.get(values, "coin", _SECRET)
            )
        case {"deal": "cards", "pass": _, "values": _, **rest}:
            locked = fields.get(values, "values", fields.list_of(number, 1, PORTION))
            of_pass = fields.get(values, "pass", fields.whole(0, PASSES - 1))
            part = Cards(of_pass, tuple(int(one, 16) for one in locked))
        case {"deal": "keys", "keys": dict(keys), **rest}:
            if not keys or len(keys) > MOST_KEYS:
                raise fields.Malformed("too few or too many keys")
            part = Keys(tuple((_place(place, size), _key(keys, place, group)) for place in keys))
        case {"deal": "without", "trumps": _, **rest}:
            part = Without(fields.get(values, "trumps", fields.whole(0, size - 1)))
        case {"deal": "coin", "coin": _, **rest}:
            part = Coin(fields.get(values, "coin", _SECRET))
        case {"deal": "secret", "secret": _, **rest}:
            part = Revealed(fields.get(values, "secret", _SECRET))
        case _:
            raise fields.Malformed("no message of a deal")
    if rest:
        raise fields.Malformed("more than belongs to the message")
    return part


def _hex(number: int, group: Group) -> str:
    return f"{number:0{group.digits}x}"


def _place(text: str, size: int) -> int:
    if text not in map(str, range(size)):
        raise fields.Malformed("no place")
    return int(text)


def _key(keys: Mapping[str, Any], place: str, group: Group) -> int:
    key = int(fields.get(keys, place, fields.hexadecimal(group.digits)), 16)
    if not 0 < key < group.order:
        raise fields.Malformed("no key")
    return key


_SECRET: Final = fields.octets(LENGTH)
