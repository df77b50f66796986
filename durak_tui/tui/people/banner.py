"""A line above the table about the state of the evening."""

from typing import Final

from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.felt import FeltWidget
from durak_tui.tui.toolkit.note import Said, in_lines

_MOST: Final = 3  # Lines.


class Banner(FeltWidget):
    """A sentence above the table, which keeps its place."""

    DEFAULT_CSS = "Banner { dock: top; height: 1; }"

    _said: Said = "", "text"
    _end = ""

    def say(self, text: str, look: str = "text", end: str = "") -> None:
        """Show another text, or none; the ``end`` is never cut."""
        if (text, look, end) != (*self._said, self._end):
            self._said, self._end = (text, look), end
            self._fit()
            self.redraw()

    def on_resize(self) -> None:
        self._fit()

    def _lines(self, width: int) -> list[Said]:
        text, look = self._said
        whole = in_lines([(f"{text} {self._end}".strip(), look)], width)
        if len(whole) <= _MOST:
            return whole
        end = in_lines([(self._end, look)], width)
        return [*in_lines([self._said], width)[: _MOST - len(end)], *end]

    def _fit(self) -> None:
        self.styles.height = max(1, len(self._lines(self.app.size.width - 2)))

    def draw(self, canvas: Canvas) -> None:
        for y, (line, look) in enumerate(self._lines(canvas.width - 2)[: canvas.height]):
            canvas.put(1, y, line, look)
