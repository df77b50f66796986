"""The ground of the card table, and of what stands beside it."""

from typing import ClassVar

from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.styles import felt


class FeltWidget(CanvasWidget):
    """A widget on the felt that the settings name."""

    BESIDE: ClassVar = False  # Whether it stands beside the table, in a shade of its colour.

    _felt: str | None = None

    def on_mount(self) -> None:
        self._lay()

    def redraw(self) -> None:
        self._lay()
        super().redraw()

    def _lay(self) -> None:
        app, name = self.durak, self.durak.settings.value.felt
        wanted = None if app.no_color else felt(name, app.current_theme, beside=self.BESIDE)
        if wanted != self._felt:
            self._felt = wanted
            self.styles.background = wanted
