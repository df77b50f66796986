"""The program outlives anything a terminal sends, and takes only keys for keys."""

import asyncio
import os
from select import select

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import Key
from textual.messages import InBandWindowResize

from tests.examples import examples
from tests.reports import taken_reports
from tests.tui.apps import started
from tests.tui.story import sit_down
from tests.tui.terminal.sent import NO_KEYS, REPLIES, meant, split, strange
from tests.tui.terminals import ClockedTerminal, Terminal


def test_the_program_outlives_what_is_no_key() -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        for sent in NO_KEYS.values():
            terminal.send(sent)
        terminal.press("?")
        terminal.until("Explain this screen")
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail


@pytest.mark.story
def test_replies_that_nobody_has_asked_for_leave_a_game_as_it_was() -> None:
    with ClockedTerminal("play", "--level", "1", "--seed", "7") as terminal:
        story = sit_down(terminal)
        story.turn()
        terminal.settle()
        shown, played = terminal.text, story.journal.read_bytes()
        for reply in (*REPLIES.values(), *NO_KEYS.values()):
            for cut in range(len(reply)):
                terminal.send(reply[:cut])
                terminal.send(reply[cut:])
            terminal.settle()
            assert terminal.text == shown
        assert story.journal.read_bytes() == played
        terminal.press("q")
        assert terminal.wait() == 0


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["home", "play", "keys"])
def test_nothing_that_comes_breaks_a_screen(screen: str) -> None:
    async def comes(sent: list[bytes]) -> None:
        async with started(screen) as (pilot, app):
            for message in meant(split(*sent)):
                is_way_out = isinstance(message, Key) and message.key in ("q", "ctrl+q")
                # Only a driver that writes to a terminal can answer that.
                if not is_way_out and not isinstance(message, InBandWindowResize):
                    app.post_message(message)
                    await pilot.pause()
        assert not taken_reports()

    @settings(max_examples=examples(20))
    @given(st.lists(strange, min_size=20, max_size=20))
    def anything_comes(sent: list[bytes]) -> None:
        asyncio.run(comes(sent))

    anything_comes()


@pytest.mark.story
def test_a_paste_that_has_lost_its_end_does_not_keep_the_keyboard() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.send(b"\x1b[200~pasted")
        terminal.press("q")
        terminal.let_pass(3)
        terminal.press("\x03")
        terminal.until("to quit")
        terminal.send(b"\x1b[200~pasted again")
        terminal.let_pass(3)
        terminal.press("\x11")
        assert terminal.wait() == 0


FAILING = """
from durak_tui.tui.terminal.{module} import {owner}
does = {owner}.{method}
def fails(self, what, *more):
    if what == "j" or what == b"j" or getattr(what, "text", "") == "j":
        raise ZeroDivisionError("not foreseen")
    return does(self, what, *more)
{owner}.{method} = fails
"""


@pytest.mark.story
@pytest.mark.parametrize(
    ("module", "owner", "method"),
    [("translator", "Translator", "messages"), ("splitter", "Splitter", "receive_data")],
)
def test_an_error_in_reading_keys_is_survived(module: str, owner: str, method: str) -> None:
    failing = FAILING.format(module=module, owner=owner, method=method)
    with ClockedTerminal(before=failing) as terminal:
        terminal.until("Settings")
        terminal.press("j")
        terminal.until("Unexpected error")
        terminal.press("?")
        terminal.until("Explain this screen")
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail
    (report,) = taken_reports()
    assert "ZeroDivisionError: not foreseen" in report


@pytest.mark.story
def test_a_program_that_ends_by_an_error_says_so_in_its_exit_code() -> None:
    failing = """
from durak_tui.tui.app import DurakApp
DurakApp.on_ready = lambda self: self.panic("no way on")
"""
    with ClockedTerminal(before=failing) as terminal:
        assert terminal.wait() == 1


@pytest.mark.story
def test_what_is_typed_ahead_of_a_busy_program_waits_in_the_terminal() -> None:
    stuck = """
import time
from durak_tui.tui.app import DurakApp
DurakApp.action_command_palette = lambda self: time.sleep(1000)
"""
    with ClockedTerminal(before=stuck) as terminal:
        terminal.until("Settings")
        terminal.press("\x10")
        sent = 0
        while sent < 100_000 and select([], [terminal.fileno()], [], 10)[1]:
            sent += os.write(terminal.fileno(), b"j" * 500)
        assert sent < 100_000
