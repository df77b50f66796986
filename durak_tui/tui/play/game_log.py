"""The bouts beside a game, the newest last, and texts below."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.common.short_names import short_names
from durak_tui.game.cards import suit_of
from durak_tui.records.walk import Bout
from durak_tui.table.game import LiveGame
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, wrapped
from durak_tui.tui.toolkit.styles import suit_colour
from durak_tui.words.narrator import bout_attacker, bout_end

_NAME: Final = 16  # Columns, at most.
_INDENT: Final = 5  # Columns before the cards of a bout.
_WIDTH: Final = 38  # Columns beside a table; alone, lines are not longer.
_Line = list[tuple[int, str, str]]  # The column, text and look of each part.


class GameLog(FeltWidget):
    """The bouts of a game where there is room, texts below."""

    DEFAULT_CSS = f"""
    GameLog {{ display: none; width: {_WIDTH}; height: 1fr; background: $surface; }}
    GameLog:ansi {{ background: ansi_default; }}
    """
    BESIDE: ClassVar = True
    WHEEL: ClassVar = 4  # Two bouts.

    _bouts: Sequence[Bout] = ()
    _names = ("", "")
    _you: int | None = None
    _trump = 0
    _about: Sequence[str] = ()
    _back = _length = 0

    def show(
        self,
        game: LiveGame,
        names: tuple[str, str],
        *,
        you: int | None = None,
        about: Sequence[str] = (),
    ) -> None:
        """Show the bouts so far, the newest if there are more now.

        ``you`` is the seat that is spoken to, if any.  ``about`` are texts about the game, said
        below while there is room; the last one is the most important.
        """
        self._about = about
        self.show_bouts(_bouts(game), names, game.position.trump, you=you)

    def show_bouts(
        self, bouts: Sequence[Bout], names: tuple[str, str], trump: int, *, you: int | None = None
    ) -> None:
        """Show these bouts, the newest if they are others than before."""
        if bouts != self._bouts:
            self._back = 0
        self._bouts, self._names, self._trump, self._you = bouts, names, trump, you
        self.redraw()

    def action_move(self, by: int) -> None:
        room = max(1, self.size.height - 1)
        self._back = max(0, min(self._back - by, self._length - room))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if canvas.height < 2:
            return
        glyphs = self.glyphs
        lines = list(self._lines(min(canvas.width, _WIDTH) - 2))
        self._length = len(lines)
        room = canvas.height - 1
        end = len(lines) - self._back
        start = max(0, end - room)
        canvas.put(1, 0, _("Bouts"), "strong")
        for y, line in enumerate(lines[start:end], 1):
            for x, text, look in line:
                canvas.put(x, y, text, look)
        if start:
            canvas.right(0, glyphs.more_above, "dim", margin=1)
        if self._back:
            canvas.right(canvas.height - 1, glyphs.more_below, "dim", margin=1)
        self._say(canvas, len(lines))

    def _say(self, canvas: Canvas, used: int) -> None:
        """Write the texts about the game, from the last one up."""
        y = canvas.height
        for text in reversed(self._about):
            said = wrapped(text, canvas.width - 2)
            y -= len(said) + 1
            if y < used + 1:
                return
            for row, line in enumerate(said, y + 1):
                canvas.put(1, row, line, "dim")

    def _lines(self, end: int) -> Iterator[_Line]:
        """The lines of all bouts, none longer than to column ``end``."""
        names = short_names(self._names, _NAME, self.glyphs.ellipsis)
        for number, bout in enumerate(self._bouts, 1):
            outcome = bout_end(bout)
            attacker = bout_attacker(bout, names, self._you)
            yield [
                (1, f"{number:>2}. {attacker}", "dim" if outcome else "text"),
                (end - cell_len(outcome), outcome, "text" if bout.outcome == "taken" else "dim"),
            ]
            yield from self._cards(bout, end)

    def _cards(self, bout: Bout, end: int) -> Iterator[_Line]:
        """The cards of a bout, in as many lines as it takes."""
        groups = [("", pair) for pair in bout.pairs]
        groups += [("+", (card,)) for card in bout.given]
        line: _Line = []
        x = _INDENT
        for sign, cards in groups:
            names = [*map(self.glyphs.card, cards)]
            if line and x + len(sign) + sum(map(cell_len, names)) + len(names) - 1 > end:
                yield line
                line, x = [], _INDENT
            for mark, card, name in zip((sign, "/"), cards, names, strict=False):
                line += [(x, mark, "text"), (x + len(mark), name, self._look(card))]
                x += len(mark) + cell_len(name)
            x += 2
        yield line

    def _look(self, card: int) -> str:
        """The look of a card; of a trump underlined."""
        if suit_of(card) != suit_of(self._trump):
            return "text"  # in which cards have their colours
        return f"trump-{suit_colour(card, four=self.has_four_colours)}"


def _bouts(game: LiveGame) -> Sequence[Bout]:
    """The bouts with a card; one that may still grow is open."""
    found = [bout for bout in game.bouts if bout.cards]
    if game.to_act is not None and game.position.taking:  # more may be given
        found[-1] = found[-1]._replace(outcome="open")
    return found
