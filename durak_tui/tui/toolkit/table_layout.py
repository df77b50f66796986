"""The places of everything on a card table, in any window."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from durak_tui.game.cards import in_hand_order, suit_of
from durak_tui.tui.toolkit.card_art import CHIP, INDEX, SIZES, Size
from durak_tui.tui.toolkit.table_view import SeatView, TableView, spread_hand

_HAND: Final = 6  # Cards for which there is room side by side, with a gap before trumps.
_GAP: Final = 2
_PAIRS: Final = 6  # Up to so many, pairs of a bout have steps of one width.
_FEW_PAIRS: Final = 3
_SIDE: Final = 12  # Columns for the words at talon and discards.
_BACK: Final = -1  # In place of a card that lies face down.
_WORDS: Final = 2  # Lines for the news and for what may be done.

Kind = Literal["hand", "top", "vacant", "attack", "answer", "trump", "talon", "discard"]


class CardPlace(NamedTuple):
    """The place of a card, or of the visible rows of it."""

    x: int
    y: int
    size: Size
    card: int | None  # None if it lies face down.
    kind: Kind
    first: int = 0  # The first of its rows that are shown.
    rows: int = 0  # How many are.


class Label(NamedTuple):
    """The cells below a card for its key and its worth."""

    x: int
    y: int
    width: int
    lines: int  # The key on the first one, its worth on the last one.


@dataclass(frozen=True, slots=True)
class Layout:
    """Places for cards, in the order they are laid, and for words."""

    width: int
    height: int
    size: Size  # Of the cards in hand.
    bout_size: Size  # Of those on the table.
    axis: int  # The column on which all is centred, cards up to half a place beside it.
    seats: tuple[int, int]  # The rows of the players, the upper one first.
    words: int  # The row of the news; what may be done stands below.
    places: tuple[CardPlace, ...]
    labels: Mapping[int, Label]  # For each card of an open hand.
    lines: tuple[tuple[int, ...], ...]  # The lower hand, line by line.
    talon: tuple[int, int] | None  # Where the words at the talon are; without cards: both.
    discards: tuple[int, int]
    last: tuple[int, int] | None  # The cell that marks the card that was played last.


class _CardLine(NamedTuple):
    """Cards side by side, each with its column."""

    cards: tuple[tuple[int, int], ...]
    pitch: int
    width: int


class _Bout(NamedTuple):
    """The arrangement of the pairs of a bout."""

    slots: int
    step: int
    lines: int
    width: int  # Of all pairs in a line.


class _Rows(NamedTuple):
    """The shares of a table's height."""

    top: int  # All of the upper hand.
    last_top: int  # The last line of it.
    cut: int  # What is seen of cards in other lines.
    gap: int
    spare: int


def arrange(width: int, height: int, view: TableView) -> Layout:
    """Find places for everything, with the largest cards that fit."""
    base = _base(width, height)
    sizes = SIZES[base:]
    layout = None
    for smaller in range(2 * len(sizes) - 1):
        for bout in range(smaller + 1):
            if bout < len(sizes) and smaller - bout < len(sizes):
                found = _Arranging(width, height, view, sizes[smaller - bout], sizes[bout])
                for tight in (False, True):
                    layout = found.layout(tight=tight)
                    if layout:
                        return layout
    return _Arranging(width, height, view, CHIP, CHIP).at_least()


def _base(width: int, height: int) -> int:
    """The largest size that suits a window, with any cards."""
    for number, size in enumerate(SIZES[:-1]):
        shift = size.shift
        across = _FEW_PAIRS * (size.width + shift.width + 1) + sum(_sides(size)) + 2
        down = 1 + (size.height + 1) // 2 + size.height + shift.height + _WORDS + 2 + size.height
        if max(_usual(size) + 2, across) <= width and down + 2 <= height:
            return number
    return len(SIZES) - 1


def _usual(size: Size) -> int:
    """The columns of a hand of six."""
    return _HAND * (size.width + 1) - 1 + _GAP


