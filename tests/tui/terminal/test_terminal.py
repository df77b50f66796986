"""The program in a real terminal: what it costs, and how it leaves it."""

import os
import pty
import re
import signal
import threading
import tty
from select import select

import pytest

from durak_tui.tui.terminal.driver import LAST_SECONDS, TerminalOutput
from durak_tui.user.folders import config_folder
from tests.processes import all_end, look_until
from tests.tui.terminals import ClockedTerminal, Terminal

LEFT_CLEAN = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[23;2t")
"""Back from the alternate screen, the cursor shown, the mouse and the title given back."""


@pytest.mark.story
def test_the_first_screen_costs_12_kb_a_step_in_its_menu_two_lines_and_help_6_kb() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert terminal.received <= 12_000
        assert terminal.let_pass() == 0
        terminal.press("j")
        assert 0 < terminal.settle() <= 400
        terminal.press("?")
        terminal.until("Explain this screen")
        assert terminal.settle() <= 6_000
        assert terminal.let_pass() == 0


@pytest.mark.story
def test_a_palette_that_waits_costs_nothing() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.press("\x10")
        terminal.until("What do you want to do?")
        terminal.settle()
        assert terminal.let_pass() == 0


@pytest.mark.story
def test_a_notice_goes_away_when_its_time_has_passed() -> None:
    settings = config_folder() / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("deck = 40\n")
    with ClockedTerminal("logs") as terminal:
        terminal.until("1 problem in your files")
        terminal.settle()
        assert terminal.let_pass() > 0
        terminal.until(lambda text: "1 problem in your files" not in text)
        assert terminal.let_pass() == 0


def test_the_terminal_has_a_title_until_q_leaves_it_as_it_was() -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        assert b"\x1b[22;2t\x1b]2;durak-tui\x1b\\" in terminal.tail
        assert b"\x1b[23;2t" not in terminal.tail
        terminal.press("q")
        assert terminal.wait() == 0
        assert terminal.tail.count(b"\x1b[23;2t") == 1
        assert all(sequence in terminal.tail for sequence in LEFT_CLEAN)


def test_a_console_without_titles_gets_none() -> None:
    with Terminal(env={"TERM": "linux"}) as terminal:
        terminal.until("Settings")
        assert b"\x1b[22;2t" not in terminal.tail and b"]2;" not in terminal.tail


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        os.kill(terminal.pid, number)
        assert terminal.wait() == 128 + number
        assert all(sequence in terminal.tail for sequence in LEFT_CLEAN)
        assert b"Traceback" not in terminal.tail


@pytest.mark.parametrize("keys", [(), ("?", "j", "k", "escape") * 40], ids=["idle", "drawing"])
def test_the_program_ends_when_its_terminal_is_gone(keys: tuple[str, ...]) -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        terminal.press(*keys)
        terminal.hang_up()
        assert terminal.wait() == 128 + signal.SIGHUP


@pytest.mark.story
def test_a_terminal_that_takes_nothing_any_more_does_not_keep_the_program() -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        # Nobody reads what this draws, and it is more than a terminal holds.
        terminal.press(*["?", "escape"] * 300)
        look_until(lambda: terminal.is_full)
        os.kill(terminal.pid, signal.SIGTERM)
        assert all_end([terminal.pid], within=LAST_SECONDS + 10)
        assert terminal.wait() == 128 + signal.SIGTERM


def test_without_a_mouse_the_terminal_keeps_its_own() -> None:
    with ClockedTerminal("logs", "--no-mouse") as terminal:
        terminal.until("Browse folders")
        terminal.settle()
        assert b"\x1b[?1000h" not in terminal.tail
        assert terminal.received < len(terminal.tail) + 8192


def test_it_can_be_resized_at_any_moment() -> None:
    with Terminal() as terminal:
        terminal.until("Settings")
        terminal.resize(30, 10)
        terminal.until("too small")
        terminal.resize(200, 60)
        terminal.until("Settings")
        terminal.press("?")
        terminal.until("Explain this screen")


@pytest.mark.story
def test_it_comes_back_whole_after_it_was_stopped() -> None:
    with ClockedTerminal() as terminal:
        terminal.until("Settings")
        terminal.settle()
        before = terminal.text
        os.kill(terminal.pid, signal.SIGTSTP)
        os.waitpid(terminal.pid, os.WUNTRACED)
        terminal.screen.reset()
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.until(lambda text: text == before)


COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-79]|4[0-79]|9[0-7]|10[0-7]|38|48)[0-9;]*m")


@pytest.mark.story
@pytest.mark.parametrize(("name", "has_colours"), [("vt100", False), ("xterm", True)])
def test_a_terminal_that_has_no_colours_is_sent_none(name: str, has_colours: bool) -> None:
    with ClockedTerminal(env={"TERM": name, "COLORTERM": ""}) as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert bool(COLOUR.search(terminal.tail)) == has_colours


def test_a_busy_terminal_gets_all_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "kill", lambda _pid, number: ended.append(number))
    drawn = "abc7♦" * 20_000
    reader, writer = pty.openpty()
    tty.setraw(writer)
    os.set_blocking(writer, False)  # as another program may leave it
    with open(reader, "rb", buffering=0) as end, open(writer, "w", encoding="utf-8") as file:
        thread = threading.Thread(target=TerminalOutput(file).write, args=(drawn,))
        thread.start()
        received = b""
        while len(received) < len(drawn.encode()) and select([end], [], [], 20)[0]:
            received += end.read(4096)
        thread.join()
    assert received == drawn.encode() and not ended


def test_what_cannot_be_shown_does_not_end_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "kill", lambda _pid, number: ended.append(number))
    reader, writer = os.pipe()
    with open(reader, "rb", buffering=0) as end, open(writer, "w", encoding="ascii") as file:
        output = TerminalOutput(file)
        output.write("7♦ \udcff")
        assert end.read(100) == b"7? ?" and not ended
        end.close()
        output.write("gone")
        output.write("gone")
    assert ended == [signal.SIGHUP]
