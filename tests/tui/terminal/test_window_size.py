"""A window that changes its size shows nothing of what it showed before."""

import os
import random
from typing import Final

import pytest

from tests.tui.terminals import ClockedTerminal

pytestmark = pytest.mark.story

ROUNDS: Final = int(os.environ.get("DURAK_ROUNDS", "40"))
STARTS: Final = 20
"""Rounds after which the program is started anew."""
SIZES: Final = ((120, 40), (80, 24), (60, 20), (100, 30), (80, 40), (120, 24))
MOMENTS: Final = (0, 0, 0.002, 0.008, 0.02, 0.06, 0.12)
"""Seconds between two things that happen: frames begin and end in them."""
DEEDS: Final = (
    ("s",), ("s", "t", "down", "down", "down"), ("t", "down"), ("k",), ("escape", "k"),
    ("escape",), ("escape", "escape"), ("down",), ("up",), ("right",), ("\x10",), ("?",), ("l",),
    ("t",), ("e",), ("m",), ("b",), ("x",),
)  # fmt: skip
"""Keys that open screens, try themes and lead back, none of which makes Ctrl+L another key."""
AGAIN: Final = "\x0c"
"""Ctrl+L, which sends everything again."""


def test_a_size_that_changes_and_changes_back_leaves_the_picture_whole() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.settle()
        before = terminal.cells
        terminal.resize(80, 12)
        terminal.resize(80, 24)
        assert terminal.cells != before
        terminal.let_pass(1)
        assert terminal.cells == before


def test_no_cell_is_left_of_another_size_screen_or_theme_at_whatever_moment_they_change() -> None:
    seed = os.environ.get("DURAK_SEED") or str(random.randrange(1 << 32))
    chance = random.Random(seed)
    for start in range(0, ROUNDS, STARTS):
        with ClockedTerminal(size=chance.choice(SIZES)) as terminal:
            terminal.until("durak-tui")  # in whichever language the keys have chosen
            terminal.let_pass(1)
            for number in range(start, min(start + STARTS, ROUNDS)):
                done = [deed(terminal, chance) for _ in range(chance.randint(2, 6))]
                terminal.let_pass(1)
                shown, text = terminal.cells, terminal.text
                terminal.press(AGAIN)
                terminal.let_pass(1)
                where = f"DURAK_SEED={seed}, round {number}: {done}"
                assert shown == terminal.cells, f"{where}\n{text}\n\n{terminal.text}"


def deed(terminal: ClockedTerminal, chance: random.Random) -> str:
    """Change the window, or press keys, and perhaps wait for a moment."""
    moment = chance.choice(MOMENTS)
    if chance.random() < 0.5:
        size, late = chance.choice(SIZES), chance.choice(MOMENTS)
        terminal.resize(*size, late)
        done = f"{size} {late}"
    else:
        keys = chance.choice(DEEDS)
        terminal.press(*keys)
        done = f"{keys}"
    terminal.watch(moment)
    return f"{done}, {moment}"
