"""The end of a game as a picture."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import ngettext
from durak_tui.game.cards import in_hand_order, suit_of
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, fit, wrapped
from durak_tui.tui.toolkit.card_art import CHIP, INDEX, SIZES, Size
from durak_tui.tui.toolkit.card_drawing import put_cards
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.line_chart import put_chart
from durak_tui.tui.toolkit.table_layout import CardPlace
from durak_tui.tui.toolkit.table_view import SeatView
from durak_tui.words.chart import Curve

_TALL: Final = 30  # Rows from which on the headline is three rows high.
_WIDE: Final = 110  # Columns of the chart, at most: more would be a band.
_CHART: Final = 5, 24  # Rows of the values of the chart, at least and at most.
_BESIDE: Final = 5  # Rows of its title, its axis and those below that.
_SAID: Final = 3  # Rows of texts that have their place before they are known.
_AIR: Final = 2  # Free rows, at least, beside larger cards.
_MARGINS: Final = 10  # Columns of the bar of the headline, and beside it, without text.
_HANDS: Final = 0.42  # The part of the height that both hands may have.
_PICTURED: Final = 5  # Rows of the smallest cards that are more than a name and a suit.
_BEHIND: Final = 2  # Rows that are seen of a line of cards behind another one.


_GROUNDS: Final = {"bottom": "plate-first", "top": "plate-second", "": "neutral-key"}


class EndView(NamedTuple):
    """All that the end of a game shows."""

    headline: str
    winner: Literal["bottom", "top", ""]  # The player whose colour in the chart it has.
    why: str
    top: SeatView
    bottom: SeatView
    trump: int
    by_suit: bool  # How hands are sorted.
    score: str
    rating: str  # That after the game, once it is known.
    has_chart: bool  # There is a chart, or there will be.
    curve: Curve | None
    facts: Sequence[str]
    after: str  # What to do next.
    length: str  # That of the game, in bouts and minutes.


class _Fan(NamedTuple):
    """Cards in lines, over one another where there is no room."""

    cards: Sequence[int]
    size: Size
    step: int
    each: int  # Cards of a line.

    @property
    def is_whole(self) -> bool:
        """True if all lie side by side, in a size with pictures."""
        is_apart = self.step >= self.size.width and self.each >= len(self.cards)
        return is_apart and self.size.height >= _PICTURED

    @property
    def rows(self) -> int:
        lines = -(-len(self.cards) // self.each)
        return self.size.height + _BEHIND * (lines - 1) if self.cards else 0

    def places(self, axis: int, y: int) -> list[CardPlace]:
        """The place of each card, the fan centred on a column."""
        found = []
        for begin in range(0, len(self.cards), self.each):
            line = self.cards[begin : begin + self.each]
            x = axis - ((len(line) - 1) * self.step + self.size.width) // 2
            found += [
                CardPlace(x + self.step * at, y, self.size, card, "hand", 0, self.size.height)
                for at, card in enumerate(line)
            ]
            y += _BEHIND
        return found


def _fan(cards: Sequence[int], size: Size, room: int) -> _Fan:
    """A fan of these cards, in as few lines as fit."""
    more = room - size.width  # Columns for the cards beside the first one.
    least = CHIP.width + 1 if size.is_chip else INDEX + 1
    lines = max(1, -(-len(cards) // max(1, more // least + 1)))
    each = max(1, -(-len(cards) // lines))
    step = min(size.width + 1, max(least, more // max(1, each - 1)))
    return _Fan(cards, size, step, each)


def _balanced(text: str, width: int) -> list[str]:
    """Lines of about one length, no more than it takes."""
    lines = wrapped(text, width)
    if len(lines) < 2:
        return lines
    while len(narrower := wrapped(text, max(map(cell_len, lines)) - 1)) == len(lines):
        lines = narrower
    return lines


class EndPanel(FeltWidget):
    """The end of a game, in place of its table."""

    DEFAULT_CSS = "EndPanel { width: 1fr; height: 1fr; }"

    view: EndView | None = None

    def show(self, view: EndView) -> None:
        """Show the end of another game, or more of this one."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self.view:
            EndDrawing(canvas, self.view, self.glyphs, four=self.has_four_colours).all()


