"""Drawing in cells, whatever characters and wherever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color
from textual.geometry import Region

from durak_tui.tui.toolkit import canvas as drawing
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.tui.toolkit.styles import DARK, looks

LOOKS = list(looks(DARK, Color.parse("black")))


def text_of(canvas: Canvas, y: int = 0) -> str:
    """A row without its looks."""
    return "".join(text for text, _look in canvas.row(y))


def test_a_row_is_told_as_runs_of_one_look_each() -> None:
    canvas = Canvas(8, 1)
    end = canvas.put(1, 0, "7", "card-red")
    assert canvas.put(end, 0, "S", "card-red") == 3
    assert canvas.row(0) == ((" ", "text"), ("7S", "card-red"), ("     ", "text"))


def test_what_is_drawn_later_covers_what_was_there() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "abcdef")
    canvas.put(2, 0, "XY", "bad")
    assert text_of(canvas) == "abXYef"


def test_half_a_wide_character_that_is_covered_becomes_a_blank() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "日日日")
    canvas.put(1, 0, "x")
    canvas.put(4, 0, "y")
    assert text_of(canvas) == " x日y "


def test_text_ends_at_the_edges() -> None:
    canvas = Canvas(4, 1)
    canvas.put(-2, 0, "abcdefgh")
    canvas.put(0, 5, "nowhere")
    canvas.put(0, -1, "nowhere")
    assert text_of(canvas) == "cdef"


def test_a_wide_character_that_would_be_cut_is_left_out() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "ab日")
    assert text_of(canvas) == "ab "


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
def test_a_row_is_always_as_wide_as_the_canvas(
    width: int, texts: list[tuple[int, str, str]]
) -> None:
    canvas = Canvas(width, 1)
    for x, text, look in texts:
        canvas.put(x, 0, text, look)
    assert cell_len(text_of(canvas)) == width


@given(st.text("ab日\u0301", max_size=20), st.integers(0, 25))
def test_a_text_is_cut_where_its_columns_end(text: str, width: int) -> None:
    cut = fit(text, width, UNICODE)
    if cell_len(text) <= width:
        assert cut == text
    else:
        kept = cut.removesuffix(UNICODE.ellipsis)
        assert text.startswith(kept)
        assert cell_len(cut) <= max(1, width) < cell_len(text[: len(kept) + 1]) + 1


@pytest.mark.parametrize("letter", ["a", "日", "e\u0301"])
def test_each_character_of_a_long_text_is_measured_no_more_than_twice(
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
