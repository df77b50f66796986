"""Charts of bars in characters, for every face."""

from collections.abc import Sequence
from typing import Final

_LEVELS: Final = " ▁▂▃▄▅▆▇█"
_SIDE, _CORNER, _AXIS, _DOUBLE = "│", "└", "─", "═"
_ASCII: Final = str.maketrans({"│": "|", "└": "+", "─": "-", "═": "="})
_ASCII_LEVELS: Final = " .#"
CHARACTERS: Final = (_LEVELS + _SIDE + _CORNER + _AXIS + _DOUBLE).strip()
"""All that a chart is made of where there is more than ASCII."""


def bars(
    heights: Sequence[float],
    labels: tuple[str, str, str],
    height: int,
    *,
    double: Sequence[bool] = (),
    ascii_only: bool = False,
) -> list[str]:
    """Bars of heights from 0 to 1, above an axis.

    ``labels`` stand at the top, in the middle and at the axis, which is drawn double below those
    columns that ``double`` says.
    """
    levels = _ASCII_LEVELS if ascii_only else _LEVELS
    top, margin = len(levels) - 1, margin_of(labels)
    lines = []
    for row in range(height):
        label = labels[0] if row == 0 else labels[1] if 2 * row == height else ""
        below = (height - 1 - row) * top
        cells = (levels[min(top, max(0, round(one * height * top) - below))] for one in heights)
        lines.append(f"{label:>{margin - 2}} {_SIDE}{''.join(cells)}".rstrip())
    doubled = [*double, *[False] * (len(heights) - len(double))]
    axis = "".join(_DOUBLE if each else _AXIS for each in doubled)
    lines.append(f"{labels[2]:>{margin - 2}} {_CORNER}{axis}")
    return [line.translate(_ASCII) for line in lines] if ascii_only else lines


def margin_of(labels: Sequence[str]) -> int:
    """Columns left of the first bar."""
    return max(map(len, labels)) + 2
