"""A limit to the unfinished games that are kept, as on a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play.hot_seat import HotSeatScreen
from durak_tui.tui.play.unfinished import StoredGames
from tests.tui.apps import make_app, text_on, until
from tests.tui.play.keyboard import left
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, playing
from tests.tui.play.test_play_engine import answer, asked


@pytest.fixture
def two_left() -> list[Path]:
    """Two unfinished games, the older one first."""
    return [left(HANDS, "7S"), left(HANDS, "7S", "8S", names=("Cid", "Dan"))]


@asynccontextmanager
async def sitting_down(most: int) -> AsyncIterator[Pilot[Any]]:
    """Eve and Finn begin a game; no more unfinished ones are kept than ``most``."""
    app = make_app("hot-seat", names=("Eve", "Finn"))
    app.most_unfinished = most
    async with app.run_test(size=(80, 24)) as pilot:
        yield pilot


def said(pilot: Pilot[Any]) -> str:
    """The text of the screen in one line."""
    assert isinstance(pilot.app, DurakApp)
    return " ".join(text_on(pilot.app).replace("│", " ").split())


async def until_played(pilot: Pilot[Any], *names: str) -> None:
    def is_on() -> bool:
        screen = pilot.app.screen
        return isinstance(screen, HotSeatScreen) and screen.is_on and screen.game.names == names

    await until(pilot, is_on)


async def test_a_new_game_begins_once_there_is_room_for_it(two_left: list[Path]) -> None:
    async with sitting_down(len(two_left) + 1) as pilot:
        await until_played(pilot, "Eve", "Finn")
    async with sitting_down(len(two_left)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, StoredGames))
        shown = said(pilot)
        assert "This server keeps 2 unfinished games for you, and no more." in shown
        assert "Delete" in shown
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert all(path.exists() for path in two_left)
    async with sitting_down(len(two_left)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, StoredGames))
        await pilot.press("down", "x")
        await until(pilot, lambda: "Delete this game?" in said(pilot))
        await pilot.press("down", "enter")
        await until_played(pilot, "Eve", "Finn")
    assert [path.exists() for path in two_left] == [False, True]


async def test_a_game_is_kept_for_later_only_if_there_is_room_for_it(two_left: list[Path]) -> None:
    async with playing(partner=partner("takes"), seed=1) as player:
        await player.decide_something()
        for most, offered in (
            (len(two_left) + 2, ["stay", "keep", "drop"]),
            (len(two_left) + 1, ["stay", "drop"]),
        ):
            player.app.most_unfinished = most
            await player.pilot.press("n")
            assert await asked(player) == offered
            assert ("keeps at most 3 unfinished games" in said(player.pilot)) is (
                "keep" not in offered
            )
            await answer(player, "stay")
