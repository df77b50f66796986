"""A screen that is a text to be read."""

from collections.abc import Iterable

from textual.app import ComposeResult

from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.page import Line, Page
from durak_tui.tui.toolkit.screen import DurakScreen


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
        self.head(*self.state())
        self.query_one(Page).redraw()
