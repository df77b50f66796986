"""Bounds on the data that a log carries beside a game.

Logs are shared, so they are input from strangers.  All readers keep within these
bounds: what is over them is left out, and the game stays usable.
"""

from typing import Any, Final

from durak_tui.common.i18n import N_

DEPTH: Final = 8  # Lists and objects within each other; the format itself has three.
MEMBERS: Final = 1000  # Of one list or object.
TEXT: Final = 20_000  # Characters of one text, a key among them.
NUMBER: Final = 10**300  # A whole number is smaller, its sign aside.

TOO_LARGE: Final = N_("too large to show")
"""The text in place of a value that is over the bounds."""


def bounded(value: Any) -> Any:
    """A JSON value, or :data:`TOO_LARGE` for one that is."""
    level, depth = [value], DEPTH
    while level:
        inner: list[Any] = []
        for each in level:
            kind = type(each)
            if kind is str:
                if len(each) > TEXT:
                    return TOO_LARGE
            elif kind is list or kind is dict:
                if not depth or len(each) > MEMBERS:
                    return TOO_LARGE
                inner += each
                if kind is dict:
                    inner += each.values()
            elif kind is int and not -NUMBER < each < NUMBER:
                return TOO_LARGE
        level = inner
        depth -= 1
    return value


def bounded_parts(value: dict[str, Any]) -> Any:
    """A JSON object, with :data:`TOO_LARGE` for each value that is.

    Keys that are too long are left out.
    """
    if bounded(value) is value:
        return value
    if len(value) > MEMBERS:
        return TOO_LARGE
    return {key: bounded(each) for key, each in value.items() if len(key) <= TEXT}
