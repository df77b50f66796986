"""Both games in a real terminal, as somebody plays, watches and draws them."""

import re
from pathlib import Path
from typing import Final

import pytest

from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.game_kind import GameKind
from durak_tui.games.goldrush.maps import parse_map
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog
from tests.games.goldrush.miners import walker
from tests.games.goldrush.mines import HALL
from tests.processes import all_end, descendants_of, look_until
from tests.tui.terminals import ClockedTerminal, Terminal

pytestmark = pytest.mark.story

SIZES: Final = ((80, 24), (60, 20))
ARROWS: Final = ("up", "down", "left", "right")
sizes = pytest.mark.parametrize("size", SIZES, ids=str)


def games_of(log: Path, kind: GameKind) -> list[Playthrough]:
    with PlaythroughLog(log, kind) as games:
        games.scan()
        return [games.game(number) for number in range(len(games))]


def players_of(terminal: Terminal) -> list[int]:
    """The processes of players; one that waits for orphans is there, too."""
    below = descendants_of(terminal.pid)
    return [pid for pid in below if b"durak_engines" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@sizes
def test_somebody_watches_a_game_of_gold_rush(size: tuple[int, int]) -> None:
    with Terminal(size=size) as terminal:
        terminal.until("More games")
        terminal.press("b")
        terminal.until("2048 for two  play, or watch")
        terminal.press("enter")
        terminal.until("[ Start ]")
        terminal.press("\x0f")
        terminal.until(lambda text: re.search(r"round [3-9]\d* of", text))
        players = players_of(terminal)
        assert len(players) == 2
        terminal.press(" ")
        terminal.until("behind")
        terminal.press("f")
        terminal.until("????")
        terminal.press("end")
        terminal.until("live")
        assert "diamonds left" in terminal.text or size == (60, 20)
        terminal.press("escape")
        terminal.until("[ Start ]")
        assert all_end(players)
        terminal.press("escape")
        terminal.until("More games")
        terminal.press("q")
        assert terminal.wait() == 0


@sizes
def test_somebody_plays_2048_and_steps_through_it(size: tuple[int, int], tmp_path: Path) -> None:
    log = tmp_path / "own.log"
    words = "--play", "2048-random 1", "--rounds", "3", "--seed", "7", "--log-file", str(log)
    with ClockedTerminal("2048", *words, size=size) as terminal:
        play(terminal)
        terminal.press("r")
        terminal.until("Run")
        terminal.press("home")
        terminal.until("The board is empty.")
        terminal.press("q")
        assert terminal.wait() == 0
    (game,) = games_of(log, DUEL_2048)
    assert game.finish
    assert game.finish.details["rounds"] == 3


def play(terminal: ClockedTerminal) -> None:
    """Play a game to its end."""
    while "Replay" not in (
        text := terminal.until(lambda text: "your turn" in text or "Replay" in text)
    ):
        keys = ARROWS if "press an arrow" in text else ("enter",)
        for key in keys:
            terminal.press(key)
            terminal.settle()
            if "None of your tiles" not in terminal.text:
                break


@sizes
def test_somebody_draws_a_map(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "mine.map"
    with Terminal("goldrush", "-n", "30", "12", str(path), size=size) as terminal:
        terminal.until("30x12, bases: 0")
        terminal.press("x", "b")
        terminal.until("bases: 4")
        terminal.press("right", "+", "\x0f")
        terminal.until("saved.")
        terminal.press("q")
        assert terminal.wait() == 0
    mine = parse_map(path.read_text())
    assert (len(mine.bases), mine.diamonds) == (4, 4)


def test_a_connection_that_is_cut_ends_everything_and_keeps_the_game(tmp_path: Path) -> None:
    log = tmp_path / "own.log"
    words = "--play", "2048-random 1", "--log-file", str(log)
    with Terminal("2048", *words) as terminal:
        terminal.until("your turn")
        terminal.press("enter")
        terminal.until("press an arrow")
        players = players_of(terminal)
        assert players
        terminal.hang_up()
        terminal.wait()
        assert all_end(players)
    look_until(log.exists)
    (game,) = games_of(log, DUEL_2048)
    assert game.finish is None
    assert len(game.moves) == 2


def test_what_a_terminal_shows_can_be_left_to_text(tmp_path: Path) -> None:
    hall, log = tmp_path / "hall.map", tmp_path / "games.log"
    hall.write_text(HALL)
    words = str(hall), walker("A").command, walker("B").command
    with Terminal("goldrush", "--headless", "-r", "3", "--log-file", str(log), *words) as terminal:
        assert terminal.wait() == 0
        assert "score B 0 hand 0" in terminal.text
    with Terminal("goldrush", "--show", str(log)) as terminal:
        terminal.until("1 game")
        terminal.press("enter")
        terminal.until("round 1 of 3")
        terminal.press("q")
        assert terminal.wait() == 0
    with Terminal("goldrush", "--show", str(log), "1") as terminal:
        terminal.until("round 1 of 3")
        terminal.press("q")
        assert terminal.wait() == 0
