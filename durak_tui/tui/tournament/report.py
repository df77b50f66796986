"""The report of a tournament, read in the terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line, shortened
from durak_tui.tournament.markup import Heading, Listing, Paragraph, Part, Table
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import fit, wrapped
from durak_tui.tui.toolkit.note import Line, Page
from durak_tui.tui.toolkit.screen import DurakScreen

_GAP: Final = "  "
_NAME: Final = 20  # Columns of a name, if it needs them.


class ReportScreen(DurakScreen):
    """The parts of a report, one below the other."""

    TITLE = N_("Report")
    HELP = N_("The report of the tournament, as it stood when you opened it.")
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = ()
    DEFAULT_CSS = "ReportScreen Page { height: 1fr; padding: 0 1; }"

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__()
        self._parts = parts

    def content(self) -> ComposeResult:
        yield Page(id="report")

    def on_mount(self) -> None:
        self.query_one(Page).show(self._lines)

    def _lines(self, width: int) -> list[Line]:
        return [line for part in self._parts for line in self._lines_of(part, width)]

    def _lines_of(self, part: Part, width: int) -> Iterator[Line]:
        match part:
            case Heading(level, text):
                yield from (
                    [(line, "accent" if level < 3 else "strong")]
                    for line in wrapped(self._said(text), width)
                )
            case Paragraph(text):
                yield from ([(line, "dim")] for line in wrapped(self._said(text), width))
            case Listing(text):
                for one in map(one_line, text.split("\n")):
                    yield from ([("  " + line, "text")] for line in wrapped(one, width - 2))
            case Table():
                yield from self._table(part, width)
        yield []

    def _said(self, text: str) -> str:
        return one_line(text).replace("±", self.durak.glyphs.plus_minus)

    def _table(self, table: Table, width: int) -> Iterator[Line]:
        """A table; one that is too wide is continued below."""
        glyphs, numbers = self.durak.glyphs, table.numbers
        rows = [table.titles, *([self._said(str(cell)) for cell in row] for row in table.rows)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        names = _names(columns, numbers, width // 2)
        for at in names:
            columns[at] = shortened(columns[at], _NAME, glyphs.ellipsis)
        room = width - _width(columns[at] for at in names)
        block: list[int] = []
        for at in range(len(names), len(columns)):
            columns[at] = [fit(cell, room - len(_GAP), glyphs) for cell in columns[at]]
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
    return sum(len(_GAP) + max(map(cell_len, column)) for column in columns)


def _lines_of(
    columns: Sequence[Sequence[str]], numbers: Sequence[bool], shown: Sequence[int]
) -> Iterator[Line]:
    """Some columns side by side, those of numbers aligned at the right."""
    for row in range(len(columns[0])):
        cells = []
        for at in shown:
            cell = columns[at][row]
            blanks = " " * (max(map(cell_len, columns[at])) - cell_len(cell))
            cells.append(blanks + cell if numbers[at] else cell + blanks)
        yield [(_GAP.join(cells).rstrip(), "text" if row else "dim")]
