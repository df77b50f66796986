"""The parts of a report, and how they are written in Markdown."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from durak_tui.common.text import one_line
from durak_tui.match.tally import FaultCount, numbers_of

_MARKUP: Final = re.compile(r"[\\`*_\[\]|#~&]|<(?=\S)|^[>+=-]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What may be taken for Markdown, for HTML inside of it, or for an address to be linked."""
_ENTITIES: Final = {"<": "&lt;", "&": "&amp;"}
"""Not every reader of Markdown knows these with a backslash."""
_FENCES: Final = re.compile("`+")


class ReportHeading(NamedTuple):
    level: int
    text: str
    game: int | None = None  # The game that it is about, if it is one.


class Paragraph(NamedTuple):
    text: str


class Listing(NamedTuple):
    """Lines as they are."""

    text: str


class PointsCell(NamedTuple):
    """A cell with points and the number of games."""

    points: float
    games: int

    def __str__(self) -> str:
        return f"{self.points:.1f}/{self.games}"


class GamesCell(NamedTuple):
    """A cell with the numbers of games in which something happened."""

    faults: FaultCount

    def __str__(self) -> str:
        return numbers_of(self.faults)


class ReportTable(NamedTuple):
    """A table; titles with ``>`` begin columns of numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    @property
    def titles(self) -> list[str]:
        return [one_line(column.removeprefix(">")) for column in self.columns]

    @property
    def numbers(self) -> list[bool]:
        """For each column, if it holds numbers."""
        return [column.startswith(">") for column in self.columns]


Part: TypeAlias = ReportHeading | Paragraph | Listing | ReportTable


def markdown_of(part: Part) -> str:
    """A part in Markdown; no text is taken for anything else."""
    match part:
        case ReportHeading(level, text):
            return f"{'#' * level} {_escaped(text)}"
        case Paragraph(text):
            return _escaped(text)
        case Listing(text):
            # Longer than any in the text, which would end it.
            longest = max(map(len, _FENCES.findall(text)), default=0)
            fence = "`" * max(3, longest + 1)
            return "\n".join([fence, *map(one_line, text.split("\n")), fence])
        case ReportTable():
            marks = ["---:" if number else "---" for number in part.numbers]
            head = [_row(part.titles), f"| {' | '.join(marks)} |"]
            return "\n".join([*head, *map(_row, part.rows)])


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(_escaped(str(cell)) for cell in cells)} |"


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], "\\" + found[0]), one_line(text))
