"""The engine at the play screen: never waited for, and there is a way out of all that it does."""

from pathlib import Path
from threading import Event

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import SHIPPED
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play import session_table
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.words.play import ENGINES
from tests.processes import Bell
from tests.table.patient import patient
from tests.tui.apps import notices_on, started, text_on, until
from tests.tui.pictures import picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, game, named, overdue_only_when, playing


def entry(bell: Bell, move_time: float = 600) -> EngineConfig:
    """The patient engine in the settings of a user."""
    return EngineConfig(patient(bell).command, "partner", move_time=move_time)


async def asked(player: Player) -> list[str]:
    """The possible answers to the question that has come up."""
    await player.until(lambda: isinstance(player.app.screen, Question))
    return [one.id for one in player.app.screen.query_one(Menu).entries]


async def answer(player: Player, what: str) -> None:
    """Choose this answer."""
    question = player.app.screen
    menu = question.query_one(Menu)
    menu.cursor = [one.id for one in menu.entries].index(what)
    await player.pilot.press("enter")
    await player.until(lambda: player.app.screen is not question)


class TestThinking:
    async def test_it_is_not_said_at_once(
        self, bell: Bell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(session_table, "MOMENT", 600)
        async with playing(game(HANDS), entry(bell)) as player:
            before = player.view
            await player.pilot.press(player.key("9C"))
            await player.until(lambda: named(player.view.table) == ["9C"])
            view = player.view
            assert (view.news, view.task, view.top.part, view.bottom.count) == (
                before.news, before.task, before.top.part, before.bottom.count
            )  # fmt: skip

    async def test_it_is_said_when_it_takes_longer_and_all_else_goes_on(self, bell: Bell) -> None:
        async with playing(game(HANDS), entry(bell)) as player:
            await player.pilot.press(player.key("9C"))
            await player.until(lambda: player.view.task == "partner is thinking...")
            assert not player.view.keys and player.view.top.to_act
            assert "enter" not in text_on(player.app)  # nothing can be played now
            await player.pilot.press(player.key("7S"))
            assert player.view.news == "It is partner's turn."
            await player.pilot.press("t")
            assert player.view.news == "It is partner's turn."
            await player.pilot.press("question_mark")
            assert isinstance(player.app.screen, HelpScreen)
            bell.ring()
            await player.turn()
            await player.pilot.press("escape")
            assert player.view.news == "partner beats 9♣ with 10♥."
            assert "enter Play" in text_on(player.app)

    async def test_an_engine_that_thinks_ends_when_the_screen_is_left(self, bell: Bell) -> None:
        async with playing(game(HANDS), entry(bell)) as player:
            await player.pilot.press(player.key("9C"), "escape")
            await player.pilot.pause()
            assert isinstance(player.app.screen, HomeScreen)
            assert len(player.app.unfinished()) == 1


async def test_home_is_reached_from_the_help_about_an_engine_that_does_not_start() -> None:
    async with started("play", engine="no-such-program", notifications=True) as (pilot, app):
        await until(pilot, lambda: "cannot be started" in text_on(app))
        await pilot.press("f1", "ctrl+p", *"home", "enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.pause()
        assert not notices_on(app)


class TestSilence:
    async def test_the_question_comes_again_and_goes_with_the_answer(self, bell: Bell) -> None:
        async with playing(game(HANDS), entry(bell, move_time=0.2)) as player:
            await player.pilot.press(player.key("9C"))
            assert await asked(player) == ["wait", "restart", "claim", "leave"]
            await answer(player, "wait")
            await asked(player)
            await player.pilot.press("escape")
            await asked(player)
            await player.pilot.press("question_mark")
            bell.ring()
            await player.turn()
            assert isinstance(player.app.screen, HelpScreen)
            await player.pilot.press("escape")
            await player.until(lambda: player.app.screen is player.screen)
            assert named(player.view.table) == ["9C", "TH"]

    @pytest.mark.few(1)
    @pytest.mark.parametrize("covered", ["question_mark", "n", "r"])
    async def test_it_is_left_also_from_under_help_or_another_question(
        self, covered: str, bell: Bell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        is_covered = Event()
        overdue_only_when(monkeypatch, lambda _opponent: is_covered.is_set())
        async with playing(game(HANDS), entry(bell, move_time=0.2)) as player:
            await player.pilot.press(player.key("9C"), covered)
            assert player.app.screen is not player.screen
            is_covered.set()
            await player.until(lambda: "does not answer" in text_on(player.app))
            await answer(player, "leave")
            await player.until(lambda: isinstance(player.app.screen, HomeScreen))
            (left,) = player.app.unfinished()
            assert len(left.game.position.table) == 1


class TestFaults:
    async def test_the_person_hears_why_and_may_claim_the_win(self) -> None:
        async with playing(game(HANDS), partner("dies")) as player:
            await player.pilot.press(player.key("9C"))
            assert await asked(player) == ["restart", "claim", "leave"]
            shown = picture(player.app)
            assert "respond: exited with code 3" in shown and "lost in thought" in shown
            await player.pilot.press("escape")
            await player.until(lambda: not isinstance(player.app.screen, Question))
            assert player.view.task == "partner failed. enter: choose what to do."
            await player.pilot.press("enter")
            await asked(player)
            await answer(player, "claim")
            assert player.view.news == "You win: partner failed."
            ending = player.game.ending
            assert ending and ending.reason == "crash"


class TestNoSuchEngine:
    async def test_the_person_sees_what_to_do_and_may_play_another_one(self) -> None:
        missing = EngineConfig("/nowhere/engine", "partner")
        async with playing(partner=missing, wait=False) as player:
            others = [f"engine:{name}" for name in [*SHIPPED][:ENGINES]]
            assert await asked(player) == [*others, "restart", "leave"]
            shown = picture(player.app)
            assert "partner cannot be started" in shown and "/nowhere/engine" in shown
            deal = player.game.deal
            await answer(player, "engine:durak-dummy")
            await player.turn()
            assert player.view.top.name == "durak-dummy" and player.game.deal == deal
            await player.decide_something()
            await player.pilot.press("escape")
            await player.pilot.pause()
            (left,) = player.app.unfinished()
            assert left.game.opening.names == ("Human", "durak-dummy")

    async def test_it_is_tried_again(self, tmp_path: Path) -> None:
        program = tmp_path / "engine"
        later = EngineConfig(str(program), "partner")
        async with playing(game(HANDS), later, wait=False) as player:
            await asked(player)
            await answer(player, "restart")
            await asked(player)
            program.write_text(f"#!/bin/sh\nexec {partner('takes').command}\n")
            program.chmod(0o755)
            await answer(player, "restart")
            await player.turn()
            assert player.view.top.name == "partner" and player.view.top.count == 6
