"""Cards drawn on a canvas: their paper, print, edges and corners."""

from collections.abc import Iterable, Sequence
from re import finditer
from typing import Final

from durak_tui.game.cards import suit_of
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.card_art import INDEX, SIZES, Size, face
from durak_tui.tui.toolkit.card_art import back as card_back
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.styles import suit_colour
from durak_tui.tui.toolkit.table_layout import CardPlace

_GROUNDS: Final = frozenset({"text", "vacant", "line-vacant"})  # Of cells where no card lies.


def lay_card(
    canvas: Canvas,
    place: CardPlace,
    rows: Sequence[str],
    looks: tuple[str, str],
    glyphs: Glyphs,
) -> None:
    """Draw a card, with its edge where it covers another.

    ``rows`` are those of its face or back, ``looks`` those of its paper and its print.
    """
    look, name = looks
    size, end = place.size, place.first + place.rows
    for y, row in enumerate(rows[place.first : end], place.y):
        covers = _touches(canvas, place, y, look)
        corners = _corners(canvas, place, y, glyphs)
        canvas.put(place.x, y, row, name)
        if look == "under":  # whose print may have a ground of its own
            for blank in finditer(" +", row):
                canvas.put(place.x + blank.start(), y, blank[0], f"line-{look}")
        for x, corner in corners:
            canvas.put(x, y, corner, f"edge-{look}")
        if covers and not size.is_chip and not _is_back_above(place):
            canvas.put(place.x, y, glyphs.edge, f"line-{look}")
        if place.kind == "top":
            # The edges are drawn on the cards beneath, with which they go.
            beyond = [(place.x + size.width, glyphs.edge)]
            if _is_back_above(place):
                beyond.append((place.x - 1, glyphs.right_edge))
            for x, edge in beyond:
                if canvas.look_at(x, y) not in _GROUNDS:
                    canvas.put(x, y, edge, f"line-{look}")


def mark_vacant(canvas: Canvas, place: CardPlace, glyphs: Glyphs) -> None:
    """Mark an empty place of a hand."""
    for y in range(place.y, place.y + place.rows):
        touches = _touches(canvas, place, y, "vacant")
        corners = _corners(canvas, place, y, glyphs)
        canvas.put(place.x, y, " " * place.size.width, "vacant")
        for x, corner in corners:  # in its own look: a turn of colours would be sent for each
            canvas.put(x, y, corner, "vacant")
        if touches:
            canvas.put(place.x, y, glyphs.edge, "line-vacant")


def _touches(canvas: Canvas, place: CardPlace, y: int, look: str) -> bool:
    """True where a place lies on, or beside, another of its look.

    Where the ground differs the edge is seen without a line.
    """
    beside = (canvas.look_at(x, y) for x in (place.x, place.x - 1))
    return any(one.startswith((look, f"line-{look}")) for one in beside)


def _is_back_above(place: CardPlace) -> bool:
    """True of the upper hand's backs, whose edges are on those beneath."""
    return place.kind == "top" and place.card is None


def _corners(canvas: Canvas, place: CardPlace, y: int, glyphs: Glyphs) -> list[tuple[int, str]]:
    """The rounded corners of a card or empty place in a row."""
    row, size = y - place.y + place.first, place.size
    if size.is_chip or row not in (0, size.height - 1) or glyphs.ascii:
        return []
    if size.is_small and _is_back_above(place):
        return []  # They would go and come with every card.
    signs, grounds = glyphs.corners, _GROUNDS
    if place.kind == "vacant":
        signs, grounds = glyphs.cut_corners, frozenset({"text"})
    both = signs[:2] if row == 0 else signs[2:]
    at = zip((place.x, place.x + size.width - 1), both, strict=True)
    return [(x, corner) for x, corner in at if canvas.look_at(x, y) in grounds]


def face_under(
    others: Iterable[CardPlace], place: CardPlace, card: int, glyphs: Glyphs, *, is_trump: bool
) -> list[str]:
    """The rows of a face on which other cards will lie."""
    rows, size = face(card, place.size, glyphs, is_trump=is_trump), place.size
    end, last = place.x + size.width - 1, place.y - place.first + size.height - 1
    if not size.is_chip and any(
        other.x < end
        and other.x + other.size.width > end - INDEX
        and other.y <= last < other.y + other.rows
        for other in others
    ):
        rows[-1] = " " * size.width  # or a part of its lower name would be seen
    return rows


def put_cards(
    canvas: Canvas,
    places: Iterable[CardPlace],
    glyphs: Glyphs,
    *,
    four: bool,
    trump: int | None = None,
) -> None:
    """Draw open cards, one over the other, trumps with their sign."""
    laid = list(places)
    for number, place in enumerate(laid, 1):
        if place.card is not None:
            is_trump = trump is not None and suit_of(place.card) == suit_of(trump)
            rows = face_under(laid[number:], place, place.card, glyphs, is_trump=is_trump)
            looks = "card", f"card-{suit_colour(place.card, four=four)}"
            lay_card(canvas, place, rows, looks, glyphs)


def put_row(
    canvas: Canvas, cards: Sequence[int], size: Size, y: int, glyphs: Glyphs, *, four: bool
) -> None:
    """Draw open cards side by side in the middle."""
    put_cards(canvas, row_of(cards, size, canvas.width // 2, y), glyphs, four=four)


def put_backs(canvas: Canvas, count: int, size: Size, y: int, glyphs: Glyphs, *, back: str) -> None:
    """Draw cards face down side by side in the middle."""
    look = f"back-{back}"
    for place in row_of([None] * count, size, canvas.width // 2, y):
        lay_card(canvas, place, card_back(size, glyphs, back), (look, look), glyphs)


def row_size(count: int, width: int, height: int) -> Size | None:
    """The largest size of cards that fit side by side, if any."""
    fitting = (one for one in SIZES if one.height <= height and not one.is_chip)
    return next((one for one in fitting if count * (one.width + 1) < width), None)


def row_of(cards: Sequence[int | None], size: Size, middle: int, y: int) -> list[CardPlace]:
    """The places of cards side by side around a column."""
    step = size.width + 1
    start = middle - (len(cards) * step - 1) // 2
    return [
        CardPlace(start + n * step, y, size, card, "hand", 0, size.height)
        for n, card in enumerate(cards)
    ]
