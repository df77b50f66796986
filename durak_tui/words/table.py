"""Tables of text: names, and numbers that end in line."""

from collections.abc import Iterator, Sequence
from typing import Final

from durak_tui.common.text import cells, fit

_NAME: Final = 16  # Columns that names are to have, if others can be left out for them.


def in_columns(
    rows: Sequence[Sequence[str]], width: int = 0, *, less: Sequence[str] = ()
) -> Iterator[str]:
    """The rows as lines, names cut to fit ``width``.

    Columns whose titles are in ``less`` are left out before that.
    """
    if not rows:
        return
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if width and less and min(widths[0], _NAME) + sum(widths[1:]) + 2 * len(widths[1:]) > width:
        kept = [at for at, title in enumerate(rows[0]) if title not in less]
        yield from in_columns([[row[at] for at in kept] for row in rows], width)
        return
    if width:
        widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    for name, *numbers in rows:
        shown = fit(name, widths[0])
        line = shown + " " * (widths[0] - cells(shown))
        for number, column in zip(numbers, widths[1:], strict=True):
            line += "  " + " " * (column - cells(number)) + number
        yield line.rstrip()
