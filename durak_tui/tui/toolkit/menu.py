"""A list of a few things to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual.binding import Binding
from textual.events import MouseMove, MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.message import Message

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import with_cyrillic
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the things."""

    id: str
    label: str
    note: str = ""
    """Said behind it, where there is room."""
    key: str = ""
    """The key that stands before it; whoever shows the menu binds it."""


class Menu(CanvasWidget, can_focus=True):
    """Entries one below the other; a cursor goes up and down."""

    BINDINGS: ClassVar = [
        Binding(with_cyrillic("up,k"), "move(-1)", N_("One up"), show=False, id="menu.up"),
        Binding(with_cyrillic("down,j"), "move(1)", N_("One down"), show=False, id="menu.down"),
        Binding(
            with_cyrillic("home,g"), "move(-9999)", N_("To the first"), show=False, id="menu.first"
        ),
        Binding(
            with_cyrillic("end,G"), "move(9999)", N_("To the last"), show=False, id="menu.last"
        ),
        Binding("pageup", "page(-1)", N_("A page up"), show=False, id="menu.page-up"),
        Binding("pagedown", "page(1)", N_("A page down"), show=False, id="menu.page-down"),
        Binding("enter,space", "pick", N_("Choose"), show=False, id="menu.pick"),
    ]

    class Picked(Message):
        """An entry was chosen."""

        def __init__(self, menu: "Menu", entry: Entry) -> None:
            super().__init__()
            self.menu = menu
            self.entry = entry

        @property
        def control(self) -> "Menu":
            """The menu it was chosen from."""
            return self.menu

    class Moved(Message):
        """The cursor stands on another entry."""

        def __init__(self, menu: "Menu", entry: Entry) -> None:
            super().__init__()
            self.menu = menu
            self.entry = entry

        @property
        def control(self) -> "Menu":
            """The menu it moved in."""
            return self.menu

    def __init__(
        self,
        entries: Sequence[Entry] = (),
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.entries: Sequence[Entry] = entries
        self.cursor = 0
        self._top = 0

    @property
    def current(self) -> Entry | None:
        """The entry that the cursor stands on."""
        return self.entries[self.cursor] if self.entries else None

    def show(self, entries: Sequence[Entry], cursor: int | None = None) -> None:
        """Offer other entries; the cursor stays on the same one if it is among them."""
        if cursor is None:
            here = self.current.id if self.current else ""
            same = [number for number, entry in enumerate(entries) if entry.id == here]
            cursor = same[0] if same else self.cursor
        self.entries = entries
        self.cursor = max(0, min(cursor, len(entries) - 1))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw as many entries as there is room for, the cursor's among them."""
        glyphs = cast("DurakApp", self.app).glyphs
        height = canvas.height
        self._top = min(self._top, self.cursor, max(0, len(self.entries) - height))
        self._top = max(self._top, self.cursor - height + 1, 0)
        labels = max((cell_len(entry.label) for entry in self.entries), default=0)
        keyed = any(entry.key for entry in self.entries)
        for y, entry in enumerate(self.entries[self._top : self._top + height]):
            chosen = self._top + y == self.cursor
            look = "cursor" if chosen and self.has_focus else "strong" if chosen else "text"
            if chosen and self.has_focus:
                canvas.put(0, y, " " * canvas.width, "cursor")
            canvas.put(0, y, f"{glyphs.pointer if chosen else ' '} ", look)
            x = 2
            if keyed:
                canvas.put(x, y, entry.key, look if chosen else "accent")
                x += 3
            canvas.put(x, y, entry.label, look)
            canvas.put(x + labels + 2, y, entry.note, look if chosen else "dim")
            canvas.zone(Region(0, y, canvas.width, 1), str(self._top + y))
        if self._top > 0:
            canvas.right(0, glyphs.more_above, "dim")
        if self._top + height < len(self.entries):
            canvas.right(height - 1, glyphs.more_below, "dim")

    def action_move(self, by: int) -> None:
        """Move the cursor so many entries down."""
        cursor = max(0, min(self.cursor + by, len(self.entries) - 1))
        if cursor != self.cursor:
            self.cursor = cursor
            self.redraw()
            if self.current:
                self.post_message(self.Moved(self, self.current))

    def action_page(self, pages: int) -> None:
        """Move the cursor so many pages down."""
        self.action_move(pages * max(1, self.size.height - 1))

    def action_pick(self) -> None:
        """Choose the entry that the cursor stands on."""
        if self.current:
            self.post_message(self.Picked(self, self.current))

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        """A click chooses at once."""
        event.stop()
        self.cursor = int(event.action)
        self.redraw()
        self.action_pick()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.action_move(-1)

    def on_focus(self) -> None:
        """The cursor looks different in the menu that has the keys."""
        self.redraw()

    def on_blur(self) -> None:
        """The cursor looks different in the menu that has the keys."""
        self.redraw()

    def _on_mouse_move(self, event: MouseMove) -> None:
        """Nothing: what the mouse merely passes over is not worth a byte."""
