"""One's own record in words."""

from durak_tui.analysis.game_review import MistakeTally
from durak_tui.common.i18n import choose
from durak_tui.library.own_record import Met, OwnGame, Point, Streaks
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import shipped
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.rating import Rating
from durak_tui.words import own_record_words as words
from durak_tui.words.lesson_words import origin_words


def test_the_rating_says_of_what_it_is_made_and_what_it_may_be() -> None:
    assert words.rating_line(Rating(40, 84.6, 20, 150)) == "Rating +85 ± 65 from 40 rated games"
    assert words.rating_line(Rating(1, None, 20, None)) == "Rating above +20 from 1 rated game"
    assert words.rating_line(Rating(3, None, None, -20)) == "Rating below -20 from 3 rated games"
    assert words.rating_line(None).startswith("No rating yet")


def test_results_and_streaks_are_counted() -> None:
    assert words.result_words(GameCounts(2, 1, 1)) == (
        "4 games: 2 won, 1 lost, 1 drawn, score 62.5 %"
    )
    assert words.result_words(GameCounts()) == "0 games"
    assert words.streak_words(Streaks(1.0, 3, 5, 2)) == "3 wins in a row; longest: 5 won, 2 lost"
    assert words.streak_words(Streaks(0.5, 1, 5, 2)).startswith("1 draw in a row")


def test_levels_are_called_as_everywhere() -> None:
    choose("ru")
    counts = GameCounts(1, 0, 0)
    assert words.table_row(Met("Beginner", None, counts))[0] == "Новичок"
    assert words.game_row(OwnGame(0, "Beginner", 1.0, 0, None, None))[0] == "Новичок"
    own = exercise(shipped()[0])._replace(other="Beginner")
    assert "Новичок" in origin_words(own, False)


def test_mistakes_say_of_how_many_games_they_are_known() -> None:
    tally = MistakeTally(4, 90, (1, 2, 3, 0, 0, 1), 1.0)
    assert (
        words.mistakes_words(tally, 9)
        == "1.8 mistakes per game, cost 25\N{NO-BREAK SPACE}% (4 of 9 games reviewed)"
    )


def test_the_chart_of_the_rating_holds_all_of_it_between_its_labels() -> None:
    points = [Point(number, rating) for number, rating in enumerate((-120.0, 0.0, 180.0))]
    lines = words.course_lines(points, 40, 4)
    assert lines[0].startswith("+200 │")
    assert lines[-1].startswith("-150 └")
    assert lines[0].endswith("▆▆▆")
    assert max(map(len, lines)) == 6 + 9  # three columns for each of a few games
    wide = [Point(number, 5.0) for number in range(100)]
    assert max(map(len, words.course_lines(wide, 40, 4))) == 40
    assert words.course_lines(points[:1], 40, 4) == []
