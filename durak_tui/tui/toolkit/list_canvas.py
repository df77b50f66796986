"""The list with a cursor from which all lists are made."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.geometry import Region

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import widget_binding
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
    WHOLE: ClassVar = True
    """Whether the cursor's row is marked from edge to edge while the keys go elsewhere."""
    WHEEL: ClassVar = 1
    BINDINGS: ClassVar = [
        widget_binding("menu.up", "up,k", "move(-1)", N_("One up")),
        widget_binding("menu.down", "down,j", "move(1)", N_("One down")),
        widget_binding("menu.first", "home,g", f"move({-_END})", N_("To the first")),
        widget_binding("menu.last", "end,G", f"move({_END})", N_("To the last")),
        widget_binding("menu.page-up", "pageup", "page(-1)", N_("A page up")),
        widget_binding("menu.page-down", "pagedown", "page(1)", N_("A page down")),
        widget_binding("menu.pick", "enter,space", "pick", N_("Choose")),
    ]

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
        """The cells of a row, ``look`` being ``text`` without the cursor."""
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
        """The first row that has to be in view with this one."""
        return row

    def moved(self) -> None:
        """Tell that the cursor stands somewhere else."""

    def action_pick(self) -> None:
        """Choose the row with the cursor."""

    # Drawing

    def in_view(self, height: int) -> range:
        """Scroll to the cursor, and return the rows in view."""
        at, count = self.row_of(self.cursor), self.rows()
        self._top = max(0, min(self._top, self.shown_above(at), count - height))
        self._top = max(self._top, at - height + 1)
        return range(self._top, min(count, self._top + height))

    def draw(self, canvas: Canvas) -> None:
        self.draw_head(canvas)
        height = max(1, canvas.height - self.HEAD)
        shown = self.in_view(height)
        at = self.row_of(self.cursor)
        for y, row in enumerate(shown, self.HEAD):
            look = "text"
            if row == at:
                look = "cursor" if self.has_focus else "strong"
                width = canvas.width if self.WHOLE or self.has_focus else 2
                canvas.put(0, y, self.glyphs.pointer.ljust(width), look)
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
        """Put the cursor on a place, or on the nearest there is."""
        place = max(0, min(place, self.places() - 1))
        if place != self.cursor:
            self.cursor = place
            self.redraw()
            self.moved()

    def action_move(self, by: int) -> None:
        self.move_to(self.cursor + by)

    def choose(self, place: int) -> None:
        """Choose at once what was clicked."""
        self.cursor = place
        self.redraw()
        self.action_pick()

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        event.stop()
        self.choose(int(event.action))
