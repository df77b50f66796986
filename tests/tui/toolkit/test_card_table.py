"""Signs on a card table."""

from dataclasses import replace

import pytest

from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_layout import arrange
from tests.game.build import cards
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
