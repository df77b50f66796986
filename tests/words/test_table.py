"""Tables in columns, however little room there is."""

from durak_tui.words.table import in_columns

ROWS = [("Name", "Games", "Won", "Score"), ("somebody with a long name", "12", "3", "50.0 %")]


def test_numbers_end_in_line() -> None:
    assert list(in_columns([("a", "5"), ("longer", "123")])) == ["a         5", "longer  123"]


def test_columns_are_left_out_before_names_are_cut() -> None:
    for width in (34, 40, 60):
        assert all(len(line) <= width for line in in_columns(ROWS, width, less=["Won"]))
    assert "Won" in next(in_columns(ROWS, 60, less=["Won"]))
    assert "Won" not in next(in_columns(ROWS, 34, less=["Won"]))


def test_nothing_has_no_lines() -> None:
    assert list(in_columns([])) == []
