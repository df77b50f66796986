"""Practice on the screen: find the card, see why, come back to what was failed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.analysis.game_review import store
from durak_tui.game.position import RESPOND
from durak_tui.practice.history import HistoryStore
from durak_tui.practice.positions import shipped
from durak_tui.records.log_format import encode_game
from durak_tui.records.review_file import ReviewFile
from durak_tui.tui.app import DurakApp
from durak_tui.tui.lesson.practice_screen import PracticeScreen
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.solve.solution_screen import SolutionScreen
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.note import Note, in_lines
from durak_tui.tui.toolkit.table_layout import arrange
from durak_tui.user.folders import games_log
from tests.analysis.reviews import review
from tests.records.games import GENUINE_LOG, games_of
from tests.tui.apps import TerminalWindow, row_text, started, text_on, until
from tests.tui.logs.browsing import table
from tests.tui.pictures import assert_picture

ALL = shipped()


@asynccontextmanager
async def practising(
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[Any], DurakApp, PracticeScreen]]:
    """The application with the practice screen."""
    async with started(size=size) as (pilot, app):
        await pilot.press("x")
        assert isinstance(app.screen, PracticeScreen)
        yield pilot, app, app.screen


async def answer(
    pilot: Pilot[Any], app: DurakApp, screen: PracticeScreen, action: tuple[int, ...]
) -> None:
    """Answer by the keys that the screen shows, and wait for the reasons."""
    question = screen.practice.current.question
    await pilot.press(*(table(app).keys[card] for card in action))
    if not action:
        await pilot.press("t" if question.position.phase == RESPOND else "d")
    elif screen.practice.judgement is None:
        await pilot.press("d")
    said = "After" if question.exact else "Estimated from"
    await until(pilot, lambda: said in text_on(app))


def best(screen: PracticeScreen) -> tuple[int, ...]:
    return screen.practice.current.question.best[0]


def worst(screen: PracticeScreen) -> tuple[int, ...]:
    return min(screen.practice.current.question.values, key=lambda value: value[1])[0]


async def test_it_looks_right(window: TerminalWindow) -> None:
    async with practising(window.size) as (pilot, app, screen):
        await answer(pilot, app, screen, worst(screen))
        await assert_picture(app, f"practice-{window}")


async def test_in_24_rows_cards_are_as_large_as_those_of_a_game_and_a_reason_is_said() -> None:
    async with practising((80, 24)) as (pilot, app, screen):
        cards = app.screen.query_one(CardTable)
        await until(pilot, lambda: arrange(*cards.size, table(app)).size.width == 7)
        await answer(pilot, app, screen, worst(screen))
        assert arrange(*cards.size, table(app)).size.width == 7, "nor do they shrink for the answer"
        assert "Estimated from" in table(app).task
    async with practising((80, 26)) as (pilot, app, screen):
        await answer(pilot, app, screen, worst(screen))
        assert "the next position" in table(app).task, "there is room for reasons below"


async def test_in_24_rows_two_reasons_are_said_below_and_no_card_moves_for_them() -> None:
    async with practising((80, 24)) as (pilot, app, screen):
        while not screen.practice.current.question.exact:
            screen.practice.answer(best(screen))
            screen.action_next()
        note, cards = screen.query_one("#why", Note), screen.query_one(CardTable)
        await until(pilot, lambda: note.size.height > 0 and cards.size.height < 22)
        before = arrange(*cards.size, table(app)).size, cards.size
        await answer(pilot, app, screen, worst(screen))
        assert (arrange(*cards.size, table(app)).size, cards.size) == before
        assert len(note.said) == 2 and "the next position" in table(app).task
        assert text_on(app).count("After ") == 2
        assert len(in_lines(note.said, note.canvas.width)) <= note.size.height, "nothing is cut"


async def test_in_24_rows_a_reason_that_is_too_long_for_the_table_is_said_below() -> None:
    async with practising((80, 24)) as (pilot, app, screen):
        await answer(pilot, app, screen, worst(screen))
        said = screen.practice.judgement
        assert said and "Estimated from" in table(app).task
        screen._give_reasons(said, ["x" * 79])
        await until(pilot, lambda: "x" * 70 in text_on(app))
        assert "the next position" in table(app).task


async def test_the_bouts_stand_beside_the_first_question_but_not_where_there_were_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with practising((120, 40)) as (pilot, _app, screen):
        log, cards = screen.query_one(GameLog), screen.query_one(CardTable)
        await until(pilot, lambda: " 1. " in row_text(log.canvas, 1))
        assert cards.size.width < 120
        bare = screen.practice.current
        screen.practice.current = bare._replace(start=bare.start._replace(before=()))
        monkeypatch.setattr(screen.practice, "next", lambda: None)
        screen.action_next()
        await until(pilot, lambda: cards.size.width == 120)


async def test_a_right_answer_shows_what_each_card_was_worth_and_is_remembered() -> None:
    async with practising() as (pilot, app, screen):
        assert f"0 of {len(ALL)} solved" in text_on(app)
        assert not table(app).marks
        action = best(screen)
        await answer(pilot, app, screen, action)
        assert f"1 of {len(ALL)} solved" in text_on(app)
        assert "Correct:" in table(app).news and not table(app).warns
        legal = {card for action, _ in screen.practice.current.question.values for card in action}
        assert set(table(app).marks) == legal
        assert [card for card, (_, is_best) in table(app).marks.items() if is_best] == [*action]
    assert HistoryStore().value.answers == 1


async def test_a_failed_question_comes_back_after_others() -> None:
    async with practising() as (pilot, app, screen):
        failed = screen.practice.current.key
        await answer(pilot, app, screen, worst(screen))
        assert "Better:" in table(app).news and table(app).warns
        assert "1 to repeat" in text_on(app)
        for _ in range(3):
            await pilot.press("enter")
            assert screen.practice.current.key != failed
            await answer(pilot, app, screen, best(screen))
        await pilot.press("n")
        assert screen.practice.current.key == failed
        assert "you missed it before" in text_on(app)


async def test_the_hidden_hand_stays_hidden_but_for_the_cards_a_player_knows() -> None:
    async with practising() as (_pilot, app, screen):
        for _ in range(30):
            position = screen.practice.current.question.position
            other = table(app).top
            hand = position.hands[1 - position.to_act]
            assert (other.hand, other.count) == (None, hand.bit_count())
            assert other.known == position.known(1 - position.to_act)
            screen.practice.answer(best(screen))
            screen.action_next()


async def test_a_refused_answer_gets_a_reason_and_counts_for_nothing() -> None:
    async with practising() as (pilot, app, screen):
        while screen.practice.current.question.position.phase != RESPOND:
            screen.practice.answer(best(screen))
            screen.action_next()
        await pilot.press("d")
        assert "You defend" in table(app).news and table(app).warns
        assert screen.practice.judgement is None


async def test_best_play_of_an_endgame_is_gone_through_and_a_game_played_on() -> None:
    async with practising() as (pilot, app, screen):
        while not screen.practice.current.question.exact:
            screen.practice.answer(best(screen))
            screen.action_next()
        await pilot.press("b", "o")
        assert app.screen is screen  # before the answer neither is possible
        await answer(pilot, app, screen, best(screen))
        await pilot.press("b")
        assert isinstance(app.screen, SolutionScreen)
        await until(pilot, lambda: "best play" in text_on(app).partition("Best play")[2])
        await pilot.press("escape")
        assert app.screen is screen
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_on)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.game.before == screen.practice.current.start.before


async def test_own_mistakes_are_read_behind_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", 30)
    record = replace(games_of(GENUINE_LOG)[8], names=("Human", "durak-dummy"))
    raw = encode_game(record)
    games_log().parent.mkdir(parents=True)
    games_log().write_bytes(raw)
    store(ReviewFile(games_log()), raw, review(record, 30))
    async with practising() as (pilot, app, screen):
        await until(pilot, lambda: screen.practice.counts.total > len(ALL))
        await until(pilot, lambda: f"of {screen.practice.counts.total} solved" in text_on(app))
        while not screen.practice.current.own:
            screen.practice.answer(best(screen))
            screen.action_next()
        await pilot.pause()
        assert "your own mistake against durak-dummy" in text_on(app)
