"""Pictures of a match: the bar of its games, the course of Elo and LLR."""

import pytest
from textual.geometry import Region

from durak_tui.match.course import Measured
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Sprt
from durak_tui.tui.runs.match_charts import SEATS, Moments, elo_curve, llr_curve, put_games_bar
from durak_tui.tui.toolkit.canvas import Canvas
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE
from durak_tui.words.chart import lines
from tests.tui.runs.matches import RUNNING, course_of

SPRT = Sprt(0, 10)


def bar(games: GameCounts, width: int = 40) -> list[tuple[str, str]]:
    """The parts of a bar, with their looks."""
    canvas = Canvas(width + 2, 1)
    put_games_bar(canvas, Region(1, 0, width, 1), games, UNICODE)
    before, *parts, behind = canvas.row(0)
    assert before == behind == (" ", "text"), "it stays within its place"
    return list(parts)


def test_won_drawn_and_lost_games_have_a_look_a_letter_and_a_share() -> None:
    first, second = SEATS
    (won, look1), (drawn, look2), (lost, look3) = bar(GameCounts(20, 10, 10))
    assert (won.strip(), look1) == ("W 50 %", first)
    assert (drawn[1:].strip(), look2) == ("D 25 %", "bar")
    assert (lost[1:].strip(), look3) == ("L 25 %", second)
    assert list(map(len, (won, drawn, lost))) == [20, 10, 10]
    assert drawn[0] == lost[0] == UNICODE.edge, "without colours the parts have an edge"


def test_a_part_without_room_has_a_letter_or_nothing_and_none_is_left_out_of_the_width() -> None:
    won, drawn, lost = (text for text, _look in bar(GameCounts(35, 1, 4)))
    assert (won.strip(), drawn.strip("▏ "), lost.strip("▏ ")) == ("W 88 %", "D", "")
    assert len(won + drawn + lost) == 40
    assert [text.strip() for text, _look in bar(GameCounts(7, 0, 0))] == ["W 100 %"]
    assert [look for _text, look in bar(GameCounts(1, 1, 0))] == [SEATS[0], SEATS[1]]
    canvas = Canvas(20, 1)
    put_games_bar(canvas, Region(0, 0, 20, 1), GameCounts(), ASCII)
    assert canvas.row(0) == ((" " * 20, "text"),)


def moments(*counts: Counts) -> Moments:
    return [(n, Measured.of(one, SPRT)) for n, one in enumerate(counts, 1)]


def test_the_elo_is_drawn_with_its_band_on_an_axis_with_zero() -> None:
    curve = elo_curve(RUNNING.course)
    assert curve.values[-1] == pytest.approx(elo(RUNNING.counts).value)  # type: ignore[union-attr]
    low, high = curve.band[-1]
    assert low is not None and high is not None
    assert low < curve.values[-1] < high  # type: ignore[operator]
    labels = [label for _value, label in curve.ticks]
    assert "0" in labels
    steps = {b - a for (a, _), (b, _) in zip(curve.ticks, curve.ticks[1:], strict=False)}
    assert len(steps) == 1, "labels stand at even distances"
    assert curve.ticks[0][0] <= low and high <= curve.ticks[-1][0]
    drawn = lines(curve, 50, 8)
    assert len(drawn) == 8 and all(len(line) <= 50 for line in drawn)
    assert drawn[-1].endswith("432")


def test_where_all_games_were_won_the_band_is_open() -> None:
    curve = elo_curve(moments(GameCounts(3, 0, 0), GameCounts(9, 0, 0)))
    assert [high for _low, high in curve.band] == [None, None]
    curve = elo_curve(moments(GameCounts(0, 3, 0)))
    assert [low for low, _high in curve.band] == [None]


def test_before_the_first_pair_there_is_no_chart() -> None:
    assert elo_curve(moments(PairCounts())).values == ()
    assert lines(elo_curve([]), 40, 8) == []


def test_the_ratio_of_a_test_is_drawn_between_its_bounds() -> None:
    curve = llr_curve(course_of(RUNNING.counts, SPRT), SPRT)  # type: ignore[arg-type]
    assert curve.values[-1] == pytest.approx(SPRT.llr(RUNNING.counts))
    assert [label for _value, label in curve.ticks] == ["H0 -2.94", "0", "H1 +2.94"]
    uneven = llr_curve([], Sprt(0, 10, 0.01, 0.1))
    assert [label for _value, label in uneven.ticks] == ["H0 -2.29", "H1 +4.50"]
