"""Lines of text on a screen: its heading, notes, scrolled pages."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, cast

from rich.cells import cell_len

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import widget_binding
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit, wrapped
from durak_tui.tui.toolkit.screen import DurakScreen

Said = tuple[str, str]  # A text and its look.
Line = Sequence[Said]  # From left to right.
_END = 1 << 30


def in_lines(said: Iterable[Said], width: int) -> list[Said]:
    """Texts broken into lines of that width; empty texts are left out."""
    return [(line, look) for text, look in said for line in wrapped(text, max(10, width))]


class NoteHeading(CanvasWidget):
    """The name of a screen, and at the right how things stand."""

    DEFAULT_CSS = "NoteHeading { height: 2; padding: 0 1; }"

    _title = _short = ""
    _state: Said = "", "dim"

    def show(self, title: str = "", state: str = "", look: str = "dim", *, short: str = "") -> None:
        """Show a state, and a name in place of the screen's.

        ``short`` takes the place of the name where there is no room for both.
        """
        self._title, self._short, self._state = title, short, (state, look)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        glyphs, (state, look) = self.glyphs, self._state
        title = self._title or cast(DurakScreen, self.screen).title_text()
        if state and cell_len(title) + 2 + cell_len(state) > canvas.width:
            title = self._short or title
        end = canvas.put(0, 0, fit(title, canvas.width, glyphs), "accent")
        if room := max(0, canvas.width - end - 2):
            canvas.right(0, fit(state, room, glyphs), look)


class Note(CanvasWidget):
    """A few sentences, one below the other."""

    DEFAULT_CSS = "Note { padding: 0 1; }"

    said: Sequence[Said] = ()

    def say(self, *said: Said) -> None:
        """Say something else; empty sentences are left out."""
        self.said = [one for one in said if one[0]]
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        lines = in_lines(self.said, canvas.width)
        for y, (line, look) in enumerate(lines[: canvas.height]):
            canvas.put(0, y, line, look)
        if len(lines) > canvas.height > 0:
            last, look = lines[canvas.height - 1]
            end = min(cell_len(last), canvas.width - 1)
            canvas.put(end, canvas.height - 1, self.glyphs.ellipsis, look)


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
        """Show the lines that ``lines`` makes for a number of columns.

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
