"""The Elo of several players as points on one scale."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from durak_tui.statistics.elo import Estimate
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.page import Line

FEWEST: Final = 20  # Columns of a scale on which ranges can be told apart.
_FAR: Final = 800.0  # Elo beyond which no range is drawn.


def range_lines(players: Sequence[tuple[str, Estimate]], width: int, glyphs: Glyphs) -> list[Line]:
    """The range of each player, and the scale below.

    A bound has no point, for it is no value, and one that tells nothing has no line.  Nothing if
    there is no room.
    """
    players = [(name, one) for name, one in players if not one.is_vague]
    begin = max((cell_len(name) for name, _one in players), default=0) + 2
    columns = width - begin
    if not players or columns < FEWEST:
        return []
    spans = [_span(one) for _name, one in players]
    low, high = min(0.0, *(span[0] for span in spans)), max(0.0, *(span[1] for span in spans))

    def place(value: float) -> int:
        return round((columns - 1) * (value - low) / ((high - low) or 1.0))

    lines: list[Line] = []
    for (name, one), (least, most) in zip(players, spans, strict=True):
        first, last = place(least), place(most)
        title = name + " " * (begin - cell_len(name) + first)
        if one.error is None:
            lines.append([(title, "strong"), (glyphs.empty * (last - first + 1), "band")])
            continue
        point = min(last, max(first, place(one.value)))
        lines.append([
            (title, "strong"), (glyphs.empty * (point - first), "band"),
            (glyphs.filled, "accent"), (glyphs.empty * (last - point), "band"),
        ])  # fmt: skip
    scale = ""
    for value in sorted({low, 0.0, high}):
        label = f"{value:+z.0f}" if value else "0"
        x = min(place(value) - len(label) // 2, columns - len(label))
        if not scale or x > len(scale):
            scale += " " * (x - len(scale)) + label
    return [*lines, [(" " * begin + scale, "dim")]]


def _span(one: Estimate) -> tuple[float, float]:
    """The ends of the range, that of the scale behind a bound."""
    error = one.error or 0.0
    low = -_FAR if one.bound == "<" else one.value - error
    high = _FAR if one.bound == ">" else one.value + error
    # Both at both ends: a whole range may lie beyond.
    return max(-_FAR, min(_FAR, low)), max(-_FAR, min(_FAR, high))
