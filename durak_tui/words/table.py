"""Tables of text: names, and numbers that end in line."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from durak_tui.common.text import cells, shortened

_NAME: Final = 16  # Columns that names are to have, if others can be left out for them.
_LEAST: Final = 8  # Columns that they have in any case.
_GAP: Final = "  "


def in_columns(
    rows: Sequence[Sequence[str]],
    width: int = 0,
    *,
    names: int = 1,
    less: Sequence[str] = (),
    ellipsis: str = "...",
) -> Iterator[str]:
    """The rows as lines, their first ``names`` columns cut to fit ``width``.

    Columns whose titles are in ``less`` are left out before that.
    """
    if not rows:
        return
    columns = list(zip(*rows, strict=True))
    widths = [max(map(cells, column)) for column in columns]
    if width:
        room = width - sum(len(_GAP) + size for size in widths[names:]) - len(_GAP) * (names - 1)
        if room < sum(min(size, _NAME) for size in widths[:names]) and less:
            kept = [column for column in columns if column[0] not in less]
            fewer = list(zip(*kept, strict=True))
            yield from in_columns(fewer, width, names=names, ellipsis=ellipsis)
            return
        most = min(max(widths[:names]), max(room, _LEAST))
        while most > _LEAST and sum(min(size, most) for size in widths[:names]) > room:
            most -= 1
        # Together, so that a name looks the same in each column.
        short = shortened(chain(*columns[:names]), most, ellipsis)
        for at in range(names):
            columns[at] = tuple(short[at * len(rows) : (at + 1) * len(rows)])
            widths[at] = min(widths[at], most)
    for row in zip(*columns, strict=True):
        padded = []
        for at, (cell, size) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (size - cells(cell))
            padded.append(cell + blanks if at < names else blanks + cell)
        yield _GAP.join(padded).rstrip()
