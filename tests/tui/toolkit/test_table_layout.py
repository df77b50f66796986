"""Places of cards on a table, in windows of every size."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import DECK_SIZES, cards_in, full_deck, mask_of, suit_of
from durak_tui.tui.toolkit.card_art import INDEX
from durak_tui.tui.toolkit.table_layout import CardPlace, Layout, arrange
from durak_tui.tui.toolkit.table_view import SeatView, TableView, spread_hand
from tests.game.build import cards

WIDTHS = st.integers(60, 240)
HEIGHTS = st.integers(17, 70)  # Of the table: some screens have three lines above and below it.


@st.composite
def tables(draw: st.DrawFn) -> TableView:
    """Any position, as a player or as somebody who looks on sees it."""
    deck = draw(st.permutations(full_deck(draw(st.sampled_from(DECK_SIZES)))))
    trump = deck[0]
    mine, its = draw(st.integers(0, 24)), draw(st.integers(0, 24))
    pairs = draw(st.integers(0, 6))
    rest = list(deck)
    hand, other = (mask_of(rest.pop() for _ in range(min(n, len(rest) - 1))) for n in (mine, its))
    played = 2 * pairs - draw(st.integers(0, 1)) * (pairs > 0)
    table = [rest.pop() for _ in range(min(played, len(rest) - 1))]
    given = [rest.pop() for _ in range(min(draw(st.integers(0, 5)), len(rest) - 1))]
    is_open = draw(st.booleans())
    known = mask_of(card for card in cards_in(other) if draw(st.booleans()))
    gone = mask_of(table[draw(st.integers(0, 1)) :: 2]) if draw(st.booleans()) else 0
    slots = spread_hand(hand | gone, trump)
    keys = dict.fromkeys(cards_in(hand), "x")
    marks = dict.fromkeys(keys, ("50", False)) if draw(st.booleans()) else {}
    if is_open and marks:
        marks |= dict.fromkeys(cards_in(other), ("50", False))
    return TableView(
        SeatView("top", other.bit_count(), other if is_open else None, known=known),
        SeatView("bottom", hand.bit_count(), hand),
        trump=trump,
        talon_count=draw(st.sampled_from([0, 1, 2, 24])),
        discard_count=draw(st.sampled_from([0, 1, 30])),
        table=table,
        given=given,
        keys=keys if not is_open else {},
        marks=marks,
        slots=slots,
        has_keys=not is_open,
    )


def cells(place: CardPlace) -> set[tuple[int, int]]:
    """The cells of a card."""
    return {
        (x, y)
        for x in range(place.x, place.x + place.size.width)
        for y in range(place.y, place.y + place.rows)
    }


def seen(layout: Layout) -> dict[CardPlace, set[tuple[int, int]]]:
    """For each card the cells in which nothing lies on it."""
    shown: dict[CardPlace, set[tuple[int, int]]] = {}
    covered: set[tuple[int, int]] = set()
    for place in reversed(layout.places):
        shown[place] = cells(place) - covered
        covered |= cells(place)
    return shown


def words(layout: Layout) -> set[tuple[int, int]]:
    """The rows of texts, as far as they go from the left."""
    rows = [*layout.seats, layout.words, layout.words + 1]
    return {(x, y) for y in rows for x in range(layout.width)}


@given(tables(), WIDTHS, HEIGHTS)
def test_every_open_card_shows_its_name_inside(view: TableView, width: int, height: int) -> None:
    layout = arrange(width, height, view)
    shown = seen(layout)
    hands = Counter(place.card for place in layout.places if place.kind == "hand")
    assert hands == Counter(cards_in(view.bottom.hand or 0))
    if view.top.hand is not None:
        tops = Counter(place.card for place in layout.places if place.kind == "top")
        assert tops == Counter(cards_in(view.top.hand))
    on_table = [p.card for p in layout.places if p.kind in ("attack", "answer")]
    assert sorted(c for c in on_table if c is not None) == sorted([*view.table, *view.given])
    for place in layout.places:
        inside = {(x, y) for x, y in cells(place) if 0 <= x < width and 0 <= y < height}
        assert inside == cells(place)
        if place.card is not None and place.kind != "trump":
            index = 0 if place.size.is_chip else 1
            name = {(place.x + index + column, place.y) for column in range(INDEX)}
            assert name <= shown[place]


@given(tables(), WIDTHS, HEIGHTS)
def test_texts_keys_and_worths_lie_on_no_card(view: TableView, width: int, height: int) -> None:
    layout = arrange(width, height, view)
    covered = set().union(*map(cells, layout.places)) if layout.places else set()
    assert not words(layout) & covered
    rows = [*layout.seats, layout.words, layout.words + 1]
    assert len(set(rows)) == 4 and all(0 <= row < height for row in rows)
    below: set[tuple[int, int]] = set()
    for label in layout.labels.values():
        its = {(label.x + x, label.y + y) for x in range(label.width) for y in range(label.lines)}
        assert not its & covered and not its & below and not its & words(layout)
        assert all(0 <= x < width and 0 <= y < height for x, y in its)
        below |= its
        assert len(its) >= 4, "room for a key and a worth"
    assert set(cards_in(view.bottom.hand or 0)) <= set(layout.labels)


def middle() -> TableView:
    """Twelve cards in the talon, six in each hand, two beaten cards."""
    hand = mask_of(cards("7S TD JC QD 7H KH"))
    return TableView(
        SeatView("top", 6),
        SeatView("bottom", 6, hand),
        trump=cards("8H")[0],
        talon_count=12,
        discard_count=8,
        table=cards("6C 9C 9S TS"),
        slots=spread_hand(hand, cards("8H")[0]),
    )


@pytest.mark.parametrize(
    ("window", "table"), [((80, 24), (80, 23)), ((120, 40), (82, 39)), ((200, 60), (162, 59))]
)
def test_cards_take_a_quarter_of_the_window(
    window: tuple[int, int], table: tuple[int, int]
) -> None:
    layout = arrange(*table, middle())
    covered = {
        (x, y)
        for place in layout.places
        for x in range(max(0, place.x), min(layout.width, place.x + place.size.width))
        for y in range(max(0, place.y), min(layout.height, place.y + place.rows))
    }
    assert len(covered) >= window[0] * window[1] / 4


def test_larger_windows_have_larger_cards() -> None:
    sizes = [arrange(*at, middle()).size for at in ((60, 19), (80, 23), (82, 39), (162, 59))]
    assert sizes == [(5, 3), (7, 5), (11, 8), (17, 11)]


SIZES_AT = {(60, 19): (5, 3), (80, 23): (7, 5), (82, 39): (11, 8), (162, 59): (17, 11)}
"""The cards in tables of some sizes."""


@pytest.mark.parametrize("at", SIZES_AT)
def test_pairs_lie_in_order_of_play_around_the_axis(at: tuple[int, int]) -> None:
    view = middle()
    for count in range(1, 11):
        table = cards("6C 9C 9S TS TC JC 6D 7D 9D JD")[:count]
        layout = arrange(*at, replace(view, table=table))
        placed = {p.card: p.x for p in layout.places if p.kind == "attack"}
        attacks = [placed[card] for card in table[::2]]
        assert attacks == sorted(attacks)
        steps = {after - before for before, after in pairwise(attacks)}
        assert len(steps) <= 1
        width = layout.bout_size.width + layout.bout_size.shift.width
        centre = (attacks[0] + attacks[-1] + width) / 2
        if layout.bout_size == SIZES_AT[at] and at != (60, 19):
            # The largest and small cards move by whole places.
            apart = 0 if SIZES_AT[at] == (11, 8) or len(attacks) % 2 else max(steps) / 2
            assert abs(abs(centre - layout.axis) - apart) <= 1


@pytest.mark.parametrize("at", SIZES_AT)
def test_no_attack_lies_on_a_card_that_beat_another(at: tuple[int, int]) -> None:
    table = cards("6C 9C 9S TS TC JC 6D 7D 9D JD QD")
    layout = arrange(*at, replace(middle(), table=table))
    laid = [place.card for place in layout.places if place.kind in ("attack", "answer")]
    assert laid == [*table[::2], *table[1::2]]


@pytest.mark.parametrize("at", SIZES_AT)
def test_pairs_cover_one_another_only_where_there_is_no_room(
    at: tuple[int, int],
) -> None:
    for count in range(2, 7):
        table = cards("6C 9C 9S TS TC JC 6D 7D 9D JD QD KD")[: 2 * count]
        layout = arrange(*at, replace(middle(), table=table))
        attacks = sorted(place.x for place in layout.places if place.kind == "attack")
        step, each = attacks[1] - attacks[0], layout.bout_size.width + layout.bout_size.shift.width
        talon = min(place.x for place in layout.places if place.kind in ("trump", "talon"))
        needed = each + (count - 1) * (step + 1)
        assert step >= each or layout.axis + needed / 2 >= talon - 2


@given(tables(), WIDTHS, HEIGHTS)
def test_hands_stand_on_the_axis(view: TableView, width: int, height: int) -> None:
    layout = arrange(width, height, view)
    for kind in ("hand", "top"):
        kinds = {kind, "vacant"} if kind == "hand" else {kind}
        places = [place for place in layout.places if place.kind in kinds]
        if layout.size.is_chip and sum(card is not None for card in view.slots) > len(places):
            continue  # the places of cards that were played are left bare
        if places and (kind == "hand" or view.top.hand is not None or not view.played_by_top):
            left, right = min(p.x for p in places), max(p.x + p.size.width for p in places)
            assert left == 1 or abs((left + right) / 2 - width / 2) <= 1


@pytest.mark.parametrize("at", SIZES_AT)
def test_a_card_that_is_played_leaves_its_place_marked_and_all_others_where_they_are(
    at: tuple[int, int],
) -> None:
    view = middle()
    before = arrange(*at, view)
    played = cards("TD JC")
    held = (view.bottom.hand or 0) & ~mask_of(played)
    after = arrange(*at, replace(view, bottom=replace(view.bottom, hand=held)))
    left = {p.x: p.card for p in before.places if p.kind == "hand"}
    now = {p.x: p.card for p in after.places if p.kind in ("hand", "vacant")}
    assert now == {x: None if card in played else card for x, card in left.items()}
    known = replace(view.bottom, hand=None, known=held)
    hidden = arrange(*at, replace(view, bottom=known, slots=()))
    assert not [place for place in hidden.places if place.kind == "vacant"]


@pytest.mark.parametrize("at", SIZES_AT)
@pytest.mark.parametrize("count", [5, 6])
def test_within_a_bout_a_fan_stays_on_the_axis(at: tuple[int, int], count: int) -> None:
    for layout in fans(at, count):
        places = sorted(place.x for place in layout.places if place.kind == "top")
        centre = (places[0] + places[-1] + layout.size.width) / 2
        step = places[1] - places[0] if len(places) > 1 else layout.size.width
        assert abs(centre - layout.axis) <= (step / 2 + 1 if layout.size.is_small else 1)


@pytest.mark.parametrize("at", [(60, 19), (80, 23)])
def test_where_a_small_back_goes_no_other_moves_or_is_uncovered(at: tuple[int, int]) -> None:
    for before, after in pairwise(fans(at, 6)):
        shown, left = ({p: s for p, s in seen(one).items() if p.kind == "top"}
                       for one in (before, after))  # fmt: skip
        assert len(shown) - len(left) == 1 and left.items() <= shown.items()


def fans(at: tuple[int, int], count: int) -> list[Layout]:
    """The table while a defender of so many cards plays one after the other."""
    table = cards("6C 9C 9S TS TC JC 6D 7D 9D JD")
    return [
        arrange(*at, replace(middle(), top=SeatView("top", count - played, part="defends"),
                             table=table[: 2 * played]))
        for played in range(count)
    ]  # fmt: skip


def test_the_trump_lies_across_and_sticks_out_from_under_the_talon() -> None:
    layout = arrange(80, 23, middle())
    trump, talon = (next(p for p in layout.places if p.kind == kind) for kind in ("trump", "talon"))
    assert trump.card is not None and suit_of(trump.card) == 2
    assert trump.size.width > trump.size.height
    assert layout.places.index(trump) < layout.places.index(talon)
    name = {(trump.x + 1 + x, trump.y + (trump.rows - 1) // 2) for x in range(INDEX)}
    assert name <= cells(trump) - cells(talon)


@given(tables(), st.integers(0, 60), st.integers(0, 20))
def test_a_window_of_any_size_has_a_layout(view: TableView, width: int, height: int) -> None:
    layout = arrange(width, height, view)
    assert (layout.width, layout.height) == (width, height)


@pytest.mark.parametrize("at", SIZES_AT)
def test_the_air_is_around_the_bout_and_the_words_below_it(at: tuple[int, int]) -> None:
    layout = arrange(*at, middle())
    hand = max(place.y + place.rows for place in layout.places if place.kind == "top")
    top = min(place.y for place in layout.places if place.kind == "attack")
    below = max(place.y + place.rows for place in layout.places if place.kind == "answer")
    assert layout.words - below <= 2
    assert abs((top - hand) - (layout.seats[1] - layout.words - 2)) <= 2
