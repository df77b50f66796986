"""The report of a tournament, read in the terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.common.short_names import short_names
from durak_tui.common.text import one_line
from durak_tui.tournament.report import (
    EngineCell,
    Listing,
    Paragraph,
    Part,
    ReportHeading,
    ReportTable,
)
from durak_tui.tui.toolkit.canvas import fit, wrapped
from durak_tui.tui.toolkit.page import Line, PageScreen
from durak_tui.user.opponents import shown_name
from durak_tui.words.text_table import GAP, lines_of, width_of

_NAME: Final = 20  # Columns of a name, if it needs them.


class ReportScreen(PageScreen):
    """The parts of a report, one below the other."""

    HEADED = False
    TITLE = N_("Report")
    HELP = N_("The report of the tournament, as it stood when you opened it.")

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__()
        self._parts = parts

    def lines(self, width: int) -> list[Line]:
        return [line for part in self._parts for line in self._lines_of(part, width)]

    def _lines_of(self, part: Part, width: int) -> Iterator[Line]:
        match part:
            case ReportHeading(level, text):
                yield from (
                    [(line, "accent" if level < 3 else "strong")]
                    for line in wrapped(self._printed(text), width)
                )
            case Paragraph(text):
                yield from ([(line, "dim")] for line in wrapped(self._printed(text), width))
            case Listing(text):
                for one in map(one_line, text.split("\n")):
                    yield from ([("  " + line, "text")] for line in wrapped(one, width - 2))
            case ReportTable():
                yield from self._table(part, width)
        yield []

    def _printed(self, text: str) -> str:
        return one_line(text).replace("±", self.durak.glyphs.plus_minus)

    def _engines(self, table: ReportTable) -> Mapping[EngineCell, str]:
        """The engines of a table as they are shown, shortened together."""
        cells = [cell for row in table.rows for cell in row if isinstance(cell, EngineCell)]
        room = _NAME - max((len(cell.rank) for cell in cells), default=0)
        names = [shown_name(cell.name) for cell in cells]
        short = short_names(names, room, self.durak.glyphs.ellipsis)
        return {cell: cell.rank + name for cell, name in zip(cells, short, strict=True)}

    def _table(self, table: ReportTable, width: int) -> Iterator[Line]:
        """A table; one that is too wide is continued below."""
        glyphs, numbers = self.durak.glyphs, table.numbers
        engines = self._engines(table)
        columns = [
            [
                engines[cell] if isinstance(cell, EngineCell) else self._printed(str(cell))
                for cell in column
            ]
            for column in zip(table.titles, *table.rows, strict=True)
        ]
        names = _names(columns, numbers, width // 2)
        room = width - _width(columns[at] for at in names)
        block: list[int] = []
        for at in range(len(names), len(columns)):
            columns[at] = [fit(cell, room - len(GAP), glyphs) for cell in columns[at]]
            if block and _width(columns[one] for one in (*block, at)) > room:
                yield from _lines_of(columns, numbers, (*names, *block))
                yield []
                block = []
            block.append(at)
        yield from _lines_of(columns, numbers, (*names, *block))


def _names(columns: Sequence[Sequence[str]], numbers: Sequence[bool], width: int) -> range:
    """The columns that name a row: numbers, and texts that fit."""
    end = first = numbers.index(False)
    while end < len(columns) and not numbers[end]:
        if end > first and _width(columns[: end + 1]) > width:
            break
        end += 1
    return range(end)


def _width(columns: Iterable[Sequence[str]]) -> int:
    return sum(len(GAP) + width_of(column) for column in columns)


def _lines_of(
    columns: Sequence[Sequence[str]], numbers: Sequence[bool], shown: Sequence[int]
) -> Iterator[Line]:
    """Some columns side by side, those of numbers aligned at the right."""
    left = [n for n, at in enumerate(shown) if not numbers[at]]
    chosen = [columns[at] for at in shown]
    lines = lines_of(chosen, [*map(width_of, chosen)], left)
    yield from ([(line, "text" if n else "dim")] for n, line in enumerate(lines))
