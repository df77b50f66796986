"""A game that is over: its review, replay and lesson are one key away."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.analysis.game_review import Review
from durak_tui.engine.config import EngineConfig
from durak_tui.library.own_record import FEWEST
from durak_tui.records.log_format import encode_game
from durak_tui.table.game import GameStart
from durak_tui.tui.app import DurakApp
from durak_tui.tui.lesson.lesson_screen import LessonScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.logs.review_screen import ReviewScreen
from durak_tui.tui.play import finished_game
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.user.folders import games_log
from durak_tui.user.opponents import LEVELS
from durak_tui.user.schema import Settings
from durak_tui.words.after_game import mistakes_line
from tests.records.logs import games_in
from tests.tui.apps import notices_on, text_on
from tests.tui.logs.log_files import append, genuine_games
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, found, game, nearly_won, playing

pytestmark = pytest.mark.usefixtures("few_worlds")


@pytest.fixture(scope="module")
def start() -> GameStart:
    """A game that is over with the next card; pure Python solves its endgame in a second, too."""
    return found(nearly_won, 25)


async def comes(player: Player, screen: type) -> None:
    """Wait for a screen."""
    await player.until(lambda: isinstance(player.app.screen, screen) and text_on(player.app))


def review_of(player: Player) -> Review:
    """The review of the game that is over."""
    review = player.screen.finished.review
    assert review
    return review


def plain(text: str) -> str:
    """A text whose spaces and ends of lines are all alike."""
    return " ".join(text.split())


async def test_after_its_end_a_game_is_reviewed_replayed_and_learnt_from(start: GameStart) -> None:
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        assert player.game.over
        append(games_log(), 2)  # somebody else's game comes behind it
        await player.pilot.press("v")
        await comes(player, ReviewScreen)
        menu = player.app.screen.query_one(Menu)
        await player.until(lambda: menu.entries)
        await player.pilot.press("enter")
        await comes(player, ReplayScreen)
        assert f"Game 1 · bout {review_of(player).mistakes[0].bout} of " in text_on(player.app)
        await player.pilot.press("escape")
        await comes(player, ReviewScreen)
        await player.pilot.press("L")
        await comes(player, LessonScreen)
        await player.pilot.press("escape")
        await comes(player, ReviewScreen)
        await player.pilot.press("escape")
        await comes(player, PlayScreen)
        await player.pilot.press("s")
        await comes(player, ReplayScreen)
        assert "bout 1 of " in text_on(player.app)
        await player.pilot.press("escape")
        await comes(player, PlayScreen)
        await player.pilot.press("L")
        await comes(player, LessonScreen)
        assert "What would you play?" in text_on(player.app)
        await player.pilot.press("escape")
        await comes(player, PlayScreen)
        await player.press("n")
        await player.until(lambda: not player.game.over)


async def test_the_end_shows_the_result_the_chances_and_the_mistakes(start: GameStart) -> None:
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        await player.until(lambda: player.screen.finished.review)
        shown, tally = text_on(player.app), review_of(player).tally(0)
        assert "You won" in shown and "Bout 1 " in shown
        words = player.screen.view.words
        assert plain(mistakes_line(tally, 0, words, words.cards)) in plain(shown)


@pytest.mark.parametrize("is_guest", [False, True])
async def test_without_mistakes_nothing_is_offered_to_learn(
    is_guest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DurakApp, "is_guest", is_guest)
    async with playing(game(HANDS), partner("takes")) as player:
        player.screen.controller.resign(0)
        await player.until(lambda: player.screen.finished.review)
        shown = text_on(player.app)
        assert "No mistakes." not in shown, "nothing was decided"
        assert "v Review" in shown and "L Learn" not in shown


async def test_a_review_that_takes_too_long_is_stopped_and_no_chances_are_shown(
    start: GameStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 1_000_000)  # takes for ever
    monkeypatch.setattr(finished_game, "PATIENCE", 0.5)
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        finished = player.screen.finished
        await player.until(lambda: finished.was_seen and not finished.is_reviewing)
        assert finished.review is None
        shown = text_on(player.app)
        assert "You won" in shown and "Bout" not in shown and "mistake" not in shown


async def test_a_review_ends_with_the_next_game_and_with_the_table(
    start: GameStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 1_000_000)  # takes for ever
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        finished = player.screen.finished
        await player.until(lambda: finished.is_reviewing)
        await player.press("n")
        await player.until(lambda: not player.game.over)
        assert not finished.is_reviewing and "You won" not in text_on(player.app)


async def test_a_rated_game_shows_the_rating_it_leads_to() -> None:
    games_log().parent.mkdir(parents=True)
    rated = replace(genuine_games()[0], seats=(None, "durak-dummy"))
    games_log().write_bytes(encode_game(rated) * FEWEST)
    dummy = EngineConfig(name="durak-dummy", command="durak-dummy")
    async with playing(game(HANDS), dummy) as player:
        player.screen.controller.resign(0)
        await player.until(lambda: player.screen.finished.rating)
        assert re.search(r"You are the fool · rating \d+ \(-\d+\)", text_on(player.app))


async def test_a_person_who_hurries_through_the_last_bout_sees_its_end(
    start: GameStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished_game, "LAST_LOOK", 0.2)
    async with playing(start, partner("takes"), settings={"pause_ms": 60_000}) as player:
        game = player.game
        player.screen.controller.resign(0)
        await player.press("n", "enter")
        assert player.game is game
        await player.until(lambda: player.screen.finished.was_seen)
        await player.press("n")
        await player.until(lambda: player.game is not game)


@pytest.mark.parametrize(("key", "screen"), [("s", ReplayScreen), ("v", ReviewScreen)])
async def test_a_person_who_looks_at_the_game_at_once_finds_its_end_when_they_are_back(
    start: GameStart, key: str, screen: type
) -> None:
    settings = {"pause_ms": Settings().pause_ms}
    async with playing(start, partner("takes"), settings=settings) as player:
        game = player.game
        player.screen.controller.resign(0)
        await player.pilot.press(key)
        await comes(player, screen)
        await player.pilot.press("escape")
        await comes(player, PlayScreen)
        await player.until(lambda: player.screen.has_class("-ended"))
        await player.press("n")
        await player.until(lambda: player.game is not game)


async def test_only_a_review_that_somebody_asked_for_may_take_longer(
    start: GameStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 1_000_000)  # takes for ever
    monkeypatch.setattr(finished_game, "PATIENCE", 1.0)
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        finished = player.screen.finished
        await player.until(lambda: finished.was_seen)
        await player.pilot.press("s")
        await comes(player, ReplayScreen)
        await player.until(lambda: not finished.is_reviewing)
        assert finished.review is None


async def test_nothing_of_it_can_be_done_before_the_end(start: GameStart) -> None:
    async with playing(start, partner("takes")) as player:
        await player.pilot.press("v", "s", "L", "plus")
        assert not player.game.over and isinstance(player.app.screen, PlayScreen)
        footer = text_on(player.app)
        assert "v Review" not in footer and "+ Harder" not in footer


async def test_a_game_that_is_in_no_log_cannot_be_looked_at(start: GameStart) -> None:
    games_log().mkdir(parents=True)
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        await player.pilot.press("v")
        await player.until(
            lambda: any("This game is not in your log." in text for text in notices_on(player.app))
        )
        assert isinstance(player.app.screen, PlayScreen)


async def test_a_log_that_is_gone_is_reported(start: GameStart) -> None:
    async with playing(start, partner("takes")) as player:
        await player.decide_something()
        games_log().unlink()
        await player.pilot.press("s")
        await player.until(lambda: any("Cannot open" in text for text in notices_on(player.app)))
        append(games_log(), 2)
        await player.pilot.press("s")
        await player.until(
            lambda: any("This game is not in" in text for text in notices_on(player.app))
        )


async def test_harder_is_the_next_level(start: GameStart) -> None:
    level = LEVELS[1]
    async with playing(start, level.engine) as player:
        await player.decide_something()
        assert "+ Harder" in text_on(player.app)
        await player.press("plus")
        assert not player.game.over
        assert player.screen.session.name == LEVELS[2].name
    assert len(games_in(Path(games_log()))) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("engine", "is_level"), [(LEVELS[-1].engine, True), (partner("takes"), False)]
)
async def test_after_a_loss_to_the_highest_level_there_is_an_easier_but_no_harder_one(
    start: GameStart, engine: EngineConfig, is_level: bool
) -> None:
    async with playing(start, engine) as player:
        player.screen.controller.resign(0)
        await player.until(lambda: player.screen.finished.was_seen)
        shown = text_on(player.app)
        assert "+ Harder" not in shown and ("- Easier" in shown) == is_level
        await player.pilot.press("plus")
        assert player.game.over
