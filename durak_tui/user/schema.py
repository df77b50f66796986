"""What the single values of the settings may be."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from durak_tui.common.i18n import LANGUAGES, N_, Message
from durak_tui.common.text import one_line

LONGEST: Final = 1e9
"""Seconds.  Nobody waits longer, and the system's clocks can still count it."""
_EXCERPT: Final = 40

Check = Callable[[Any], Any]
"""Returns the value as it is used; raises :class:`Wrong`."""


class Wrong(Exception):
    """A value is not what it must be."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.what = Message(text, values)
        """What would be right, and what is there."""


def shown(value: object) -> str:
    """A value as it looks in the file, cut if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f'"{one_line(value)}"' if isinstance(value, str) else one_line(str(value))
    except ValueError:  # a number of thousands of digits
        return "..."
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "..."


def _true_or_false(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong(N_("must be true or false, not {value}"), value=shown(value))
    return value


def _one_of(*choices: str | int) -> Check:
    def check(value: Any) -> Any:
        # 36.0 and true are equal to what they are not.
        if type(value) is not type(choices[0]) or value not in choices:
            raise Wrong(
                N_("must be one of {choices}, not {value}"),
                choices=", ".join(map(shown, choices)),
                value=shown(value),
            )
        return value

    return check


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Wrong(
                N_("must be a whole number from {low} to {high}, not {value}"),
                low=low,
                high=high,
                value=shown(value),
            )
        return value

    return check


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= LONGEST or math.isnan(value):
        raise Wrong(
            N_("must be a number of seconds above 0 and at most {high}, not {value}"),
            high=int(LONGEST),
            value=shown(value),
        )
    return float(value)


def _line(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable() or value != value.strip():
        raise Wrong(
            N_("must be a text on one line in quotes, without blanks around it, not {value}"),
            value=shown(value),
        )
    return value


def _words(value: Any) -> str:
    if not _line(value):
        raise Wrong(N_("must not be empty"))
    return _line(value)


def check_keys(value: Any) -> str:
    """Keys for an action."""
    if not isinstance(value, str) or not value.isprintable():
        raise Wrong(
            N_('must be names of keys separated by commas, such as "t,space", not {value}'),
            value=shown(value),
        )
    return value


CHECKS: Final[Mapping[str, Check]] = {
    "default_engine": _words,
    "player": _line,
    "language": _one_of("", *LANGUAGES),
    "theme": _line,
    "cards": _one_of("auto", "unicode", "ascii"),
    "deck": _one_of(36, 52),
    "winner_first": _true_or_false,
    "take_back": _true_or_false,
    "think_seconds": _seconds,
    "hint_engine": _words,
    "hint_seconds": _seconds,
    "pause_ms": _whole(0, 60_000),
    "replay_ms": _whole(10, 60_000),
    "watch_ms": _whole(10, 60_000),
    "mouse": _true_or_false,
}
"""For each setting that is a single value."""

ENGINE_CHECKS: Final[Mapping[str, Check]] = {
    "name": _words,
    "command": _words,
    "move_time": _seconds,
    "game_time": _seconds,
}
"""For each value of an engine."""


def unknown_key(key: str, known: Iterable[str]) -> Message:
    """That there is no such key, and which may be meant."""
    from difflib import get_close_matches  # only for those who err

    known = list(known)
    close = get_close_matches(key, known, 1)
    if close:
        return Message(N_("unknown key, did you mean {close}?"), {"close": close[0]})
    return Message(N_("unknown key, known are {known}"), {"known": ", ".join(known)})
