"""The card table, which shows a :class:`TableView` wherever that comes from."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.short_names import short_names
from durak_tui.game.cards import suit_of
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit import card_art
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, fit
from durak_tui.tui.toolkit.card_drawing import face_under, lay_card, mark_vacant
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.styles import suit_colour
from durak_tui.tui.toolkit.table_layout import CardPlace, Label, Layout, arrange
from durak_tui.tui.toolkit.table_view import PARTS, SeatView, TableView

FRAMES: Final = 2  # Between the hand and the table.
FRAME_SECONDS: Final = 0.06  # So a card and the answer to it take a quarter of a second.
QUICK_LINE: Final = 0.08  # Seconds for a question to the terminal and its answer, at most.

_ON_TABLE: Final = ("attack", "answer")
_NO_KEY: Final = "."  # Below most cards, so of one byte.


class Journey(NamedTuple):
    """The way of a card: its end and its stops."""

    to: CardPlace
    stops: tuple[CardPlace, ...]


def line_room(width: int) -> int:
    """The columns of the news, and of the task, on a table."""
    return max(0, width - 2)


def journey(before: Layout, after: Layout) -> Journey | None:
    """The way of the only card that is new on the table."""
    if before.size != after.size:
        return None
    lay = {place.card for place in before.places if place.kind in _ON_TABLE}
    new = [place for place in after.places if place.kind in _ON_TABLE and place.card not in lay]
    if len(new) != 1:
        return None
    start = _origin(before, after, new[0])
    if start is None or new[0].size.is_chip:
        return None
    return Journey(new[0], tuple(_between(start, new[0], n) for n in range(1, FRAMES + 1)))


def _origin(before: Layout, after: Layout, to: CardPlace) -> CardPlace | None:
    """The place a card came from; face down, the free one."""
    held = [place for place in before.places if place.kind in ("hand", "top")]
    own = next((place for place in held if place.card == to.card), None)
    backs = (place for place in held if place.card is None)
    return own or max(backs, key=lambda place: (place not in after.places, place.x), default=None)


def _between(start: CardPlace, to: CardPlace, part: int) -> CardPlace:
    """A stop, at which the card is smaller: each costs bytes."""
    sizes = card_art.SIZES
    size = sizes[min(sizes.index(to.size) + 2, len(sizes) - 1)]
    x, y = (
        one + (other - one) * part // (FRAMES + 1) + (whole - small) // 2
        for one, other, whole, small in zip(start[:2], to[:2], to.size, size, strict=True)
    )
    return to._replace(x=x, y=y, size=size, rows=size.height)


def _unsaid(view: TableView, before: TableView) -> TableView:
    """The cards of a moment with the words before it."""
    top, bottom = (
        replace(seat, to_act=its.to_act)
        for seat, its in ((view.top, before.top), (view.bottom, before.bottom))
    )
    return replace(
        view, top=top, bottom=bottom, news=before.news, warns=before.warns, task=before.task,
        keys=before.keys, marks=before.marks, cursor=before.cursor, chosen=before.chosen,
    )  # fmt: skip


class CardTable(FeltWidget):
    """A card table; ``card:N`` is a click on the lower hand."""

    DEFAULT_CSS = "CardTable { width: 1fr; height: 1fr; }"

    view: TableView | None = None
    """The moment that was shown last, perhaps once a card has arrived."""
    waits_for = ""  # Said until there is a first moment.
    _drawn: TableView | None = None  # The one that is seen.
    _coming: Sequence[TableView] = ()  # Those after it.
    _journey: Journey | None = None  # That of the card that was just played.
    _at = 0  # The stop of the journey that is shown.
    _timer: Timer | None = None

    def on_mount(self) -> None:  # beside that of the felt
        self.durak.prepare_moves()

    def on_unmount(self) -> None:
        self._stop()

    def on_resize(self) -> None:
        self.land()  # The stops are those of another size.

    def show(self, view: TableView) -> None:
        """Show another moment; a card on its way is there at once."""
        self._stop()
        self.view = view
        self._depart(view)

    def clear(self) -> None:
        """Show the bare felt."""
        self.view = None
        self._stop()
        self.redraw()

    def follow(self, view: TableView) -> None:
        """Show another moment once a card on its way has arrived."""
        if self._journey:
            self.view = view
            self._coming = (*self._coming, view)
        else:
            self.show(view)

    def land(self) -> None:
        """Have all cards on their way arrive now."""
        if self._journey:
            self._stop()
            self.redraw()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = self._journey = None
        self._coming, self._drawn = (), self.view

    def _depart(self, view: TableView) -> None:
        """Begin to show a moment; a single new card sets out."""
        before, self._drawn, self._journey = self._drawn, view, None
        if before and self.durak.moves_cards:
            on_the_way, (width, height) = _unsaid(view, before), self.size
            way = journey(*(arrange(width, height, one) for one in (before, on_the_way)))
            if way:
                self._drawn, self._journey = on_the_way, way
        if before and view.table != before.table:
            self.durak.prepare_moves()  # for the next card
        self._go(0)

    def _go(self, stop: int) -> None:
        """Show the card at a stop, or what comes after it."""
        self._timer = None
        if self._journey and stop < len(self._journey.stops):
            self._at = stop
            self._timer = Timer(self, FRAME_SECONDS, partial(self._go, stop + 1))
        elif self._coming:
            following, *self._coming = self._coming
            self._depart(following)
            return
        else:
            self._journey, self._drawn = None, self.view
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self._drawn is None:
            shown = fit(self.waits_for, canvas.width - 2, self.glyphs)
            canvas.put((canvas.width - cell_len(shown)) // 2, canvas.height // 2, shown, "dim")
        else:
            layout = arrange(canvas.width, canvas.height, self._drawn)
            four = self.has_four_colours
            if self._journey:
                on_table = tuple(p for p in layout.places if p != self._journey.to)
                layout = replace(layout, places=on_table, last=None)
            back = self.durak.settings.value.back
            drawing = _Drawing(canvas, self._drawn, layout, self.glyphs, four=four, back=back)
            drawing.all()
            if self._journey:
                drawing._card(self._journey.stops[self._at])  # over the words

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cards of the lower hand, line by line."""
        if self.view is None:
            return ()
        return arrange(self.size.width, self.size.height, self.view).lines


