"""The 240 fixed colours of a terminal that counts 256.

Colours 0 to 15 are the terminal's own, and differ from one to the other; those from 16 on, a cube
of six steps for red, green and blue and a row of 24 greys, are the same in all (xterm's
256colres.h).  rich converts to the nearest by red, green and blue, which makes a dark green of the
screens a signal green, and all other dark colours black; here the nearest is sought where
distances are those that people see.

Look at how ``Strip.apply_filter`` calls a filter when Textual (8.2.8) moves.
"""

from functools import cache, lru_cache
from math import hypot
from typing import Final

from rich.color import Color as RichColor
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_STEPS: Final = (0, 95, 135, 175, 215, 255)
"""The brightness of red, green and blue in the cube."""
_FIRST_GREY: Final = 232
_CHROMA: Final = 4.0
"""By how much more a distance counts by which a colour becomes stronger than it was.

A grey that should be a little green is seen as less wrong than a green that should be grey.
"""


def indexed(number: int) -> Color:
    """The colour of a number from 16 to 255."""
    if number >= _FIRST_GREY:
        grey = 8 + 10 * (number - _FIRST_GREY)
        return Color(grey, grey, grey)
    cube = number - 16
    return Color(_STEPS[cube // 36], _STEPS[cube // 6 % 6], _STEPS[cube % 6])


_NUMBERS: Final = {indexed(number).rgb: number for number in range(255, 15, -1)}


def number_of(rgb: tuple[int, int, int]) -> int | None:
    """The number of a colour, if it is a fixed one."""
    return _NUMBERS.get(rgb)


def linear(color: Color) -> tuple[float, float, float]:
    """The light of red, green and blue, from 0 to 1 (sRGB)."""
    parts = color.normalized
    r, g, b = (n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4 for n in parts)
    return r, g, b


def _oklab(color: Color) -> tuple[float, float, float]:
    """Lightness and two axes of colour (https://bottosson.github.io/posts/oklab/)."""
    r, g, b = linear(color)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


@cache
def _all() -> dict[int, tuple[float, float, float]]:
    """The fixed colours so, by their numbers."""
    return {number: _oklab(indexed(number)) for number in _NUMBERS.values()}


@lru_cache(1024)
def nearest(color: Color) -> Color:
    """The fixed colour that is seen as most like another one."""
    lightness, a, b = _oklab(color)
    chroma, every = hypot(a, b), _all()

    def distance(number: int) -> float:
        its, its_a, its_b = every[number]
        stronger = max(0.0, hypot(its_a, its_b) - chroma)
        across = hypot(its - lightness, its_a - a, its_b - b)
        return across**2 + _CHROMA * stronger**2

    return indexed(min(every, key=distance))


def _converted(color: RichColor | None) -> RichColor | None:
    if color is None or color.triplet is None:
        return color
    return RichColor.from_triplet(ColorTriplet(*nearest(Color(*color.triplet)).rgb))


@lru_cache(4096)
def _style_of(style: Style) -> Style:
    return style + Style(color=_converted(style.color), bgcolor=_converted(style.bgcolor))


class FixedColours(LineFilter):
    """A filter by which every colour becomes one of the fixed ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, style and _style_of(style), control) for text, style, control in segments
        ]
