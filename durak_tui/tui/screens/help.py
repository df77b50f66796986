"""What a screen is for, and its keys."""

from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.i18n import N_, _
from durak_tui.tui.actions import Action
from durak_tui.tui.canvas import Canvas, CanvasWidget
from durak_tui.tui.screens.base import DurakScreen

_MARGIN = 2


class _Page(CanvasWidget):
    """The text, of which a part is in view."""

    def __init__(self, about: DurakScreen) -> None:
        super().__init__()
        self._about = about
        self._top = 0
        self._length = 0

    def draw(self, canvas: Canvas) -> None:
        lines = self._lines(max(20, min(canvas.width, 84) - 2 * _MARGIN))
        self._length = len(lines)
        self._top = max(0, min(self._top, self._length - canvas.height))
        for y, line in enumerate(lines[self._top : self._top + canvas.height]):
            x = _MARGIN
            for text, look in line:
                x = canvas.put(x, y, text, look)
        glyphs = self._about.durak.glyphs
        if self._top > 0:
            canvas.right(0, glyphs.more_above, "accent", margin=1)
        if self._top + canvas.height < self._length:
            canvas.right(canvas.height - 1, glyphs.more_below, "accent", margin=1)

    def _lines(self, width: int) -> list[list[tuple[str, str]]]:
        about = self._about
        lines: list[list[tuple[str, str]]] = [[(about.title_text(), "accent")], []]
        for paragraph in about.help_text().split("\n\n"):
            if paragraph:
                lines += [[(line, "text")] for line in wrap(paragraph, width)] + [[]]
        entries = [(about.durak.shown_keys(one), _(one.help)) for one in about.available_actions()]
        column = max(cell_len(keys) for keys, _help in entries) + 2
        for keys, text in entries:
            first, *rest = wrap(text, max(20, width - column)) or [""]
            lines.append([(keys + " " * (column - cell_len(keys)), "strong"), (first, "text")])
            lines += [[(" " * column + line, "text")] for line in rest]
        return lines

    def move(self, by: int) -> None:
        """Show what is so many lines further down."""
        self._top = max(0, min(self._top + by, self._length - self.size.height))
        self.redraw()


class HelpScreen(DurakScreen):
    """The help of the screen that was on."""

    ACTIONS: ClassVar = (
        Action("help.up", "up,k", N_("Up"), N_("Scroll up"), footer=False),
        Action("help.down", "down,j", N_("Down"), N_("Scroll down")),
        Action("help.page-up", "pageup,b", N_("Page up"), N_("Scroll a page up"), footer=False),
        Action("help.page-down", "pagedown,space", N_("Page"), N_("Scroll a page down")),
    )

    def __init__(self, about: DurakScreen) -> None:
        super().__init__()
        self._about = about

    def content(self) -> ComposeResult:
        yield _Page(self._about)

    def title_text(self) -> str:
        return _("Help")

    def action_up(self) -> None:
        """Scroll up."""
        self.query_one(_Page).move(-1)

    def action_down(self) -> None:
        """Scroll down."""
        self.query_one(_Page).move(1)

    def action_page_up(self) -> None:
        """Scroll a page up."""
        self.query_one(_Page).move(1 - self.size.height)

    def action_page_down(self) -> None:
        """Scroll a page down."""
        self.query_one(_Page).move(self.size.height - 1)

    def action_help(self) -> None:
        """The same key leaves."""
        self.action_back()
