"""The course of a run, in a bounded size."""

from durak_tui.match.course import KEPT_MOMENTS, Course, Measured
from durak_tui.match.plan import Plan
from durak_tui.match.run import LAST_GAMES, Run
from durak_tui.match.schedule import Task
from durak_tui.records.record import Ending, GameRecord
from durak_tui.statistics.counts import GameCounts, PairCounts
from durak_tui.statistics.elo import elo
from durak_tui.statistics.sprt import Sprt
from tests.match.matches import DUMMY
from tests.tournament.synthetic import record_of


def test_all_moments_are_kept_until_there_are_too_many_then_every_second() -> None:
    course: Course[int] = Course()
    for games in range(1, 10_001):
        if course.is_due(games):
            course.note(games, -games)
        assert len(course.moments) <= KEPT_MOMENTS
        if games == KEPT_MOMENTS:
            assert [one[0] for one in course.moments] == [*range(1, KEPT_MOMENTS + 1)]
    kept = [one[0] for one in course.moments]
    assert kept == [*range(course.every, 10_001, course.every)]
    assert len(kept) > KEPT_MOMENTS / 2 - 1
    assert all(value == -games for games, value in course.moments)


def test_it_goes_up_to_now_whichever_moments_are_kept() -> None:
    course: Course[str] = Course()
    assert list(course.up_to(0, "begin")) == [(0, "begin")]
    course.note(1, "one")
    assert list(course.up_to(1, "one")) == [(1, "one")]
    assert list(course.up_to(2, "two")) == [(1, "one"), (2, "two")]


def test_a_match_keeps_the_course_of_its_elo_and_of_its_test() -> None:
    sprt = Sprt(0, 1, 1e-9, 1e-9)
    spec = Plan((DUMMY, DUMMY), matches=1, match_size=1000, seed=1, sprt=sprt).settle(
        None, lambda _notice: None
    )
    run = Run(spec)
    run.resume(_won(task, task.game_id % 4 > 0) for task in spec.schedule.tasks())
    played = [played for played, _one in run.course.moments]
    assert played[0] == run.course.every and len(played) <= KEPT_MOMENTS
    assert run.course.moments[0][1] == Measured.of(_pairs(played[0]), sprt)
    last, measured = run.course.moments[-1]
    assert measured.elo == elo(_pairs(last))
    assert measured.llr == sprt.llr(_pairs(last))
    assert [one.game_id for one in run.last] == [*range(1001 - LAST_GAMES, 1001)]
    assert [one.winner for one in run.last][:4] == [0, 0, 0, 1]


def test_of_a_match_without_a_sequential_test_there_is_no_likelihood() -> None:
    assert Measured.of(GameCounts(3, 1, 0), None) == (elo(GameCounts(3, 1, 0)), None)


def _pairs(games: int) -> PairCounts:
    return PairCounts(ww=(games + 2) // 4, wl=games // 4)


def _won(task: Task, by_first: bool) -> GameRecord:
    return record_of(task, lambda _task: Ending(int(not by_first)))
