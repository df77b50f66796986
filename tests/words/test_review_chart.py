"""The chart of a review: whose each part and each sign is."""

from durak_tui.analysis.game_review import Review
from durak_tui.common.i18n import choose, pgettext
from durak_tui.words.chart import lines
from durak_tui.words.review_chart import chances_title, review_curve
from tests.words.test_review_words import review_of

NAMES = "Ann", "somebody with a long name"


def review_of_both() -> Review:
    """A review in which the second player makes one mistake of three."""
    found = review_of([0, 0, 0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 0.75, 1, 1, 1, 1], endgame=6)
    other = found.decisions[10]._replace(player=1, cost=0.3, score=0.0)
    return found._replace(decisions=(*found.decisions[:10], other, *found.decisions[11:]))


def test_the_chart_has_the_chances_per_cent_the_mistakes_by_name_and_the_bouts() -> None:
    assert lines(review_curve(review_of_both(), NAMES), 29, 9) == [
        "        100 % ┤       ██ ████",
        "              │       ██▆████",
        "         50 % ┤    ▄▄▄███████",
        "              │  ▂▂██████████",
        "          0 % ┤  ████████████",
        "              └──────════════",
        "          Ann  worst ▲      ▲",
        "someb... name            ▼",
        "         Bout  1   2   3   4",
    ]


def test_the_person_in_the_other_seat_has_the_lower_part_and_the_first_sign() -> None:
    found = review_of_both()
    first, second = (review_curve(found, NAMES, seat) for seat in (0, 1))
    assert list(second.values) == [1 - value for value in first.values if value is not None]
    assert [track.part for track in second.tracks] == ["first", "second", "axis"]
    assert [track.title for track in second.tracks[:2]] == ["someb... name", "Ann"]
    assert second.tracks[0].texts == {10: "▲"}


def test_names_that_begin_alike_are_told_apart() -> None:
    for name in ("durak-dummy", "durak-montecarlo"):
        tracks = review_curve(review_of([0.5]), (f"{name} (1)", f"{name} (2)")).tracks
        assert [one.title[-3:] for one in tracks[:2]] == ["(1)", "(2)"]
        assert all(one.title.startswith("durak") for one in tracks[:2])


def test_the_axis_is_double_only_where_the_endgame_was_solved() -> None:
    found = review_of([0.5] * 6, endgame=2)
    unsolved = found.decisions[3]._replace(exact=False)
    found = found._replace(decisions=(*found.decisions[:3], unsolved, *found.decisions[4:]))
    assert lines(review_curve(found, ("A", "B")), 13, 8)[-4] == "      └──═─══"


def test_a_game_without_decisions_has_no_chart() -> None:
    assert lines(review_curve(Review((), 1, 0), NAMES), 40, 10) == []


def test_the_title_says_whose_chances_these_are() -> None:
    guessed = review_of([0.5])
    assert chances_title("", guessed) == "Your chances"
    assert chances_title("Ann", guessed) == "Chances of Ann"
    choose("ru")
    assert chances_title("", guessed) == "Ваши шансы"


def test_the_worst_of_several_mistakes_is_named_and_the_title_names_the_signs() -> None:
    found = review_of_both()
    dearer = found.decisions[13]._replace(cost=0.4)
    found = found._replace(decisions=(*found.decisions[:13], dearer))
    tracks = review_curve(found, NAMES).tracks
    assert [track.worst for track in tracks] == [13, None, None], "one alone is no worst"
    shown = lines(review_curve(found, NAMES), 43, 9)
    assert [row[17:] for row in shown[-3:-1]] == [
        "          ▲       worst ▲",
        "                  ▼",
    ]
    assert chances_title("", found).startswith("Your chances; ▲▼ mistakes")
    assert chances_title("", found, ascii_only=True).startswith("Your chances; ^v mistakes")


def test_where_chances_become_exact_the_axis_says_so() -> None:
    solved = review_of([0.5] * 12, endgame=2)
    assert lines(review_curve(solved, NAMES), 52, 8)[-4].endswith(
        "──────═ exact ══════════════════════"
    )
    choose("ru")
    assert pgettext("chances", "exact") in lines(review_curve(solved, NAMES), 52, 8)[-4]
