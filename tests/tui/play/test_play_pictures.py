"""The play screen in every state, size and terminal."""

import pytest

from durak_tui.game.position import MOVE
from durak_tui.table.game import Game
from durak_tui.tui.toolkit.dialog import Question
from tests.tui.apps import TerminalWindow, every_window
from tests.tui.pictures import assert_picture, picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import (
    HANDS,
    Player,
    found,
    game,
    has_spoken,
    named,
    overdue_only_when,
    playing,
)

RUSSIAN = {"language": "ru"}


async def assert_looks(player: Player, state: str, window: TerminalWindow) -> None:
    """It looks as in the picture of this state."""
    await assert_picture(player.app, f"play-{state}-{window}")


@every_window
async def test_attack(window: TerminalWindow) -> None:
    async with playing(game(HANDS), partner("takes"), size=window.size) as player:
        view = player.view
        assert (view.bottom.part, view.top.part) == ("attacks", "defends")
        assert view.bottom.to_act and view.task.startswith("Attack: press the key under a card")
        assert [view.keys[card] for card in view.slots if card is not None] == list("123456")
        await assert_looks(player, "attack", window)


async def test_defence_against_a_second_card(window: TerminalWindow) -> None:
    start = game(HANDS._replace(first=1), "6C", "9C", "9S")
    async with playing(start, partner("takes"), size=window.size) as player:
        view = player.view
        assert (view.bottom.part, view.top.part) == ("defends", "attacks")
        assert named(view.table) == ["6C", "9C", "9S"]
        assert named(sorted(view.keys)) == ["7H", "KH"]
        assert view.task.startswith("Beat 9") and view.task.endswith(" or take (t).")
        await assert_looks(player, "defence", window)


async def test_adding_to_what_is_taken(window: TerminalWindow) -> None:
    async with playing(game(HANDS), partner("takes"), size=window.size) as player:
        await player.play("7S", "7H")
        view = player.view
        assert view.top.part == "takes"
        assert (named(view.table), named(view.chosen)) == (["7S"], ["7H"])
        assert named(sorted(view.keys)) == ["7D", "7H"]
        assert view.task == "1 card of 2 is marked: done (d) adds it."
        await assert_looks(player, "adding", window)


def has_one_card_left(game: Game) -> bool:
    """The person wins with their next card."""
    position = game.position
    return (
        game.to_act == 0
        and position.phase == MOVE
        and not position.talon_count
        and not position.table
        and position.hands[0].bit_count() == 1
        and 3 <= position.hands[1].bit_count() <= 9
    )


async def test_end_of_a_game(window: TerminalWindow) -> None:
    async with playing(found(has_one_card_left), partner("takes"), size=window.size) as player:
        await player.decide_something()
        view = player.view
        assert (view.bottom.part, view.top.part) == ("won", "lost")
        assert view.top.hand == player.game.position.hands[1] and not view.keys
        assert view.news.startswith("You have won! partner is the fool with ")
        assert view.task == "enter or n: another game. v: review. esc: leave."
        await assert_looks(player, "end", window)


async def test_silence_of_the_engine(
    window: TerminalWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    overdue_only_when(monkeypatch, has_spoken)
    silent = partner("silent", move_time=0.5)
    async with playing(game(HANDS), silent, size=window.size) as player:
        await player.pilot.press(player.key("7S"))
        await player.until(lambda: isinstance(player.app.screen, Question))
        assert "lost in thought" in picture(player.app)
        await assert_looks(player, "silence", window)


async def test_russian(window: TerminalWindow) -> None:
    deal = HANDS._replace(first=1)
    async with playing(
        game(deal, "6C", "9C", "9S"), partner("takes"), size=window.size, settings=RUSSIAN
    ) as player:
        await player.press(player.key("TD"))
        task = (
            "Beat 9S or take (t)." if window.terminal == "ascii" else "Побейте 9♠ или берите (t)."
        )
        assert player.view.task == task and player.view.warns
        await assert_looks(player, "russian", window)
