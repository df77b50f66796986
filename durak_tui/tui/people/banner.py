"""How things stand between two people, in a line above the table."""

from typing import Final

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.felt import FeltWidget
from durak_tui.tui.toolkit.note import Said, in_lines

_MOST: Final = 3  # Lines.


class Banner(FeltWidget):
    """A sentence above the table, which keeps its place."""

    DEFAULT_CSS = "Banner { dock: top; height: 1; }"

    _said: Said = "", "text"

    def say(self, text: str, look: str = "text") -> None:
        """Say something else, or nothing."""
        if (text, look) != self._said:
            self._said = text, look
            self._fit()
            self.redraw()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        lines = len(in_lines([self._said], self.app.size.width - 2))
        self.styles.height = min(max(1, lines), _MOST)

    def draw(self, canvas: Canvas) -> None:
        lines = in_lines([self._said], canvas.width - 2)
        for y, (line, look) in enumerate(lines[: canvas.height]):
            canvas.put(1, y, line, look)
