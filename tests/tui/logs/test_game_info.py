"""All that is told of one game."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from durak_tui.common import i18n
from durak_tui.library.summary import Summary, summarize
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.game_info import about
from durak_tui.tui.logs.open_game import GameKey, OpenGame
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.glyphs import UNICODE
from tests.tui.logs.log_files import game


def lines_of(record: GameRecord, width: int = 80) -> list[str]:
    """The lines of a game."""
    raw = encode_game(record)
    opened = OpenGame(0, 1, GameKey(0, 0), raw, summarize(0, raw), record)
    return ["".join(text for text, _look in line) for line in about(opened, "-", width)]


def of_run(run: dict[str, Any]) -> list[str]:
    """What is told of a run."""
    lines = lines_of(replace(game(1), run=run))
    return [" ".join(line.split()) for line in lines if line.startswith("Run: ")]


def test_what_a_run_says_of_itself_is_told_in_words() -> None:
    assert of_run(
        {
            "engines": ["durak-dummy", "./mine --fast"], "seed": 7, "deals": None, "paired": True,
            "move_time": [1.5, None], "engine lisa": {"command": "./lisa", "env": {}}, "x": False,
        }
    ) == [
        "Run: engines durak-dummy, ./mine --fast", "Run: seed 7", "Run: every deal twice yes",
        "Run: seconds per move 1.5, -", "Run: engine lisa command ./lisa", "Run: x no",
    ]  # fmt: skip


def test_no_value_is_told_at_any_length() -> None:
    assert len("".join(lines_of(replace(game(1), run={"x": "word " * 100_000})))) < 20_000


def test_lines_are_as_wide_as_their_cells() -> None:
    assert wrapped("one two  three", 9) == ["one two", "three"]
    assert wrapped("\u6f22\u5b57 ab \u6f22\u5b57\u6f22\u5b57\u6f22 x", 8) == [
        "\u6f22\u5b57 ab", "\u6f22\u5b57\u6f22\u5b57", "\u6f22 x",
    ]  # fmt: skip
    assert wrapped("\u6f22" * 5, 4) == ["\u6f22" * 2, "\u6f22" * 2, "\u6f22"]
    assert wrapped(" ", 8) == wrapped("\u3000", 8) == []
    assert wrapped("abcd 日本語日本語x", 4) == ["abcd", "日", "本語", "日本", "語x"]


@given(st.text("ab-日本 \u3000\n\u0301", max_size=40), st.integers(2, 12))
def test_no_line_is_too_wide_or_begins_with_a_blank_and_nothing_is_lost(
    text: str, width: int
) -> None:
    lines = wrapped(text, width)
    assert all(line and line == line.strip() and cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_why_an_engine_failed_is_told_in_the_language_of_the_user() -> None:
    faults = Summary(0, "", ("lisa", "bob"), "void", reason="flood", other_reason="own words")
    i18n.choose("ru")
    try:
        assert log_words.why_word(faults) == "слишком много вывода"
        assert "слишком много вывода" in log_words.why(faults)
        assert "own words" in log_words.why(faults)
        assert log_words.why_word(replace(faults, reason="")) == ""
    finally:
        i18n.choose("en")


def test_the_cards_of_a_game_are_those_that_were_played() -> None:
    played = Summary(0, "", ("lisa", "bob"), "1-0", bouts=14, cards=53)
    assert log_words.facts(played, UNICODE, without={"start"}) == "14 bouts · 53 cards played"
