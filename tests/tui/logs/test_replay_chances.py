"""What the engines said of each decision, in the replay of a game whose log has it."""

from dataclasses import replace
from pathlib import Path

from durak_tui.records.record import GameRecord, Introduction, Said, Thought
from durak_tui.records.writer import LogWriter
from durak_tui.tui.toolkit.chances import Chances
from tests.records.games import random_game
from tests.tui.apps import text_on, until
from tests.tui.logs.browsing import replaying


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
