"""Charts of bars in characters."""

from durak_tui.words.chart import bars, margin_of

LABELS = ("+100", "0", "-100")


def test_bars_reach_as_high_as_they_are() -> None:
    assert bars([0, 0.25, 0.5, 1], LABELS, 2, double=[False, True]) == [
        "+100 │   █",
        "   0 │ ▄██",
        "-100 └─═──",
    ]


def test_in_ascii_there_is_nothing_else() -> None:
    lines = bars([0, 0.25, 0.5, 1], LABELS, 2, double=[True], ascii_only=True)
    assert lines == ["+100 |   #", "   0 | .##", "-100 +=---"]


def test_all_lines_begin_behind_the_labels() -> None:
    assert {line[margin_of(LABELS) - 1] for line in bars([1, 1], LABELS, 4)} == {"│", "└"}
