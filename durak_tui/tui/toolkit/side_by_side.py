"""Two columns in a wide window, one elsewhere."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from durak_tui.tui.terminal.mishap import ReportsErrors


class SideBySide(ReportsErrors, Horizontal):
    """A column of widgets, and one beside it in wide windows."""

    SCOPED_CSS: ClassVar = False  # The width of the window is a class of the screen.
    DEFAULT_CSS: ClassVar = """
    SideBySide {
        width: 100%; height: 1fr;
        .beside { display: none; }
    }
    DurakScreen.-wide SideBySide {
        .column { width: 1fr; min-width: 64; max-width: 72; }
        .beside { display: block; width: 1fr; margin-left: 1; }
    }
    """

    def __init__(self, *column: Widget, beside: Widget) -> None:
        super().__init__()
        self._both = Vertical(*column, classes="column"), beside
        beside.add_class("beside")

    def compose(self) -> ComposeResult:
        yield from self._both
