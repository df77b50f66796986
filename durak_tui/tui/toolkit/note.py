"""Lines of text on a screen: its name, and notes."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit, wrapped

Said = tuple[str, str]  # A text and its look.


def in_lines(said: Iterable[Said], width: int) -> list[Said]:
    """Texts broken into lines of that width; empty texts are left out."""
    return [(line, look) for text, look in said for line in wrapped(text, max(10, width))]


class Heading(CanvasWidget):
    """The name of a screen, and at the right how things stand."""

    DEFAULT_CSS = "Heading { height: 2; padding: 0 1; }"

    _title = _short = ""
    _state: Said = "", "dim"

    def show(self, title: str, state: str = "", look: str = "dim", *, short: str = "") -> None:
        """Show a name, short if there is no room, and a state."""
        self._title, self._short, self._state = title, short or title, (state, look)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        glyphs, (state, look) = self.glyphs, self._state
        fits = cell_len(self._title) + 2 + cell_len(state) <= canvas.width
        title = self._title if fits or not state else self._short
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
