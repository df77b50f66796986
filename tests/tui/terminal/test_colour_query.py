"""True colours are found out from a terminal's answers."""

import re
from collections.abc import Mapping

import pytest

from durak_tui.tui.terminal.colour_query import COLOURS, can_be_asked, is_by_name, says_true_colours
from tests.tui.terminal.sent import ANSWERS, NO_KEYS, OTHERS, REPLIES, UNASKED, split
from tests.tui.terminals import ClockedTerminal

COLOURS_256 = {"TERM": "xterm-256color", "COLORTERM": ""}
TRUE = re.compile(rb"[34]8;2;(?!1;2;3m)")


@pytest.mark.parametrize("terminal", ANSWERS)
def test_a_terminal_that_says_so_has_true_colours(terminal: str) -> None:
    kind, *rest = ANSWERS[terminal].values()
    assert any(map(can_be_asked, split(kind)))
    assert any(map(says_true_colours, split(*rest)))


@pytest.mark.parametrize("terminal", OTHERS)
def test_a_terminal_that_does_not_say_so_has_none(terminal: str) -> None:
    kind, *rest = OTHERS[terminal].values()
    assert any(map(can_be_asked, split(kind)))
    assert not any(map(says_true_colours, split(*rest)))


@pytest.mark.parametrize("answer", UNASKED.values(), ids=UNASKED)
def test_a_terminal_that_may_print_the_question_is_not_asked(answer: bytes) -> None:
    assert not any(map(can_be_asked, split(answer)))


def test_nothing_else_that_comes_is_taken_for_an_answer() -> None:
    for name, sent in {**REPLIES, **NO_KEYS}.items():
        asked = [can_be_asked(unit) for unit in split(sent)]
        assert any(asked) == (name == "DA1")
        assert any(map(says_true_colours, split(sent))) == (name == "XTGETTCAP")


@pytest.mark.parametrize(
    ("term", "expected"),
    [("xterm-kitty", True), ("foot", True), ("alacritty", True), ("xterm-ghostty", True),
     ("xterm-direct", True), ("xterm-256color", False), ("screen", False), ("linux", False),
     ("tmux-256color", False)],
)  # fmt: skip
def test_some_terminals_have_true_colours_by_their_names(term: str, expected: bool) -> None:
    assert is_by_name(term) == expected


@pytest.mark.story
@pytest.mark.parametrize("terminal", ["xterm", "kitty", "Windows Terminal"])
def test_an_answer_at_once_is_heeded_within_the_bytes_of_the_first_screen(
    terminal: str,
) -> None:
    with ClockedTerminal(env=COLOURS_256, answers=ANSWERS[terminal]) as opened:
        opened.until("Settings")
        opened.settle()
        assert TRUE.search(opened.tail)
        assert opened.received <= 12_000, "as where the environment says so"
        assert opened.let_pass() == 0


@pytest.mark.story
def test_an_answer_that_comes_late_is_heeded_once_by_painting_again() -> None:
    with ClockedTerminal(env=COLOURS_256, answers=OTHERS["Konsole"]) as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert not TRUE.search(terminal.tail)
        terminal.send(b"\x1bP1$r0;48:2:1:2:3m\x1b\\")
        assert 0 < terminal.settle() <= 6_000
        assert TRUE.search(terminal.tail)
        terminal.send(b"\x1bP1+r524742=382f382f38\x1b\\")
        assert terminal.settle() == 0


@pytest.mark.story
@pytest.mark.parametrize("answer", UNASKED.values(), ids=UNASKED)
def test_what_a_terminal_may_print_is_not_sent(answer: bytes) -> None:
    with ClockedTerminal(env=COLOURS_256, answers={b"\x1b[c": answer}) as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert b"\x1bP" not in terminal.tail


@pytest.mark.story
@pytest.mark.parametrize(
    "env",
    [{}, {"TERM": "linux", "COLORTERM": ""}, {"TERM": "vt100", "COLORTERM": ""},
     {**COLOURS_256, "NO_COLOR": "1"}],
    ids=["true colours", "console", "vt100", "no colours"],
)  # fmt: skip
def test_where_the_answer_is_known_nothing_is_asked(env: Mapping[str, str]) -> None:
    with ClockedTerminal(env=env) as terminal:
        terminal.until("Settings")
        terminal.settle()
        assert b"\x1b[c" not in terminal.tail and COLOURS.encode() not in terminal.tail
