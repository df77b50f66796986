"""Framed parts of a screen, where there is room for frames."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from durak_tui.common.i18n import _
from durak_tui.tui.terminal.mishap import ReportsErrors

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp


class Panel(ReportsErrors, Vertical):
    """Widgets that belong together, within a titled frame from 80x24 on."""

    SCOPED_CSS: ClassVar = False  # The width of the window is a class of the screen.
    DEFAULT_CSS: ClassVar = """
    Panel { height: auto; }
    DurakScreen.-wide Panel, DurakScreen.-normal.-medium Panel, DurakScreen.-normal.-tall Panel {
        padding: 0 1;
        border: round $foreground 40%;
        border-title-color: $foreground;
        border-title-style: bold;
        &.-ascii { border: ascii $foreground 40%; }
        &:ansi { border: round ansi_default; border-title-color: ansi_default; }
        &.-ascii:ansi { border: ascii ansi_default; }
    }
    """

    def __init__(self, title: str, *children: Widget, id: str | None = None) -> None:
        """``title`` is English, marked for translation."""
        super().__init__(*children, id=id)
        self._title = title

    def on_mount(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Show title and frame as the settings are now."""
        self.border_title = Content(_(self._title))
        self.set_class(cast("DurakApp", self.app).glyphs.ascii, "-ascii")
