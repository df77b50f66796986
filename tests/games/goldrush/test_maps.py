"""Files of mines."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.games.goldrush.maps import (
    MINES,
    MapError,
    MineMap,
    generated,
    parse_map,
    shipped_mines,
)
from tests.games.goldrush.mines import LINE, maps


@given(st.integers(1, 4).flatmap(maps))
def test_a_map_comes_back_as_it_was_written(mine: MineMap) -> None:
    assert parse_map(mine.text) == mine


def test_blanks_may_be_more_and_what_follows_is_ignored() -> None:
    loose = "6  3 x\n S S\tS S S S S S\r\nS - 4 E 3 S\nS S S S S S\nmore"
    assert parse_map(loose) == parse_map(LINE)


def test_a_pile_is_a_number_however_it_is_written() -> None:
    assert parse_map("2 1\n007 00").cells == ("7", "0")


def test_its_bases_and_diamonds_are_counted() -> None:
    mine = parse_map(LINE)
    assert (mine.bases, mine.diamonds) == ([(1, 1)], 7)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: a map begins with its width and height"),
        ("3", "line 1"),
        ("0 3\n", "line 1"),
        ("201 1\n", "line 1"),
        ("-1 3\n", "line 1"),
        ("² 1\nE", "line 1"),
        ("2 1\nE", "line 2: cells found: 1, expected: 2"),
        ("2 2\nE E\n", "line 3: cells found: 0, expected: 2"),
        ("2 1\nE X\n", '"X" in line 2, column 2 is not E, M, S, - or a number from 0 to 999'),
        ("2 1\n-3 E\n", "line 2, column 1"),
        ("2 1\n+3 E\n", "line 2, column 1"),
        ("1 1\n1000\n", "0 to 999"),
        ("1 1\n٣\n", "line 2, column 1"),
        ("1 1\n\x1b[2J\n", "line 2, column 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, why: str) -> None:
    with pytest.raises(MapError) as caught:
        parse_map(text)
    assert why in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", shipped_mines())
def test_the_mines_that_ship_are_fair_to_four(name: str) -> None:
    text = (MINES / f"{name}.map").read_text()
    mine = parse_map(text)
    assert mine.text == text
    assert len(mine.bases) == 4
    assert mine.diamonds >= 100
    rows = [*mine.rows()]
    assert rows == rows[::-1]
    assert all(row == row[::-1] for row in rows)


def test_a_mine_by_lot_is_as_the_original_digs_it() -> None:
    mine = generated(Random(1))
    assert (mine.width, mine.height, mine.bases) == (40, 25, [])
    rows = [*mine.rows()]
    assert {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)} == {"S"}
    inner = [code for row in rows[1:-1] for code in row[1:-1]]
    assert 0.25 < inner.count("S") / len(inner) < 0.45
    piles = [int(code) for code in inner if code.isdecimal()]
    assert 0.02 < len(piles) / len(inner) < 0.08
    assert set(piles) <= set(range(1, 11))
    assert generated(Random(1)) == mine != generated(Random(2))
    assert parse_map(mine.text) == mine
