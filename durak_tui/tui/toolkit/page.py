"""A text of any length, of which a part is in view."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding
from textual.events import MouseScrollDown, MouseScrollUp

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import with_cyrillic
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget

Line = Sequence[tuple[str, str]]
"""Texts from left to right, each with its look."""
_END = 1 << 30


class Page(CanvasWidget, can_focus=True):
    """Shows lines that are made for the width it has; scrolled with the usual keys."""

    BINDINGS: ClassVar = [
        Binding(with_cyrillic("up,k"), "move(-1)", N_("A line up"), show=False, id="page.up"),
        Binding(with_cyrillic("down,j"), "move(1)", N_("A line down"), show=False, id="page.down"),
        Binding(
            with_cyrillic("pageup,b"), "page(-1)", N_("A page up"), show=False, id="page.page-up"
        ),
        Binding(
            "pagedown,space", "page(1)", N_("A page down"), show=False, id="page.page-down"
        ),
        Binding(
            with_cyrillic("home,g"), f"move({-_END})", N_("To the first"), show=False,
            id="page.first",
        ),
        Binding(
            with_cyrillic("end,G"), f"move({_END})", N_("To the last"), show=False, id="page.last"
        ),
    ]  # fmt: skip

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Callable[[int], Sequence[Line]] = lambda _width: ()
        self._top = 0
        self._length = 0

    @property
    def overflows(self) -> bool:
        """Whether there is more than is in view."""
        return self._length > self.size.height

    def show(self, lines: Callable[[int], Sequence[Line]], *, stays: bool = False) -> None:
        """Show other lines: from the first, or with ``stays`` from where the text is now.
        ``lines`` makes them for so many columns."""
        self._lines = lines
        if not stays:
            self._top = 0
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the part in view; marks at the right edge say that there is more."""
        glyphs = self.glyphs
        lines = self._lines(max(20, canvas.width - 2))
        self._length = len(lines)
        self._top = max(0, min(self._top, self._length - canvas.height))
        for y, line in enumerate(lines[self._top : self._top + canvas.height]):
            x = 0
            for text, look in line:
                x = canvas.put(x, y, text, look)
        if self._top > 0:
            canvas.right(0, glyphs.more_above, "accent")
        if self._top + canvas.height < self._length:
            canvas.right(canvas.height - 1, glyphs.more_below, "accent")

    def action_move(self, by: int) -> None:
        """Show what is so many lines further down."""
        top = max(0, min(self._top + by, self._length - self.size.height))
        if top != self._top:
            self._top = top
            self.redraw()

    def action_page(self, pages: int) -> None:
        """Show what is so many pages further down."""
        self.action_move(pages * max(1, self.size.height - 1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel scrolls."""
        event.stop()
        self.action_move(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel scrolls."""
        event.stop()
        self.action_move(-3)
