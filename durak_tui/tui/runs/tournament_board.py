"""A tournament as it stands: progress, standing and crosstable."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len

from durak_tui.common.i18n import N_, _, decimal, pgettext
from durak_tui.common.short_names import short_names
from durak_tui.statistics.elo import score
from durak_tui.tui.runs.match_board import draw_progress
from durak_tui.tui.runs.run_words import pairing_line, tournament_facts, tournament_result
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.menu import Cell, ListCanvas
from durak_tui.tui.toolkit.note import in_lines
from durak_tui.user.opponents import shown_name
from durak_tui.words.match import waiting_sentence
from durak_tui.words.totals_words import elo_words, score_words

if TYPE_CHECKING:
    from durak_tui.tournament.background_tournament import Standing, TournamentSnapshot

_BEGIN: Final = 5  # The column of the names.
_NAME: Final = 14  # Columns that a name has in any case, if it needs them.
_CELL: Final = 6  # Columns of a result, if it needs no more.
_COUNTED: Final = 70  # Columns from which on there is room for the points.
_BAR: Final = "text-second"  # The look of a bar, which differs from the cursor's ground.
_REST: Final = "band"  # And of what is missing to all points.
_BARS: Final = 14, 60  # Columns of bars beside the table, at least and at most.
_SAID: Final = 2  # Lines of sentences.
_ANY: Final = 1 << 16  # Columns in which every table has room.
_MARGIN: Final = 4  # Columns beside a table: arrows, and the edges of the widget.


class TournamentBoard(ListCanvas):
    """The crosstable, in which the cursor goes from pairing to pairing."""

    BINDINGS: ClassVar = [
        widget_binding("crosstable.left", "left,h", "aside(-1)", N_("Go to the previous opponent")),
        widget_binding("crosstable.right", "right,l", "aside(1)", N_("Go to the next opponent")),
    ]
    DEFAULT_CSS = "TournamentBoard { width: 1fr; height: 1fr; padding: 0 1; }"
    WHOLE: ClassVar = False
    KEPT: ClassVar = (_BAR, _REST)
    HEAD: ClassVar = 3 + _SAID  # Bar and facts, what is said, and the titles.

    now: "TournamentSnapshot | None" = None
    column = 1  # The opponent with the cursor.
    _left = 0  # The first opponent in view.

    def show(self, _job: object, now: "TournamentSnapshot") -> None:
        self.now = now
        self.redraw()

    @property
    def pairing(self) -> tuple[str, str] | None:
        """The names of the two with the cursor, if they have met."""
        standing = self._standing
        if self.cursor < len(standing) and self.column < len(standing):
            row, other = standing[self.cursor], standing[self.column]
            if row.against[self.column] is not None:
                return row.name, other.name
        return None

    @property
    def wanted(self) -> tuple[int, int]:
        """The columns and rows that all of the table takes."""
        layout = _Layout(self._standing, _ANY, self.glyphs)
        width = layout.edges[-1] + layout.cell * len(self._standing) + _MARGIN
        return max(width, _COUNTED + _MARGIN), self.HEAD + len(self._standing)

    @property
    def _standing(self) -> "Sequence[Standing]":
        return self.now.standing if self.now else ()

    def places(self) -> int:
        return len(self._standing)

    def action_aside(self, by: int) -> None:
        self.column = max(0, min(self.column + by, len(self._standing) - 1))
        self.redraw()

    def action_pick(self) -> None:
        self.screen.action_games()  # type: ignore[attr-defined]

    def draw(self, canvas: Canvas) -> None:
        if self.now is not None and canvas.height:
            super().draw(canvas)

    def draw_head(self, canvas: Canvas) -> None:
        now = self.now
        assert now
        draw_progress(canvas, now, self.glyphs, canvas.width)
        canvas.put(0, 1, tournament_facts(now, canvas.width), "text")
        said = [(tournament_result(now), "bad" if now.failure else "strong")]
        said.append((pairing_line(now, canvas.width, self.glyphs), "text"))
        if now.waiting:
            said.append((waiting_sentence(now.waiting), "dim"))
        said += [(notice, "dim") for notice in now.notices]
        for y, (text, look) in enumerate(in_lines(said, canvas.width)[:_SAID], 2):
            canvas.put(0, y, text, look)
        self._titles(canvas, self.HEAD - 1)

    def _titles(self, canvas: Canvas, y: int) -> None:
        layout = self._layout = _Layout(self._standing, canvas.width, self.glyphs)
        canvas.put(_BEGIN, y, _("Engine"), "dim")
        for edge, (title, _cells) in zip(layout.edges, layout.columns, strict=True):
            canvas.put(edge - cell_len(title), y, title, "dim")
        count, room, x = len(self._standing), layout.room, layout.edges[-1]
        self._left = max(min(self._left, self.column, count - room), self.column - room + 1, 0)
        for column in range(self._left, min(count, self._left + room)):
            x += layout.cell
            title = str(column + 1)
            look = "accent" if column == self.column else "dim"
            canvas.put(x - cell_len(title), y, title, look)
        before, behind = "<>" if self.glyphs.ascii else "‹›"
        if self._left:
            canvas.put(layout.edges[-1] + 1, y, before, "accent")
        if self._left + room < count:
            canvas.right(y, behind, "accent")
        if bars := layout.bars:
            canvas.put(bars.start, y, "0 %", "dim")
            canvas.put(bars.stop - len("100 %"), y, "100 %", "dim")

    def row_cells(self, row: int, look: str, canvas: Canvas) -> "Iterator[Cell]":
        one, layout = self._standing[row], self._layout
        marked = "strong" if row == self.cursor else look
        yield 2, str(row + 1), "dim"
        yield _BEGIN, layout.names[row], marked
        for edge, (_title, cells) in zip(layout.edges, layout.columns, strict=True):
            yield edge - cell_len(cells[row]), cells[row], marked
        x = layout.edges[-1]
        for column in range(self._left, min(len(one.against), self._left + layout.room)):
            x += layout.cell
            text, own = self._result(one, row, column)
            if row == self.cursor and column == self.column:
                yield x - cell_len(text) - 1, f"[{text}]", "accent"
            else:
                yield x - cell_len(text), text, own
        if bars := layout.bars:
            full = round(len(bars) * (score(one.games) or 0.0))
            yield bars.start, self.glyphs.filled * full, _BAR
            yield bars.start + full, self.glyphs.empty * (len(bars) - full), _REST

    def _result(self, one: "Standing", row: int, column: int) -> tuple[str, str]:
        """The points against one opponent, and their look."""
        met = one.against[column]
        if column == row or met is None:
            return (self.glyphs.dash if column == row else "."), "dim"
        even = met.number / 2
        look = "good" if met.points > even else "bad" if met.points < even else "text"
        return decimal(met.points, ".1f"), look


def table_columns(
    standing: "Sequence[Standing]", glyphs: Glyphs, *, counted: bool
) -> "Iterator[tuple[str, list[str]]]":
    """The columns between names and opponents: a title, and its cells."""
    if any(one.rank_points for one in standing):
        yield pgettext("pairings", "Won"), [decimal(one.rank_points) for one in standing]
    if counted:
        yield _("Points"), [decimal(one.games.points, ".1f") for one in standing]
    # The order is by this: while games are left some have more points for more games.
    yield _("Score"), [score_words(one.games) or glyphs.dash for one in standing]
    yield "Elo", [elo_words(one.elo, glyphs.plus_minus) or glyphs.dash for one in standing]


class _Layout:
    """The columns of a table, and where they end."""

    def __init__(self, standing: "Sequence[Standing]", width: int, glyphs: Glyphs) -> None:
        names = [shown_name(one.name) for one in standing]
        longest = max(map(cell_len, names), default=0) + 1
        results = (len(f"{met.points:.1f}") for one in standing for met in one.against if met)
        digits = max(results, default=0)
        # Narrower numbers come before names that are cut, and opponents out of view.
        for counted, cell in ((True, 2), (False, 2), (False, 1)):
            has_points = counted and width >= _COUNTED
            self.columns = list(table_columns(standing, glyphs, counted=has_points))
            self.cell = max(_CELL * (cell > 1), digits + cell)
            widths = [max(map(cell_len, (title, *cells))) + 2 for title, cells in self.columns]
            free = width - _BEGIN - sum(widths) - 2 - self.cell * len(standing)
            if free >= longest:
                break
        room = max(min(_NAME, longest), min(longest, free))
        self.names = short_names(names, room - 1, glyphs.ellipsis)
        self.edges = [_BEGIN + room + sum(widths[: n + 1]) for n in range(len(widths))]
        self.room = max(1, (width - self.edges[-1] - 2) // self.cell)
        least, most = _BARS
        begin = self.edges[-1] + self.cell * len(standing) + _MARGIN
        self.bars = range(begin, min(width, begin + most)) if width - begin >= least else range(0)
