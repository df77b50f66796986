"""Checks of the values in files that people write."""

import math
from collections.abc import Callable, Iterable
from typing import Any, Final

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import one_line

# Some thirty years: in milliseconds any engine can read it, and the system's clocks can count it.
LONGEST_SECONDS: Final = 1e9
_EXCERPT: Final = 40

Check = Callable[[Any], Any]  # Returns the value as it is used; raises WrongValue.


class WrongValue(UserError, ValueError):
    """A value that is not allowed."""


def shown(value: object) -> str:
    """A value as the file has it, cut if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f'"{one_line(value)}"' if isinstance(value, str) else one_line(str(value))
    except ValueError:  # a number of thousands of digits
        return "..."
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "..."


def true_or_false(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongValue(N_("must be true or false, not {value}"), value=shown(value))
    return value


def one_of(*choices: str | int) -> Check:
    def check(value: Any) -> Any:
        # 36.0 and true are equal to what they are not.
        if type(value) is not type(choices[0]) or value not in choices:
            known = ", ".join(map(shown, choices))
            text = N_("must be one of {choices}, not {value}")
            raise WrongValue(text, choices=known, value=shown(value))
        return value

    return check


def whole(low: int, high: int) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            text = N_("must be a whole number from {low} to {high}, not {value}")
            raise WrongValue(text, low=low, high=high, value=shown(value))
        return value

    return check


def decimal(text: str) -> float:
    """A number as people enter it, with a point or a comma."""
    return float(text.replace(",", "."))


def seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= LONGEST_SECONDS or math.isnan(value):
        text = N_("must be a number of seconds above 0 and at most {high}, not {value}")
        raise WrongValue(text, high=int(LONGEST_SECONDS), value=shown(value))
    return float(value)


def line(value: Any) -> str:
    """A text on one line, perhaps an empty one."""
    if not isinstance(value, str) or not value.isprintable() or value != value.strip():
        text = N_("must be one line of text in quotes, without spaces around it, not {value}")
        raise WrongValue(text, value=shown(value))
    return value


def words(value: Any) -> str:
    """A text on one line that is not empty."""
    text = line(value)
    if not text:
        raise WrongValue(N_("must not be empty"))
    return text


def unknown_key(key: str, known: Iterable[str]) -> Message:
    """A message about a key that is unknown, with a likely one."""
    known = list(known)
    if close := similar(key, known):
        return Message(N_("unknown key; did you mean {close}?"), {"close": close})
    return Message(N_("unknown key; known keys: {known}"), {"known": ", ".join(known)})


def similar(name: str, known: Iterable[str]) -> str:
    """The known name that may have been meant, if any."""
    from difflib import get_close_matches  # only for those who err

    return next(iter(get_close_matches(name, list(known), 1)), "")
