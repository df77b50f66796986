"""Endgames on the screen: entered, solved, stopped, and gone through."""

import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from durak_tui.analysis import solving
from durak_tui.analysis.endgame import NODES
from durak_tui.game.notation import parse_position
from durak_tui.tui.app import DurakApp
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.solve.solution_screen import SolutionScreen
from durak_tui.tui.solve.solve_form import SolveScreen
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import SeatView, spread_hand
from tests.game.build import card, mask
from tests.tui.apps import TerminalWindow, started, text_on, until
from tests.tui.logs.browsing import table
from tests.tui.pictures import assert_picture
from tests.tui.play.playing import found

LINE = "8C9DTCKD/7SJDQHAS 6C - 7S 1 respond"
LARGE = (
    "2C3D4H5S6C7D8H9STCJDQHKSAC2D3H4S5C6D7H8S/2H3S4C5D6H7S8C9DTHJSQCKDAH2S3C4D5H6S7C8D"
    " - - 9C 1 move"
)


async def solved(pilot: Pilot[Any], app: DurakApp) -> SolutionScreen:
    """Wait for the solution."""
    await until(pilot, lambda: isinstance(app.screen, SolutionScreen))
    screen = app.screen
    assert isinstance(screen, SolutionScreen)
    await until(pilot, lambda: screen.solved is not None and "best play" in text_on(app))
    return screen


async def test_it_looks_right(window: TerminalWindow) -> None:
    async with started("solution", position=parse_position(LINE), size=window.size) as (pilot, app):
        await solved(pilot, app)
        await assert_picture(app, f"solve-{window}")


async def test_value_best_action_and_line_are_shown_and_gone_through() -> None:
    position, by_suit = parse_position(LINE), {"hand_order": "suit"}
    async with started("solution", by_suit, position=position) as (pilot, app):
        screen = await solved(pilot, app)
        hand = spread_hand(position.hands[0], position.trump, by_suit=True)
        assert hand != spread_hand(position.hands[0], position.trump)
        assert hand in (table(app).slots, table(app).top_slots), "sorted as the setting says"
        assert "Defender wins with best play" in text_on(app)
        assert "Best: 7♠" in table(app).task
        assert table(app).marks[card("7S")] == ("+", True)
        await pilot.press("left")
        assert table(app).news == ""
        await pilot.press("right")
        assert table(app).news == "Defender beats 6♣ with 7♠."
        await pilot.press("end")
        assert screen.solved and "Defender wins" in table(app).news
        await pilot.press("end", "right", "home")
        assert table(app).news == ""
        assert app.screen is screen


