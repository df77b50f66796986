"""Sentences on a screen."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, wrapped

Said = tuple[str, str]  # A text and its look.
NOTHING_SAID: Final[Said] = "", "dim"


def in_lines(said: Iterable[Said], width: int) -> list[Said]:
    """Texts broken into lines of that width; empty texts are left out."""
    return [(line, look) for text, look in said for line in wrapped(text, max(10, width))]


class Note(CanvasWidget):
    """A few sentences, one below the other."""

    DEFAULT_CSS = "Note { padding: 0 1; }"

    said: Sequence[Said] = ()

    def say(self, *said: Said) -> None:
        """Say something else, each a text of one or more lines.

        Empty lines are left out.
        """
        self.said = [(line, look) for text, look in said for line in text.split("\n") if line]
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        lines = in_lines(self.said, canvas.width)
        for y, (line, look) in enumerate(lines[: canvas.height]):
            canvas.put(0, y, line, look)
        if len(lines) > canvas.height > 0:
            last, look = lines[canvas.height - 1]
            end = min(cell_len(last), canvas.width - 1)
            canvas.put(end, canvas.height - 1, self.glyphs.ellipsis, look)
