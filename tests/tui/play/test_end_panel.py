"""The picture of a game that is over: all that is said has room, at any size."""

import re

import pytest

from durak_tui.game.cards import mask_of
from durak_tui.tui.play.end_panel import EndDrawing, EndView
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.card_art import SIZES as CARDS
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs
from durak_tui.tui.toolkit.table_view import SeatView
from durak_tui.words.chart import Curve, Track
from tests.tui.apps import SIZES, row_text

DECK = range(16, 52)  # From the sixes on.
CURVE = Curve(
    [0.5, 0.6, 0.4, 0.9, 1.0], [(0, "0 %"), (0.5, "50 %"), (1, "100 %")], shares=True,
    tracks=[Track("You", {2: "x"}), Track("Casual", {}), Track("Bout", {0: "1", 3: "2"})],
)  # fmt: skip


def end(top: int, bottom: int, curve: Curve | None = CURVE) -> EndView:
    """The end of a game in which so many cards are left."""
    hands = mask_of(DECK[:top]), mask_of(DECK[top : top + bottom])
    return EndView(
        "You won", "bottom", "Casual resigned.", SeatView("Casual", top, hands[0]),
        SeatView("You", bottom, hands[1]), DECK[0], False, "2 : 1", "rating 1492 (+12)",
        curve is not None, curve, ["2 mistakes, cost 31 %."], "Too easy?",
        "14 bouts, 6 min",
    )  # fmt: skip


def drawn(view: EndView, size: tuple[int, int], glyphs: Glyphs) -> list[str]:
    canvas = Canvas(*size)
    EndDrawing(canvas, view, glyphs, four=False).all()
    return [row_text(canvas, y) for y in range(size[1])]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("hands", [(0, 0), (1, 0), (0, 9), (6, 6), (24, 12)])
@pytest.mark.parametrize("size", [(60, 19), *((width, height - 1) for width, height in SIZES)])
def test_all_that_is_said_has_room(
    size: tuple[int, int], hands: tuple[int, int], glyphs: Glyphs
) -> None:
    for curve in (CURVE, None):
        view = end(*hands, curve)
        rows = drawn(view, size, glyphs)
        assert "Casual" in rows[0] and "You" in rows[-1] and "14 bouts, 6 min" in rows[-1]
        said = [view.headline, view.why, *view.facts, view.after]
        places = [next(y for y, row in enumerate(rows) if text in row) for text in said]
        assert places == sorted(places), "from top to bottom"
        assert curve is None or sum(hands) > 30 or any("50 %" in row for row in rows)


def test_neither_a_card_nor_a_word_stands_alone_in_the_last_of_several_lines() -> None:
    fact = (
        "1 blunder, 8 mistakes, 1 inaccuracy; cost 142% of a game; worst: taking in bout 18 (24%)."
    )
    rows = drawn(end(0, 33)._replace(facts=[fact]), (82, 40), ASCII)
    first, last = (row.strip() for row in rows if "blunder" in row or "bout 18" in row)
    assert abs(len(first) - len(last)) < 10
    assert any("|KH " in row and "|AC" in row for row in rows)
    short = drawn(end(0, 9)._replace(facts=["", "!"]), (82, 40), ASCII)
    assert any(row.strip() == "!" for row in short)


@pytest.mark.parametrize("size", [(60, 19), (80, 23), (82, 39), (140, 59)])
@pytest.mark.parametrize("hands", [(0, 1), (19, 0), (6, 6)])
def test_nothing_moves_when_the_chart_and_the_facts_come(
    size: tuple[int, int], hands: tuple[int, int]
) -> None:
    known = end(*hands)._replace(why="")
    before = drawn(known._replace(curve=None, facts=[], after=""), size, UNICODE)
    for row in (*known.facts, known.after):
        assert not any(row in one for one in before)
    after = drawn(known, size, UNICODE)
    assert all(now == was for was, now in zip(before, after, strict=True) if was.strip())
    assert any("50 %" in row for row in after)


