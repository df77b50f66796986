"""The review of a game of a log, made behind the screens and kept beside the log."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.analysis.game_review import Decision
from durak_tui.game.position import RESPOND
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import outcome
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.review_file import SUFFIX
from durak_tui.tui.app import DurakApp
from durak_tui.tui.lesson.lesson_screen import LessonScreen
from durak_tui.tui.logs import study
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.logs.review_screen import ReviewScreen
from durak_tui.tui.play.table_actions import AFTER
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.line_chart import LineChart
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.words.chart import side_signs
from durak_tui.words.review_words import mistake_words
from durak_tui.words.worth import percent
from tests.analysis.reviews import review
from tests.tui.apps import TerminalWindow, text_on, until
from tests.tui.logs.browsing import goes_to, replaying
from tests.tui.logs.log_files import game
from tests.tui.pictures import assert_picture

WORLDS = 50
GAME = 17  # In which both have made mistakes in the endgame, where no search has to guess.


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that take no time, although they are not worth much."""
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", WORLDS)


def shown(app: DurakApp) -> TableView:
    """The view on the table of the replay."""
    screen = next(one for one in app.screen_stack if isinstance(one, ReplayScreen))
    view = screen.query_one(CardTable).view
    assert view
    return view


def hands(app: DurakApp) -> tuple[int | None, int | None]:
    """The hands that the table of the replay shows."""
    return shown(app).bottom.hand, shown(app).top.hand


def hands_before(mistake: Decision) -> tuple[int, int]:
    """The hands of the game when this mistake is to be made."""
    cursor = ReplayCursor(game(GAME))
    cursor.to_event(cursor.at_action(mistake.number))
    return cursor.state.hands


async def reviewed(pilot: Pilot[Any], app: DurakApp) -> ReviewScreen:
    """Ask for the review, and wait for it."""
    await pilot.press("v")
    await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
    screen = app.screen
    assert isinstance(screen, ReviewScreen)
    await until(pilot, lambda: screen.query_one(Menu).entries, within=120)
    await pilot.pause()
    return screen


async def test_a_review_looks_right(log: Path, window: TerminalWindow) -> None:
    async with replaying(log, GAME, size=window.size) as (pilot, app):
        await reviewed(pilot, app)
        await assert_picture(app, f"review-{window}")


async def test_a_review_says_whose_each_mistake_is(log: Path) -> None:
    found, names = review(game(GAME), WORLDS), game(GAME).names
    async with replaying(log, GAME) as (pilot, app):
        screen = await reviewed(pilot, app)
        labels = [entry.label for entry in screen.query_one(Menu).entries]
        begins = [f"{side_signs()[one.player]} {names[one.player]}  " for one in found.mistakes]
        assert [label[: len(begin)] for label, begin in zip(labels, begins, strict=True)] == begins
        assert f"Chances of {names[0]}; " in text_on(app)


async def test_the_lower_part_of_the_chart_and_the_chances_in_the_replay_are_the_persons(
    log: Path,
) -> None:
    found, names = review(game(GAME), WORLDS), game(GAME).names
    async with replaying(log, GAME, player=names[1]) as (pilot, app):
        screen = await reviewed(pilot, app)
        assert f"Chances of {names[1]}; " in text_on(app)
        curve = screen.query_one(LineChart).curve
        assert curve.values == found.scores_of(1)
        assert [track.title for track in curve.tracks[:2]] == [names[1], names[0]]
        await pilot.press("escape", "home", "right")
        assert shown(app).score == f"Chances of {names[1]}: {percent(found.scores_of(1)[0])}"


