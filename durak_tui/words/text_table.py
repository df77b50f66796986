"""Tables of text: names, and numbers that end in line."""

import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from durak_tui.common.short_names import short_names
from durak_tui.common.text import cells, fit

GAP: Final = "  "
"""Between two columns."""
_NAME: Final = 16  # Columns that names are to have, if others can be left out for them.
_LEAST: Final = 8  # Columns that they have in any case.


def width_of(column: Sequence[str]) -> int:
    """The columns of a terminal that a column of a table takes."""
    return max(map(cells, column))


def lines_of(
    columns: Sequence[Sequence[str]], widths: Sequence[int], left: Container[int]
) -> Iterator[str]:
    """Columns side by side; all but those ``left`` end in line."""
    return in_columns(_padded(columns, widths, left))


def in_columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows of padded cells, as of :func:`fitted`, as lines."""
    return (GAP.join(row).rstrip() for row in rows)


def _padded(
    columns: Sequence[Sequence[str]], widths: Sequence[int], left: Container[int]
) -> Iterator[list[str]]:
    """The rows of these columns, each cell as wide as its column."""
    for row in zip(*columns, strict=True):
        padded = []
        for at, (cell, size) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (size - cells(cell))
            padded.append(cell + blanks if at in left else blanks + cell)
        yield padded


def fitted(
    rows: Sequence[Sequence[str]],
    width: int = 0,
    *,
    names: int = 1,
    less: Sequence[str] = (),
    ellipsis: str = "...",
) -> list[list[str]]:
    """The rows as padded cells, ``names`` columns cut to fit ``width``.

    Columns whose titles are in ``less`` are left out before that.
    """
    columns = list(zip(*rows, strict=True))
    widths = list(map(width_of, columns))
    if width and rows:
        room = width - sum(len(GAP) + size for size in widths[names:]) - len(GAP) * (names - 1)
        if room < sum(min(size, _NAME) for size in widths[:names]) and less:
            kept = [column for column in columns if column[0] not in less]
            fewer = list(zip(*kept, strict=True))
            return fitted(fewer, width, names=names, ellipsis=ellipsis)
        most = min(max(widths[:names]), max(room, _LEAST))
        while most > _LEAST and sum(min(size, most) for size in widths[:names]) > room:
            most -= 1
        # Together, so that a name looks the same in each column.
        short = short_names(chain(*columns[:names]), most, ellipsis)
        for at in range(names):
            columns[at] = tuple(short[at * len(rows) : (at + 1) * len(rows)])
            widths[at] = width_of(columns[at])
    return list(_padded(columns, widths, range(names)))


def ranked(rows: Sequence[Sequence[str]], width: int = sys.maxsize) -> Iterator[str]:
    """The rows as lines of ``width`` columns: rank, name, numbers.

    Where there is little room, names are cut down to a few letters; if that is not enough, the
    last columns are left out.
    """
    columns = list(zip(*rows, strict=True))
    widths = list(map(width_of, columns))
    least = min(_LEAST, widths[1])
    spare = width + len(GAP) - sum(len(GAP) + size for size in widths)
    while len(widths) > 2 and spare < least - widths[1]:
        spare += len(GAP) + widths.pop()
    widths[1] = max(least, widths[1] + min(0, spare))
    columns[1] = tuple(short_names(columns[1], widths[1]))
    yield from (fit(line, width) for line in lines_of(columns[: len(widths)], widths, {1}))
