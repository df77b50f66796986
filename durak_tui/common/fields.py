"""Fields of JSON that programs have written, each read within bounds.

A reader takes a value and returns it as it is used; it raises Malformed with the rest of a sentence
whose subject is the field.  A field that is missing is read as null.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from durak_tui.common.values import shown

T = TypeVar("T")
Read = Callable[[Any], T]

_DEPTH: Final = 100  # Of JSON; nothing that the program keeps needs ten.


class Malformed(ValueError):
    """Data of a wrong form; the text names the field."""


def parse_object(data: bytes | str) -> dict[str, Any]:
    """The JSON object in some text.  Raises Malformed, and nothing else."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None
    if not isinstance(value, dict):
        raise Malformed("not a JSON object")
    return value


def get(values: Mapping[str, Any], key: str, read: Read[T]) -> T:
    """One field of an object.  Raises Malformed, which names it."""
    try:
        return read(values.get(key))
    except Malformed as error:
        raise Malformed(f"{key} {error}") from None
    except ValueError as error:  # of a reader that is not of this module
        raise Malformed(f"{key}: {error}") from None


def whole(low: int, high: int) -> Read[int]:
    """Read a whole number within both bounds."""

    def read(value: Any) -> int:
        # Not isinstance: true and false are no numbers here.
        if type(value) is not int or not low <= value <= high:
            raise Malformed(f"is not a whole number from {low} to {high}")
        return value

    return read


def text(most: int | None = None) -> Read[str]:
    """Read a text, of at most ``most`` characters."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise Malformed("is not a text")
        if most is not None and len(value) > most:
            raise Malformed(f"has {len(value)} characters, more than {most}")
        return value

    return read


def hexadecimal(digits: int) -> Read[str]:
    """Read exactly ``digits`` lower-case hexadecimal digits."""

    def read(value: Any) -> str:
        if type(value) is not str or len(value) != digits or set(value) - _DIGITS:
            raise Malformed(f"is not {digits} hexadecimal digits")
        return value

    return read


def octets(length: int) -> Read[bytes]:
    """Read ``length`` bytes, written as hexadecimal digits."""
    digits = hexadecimal(2 * length)
    return lambda value: bytes.fromhex(digits(value))


def number(low: float, high: float) -> Read[float]:
    """Read a number within both bounds."""

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise Malformed(f"is not a number from {low} to {high}")
        return float(value)

    return read


def one_of(*choices: T) -> Read[T]:
    """Read one of these values; 1.0 is 1, true is not."""

    def read(value: Any) -> T:
        for choice in choices:
            if value == choice and isinstance(value, bool) is isinstance(choice, bool):
                return choice
        raise Malformed(f"is {shown(value)}, which is out of place")

    return read


def list_of(read: Read[T], least: int = 0, most: int | None = None) -> Read[tuple[T, ...]]:
    """Read a list, bounded in length, each value by one reader."""

    def read_all(value: Any) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise Malformed("is not a list")
        if len(value) < least or (most is not None and len(value) > most):
            raise Malformed(f"is a list of {len(value)}")
        try:
            return tuple(map(read, value))
        except Malformed as error:
            raise Malformed(f"has a value that {error}") from None

    return read_all


def optional(read: Read[T]) -> Read[T | None]:
    """Read null, or a value by another reader."""
    return lambda value: None if value is None else read(value)


def json_object(value: Any) -> dict[str, Any]:
    """Read an object, whose fields are not looked at."""
    if not isinstance(value, dict):
        raise Malformed("is not a JSON object")
    return value


def local_time(value: Any) -> datetime:
    """Read a moment by ISO 8601, without a time zone."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError, OverflowError):
        raise Malformed("is not a time") from None
    if moment.tzinfo is not None:
        raise Malformed("is not a local time")
    return moment


def is_deep(value: Any) -> bool:
    """Say if a value is nested too deeply to be written again."""
    level = [value]
    for _ in range(_DEPTH):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
        level = inner
    return bool(level)


_DIGITS: Final = frozenset("0123456789abcdef")
