"""The bouts at the side of a game, the newest last."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from textual.events import MouseScrollDown, MouseScrollUp

from durak_tui.common.i18n import _
from durak_tui.tui.play.view import BoutLine
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.glyphs import Glyphs

_INDENT: Final = 4
_NAME: Final = 16


class GameLog(CanvasWidget):
    """Shows the bouts of a game."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bouts: Sequence[BoutLine] = ()
        self._names = ("", "")
        self._back = 0
        self._length = 0

    def show(self, bouts: Sequence[BoutLine], names: tuple[str, str]) -> None:
        """Show these bouts; ``names`` are of seat 0 and 1."""
        self._bouts = bouts
        self._names = names
        self._back = 0
        self.redraw()

    def scroll_lines(self, by: int) -> None:
        """Scroll so many lines up."""
        room = max(1, self.size.height - 1)
        self._back = max(0, min(self._back + by, self._length - room))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if canvas.height < 2:
            return
        glyphs = self.glyphs
        lines = list(self._lines(canvas.width - 3, glyphs))
        self._length = len(lines)
        room = canvas.height - 1
        end = len(lines) - self._back
        start = max(0, end - room)
        canvas.put(1, 0, _("Bouts"), "strong")
        for y, line in enumerate(lines[start:end], 1):
            canvas.put(1, y, line, "text")
        if start:
            canvas.right(0, glyphs.more_above, "dim", margin=1)
        if self._back:
            canvas.right(canvas.height - 1, glyphs.more_below, "dim", margin=1)

    def _lines(self, width: int, glyphs: Glyphs) -> Iterator[str]:
        for bout in self._bouts:
            name = fit(self._names[bout.attacker], _NAME, glyphs)
            line = f"{bout.number:>2}. {name}:"
            for word in self._words(bout, glyphs):
                if cell_len(line) + 1 + cell_len(word) > width:
                    yield line
                    line = " " * _INDENT + word
                else:
                    line += " " + word
            yield line

    def _words(self, bout: BoutLine, glyphs: Glyphs) -> Iterator[str]:
        """The parts of a line, between which it may be broken."""
        for i in range(0, len(bout.cards), 2):
            # A card and what beat it stay together.
            yield " ".join(map(glyphs.card, bout.cards[i : i + 2]))
        for card in bout.given:
            yield "+" + glyphs.card(card)
        if bout.end == "beaten":
            yield f"{glyphs.dash} " + _("beaten")
        elif bout.end == "taken":
            yield f"{glyphs.dash} " + _("taken")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.scroll_lines(3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.scroll_lines(-3)
