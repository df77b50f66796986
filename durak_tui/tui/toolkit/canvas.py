"""Drawing in character cells."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click, MouseEvent, MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from durak_tui.common.clusters import JOINERS, clusters
from durak_tui.common.text import made_printable
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.palettes import felt
from durak_tui.tui.toolkit.styles import suit_looks

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp

_WITH_CARDS: Final = ("text", "dim", "strong")
"""The looks of texts in which cards are coloured."""


def _in_place_of(char: str) -> str:
    """The replacement of a character that cannot be drawn."""
    if char in JOINERS:
        return ""  # it joined something before the text was cut
    return " " if char.isspace() else "?"


@lru_cache(8)
def card_pattern(suits: str) -> re.Pattern[str] | None:
    """A pattern of the cards of some suits in a text."""
    return re.compile(rf"(?<![\w])(?:10|[2-9JQKAВДКТ])[{suits}](?!\w)") if suits else None


def card_spans(
    text: str, look: str, pattern: re.Pattern[str], suits: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """The parts of a text, each with its look."""
    at = 0
    for found in pattern.finditer(text):
        yield text[at : found.start()], look
        yield found[0], suits[found[0][-1]]
        at = found.end()
    yield text[at:], look


class Canvas:
    """Cells in rows, each with a character and a look of :mod:`durak_tui.tui.toolkit.styles`."""

    def __init__(self, width: int, height: int, suits: Mapping[str, str] | None = None) -> None:
        """``suits`` are the looks of suits in texts."""
        self.width = width
        self.height = height
        self._suits = suits or {}
        self._cards = card_pattern("".join(self._suits))
        self.zones: list[tuple[Region, str]] = []
        # Each has what is seen as one character; the second half of a wide one is empty text.
        self._characters = [[" "] * width for _ in range(height)]
        self._looks = [["text"] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, look: str = "text", *, action: str = "") -> int:
        """Write a line, cut at the edges; return the column behind it.

        A click on it means ``action``, if there is one.  Cards in a text have the colours of
        their suits.
        """
        if look in _WITH_CARDS and self._cards and self._cards.search(text):
            end = x
            for part, its in card_spans(text, look, self._cards, self._suits):
                end = self._put(end, y, part, its)
        else:
            end = self._put(x, y, text, look)
        if action:
            self.zone(Region(x, y, end - x, 1), action)
        return end

    def _put(self, x: int, y: int, text: str, look: str) -> int:
        end = x
        if not 0 <= y < self.height:
            return x + cell_len(text)
        for cluster in clusters(made_printable(text, _in_place_of)):
            width = 1 if cluster.isascii() else cell_len(cluster)
            if width == 0:
                continue  # what takes no cell cannot be kept in one
            if end >= 0 and end + width <= self.width:
                self._put_one(end, y, cluster, width, look)
            end += width
        return end

    def _put_one(self, x: int, y: int, character: str, width: int, look: str) -> None:
        characters, looks = self._characters[y], self._looks[y]
        if not characters[x]:
            characters[x - 1] = " "  # half of it is covered
        if x + width < self.width and not characters[x + width]:
            characters[x + width] = " "
        characters[x] = character
        looks[x] = look
        if width == 2:
            characters[x + 1] = ""
            looks[x + 1] = look

    def right(self, y: int, text: str, look: str = "text", *, margin: int = 0) -> None:
        """Write a line that ends at the right edge."""
        self.put(max(0, self.width - margin - cell_len(text)), y, text, look)

    def look_at(self, x: int, y: int) -> str:
        """The look of a cell; empty outside."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self._looks[y][x] if inside else ""

    def zone(self, region: Region, action: str) -> None:
        """Let clicks on this part mean an action."""
        self.zones.append((region, action))

    def at(self, x: int, y: int) -> str:
        """The action of a click there; empty if there is none."""
        found = (action for region, action in reversed(self.zones) if region.contains(x, y))
        return next(found, "")

    def row(self, y: int) -> tuple[tuple[str, str], ...]:
        """A row from left to right as pairs of text and look."""
        cells = zip(self._characters[y], self._looks[y], strict=True)
        return tuple(
            ("".join(character for character, _ in run), look)
            for look, run in groupby(cells, key=itemgetter(1))
        )


