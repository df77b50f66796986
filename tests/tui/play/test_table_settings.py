"""Settings of the card table, in a game."""

import pytest

from durak_tui.game.cards import card_name
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.toolkit.card_table import CardTable
from tests.tui.apps import in_terminal
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, game, playing


async def test_a_hand_is_sorted_by_suit_with_trumps_last() -> None:
    async with playing(game(HANDS), partner("takes"), settings={"hand_order": "suit"}) as player:
        names = [card_name(card) if card is not None else "|" for card in player.view.slots]
        assert names == ["9C", "7D", "TD", "7S", "|", "7H", "KH"]


async def test_the_felt_is_that_of_the_settings_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    settings, wide = {"felt": "blue"}, (120, 30)
    async with playing(game(HANDS), partner("takes"), settings=settings, size=wide) as player:
        widgets = player.screen.query_one(CardTable), player.screen.query_one(GameLog)
        table, beside = (widget.background_colors[1] for widget in widgets)
        assert table.b > beside.b > beside.g, "a shade of the same colour"
        player.app.change_settings(felt="green")
        await player.until(
            lambda: all(one.background_colors[1].g > one.background_colors[1].b for one in widgets)
        )