class _Drawing:
    """A drawing of a table, which follows its layout."""

    def __init__(
        self,
        canvas: Canvas,
        view: TableView,
        layout: Layout,
        glyphs: Glyphs,
        *,
        four: bool,
        back: str,
    ) -> None:
        self.canvas = canvas
        self.view = view
        self.layout = layout
        self.glyphs = glyphs
        self.four = four
        self.back = back

    def all(self) -> None:
        layout, view = self.layout, self.view
        for number, place in enumerate(layout.places, 1):
            if place.kind == "vacant":
                mark_vacant(self.canvas, place, self.glyphs)
            else:
                self._card(place, layout.places[number:])
        self._last()
        self._talon()
        self._words()
        self._seat(layout.seats[0], view.top)
        self._seat(layout.seats[1], view.bottom)
        for card, label in layout.labels.items():
            self._label(card, label)

    # Cards

    def _card(self, place: CardPlace, others: Sequence[CardPlace] = ()) -> None:
        """Draw a card on which others will lie."""
        canvas, size, card = self.canvas, place.size, place.card
        if card is None:
            rows = card_art.back(size, self.glyphs, self.back)
            look = "gone" if place.kind == "discard" else f"back-{self.back}"
        else:
            look = "card"
            if place.kind == "attack":
                table = self.view.table
                look = "under" if card in table[: len(table) // 2 * 2 : 2] else "card"
            if place.kind == "trump":
                rows = card_art.across(card, size, self.glyphs)
            else:
                is_trump = suit_of(card) == suit_of(self.view.trump)
                rows = face_under(others, place, card, self.glyphs, is_trump=is_trump)
        name = look if card is None else f"{look}-{suit_colour(card, four=self.four)}"
        lay_card(canvas, place, rows, (look, name), self.glyphs)
        if place.kind == "hand" and card is not None:
            below = self.layout.labels[card].lines
            zone = Region(place.x, place.y, size.width, place.rows + below)
            canvas.zone(zone, f"card:{card}")

    def _last(self) -> None:
        """Mark the card that was played last."""
        if (at := self.layout.last) and self.view.marks_last:
            x, y = at
            width = self.layout.bout_size.width
            for column in sorted(range(x, x + width), key=lambda at: abs(at - x - width // 2)):
                if self.canvas.look_at(column, y) == "text":
                    self.canvas.put(column, y, self.glyphs.last, "accent")
                    return

    # Words

    def _talon(self) -> None:
        view, canvas, layout = self.view, self.canvas, self.layout
        talon = _("Talon {count}").format(count=view.talon_count)
        discarded = _("Discarded {count}").format(count=view.discard_count)
        if layout.talon is None:
            return
        x, y = layout.talon
        if layout.talon[0] == layout.discards[0]:
            shown = self.glyphs.card(view.trump) if view.talon_count else self._trump
            canvas.put(x, y, _("Trump {card}").format(card=shown), "strong")
            canvas.put(x, y + 1, talon, "text")
        elif view.talon_count:
            canvas.right(y, talon, "text", margin=1)
        else:
            canvas.right(y, _("Trump {card}").format(card=self._trump), "strong", margin=1)
            self._trump_suit(y)
        if view.discard_count:
            canvas.put(*layout.discards, discarded, "dim")

    def _trump_suit(self, end: int) -> None:
        """Show the trump where the talon was."""
        size = self.layout.bout_size
        width = max(card_art.LEAST_SUIT, size.suit_width)
        rows = card_art.suit(self.view.trump, width, self.glyphs)
        colour = suit_colour(self.view.trump, four=self.four)
        look = "dim" if colour == "black" else f"text-{colour}"
        start = end - size.shift.height - (size.height + len(rows)) // 2
        margin = 1 + (size.width - len(rows[0])) // 2
        for y, row in enumerate(rows, start + 1):
            self.canvas.right(y, row, look, margin=margin)

    @property
    def _trump(self) -> str:
        return self.glyphs.suit(self.view.trump)

    def _words(self) -> None:
        look = "bad" if self.view.warns else "text"
        for y, (text, its) in enumerate(
            ((self.view.news, look), (self.view.task, "strong")), self.layout.words
        ):
            shown = fit(text, line_room(self.canvas.width), self.glyphs)
            self.canvas.put(max(1, self.layout.axis - cell_len(shown) // 2), y, shown, its)

    def _seat(self, y: int, seat: SeatView) -> None:
        canvas = self.canvas
        other = self.view.bottom if seat is self.view.top else self.view.top
        room, ellipsis = canvas.width // 3, self.glyphs.ellipsis
        name, _other = short_names((seat.name, other.name), room, ellipsis)
        cards = ngettext("{count} card", "{count} cards", seat.count).format(count=seat.count)
        facts = (cards, _(PARTS[seat.part])) if seat.part else (cards,)
        said = "".join(f" {self.glyphs.dot} {fact}" for fact in facts)
        x = max(2, self.layout.axis - (cell_len(name) + cell_len(said)) // 2)
        if seat.to_act:
            canvas.put(x - 2, y, self.glyphs.pointer, "accent")
        x = canvas.put(x, y, name, "strong")
        x = canvas.put(x, y, said, "dim")
        if seat is self.view.top and self.view.score:
            room, scores = canvas.width - x - 3, (self.view.score, *self.view.brief_scores)
            score = next((one for one in scores if cell_len(one) <= room), scores[-1])
            canvas.right(y, fit(score, room, self.glyphs), "text", margin=1)

    def _label(self, card: int, label: Label) -> None:
        """Write the key and the worth of a card below it."""
        view, glyphs = self.view, self.glyphs
        is_mine = bool((view.bottom.hand or 0) >> card & 1)
        has_keys = is_mine and view.has_keys and bool(view.keys or view.slots)
        key = view.keys.get(card, "") if has_keys else ""
        mark, is_best = view.marks.get(card, ("", False))
        worth = f"{glyphs.pointer}{mark}" if is_best else mark
        if card in view.chosen:
            text, look, worth = f"{glyphs.yes}{key or ' '}", "good", ""
        elif worth:
            text, look = key, "good" if is_best else "text"
        elif key:
            text, look = key, "accent"
        else:
            text, look = _NO_KEY if has_keys else "", "dim"
        if label.lines > 1:
            self._below(label, 0, text, look, is_cursor=card == view.cursor)
            self._below(label, 1, worth, look)
        else:
            if text and worth:
                # A chip has no room for the sign of per cent, which is cut off.
                gap = "" if is_best and cell_len(worth) + 2 > label.width else " "
                text += gap + worth
            else:
                text += worth
            self._below(label, 0, text, look, is_cursor=card == view.cursor)

    def _below(
        self, label: Label, line: int, text: str, look: str, *, is_cursor: bool = False
    ) -> None:
        is_whole = label.width >= self.layout.size.width
        if is_whole:
            text = text.center(label.width)
        elif len(text) < label.width:
            text = f" {text}"
        if is_cursor:
            text, look = text.ljust(label.width - (not is_whole)), "cursor"
        text = text if look == "cursor" else text.rstrip()
        blanks = len(text) - len(text.lstrip()) if look != "cursor" else 0
        self.canvas.put(label.x + blanks, label.y + line, text[blanks : label.width], look)
