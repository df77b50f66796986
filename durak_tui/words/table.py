"""Tables of text: a column of names, and numbers that end in line."""

from collections.abc import Iterator, Sequence

from durak_tui.common.text import cells, fit


def in_columns(rows: Sequence[Sequence[str]], width: int = 0) -> Iterator[str]:
    """The rows as lines, names cut where they would be wider than ``width``."""
    if not rows:
        return
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if width:
        widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    for name, *numbers in rows:
        shown = fit(name, widths[0])
        line = shown + " " * (widths[0] - cells(shown))
        for number, column in zip(numbers, widths[1:], strict=True):
            line += "  " + " " * (column - cells(number)) + number
        yield line.rstrip()
