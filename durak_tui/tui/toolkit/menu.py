"""A list of a few things to choose from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.message import Message

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.list_canvas import Cell, ListCanvas


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the things."""

    id: str
    label: str
    note: str = ""
    """Said behind it, where there is room."""
    key: str = ""
    """The key that stands before it; whoever shows the menu binds it."""


class Menu(ListCanvas):
    """Entries one below the other; a cursor goes up and down."""

    MORE: ClassVar = "dim"
    WHOLE: ClassVar = False

    class _AboutEntry(Message):
        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    class Picked(_AboutEntry):
        """An entry was chosen."""

    class Moved(_AboutEntry):
        """The cursor stands on another entry."""

    def __init__(self, entries: Sequence[Entry] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: Sequence[Entry] = entries

    @property
    def current(self) -> Entry | None:
        return self.entries[self.cursor] if self.entries else None

    def show(self, entries: Sequence[Entry], cursor: int | None = None) -> None:
        """Offer other entries; the cursor stays on its entry if possible."""
        if cursor is None:
            here, ids = self.current, [entry.id for entry in entries]
            cursor = ids.index(here.id) if here and here.id in ids else self.cursor
        self.entries = entries
        self.cursor = max(0, min(cursor, len(entries) - 1))
        self.redraw()

    def places(self) -> int:
        return len(self.entries)

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        entry, chosen = self.entries[row], look != "text"
        x = 2
        if any(one.key for one in self.entries):
            yield x, entry.key, look if chosen else "accent"
            x += 3
        yield x, entry.label, look
        labels = max(cell_len(one.label) for one in self.entries)
        yield x + labels + 2, entry.note, look if chosen else "dim"

    def moved(self) -> None:
        if self.current:
            self.post_message(self.Moved(self.current))

    def action_pick(self) -> None:
        if self.current:
            self.post_message(self.Picked(self.current))