async def test_in_a_narrow_window_the_chances_in_the_replay_lose_words_but_not_the_number(
    log: Path,
) -> None:
    number = " ".join(percent(review(game(GAME), WORLDS).scores_of(0)[0]).split())
    async with replaying(log, GAME, size=(60, 20)) as (pilot, app):
        await reviewed(pilot, app)
        await pilot.press("escape", "home", "right")
        await until(pilot, lambda: f"bob · 5 cards · attacking lisa: {number} " in text_on(app))
    long = replace(game(GAME), names=("lisa", "durak-montecarlo"))
    log.write_bytes(encode_game(long))
    async with replaying(log, 1, shown="1 game", size=(60, 20)) as (pilot, app):
        await reviewed(pilot, app)
        await pilot.press("escape", "home", "right")
        await until(pilot, lambda: f"-montecarlo · 5 cards · attacking {number} " in text_on(app))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("size", "least"), [((60, 20), 6), ((80, 24), 8), ((120, 40), 20), ((200, 60), 38)]
)
async def test_the_chart_has_the_height_that_there_is(
    size: tuple[int, int], least: int, log: Path
) -> None:
    async with replaying(log, GAME, size=size) as (pilot, app):
        screen = await reviewed(pilot, app)
        chart = screen.query_one(LineChart)
        assert chart.size.height >= least
        assert chart.size.width == size[0] - 2
        assert "Bout 6" in text_on(app)


async def test_a_review_lists_the_mistakes_and_leads_to_each(log: Path) -> None:
    found, name = review(game(GAME), WORLDS), game(GAME).names[0]
    assert outcome(game(GAME)) == "0-1"
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("m")
        assert "v reviews the game and finds the mistakes." in text_on(app)
        screen = await reviewed(pilot, app)
        entries = screen.query_one(Menu).entries
        assert [int(entry.id) for entry in entries] == [one.number for one in found.mistakes]
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        mistake = found.mistakes[1]
        assert hands(app) == hands_before(mistake)
        assert shown(app).warns
        assert f"Bout {mistake.bout}: " in shown(app).news
        # Of player 1, as everywhere.
        score = percent(found.scores[mistake.number - 1])
        assert shown(app).score == f"Chances of {name}: {score}"
        await pilot.press("end")
        assert shown(app).score == f"Chances of {name}: {percent(0)}"
        for mistake in (*found.mistakes, found.mistakes[0]):
            await pilot.press("m")
            assert hands(app) == hands_before(mistake)
            assert f"Bout {mistake.bout}: " in shown(app).news
            assert "m Mistake" in text_on(app)


async def test_in_a_reviewed_replay_every_card_shows_what_it_was_worth(log: Path) -> None:
    found = review(game(GAME), WORLDS)
    cursor = ReplayCursor(game(GAME))
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("right")
        assert not shown(app).marks
        await reviewed(pilot, app)
        await pilot.press("escape", "home")
        await until(pilot, lambda: shown(app).marks)
        cursor.to_bout(1)
        passes = 0
        while cursor.has_next:
            decision, view = found.decisions[cursor.actions_played], shown(app)
            values = dict(decision.values)
            rated = {card for action in values for card in action}
            assert set(view.marks) == rated
            assert {card for card, (_, best) in view.marks.items() if best} == set(decision.best)
            hand = (view.bottom, view.top)[decision.player].hand
            assert hand is not None and all(hand >> card & 1 for card in rated)
            if () in values and decision.phase == RESPOND:
                worth = r" Taking: (?:[<>]?\d+\s%|wins|draws|loses)( \(best\))?\.$"
                said = re.search(worth, view.task)
                assert said and bool(said[1]) == (decision.best == ())
                passes += 1
            await pilot.press("right")
            cursor.next()
        assert passes > 5
        assert not shown(app).marks  # the game is over


def test_learn_and_review_have_one_key_each_on_all_screens() -> None:
    for ending in ("learn", "review"):
        actions = (*AFTER, *ReplayScreen.ACTIONS, *ReviewScreen.ACTIONS)
        assert len({one.keys for one in actions if one.id.endswith(f".{ending}")}) == 1


