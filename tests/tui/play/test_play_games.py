"""The game on the table: new, resumed, stored or finished."""

import os
from pathlib import Path

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import cards_in
from durak_tui.game.position import DEAL, MOVE, RESPOND
from durak_tui.records.record import GameRecord
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat
from durak_tui.tui.home import HomeScreen
from durak_tui.user.folders import data_folder, games_log, state_folder, unfinished_folder
from durak_tui.user.state import Series, StateStore
from durak_tui.words.play import not_kept
from tests.records.logs import games_in
from tests.tui.apps import notices_on, started, text_on, until
from tests.tui.pictures import picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, at_table, found, path_of, playing
from tests.tui.play.test_play_engine import answer, asked


def unfinished() -> list[Path]:
    """The journals of games that are not over."""
    return sorted(unfinished_folder().glob("*.jsonl"))


def logged() -> list[GameRecord | str]:
    """The user's finished games."""
    return games_in(games_log())


def full(path: Path) -> None:
    """Let there be no room any more for what this process writes to a file."""
    for fd in Path("/proc/self/fd").iterdir():
        if fd.exists() and fd.samefile(path):
            os.dup2(os.open("/dev/full", os.O_RDWR), int(fd.name))


def ends_if_the_engine_takes(game: Game) -> bool:
    """The person plays their last card, which the engine's only one beats."""
    position = game.position
    hands = position.hands
    if game.to_act != 0 or position.phase != MOVE or position.talon_count:
        return False
    if [hand.bit_count() for hand in hands] != [1, 1] or not position.legal():
        return False
    after = position.copy()
    after.play(cards_in(hands[0]))
    return after.phase == RESPOND


async def finish(player: Player) -> None:
    """Play to the end."""
    while not player.game.over:
        await player.decide_something()


async def counted(player: Player, games: int) -> Series:
    """The score once it is stored."""

    def stored() -> Series:
        return StateStore().value.against("partner")

    await player.until(lambda: stored().wins + stored().losses + stored().draws == games)
    return stored()


class TestTheEnd:
    async def test_a_game_that_is_over_is_logged_and_counted_and_another_begun(self) -> None:
        async with playing(partner=partner("takes"), seed=1) as player:
            assert player.view.score == ""
            await finish(player)
            view, first = player.view, player.game
            assert view.news.startswith("You have won! partner is the fool with ")
            assert view.score == "You 1 : 0" and view.top.hand
            assert await counted(player, 1) == Series(1, recent=("person",))
            (record,) = logged()
            assert isinstance(record, GameRecord)
            assert record.actions == first.actions
            assert record.names == ("Human", "partner")
            assert not unfinished()
            await player.press("n")
            await player.until(lambda: not player.game.over)
            assert player.game.deal != first.deal and player.view.talon_count == 24
            assert player.view.score == "You 1 : 0"

    @pytest.mark.few(1)
    @pytest.mark.parametrize("keys", [["escape"], ["q"], ["n", "down", "enter"]])
    async def test_it_counts_also_when_left_during_the_last_bout(self, keys: list[str]) -> None:
        played = found(ends_if_the_engine_takes)
        engine = EngineSeat(EngineConfig(partner("takes").command, "partner"))
        left = Game(played.deal, (PersonSeat("Human"), engine), actions=played.before)
        left.store(unfinished_folder(), games_log())
        left.leave()
        path = path_of(left)
        async with started("play", {"pause_ms": 60_000}, resume=path) as (pilot, _):
            player = Player(pilot)
            await player.turn()
            await player.press("enter")
            assert player.screen.controller.pauses and not player.game.over
            await pilot.press(*keys)
            await pilot.pause()
            assert not any("is kept" in one for one in notices_on(player.app))
        series = StateStore().value.against("partner")
        assert series.wins + series.losses + series.draws == 1
        assert len(logged()) == 1
        assert path not in unfinished()

    async def test_giving_up_is_asked_and_then_counts(self) -> None:
        async with playing(partner=partner("takes"), seed=1) as player:
            await player.decide_something()
            await player.pilot.press("r")
            assert await asked(player) == ["stay", "resign"]
            await answer(player, "stay")
            assert not player.game.over
            await player.pilot.press("r")
            await asked(player)
            await answer(player, "resign")
            await player.until(lambda: player.game.over)
            assert player.view.news == "You resigned. partner wins."
            assert player.view.score == "You 0 : 1"
            assert await counted(player, 1) == Series(losses=1, recent=("engine",))
            assert len(logged()) == 1


