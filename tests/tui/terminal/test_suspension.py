"""Ctrl+Z: the terminal is given back to the shell, and fg brings everything back."""

import shlex

import pytest

from tests.tui.apps import notices_on, started, until
from tests.tui.terminals import PROGRAM, Terminal

SHELL = ("bash", "--norc", "--noprofile", "-i")


def typed(terminal: Terminal, line: str) -> None:
    """Type a line to the shell."""
    terminal.press(line, "enter")


@pytest.mark.story
def test_ctrl_z_stops_the_program_with_what_started_it_and_fg_draws_everything_again() -> None:
    script = f"{shlex.join(PROGRAM)}; echo ended with $?"
    with Terminal(program=SHELL, env={"PS1": "shell> "}) as terminal:
        terminal.until("shell>")
        typed(terminal, shlex.join(["sh", "-c", script]))
        before = terminal.until("q Quit")
        terminal.press("\x1a")
        terminal.until("Stopped")
        typed(terminal, "echo $((40 + 2)) is the answer")
        terminal.until("42 is the answer")
        terminal.screen.reset()  # it knows no second screen, as terminals do
        typed(terminal, "fg")
        terminal.until(lambda text: text.splitlines()[-1:] == before.splitlines()[-1:])
        terminal.press("q")
        terminal.until("ended with 0")
        typed(terminal, "exit")
        assert terminal.wait() == 0


@pytest.mark.story
def test_the_first_program_of_a_terminal_is_not_stopped_for_ever() -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        terminal.press("\x1a")
        terminal.until("Not started from a shell")
        terminal.press("q")
        assert terminal.wait() == 0


async def test_without_a_terminal_of_its_own_it_says_that_nothing_could_resume_it() -> None:
    async with started(notifications=True) as (pilot, app):
        await pilot.press("ctrl+z")
        await until(pilot, lambda: notices_on(app))
        assert notices_on(app)[0].startswith("Not started from a shell")
