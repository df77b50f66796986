"""The messages by which two sides deal, as JSON objects.

Whole numbers of the group have hexadecimal digits, always the same number of them, and so have
bytes.  Nothing else is read: what a message may be has one form only.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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

    Raises ValueError, and nothing else, for anything that :func:`encode` does not make.
    """
    if type(message) is not dict:
        raise ValueError("no JSON object")
    match message:
        case {"deal": "commit", "secret": secret, "coin": coin, **rest}:
            part: Part = Commit(_bytes(secret), _bytes(coin))
        case {"deal": "cards", "pass": number, "values": list(values), **rest}:
            if not values or len(values) > PORTION:
                raise ValueError("too few or too many locked cards")
            part = Cards(_below(number, PASSES), tuple(_value(v, group) for v in values))
        case {"deal": "keys", "keys": dict(keys), **rest}:
            part = Keys(_keys(keys, group, size))
        case {"deal": "without", "trumps": trumps, **rest}:
            part = Without(_below(trumps, size))
        case {"deal": "coin", "coin": coin, **rest}:
            part = Coin(_bytes(coin))
        case {"deal": "secret", "secret": secret, **rest}:
            part = Revealed(_bytes(secret))
        case _:
            raise ValueError("no message of a deal")
    if rest:
        raise ValueError("more than belongs to the message")
    return part


def _hex(number: int, group: Group) -> str:
    return f"{number:0{group.digits}x}"


def _keys(keys: Mapping[object, object], group: Group, size: int) -> tuple[tuple[int, int], ...]:
    if not keys or len(keys) > MOST_KEYS:
        raise ValueError("too few or too many keys")
    found = []
    for place, text in keys.items():
        if type(place) is not str or not re.fullmatch(r"0|[1-9][0-9]?", place, re.ASCII):
            raise ValueError("no place")
        key = _value(text, group)
        if not 0 < key < group.order:
            raise ValueError("no key")
        found.append((_below(int(place), size), key))
    return tuple(found)


def _below(number: object, end: int) -> int:
    if type(number) is not int or not 0 <= number < end:
        raise ValueError("no number, or one too large")
    return number


def _value(text: object, group: Group) -> int:
    return int(_digits(text, group.digits), 16)


def _bytes(text: object) -> bytes:
    return bytes.fromhex(_digits(text, 2 * LENGTH))


def _digits(text: object, count: int) -> str:
    if type(text) is not str or len(text) != count or not re.fullmatch("[0-9a-f]+", text):
        raise ValueError("not so many hexadecimal digits")
    return text
