"""The cards and the name above the menu of the first screen."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.game.cards import parse_card
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, fit
from durak_tui.tui.toolkit.card_art import Size
from durak_tui.tui.toolkit.card_drawing import put_row, row_size
from durak_tui.tui.toolkit.menu import Entry

_CARDS: Final = tuple(map(parse_card, ("JC", "QD", "KS", "AH")))
_NAME: Final = "durak-tui"
_BENEATH: Final = 4  # A blank line above the cards and one below, the name, the subtitle.
_CHIPS: Final = 3  # Lines with the suits instead: the name, the subtitle, a blank one.


def arranged(
    groups: Sequence[tuple[str, Sequence[Entry]]], width: int, height: int
) -> tuple[list[Entry], int]:
    """The lines of the menu, and the rows above them.

    If there is room in the window, groups have titles and blank lines between them, and cards
    lie above.  The first group, whose entries say nothing without its title, always has it.
    """
    blank = Entry("", "", is_title=True)
    plain: list[Entry] = []
    titled: list[Entry] = []
    spaced: list[Entry] = []
    for name, entries in groups:
        if entries:
            title = [Entry("", name, is_title=True)] if name else []
            plain += [*(title if entries is groups[0][1] else ()), *entries]
            titled += [*title, *entries]
            spaced += [*([blank] if spaced else []), *title, *entries]
    for lines in (spaced, titled):
        # No more than a third of the window is for the cards.
        room = min(height - len(lines) - _BENEATH, height // 3)
        if size := row_size(len(_CARDS), width, room):
            return lines, size.height + _BENEATH
    for lines in (spaced, titled):
        if len(lines) + _CHIPS <= height:
            return lines, _CHIPS
    return plain, _CHIPS - 1


class HomeTitle(FeltWidget):
    """The name of the game below some cards, or between the suits."""

    def draw(self, canvas: Canvas) -> None:
        size = row_size(len(_CARDS), canvas.width, canvas.height - _BENEATH)
        y = self._cards(canvas, size) if size else self._chips(canvas)
        said, look = _("Throw-in Durak against engines and people"), "dim"
        if not self.durak.keeps_games:
            said, look = self.durak.kept_farewell(), "accent"  # better known before than after
        subtitle = fit(said, canvas.width, self.glyphs)
        canvas.put((canvas.width - cell_len(subtitle)) // 2, y, subtitle, look)

    def _cards(self, canvas: Canvas, size: Size) -> int:
        """Draw cards above the name; return the row below."""
        put_row(canvas, _CARDS, size, 1, self.glyphs, four=self.has_four_colours)
        y = 1 + size.height + 1
        canvas.put((canvas.width - len(_NAME)) // 2, y, _NAME, "strong")
        return y + 1

    def _chips(self, canvas: Canvas) -> int:
        """Draw the name between the suits; return the row below."""
        clubs, diamonds, hearts, spades = list(self.glyphs.suits)
        parts = (
            (f" {clubs} ", "card-black"), (f" {diamonds} ", "card-red"), (f" {_NAME} ", "strong"),
            (f" {hearts} ", "card-red"), (f" {spades} ", "card-black"),
        )  # fmt: skip
        gaps = len(parts) - 1
        x = (canvas.width - sum(cell_len(text) for text, _look in parts) - gaps) // 2
        for text, look in parts:
            x = canvas.put(x, 0, text, look) + 1
        return 1
