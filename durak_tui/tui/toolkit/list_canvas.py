"""A list with a cursor: what all lists of the application have in common."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import Binding
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import with_cyrillic
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

_END: Final = 1 << 40
Cell = tuple[int, str, str]
"""Where a text begins in a row, the text, and its look."""


class ListCanvas(CanvasWidget, can_focus=True):
    """Rows one below the other; a cursor goes up and down.

    A subclass says how many rows there are and what stands in them, and what becomes of it when
    the cursor has :meth:`moved` and when its row is chosen (``action_pick``).
    """

    HEAD: ClassVar = 0
    """Lines above the first row."""
    MORE: ClassVar = "accent"
    """The look of the marks that say that there are more rows."""
    WHEEL: ClassVar = 1
    """Rows that the wheel moves the cursor by."""
    BINDINGS: ClassVar = [
        Binding(with_cyrillic("up,k"), "move(-1)", N_("One up"), show=False, id="menu.up"),
        Binding(with_cyrillic("down,j"), "move(1)", N_("One down"), show=False, id="menu.down"),
        Binding(
            with_cyrillic("home,g"), f"move({-_END})", N_("To the first"), show=False,
            id="menu.first",
        ),
        Binding(
            with_cyrillic("end,G"), f"move({_END})", N_("To the last"), show=False, id="menu.last"
        ),
        Binding("pageup", "page(-1)", N_("A page up"), show=False, id="menu.page-up"),
        Binding("pagedown", "page(1)", N_("A page down"), show=False, id="menu.page-down"),
        Binding("enter,space", "pick", N_("Choose"), show=False, id="menu.pick"),
    ]  # fmt: skip

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.cursor = 0
        """The place of the cursor among those that it can have."""
        self._top = 0

    # What a subclass says

    def places(self) -> int:
        """Count the places that the cursor can have."""
        raise NotImplementedError

    def rows(self) -> int:
        """Count the rows: the places, and whatever stands between them."""
        return self.places()

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        """What stands in a row; ``look`` is that of the cursor where it is, else ``text``."""
        raise NotImplementedError

    def draw_head(self, canvas: Canvas) -> None:
        """Draw what stands above the rows."""

    def row_of(self, place: int) -> int:
        """The row of one of the cursor's places."""
        return place

    def place_of(self, row: int) -> int | None:
        """The cursor's place in a row; None if it has none there."""
        return row

    def shown_above(self, row: int) -> int:
        """The first of the rows that are to be seen with the cursor's row."""
        return row

    def moved(self) -> None:
        """Tell that the cursor stands somewhere else."""

    def action_pick(self) -> None:
        """Choose the row with the cursor."""

    # Drawing

    def in_view(self, height: int) -> range:
        """Scroll as far as the cursor needs it; returns the rows that are in view."""
        at, count = self.row_of(self.cursor), self.rows()
        self._top = max(0, min(self._top, self.shown_above(at), count - height))
        self._top = max(self._top, at - height + 1)
        return range(self._top, min(count, self._top + height))

    def draw(self, canvas: Canvas) -> None:
        """Draw as many rows as there is room for, the cursor's among them."""
        self.draw_head(canvas)
        height = max(1, canvas.height - self.HEAD)
        shown = self.in_view(height)
        at = self.row_of(self.cursor)
        for y, row in enumerate(shown, self.HEAD):
            look = "text"
            if row == at:
                look = "cursor" if self.has_focus else "strong"
                canvas.put(0, y, self.glyphs.pointer.ljust(canvas.width), look)
            for x, text, own in self.row_cells(row, look, canvas):
                canvas.put(x, y, text, own)
            if (place := self.place_of(row)) is not None:
                canvas.zone(Region(0, y, canvas.width, 1), str(place))
        if shown.start > 0:
            canvas.right(self.HEAD, self.glyphs.more_above, self.MORE)
        if shown.stop < self.rows():
            canvas.right(self.HEAD + height - 1, self.glyphs.more_below, self.MORE)

    # Moving

    def move_to(self, place: int) -> None:
        """Put the cursor somewhere, or as near to it as there is a place."""
        place = max(0, min(place, self.places() - 1))
        if place != self.cursor:
            self.cursor = place
            self.redraw()
            self.moved()

    def action_move(self, by: int) -> None:
        """Move the cursor so many places down."""
        self.move_to(self.cursor + by)

    def action_page(self, pages: int) -> None:
        """Move the cursor so many pages down."""
        self.action_move(pages * max(1, self.size.height - 1))

    def choose(self, place: int) -> None:
        """Choose at once what was clicked."""
        self.cursor = place
        self.redraw()
        self.action_pick()

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        event.stop()
        self.choose(int(event.action))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_move(self.WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_move(-self.WHEEL)
