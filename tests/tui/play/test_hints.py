"""Hints at the play screen, and what can be known of the other hand."""

import os
from pathlib import Path

import pytest

from durak_tui.game.position import MOVE, RESPOND
from durak_tui.user.schema import Settings
from durak_tui.words.worth import percent
from tests.tui.apps import text_on
from tests.tui.pictures import assert_picture
from tests.tui.play.hinter import hinter
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, found, game, playing

TAKES = partner("takes")


def settings(mode: str) -> dict[str, object]:
    return {"hint_engine": "hinter", "engines": (hinter(mode),)}


async def hinted(player: Player) -> None:
    """Ask for a hint and wait for it."""
    await player.pilot.press("h")
    await player.until(lambda: player.view.task.startswith("Hint: ") or player.view.warns)


async def test_a_hint_gives_every_card_its_worth_until_one_is_played() -> None:
    async with playing(game(HANDS), TAKES, settings=settings("scores")) as player:
        await hinted(player)
        marks = player.view.marks
        assert set(marks) == set(player.view.keys)
        assert {mark for mark, _best in marks.values()} == {f"{n}%" for n in range(40, 100, 10)}
        assert [mark for mark, is_best in marks.values() if is_best] == ["90%"]
        assert player.view.task.endswith(f" {percent(0.9)}")
        await assert_picture(player.app, "hint-80x24")
        await player.decide_something()
        assert player.view.marks == {}
        assert not player.view.task.startswith("Hint: ")


async def test_a_hint_gives_the_worth_of_passing_as_well() -> None:
    answered = found(lambda game: game.to_act == 0 and game.position.phase == RESPOND
                     and game.choices(0).cards)  # fmt: skip
    async with playing(answered, TAKES, settings=settings("scores")) as player:
        await hinted(player)
        assert player.view.task.endswith(f"take {percent(0.05)}")


async def test_an_engine_that_only_says_what_it_would_play_gives_a_hint_too() -> None:
    async with playing(game(HANDS), TAKES, settings=settings("best")) as player:
        await hinted(player)
        assert list(player.view.marks.values()) == [("", True)]
        assert "%" not in player.view.task


async def test_a_late_hint_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("HINTER_PIPE", str(pipe))
    async with playing(game(HANDS), TAKES, settings=settings("slow")) as player:
        await player.pilot.press("h")
        await player.until(lambda: player.view.task == "hinter is thinking about a hint...")
        await player.decide_something()
        assert player.view.marks == {}
        await player.pilot.press("escape")  # and no process is left


async def test_a_hint_is_for_the_player_to_act() -> None:
    async with playing(game(HANDS), partner("silent", move_time=600), wait=False) as player:
        await player.until(lambda: player.game.to_act == 0)
        await player.pilot.press(player.key("9C"))
        await player.until(lambda: player.game.to_act == 1)
        await player.pilot.press("h")
        await player.until(lambda: player.view.warns)
        assert player.view.news == "You can ask for a hint when it is your turn."


async def test_what_the_other_has_taken_is_shown_when_it_is_asked_for() -> None:
    taken = found(lambda game: game.to_act == 0 and game.known(0) and game.position.phase == MOVE
                  and game.position.talon_count > 6)  # fmt: skip
    async with playing(taken, TAKES) as player:
        assert player.view.top.known == 0
        await player.pilot.press("k")
        assert player.view.top.known == player.game.known(0) != 0
        await player.pilot.press("k")
        assert player.view.top.known == 0


async def test_it_is_said_if_no_card_can_be_known_yet() -> None:
    async with playing(game(HANDS), TAKES) as player:
        news = player.view.news
        await player.pilot.press("k")
        assert player.view.news == "None of partner's cards are known yet."
        await player.pilot.press("k")
        assert player.view.news == news


async def test_every_turn_begins_with_a_hint_if_that_is_wanted() -> None:
    always = {**settings("scores"), "hints_always": True}
    async with playing(game(HANDS), TAKES, settings=always) as player:
        for _turn in range(2):
            await player.until(lambda: player.view.task.startswith("Hint: "))
            assert set(player.view.marks) == set(player.view.keys) != set()
            await player.decide_something()


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("none", "hinter gives no hints: choose another engine in the settings."),
        ("illegal", "No hint: "),
    ],
)
async def test_an_engine_that_gives_no_hint_is_reported_once_a_game(mode: str, why: str) -> None:
    always = {**settings(mode), "hints_always": True}
    async with playing(game(HANDS), TAKES, settings=always) as player:
        await player.until(lambda: player.view.warns)
        assert player.view.news.startswith(why)
        await player.decide_something()
        assert player.game.actions
        assert not player.view.warns
        await hinted(player)
        assert player.view.warns, "it was asked for"


async def test_the_strongest_engine_gives_hints_by_itself() -> None:
    assert Settings().hint_engine == "durak-montecarlo"
    async with playing(game(HANDS), TAKES, settings={"hint_seconds": 0.2}) as player:
        await player.pilot.press("h")
        await player.until(lambda: player.view.marks)
        assert len(player.view.marks) == 6
        assert "Hint: " in text_on(player.app)