async def test_mistakes_are_asked_as_questions(log: Path) -> None:
    number = 24  # in which both have made mistakes in the endgame
    found = review(game(number), WORLDS)
    # The other one is an engine that is known.
    own = [each for each in found.mistakes if each.player == 0]
    async with replaying(log, number) as (pilot, app):
        await pilot.press("L")  # it is reviewed first
        await until(pilot, lambda: isinstance(app.screen, LessonScreen), within=120)
        await until(pilot, lambda: f"1 of {len(own)}" in text_on(app))
        assert f"Bout {own[0].bout}: " in text_on(app)
        assert "lisa · " in text_on(app)
        await pilot.press("escape")
        await goes_to(pilot, app, ReplayScreen)
        await pilot.press("x", "x")  # as the upper side saw it
        await pilot.press("v")
        await goes_to(pilot, app, ReviewScreen)
        await pilot.press("L")
        await goes_to(pilot, app, LessonScreen)
        others = len(found.mistakes) - len(own)
        await until(pilot, lambda: f"1 of {others}" in text_on(app))


async def test_a_lesson_begins_if_its_review_is_done_just_before_that_is_on_the_screen(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ReplayScreen.ask

    async def ask_late(self: ReplayScreen, screen: DurakScreen) -> Any:
        if isinstance(screen, ReviewScreen) and self._study:
            await self._study._is_done.wait()
        return await ask(self, screen)

    monkeypatch.setattr(ReplayScreen, "ask", ask_late)
    monkeypatch.setattr(study, "_MOMENT", 0.0)
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))


async def test_without_mistakes_nobody_is_asked(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.lesson.questions", lambda *_: [])
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("L")
        said = f"{game(GAME).names[0]} made no mistakes in this game."
        await until(pilot, lambda: said in text_on(app), within=120)


async def test_a_failed_review_begins_no_lesson(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("L")
        await until(pilot, lambda: "The review failed: its process exited." in text_on(app))
        assert not any(isinstance(one, LessonScreen) for one in app.screen_stack)


async def test_a_review_is_made_once_and_shown_when_the_game_is_opened_again(log: Path) -> None:
    async with replaying(log, GAME) as (pilot, app):
        await reviewed(pilot, app)
    stored = Path(f"{log}{SUFFIX}").read_bytes()
    assert stored.count(b"\n") == 2
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("right")
        await until(pilot, lambda: shown(app).score.startswith("Chances "))
        await reviewed(pilot, app)
    assert Path(f"{log}{SUFFIX}").read_bytes() == stored


async def test_a_review_goes_on_behind_its_game_until_it_is_stopped_or_another_game_is_shown(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 100_000)  # takes for ever
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("v")
        await until(pilot, lambda: "review " in text_on(app))
        await pilot.press("escape")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: "review " in text_on(app))
        await pilot.press("v", "x")
        await until(pilot, lambda: "Stopped. Review" in text_on(app))
        assert not Path(f"{log}{SUFFIX}").exists()
        await pilot.press("escape", "v")
        await until(pilot, lambda: "review " in text_on(app))
        await pilot.press("escape", "n")
        await until(pilot, lambda: f"Game {GAME + 1}" in text_on(app))
        assert "review " not in text_on(app)


async def test_what_cannot_be_stored_is_shown_all_the_same(log: Path) -> None:
    Path(f"{log}{SUFFIX}").mkdir()
    async with replaying(log, GAME) as (pilot, app):
        await reviewed(pilot, app)
        said = "The review could not be saved in match.log.review: Is a directory."
        assert said in text_on(app)
        assert mistake_words(review(game(GAME), WORLDS).mistakes[0])[:7] in text_on(app)
        await pilot.press("escape")
        await goes_to(pilot, app, ReplayScreen)
        await until(pilot, lambda: said[:30] in text_on(app))  # also after going back


async def test_a_review_that_is_done_while_help_lies_over_it_is_shown(log: Path) -> None:
    async with replaying(log, GAME) as (pilot, app):
        await pilot.press("v", "question_mark")
        screen = next(one for one in app.screen_stack if isinstance(one, ReviewScreen))
        await until(pilot, lambda: screen.query_one(Menu).entries, within=120)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
