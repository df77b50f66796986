"""The line of a filter, while it is written and afterwards."""

from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding
from textual.message import Message

from durak_tui.common.i18n import _
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.form import TextField


class FilterField(TextField):
    """The filter being written; the arrows belong to the list."""

    DEFAULT_CSS = "FilterField { display: none; }"
    BINDINGS: ClassVar = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
    ]

    class Stepped(Message):
        """The cursor of the list is to go so many rows down."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def begin(self, text: str) -> None:
        """Hold another text without a message about it."""
        with self.prevent(TextField.Changed):
            self.value = text

    def action_step(self, by: int) -> None:
        self.post_message(self.Stepped(by))


class FilterShown(CanvasWidget):
    """The filter that is on, or its label while it is written."""

    DEFAULT_CSS = "FilterShown { height: 1; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._writing = False

    def show(self, text: str, *, writing: bool) -> None:
        """Show a filter; an empty one is none."""
        self._text, self._writing = text, writing
        self.styles.width = cell_len(_("Filter")) + 4 if writing else "1fr"
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._writing:
            canvas.put(1, 0, _("Filter") + ":", "accent")
        elif self._text:
            x = canvas.put(1, 0, _("Filter") + ": ", "accent")
            canvas.put(x, 0, self._text, "strong")
