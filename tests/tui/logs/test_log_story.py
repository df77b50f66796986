"""Logs in a real terminal: whole stories in both languages, and what every key costs."""

import base64
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.tui.logs.log_files import TIMEOUT, append, encoded, log, write_mixed
from tests.tui.terminals import ClockedTerminal, Terminal

pytestmark = pytest.mark.story

__all__ = ["log"]

ROW_BYTES: Final = 400
PAGE_BYTES: Final = 4_000

LOGVIEWER: Final = (
    sys.executable,
    "-c",
    "import sys; from durak_tui.cli.screens import logviewer; sys.exit(logviewer())",
)

LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "games": "30 games",
        "some": "1 of 30 games",
        "damaged": "Damaged",
        "bout": "bout 1 of",
        "forfeit": "lisa wins by forfeit",
        "copied": "Copied ",
        "exported": "1 game is in ~/mine.log",
        "choose": "Browse folders",
        "home": "Settings",
    },
    "ru": {
        "games": "30 партий",
        "some": "1 из 30 партий",
        "damaged": "Повреждена",
        "bout": "кон 1 из",
        "forfeit": "Выигрывает lisa",
        "copied": "Скопировано",
        "exported": "1 партия в ~/mine.log",
        "choose": "Смотреть папки",
        "home": "Настройки",
    },
}


def clipboard(terminal: Terminal) -> str:
    """What has been copied last."""
    found = re.findall(rb"\x1b\]52;c;([^\x07]*)\x07", terminal.tail)
    return base64.b64decode(found[-1]).decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_is_browsed_filtered_replayed_and_exported(language: str, log: Path) -> None:
    says = LANGUAGES[language]
    with Terminal("logs", env={"LANG": f"{language}_XX.UTF-8"}) as terminal:
        terminal.until(says["choose"])
        terminal.press("/", "~/mat", "tab", "enter")
        terminal.until(says["games"])
        terminal.until("durak-dummy")
        terminal.press("j", "j")
        terminal.until(says["damaged"])
        terminal.press("/", "fault:time", "enter")
        terminal.until(says["some"])
        terminal.press("enter")
        terminal.until(says["bout"])
        # A key as it comes from a Russian keyboard.
        terminal.press("д" if language == "ru" else "l")
        terminal.until("attack" if language == "en" else "ходит с")
        terminal.press("G")
        terminal.until(says["forfeit"])
        terminal.press("y", "t")
        terminal.until(says["copied"])
        assert f" {TIMEOUT}, 2026-11-20 " in clipboard(terminal).partition("\n")[0]
        terminal.press("e", "g")
        terminal.until("match-5.log")
        terminal.press("\x15", "~/mine.log", "enter")
        terminal.until(says["exported"])
        terminal.press("escape")
        terminal.until(says["some"])
        terminal.press("escape")
        terminal.until(says["games"])
        terminal.press("escape")
        terminal.until(says["choose"])
        terminal.until("match.log")
        terminal.press("escape")
        terminal.until(says["home"])
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail
    assert (log.parent / "mine.log").read_bytes() == encoded(TIMEOUT)


def test_the_old_name_opens_a_log_too(log: Path) -> None:
    with Terminal(str(log), program=LOGVIEWER) as terminal:
        terminal.until("30 games")
        terminal.press("q")
        assert terminal.wait() == 0


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


def test_a_log_that_is_followed_costs_nothing_once_it_is_gone(log: Path) -> None:
    with ClockedTerminal("logs", str(log)) as terminal:
        terminal.until("30 games")
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
