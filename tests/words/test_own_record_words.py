"""One's own record in words."""

import re

import pytest

from durak_tui.analysis.game_review import MistakeTally
from durak_tui.common.i18n import choose
from durak_tui.engine.rated import ratings
from durak_tui.library.own_record import WINDOW, Met, Overview, OwnGame, Point, Streaks
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import shipped
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.rating import Rating
from durak_tui.words import own_record_words as words
from durak_tui.words.chart import lines
from durak_tui.words.lesson_words import origin_words


def test_the_rating_says_of_what_it_is_made_and_what_it_may_be() -> None:
    line = words.rating_line
    assert line(Rating(40, 1584.6, 1520, 1650)) == "Rating 1585 ± 65 from 40 rated games"
    assert (
        line(Rating(WINDOW, 1500, 1430, 1570)) == "Rating 1500 ± 70 from the last 100 rated games"
    )
    assert line(Rating(11, None, 1320, None)) == "Rating above 1320 from 11 rated games"
    assert line(Rating(13, None, None, 1020)) == "Rating below 1020 from 13 rated games"


@pytest.mark.parametrize(("played", "missing"), [(0, "10 more games"), (9, "1 more game ")])
def test_before_ten_rated_games_there_is_no_rating(played: int, missing: str) -> None:
    rating = Rating(played, None, 1320, None) if played else None
    said = words.rating_line(rating)
    assert said.startswith(f"No rating yet: play {missing}")
    assert "1320" not in said


@pytest.mark.parametrize(
    ("language", "counts", "said"),
    [
        (
            "en",
            GameCounts(2, 1, 1),
            "4 games: 2 wins, 1 loss, 1 draw (score 62.5 %)",
        ),
        ("en", GameCounts(), "0 games"),
        ("en", GameCounts(1200, 0, 34), "1,234 games: 1,200 wins, 34 draws (score 98.6 %)"),
        ("ru", GameCounts(2, 0, 0), "2 партии: 2 победы (100,0 %)"),
    ],
)
def test_results_are_counted_where_there_are_some(
    language: str, counts: GameCounts, said: str
) -> None:
    choose(language)
    assert words.result_words(counts) == said


@pytest.mark.parametrize(
    ("language", "streaks", "said"),
    [
        ("en", Streaks(0, 3, 2, 1), "You lost the last 3 games. Best streak: 2 wins."),
        ("en", Streaks(0, 1, 5, 1), "You lost the last game. Best streak: 5 wins."),
        ("en", Streaks(1, 1, 1, 0), "You won the last game."),
        ("en", Streaks(0.5, 2, 1, 1), "The last 2 games were drawn."),
        ("en", Streaks(1, 12, 12, 2), "You won the last 12 games. Worst streak: 2 losses."),
        ("ru", Streaks(0, 3, 1, 3), "Поражений подряд: 3."),
        ("ru", Streaks(0, 3, 1, 4), "Поражений подряд: 3. Худшая серия: 4 поражения."),
        ("ru", Streaks(1, 1, 1, 0), "Вы выиграли последнюю партию."),
    ],
)  # fmt: skip
def test_streaks_are_said_in_words(language: str, streaks: Streaks, said: str) -> None:
    choose(language)
    assert words.streak_words(streaks) == said


def test_before_there_is_a_rating_the_games_are_a_bar_that_has_room_for_ten() -> None:
    games = [OwnGame(n, "Beginner", n % 3 / 2, 0, None, BEGINNER.rated) for n in range(4)]
    bar = words.first_rated_bar(games, 30)
    assert "".join(text for text, _points in bar) == "▓▓ ░░ ██ ▓▓ .. .. .. .. .. .. "
    assert [points for _text, points in bar[:5]] == [0, 0.5, 1, 0, None]
    assert words.first_rated_bar(games, 80, ascii_only=True)[0][0] == "------- "


def overview(rated_games: int, *opponents: Met) -> Overview:
    """A record with a rating from so many games."""
    return Overview(opponents=opponents, rating=Rating(rated_games, 1500, 1400, 1600))


def table(now: Overview, width: int = 0, *, ascii_only: bool = False) -> list[str]:
    """The table of opponents as text."""
    lines = words.opponents_table(now, width, ascii_only=ascii_only)
    return ["".join([begin, *bar, end]) for begin, bar, end in lines]


BEGINNER = Met("Beginner", ratings()["durak-player, level 1"], GameCounts(6, 3, 1))
OWN = Met("my own engine", None, GameCounts(0, 4, 0))


@pytest.mark.parametrize(("language", "sign"), [("en", ","), ("ru", "\xa0")])
def test_numbers_have_a_sign_between_thousands_wherever_they_stand(
    language: str, sign: str
) -> None:
    choose(language)
    often = Met("my own engine", None, GameCounts(6001, 3002, 1000))  # without a rating
    reviewed = words.mistakes_words(MistakeTally(games=1001, decisions=9000), 10_003)
    said = [
        *table(overview(100, often)),
        words.result_words(often.counts),
        reviewed,
        words.streak_words(Streaks(1, 1000, 1000, 1)),
        words.between_words(2000),
        words.unclear_words(3000),
        words.none_words(4000, "a.log"),
    ]
    assert f"1{sign}001" in reviewed and f"10{sign}003" in reviewed
    assert [line for line in said if re.search(r"\d{4}", line)] == []


