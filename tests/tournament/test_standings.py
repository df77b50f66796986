"""How scores develop, in a bounded size."""

from durak_tui.tournament.standings import MOST, ScoreHistory


def test_all_moments_are_kept_until_there_are_too_many_then_every_second() -> None:
    course = ScoreHistory()
    for played in range(1, 10_001):
        if course.is_due(played):
            course.note(played, [(played / 2, played)])
        assert len(course.moments) <= MOST
        if played == MOST:
            assert [one[0] for one in course.moments] == [*range(1, MOST + 1)]
    kept = [one[0] for one in course.moments]
    assert kept == [*range(course.every, 10_001, course.every)]
    assert len(kept) > MOST / 2 - 1
    assert all(scores == ((played / 2, played),) for played, scores in course.moments)
