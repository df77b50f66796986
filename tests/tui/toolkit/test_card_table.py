"""Signs and names on a card table."""

import re
from dataclasses import replace

import pytest

from durak_tui.game.cards import full_deck, mask_of
from durak_tui.tui.toolkit.card_art import LEAST_SUIT, suit
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_layout import arrange
from durak_tui.tui.toolkit.table_view import SeatView, spread_hand
from tests.game.build import cards
from tests.tui.apps import row_text
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, game, playing
from tests.tui.toolkit.test_table_layout import middle


@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40), (160, 50)])
async def test_in_every_window_a_beaten_attack_is_grey_and_no_other_card(
    window: tuple[int, int],
) -> None:
    async with playing(game(HANDS), partner("takes"), size=window) as player:
        table = player.screen.query_one(CardTable)
        view = replace(middle(), table=cards("6C 9C 9S"))
        table.show(view)
        places = {place.card: place for place in arrange(*table.size, view).places}
        grey = [
            any("under" in table.canvas.look_at(place.x + x, place.y) for x in range(2))
            for place in map(places.__getitem__, view.table)
        ]
        assert grey == [True, False, False]


@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40)])
async def test_the_place_of_a_card_that_was_played_is_seen_below_all_others(
    window: tuple[int, int],
) -> None:
    async with playing(game(HANDS), partner("takes"), size=window) as player:
        table, view = player.screen.query_one(CardTable), middle()
        hand, (gone, *_rest) = view.bottom.hand or 0, cards("TD")
        table.show(replace(view, bottom=SeatView("you", 5, hand & ~(1 << gone))))
        layout = arrange(*table.size, table.view or view)
        (place,) = (one for one in layout.places if one.kind == "vacant")
        seen = {table.canvas.look_at(place.x + x, place.y + 1) for x in range(place.size.width)}
        assert seen == {"vacant"}
        held = [one for one in layout.places if one.kind == "hand"]
        looks = {table.canvas.look_at(one.x + 1, one.y) for one in held}
        assert looks == {"card-red", "card-black"}


@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40)])
async def test_empty_places_that_touch_are_told_apart_by_a_line(window: tuple[int, int]) -> None:
    async with playing(game(HANDS), partner("takes"), size=window) as player:
        table, view = player.screen.query_one(CardTable), middle()
        hand = mask_of(cards("6S 7S 8S TS TD 9D JC QD 7H KH"))
        held = hand & ~mask_of(cards("7S 8S 9D"))
        slots = spread_hand(hand, view.trump)
        table.show(replace(view, bottom=SeatView("you", 7, held), slots=slots))
        layout = arrange(*table.size, table.view or view)
        first, *others = sorted(one.x for one in layout.places if one.kind == "vacant")
        y = next(one.y for one in layout.places if one.kind == "vacant") + 2
        assert table.canvas.look_at(first, y) != "line-vacant"
        assert {table.canvas.look_at(x, y) for x in others} == {"line-vacant"}


@pytest.mark.parametrize("count", [9, 12])
async def test_in_an_open_hand_each_name_is_whole_or_is_not_seen(count: int) -> None:
    async with playing(game(HANDS), partner("takes"), size=(120, 40)) as player:
        table = player.screen.query_one(CardTable)
        deck = full_deck(36)[-2 * count :]
        hands = deck[::2], deck[1::2]
        top, bottom = (SeatView(str(n), count, mask_of(hand)) for n, hand in enumerate(hands))
        table.show(replace(middle(), top=top, bottom=bottom, table=(), slots=(), has_keys=False))
        names = set(table.glyphs.cards(deck).split())
        places = arrange(*table.size, table.view or middle()).places
        for y in {place.y + place.rows - 1 for place in places if place.kind in ("hand", "top")}:
            row = row_text(table.canvas, y)
            assert set(re.findall(r"[\dA-Z]+[♣♦♥♠]?", row)) <= names


@pytest.mark.parametrize("window", [(60, 20), (80, 24), (120, 40)])
async def test_where_the_talon_was_the_trump_is_seen_as_a_large_sign(
    window: tuple[int, int],
) -> None:
    async with playing(game(HANDS), partner("takes"), size=window) as player:
        table = player.screen.query_one(CardTable)
        for count in (1, 0):
            table.show(replace(middle(), talon_count=count, table=(), slots=()))
            rows = [row_text(table.canvas, y) for y in range(window[1] - 1)]
            at = next(y for y, row in enumerate(rows) if row.endswith(("Talon 1 ", "Trump ♥ ")))
            sign = suit(cards("8H")[0], LEAST_SUIT, table.glyphs)
            assert any(sign[0] in row for row in rows[:at]) == (not count and window != (120, 40))
