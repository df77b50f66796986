"""One game of a log: gone through card by card or by itself, and seen as a player saw it."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from durak_tui.library.own_record import OwnPlayer
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord, Introduction, Said, Thought, bouts
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.writer import LogWriter
from durak_tui.tui.logs import replay_screen as replay
from durak_tui.tui.logs.logs_screen import LogsScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.logs.replay_view import told_side
from durak_tui.tui.toolkit.chances import Chances
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Menu
from tests.records.games import random_game
from tests.tui.apps import TerminalWindow, text_on, until
from tests.tui.logs.browsing import goes_to, replaying, table
from tests.tui.logs.log_files import (
    BROKEN_OFF,
    DAMAGED,
    GAMES,
    GIVEN_UP,
    TIMEOUT,
    VOIDED,
    append,
    encoded,
    game,
    genuine_games,
)
from tests.tui.pictures import Line, assert_picture

CARD_BYTES: Final = 600
"""The most bytes of a step by one card."""
BOUT_BYTES: Final = 1700
"""The most bytes of clearing the table and drawing."""
WON = 2
"""The number of a game that was won by the cards."""
DRAWN = 1


def give_more() -> tuple[int, int, int]:
    """The first bout of the log in which cards are given to the one who takes: the number of
    its game, its own, and its cards before those."""
    for number in range(1, GAMES + 1):
        if number not in (DAMAGED, TIMEOUT, VOIDED, GIVEN_UP, BROKEN_OFF):
            for bout_number, bout in enumerate(bouts(game(number)), 1):
                if bout.given:
                    return number, bout_number, len(bout.cards)
    raise LookupError


# How it looks


async def test_a_bout_in_which_more_is_given_looks_right(window: TerminalWindow, log: Path) -> None:
    number, bout, cards = give_more()
    async with replaying(log, number, size=window.size) as (pilot, app):
        await pilot.press(*["j"] * (bout - 1), *["l"] * (cards + 1))
        assert " takes. " in text_on(app)
        assert " adds " in text_on(app)
        assert len(table(app).given) == 1
        assert ("Bouts" in text_on(app).replace("b Bouts", "")) == (window.size[0] == 120)
        await assert_picture(app, f"replay-{window}")


async def test_a_hidden_hand_looks_right(window: TerminalWindow, log: Path) -> None:
    number, bout, _ = give_more()
    async with replaying(log, number, size=window.size) as (pilot, app):
        await pilot.press(*["j"] * bout)
        taker = 0 if "takes" in text_on(app) and table(app).bottom.part == "defends" else 1
        await pilot.press(*["x"] * (1 if taker else 2))
        hidden = table(app).top if taker else table(app).bottom
        assert hidden.hand is None
        assert hidden.known.bit_count() > 1  # what was taken has been seen
        await assert_picture(app, f"replay-hidden-{window}")


async def test_a_damaged_game_looks_right(window: TerminalWindow, log: Path) -> None:
    async with replaying(log, DAMAGED, size=window.size) as (_, app):
        await assert_picture(app, f"replay-damaged-{window}")


# Going through a game


@pytest.mark.slow
async def test_every_card_of_the_genuine_games_costs_600_bytes_at_most(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    games = [*genuine_games()[:2], random_game(1)]
    log.write_bytes(b"".join(map(encode_game, games)))
    async with replaying(log, 1, shown="3 games") as (pilot, app):
        for number in range(1, len(games) + 1):
            await until(pilot, lambda n=number: f"Game {n} " in text_on(app))  # type: ignore[misc]
            line = Line(app)
            state = ReplayCursor(games[number - 1])
            state.next()
            while state.has_next:
                bout = state.state.bout
                state.next()
                await pilot.press("l")
                most = CARD_BYTES if state.state.bout == bout else BOUT_BYTES
                assert 0 < line.send() <= most, text_on(app)
            await pilot.press("n")


async def test_bouts_and_both_ends_are_one_key_away(log: Path) -> None:
    async with replaying(log, WON) as (pilot, app):
        count = len(list(bouts(game(WON))))
        for keys, bout in (
            ("j", 2), ("down", 3), ("right_square_bracket", 4), ("l", 4), ("k", 4), ("up", 3),
            ("left_square_bracket", 2), ("G", count), ("g", 1), ("end", count), ("home", 1),
            ("о", 2), ("л", 1), ("д", 1), ("П", count), ("п", 1),
        ):  # fmt: skip
            await pilot.press(keys)
            assert f"bout {bout} of {count}" in text_on(app), keys
        await pilot.press(*["j"] * count)
        assert " wins; " in text_on(app)  # behind the last bout is the end
        await pilot.press("g")
        before = table(app)
        await pilot.press("ctrl+right")
        assert table(app).table != before.table
        await pilot.press("ctrl+left")
        assert table(app) == before
        assert "esc Back" in text_on(app) and "Mistake" not in text_on(app)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_bout_is_chosen_from_a_list_that_scrolls(log: Path, size: tuple[int, int]) -> None:
    async with replaying(log, 4, size=size) as (pilot, app):
        await pilot.press("j", "j", "b")
        await goes_to(pilot, app, Question)
        await until(pilot, lambda: "Go to the start of a bout:" in text_on(app))
        assert "› 3. bob" in text_on(app) and "3 cards, taken" in text_on(app)
        screen = app.screen
        assert screen.virtual_size.height <= size[1] and not screen.show_vertical_scrollbar
        dialog, menu = screen.query_one("#dialog").region, screen.query_one(Menu).region
        assert dialog.contains_region(menu) and dialog.bottom < size[1]
        assert "17. " not in text_on(app)
        await pilot.press("j", "j", "enter")
        assert "bout 5 of 17" in text_on(app)
        await pilot.press("b", "G")
        assert "› 17. " in text_on(app)
        await pilot.press("enter")
        await until(pilot, lambda: "bout 17 of 17" in text_on(app))


async def test_what_became_of_a_bout_is_not_cut_while_there_is_room(tmp_path: Path) -> None:
    record = replace(game(1), names=("durak-montecarlo", "a" * 60))
    log = tmp_path / "long.log"
    log.write_bytes(encode_game(record))
    longest = max(
        (bout for bout in bouts(record) if bout.outcome == "beaten"), key=lambda one: one.size
    )
    async with replaying(log, 1, shown="1 game", size=(120, 30)) as (pilot, app):
        await pilot.press("j")
        shown = text_on(app)
        assert f"{longest.size} cards, beaten" in shown
        assert "1. durak-montecarlo 2 cards, beaten" in shown


async def test_where_there_is_room_the_bouts_stand_at_the_side_and_are_clicked(log: Path) -> None:
    async with replaying(log, 4, size=(120, 30)) as (pilot, app):
        await pilot.press("j")
        assert "› 2. durak-dummy" in text_on(app)
        await pilot.click("BoutList", offset=(8, 7))
        assert "› 7. bob" in text_on(app)
        assert "bout 7 of 17" in text_on(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "› 7. bob" not in text_on(app)
        await pilot.press("j")
        await pilot.resize_terminal(120, 30)
        await until(pilot, lambda: "› 8. durak-dummy" in text_on(app))


async def test_each_step_is_described(log: Path) -> None:
    async with replaying(log, DRAWN) as (pilot, app):
        for key, news, task in (
            ("", "durak-dummy holds the lowest trump and attacks first.", "must attack."),
            ("l", "durak-dummy attacks with 6♥.", "bob must beat 6♥ or take."),
            ("l", "bob beats 6♥ with 9♦.", "Beaten."),
            ("l", "Beaten. bob attacks.", "bob must attack."),
            ("G", "", "A draw: both hands are empty."),
        ):
            await pilot.press(*key)
            assert news in text_on(app)
            assert task in text_on(app)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("number", "how"),
    [
        (WON, "lisa wins; bob is the fool with 3 cards."),
        (TIMEOUT, "lisa wins by forfeit. bob: timeout in respond"),
        (VOIDED, "Void: both engines failed before the first card."),
    ],
)
async def test_how_a_game_ended_is_said_at_its_end(number: int, how: str, log: Path) -> None:
    async with replaying(log, number) as (pilot, app):
        await pilot.press("G")
        assert how in text_on(app)


async def test_two_players_of_one_name_are_numbered(tmp_path: Path) -> None:
    log = tmp_path / "same.log"
    log.write_bytes(encode_game(genuine_games()[0]))
    async with replaying(log, 1, shown="1 game") as (pilot, app):
        await until(pilot, lambda: "durak-dummy (1) holds the lowest trump" in text_on(app))
        assert "durak-dummy (2) · 6 cards · defending" in text_on(app)


# As a player saw it


async def test_one_hand_after_the_other_is_hidden(log: Path) -> None:
    async with replaying(log, WON) as (pilot, app):
        for who, top, bottom in (("as lisa saw it", True, False), ("as bob saw it", False, True)):
            await pilot.press("x")
            assert who in text_on(app)
            assert (table(app).top.hand is None) == top
            assert (table(app).bottom.hand is None) == bottom
            assert table(app).top.known == table(app).bottom.known == 0
        await pilot.press("x")
        assert "saw it" not in text_on(app)
        assert None not in (table(app).top.hand, table(app).bottom.hand)


# Other games


async def test_damaged_games_show_why_and_can_be_passed_over(log: Path) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("n")
        await until(pilot, lambda: "deck_count is not 24" in text_on(app))
        await pilot.press("l", "x", "b", "o", "plus")  # nothing can be done with it
        assert "deck_count is not 24" in text_on(app)
        await pilot.press("n")
        await until(pilot, lambda: "Game 4 " in text_on(app) and "attacks first" in text_on(app))
        await pilot.press("p", "p")
        await until(pilot, lambda: f"Game {WON} " in text_on(app))


async def test_the_log_may_do_what_it_likes_while_a_game_is_looked_at(log: Path) -> None:
    async with replaying(log, GAMES) as (pilot, app):
        append(log, 31)
        await pilot.press("n")
        await until(pilot, lambda: "Game 31 " in text_on(app))
        os.truncate(log, len(encoded(1)) + 100)
        await pilot.press("l", "l", "y", "t")
        await until(pilot, lambda: "The log has changed" in text_on(app))
        assert "Game 31 " in text_on(app)  # it stays until another is wanted
        await pilot.press("p")
        await until(pilot, lambda: "Game 2 " in text_on(app))
        assert "damaged" in text_on(app)
        log.unlink()
        await pilot.press("p", "n", "p", "G", "escape")
        await until(pilot, lambda: isinstance(app.screen, LogsScreen))


@pytest.mark.parametrize(
    ("names", "seats", "hidden", "seat"),
    [
        (("Human", "durak-dummy"), None, None, 0),
        (("durak-dummy", "Human"), None, None, 1),
        (("durak-dummy", "Human"), None, 1, 0),
        (("lisa", "bob"), None, None, 0),
        (("lisa", "bob"), None, 0, 1),
        (("Human", "Human"), None, None, 0),
        (("lisa", "bob"), ("./bob", None), None, 1),
        (("durak-dummy", "durak-random"), None, None, 0),
    ],
)
def test_lessons_are_for_the_person_or_for_the_hand_that_is_open(
    names: tuple[str, str], seats: tuple[str | None, str | None], hidden: int | None, seat: int
) -> None:
    record = replace(random_game(1), names=names, seats=seats)
    assert told_side(record, OwnPlayer({"Human"}, {}), hidden) == seat
    if hidden is None:
        assert told_side(record, OwnPlayer({"Human"}, {}), seat=1) == 1, "where they just sat"


# A game that runs by itself


class Clock:
    """Stands in for timers, one of which may be on; it rings when asked."""

    def __init__(self) -> None:
        self.rings: Callable[[], object] | None = None

    def timer(self, _owner: object, _seconds: float, rings: Callable[[], object]) -> "Clock":
        self.rings = rings
        return self

    def stop(self) -> None:
        self.rings = None

    async def ring(self, pilot: Pilot[Any]) -> None:
        """Ring, and wait for what that leads to."""
        rings, self.rings = self.rings, None
        assert rings
        pilot.app.screen.call_later(rings)
        await pilot.pause()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that is moved by hand."""
    clock = Clock()
    monkeypatch.setattr(replay, "Timer", clock.timer)
    return clock


