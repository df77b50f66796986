"""Checks of the values in files that people write."""

import math
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message, grouped
from durak_tui.common.text import excerpt, is_one_line

# Some thirty years: in milliseconds any engine can read it, and the system's clocks can count it.
LONGEST_SECONDS: Final = 1e9
LONGEST_LINE: Final = 10_000
"""Characters of a command or of anything else that is one line.

A log repeats it up to eight times in a game, each character with up to twelve bytes, which must
stay within ``records/bounds.py`` and the size of a game.
"""
MOST_COUNTED: Final = 2**53  # A file that says more is damaged.
LONGEST_NAME: Final = 200  # Of an engine.
LONGEST_PERSON: Final = 40  # Characters of a person's name, wherever it comes from.
_REASON: Final = 200

Check = Callable[[Any], Any]  # Returns the value as it is used; raises WrongValue.


class WrongValue(UserError, ValueError):
    """A value that is not allowed."""


class Most(NamedTuple):
    """The most of something, and the sentence that refuses more."""

    number: int
    text: str = N_("{n} is above {most}")  # Marked for translation.

    def check(self, number: int) -> int:
        """The number itself.  Raises WrongValue if it is larger."""
        if number > self.number:
            digits = len(str(self.number))
            n = grouped(number) if number < 10**30 else shown(number)
            raise WrongValue(self.text, most=grouped(self.number), n=n, digits=digits)
        return number


def shown(value: object) -> str:
    """A value as the file has it, cut if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return excerpt(f'"{value}"' if isinstance(value, str) else str(value))
    except (ValueError, RecursionError):  # a number of thousands of digits, or as many lists
        return "..."


def reason_of(error: object) -> str:
    """An error in words, on one line and cut if long."""
    return excerpt(error, _REASON)


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


def entered_number(text: str) -> float:
    """A number as people enter it, with a point or a comma."""
    return float(text.replace(",", "."))


def seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= LONGEST_SECONDS or math.isnan(value):
        text = N_("must be a number of seconds above 0 and at most {high}, not {value}")
        raise WrongValue(text, high=int(LONGEST_SECONDS), value=shown(value))
    return float(value)


def line(value: Any, most: int = LONGEST_LINE) -> str:
    """A text on one line, perhaps an empty one."""
    if not isinstance(value, str) or not is_one_line(value) or value != value.strip():
        text = N_("must be one line of text in quotes, without spaces around it, not {value}")
        raise WrongValue(text, value=shown(value))
    return short(value, most)


def short(value: str, most: int) -> str:
    """A text of at most ``most`` characters."""
    if len(value) > most:
        raise WrongValue(N_("at most {most} characters, not {n}"), most=most, n=len(value))
    return value


def engine_name(value: Any) -> str:
    """The name of an engine."""
    return short(words(value), LONGEST_NAME)


def person_name(value: Any) -> str:
    """The name of a person, perhaps an empty one."""
    return line(value, LONGEST_PERSON)


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