@pytest.mark.parametrize("size", [(60, 19), (80, 23), (82, 39)])
@pytest.mark.parametrize("count", [9, 19, 30])
def test_of_a_covered_card_no_part_of_its_lower_name_is_seen(
    size: tuple[int, int], count: int
) -> None:
    rows = drawn(end(0, count)._replace(curve=None, has_chart=False), size, ASCII)
    names = {f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "CDHS"}
    words = " ".join(rows[next(y for y, row in enumerate(rows) if "Too easy?" in row) + 1 : -1])
    shown = set(re.findall(r"[0-9A-Z]+", words)) - set("CDHS")  # These are suits and pips.
    assert shown <= names


@pytest.mark.parametrize("count", [1, 6, 11])
def test_the_largest_cards_lie_side_by_side_where_there_is_room(count: int) -> None:
    rows = drawn(end(count, 0), (200, 59), UNICODE)
    names = UNICODE.cards(DECK[:count]).split()
    named = [y for y, row in enumerate(rows) if all(name in row for name in names)]
    assert named == [1, CARDS[0].height], "the upper names and the lower ones"


@pytest.mark.parametrize("size", [(60, 16), (60, 19), (80, 23), (140, 59)])
@pytest.mark.parametrize("count", [1, 12, 24, 30])
def test_every_card_that_is_left_shows_its_name(size: tuple[int, int], count: int) -> None:
    rows = drawn(end(0, count), size, ASCII)
    words = " ".join(rows[next(y for y, row in enumerate(rows) if "Too easy?" in row) + 1 : -1])
    names = {f"{rank}{suit}" for rank in (*range(6, 11), *"JQKA") for suit in "CDHS"}
    assert len(set(re.findall(r"[0-9A-Z]+", words)) & names) == count


def test_a_larger_window_has_larger_cards_and_a_larger_chart() -> None:
    def rows_of(size: tuple[int, int]) -> tuple[int, int]:
        """The rows above the headline, of the cards, and those from 100 % down to 0 %."""
        rows = drawn(end(5, 0), size, UNICODE)
        ticks = [y for y, row in enumerate(rows) if "%" in row and "cost" not in row]
        return next(y for y, row in enumerate(rows) if "You won" in row), ticks[-1] - ticks[0]

    small, middle, large = map(rows_of, ((60, 19), (80, 23), (160, 59)))
    assert small[0] < middle[0] < large[0]
    assert small[1] <= middle[1] < large[1]


@pytest.mark.parametrize(
    ("size", "count", "card"),
    [((82, 39), 7, 11), ((82, 39), 8, 9), ((80, 23), 9, 7), ((162, 59), 7, 17)],
)
def test_as_long_as_cards_have_room_side_by_side_none_covers_another(
    size: tuple[int, int], count: int, card: int
) -> None:
    rows = drawn(end(count, 0)._replace(why=""), size, UNICODE)
    assert [len(whole) for whole in re.findall("▟[^▟▙]+▙", rows[1])] == [card] * count


def test_more_cards_than_have_room_side_by_side_are_a_fan_of_large_ones() -> None:
    first, second, *_others = drawn(end(19, 0), (82, 39), UNICODE)[1:]
    assert first.count("▟") == 1 and second.count("▏") >= 9


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", [(60, 19), (80, 23), (82, 39), (162, 59)])
def test_the_plate_has_result_score_and_rating_in_bold(
    size: tuple[int, int], glyphs: Glyphs
) -> None:
    canvas = Canvas(*size)
    EndDrawing(canvas, end(6, 6), glyphs, four=False).all()
    (plate,) = (
        text for y in range(size[1]) for text, look in canvas.row(y)
        if look == "plate-first" and text.strip()
    )  # fmt: skip
    assert plate.strip() == f"You won {glyphs.dot} 2 : 1 {glyphs.dot} rating 1492 (+12)"


def test_a_score_that_is_too_long_for_the_plate_stands_in_the_corner() -> None:
    lost = end(0, 1)._replace(headline="You are the fool", score="12 : 11, 3 draws")
    first, *others = drawn(lost, (60, 19), UNICODE)
    assert "12 : 11, 3 draws" in first and not any("12 : 11" in row for row in others)
    assert any("You are the fool · rating 1492 (+12)" in row for row in others)
