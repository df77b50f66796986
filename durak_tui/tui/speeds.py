"""How fast cards are shown, where they come by themselves."""

from typing import Final

SPEEDS: Final = (50, 100, 150, 250, 400, 600, 900, 1400, 2000, 3000, 5000)
"""Milliseconds a card that can be chosen by keys; the settings take any."""


def faster(ms: int) -> int:
    """The next shorter time, if there is one."""
    return max((speed for speed in SPEEDS if speed < ms), default=ms)


def slower(ms: int) -> int:
    """The next longer time, if there is one."""
    return min((speed for speed in SPEEDS if speed > ms), default=ms)