def test_each_opponent_has_a_bar_of_results_and_a_rating_that_is_known() -> None:
    now = overview(10, BEGINNER, OWN)
    assert table(now, 80) == [
        "Opponent       █ won  ░ drawn  ▓ lost    Games  Won  Drawn  Lost   Score  Rating",
        "Beginner       ██████████████░░░▓▓▓▓▓▓▓     10    6      1     3  65.0 %    1151",
        "my own engine  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓      4    0      0     4   0.0 %",
    ]
    assert table(now, 56) == [
        "Opponent       Results             Games   Score  Rating",
        "Beginner       ███████████░░▓▓▓▓▓     10  65.0 %    1151",
        "my own engine  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓      4   0.0 %",
    ]
    assert table(now, 80, ascii_only=True)[1].startswith("Beginner       ##############===-------")


@pytest.mark.parametrize("width", [60, 55, 50, 45, 40])
def test_no_line_about_an_opponent_is_wider_than_the_window(width: int) -> None:
    lines = table(overview(10, BEGINNER, OWN), width)
    assert all(len(line) <= width for line in lines)
    assert ("█" in lines[1]) == (width >= 50)
    assert "65.0 %" in lines[1]


def test_without_a_width_no_name_is_cut_and_no_column_left_out() -> None:
    long = OWN._replace(name="python3 -m " + "engine" * 20)
    titles, row = table(overview(10, long))
    assert long.name in row
    assert titles.split()[-5:] == ["Won", "Drawn", "Lost", "Score", "Rating"]


def test_before_there_is_a_rating_opponents_have_none_either() -> None:
    assert "Rating" in table(overview(10, BEGINNER), 80)[0]
    early = "\n".join(table(overview(9, BEGINNER), 80))
    assert "Rating" not in early and "1151" not in early


def test_levels_are_called_as_everywhere() -> None:
    choose("ru")
    assert "Новичок" in table(overview(10, BEGINNER), 80)[1]
    assert words.game_row(OwnGame(0, "Beginner", 1.0, 0, None, None))[0] == "Новичок"
    choose("en")
    assert words.game_row(OwnGame(1, "Beginner", 1.0, 0, None, None))[-1] == "game 2"
    choose("ru")
    own = exercise(shipped()[0])._replace(other="Beginner")
    assert "Новичок" in origin_words(own, False)


def test_mistakes_say_of_how_many_games_they_are_known() -> None:
    tally = MistakeTally(4, 90, (1, 2, 3, 0, 0, 1), 1.4)
    assert (
        words.mistakes_words(tally, 9)
        == "4 of 9 games reviewed: 1\xa0win turned into a loss, 3\xa0blunders, 2\xa0mistakes,"
        " 1\xa0inaccuracy, cost 2\xa0% per decision"
    )
    assert words.mistakes_words(MistakeTally(4, 90), 9) == "No mistakes (4 of 9 games reviewed)"


def points(*values: float | None, error: float = 100) -> list[Point]:
    """The course of a rating from the tenth game on; without a value all games were won."""
    found = []
    for n, value in enumerate(values, 10):
        low, high = (1200.0, None) if value is None else (value - error, value + error)
        found.append(Point(n, n, Rating(n, value, low, high)))
    return found


def test_the_chart_of_the_rating_holds_its_line_and_its_ranges() -> None:
    curve = words.rating_curve(points(1420, 1500, 1610, error=30))
    assert [label for _tick, label in curve.ticks] == ["1300", "1400", "1500", "1600", "1700"]
    assert curve.band[0] == (1390, 1450)
    assert curve.values == [1420, 1500, 1610]
    early = [*points(2020, error=320), *points(1900, 1850, 1800, 1750, error=240)]
    assert words.rating_curve(early).ticks[-1][0] >= 2340


def test_the_earliest_ranges_are_cut_where_the_chart_would_be_flat_with_them() -> None:
    wide = points(1500, error=700)
    curve = words.rating_curve([*wide, *points(1520, 1510, 1490, error=110)])
    assert (curve.ticks[0][1], curve.ticks[-1][1]) == ("1300", "1700")


def test_the_axis_of_a_low_chart_holds_its_line_alone() -> None:
    course = points(1420, 1500, 1610, error=300)
    assert words.rating_curve(course).ticks[0][0] <= 1120
    low = words.rating_curve(course, is_low=True)
    assert (low.ticks[0][1], low.ticks[-1][1]) == ("1400", "1650")
    assert words.rating_curve(points(None), is_low=True) == words.rating_curve(points(None))


def test_games_that_were_all_won_have_an_open_range_and_no_line() -> None:
    curve = words.rating_curve(points(None, None, 1600))
    assert curve.values[:2] == [None, None]
    assert curve.band[0] == (1200, None)
    alone = words.rating_curve(points(None))
    assert (alone.ticks[0][1], alone.ticks[-1][1]) == ("1200", "1250")
    assert lines(alone, 12, 5)[0] == " 1250 ┤░░░░░"


@pytest.mark.parametrize(
    ("games", "shown"),
    [(3, "10 11 12"), (16, "10 12 14 16 18 20 22 24"), (300, "50 100 150 200 250 300")],
)
def test_below_the_chart_are_round_numbers_of_games(games: int, shown: str) -> None:
    (track,) = words.rating_curve(points(*[1500.0] * games)).tracks
    assert " ".join(track.texts.values()) == shown


def test_the_title_says_from_which_game_on_there_is_a_rating() -> None:
    course = points(1500, 1500, 1500)
    assert words.course_title(course) == "Rating since rated game 10, with its 95 % range"
    thinned = words.course_title(course[1:])
    assert thinned == "Rating since rated game 11, with its 95 % range"


def test_there_is_no_chart_without_a_rating() -> None:
    assert lines(words.rating_curve([]), 80, 10) == []
    assert words.course_title([]) == ""
