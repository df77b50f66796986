"""The play screen in every state, size and kind of terminal."""

import pytest

from durak_tui.tui.toolkit.dialog import Question
from tests.tui.apps import TerminalWindow, every_window, needs_kernel
from tests.tui.pictures import assert_picture, picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import (
    HANDS,
    found,
    game,
    has_spoken,
    nearly_won,
    overdue_only_when,
    playing,
)

RUSSIAN = {"language": "ru"}


@every_window
async def test_an_attack_looks_right(window: TerminalWindow) -> None:
    async with playing(game(HANDS), partner("takes"), size=window.size) as player:
        await assert_picture(player.app, f"play-attack-{window}")


async def test_defence_against_a_second_card(window: TerminalWindow) -> None:
    start = game(HANDS._replace(first=1), "6C", "9C", "9S")
    async with playing(start, partner("takes"), size=window.size) as player:
        await assert_picture(player.app, f"play-defence-{window}")


async def test_adding_to_what_is_taken(window: TerminalWindow) -> None:
    async with playing(game(HANDS), partner("takes"), size=window.size) as player:
        await player.play("7S", "7H")
        await assert_picture(player.app, f"play-adding-{window}")


@needs_kernel
@pytest.mark.usefixtures("few_worlds")
async def test_end_of_a_game(window: TerminalWindow) -> None:
    async with playing(found(nearly_won), partner("takes"), size=window.size) as player:
        await player.decide_something()
        await player.until(lambda: player.screen.finished.review)
        await assert_picture(player.app, f"play-end-{window}")


@pytest.mark.usefixtures("few_worlds")
async def test_end_of_a_game_that_both_could_go_on_with(window: TerminalWindow) -> None:
    async with playing(game(HANDS), partner("takes"), size=window.size) as player:
        await player.play("9C")
        player.screen.controller.resign(0)
        await player.until(lambda: player.screen.finished.review)
        await assert_picture(player.app, f"play-resigned-{window}")


async def test_a_silent_engine_looks_right(
    window: TerminalWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    overdue_only_when(monkeypatch, has_spoken)
    silent = partner("silent", move_time=0.5)
    async with playing(game(HANDS), silent, size=window.size) as player:
        await player.pilot.press(player.key("7S"))
        await player.until(lambda: isinstance(player.app.screen, Question))
        assert "lost in thought" in picture(player.app)
        await assert_picture(player.app, f"play-silence-{window}")


async def test_a_defence_in_russian_looks_right(window: TerminalWindow) -> None:
    deal = HANDS._replace(first=1)
    async with playing(
        game(deal, "6C", "9C", "9S"), partner("takes"), size=window.size, settings=RUSSIAN
    ) as player:
        await player.press(player.key("TD"))
        await assert_picture(player.app, f"play-russian-{window}")
