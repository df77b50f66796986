"""Whole games in a real terminal: their cost in bytes, and nothing of them is lost."""

import os
import signal
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import pytest

from durak_tui.records.record import GameRecord
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.user.folders import games_log
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series, StateStore
from tests.processes import all_end, descendants_of
from tests.records.logs import games_in
from tests.tui.play.partner import partner
from tests.tui.story import TASK, hand_in, journals, sit_down
from tests.tui.terminals import ClockedTerminal, Terminal

pytestmark = pytest.mark.story

BARS: Final = {(80, 24): (700, 1700), (120, 40): (2200, 5500), (200, 60): (3000, 11_000)}
"""For each window bytes for a card, from its key to the next question, the engine's answer
included, whether both are painted at once or in turn; and bytes for a card that ends the bout as
well: cards go away, cards are drawn, the engine attacks."""
PATIENT: Final = """
from durak_tui.tui.play import session_table
from durak_tui.tui.toolkit import base_app
session_table.MOMENT, base_app.QUICK_LINE = 600, 30
"""
"""However busy the machine is, no engine is said to think, and the terminal answers in time."""
STATUS: Final = b"\x1b[5n"
"""The question by whose answer the latency is measured."""
END = {(60, 20): 4000, (80, 24): 4000, (120, 40): 4000, (200, 60): 4000}
"""For each window bytes for the last card with the picture of the end; it is sent once."""
TRAVEL = 700
"""Bytes more, at 80x24, for cards that are seen on their way."""


@pytest.fixture(autouse=True)
def quick_games() -> None:
    """No pauses, and an engine that cannot win among those of the user."""
    SettingsStore().update(pause_ms=0, travel="off", engines=(partner("takes"),))


def test_a_game_is_won_and_the_next_one_begun() -> None:
    with ClockedTerminal("play", "partner", "--seed", "1") as terminal:
        for _decision in sit_down(terminal).play():
            pass
        terminal.until("You won")
        assert "enter Again" in terminal.text
        terminal.settle()
        (record,) = games_in(games_log())
        assert isinstance(record, GameRecord) and record.ending.winner == 0
        assert not journals()
        terminal.press("enter")
        assert sit_down(terminal).turn()
        terminal.press("q")
        assert terminal.wait() == 0
    assert StateStore().value.against("partner") == Series(1, recent=("person",))
    assert not journals(), "in the second game nothing was played"


class Costs(NamedTuple):
    """The bytes of the decisions of one game."""

    in_bout: list[int]
    at_end: list[int]
    last: int  # With the picture of the end of the game.


def costs(size: tuple[int, int], seed: int = 1) -> Costs:
    """The bytes that a whole game sends in a window."""
    in_bout: list[int] = []
    at_end: list[int] = []
    with ClockedTerminal(
        "play", "durak-dummy", "--seed", str(seed), before=PATIENT, size=size
    ) as terminal:
        story = sit_down(terminal)
        game = story.turn()
        terminal.let_pass(1)
        while game:
            before = terminal.received
            story.decide(game)
            then = story.turn(len(game.actions))
            terminal.let_pass(3)  # in which cards that are on their way arrive
            cost = terminal.received - before
            if then is not None:
                (in_bout if then.bout == game.bout else at_end).append(cost)
            game = then
    print(f"in a bout: median {median(in_bout)}, at most {max(in_bout)} bytes")
    print(f"at its end: median {median(at_end)}, at most {max(at_end)} bytes")
    assert len(in_bout) > 5 and len(at_end) > 5
    return Costs(in_bout, at_end, cost)


@pytest.mark.parametrize(
    ("size", "seed"), [*((size, 1) for size in BARS), *(((80, 24), seed) for seed in range(2, 7))]
)
def test_a_card_costs_no_more_than_its_bar(size: tuple[int, int], seed: int) -> None:
    cost = costs(size, seed)
    card, bout = BARS[size]
    assert max(cost.in_bout) <= card, cost.in_bout
    assert max(cost.at_end) <= bout, cost.at_end
    assert cost.last <= END[size], cost.last


@pytest.mark.few(1)
@pytest.mark.parametrize("travel", ["on", "auto"])
def test_a_card_that_is_seen_moving_costs_a_little_more(travel: str) -> None:
    SettingsStore().update(travel=travel)  # This terminal answers at once.
    cost = costs((80, 24))
    assert BARS[80, 24][0] < max(cost.in_bout) <= BARS[80, 24][0] + TRAVEL
    assert max(cost.at_end) <= BARS[80, 24][1] + TRAVEL


def is_seen_on_its_way(terminal: ClockedTerminal) -> bool:
    """Play a card; returns whether its name is seen once in a picture until all is at rest.

    On a card in the hand and on the table it stands twice, on one that is on its way once.
    """
    story = sit_down(terminal)
    game = story.turn()
    assert game
    name = UNICODE.card(hand_in(game).legal[0])
    terminal.settle()
    assert terminal.text.count(name) == 2
    terminal.pictures = []
    story.decide(game)
    terminal.settle()
    terminal.let_pass(2)
    return 1 in (text.count(name) for text in terminal.pictures)


@pytest.mark.parametrize(("travel", "is_seen"), [("auto", True), ("on", True), ("off", False)])
def test_a_card_that_is_played_is_seen_on_its_way(travel: str, *, is_seen: bool) -> None:
    SettingsStore().update(travel=travel)  # This terminal answers at once.
    with ClockedTerminal("play", "partner", "--seed", "1", before=PATIENT) as terminal:
        del terminal.replies[b"\x1b[?2048$p"]  # It knows no question about modes, as tmux.
        assert is_seen_on_its_way(terminal) == is_seen


