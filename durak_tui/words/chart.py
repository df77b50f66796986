"""Charts in characters, for every face.

A :class:`Curve` is the data, :func:`drawn` makes rows of cells of it; a face only has to give each
part its look, or leave looks out (:func:`lines`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import ceil, floor, inf
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from durak_tui.common.text import cells, fit

ChartPart = Literal["axis", "line", "band", "within", "shares", "first", "second", "worst"]
"""The parts of a chart.

They are its axis with all numbers, the line, the band about it, the line within that, the shares of
two sides, the signs of the first and of the second side, and the worst of these.
"""
ChartRow = Sequence[tuple[str, ChartPart]]
"""Texts from left to right."""

_LEVELS: Final = " ▁▂▃▄▅▆▇█"
_ASCII_LEVELS: Final = " .#"
_HALVES: Final = " ▄▀█"  # By 1 for the lower half and 2 for the upper one.
_ROUNDING: Final = 1e-9  # What a value may lack to be at its label.
_BAND: Final = "░"
_STACK, _ASCII_STACK = "█░▓", "#=-"
_SIDE, _TICK, _CORNER, _AXIS, _DOUBLE = "│", "┤", "└", "─", "═"
SIDES: Final[tuple[ChartPart, ChartPart]] = "first", "second"
_SIGNS: Final = "▲", "▼"  # Of both sides, and of a line above or below the axis.
_ASCII: Final = str.maketrans("▄▀█░│┤└─═▲▼", "***:|++-=^v")
CHARACTERS: Final = (
    _LEVELS + _HALVES + _STACK + _SIDE + _TICK + _CORNER + _AXIS + _DOUBLE
).replace(" ", "") + "".join(_SIGNS)
"""All that a chart is made of where there is more than ASCII."""


class Track(NamedTuple):
    """A row of texts below the axis."""

    title: str  # Stands in the margin.
    texts: Mapping[int, str]  # By the places of their values in the curve.
    part: ChartPart = "axis"
    worst: int | None = None  # The place of the text that stands out.
    word: str = ""  # Said of that one at its side, room allowing.


class Curve(NamedTuple):
    """Values in order, and the axis beside which they are drawn."""

    values: Sequence[float | None]  # None is a gap.
    ticks: Sequence[tuple[float, str]]
    """Labels of the axis from its foot to its top, at even distances.

    At least two; where there is no room for a free row between them, some are left out.
    """
    band: Sequence[tuple[float | None, float | None]] = ()
    """The interval of each value; None is an end that is open."""
    shares: bool = False
    """Filled: below the value is the share of the first side, above that of the second."""
    double: Sequence[bool] = ()  # Values below which the axis is double.
    word: str = ""  # Said of these where they begin, room allowing.
    tracks: Sequence[Track] = ()
    title: str = ""  # In a row of its own above the values.


_STEPS: Final = 1, 2, 5, 10, 20, 50, 100, 200, 400, 1000  # Between two labels of an axis.
_MOST_STEPS: Final = 4
UNSETTLED: Final = 4
"""One of so many parts of a course, the first, need set no scale: its ranges may be far wider."""
PAGE_WIDTH: Final = 80
"""The columns of pictures where nothing says how many there are, as in a file."""
NO_CURVE: Final = Curve((), ())
"""No values, and no chart."""


def round_ticks(low: float, high: float, least: int = 1, sign: str = "") -> list[tuple[float, str]]:
    """Round numbers as labels of an axis that holds these values.

    They are ``least`` apart, or more.  With the sign ``+`` those above zero have one, too.
    """
    least = max(least, ceil((high - low) / _MOST_STEPS))
    step = next((one for one in _STEPS if one >= least), _STEPS[-1])
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return [(n * step, f"{n * step:{sign}}" if n else "0") for n in range(first, last + 1)]


def drawn(curve: Curve, width: int, height: int, *, ascii_only: bool = False) -> list[ChartRow]:
    """The chart in ``height`` rows, or a few less; none without values.

    The rows are as many as put every label beside its value.  There are more than ``height`` if
    that has no room for one row of values.  All the width is used: a value has several columns, or
    a column stands for the mean of several values.
    """
    if not curve.values:
        return []
    margin = _margin(curve)
    spans = _spans(len(curve.values), max(1, width - margin))
    labels = _labels(curve, max(1, height - 1 - len(curve.tracks) - bool(curve.title)))
    room = len(labels) - 1
    heights = [_height(curve, [curve.values[n] for n in span]) for span in spans]
    if curve.shares:
        plot = _filled(heights, room, _ASCII_LEVELS if ascii_only else _LEVELS)
    else:
        plot = _lined(heights, [_of_band(curve, span) for span in spans], room)
    rows = [
        _row(f"{labels[y]:>{margin - 2}} {_TICK if labels[y] else _SIDE}", plotted)
        for y, plotted in enumerate(plot)
    ]
    rows.append([(f"{labels[room]:>{margin - 2}} {_CORNER}{_foot(curve, spans)}", "axis")])
    for track in curve.tracks:
        blank = " " * (margin - 2 - cells(track.title))
        rows.append([(f"{blank}{track.title}  ", track.part), *_placed(track, spans)])
    if curve.title:
        rows.insert(0, [(" " * margin + fit(curve.title, width - margin), "axis")])
    if ascii_only:
        return [[(text.translate(_ASCII), part) for text, part in row] for row in rows]
    return rows


def lines(curve: Curve, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """The chart as lines of text."""
    rows = drawn(curve, width, height, ascii_only=ascii_only)
    return ["".join(text for text, _part in row).rstrip() for row in rows]


def stack_signs(*, ascii_only: bool = False) -> str:
    """The characters of the parts of a stacked bar."""
    return _ASCII_STACK if ascii_only else _STACK


def side_signs(*, ascii_only: bool = False) -> Sequence[str]:
    """The marks of both sides; a :class:`Track` has those beyond ASCII."""
    return [sign.translate(_ASCII) for sign in _SIGNS] if ascii_only else _SIGNS


def stacked_bar(counts: Sequence[int], width: int, *, ascii_only: bool = False) -> list[str]:
    """A bar of three parts as long as their counts say.

    Together they are ``width`` columns, 3 at least.  A part that has a count has a cell, too, and
    one of them has.
    """
    total, ends = sum(counts), [0]
    for at in range(1, 3):
        least = ends[-1] + (counts[at - 1] > 0)
        most = width - sum(count > 0 for count in counts[at:])
        ends.append(max(least, min(most, round(width * sum(counts[:at]) / total))))
    signs = stack_signs(ascii_only=ascii_only)
    sizes = (end - begin for begin, end in pairwise([*ends, width]))
    return [sign * size for sign, size in zip(signs, sizes, strict=True)]


def _margin(curve: Curve) -> int:
    """Columns left of the first value."""
    texts = [label for _value, label in curve.ticks] + [track.title for track in curve.tracks]
    return max(map(cells, texts), default=0) + 2


def _ends(curve: Curve) -> tuple[float, float]:
    """The values at the foot and at the top of the axis."""
    return curve.ticks[0][0], curve.ticks[-1][0]


def _spans(count: int, columns: int) -> list[range]:
    """The values that each column stands for."""
    begins = [column * count // columns for column in range(columns + 1)]
    return [range(begin, max(begin + 1, end)) for begin, end in pairwise(begins)]


def _height(curve: Curve, values: Sequence[float | None]) -> float | None:
    """The mean of some values as a part of the axis."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    low, high = _ends(curve)
    return (sum(known) / len(known) - low) / (high - low)


