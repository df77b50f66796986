"""The card table, which shows a :class:`TableView` wherever that comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, Literal, Self

from rich.cells import cell_len
from textual.geometry import Region

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import cards_in, rank_of, suit_of
from durak_tui.game.position import DRAW, Position
from durak_tui.records.record import VOID, Ending
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.glyphs import Glyphs, is_red

CARD: Final = 5, 3  # Columns and rows of a card on the table.
_PAIR_STEP: Final = 8
_PAIR_ROWS: Final = 5
_CHIP: Final = 4
_CHIP_STEP: Final = 5
_TALON_COLUMNS: Final = 15

Part = Literal["", "attacks", "defends", "takes", "won", "lost", "drew"]
_PARTS: Final = {
    # Said of "you" as well as of a name.
    "attacks": N_("attacking"), "defends": N_("defending"), "takes": N_("taking"),
    "won": N_("winner"), "lost": N_("the fool"), "drew": N_("draw"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as far as they are seen."""

    name: str
    count: int
    hand: int | None = None  # The mask of the cards, None if they lie face down.
    known: int = 0  # Of a hand that lies face down, the cards that can be known to be in it.
    part: Part = ""
    to_act: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a table shows at one moment."""

    top: SeatView
    bottom: SeatView
    trump: int  # The card that lay open under the talon; its suit is trump to the end.
    talon_count: int
    discard_count: int
    table: Sequence[int] = ()  # As played: attacks at even places, what beat them at odd ones.
    given: Sequence[int] = ()  # Thrown in for the defender who takes.
    news: str = ""
    warns: bool = False  # Whether the news is why something cannot be done.
    task: str = ""
    score: str = ""
    keys: Mapping[int, str] = field(default_factory=dict)
    """For cards of the lower hand that may be played: the key of each."""
    marks: Mapping[int, tuple[str, bool]] = field(default_factory=dict)
    """For cards of the lower hand: what a hint says of each, in at most two cells, and whether
    that is the best."""
    cursor: int | None = None  # The card of the lower hand that the cursor stands on.
    chosen: Sequence[int] = ()  # Cards of that hand to be given with the next decision.
    slots: Sequence[int | None] = ()  # That hand from left to right, with gaps; if none, sorted.
    top_slots: Sequence[int | None] = ()  # The upper hand likewise, where it is open.
    has_keys: bool = True  # Whether the lower hand, if it has slots, has a line for keys.

    @classmethod
    def of(cls, position: Position, top: SeatView, bottom: SeatView) -> Self:
        """The cards of a position between these players."""
        return cls(
            top,
            bottom,
            trump=position.trump,
            talon_count=position.talon_count,
            discard_count=len(position.discarded),
            table=tuple(position.table),
            given=tuple(position.given),
        )


def part_of(seat: int, attacker: int, *, taking: bool, ending: Ending | None = None) -> Part:
    """The part of a player in the bout or the ending."""
    if ending is None:
        return "attacks" if seat == attacker else "takes" if taking else "defends"
    if ending.winner is VOID:
        return ""
    return "drew" if ending.winner == DRAW else "won" if ending.winner == seat else "lost"


def sorted_hand(mask: int, trump: int) -> list[int]:
    """A hand as people hold it: by rank and suit, trumps last."""
    cards = cards_in(mask)
    suit = suit_of(trump)
    return sorted(cards, key=lambda card: (suit_of(card) == suit, rank_of(card), suit_of(card)))


def spread_hand(mask: int, trump: int) -> list[int | None]:
    """A hand with a gap before its trumps."""
    cards = sorted_hand(mask, trump)
    plain = [card for card in cards if suit_of(card) != suit_of(trump)]
    trumps = cards[len(plain) :]
    return [*plain, *([None] if plain and trumps else []), *trumps]


def slots_across(width: int) -> int:
    """The slots of a hand in one line of a table."""
    return max(1, (width - 4) // _CHIP_STEP)


class CardTable(CanvasWidget):
    """A card table; ``card:N`` is a click on the lower hand."""

    DEFAULT_CSS = "CardTable { width: 1fr; height: 1fr; }"

    view: TableView | None = None

    def show(self, view: TableView) -> None:
        """Show another moment."""
        self.view = view
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if self.view is not None:
            _Drawing(canvas, self.view, self.glyphs).all()


class _Drawing:
    """A drawing of a table, closer together where there is less room."""

    def __init__(self, canvas: Canvas, view: TableView, glyphs: Glyphs) -> None:
        self.canvas = canvas
        self.view = view
        self.glyphs = glyphs
        self.has_keys = view.has_keys and bool(view.keys or view.slots)

    def all(self) -> None:
        canvas, view = self.canvas, self.view
        lines = self._lines(view.slots, view.bottom.hand or 0)
        each = 2 if self.has_keys else 1
        below = 1 + len(lines) * each
        spare = canvas.height - (3 + 2 + below)
        air = 1 if spare > _PAIR_ROWS + 3 else 0
        first = self._top_hand(self._seat(0, view.top)) + air
        end = canvas.height - below - 2 - 2 * air
        self._talon(first, end)
        self._pairs(first, end)
        self._words(end + air)
        y = self._seat(canvas.height - below, view.bottom)
        if view.bottom.hand is None:
            self._face_down(y, view.bottom)
        for line in lines:
            self._hand_line(y, line)
            y += each

    # Players

    def _seat(self, y: int, seat: SeatView) -> int:
        canvas = self.canvas
        x = canvas.put(1, y, self.glyphs.pointer if seat.to_act else " ", "accent")
        x = canvas.put(x + 1, y, fit(seat.name, canvas.width // 3, self.glyphs), "strong")
        cards = ngettext("{count} card", "{count} cards", seat.count).format(count=seat.count)
        for fact in (cards, _(_PARTS[seat.part])) if seat.part else (cards,):
            x = canvas.put(x, y, f" {self.glyphs.dot} {fact}", "dim")
        if seat is self.view.top and self.view.score:
            room = canvas.width - x - 3
            canvas.right(y, fit(self.view.score, room, self.glyphs), "text", margin=1)
        return y + 1

    def _top_hand(self, y: int) -> int:
        seat = self.view.top
        if seat.hand is None:
            self._face_down(y, seat)
            return y + 1
        for line in self._lines(self.view.top_slots, seat.hand):
            for x, card in line:
                self._chip(x, y, card)
            y += 1
        return y

    def _face_down(self, y: int, seat: SeatView) -> None:
        """Draw a hand face down, behind its known cards."""
        canvas = self.canvas
        x = 3
        for card in sorted_hand(seat.known, self.view.trump):
            if x + _CHIP < canvas.width:
                self._chip(x, y, card)
                x += _CHIP_STEP
        hidden = seat.count - seat.known.bit_count()
        step = 3 if x + 3 * hidden < canvas.width else 1
        for _card in range(hidden):
            if x + 2 < canvas.width:
                canvas.put(x, y, self.glyphs.back * min(2, step), "back")
                x += step

    def _lines(self, slots: Sequence[int | None], hand: int) -> list[list[tuple[int, int]]]:
        """The cards of a hand with their columns, line by line."""
        slots = slots or spread_hand(hand, self.view.trump)
        columns = range(3, 3 + slots_across(self.canvas.width) * _CHIP_STEP, _CHIP_STEP)
        lines = (
            zip(columns, slots[start:], strict=False)
            for start in range(0, max(1, len(slots)), len(columns))
        )
        return [
            [(x, card) for x, card in line if card is not None and hand >> card & 1]
            for line in lines
        ]

    def _hand_line(self, y: int, line: Sequence[tuple[int, int]]) -> None:
        view, canvas = self.view, self.canvas
        for x, card in line:
            self._chip(x, y, card)
            canvas.zone(Region(x, y, _CHIP, 2), f"card:{card}")
            if not self.has_keys:
                continue
            key = view.keys.get(card, "")
            mark, is_best = view.marks.get(card, ("", False))
            if card in view.chosen:
                label, look = f"{self.glyphs.yes}{key or ' '}", "good"
            elif key and (mark or is_best):
                label = f"{key}{'*' if is_best else ' '}{mark:2}"
                look = "good" if is_best else "text"
            elif key:
                label, look = f" {key}", "accent"
            else:
                label, look = f" {self.glyphs.nothing}", "dim"
            if card == view.cursor:
                label, look = f"{label:4}", "cursor"
            canvas.put(x, y + 1, label, look)

    def _chip(self, x: int, y: int, card: int) -> None:
        look = "card-red" if is_red(card) else "card-black"
        self.canvas.put(x, y, f"{self.glyphs.card(card):>3} ", look)

    # Between them

    def _talon(self, top: int, end: int) -> None:
        view, canvas = self.view, self.canvas
        x = canvas.width - _TALON_COLUMNS + 1
        rows = end - top
        trump = self.glyphs.suit(view.trump)
        red = "card-red" if is_red(view.trump) else "card-black"
        if rows < CARD[1] + 2:
            card = self.glyphs.card(view.trump) if view.talon_count else trump
            canvas.put(x, top, _("Trump {card}").format(card=card), "strong")
            canvas.put(x, top + 1, _("Talon {count}").format(count=view.talon_count), "text")
            canvas.put(x, top + 2, _("Discarded {count}").format(count=view.discard_count), "dim")
            return
        y = top
        if view.talon_count:
            self._card(x + 5, y, view.trump, "card")
            if view.talon_count > 1:
                for row in range(CARD[1]):
                    canvas.put(x, y + row, self.glyphs.back * CARD[0], "back")
        else:
            canvas.put(x, y + 1, _("Trump"), "text")
            canvas.put(x + cell_len(_("Trump")) + 1, y + 1, f" {trump} ", red)
        y += CARD[1]
        canvas.put(x, y, _("Talon {count}").format(count=view.talon_count), "text")
        canvas.put(x, y + 1, _("Discarded {count}").format(count=view.discard_count), "dim")

    def _pairs(self, top: int, end: int) -> None:
        table, given = self.view.table, self.view.given
        pairs = [*zip_longest(table[::2], table[1::2]), *((card, None) for card in given)]
        room = self.canvas.width - _TALON_COLUMNS - 3
        large = -(-len(pairs) // max(1, room // _PAIR_STEP)) * _PAIR_ROWS <= end - top
        step, rows = (_PAIR_STEP, _PAIR_ROWS) if large else (2 * _CHIP + 2, 1)
        across = max(1, room // step)
        for number, (attack, answer) in enumerate(pairs):
            x, y = 3 + number % across * step, top + number // across * rows
            if large:
                self._card(x, y, attack, "card" if answer is None else "under")
                if answer is not None:
                    self._card(x + 2, y + 2, answer, "card")
            elif y < end:
                self._chip(x, y, attack)
                if answer is not None:
                    self._chip(x + _CHIP, y, answer)

    def _card(self, x: int, y: int, card: int, kind: Literal["card", "under"]) -> None:
        look = f"{kind}-{'red' if is_red(card) else 'black'}"
        name, suit = self.glyphs.card(card), self.glyphs.suit(card)
        self.canvas.put(x, y, f"{name:<5}", look)
        self.canvas.put(x, y + 1, f"{suit:^5}", look)
        self.canvas.put(x, y + 2, f"{name:>5}", look)

    def _words(self, y: int) -> None:
        width = self.canvas.width - 4
        look = "bad" if self.view.warns else "dim"
        self.canvas.put(3, y, fit(self.view.news, width, self.glyphs), look)
        self.canvas.put(3, y + 1, fit(self.view.task, width, self.glyphs), "strong")
