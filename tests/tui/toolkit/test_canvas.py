"""Drawing in cells, any characters at any place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color
from textual.geometry import Region

from durak_tui.common.clusters import clusters
from durak_tui.common.text import cells
from durak_tui.tui.toolkit import canvas as drawing
from durak_tui.tui.toolkit.canvas import Canvas, fit, wrapped
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.tui.toolkit.palettes import DARK
from durak_tui.tui.toolkit.styles import looks
from tests.tui.apps import row_text

TEXTS = st.lists(
    st.sampled_from([*"ab 日é", "e\u0301", "👩‍🚀", "👍🏽", "🇩🇪", "1️⃣", "❤️", "ی‌ه"]), max_size=15
).map("".join)
LOOKS = list(looks(DARK, Color.parse("black")))


def test_a_row_is_given_as_runs_of_one_look_each() -> None:
    canvas = Canvas(8, 1)
    end = canvas.put(1, 0, "7", "card-red")
    assert canvas.put(end, 0, "S", "card-red") == 3
    assert canvas.row(0) == ((" ", "text"), ("7S", "card-red"), ("     ", "text"))


def test_what_is_drawn_later_covers_what_was_there() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "abcdef")
    canvas.put(2, 0, "XY", "bad")
    assert row_text(canvas) == "abXYef"


def test_half_a_wide_character_that_is_covered_becomes_a_blank() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "日日日")
    canvas.put(1, 0, "x")
    canvas.put(4, 0, "y")
    assert row_text(canvas) == " x日y "


def test_text_ends_at_the_edges_and_a_wide_character_that_would_be_cut_is_left_out() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-2, 0, "abcdefgh")
    canvas.put(0, 5, "nowhere")
    canvas.put(0, -1, "nowhere")
    canvas.put(0, 1, "abc日")
    assert (row_text(canvas), row_text(canvas, 1)) == ("cdef", "abc ")


def test_a_click_finds_what_was_drawn_last() -> None:
    canvas = Canvas(10, 3)
    canvas.zone(Region(0, 0, 10, 3), "table")
    canvas.put(2, 1, "7S", action="card")
    assert canvas.at(2, 1) == "card"
    assert canvas.at(4, 1) == "table"
    assert Canvas(3, 1).at(0, 0) == ""


@given(
    st.integers(0, 30),
    st.lists(st.tuples(st.integers(-5, 35), st.text(max_size=12), st.sampled_from(LOOKS))),
)
def test_a_row_is_as_wide_as_the_canvas(width: int, texts: list[tuple[int, str, str]]) -> None:
    canvas = Canvas(width, 1)
    for x, text, look in texts:
        canvas.put(x, 0, text, look)
    assert cell_len(row_text(canvas)) == width


@given(TEXTS, st.integers(0, 25))
def test_a_text_is_cut_where_its_columns_end(text: str, width: int) -> None:
    cut = fit(text, width, UNICODE)
    if cell_len(text) <= width:
        assert cut == text
    else:
        kept = cut.removesuffix(UNICODE.ellipsis)
        assert text.startswith(kept)
        then = clusters(text[len(kept) :])[0]
        assert cell_len(cut) <= max(1, width) < cell_len(kept + then) + 1


@given(TEXTS, st.integers(1, 25))
def test_a_text_is_wrapped_between_what_is_seen_as_one(text: str, width: int) -> None:
    lines = wrapped(text, max(2, width))
    assert all(cell_len(line) <= max(2, width) for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert not {*clusters("".join(lines))} - {*clusters(text)} - {" "}


def test_lines_are_filled_to_their_width_in_cells() -> None:
    assert wrapped("one two  three", 9) == ["one two", "three"]
    assert wrapped("漢字 ab 漢字漢字漢 x", 8) == ["漢字 ab", "漢字漢字", "漢 x"]
    assert wrapped("漢" * 5, 4) == ["漢漢", "漢漢", "漢"]
    assert wrapped(" ", 8) == wrapped("\u3000", 8) == []
    assert wrapped("abcd 日本語日本語x", 4) == ["abcd", "日", "本語", "日本", "語x"]


@given(st.text("ab-日本 \u3000\n\u0301", max_size=40), st.integers(2, 12))
@example("a aaa", 2)
def test_no_line_is_too_wide_or_begins_blank_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(line and line == line.strip() and cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(TEXTS)
def test_commands_measure_a_text_as_screens_do(text: str) -> None:
    assert cells(text) == cell_len(text)


@pytest.mark.parametrize("emoji", ["👩‍🚀", "👨‍👩‍👧‍👦", "👍🏽", "❤️", "1️⃣", "🇩🇪"])
def test_an_emoji_of_several_characters_lies_in_two_cells(emoji: str) -> None:
    canvas = Canvas(8, 1)
    assert canvas.put(1, 0, f"a{emoji}b") == 5
    assert row_text(canvas) == f" a{emoji}b   "
    canvas.put(3, 0, "x")
    assert row_text(canvas) == " a xb   "
    canvas.put(7, 0, emoji)
    assert row_text(canvas) == " a xb   "


def test_letters_keep_their_joiners_and_a_lone_one_is_not_drawn() -> None:
    canvas = Canvas(12, 1)
    canvas.put(0, 0, "می‌خواهم")
    assert row_text(canvas).rstrip() == "می‌خواهم"
    canvas.put(0, 0, "a\u200cb\u200dc\u202ed       ")
    assert row_text(canvas).rstrip() == "abc?d"


@pytest.mark.parametrize("letter", ["a", "日", "e\u0301"])
def test_a_long_text_is_measured_at_most_twice(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = 0

    def counted(text: str) -> int:
        nonlocal measured
        measured += len(text)
        return cell_len(text)

    monkeypatch.setattr(drawing, "cell_len", counted)
    text = letter * 5000
    assert len(fit(text, 20, UNICODE)) < 100
    assert measured <= 2 * len(text)