def _foot(curve: Curve, spans: Sequence[range]) -> str:
    """The axis, with the word for its double part."""
    double = [set(curve.double[span.start : span.stop]) == {True} for span in spans]
    axis = "".join(_DOUBLE if each else _AXIS for each in double)
    if not (curve.word and any(double)):
        return axis
    word = f" {curve.word} "
    # Within the first double line that is long enough, or right before one: a cell of the line goes
    # before the word, and behind it is a double one.
    within, before = _DOUBLE * (cells(word) + 2), _AXIS * (cells(word) + 1) + _DOUBLE
    at = axis.find(within if within in axis else before) + 1
    return f"{axis[:at]}{word}{axis[at + cells(word) :]}" if at else axis


def _of_band(curve: Curve, span: range) -> tuple[float, float] | None:
    if not curve.band:
        return None
    lows, highs = zip(*(curve.band[n] for n in span), strict=True)
    low = _height(curve, [-inf if one is None else one for one in lows])
    high = _height(curve, [inf if one is None else one for one in highs])
    return low or 0.0, high or 0.0


def _filled(
    heights: Sequence[float | None], room: int, levels: str
) -> Iterator[list[tuple[str, ChartPart]]]:
    top = len(levels) - 1
    for row in range(room):
        below = (room - 1 - row) * top
        steps = (min(top, max(0, round((one or 0.0) * room * top) - below)) for one in heights)
        yield [(levels[step], "shares") for step in steps]


