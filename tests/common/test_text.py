"""Texts are made safe, measured and cut for one line of a terminal."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.clusters import JOINERS
from durak_tui.common.text import (
    cells,
    clock,
    fit,
    is_one_line,
    one_line,
    short_path,
    shortened,
    strict_json,
)

TEXTS = st.lists(st.sampled_from([*"abc 棋士é\u0301ж", "👩‍🚀", "🇩🇪", "1️⃣", "ی‌ه"]), max_size=20).map(
    "".join
)
JOINED = dict.fromkeys(map(ord, JOINERS))


@given(TEXTS | st.text())
def test_one_line_is_shown_as_it_is(text: str) -> None:
    line = one_line(text)
    assert is_one_line(line)
    assert line.translate(JOINED).isprintable()
    assert one_line(line) == line


HALVES = st.sampled_from(("a", "\\", '"', "\ud83d", "\ude00", "\udcff", "\\ud800", "é"))


@given(st.lists(st.text() | HALVES).map("".join))
@example("\\\ud800")
def test_json_has_whole_characters_only(text: str) -> None:
    written = strict_json({text: [text]})
    assert written.isascii()
    ((key, (value,)),) = json.loads(written).items()
    # Two halves side by side are one character.
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert key == value == joined.encode(errors="backslashreplace").decode()


def test_json_has_numbers_only_that_have_an_end() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        strict_json([math.inf])


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("棋士", 4), ("e\u0301", 1), ("жук", 3), ("", 0)]
)
def test_a_text_takes_the_columns_of_its_characters(text: str, columns: int) -> None:
    assert cells(text) == columns


@given(TEXTS, st.integers(0, 25))
def test_a_text_is_cut_to_its_columns(text: str, width: int) -> None:
    cut = fit(text, width)
    assert cells(cut) <= width
    assert is_one_line(cut) or not is_one_line(text)
    assert cut == text or cells(text) > width


@given(st.lists(TEXTS, max_size=6), st.integers(0, 25))
def test_texts_are_shortened_to_their_columns(texts: list[str], width: int) -> None:
    for text, cut in zip(texts, shortened(texts, width), strict=True):
        assert cells(cut) <= width
        assert cut == text or cells(text) > width


@given(st.sets(st.text("ab", min_size=12, max_size=16), max_size=9), st.integers(4, 12))
def test_different_texts_are_shortened_differently(texts: set[str], width: int) -> None:
    assert len(set(shortened(list(texts), width, "~"))) == len(texts)


def test_texts_are_cut_in_the_middle_and_keep_what_differs() -> None:
    assert shortened(["one-engine", "another"], 8, "~") == ["one~gine", "another"]
    engines = [f"an-engine --level {n} --quick" for n in (1, 2)]
    assert shortened(engines, 12, "~") == ["an-en~1 --qu", "an-en~2 --qu"]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (7.9, "0:07"), (754, "12:34"), (3723, "1:02:03"), (400_000, "111:06:40")],
)
def test_times_are_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


def test_the_home_folder_is_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert short_path(tmp_path / "x.log") == "~/x.log"
    assert short_path("/elsewhere/x.log") == "/elsewhere/x.log"
    monkeypatch.setenv("HOME", "/")
    assert short_path("/x.log") == "/x.log"