class TestANewGame:
    async def test_a_game_without_a_card_is_not_kept_and_the_next_has_new_settings(self) -> None:
        async with playing(partner=partner("takes"), settings={"player": "Anna"}) as player:
            assert player.view.talon_count == 24 and player.view.bottom.name == "Anna"
            player.app.settings.update(deck=52)
            (before,) = unfinished()
            await player.press("n")
            (after,) = unfinished()
            assert before != after, "no question was asked"
            assert player.view.talon_count == 40
            await player.pilot.press("escape")
            await player.until(lambda: isinstance(player.app.screen, HomeScreen))
            assert not unfinished() and notices_on(player.app) == []

    @pytest.mark.few(2)
    @pytest.mark.parametrize(("what", "kept"), [("keep", 2), ("drop", 1), ("stay", 1)])
    async def test_what_becomes_of_the_one_that_is_on_is_asked(self, what: str, kept: int) -> None:
        async with playing(partner=partner("takes"), seed=1) as player:
            await player.decide_something()
            dealt = player.game.deal
            await player.pilot.press("n")
            assert await asked(player) == ["stay", "keep", "drop"]
            await answer(player, what)
            await player.turn()
            assert (player.game.deal == dealt) == (what == "stay")
            assert len(unfinished()) == kept
        assert not games_log().exists()


