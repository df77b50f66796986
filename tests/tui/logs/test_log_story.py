"""Logs in a real terminal: a whole story, in Russian, and what every key costs."""

import base64
import re
from pathlib import Path
from typing import Final

import pytest

from tests.tui.logs.log_files import TIMEOUT, append, encoded, write_mixed
from tests.tui.terminals import ClockedTerminal, Terminal

pytestmark = pytest.mark.story

ROW_BYTES: Final = 400
PAGE_BYTES: Final = 4_000


def clipboard(terminal: Terminal) -> str:
    """The text that was copied last."""
    found = re.findall(rb"\x1b\]52;c;([^\x07]*)\x07", terminal.tail)
    return base64.b64decode(found[-1]).decode()


def test_a_log_is_browsed_filtered_replayed_and_exported(log: Path) -> None:
    with Terminal("logs", env={"LANG": "ru_XX.UTF-8"}) as terminal:
        terminal.until("Смотреть папки")
        terminal.press("/", "~/mat", "tab", "enter")
        terminal.until("30 партий")
        terminal.until("durak-dummy")
        terminal.press("j", "j")
        terminal.until("Повреждена")
        terminal.press("/", "fault:time", "enter")
        terminal.until("1 из 30 партий")
        terminal.press("enter")
        terminal.until("кон 1 из")
        terminal.press("д")  # A key as it comes from a Russian keyboard.
        terminal.until("ходит с")
        terminal.press("G")
        terminal.until("Выигрывает lisa")
        terminal.press("y", "t")
        terminal.until("Скопировано")
        assert f" {TIMEOUT}, 2026-11-20 " in clipboard(terminal).partition("\n")[0]
        terminal.press("e", "g")
        terminal.until("match-5.log")
        terminal.press("\x15", "~/mine.log", "enter")
        terminal.until("1 партия сохранена в ~/mine.log")
        terminal.press("escape")
        terminal.until("1 из 30 партий")
        terminal.press("escape")
        terminal.until("30 партий")
        terminal.press("escape")
        terminal.until("Смотреть папки")
        terminal.until("match.log")
        terminal.press("escape")
        terminal.until("Настройки")
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail
    assert (log.parent / "mine.log").read_bytes() == encoded(TIMEOUT)


def test_a_row_costs_400_bytes_and_a_page_4_kb(log: Path) -> None:
    write_mixed(log, 3000)
    with ClockedTerminal("logs", str(log)) as terminal:
        terminal.until("3,000 games")
        terminal.until("durak-dummy")
        terminal.settle()
        assert terminal.received <= 12_000
        for _ in range(17):
            terminal.press("j")
            assert 0 < terminal.settle() <= ROW_BYTES
        for key in ("j", "j", "pagedown", "pagedown", "pageup", "G", "g"):
            terminal.press(key)
            assert 0 < terminal.settle() <= PAGE_BYTES
        terminal.press("s", "j", "j", "j", "j", "enter")
        terminal.until("most bouts first")
        terminal.settle()
        terminal.press("pagedown")
        assert 0 < terminal.settle() <= PAGE_BYTES


def test_nothing_is_sent_while_nothing_happens(log: Path) -> None:
    with ClockedTerminal("logs", str(log)) as terminal:
        terminal.until("30 games")
        terminal.until("durak-dummy")
        terminal.settle()
        assert terminal.let_pass() == 0
        for keys, text in (
            (("/", "lisa"), "20 of 30 games"),
            (("enter",), "Filter: lisa"),
            (("enter",), "bout 1 of"),
            (("b",), "Go to the start of a bout"),
            (("escape",), lambda text: "Go to the start" not in text),
            (("i",), "About game"),
        ):
            terminal.press(*keys)
            terminal.until(text)
            terminal.settle()
            assert terminal.let_pass() == 0
        for seen in ("bout 1 of", "20 of 30 games", lambda text: "Filter:" not in text):
            terminal.press("escape")
            terminal.until(seen)
        terminal.press("f")
        terminal.until("following")
        append(log, 31)
        terminal.until(r"›   31")
        log.unlink()
        terminal.until("The file is gone")
        assert terminal.let_pass() == 0


def test_the_program_ends_in_the_middle_of_reading(tmp_path: Path) -> None:
    log = tmp_path / "large.log"
    with log.open("wb") as file:
        for _ in range(3000):
            file.write(encoded(1) * 30)
    with Terminal("logs", str(log)) as terminal:
        terminal.until("durak-dummy")
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail
