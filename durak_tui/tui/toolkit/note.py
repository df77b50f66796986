"""Lines of text on a screen: its heading, and notes."""

from collections.abc import Iterable, Sequence
from typing import cast

from rich.cells import cell_len

from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit, wrapped
from durak_tui.tui.toolkit.screen import DurakScreen

Said = tuple[str, str]  # A text and its look.


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