@pytest.mark.parametrize("answer", ["late", "lost"])
def test_over_a_slow_line_no_card_is_seen_on_its_way_until_it_is_quick_again(answer: str) -> None:
    SettingsStore().update(travel="auto")
    with ClockedTerminal("play", "partner", "--seed", "1", before=PATIENT) as terminal:
        in_order = terminal.replies.pop(STATUS)
        sit_down(terminal).turn()
        terminal.let_pass(60)
        if answer == "late":
            terminal.send(in_order)
        terminal.replies[STATUS] = in_order
        assert not is_seen_on_its_way(terminal)
        assert is_seen_on_its_way(terminal)


def test_a_game_that_waits_for_the_person_or_is_over_costs_nothing() -> None:
    with ClockedTerminal("play", "durak-dummy", "--seed", "1") as terminal:
        assert sit_down(terminal).turn()
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("r")
        terminal.until("Resign?")
        terminal.press("down", "enter")
        terminal.until("Your chances")  # the review is there
        terminal.settle()
        assert terminal.let_pass() == 0


def test_an_engine_that_is_waited_for_costs_nothing() -> None:
    SettingsStore().update(engines=(partner("silent"),), think_seconds=600)
    with ClockedTerminal("play", "partner", "--seed", "a") as terminal:
        terminal.until("You hold the lowest trump and attack first.")
        terminal.settle()
        terminal.press("1")
        terminal.until("partner is thinking...")
        terminal.settle()
        assert terminal.let_pass() == 0


def without_news(text: str) -> list[str]:
    """A screen without the line of news."""
    lines = text.split("\n")
    task = max(n for n, line in enumerate(lines) if TASK.search(line))
    return [*lines[: task - 1], *lines[task:]]


def in_mid_bout(terminal: ClockedTerminal) -> str:
    """Play until cards lie on the table in the middle of the game; what is shown then."""
    for game in sit_down(terminal).play():
        if game.bout > 4 and game.position.table:
            terminal.settle()
            return terminal.text
    raise AssertionError("the game was over before that")


@pytest.mark.parametrize("how", ["kill", "hang up", "terminate", "quit"])
def test_a_game_that_was_cut_off_is_resumed_exactly(how: str) -> None:
    with ClockedTerminal("play", "durak-dummy", "--seed", "3") as terminal:
        before = in_mid_bout(terminal)
        engines = descendants_of(terminal.pid)
        assert engines
        if how == "hang up":
            terminal.hang_up()
        elif how == "quit":
            terminal.press("q")
        else:
            os.kill(terminal.pid, signal.SIGKILL if how == "kill" else signal.SIGTERM)
        terminal.wait()
        assert all_end(engines, within=30)
    with ClockedTerminal() as terminal:
        terminal.until("r  Game")
        terminal.press("r")
        terminal.until("The game continues.")
        terminal.settle()
        assert without_news(terminal.text) == without_news(before)
        for _decision in sit_down(terminal).play():
            pass
        terminal.until("enter Again")
        terminal.settle()
    assert len(games_in(games_log())) == 1 and not journals()


@pytest.mark.parametrize(
    ("key", "comes"), [("enter", "The game continues."), ("n", "and attack first")]
)
def test_a_person_who_wants_to_play_is_offered_the_game_that_was_left(key: str, comes: str) -> None:
    with ClockedTerminal("play", "durak-dummy", "--seed", "3") as terminal:
        in_mid_bout(terminal)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.wait()
    (left,) = journals()
    with ClockedTerminal("play", "durak-dummy", "--seed", "3") as terminal:
        terminal.until("Unfinished games")
        terminal.press(key)
        terminal.until(lambda text: comes in text and "Unfinished games" not in text)
        terminal.settle()
        assert left in journals()


def test_two_at_once_each_play_their_own_game() -> None:
    with ClockedTerminal("play", "partner", "--seed", "1") as one:
        first = sit_down(one)
        with ClockedTerminal("play", "partner", "--seed", "2") as other:
            second = sit_down(other, frozenset([first.journal]))
            games = [first.play(), second.play()]
            while games:
                games = [game for game in games if next(game, None)]
            for terminal in (one, other):
                terminal.until("enter Again")
                terminal.settle()
    records = games_in(games_log())
    assert len({one.deal for one in records if isinstance(one, GameRecord)}) == 2
    assert StateStore().value.against("partner").wins == 2


def test_an_answer_that_is_typed_twice_does_not_end_the_program() -> None:
    with Terminal("play", "durak-dummy", "--seed", "a") as terminal:
        assert sit_down(terminal).turn()
        for _time in range(5):
            terminal.press("r")
            terminal.until("Resign?")
            terminal.press("\r\r\r")
            terminal.until(lambda text: "Resign?" not in text)
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail


def test_a_game_is_played_and_lost_and_one_key_later_its_lesson_is_on_the_screen() -> None:
    with ClockedTerminal("play", "durak-dummy", "--seed", "1") as terminal:
        for _decision in sit_down(terminal).play():
            pass  # the first card that can be played, which is not how to win
        terminal.until("You are the fool")
        terminal.settle()
        terminal.press("v")
        terminal.until("Review")
        terminal.until(lambda text: "decisions, cost" in text, within=60)
        terminal.settle()
        assert terminal.let_pass() == 0
        assert Path(f"{games_log()}.review").exists()
        terminal.press("L")
        terminal.until("What would you play?")
        terminal.settle()
        assert terminal.let_pass() == 0
        terminal.press("enter")
        terminal.until(lambda text: "Correct: " in text or "Better: " in text)
        terminal.press("q")
        assert terminal.wait() == 0
