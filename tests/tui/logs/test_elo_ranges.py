"""The Elo of players on one scale, without a screen."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.text import cells
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.elo import Estimate, elo
from durak_tui.tui.logs.elo_ranges import FEWEST, range_lines
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.tui.toolkit.page import Line


def estimate(wins: int, losses: int) -> Estimate:
    found = elo(GameCounts(wins, losses))
    assert found
    return found


def text_of(line: Line) -> str:
    return "".join(text for text, _look in line)


def ends(line: Line) -> tuple[int, int]:
    """The first and the last column of a range."""
    text = text_of(line).rstrip()
    return len(text) - len(text.split()[-1]), len(text) - 1


def test_a_value_is_a_point_within_its_range() -> None:
    better, worse, scale = range_lines(
        [("fox", estimate(20, 10)), ("hen", estimate(10, 20))], 60, UNICODE
    )
    points = [text_of(line).index(UNICODE.filled) for line in (better, worse)]
    assert points[0] > points[1]
    for line, point in zip((better, worse), points, strict=True):
        first, last = ends(line)
        assert first < point < last
    assert " 0 " in text_of(scale)


def test_a_bound_is_a_range_to_the_end_of_the_scale_without_a_point() -> None:
    won, lost, _scale = range_lines(
        [("fox", estimate(30, 0)), ("hen", estimate(0, 30))], 60, UNICODE
    )
    assert UNICODE.filled not in text_of(won) + text_of(lost)
    (first, last), (first_lost, last_lost) = ends(won), ends(lost)
    assert last == 59 and first_lost == cells("fox  "), "to both ends"
    assert first > last_lost, "winners are above losers"


def test_a_bound_that_tells_nothing_has_no_line() -> None:
    one_won, one_lost = ("fox", estimate(1, 0)), ("hen", estimate(0, 1))
    assert range_lines([one_won, one_lost], 60, UNICODE) == []
    lines = range_lines([one_won, ("bee", estimate(20, 10)), one_lost], 60, UNICODE)
    assert [text_of(line).split()[0] for line in lines[:-1]] == ["bee"]


def test_what_lies_beyond_the_scale_is_at_its_end() -> None:
    far = [("fox", Estimate(950, None, ">")), ("hen", Estimate(-1500, 300))]
    fox, hen, _scale = range_lines(far, 60, UNICODE)
    assert ends(fox) == (59, 59)
    assert ends(hen) == (5, 5)


ESTIMATES = st.builds(Estimate, st.floats(-4000, 4000), st.floats(1, 4000)) | st.builds(
    Estimate, st.floats(-4000, 4000), st.none(), st.sampled_from([">", "<"])
)


@given(st.lists(st.tuples(st.sampled_from(["fox", "hen"]), ESTIMATES)), st.integers(0, 200))
def test_no_line_is_wider_than_there_is_room(
    players: list[tuple[str, Estimate]], width: int
) -> None:
    lines = range_lines(players, width, UNICODE)
    assert all(cells(text_of(line)) <= width for line in lines)
    told = [one for _name, one in players if not one.is_vague]
    assert len(lines) == (len(told) + 1 if told and width >= FEWEST + 5 else 0)
