"""Attack limits: a house rule, off by default (H-001).

What the attacker leads, throws in and gives to a taker are attacks; the defender's cards are none.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

UNLIMITED: Final = 52  # More attacks than any bout has.


class Caps(NamedTuple):
    """The most attacks in each bout, and in the first one."""

    each: int = UNLIMITED
    first: int = UNLIMITED


NO_CAPS: Final = Caps()

ATTACK_LIMITS: Final[Mapping[str, Caps]] = {
    "none": NO_CAPS,
    "6": Caps(6, 6),
    "6,5": Caps(6, 5),
}
"""The attack limits that can be agreed on, by the names that users give them."""


def attacks_on(table: int) -> int:
    """The number of attacks among ``table`` cards on the table."""
    return (table + 1) // 2


def caps_name(caps: Caps) -> str:
    """The name of an attack limit, such as ``6,5``, offered or not."""
    for name, known in ATTACK_LIMITS.items():
        if known == caps:
            return name
    return f"{caps.each},{caps.first}"


def caps_json(caps: Caps) -> list[int] | None:
    """Both numbers of an attack limit as JSON; None without one."""
    return None if caps == NO_CAPS else list(caps)


def caps_of(value: Any) -> Caps:
    """The attack limit of a JSON value.  Raises ValueError."""
    if value is None:
        return NO_CAPS
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("not two numbers")
    each, first = value
    for number in value:
        # Not isinstance: true and false are no whole numbers here.
        if type(number) is not int or not 0 < number <= UNLIMITED:
            raise ValueError(f"not two numbers from 1 to {UNLIMITED}")
    return Caps(each, first)
