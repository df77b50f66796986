"""Cards on their way to the table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest

from durak_tui.game.cards import mask_of
from durak_tui.tui.toolkit.card_table import FRAMES, CardTable, journey
from durak_tui.tui.toolkit.table_layout import arrange
from durak_tui.tui.toolkit.table_view import TableView
from tests.game.build import cards
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, game, playing
from tests.tui.toolkit.test_table_layout import middle


def before() -> TableView:
    return replace(middle(), table=cards("6C 9C"))


def test_a_card_goes_from_the_hand_to_its_place_in_a_straight_line() -> None:
    hand = (before().bottom.hand or 0) & ~mask_of(cards("7S"))
    after = replace(before(), table=cards("6C 9C 7S"))
    after = replace(after, bottom=replace(after.bottom, hand=hand, count=5))
    way = journey(arrange(80, 23, before()), arrange(80, 23, after))
    assert way and way.to.card == cards("7S")[0] and len(way.stops) == FRAMES
    start = next(p for p in arrange(80, 23, before()).places if p.card == way.to.card)
    rows = [start.y, *(stop.y for stop in way.stops), way.to.y]
    assert rows == sorted(rows, reverse=True) and len(set(rows)) == FRAMES + 2


@pytest.mark.parametrize(("table", "is_at_the_right"), [("", True), ("6C 9C", False)])
def test_a_card_of_the_other_comes_from_the_end_of_its_hand_that_is_free_then(
    table: str, *, is_at_the_right: bool
) -> None:
    on_table = cards(table) if table else []
    held = replace(before(), top=replace(before().top, part="attacks"), table=on_table)
    played = replace(held, top=replace(held.top, count=5), table=[*on_table, *cards("9S")])
    was, now = (arrange(80, 23, view) for view in (held, played))
    way = journey(was, now)
    assert way and way.stops[0].y < way.to.y
    (free,) = {p.x for p in was.places if p.kind == "top"} - {
        p.x for p in now.places if p.kind == "top"
    }
    assert (free > was.axis) == is_at_the_right == (way.stops[0].x > way.to.x)


@pytest.mark.parametrize("table", ["", "6C", "6C 9C 9S TS"])
def test_nothing_moves_where_it_is_not_one_new_card(table: str) -> None:
    after = replace(before(), table=cards(table) if table else ())
    assert journey(arrange(80, 23, before()), arrange(80, 23, after)) is None


async def test_it_arrives_at_once_when_something_else_is_shown() -> None:
    async with playing(game(HANDS), partner("takes"), settings={"travel": "on"}) as player:
        table = player.screen.query_one(CardTable)
        shown = picture(table)
        view = replace(player.view, table=cards("7S"))
        table.show(view)
        on_the_way = picture(table)
        table.show(replace(view, news="now"))
        there = picture(table)
        assert shown != on_the_way != there and any("now" in row for row in there)
        await player.until(lambda: True)
        assert there == picture(table)


def picture(table: CardTable) -> list[str]:
    """The rows that are drawn on a table."""
    return [str(table.canvas.row(y)) for y in range(table.size.height)]


def says(table: CardTable, word: str) -> bool:
    """True if a word is seen on a table."""
    return any(word in row for row in picture(table))


async def test_an_answer_waits_for_the_card_that_it_answers_and_travels_after_it() -> None:
    async with playing(game(HANDS), partner("takes"), settings={"travel": "on"}) as player:
        table = player.screen.query_one(CardTable)
        table.show(replace(player.view, table=cards("7S"), news="now"))
        on_its_way = picture(table)
        table.follow(replace(player.view, table=cards("7S 8S"), news="then"))
        assert picture(table) == on_its_way and table.view and table.view.news == "then"
        await player.until(lambda: picture(table) != on_its_way)
        assert not says(table, "then")
        await player.until(lambda: says(table, "then"))


@asynccontextmanager
async def under_way(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Player, CardTable]]:
    """A card on a way that takes for ever, with an answer that waits for it."""
    monkeypatch.setattr("durak_tui.tui.toolkit.card_table.FRAME_SECONDS", 600)
    async with playing(game(HANDS), partner("takes"), settings={"travel": "on"}) as player:
        table = player.screen.query_one(CardTable)
        table.show(replace(player.view, table=cards("7S")))
        table.follow(replace(player.view, table=cards("7S 8S"), news="now"))
        assert not says(table, "now")
        yield player, table


async def test_a_key_does_not_wait_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    async with under_way(monkeypatch) as (player, table):
        await player.pilot.press("f9")
        assert says(table, "now")


async def test_a_click_does_not_wait_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    async with under_way(monkeypatch) as (player, table):
        await player.pilot.click(table, offset=(0, 0))
        assert says(table, "now")


async def test_in_a_window_of_another_size_a_card_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with under_way(monkeypatch) as (player, table):
        await player.pilot.resize_terminal(100, 30)
        await player.until(lambda: says(table, "Attack"))
        shown, view = picture(table), table.view
        assert view
        table.show(view)
        assert picture(table) == shown


@pytest.mark.parametrize("travel", ["auto", "off"])
async def test_nothing_moves_without_a_quick_line_or_where_it_is_not_wanted(travel: str) -> None:
    async with playing(game(HANDS), partner("takes"), settings={"travel": travel}) as player:
        assert not player.app.moves_cards


@pytest.mark.parametrize(("seconds", "moves"), [(0.02, True), (0.2, False)])
async def test_how_long_the_terminal_takes_to_answer_decides(
    seconds: float, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = SimpleNamespace(latency=seconds, measure_latency=lambda: None)
    monkeypatch.setattr("durak_tui.tui.toolkit.base_app.driver_of", lambda _: driver)
    async with playing(game(HANDS), partner("takes"), settings={"travel": "auto"}) as player:
        assert player.app.moves_cards == moves
