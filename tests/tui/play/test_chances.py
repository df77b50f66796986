"""The chances that the engine sees, shown during a game if the settings say so."""

import pytest

from durak_tui.tui.play import session_table
from durak_tui.tui.toolkit.chances import Chances
from tests.match.matches import bell
from tests.processes import Bell
from tests.table.talker import talker
from tests.tui.apps import text_on
from tests.tui.play.playing import HANDS, game, playing

__all__ = ["bell"]


async def test_they_are_not_shown_unless_wanted() -> None:
    async with playing(game(HANDS), talker()) as player:
        await player.pilot.press(player.key("9C"))
        await player.turn()
        assert not player.screen.query_one(Chances).display
        assert "sure" not in text_on(player.app)


async def test_they_are_shown_while_it_thinks_and_afterwards(bell: Bell) -> None:
    async with playing(game(HANDS), talker(bell), settings={"show_infos": True}) as player:
        assert not player.screen.query_one(Chances).display
        await player.pilot.press(player.key("9C"))
        await player.until(lambda: "25 % hm" in text_on(player.app))
        await player.until(lambda: player.view.task == "partner is thinking...")
        bell.ring()
        await player.turn()
        await player.until(lambda: "75 % sure" in text_on(player.app))
        assert "25 %" not in text_on(player.app)
        await player.pilot.press(next(iter(player.view.keys.values())))
        assert player.screen.query_one(Chances).display, "the table would move"


async def test_an_engine_that_says_nothing_leaves_the_table_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_table, "MOMENT", 0)
    async with playing(game(HANDS), settings={"show_infos": True}) as player:
        await player.pilot.press(player.key("9C"))
        await player.turn()
        assert not player.screen.query_one(Chances).display
