"""A text of any length, of which a part is in view."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

Line = Sequence[tuple[str, str]]  # Texts from left to right, each with its look.
_END = 1 << 30


class Page(CanvasWidget, can_focus=True):
    """A scrolled text, made for the width of the widget."""

    WHEEL: ClassVar = 3
    BINDINGS: ClassVar = [
        widget_binding("page.up", "up,k", "move(-1)", N_("Up one line")),
        widget_binding("page.down", "down,j", "move(1)", N_("Down one line")),
        widget_binding("page.page-up", "pageup,b", "page(-1)", N_("Up one page")),
        widget_binding("page.page-down", "pagedown,space", "page(1)", N_("Down one page")),
        widget_binding("page.first", "home,g", f"move({-_END})", N_("Go to the first")),
        widget_binding("page.last", "end,G", f"move({_END})", N_("Go to the last")),
    ]

    length = 0  # Lines in all, in view or not.
    _top = 0
    _lines: Callable[[int], Sequence[Line]] = staticmethod(lambda _width: ())

    def show(self, lines: Callable[[int], Sequence[Line]], *, stays: bool = False) -> None:
        """Show the lines that ``lines`` makes for so many columns.

        With ``stays`` the text is not scrolled back to the first of them.
        """
        self._lines = lines
        if not stays:
            self._top = 0
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        lines = self._lines(max(20, canvas.width - 2))
        self.length = len(lines)
        self._top = max(0, min(self._top, self.length - canvas.height))
        for y, line in enumerate(lines[self._top : self._top + canvas.height]):
            x = 0
            for text, look in line:
                x = canvas.put(x, y, text, look)
        if self._top > 0:
            canvas.right(0, self.glyphs.more_above, "accent")
        if self._top + canvas.height < self.length:
            canvas.right(canvas.height - 1, self.glyphs.more_below, "accent")

    def action_move(self, by: int) -> None:
        top = max(0, min(self._top + by, self.length - self.size.height))
        if top != self._top:
            self._top = top
            self.redraw()