def _stick(size: Size) -> int:
    """By how many columns the trump sticks out from under the talon."""
    return max(INDEX + 2, size.width // 2 + 1)


def _sides(size: Size) -> tuple[int, int]:
    """The columns for the discards and for the talon."""
    if size.is_chip:
        return 0, _SIDE + 2
    return max(_SIDE, size.width + 2) + 1, max(_SIDE, size.width + _stick(size)) + 1


def _laid(items: Sequence[int | None], size: Size, step: int, back: int) -> _CardLine:
    """Cards side by side, ``step`` columns apart; those face down, ``back``."""
    x, cards, end = 0, [], 0
    gap = _GAP if step > size.width else size.width - step + 1
    for item in items:
        if item is None:
            x += gap
            continue
        cards.append((x, item))
        end = x + size.width
        x += back if item == _BACK else step
    return _CardLine(tuple(cards), step, end)


def _line(items: Sequence[int | None], size: Size, room: int) -> _CardLine | None:
    """Lay cards side by side, over one another if need be."""
    least = CHIP.width + 1 if size.is_chip else INDEX + 1
    # Of large backs by fours: when a fan moves by half of that, their pattern stays where it is.
    fanned = size.width // 2 + 1 if size.is_small else size.width // 4 * 4
    if size.is_chip:
        fanned = 3
    steps = [(step, min(step, fanned)) for step in range(size.width + 1, least - 1, -1)]
    if _BACK in items:
        steps += [(least, step) for step in range(min(fanned, least) - 1, 0, -1)]
    lines = (_laid(items, size, step, back) for step, back in steps)
    return next((line for line in lines if line.width <= room), None)


def _lines(items: Sequence[int | None], size: Size, room: int) -> list[_CardLine]:
    """Lay cards in as few lines as there is room for."""
    count = sum(item is not None for item in items)
    for number in range(1, count + 1):
        parts = [*_parts(items, -(-count // number))]
        lines = [line for part in parts if (line := _line(part, size, room))]
        if len(lines) == len(parts):
            # The cards of all lines stand below one another.
            pitch = min(line.pitch for line in lines)
            return [
                line if line.pitch == pitch or _BACK in part else _laid(part, size, pitch, pitch)
                for part, line in zip(parts, lines, strict=True)
            ]
    return []


def _parts(items: Sequence[int | None], each: int) -> Iterator[list[int | None]]:
    """Cut cards into lines of ``each``, without gaps at the ends."""
    part: list[int | None] = []
    count = 0
    for item in items:
        if count == each:
            yield part
            part, count = [], 0
        if item is not None or part:
            part.append(item)
            count += item is not None
    if count:
        yield part


class _Arranging:
    """One try, with cards of these sizes."""

    def __init__(self, width: int, height: int, view: TableView, hand: Size, bout: Size) -> None:
        self.width = width
        self.height = height
        self.view = view
        self.hand = hand
        self.bout_size = bout
        room = width - 2
        self.axis = width // 2
        bottom, top = view.bottom, view.top
        if bottom.hand is None:
            self.bottom = _lines(_face_down(view, bottom.known, bottom.count), hand, room)
        else:
            self.bottom = _lines(view.slots or _spread(view, bottom.hand), hand, room)
        if top.hand is None:
            # Small cards, which are for slow lines, keep the places that they had before the bout.
            count = top.count + (view.played_by_top if hand.is_small else 0)
            self.top = _lines(_face_down(view, top.known, count), hand, room)
        else:
            self.top = _lines(view.top_slots or _spread(view, top.hand), hand, room)
        pitches = [line.pitch for line in self.bottom]
        # A key and a worth need five cells side by side, on chips and on lines of their own four.
        self.label_lines = 2 if view.has_keys and pitches and min(pitches) <= CHIP.width else 1
        marked = sum(1 << card for card in view.marks)
        self.top_labels = int(bool(top.hand and top.hand & marked))
        table, given = view.table, view.given
        self.pairs = [*zip_longest(table[::2], table[1::2]), *((card, None) for card in given)]
        left, right = _sides(bout)
        self.free = left + 1, width - right - 1

    # How much of it there is

    def layout(self, *, tight: bool) -> Layout | None:
        """Put all in its place, if there is room."""
        size = self.hand
        cut = 1 if tight else 2
        least_top = min(size.height, cut if tight else (size.height + 1) // 2)
        gaps = 0 if tight else 2
        top = (len(self.top) - 1) * (cut + self.top_labels) + least_top + self.top_labels
        top = max(top, least_top)
        bottom = max(1, len(self.bottom)) * self.label_lines
        bottom += max(0, len(self.bottom) - 1) * min(cut, size.height) + size.height
        left = self.height - (1 + top + _WORDS + 1 + bottom + gaps)
        bout = self._bout(left)
        if bout is None:
            return None
        spare = left - self._bout_height(bout)
        more_top = min(spare, size.height - least_top)
        spare -= more_top
        rows = _Rows(top + more_top, least_top + more_top, cut, gaps // 2, spare)
        return self._placed(bout, rows)

    def at_least(self) -> Layout:
        """Put as much in its place as there is room for."""
        bout = _Bout(1, 2 * CHIP.width + 2, max(1, len(self.pairs)), 0)
        return self._placed(bout, _Rows(len(self.top), 1, 1, 0, 0))

    def _bout_height(self, bout: _Bout) -> int:
        size = self.bout_size
        return (
            max(3, bout.lines) if size.is_chip else bout.lines * (size.height + size.shift.height)
        )

    def _bout(self, rows: int) -> _Bout | None:
        """The arrangement of the pairs in some rows, if there is room."""
        size, count = self.bout_size, len(self.pairs)
        whole = self.free[1] - self.free[0]
        if size.is_chip:
            each = 2 * CHIP.width
            slots = max(1, (whole - each) // (each + 2) + 1)
            lines = max(1, -(-count // slots))
            return _Bout(slots, each + 2, lines, 0) if max(3, lines) <= rows else None
        # Around the axis; only where pairs would cover one another they have all of it.
        room = self.width - 2 * max(_sides(size)) - 2
        shift = size.shift
        each, least = size.width + shift.width, shift.width + INDEX + 1
        most = rows // (size.height + shift.height)
        if most < 1 or room < each:
            return None
        # Six side by side, or as many as there is room for; of more, each shows what it can.
        slots = min(_PAIRS, (room - each) // (each + 1) + 1)
        step = each if _PAIRS * each <= room else each + 1
        if step == each or slots == _PAIRS:
            slots = _PAIRS
            step = min(each + 1, (room - each) // (slots - 1))
        if count > slots:
            room = whole
            lines = min(most, -(-count // ((room - each) // least + 1)))
            slots = -(-count // lines)
            step = min(each + 1, (room - each) // (slots - 1))
            if step < least:
                return None
        return _Bout(slots, step, max(1, -(-count // slots)), (min(slots, count) - 1) * step + each)

    # Where it is

    def _placed(self, bout: _Bout, rows: _Rows) -> Layout:
        places: list[CardPlace] = []
        labels: dict[int, Label] = {}
        # The bout and the words below it are looked at together: the air is around both.
        between = min(1, rows.spare)
        air = (rows.spare - between) // 2
        self._place_top(places, labels, rows.last_top, rows.cut)
        y = 1 + rows.top + rows.gap + air
        height = self._bout_height(bout)
        talon, discards = self._place_sides(places, y)
        last = self._place_bout(places, bout, y)
        words = y + height + rows.gap + between
        seat = self.height - self._bottom_height(rows.cut) - 1
        lines = self._place_bottom(places, labels, seat + 1, rows.cut)
        return Layout(
            self.width, self.height, self.hand, self.bout_size, self.axis, (0, seat), words,
            tuple(places), labels, lines, talon, discards, last,
        )  # fmt: skip

    def _bottom_height(self, cut: int) -> int:
        lines, size = len(self.bottom), self.hand
        below = max(0, lines - 1) * (min(cut, size.height) + self.label_lines)
        return below + size.height + self.label_lines

    def _start(self, lines: Sequence[_CardLine]) -> int:
        """The first column of a hand."""
        return max(1, self.axis - max((line.width for line in lines), default=0) // 2)

    def _place_top(
        self, places: list[CardPlace], labels: dict[int, Label], rows: int, cut: int
    ) -> None:
        y, size = 1, self.hand
        left = self.view.top.count  # Cards to be laid; the last places are of those played.
        for number, line in enumerate(self.top):
            start = self._start(self.top)
            cards = line.cards
            are_backs = all(card == _BACK for _x, card in cards)
            if self.view.top.hand is None:
                laid = min(left, len(cards))
                # A fan of backs closes from its right and its left end in turn.
                begin = (len(cards) - laid) // 2 if are_backs else 0
                cards = line.cards[begin : begin + laid]
                left -= laid
            shown = rows if number == len(self.top) - 1 else min(cut, size.height)
            # Of a hand that is held only the lower part is seen.  Each back covers the one beyond
            # it, seen from the last that will go: where a small one goes nothing else changes.
            # Larger backs are centred anew each time, which costs more bytes and looks better.
            first = size.height - shown
            last = (len(line.cards) - 1) // 2 if size.is_small and are_backs else 0
            places.extend(self._vacant(line, self.view.top, start, y, shown))
            backs = [x for x, card in cards if card == _BACK]
            backs.sort(key=lambda x: -abs(x - line.cards[last][0]))
            places.extend(CardPlace(start + x, y, size, None, "top", first, shown) for x in backs)
            for x, card in cards:
                if card != _BACK and self._holds(self.view.top.hand, self.view.top.known, card):
                    places.append(CardPlace(start + x, y, size, card, "top", 0, shown))
                    if self.top_labels:
                        labels[card] = Label(start + x, y + shown, self._label(line), 1)
            y += shown + self.top_labels

    def _place_bottom(
        self, places: list[CardPlace], labels: dict[int, Label], y: int, cut: int
    ) -> tuple[tuple[int, ...], ...]:
        size, bottom, lines = self.hand, self.view.bottom, []
        for number, line in enumerate(self.bottom):
            start = self._start(self.bottom)
            is_last = number == len(self.bottom) - 1
            shown = size.height if is_last else min(cut, size.height)
            held = []
            places.extend(self._vacant(line, bottom, start, y, shown))
            for x, card in line.cards:
                if card == _BACK:
                    places.append(CardPlace(start + x, y, size, None, "hand", 0, shown))
                elif self._holds(bottom.hand, bottom.known, card):
                    places.append(CardPlace(start + x, y, size, card, "hand", 0, shown))
                    width = self._label(line)
                    labels[card] = Label(start + x, y + shown, width, self.label_lines)
                    held.append(card)
            lines.append(tuple(held))
            y += shown + self.label_lines
        return tuple(lines)

    def _vacant(
        self, line: _CardLine, seat: SeatView, start: int, y: int, rows: int
    ) -> Iterator[CardPlace]:
        """The places that cards of this bout have left in a hand."""
        if not self.hand.is_chip:
            for x, card in line.cards:
                if card != _BACK and not self._holds(seat.hand, seat.known, card):
                    yield CardPlace(start + x, y, self.hand, None, "vacant", 0, rows)

    def _label(self, line: _CardLine) -> int:
        return min(self.hand.width, line.pitch)

    @staticmethod
    def _holds(hand: int | None, known: int, card: int) -> bool:
        return bool((known if hand is None else hand) >> card & 1)

    def _place_bout(self, places: list[CardPlace], bout: _Bout, top: int) -> tuple[int, int] | None:
        size, shift = self.bout_size, self.bout_size.shift
        first, end = self.free
        height = 1 if size.is_chip else size.height + shift.height
        start = self.axis - bout.width // 2
        if bout.lines == 1 and (size.is_small or size == SIZES[0]):
            # Small cards are for slow lines, and the largest cost most: they move by whole
            # places, with the second pair and with the fifth, at most half a place off.
            places_before = (len(self.pairs) + 1) // 3
            start = self.axis - (size.width + shift.width) // 2 - places_before * bout.step
        start = 3 if size.is_chip else max(first, min(start, end - bout.width))
        last = None
        answers: list[CardPlace] = []
        for number, (attack, answer) in enumerate(self.pairs):
            line, slot = divmod(number, bout.slots)
            x, y = start + slot * bout.step, top + line * height
            places.append(CardPlace(x, y, size, attack, "attack", 0, size.height))
            if answer is not None:
                x += CHIP.width if size.is_chip else shift.width
                y += shift.height
                answers.append(CardPlace(x, y, size, answer, "answer", 0, size.height))
            last = x, y + size.height
        places += answers  # Above all attacks: one of the next pair would cut a stripe out of them.
        return None if size.is_chip else last

    def _place_sides(
        self, places: list[CardPlace], y: int
    ) -> tuple[tuple[int, int] | None, tuple[int, int]]:
        """Talon and discards; returns where their words are."""
        size, view = self.bout_size, self.view
        right = _sides(size)[1]
        if size.is_chip:
            x = self.width - _SIDE - 1
            return (x, y), (x, y + 2)
        rows = size.height
        x = self.width - 1 - size.width
        if view.talon_count:
            # It lies across: as wide as others are high.
            stick = _stick(size)
            across = Size(stick + size.width - 2, max(1, size.width // 2))
            at = y + (rows - across.height) // 2
            places.append(CardPlace(x - stick, at, across, view.trump, "trump", 0, across.height))
            if view.talon_count > 1:
                places.append(CardPlace(x, y, size, None, "talon", 0, rows))
        scattered = [(0, 0), (2, 1)][: (view.discard_count + 9) // 10]
        for right_by, down_by in scattered:
            places.append(CardPlace(1 + right_by, y + down_by, size, None, "discard", 0, rows))
        words = y + rows + size.shift.height - 1
        return (self.width - right, words), (1, words)


def _spread(view: TableView, hand: int) -> list[int | None]:
    return spread_hand(hand, view.trump, by_suit=view.by_suit)


def _face_down(view: TableView, known: int, count: int) -> list[int]:
    """A hand that is not seen, its known cards first."""
    faces = in_hand_order(known, suit_of(view.trump), by_suit=view.by_suit)
    return [*faces, *[_BACK] * (count - len(faces))]
