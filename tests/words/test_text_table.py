"""Tables in columns, however little room there is."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.text import cells
from durak_tui.words.text_table import fitted, in_columns, ranked

ROWS = [("Name", "Games", "Won", "Score"), ("somebody with a long name", "12", "3", "50.0 %")]


def test_numbers_end_in_line() -> None:
    assert list(in_columns(fitted([("a", "5"), ("longer", "123")]))) == [
        "a         5",
        "longer  123",
    ]


def test_columns_are_left_out_before_names_are_cut() -> None:
    for width in (34, 40, 60):
        assert all(len(line) <= width for line in in_columns(fitted(ROWS, width, less=["Won"])))
    assert "Won" in next(in_columns(fitted(ROWS, 60, less=["Won"])))
    assert "Won" not in next(in_columns(fitted(ROWS, 34, less=["Won"])))


def test_nothing_has_no_lines() -> None:
    assert list(in_columns(fitted([]))) == []


def test_of_two_columns_of_names_the_shorter_leaves_room_to_the_longer() -> None:
    rows = [("Player", "Opponent", "Games"), ("bob", "an-engine-with-a-long-name", "7")]
    head, row = in_columns(fitted(rows, 34, names=2))
    assert head.split() == ["Player", "Opponent", "Games"]
    assert row == "bob     an-engin...ong-name      7"


@pytest.mark.parametrize("width", [40, 60, 80])
def test_different_pairs_stay_different(width: int) -> None:
    engines = [f"durak-montecarlo --seconds 0.{n} --threads 2 --seed 11" for n in range(1, 9)]
    rows = [(one, other, "1000", "50.0 %") for one in engines for other in engines]
    lines = list(
        in_columns(fitted([("Player", "Opponent", "Games", "Score"), *rows], width, names=2))
    )
    assert len(set(lines)) == len(lines)
    for number, line in enumerate(lines[1:]):
        first, second = (one for one in line.split() if one.startswith("0."))
        assert (first, second) == (f"0.{number // 8 + 1}", f"0.{number % 8 + 1}")
    assert all(cells(line) <= width for line in lines)


TEXTS = st.text(st.sampled_from("abc 棋士é\u0301ж"), max_size=20)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS, TEXTS), min_size=1, max_size=5), st.integers(1, 60))
def test_a_standing_fits_into_the_terminal(rows: Sequence[tuple[str, ...]], width: int) -> None:
    lines = list(ranked(rows, width))
    assert len(lines) == len(rows)
    assert all(cells(line) <= width for line in lines)
    free = list(ranked(rows))
    first = max(cells(row[0]) for row in rows)
    assert all(
        line.startswith((" " * (first - cells(row[0])) + f"{row[0]}  {row[1]}").rstrip())
        for line, row in zip(free, rows, strict=True)
    )
    # A column counts with its whole width, even where its cell and those behind it are empty.
    if max(map(cells, ranked([*rows, ("x",) * 4]))) <= width and any(r[-1] for r in rows):
        assert lines == free
