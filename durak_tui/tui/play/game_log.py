"""The bouts at the side of a game, the newest last."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.records.walk import Bout
from durak_tui.table.game import LiveGame
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget
from durak_tui.words.narrator import bout_end

_NAME: Final = 16  # Columns, at most.


class GameLog(FeltWidget):
    """The bouts of a game, line by line, where there is room."""

    DEFAULT_CSS = """
    GameLog { display: none; width: 38; height: 1fr; background: $surface; }
    GameLog:ansi { background: ansi_default; }
    """
    BESIDE: ClassVar = True
    WHEEL: ClassVar = 3

    _bouts: Sequence[Bout] = ()
    _names = ("", "")
    _back = _length = 0

    def show(self, game: LiveGame, names: tuple[str, str]) -> None:
        """Show the bouts so far, the newest if there are more now."""
        self.show_bouts(_bouts(game), names)

    def show_bouts(self, bouts: Sequence[Bout], names: tuple[str, str]) -> None:
        """Show these bouts, the newest if they are others than before."""
        if bouts != self._bouts:
            self._back = 0
        self._bouts, self._names = bouts, names
        self.redraw()

    def action_move(self, by: int) -> None:
        room = max(1, self.size.height - 1)
        self._back = max(0, min(self._back - by, self._length - room))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if canvas.height < 2:
            return
        glyphs = self.glyphs
        lines = list(self._lines(canvas.width - 3))
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

    def _lines(self, width: int) -> Iterator[str]:
        glyphs = self.glyphs
        names = short_names(self._names, _NAME, glyphs.ellipsis)
        for number, bout in enumerate(self._bouts, 1):
            end = bout_end(bout)
            line = f"{number:>2}. {names[bout.attacker]}:"
            pairs = [bout.cards[i : i + 2] for i in range(0, len(bout.cards), 2)]
            words = ["/".join(map(glyphs.card, pair)) for pair in pairs]
            words += ["+" + glyphs.card(card) for card in bout.given]
            words += [f"{glyphs.dash} {end}"] if end else []
            for at, word in enumerate(words):
                gap = 2 if 0 < at < len(pairs) else 1  # Two pairs are farther apart.
                if cell_len(line) + gap + cell_len(word) > width:
                    yield line
                    line = " " * 4 + word
                else:
                    line += " " * gap + word
            yield line


def _bouts(game: LiveGame) -> Sequence[Bout]:
    """The bouts with a card; one that may still grow is open."""
    found = [bout for bout in game.bouts if bout.cards]
    if game.to_act is not None and game.position.taking:  # more may be given
        found[-1] = found[-1]._replace(outcome="open")
    return found