async def test_a_search_can_be_stopped_and_taken_further(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    init = solving.Solving.__init__
    monkeypatch.setattr("durak_tui.tui.solve.solution_screen.NODES", 10**14)

    def noted(self: solving.Solving, position: Any, nodes: int = NODES) -> None:
        asked.append(nodes)
        init(self, position, nodes)

    monkeypatch.setattr(solving.Solving, "__init__", noted)
    async with started("solution", position=parse_position(LARGE)) as (pilot, app):
        await until(pilot, lambda: "searching" in text_on(app))
        await pilot.press("m")  # not while it searches
        await pilot.press("x")
        await until(pilot, lambda: "stopped" in text_on(app))
        await pilot.press("m")
        await until(pilot, lambda: "searching" in text_on(app))
        assert asked[-1] == 10 * asked[0]
        await pilot.press("q")


async def test_an_endgame_that_is_too_large_is_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.tui.solve.solution_screen.NODES", 5)
    async with started("solution", position=parse_position(LARGE)) as (pilot, app):
        await until(pilot, lambda: "too large to be solved" in text_on(app))
        assert not table(app).marks


async def test_a_failed_start_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    async with started("solution", position=parse_position(LINE)) as (pilot, app):
        await until(pilot, lambda: "Cannot start the search" in text_on(app))


class TestTheForm:
    async def test_a_position_is_entered_by_its_cards_or_by_one_line(self) -> None:
        async with started("solve") as (pilot, app):
            await fill(app, attacker="6♣️ 7♢", defender="8C, 9S", trump="7♠")
            await pilot.press("ctrl+o")
            screen = await solved(pilot, app)
            assert str(screen.position) == "6C7D/8C9S - - 7S 1 move"
            assert "Attacker loses against best play" in text_on(app)
            await pilot.press("escape")
            await fill(app, attacker="", defender="", trump="", line=LINE)
            await pilot.press("ctrl+o")
            screen = await solved(pilot, app)
            assert str(screen.position) == LINE

    @pytest.mark.few(2)
    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"attacker": "6С", "trump": "7S"}, "cards: 'С' is a Cyrillic letter; write the Latin"),
            ({"attacker": "6X", "defender": "7C", "trump": "7S"}, "Attacker's cards: not a card"),
            ({"attacker": "6C", "defender": "6C", "trump": "7S"}, "6C is named in Attacker's"),
            ({}, "Trump: give any one card"),
            ({"trump": "7S"}, "the game is over here"),
            ({"line": "6C/7C - 8C7S 7S 1 move"}, "Position: the talon must be empty"),
        ],
    )
    async def test_a_wrong_position_is_refused(self, fields: dict[str, str], said: str) -> None:
        async with started("solve") as (pilot, app):
            await fill(app, **fields)
            await pilot.press("ctrl+o")
            await until(pilot, lambda: said in text_on(app))
            assert isinstance(app.screen, SolveScreen)

    async def test_it_looks_right(self, window: TerminalWindow) -> None:
        async with started("solve", size=window.size) as (_pilot, app):
            await assert_picture(app, f"solve-form-{window}")

    async def test_the_cards_lie_on_the_table_as_they_are_typed(self) -> None:
        async with started("solve", size=(120, 40)) as (pilot, app):
            assert "The talon is empty: nothing is hidden" in text_on(app)
            await pilot.press(*"6c7")
            await until(pilot, lambda: "Still missing: Defender's cards, Trump" in text_on(app))
            assert table(app).bottom.hand == 0, "two cards want a blank or a comma between them"
            await pilot.press("backspace", *" 7d")
            await until(pilot, lambda: table(app).bottom.hand == mask("6C 7D"))
            await fill(app, defender="8c 9s", trump="7♥", table="6S")
            await until(pilot, lambda: table(app).table == (card("6S"),))
            assert table(app).bottom == SeatView(
                "Defender", 2, mask("8C 9S"), part="defends", to_act=True
            )
            assert (table(app).news, table(app).trump) == ("", card("7H"))
            await fill(app, defender="8c 6c")
            await until(pilot, lambda: "6C is named in Attacker's cards and in" in table(app).news)
            await fill(app, line=LINE)
            await until(pilot, lambda: table(app).table == (card("6C"),))
            assert table(app).news == ""

    async def test_a_field_is_judged_when_it_has_been_left(self) -> None:
        async with started("solve", size=(120, 40)) as (pilot, app):
            await fill(app, defender="8c 9s", trump="7♥")
            for typed, hand in (("6c", "6C"), (",7", "6C"), ("d,", "6C 7D"), ("10", "6C 7D")):
                await pilot.press(*typed)
                await until(pilot, lambda hand=hand: table(app).bottom.hand == mask(hand))  # type: ignore[misc]
                assert table(app).news == "", "a card that is being typed is not wrong"
            await pilot.press("down")
            await until(pilot, lambda: "not a card: '10'" in table(app).news)
            app.screen.query_one("#line").focus()
            await pilot.press(*"6C")
            await until(pilot, lambda: table(app).news == "")
            await pilot.press("up")
            await until(pilot, lambda: table(app).news.startswith("Position: "))

    async def test_an_example_can_be_seen_loaded_and_solved(self) -> None:
        async with started("solve") as (pilot, app):
            assert "This is an example" in table(app).news
            await fill(app, line="nonsense")
            await pilot.press("ctrl+t")
            await until(pilot, lambda: table(app).news == "")
            await pilot.press("enter")  # on the button, to which the cursor has gone
            screen = await solved(pilot, app)
            assert screen.position.table == [card("6H")]

    async def test_in_a_low_window_the_fields_have_all_the_room(self) -> None:
        async with started("solve", size=(60, 20)) as (pilot, app):
            assert not app.screen.query_one(CardTable).size
            await pilot.press("up")
            assert app.focused and app.focused.id == "solve"
            assert "[ Solve ]" in text_on(app)


async def fill(app: DurakApp, **fields: str) -> None:
    """Enter these texts."""
    for name, text in fields.items():
        app.screen.query_one(f"#{name}").value = text  # type: ignore[attr-defined]


async def test_a_game_is_solved_from_where_it_is() -> None:
    async with started(
        "play",
        start=found(
            lambda game: not game.over and game.to_act == 0 and not game.position.talon_count
        ),
    ) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_on)
        play = app.screen
        assert isinstance(play, PlayScreen)
        before = str(play.game.position)
        await pilot.press("S")
        screen = await solved(pilot, app)
        assert str(screen.position) == before
        await pilot.press("escape")
        assert app.screen is play
