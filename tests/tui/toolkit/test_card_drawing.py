"""Cards on a canvas: side by side, as large as there is room for, and one over the other."""

from itertools import pairwise

import pytest

from durak_tui.game.cards import parse_card
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.card_art import INDEX, SIZES, Size, face
from durak_tui.tui.toolkit.card_drawing import lay_card, put_cards, row_of, row_size
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.tui.toolkit.table_layout import CardPlace
from tests.tui.apps import row_text

TEN, KING, ACE = parse_card("TC"), parse_card("KH"), parse_card("AS")
CARDS = [size for size in SIZES if not size.is_chip]
FIRST = CardPlace(2, 1, Size(9, 6), KING, "hand", 0, 6)


def laid(*places: CardPlace) -> Canvas:
    """Cards on a table, the later over the former."""
    canvas = Canvas(30, 12)
    for place in places:
        assert place.card is not None
        rows = face(place.card, place.size, UNICODE)
        lay_card(canvas, place, rows, ("card", "card-black"), UNICODE)
    return canvas


def rows_of(canvas: Canvas) -> list[str]:
    return [row_text(canvas, y) for y in range(canvas.height)]


@pytest.mark.parametrize("size", CARDS, ids=str)
def test_cards_in_a_row_are_the_largest_that_fit(size: Size) -> None:
    width = 4 * (size.width + 1) + 1
    assert row_size(4, width, size.height) == size
    for narrower in (row_size(4, width - 1, 60), row_size(4, 200, size.height - 1)):
        assert narrower is None or narrower < size


def test_where_none_fits_there_is_none_and_no_mere_name() -> None:
    assert row_size(4, 200, CARDS[-1].height - 1) is None
    assert row_size(4, 4 * CARDS[-1].width, 60) is None


@pytest.mark.parametrize("size", CARDS, ids=str)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_they_stand_side_by_side_about_the_middle(count: int, size: Size) -> None:
    places = row_of(range(count), size, 50, 3)
    assert [place.card for place in places] == [*range(count)]
    assert all(place.x - before.x == size.width + 1 for before, place in pairwise(places))
    left, right = places[0].x, places[-1].x + size.width
    assert abs((50 - left) - (right - 50)) <= 1
    assert {(place.y, place.first, place.rows) for place in places} == {(3, 0, size.height)}


def test_a_card_has_round_corners_where_it_lies_on_the_table() -> None:
    alone = rows_of(laid(FIRST))
    assert alone[1][2:11] == "▟K♥     ▙" and alone[6][2:11] == "▜     K♥▛"
    both = rows_of(laid(FIRST, FIRST._replace(x=6, card=ACE)))
    assert both[1][2:15] == "▟K♥ ▏A♠     ▙"


def test_a_card_has_an_edge_where_it_covers_one_of_its_colour_only() -> None:
    over = FIRST._replace(x=6, y=3, card=ACE)
    canvas = laid(FIRST, over)
    assert [canvas.look_at(6, y) == "line-card" for y in range(3, 9)] == [True] * 4 + [False] * 2
    assert "line-card" not in {canvas.look_at(2, y) for y in range(12)}
    lay_card(canvas, over._replace(x=8), ["#" * 9] * 6, ("back-dots", "back-dots"), UNICODE)
    assert canvas.look_at(8, 4) == "back-dots"


@pytest.mark.parametrize("size", CARDS, ids=str)
def test_an_open_upper_hand_looks_like_a_lower_one(size: Size) -> None:
    first = FIRST._replace(size=size, rows=size.height)
    both = first, first._replace(x=6, card=ACE)
    assert "▏A♠" in rows_of(laid(*both))[1]
    assert rows_of(laid(*(place._replace(kind="top") for place in both))) == rows_of(laid(*both))


@pytest.mark.parametrize("size", CARDS, ids=str)
def test_the_lower_name_of_a_covered_card_is_whole_or_is_not_seen(size: Size) -> None:
    first = FIRST._replace(size=size, card=TEN, rows=size.height)
    for step in range(INDEX + 1, size.width + 2):
        canvas = Canvas(40, 14)
        put_cards(canvas, [first, first._replace(x=2 + step, card=ACE)], UNICODE, four=False)
        row = rows_of(canvas)[size.height]
        assert row.count("10♣") == (step >= size.width - 1)
        assert not set(row.replace("10♣", "")) & set("10♣")


def test_of_a_card_that_is_cut_only_those_rows_are_drawn() -> None:
    shown = rows_of(laid(FIRST._replace(first=4, rows=2)))
    whole = face(KING, FIRST.size, UNICODE)
    assert shown[1][2:11] == whole[4] and shown[2][2:11] == "▜     K♥▛"
    assert not "".join(shown[3:]).strip()