class CanvasWidget(ReportsErrors, Widget):
    """A widget drawn on a canvas, which repaints only changed rows."""

    WHEEL: ClassVar = 0  # Lines that the wheel of the mouse moves by.

    @dataclass
    class Chosen(Message):
        """A click on something that means an action."""

        action: str

    canvas = Canvas(0, 0)  # What was drawn last.
    _looks: Mapping[str, Style] | None = None

    @property
    def durak(self) -> "DurakApp":
        return cast("DurakApp", self.app)

    @property
    def glyphs(self) -> Glyphs:
        return self.durak.glyphs

    @property
    def has_four_colours(self) -> bool:
        """True if each suit has a colour of its own."""
        return self.durak.settings.value.suit_colours == 4

    def draw(self, canvas: Canvas) -> None:
        """Draw everything; the canvas has the size of the widget."""

    def redraw(self) -> None:
        """Draw again, and paint what differs."""
        before, height = self.canvas, self.size.height
        self._make()
        if before.height != height:
            self.refresh()
        elif rows := [y for y in range(height) if self.canvas.row(y) != before.row(y)]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    def _make(self) -> None:
        suits = suit_looks(self.glyphs, four=self.has_four_colours, colours=not self.durak.no_color)
        self.canvas = Canvas(self.size.width, self.size.height, suits)
        self.draw(self.canvas)

    def action_move(self, by: int) -> None:
        """Move ``by`` lines down; for a widget with a :attr:`WHEEL`."""

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(1, self.size.height - 1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._roll(event, self.WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._roll(event, -self.WHEEL)

    def _roll(self, event: MouseEvent, by: int) -> None:
        if by:
            event.stop()
            self.action_move(by)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)  # on_focus would come too early: it is not set yet
        self.redraw()

    def notify_style_update(self) -> None:
        self._looks = None
        super().notify_style_update()

    def _style(self, look: str) -> Style:
        if not self._looks:
            self._looks = self.durak.looks(self.background_colors[1])
        return self._looks[look]

    def render_line(self, y: int) -> Strip:
        if (self.canvas.width, self.canvas.height) != self.size:
            self._make()  # Not in on_resize: the old picture would be sent before that comes.
        row = self.canvas.row(y)
        return Strip([Segment(text, self._style(look)) for text, look in row], self.size.width)

    def on_click(self, event: Click) -> None:
        if action := self.canvas.at(event.x, event.y):
            event.stop()
            self.post_message(self.Chosen(action))


class FeltWidget(CanvasWidget):
    """A widget on the felt that the settings name."""

    BESIDE: ClassVar = False  # Whether it stands beside the table, in a shade of its colour.

    _felt: str | None = None

    def on_mount(self) -> None:
        self._lay()
        # A theme that is only tried changes no settings: nothing is redrawn.
        self.app.theme_changed_signal.subscribe(self, lambda _: self._lay())

    def redraw(self) -> None:
        self._lay()
        super().redraw()

    def _lay(self) -> None:
        app, name = self.durak, self.durak.settings.value.felt
        wanted = None if app.no_color else felt(name, app.current_theme, beside=self.BESIDE)
        if wanted != self._felt:
            self._felt = wanted
            self.styles.background = wanted
            self._looks = None  # Another theme is painted before its felt is laid.


def fit(text: str, width: int, glyphs: Glyphs) -> str:
    """A text of at most ``width`` cells."""
    if cell_len(text) <= width:
        return text
    parts = clusters(text)
    ends = list(accumulate(map(cell_len, parts)))
    return "".join(parts[: bisect_left(ends, max(1, width))]) + glyphs.ellipsis


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, each of at most ``width`` cells."""
    if all(cell_len(character) == 1 for character in text):
        # Commands and names have hyphens.  The blank before a word that is broken would stay.
        return [line.rstrip() for line in wrap(text.strip(), width, break_on_hyphens=False)]
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
        elif cell_len(word) <= width:
            lines.append(line)
            line = word
        else:  # where no blanks are, it goes on in the same line
            parts = (part.strip() for part in chopped(joined, width))
            *full, line = filter(None, parts)
            lines += full
    return [*lines, line] if line else lines


def chopped(text: str, width: int) -> list[str]:
    """The text in pieces of at most ``width`` cells, blanks kept."""
    pieces, room = [""], width
    for cluster in clusters(text):
        size = cell_len(cluster)
        if size > room and pieces[-1]:
            pieces.append("")
            room = width
        pieces[-1] += cluster
        room -= size
    return pieces