async def test_a_game_runs_by_itself_to_its_end_or_until_stopped(log: Path, clock: Clock) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space")
        while clock.rings:
            await clock.ring(pilot)
        assert " wins; " in text_on(app)
        assert "running," not in text_on(app)
        await pilot.press("space")  # once more from the start
        while "bout 2 of" not in text_on(app):
            await clock.ring(pilot)
        await pilot.press("space")
        assert not clock.rings
        assert "running," not in text_on(app)


@pytest.mark.slow
async def test_it_runs_even_if_it_is_held_up(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Then Textual's own timer never rings.
    silent = SimpleNamespace(stop=lambda: None)
    monkeypatch.setattr(ReplayScreen, "set_timer", lambda *_args, **_named: silent)
    async with replaying(log, WON, replay_ms=10) as (pilot, app):
        await pilot.press("space")
        await until(pilot, lambda: " wins; " in text_on(app))


async def test_the_speed_is_changed_and_remembered(log: Path, clock: Clock) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space")
        assert "running, 0.6 s per card" in text_on(app)
        await pilot.press("plus", "plus")
        assert "running, 0.25 s per card" in text_on(app)
        await pilot.press("minus")
        await until(pilot, lambda: app.settings.value.replay_ms == 400)
        await pilot.press("l")  # a step by hand stops it
        assert not clock.rings
        assert "running" not in text_on(app)


async def test_a_game_that_runs_stops_when_its_screen_is_left(log: Path, clock: Clock) -> None:
    async with replaying(log, WON) as (pilot, app):
        await pilot.press("space", "escape")
        await until(pilot, lambda: isinstance(app.screen, LogsScreen) and not clock.rings)


# What the engines said


def game_with_thoughts() -> GameRecord:
    """A game whose first two decisions are of different players, and both have said something."""
    for seed in range(100):
        record = random_game(seed)
        if len(record.actions[0]) == 1 == len(record.actions[1]):
            break
    engines = Introduction("mine", "1.2", "Ann"), None
    thoughts = (Thought(0.31, "leads"), Thought(0.69, "beats"))
    return replace(record, names=("a", "b"), said=Said(engines, thoughts))


async def test_a_replay_shows_what_was_said_up_to_there(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    with LogWriter(log) as writer:
        writer.append(game_with_thoughts())
        writer.append(random_game(3))
    async with replaying(log, 1, shown="2 games") as (pilot, app):
        chances = app.screen.query_one(Chances)
        assert not chances.display
        await pilot.press("right")
        assert "31 % leads" in text_on(app)
        await pilot.press("right")
        assert "31 % leads" in text_on(app)
        assert "69 % beats" in text_on(app)
        await pilot.press("x")
        shown = text_on(app)
        assert ("31 %" in shown) != ("69 %" in shown), "what the hidden player said is hidden, too"
        await pilot.press("x", "x", "left", "left")
        assert "31 %" not in text_on(app)
        assert chances.display, "the table would move"
        await pilot.press("n")
        await until(pilot, lambda: not chances.display)
        await pilot.press("p")
        await until(pilot, lambda: "Game 1" in text_on(app))
        await pilot.press("i")
        assert "mine 1.2, Ann" in text_on(app)
