"""A scrolled text, its lines, and a screen of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, wrapped
from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.screen import DurakScreen

Line = Sequence[tuple[str, str]]  # Texts from left to right, each with its look.
_END = 1 << 30


def paragraph(text: str, width: int, look: str = "text") -> list[Line]:
    """A text in lines of at most ``width`` columns."""
    return [[(line, look)] for line in wrapped(text, width)]


def titled(title: str, text: str, width: int) -> Iterator[Line]:
    """A title, and a text that begins in the same line."""
    first, *rest = wrapped(title + text, width)
    yield [(title, "strong"), (first[len(title) :], "text")]
    yield from ([("  " + line, "text")] for line in rest)


def beside(
    facts: Iterable[tuple[str, str, str]], column: int, width: int, look: str = "dim"
) -> Iterator[Line]:
    """Names, and beside each its value in a look of its own.

    Values begin in ``column``; ``look`` is that of the names.
    """
    for name, value, own in facts:
        parts = wrapped(name, column - 2), wrapped(value, max(20, width - column))
        for left, right in zip_longest(*parts, fillvalue=""):
            yield [(left + " " * (column - cell_len(left)), look), (right, own)]


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
        """Show the lines that ``lines`` makes for a width in columns.

        With ``stays`` the text is not scrolled back to the first of them.
        """
        self._lines = lines
        if not stays:
            self._top = 0
        self.redraw()

    def show_whole(self, lines: Sequence[Line]) -> None:
        """Show all of these lines, and a blank row below."""
        self.styles.height = len(lines) + 1
        self.show(lambda _width: lines, stays=True)

    def lines(self, width: int) -> Sequence[Line]:
        """All lines in a widget of ``width`` columns."""
        return self._lines(max(20, width - 2))

    def draw(self, canvas: Canvas) -> None:
        lines = self.lines(canvas.width)
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


class PageScreen(DurakScreen):
    """A page below the name of the screen."""

    DEFAULT_CSS = "PageScreen Page { height: 1fr; padding: 0 1; }"

    def content(self) -> ComposeResult:
        yield Page(id="page")

    def on_mount(self) -> None:
        self.query_one(Page).show(lambda width: list(self.lines(width)))
        self.fill()

    def state(self) -> Said:
        """The text at the right of the name."""
        return "", "dim"

    def lines(self, width: int) -> Iterable[Line]:
        """The text in ``width`` columns."""
        return ()

    def fill(self) -> None:
        """Show the text as it is now, scrolled as it was."""
        if self.HEADED:
            self.head(*self.state())
        self.query_one(Page).redraw()
