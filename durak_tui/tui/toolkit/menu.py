"""Lists with a cursor."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.geometry import Region
from textual.message import Message

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit

_END: Final = 1 << 40
Cell = tuple[int, str, str]  # Where a text begins in a row, the text, and its look.


class ListCanvas(CanvasWidget, can_focus=True):
    """Rows one below the other; a cursor goes up and down.

    A subclass says how many rows there are, what stands in them, and what becomes of it when the
    cursor has moved and when its row is chosen (``action_pick``).
    """

    HEAD: ClassVar = 0  # Lines above the first row.
    MORE: ClassVar = "accent"  # The look of the marks that say that there are more rows.
    WHOLE: ClassVar = True  # Whether all of the cursor's row is marked without the focus, too.
    KEPT: ClassVar[Sequence[str]] = ()  # Looks with a ground of their own in the cursor's row.
    WHEEL: ClassVar = 1
    AT_ONCE: ClassVar = False  # Whether the first click on a row chooses it, not the second.
    BINDINGS: ClassVar = [
        widget_binding("menu.up", "up,k", "move(-1)", N_("One up")),
        widget_binding("menu.down", "down,j", "move(1)", N_("One down")),
        widget_binding("menu.first", "home,g", f"move({-_END})", N_("Go to the first")),
        widget_binding("menu.last", "end,G", f"move({_END})", N_("Go to the last")),
        widget_binding("menu.page-up", "pageup", "page(-1)", N_("Up one page")),
        widget_binding("menu.page-down", "pagedown", "page(1)", N_("Down one page")),
        widget_binding("menu.pick", "enter,space", "pick", N_("Choose")),
    ]

    cursor = 0  # Its place among those that it can have.
    _top = 0

    def places(self) -> int:
        """Count the places that the cursor can have."""
        return 0

    def rows(self) -> Sequence[int | None]:
        """The cursor's place in each row, None where it has none."""
        return range(self.places())

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        """The cells of a row, ``look`` being ``text`` without the cursor."""
        return ()

    def draw_head(self, canvas: Canvas) -> None:
        """Draw what stands above the rows."""

    def moved(self) -> None:
        """Report that the cursor stands somewhere else."""

    def action_pick(self) -> None:
        """Choose the row with the cursor."""

    def in_view(self, height: int) -> range:
        """Scroll to the cursor, and return the rows in view."""
        rows = self.rows()
        at = rows.index(self.cursor) if rows else 0
        # With the first row below a title that is seen, too.
        first = at - 1 if at and rows[at - 1] is None else at
        self._top = max(0, min(self._top, first, len(rows) - height))
        self._top = max(self._top, at - height + 1)
        return range(self._top, min(len(rows), self._top + height))

    def draw(self, canvas: Canvas) -> None:
        self.draw_head(canvas)
        height, rows = max(1, canvas.height - self.HEAD), self.rows()
        shown = self.in_view(height)
        for y, row in enumerate(shown, self.HEAD):
            place, look = rows[row], "text"
            if place == self.cursor:
                look = "cursor" if self.has_focus else "strong"
                width = canvas.width if self.WHOLE or self.has_focus else 2
                canvas.put(0, y, self.glyphs.pointer.ljust(width), look)
            for x, text, own in self.row_cells(row, look, canvas):
                # On its ground no other colour is a colour of the row.
                canvas.put(x, y, text, look if look == "cursor" and own not in self.KEPT else own)
            if place is not None:
                canvas.zone(Region(0, y, canvas.width, 1), str(place))
        if shown.start > 0:
            canvas.right(self.HEAD, self.glyphs.more_above, self.MORE)
        if shown.stop < len(rows):
            canvas.right(self.HEAD + height - 1, self.glyphs.more_below, self.MORE)

    def move_to(self, place: int) -> None:
        """Put the cursor on a place, or on the nearest there is."""
        place = max(0, min(place, self.places() - 1))
        if place != self.cursor:
            self.cursor = place
            self.redraw()
            self.moved()

    def action_move(self, by: int) -> None:
        self.move_to(self.cursor + by)

    def clicked(self, place: int) -> None:
        """Put the cursor there; if it is there already, choose."""
        if self.AT_ONCE or place == self.cursor:
            self.choose(place)
        else:
            self.move_to(place)

    def choose(self, place: int) -> None:
        """Choose this place at once."""
        self.cursor = place
        self.redraw()
        self.action_pick()

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        if event.action.isdecimal():
            event.stop()
            self.clicked(int(event.action))


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the things, or a title above some."""

    id: str
    label: str
    note: str = ""  # Said behind it, where there is room.
    key: str = ""  # Stands before it; the screen binds it.
    is_title: bool = False


def _without_titles(lines: Sequence[Entry]) -> Sequence[Entry]:
    return [line for line in lines if not line.is_title]


class EntryList(ListCanvas):
    """Entries by their ids, one below the other, perhaps under titles."""

    @dataclass
    class _AboutEntry(Message):
        entry: Entry

    class Picked(_AboutEntry):
        """The choice of an entry."""

    class Highlighted(_AboutEntry):
        """The cursor's move to another entry."""

    def __init__(self, entries: Sequence[Entry] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines, self.entries = entries, _without_titles(entries)

    @property
    def current(self) -> Entry | None:
        return self.entries[self.cursor] if self.entries else None

    def show(self, entries: Sequence[Entry], cursor: int | None = None) -> None:
        """Offer other entries; the cursor stays on its entry if possible."""
        self.lines, entries = entries, _without_titles(entries)
        if cursor is None:
            here, ids = self.current, [entry.id for entry in entries]
            cursor = ids.index(here.id) if here and here.id in ids else self.cursor
        self.entries = entries
        self.cursor = max(0, min(cursor, len(entries) - 1))
        self.redraw()

    def places(self) -> int:
        return len(self.entries)

    def rows(self) -> Sequence[int | None]:
        places = iter(range(len(self.entries)))
        return [None if one.is_title else next(places) for one in self.lines]

    def moved(self) -> None:
        if self.current:
            self.post_message(self.Highlighted(self.current))

    def action_pick(self) -> None:
        if self.current:
            self.post_message(self.Picked(self.current))


class Menu(EntryList):
    """Few entries with a name each, which are buttons: one click chooses."""

    MORE: ClassVar = "dim"
    WHOLE: ClassVar = False
    AT_ONCE: ClassVar = True

    @property
    def whole_width(self) -> int:
        """The columns in which no note is cut."""
        _label, note = self._columns()
        return note + max((cell_len(one.note) for one in self.entries), default=0)

    def _columns(self) -> tuple[int, int]:
        """The columns at which the labels and the notes begin."""
        label = 5 if any(one.key for one in self.entries) else 2
        return label, label + max((cell_len(one.label) for one in self.entries), default=0) + 2

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        entry, chosen = self.lines[row], look != "text"
        if entry.is_title:
            yield 2, entry.label, "dim"
            return
        yield 2, entry.key, look if chosen else "accent"
        label, x = self._columns()
        yield label, fit(entry.label, max(0, canvas.width - label), self.glyphs), look
        yield x, fit(entry.note, max(0, canvas.width - x), self.glyphs), look if chosen else "dim"
