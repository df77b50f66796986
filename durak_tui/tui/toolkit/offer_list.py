"""Offers in a list: under titles, each with a line and score."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.menu import Cell, Entry, EntryList

_NAMES: Final = 24  # Columns of a name at most.


class Offer(NamedTuple):
    """Somebody or something as it is listed, or a title between them."""

    id: str  # Empty in a title.
    shown: str
    about: str = ""
    score: str = ""  # Of games against it, in short.
    key: str = ""


class OfferList(EntryList):
    """Offers, under titles."""

    HEAD: ClassVar = 1
    AT_ONCE: ClassVar = True

    _listed: Sequence[Offer] = ()

    def offer(self, listed: Sequence[Offer], id_: str | None = None) -> None:
        """Show these, with the cursor on one of them."""
        self._listed = listed
        ids = [one.id for one in listed if one.id]
        self.HEAD = int(any(one.score for one in listed))  # type: ignore[misc]
        self.styles.max_height = len(listed) + self.HEAD
        lines = [Entry(one.id, one.shown, is_title=not one.id) for one in listed]
        self.show(lines, ids.index(id_) if id_ in ids else None)

    def draw_head(self, canvas: Canvas) -> None:
        if self.HEAD:
            canvas.right(0, " : ".join((_("Won"), _("Lost"))), "dim", margin=1)

    def _columns(self, one: Offer, width: int) -> tuple[int, int]:
        """The columns of the line about an offer, and of the score."""
        names = max(cell_len(each.shown) for each in self._listed if each.id)
        return 4 + min(names, _NAMES) + 2, width - 1 - cell_len(one.score)

    def cut_line(self, id_: str) -> str:
        """The whole line about an offer, if it does not fit here."""
        one = next(one for one in self._listed if one.id == id_)
        start, end = self._columns(one, self.size.width)
        return one.about if cell_len(one.about) > end - 2 - start else ""

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        one, chosen = self._listed[row], look != "text"
        if not one.id:
            yield 2, one.shown, "strong"
            return
        yield 2, one.key, look if chosen else "accent"
        start, end = self._columns(one, canvas.width)
        yield 4, fit(one.shown, start - 6, self.glyphs), look
        room = max(0, end - 2 - start)
        yield start, fit(one.about, room, self.glyphs), look if chosen else "dim"
        yield end, one.score, look
