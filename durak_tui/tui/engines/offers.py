"""Engines on offer: under titles, each with a line and score."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len

from durak_tui.common.i18n import _
from durak_tui.engine.config import EngineConfig
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.menu import Cell, Entry, EntryList
from durak_tui.user.engines import Opponents, about
from durak_tui.user.opponents import shown_name
from durak_tui.user.state import UserState

_NAMES: Final = 24  # Columns of a name at most.


class Offer(NamedTuple):
    """An opponent as it is listed, or a title between them."""

    name: str  # Empty in a title.
    shown: str
    about: str = ""
    score: str = ""  # The person's games against it, in short.
    key: str = ""


def offers(found: Opponents, state: UserState, keys: Sequence[str] = ()) -> list[Offer]:
    """All opponents in their order; ``keys`` are those of the levels."""

    def offer(entry: EngineConfig, key: str = "") -> Offer:
        series = state.against(entry.name)
        played = series.wins or series.losses or series.draws
        short = f"{series.wins} : {series.losses}" if played else ""
        return Offer(entry.name, shown_name(entry.name), about(entry), short, key)

    listed = [
        offer(entry, keys[place] if place < len(keys) else "")
        for place, entry in enumerate(found.levels)
    ]
    for title, entries in ((_("Your engines"), found.own), (_("Shipped engines"), found.shipped)):
        if entries:
            listed += [Offer("", title), *map(offer, entries)]
    return listed


class OfferList(EntryList):
    """The opponents, under titles."""

    HEAD: ClassVar = 1
    AT_ONCE: ClassVar = True

    _listed: Sequence[Offer] = ()

    def offer(self, listed: Sequence[Offer], name: str | None = None) -> None:
        """Show these, with the cursor on one of them."""
        self._listed = listed
        names = [one.name for one in listed if one.name]
        self.HEAD = int(any(one.score for one in listed))  # type: ignore[misc]
        self.styles.max_height = len(listed) + self.HEAD
        lines = [Entry(one.name, one.shown, is_title=not one.name) for one in listed]
        self.show(lines, names.index(name) if name in names else None)

    def draw_head(self, canvas: Canvas) -> None:
        if self.HEAD:
            canvas.right(0, " : ".join((_("Won"), _("Lost"))), "dim", margin=1)

    def _columns(self, one: Offer, width: int) -> tuple[int, int]:
        """The columns of the line about an opponent, and of the score."""
        names = max(cell_len(each.shown) for each in self._listed if each.name)
        return 4 + min(names, _NAMES) + 2, width - 1 - cell_len(one.score)

    def cut_line(self, name: str) -> str:
        """The whole line about an opponent, if it does not fit here."""
        one = next(one for one in self._listed if one.name == name)
        start, end = self._columns(one, self.size.width)
        return one.about if cell_len(one.about) > end - 2 - start else ""

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        one, chosen = self._listed[row], look != "text"
        if not one.name:
            yield 2, one.shown, "strong"
            return
        yield 2, one.key, look if chosen else "accent"
        start, end = self._columns(one, canvas.width)
        yield 4, fit(one.shown, start - 6, self.glyphs), look
        room = max(0, end - 2 - start)
        yield start, fit(one.about, room, self.glyphs), look if chosen else "dim"
        yield end, one.score, look