class TestResuming:
    async def test_a_game_that_was_left_is_gone_on_with_exactly(self) -> None:
        async with playing(partner=partner("takes"), seed=1) as player:
            for _decision in range(5):
                await player.decide_something()
            # In the middle of a bout.
            while not player.view.table:
                await player.decide_something()
            left = player.view
            await player.pilot.press("escape")
            await player.pilot.pause()
            assert isinstance(player.app.screen, HomeScreen)
            assert "› r Game" in text_on(player.app)
            assert notices_on(player.app) == [], "the first entry says enough"
            await player.pilot.press("r")
            await player.until(lambda: player.app.screen is not None and player.screen.is_on)
            await player.turn()
            now = player.view
            assert (now.top, now.bottom, now.table, now.given) == (
                left.top, left.bottom, left.table, left.given
            )  # fmt: skip
            assert (now.slots, now.keys, now.talon_count) == (
                left.slots, left.keys, left.talon_count
            )  # fmt: skip
            assert now.news == "The game continues. partner takes." and now.task == left.task
            await finish(player)
            assert len(logged()) == 1 and not unfinished()

    async def test_a_bout_that_was_just_over_is_shown_again(self) -> None:
        settings = {"pause_ms": 60_000}
        async with playing(partner=partner("takes"), seed=1, settings=settings) as player:
            while not player.screen.controller.pauses:
                await player.pilot.press(next(iter(player.view.keys.values()), "d"))
                await player.until(
                    lambda: player.screen.controller.pauses or player.game.to_act == 0
                )
            left = player.view.table
        (path,) = unfinished()
        async with started("play", settings, resume=path) as (pilot, _):
            player = Player(pilot)
            assert player.screen.controller.pauses and player.view.table == left
            assert player.game.position.phase == DEAL

    @pytest.mark.few(1)
    @pytest.mark.parametrize("what", ["new", "leave"])
    async def test_one_that_is_played_elsewhere_is_not_gone_on_with(self, what: str) -> None:
        taken = at_table(HANDS)
        taken.store(unfinished_folder(), games_log())
        async with started("play", {"pause_ms": 0}, resume=path_of(taken)) as (pilot, app):
            player = Player(pilot)
            await asked(player)
            assert "being played in another window" in picture(app)
            await answer(player, what)
            if what == "new":
                await player.turn()
                assert player.view.talon_count == 24
            else:
                await player.until(lambda: isinstance(app.screen, HomeScreen))
        taken.leave()

    async def test_nor_is_one_whose_journal_is_damaged(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        path.write_text("{}\n")
        async with started("play", {"pause_ms": 0}, resume=path) as (pilot, app):
            player = Player(pilot)
            await asked(player)
            assert "line 1 is not part of a game" in picture(app)
            await pilot.press("question_mark", "escape", "escape")
            await player.until(lambda: isinstance(app.screen, HomeScreen))
            assert path.exists()


class TestTrouble:
    async def test_a_game_that_cannot_be_stored_is_played_and_that_is_said_once(self) -> None:
        folder = state_folder()
        folder.mkdir(parents=True)
        (folder / "unfinished").write_text("in the way")
        data_folder().parent.mkdir(parents=True)
        data_folder().write_text("in the way")
        async with playing(partner=partner("takes"), seed=1) as player:
            (said,) = notices_on(player.app)
            assert said.startswith("The game continues, but it cannot be saved")
            (folder / "state.json").unlink(missing_ok=True)
            (folder / "state.json").mkdir()
            await finish(player)
            assert player.view.news.startswith("You have won!")
            assert player.view.score == "You 1 : 0"
            await player.until(lambda: len(notices_on(player.app)) == 3)
            begin = ("The game continues, but", "The game is over, but", "The score could not be")
            for text, beginning in zip(notices_on(player.app), begin, strict=True):
                assert text.startswith(beginning)
            # Nothing can be resumed, and nobody says so.
            await player.press("n")
            await player.pilot.press("escape")
            await player.pilot.pause()
            assert not any("is kept" in one for one in notices_on(player.app))

    @pytest.mark.few(1)
    @pytest.mark.parametrize("key", ["escape", "q"])
    async def test_a_game_whose_end_is_not_stored_is_not_said_to_be_kept(
        self, key: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async with playing(partner=partner("takes"), seed=1) as player:
            await player.decide_something()
            full(path_of(player.game))
            await player.decide_something()
            lost = player.screen.session.lost
            assert lost
            leaves = not_kept(lost)
            assert leaves.startswith("Your last move could not be saved in ")
            await player.pilot.press(key)
            await player.pilot.pause()
            if key == "escape":
                assert notices_on(player.app)[-1] == leaves
            assert not any("is kept" in one for one in notices_on(player.app))
        if key == "q":
            assert "Your last move could not be saved" in capsys.readouterr().err

    async def test_a_finished_game_that_a_crash_kept_from_the_log_is_put_there(self) -> None:
        log = games_log()
        game = at_table(HANDS)
        game.store(unfinished_folder(), log)
        log.mkdir(parents=True)
        game.resign(0)
        game.leave()
        log.rmdir()
        async with started() as (pilot, _):
            await until(pilot, lambda: log.exists() and len(logged()) == 1)
            await until(pilot, lambda: not unfinished())


async def test_another_level_is_suggested_at_the_end_of_a_game_and_is_one_key_away() -> None:
    for _game in range(3):
        StateStore().change(lambda state: state.with_result("Casual", "engine"))
    async with started("play", engine="Casual", seed=3, size=(60, 20)) as (pilot, app):
        await until(pilot, lambda: "You · 6 cards" in text_on(app))
        await pilot.press("r", "down", "enter")
        await until(pilot, lambda: "Too hard? -: play against Beginner." in text_on(app))
        await pilot.press("minus")
        await until(pilot, lambda: StateStore().value.opponent == "Beginner")
        await until(pilot, lambda: "Too hard?" not in text_on(app))
    assert StateStore().value.suggested == (("Casual", "Beginner"),)