def _lined(
    heights: Sequence[float | None], bands: Sequence[tuple[float, float] | None], room: int
) -> Iterator[list[tuple[str, ChartPart]]]:
    """A line half a cell thick, whose steps are joined.

    The axis is the foot, and the middle of the first row the top.  Signs in the first and in the
    last row say that the line goes on beyond them.
    """
    most, columns = 2 * room - 1, []
    before: int | None = None
    for height, band in zip(heights, bands, strict=True):
        column: list[tuple[str, ChartPart]] = [(" ", "axis")] * room
        if band:
            first, last = (int(max(0, min(room - 1, end * room - 0.5))) for end in band)
            column[first : last + 1] = [(_BAND, "band")] * (last + 1 - first)
        if height is not None:
            at = max(0, min(most, floor(2 * room * height + _ROUNDING) - 1))
            begin = at if before is None or before == at else before + (1 if at > before else -1)
            inked = set(range(min(begin, at), max(begin, at) + 1))
            for cell in {half // 2 for half in inked}:
                upper, lower = 2 * cell + 1 in inked, 2 * cell in inked
                is_within = column[cell][1] == "band"
                column[cell] = _HALVES[lower + 2 * upper], "within" if is_within else "line"
            if not 0 <= height <= 1:
                column[-1 if height > 1 else 0] = _SIGNS[height < 0], "line"
            before = at
        else:
            before = None
        columns.append(column)
    for row in reversed(range(room)):
        yield [column[row] for column in columns]


def _row(margin: str, plotted: Sequence[tuple[str, ChartPart]]) -> ChartRow:
    runs = groupby(plotted, key=itemgetter(1))
    return [(margin, "axis"), *(("".join(one for one, _ in run), part) for part, run in runs)]


def _labels(curve: Curve, room: int) -> list[str]:
    """The label of each row, the last being that of the axis.

    There are as many rows, ``room`` at most, as have the labels at even distances.  Shares fill the
    rows, from the foot of the last one on; a line begins at the axis.
    """
    parts, rows = len(curve.ticks) - 1, room - curve.shares
    steps = (step for step in range(1, parts) if parts % step == 0 and step * rows >= 2 * parts)
    step = next(steps, parts)
    distance = rows * step // parts
    labels = [""] * (distance * (parts // step) + curve.shares + 1)
    for place, (_value, label) in enumerate(reversed(curve.ticks[::step])):
        labels[place * distance] = label
    return labels


def _placed(track: Track, spans: Sequence[range]) -> ChartRow:
    """The texts at the first columns of their values, room allowing.

    Of numbers the last one is always there: it says how far the curve goes.
    """
    placed: list[tuple[int, str]] = []
    worst = -1  # The place in that list of what stands out.
    for place, text in sorted(track.texts.items()):
        at = next(column for column, span in enumerate(spans) if place in span)
        at = max(0, min(at, len(spans) - cells(text)))
        gap = 0 if text in _SIGNS else 1  # Signs may stand side by side.
        while gap and place == max(track.texts) and at < _end(placed) + gap:
            placed.pop()
        if at >= _end(placed) + gap:
            placed.append((at, text))
        if place == track.worst:  # or the sign whose cell it shares
            worst = len(placed) - 1
    if worst >= 0 and track.word:
        placed[worst] = _named(placed, worst, track.word, len(spans))
    parts: list[tuple[str, ChartPart]] = [("", track.part)]
    column = 0
    for number, (at, text) in enumerate(placed):
        parts.append((" " * (at - column), track.part))
        parts.append((text, "worst" if number == worst else track.part))
        column = at + cells(text)
    runs = groupby(parts, key=itemgetter(1))
    return [("".join(text for text, _ in run), part) for part, run in runs]


def _end(placed: Sequence[tuple[int, str]]) -> int:
    """The column behind these texts, or a place well before the first."""
    return placed[-1][0] + cells(placed[-1][1]) if placed else -2


def _named(placed: Sequence[tuple[int, str]], number: int, word: str, room: int) -> tuple[int, str]:
    """A sign with its word behind or before it, or with none.

    No other sign is as near to the word, or it might be said of that one.
    """
    at, sign = placed[number]
    following = placed[number + 1][0] if number + 1 < len(placed) else room + 2
    if at + cells(f"{sign} {word}") + 1 < following:
        return at, f"{sign} {word}"
    if at - cells(word) - 2 > _end(placed[:number]):
        return at - cells(word) - 1, f"{word} {sign}"
    return at, sign
