"""Charts in characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.words.chart import Curve, Track, drawn, lines, stacked_bar

RATING = Curve(
    (0, 25, 50, 100), ((0, "0"), (50, "50"), (100, "100")),
    band=((0, 50), (0, 50), (25, 75), (100, None)), tracks=[Track("game", {0: "7", 3: "10"})],
)  # fmt: skip
CHANCES = Curve(
    (0, 0.25, 0.5, 1), ((0, "0 %"), (1, "100 %")),
    shares=True, double=(False, False, True, True),
    tracks=[Track("Ann", {0: "▲", 3: "▲"}, "first"), Track("日本", {1: "▼"}, "second")],
)  # fmt: skip

TICKS = [(25.0 * n, str(25 * n)) for n in range(5)]
BARE = Curve((), ((0, ""), (1, "")))


def test_a_line_has_its_band_its_ticks_and_rows_below() -> None:
    assert lines(RATING, 14, 6) == [
        " 100 ┤      █▀",
        "     │    ░░█",
        "  50 ┤░░░░█▀",
        "     │▄▄▀▀░░",
        "   0 └────────",
        "game  7     10",
    ]
    assert lines(RATING, 14, 6, ascii_only=True)[1:] == [
        "     |    ::*", "  50 +::::**", "     |****::", "   0 +--------", "game  7     10",
    ]  # fmt: skip


def test_what_goes_on_beyond_the_axis_has_a_sign_there() -> None:
    wide = BARE._replace(values=(0.5, 0.5, 2, -1), band=((-1, 2), (None, 0.5), (2, 2), (-1, 0)))
    assert [row.rstrip() for row in lines(wide, 6, 4)] == [" │░ ▲▄", " │▄▄▀█", " │░░ ▼", " └────"]
    assert [part for _text, part in drawn(wide, 6, 4)[1]] == ["axis", "within", "line"]


def test_shares_fill_the_chart_and_each_side_has_its_row_of_signs() -> None:
    assert drawn(CHANCES, 16, 6) == [
        [("100 % ┤", "axis"), ("       ██", "shares")],
        [("      │", "axis"), ("     ▄▄██", "shares")],
        [("  0 % ┤", "axis"), ("   ▆▆████", "shares")],
        [("      └─────════", "axis")],
        [("  Ann  ", "first"), ("▲      ▲", "first")],
        [(" 日本  ", "second"), ("   ▼", "second")],
    ]
    assert lines(CHANCES, 16, 6, ascii_only=True)[2:5] == [
        "  0 % +   ######", "      +-----====", "  Ann  ^      ^",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("double", "axis"),
    [
        ((3, 12), "───═ so ════"), ((6, 12), "──────═ so ═"), ((7, 12), "─── so ═════"),
        ((5, 8), "─ so ═══────"), ((4, 6), "────══──────"), ((12, 12), "────────────"),
    ],
)  # fmt: skip
def test_where_the_axis_is_double_its_word_is_in_the_line_or_before_a_short_one(
    double: tuple[int, int], axis: str
) -> None:
    curve = BARE._replace(
        values=[0.0] * 12, word="so", double=[n in range(*double) for n in range(12)]
    )
    assert lines(curve, 14, 3)[-1] == f" └{axis}"


@pytest.mark.parametrize(
    ("double", "axis"),
    [
        ("═──────═══════", "═──────═ so ══"), ("─────═─═──────", "─ so ═─═──────"),
        ("═─═───────══──", "═─═─── so ══──"), ("═─═─═─═─═─═─═─", "═─═─═─═─═─═─═─"),
    ],
)  # fmt: skip
def test_the_word_is_at_the_first_double_part_that_has_room(double: str, axis: str) -> None:
    curve = BARE._replace(values=[0.0] * 14, word="so", double=[one == "═" for one in double])
    assert lines(curve, 16, 3)[-1] == f" └{axis}"


def test_one_sign_of_a_row_may_stand_out_and_a_title_stands_above() -> None:
    track = Track("Ann", {0: "▲", 2: "▲", 3: "▲"}, "first", worst=2)
    titled = CHANCES._replace(tracks=[track], title="▲ mistakes of Ann")
    rows = drawn(titled, 16, 5)
    assert len(rows) == 5 and rows[0] == [("       ▲ mist...", "axis")]
    assert rows[-1] == [("  Ann  ", "first"), ("▲    ", "first"), ("▲", "worst"), (" ▲", "first")]
    assert drawn(titled, 10, 5)[-1][1:] == [("▲ ", "first"), ("▲", "worst")]
    assert lines(titled, 16, 5, ascii_only=True)[0].strip() == "^ mist..."


@pytest.mark.parametrize(
    ("signs", "shown"),
    [
        ("▲ X        ▲", "▲ X worst  ▲"), ("▲ X       ▲", "▲ X       ▲"),
        ("▲ X      ", "▲ X worst"), ("▲ X     ", "▲ X"), ("▲        X", "▲  worst X"),
        ("▲       X ", "▲       X"), ("      X ", "worst X"), ("     X ", "     X"),
    ],
)  # fmt: skip
def test_the_sign_that_stands_out_has_its_word_where_no_other_is_as_near(
    signs: str, shown: str
) -> None:
    texts = {n: "▲" for n, sign in enumerate(signs) if sign != " "}
    track = Track("", texts, "first", signs.index("X"), "worst")
    curve = BARE._replace(values=[0.0] * len(signs), tracks=[track])
    _margin, *row = drawn(curve, len(signs) + 2, 5)[-1]
    assert "".join(text for text, _part in row) == shown.replace("X", "▲")
    (text,) = (text for text, part in row if part == "worst")
    assert text.replace("worst", "").strip() == "▲"


def test_a_value_that_is_unknown_is_a_gap_in_the_line() -> None:
    assert lines(BARE._replace(values=(0, 0.5, 1)), 5, 3) == [" │  █", " │▄▀", " └───"]
    assert lines(BARE._replace(values=(0, None, 1)), 5, 3) == [" │  ▀", " │▄", " └───"]


def test_texts_below_the_axis_are_left_out_where_they_would_touch_the_last_one_never() -> None:
    curve = BARE._replace(values=[0.0] * 20, tracks=[Track("", {n: str(n) for n in range(8, 20)})])
    assert lines(curve, 22, 3)[-1].split() == ["8", "10", "13", "19"]


def test_of_many_values_a_column_shows_the_mean() -> None:
    curve = BARE._replace(values=[0.0, 1.0] * 50, shares=True)
    assert lines(curve, 12, 3) == [" │", " │" + "█" * 10, " └" + "─" * 10]


@pytest.mark.parametrize(
    ("height", "shown"),
    [
        (15, "100 75 50 25 0"), (11, "100 75 50 25 0"), (9, "100 75 50 25 0"),
        (8, "100 50 0"), (5, "100 50 0"), (4, "100 0"), (2, "100 0"),
    ],
)  # fmt: skip
def test_labels_are_left_out_evenly_where_there_is_no_room(height: int, shown: str) -> None:
    rows = lines(Curve([50.0], TICKS), 10, height)
    assert [row[:3].strip() for row in rows if row[:3].strip()] == shown.split()


@pytest.mark.parametrize("shares", [False, True])
@pytest.mark.parametrize("height", range(3, 40))
def test_a_value_is_seen_in_the_row_of_its_label(height: int, shares: bool) -> None:
    for value, label in TICKS:
        plot = lines(Curve([value], TICKS, shares=shares), 10, height)[:-1]
        ink = [y for y, row in enumerate(plot) if row[5:].strip()]
        beside = [y for y, row in enumerate(plot) if row[:3].strip() == label]
        if not shares and value == 0:
            beside = [len(plot) - 1]  # The axis has its label, and it lies on that.
        # Of the shares the least of the first side is none.
        assert not beside or ink[:1] == beside or (shares and value == 0 and not ink)


VALUES = st.one_of(st.none(), st.floats(-50, 250))


@given(
    st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=300),
    st.integers(9, 220),
    st.integers(3, 60),
    st.booleans(),
    st.booleans(),
)
def test_a_chart_fills_its_room_but_for_what_its_labels_need_and_takes_no_more(
    values: list[tuple[float | None, float | None, float | None]],
    width: int,
    height: int,
    shares: bool,
    ascii_only: bool,
) -> None:
    curve = RATING._replace(
        values=[one for one, _low, _high in values],
        band=[(low, high) for _one, low, high in values],
        tracks=[Track("game", {0: "1", len(values) - 1: str(len(values))})],
        shares=shares,
    )
    rows = drawn(curve, width, height, ascii_only=ascii_only)
    assert height - 1 <= len(rows) <= height
    texts = ["".join(text for text, _part in row) for row in rows]
    assert {len(text) for text in texts[:-1]} == {width}
    assert len(texts[-1]) <= width
    assert not ascii_only or "".join(texts).isascii()


def test_without_values_there_is_no_chart() -> None:
    assert drawn(Curve((), ()), 40, 10) == []


@pytest.mark.parametrize(
    ("counts", "bar"),
    [
        ((10, 0, 0), "██████████"),
        ((5, 2, 3), "█████░░▓▓▓"),
        ((999, 1, 1), "████████░▓"),
        ((0, 1, 999), "░▓▓▓▓▓▓▓▓▓"),
        ((1, 0, 999), "█▓▓▓▓▓▓▓▓▓"),
        ((999, 0, 1), "█████████▓"),
    ],
)
def test_what_was_won_drawn_or_lost_at_all_is_seen_in_its_bar(
    counts: tuple[int, int, int], bar: str
) -> None:
    assert "".join(stacked_bar(counts, 10)) == bar
    assert "".join(stacked_bar(counts, 10, ascii_only=True)) == bar.translate(
        str.maketrans("█░▓", "#=-")
    )