class EndDrawing:
    """A drawing of the end of a game, from top to bottom."""

    def __init__(self, canvas: Canvas, view: EndView, glyphs: Glyphs, *, four: bool) -> None:
        self.canvas = canvas
        self.view = view
        self.glyphs = glyphs
        self.four = four
        self.axis = canvas.width // 2

    def all(self) -> None:
        canvas, view = self.canvas, self.view
        width = max(20, canvas.width - 2)
        texts = [(line, "text") for fact in view.facts for line in _balanced(fact, width)]
        texts += [(line, "strong") for line in wrapped(view.after, width) if view.after]
        bar = 3 if canvas.height >= _TALL else 1
        why = wrapped(view.why, width) if view.why else []
        said = _SAID if view.has_chart else len(texts)
        room = canvas.height - 2 - bar - len(why) - said
        least = _CHART[0] + _BESIDE if view.has_chart else 0
        # Air above the headline, about the chart, and below all texts, in order of need.
        needs = (0, 2, 1, 3) if view.has_chart else (0, 1, 2)
        fans = self._fans(min(room - least - _AIR, int(_HANDS * canvas.height)))
        room -= fans[0].rows + fans[1].rows + max(0, len(texts) - said)
        chart = 0
        if view.has_chart and room >= least - 1:
            chart = min(room, max(least, min(room - len(needs), _CHART[1] + _BESIDE)))
        air, rest = divmod(max(0, room - chart), len(needs))
        airs = [air + (need < rest) for need in needs]

        result = f" {self.glyphs.dot} ".join(filter(None, (view.headline, view.score, view.rating)))
        in_corner = ""
        if cell_len(result) > canvas.width - _MARGINS:
            result = f" {self.glyphs.dot} ".join(filter(None, (view.headline, view.rating)))
            in_corner = view.score
        self._seat(0, view.top, in_corner)
        self._put(canvas, fans[0].places(self.axis, 1))
        y = 1 + fans[0].rows + airs[0]
        self._headline(y, bar, result)
        y = self._centred(y + bar, [(line, "text") for line in why]) + airs[1]
        if chart:
            self._chart(y, chart)
            y += chart + airs[2]
        self._centred(y, texts)
        bottom = canvas.height - 1
        places = fans[1].places(self.axis, bottom - fans[1].rows)
        self._put(canvas, places)
        self._seat(bottom, view.bottom, view.length, "dim")

    def _put(self, canvas: Canvas, places: Sequence[CardPlace]) -> None:
        put_cards(canvas, places, self.glyphs, four=self.four, trump=self.view.trump)

    def _fans(self, rows: int) -> tuple[_Fan, _Fan]:
        """Both hands, with the largest cards for which there is room."""
        view, room = self.view, self.canvas.width - 4
        hands = [
            in_hand_order(seat.hand or 0, suit_of(view.trump), by_suit=view.by_suit)
            for seat in (view.top, view.bottom)
        ]
        fans = [(_fan(hands[0], size, room), _fan(hands[1], size, room)) for size in SIZES]
        fitting = [both for both in fans if both[0].rows + both[1].rows <= rows]
        # A smaller card that is whole says more than a part of a larger one.
        whole = [both for both in fitting if both[0].is_whole and both[1].is_whole]
        return next(iter(whole or fitting), fans[-1])

    def _seat(self, y: int, seat: SeatView, in_corner: str, look: str = "text") -> None:
        canvas = self.canvas
        name = fit(seat.name, canvas.width // 3, self.glyphs)
        cards = ngettext("{count} card", "{count} cards", seat.count).format(count=seat.count)
        said = f" {self.glyphs.dot} {cards}"
        x = max(1, self.axis - (cell_len(name) + cell_len(said)) // 2)
        x = canvas.put(x, y, name, "strong")
        x = canvas.put(x, y, said, "dim")
        canvas.right(y, fit(in_corner, canvas.width - x - 3, self.glyphs), look, margin=1)

    def _headline(self, y: int, rows: int, result: str) -> None:
        """The result on a bar."""
        look = _GROUNDS[self.view.winner]
        text = fit(result, self.canvas.width - _MARGINS, self.glyphs)
        text = f"    {text}    "
        x = self.axis - cell_len(text) // 2
        for row in range(rows):
            self.canvas.put(x, y + row, text if row == rows // 2 else " " * cell_len(text), look)

    def _centred(self, y: int, lines: Sequence[tuple[str, str]]) -> int:
        """Write lines on the axis; returns the row below them."""
        for row, (line, look) in enumerate(lines, y):
            self.canvas.put(max(1, self.axis - cell_len(line) // 2), row, line, look)
        return y + len(lines)

    def _chart(self, y: int, rows: int) -> None:
        if curve := self.view.curve:
            width = min(_WIDE, self.canvas.width - 4)
            region = Region(self.axis - width // 2, y, width, rows)
            put_chart(self.canvas, region, curve, ascii_only=self.glyphs.ascii)
