"""The clock by which answers are late: it knows when this process stood still."""

from durak_tui.engine.deadline import HELD_UP_SECONDS, LOOK_SECONDS, Deadline
from tests.clocks import HandClock

LIMIT = 0.375
"""One whole look and a half; binary fractions, so that sums are exact."""


def looked(deadline: Deadline, clock: HandClock, *, late: float = 0.0) -> None:
    """One look that finds nothing, and ends so much later than it can."""
    longest = deadline.begin_look()
    clock.now += longest + late
    deadline.end_look(longest)


def test_a_deadline_has_passed_when_a_look_began_after_it() -> None:
    clock = HandClock()
    deadline = Deadline(LIMIT, clock)
    looked(deadline, clock)
    assert deadline.elapsed == LOOK_SECONDS
    assert not deadline.has_passed
    looked(deadline, clock)
    # That look ended at the limit; an answer may have come while it ended.
    assert not deadline.has_passed
    looked(deadline, clock)
    assert deadline.has_passed
    assert deadline.elapsed == LIMIT


def test_without_any_time_there_is_one_look() -> None:
    deadline = Deadline(0.0, HandClock())
    assert deadline.begin_look() == 0.0
    assert deadline.has_passed


def test_a_look_that_ends_much_too_late_moves_the_deadline() -> None:
    clock = HandClock()
    deadline = Deadline(LIMIT, clock)
    looked(deadline, clock, late=7.0)
    assert deadline.held_up == 7.0
    assert round(deadline.elapsed, 6) == LOOK_SECONDS
    assert deadline.begin_look() == LIMIT - LOOK_SECONDS
    assert not deadline.has_passed


def test_a_process_that_stood_still_between_two_looks_moves_the_deadline() -> None:
    clock = HandClock()
    deadline = Deadline(LIMIT, clock)
    looked(deadline, clock)
    clock.now += 7.0
    looked(deadline, clock)
    assert deadline.held_up == 7.0
    assert not deadline.has_passed


def test_a_last_look_that_was_held_up_is_not_the_last() -> None:
    clock = HandClock()
    deadline = Deadline(LIMIT, clock)
    for _ in range(3):
        looked(deadline, clock)
    assert deadline.has_passed
    looked(deadline, clock, late=1.0)
    assert not deadline.has_passed


def test_what_is_only_a_little_late_is_on_the_engines_clock() -> None:
    clock = HandClock()
    deadline = Deadline(10.0, clock)
    looked(deadline, clock, late=HELD_UP_SECONDS / 2)
    assert deadline.held_up == 0.0
    assert round(deadline.elapsed, 6) == LOOK_SECONDS + HELD_UP_SECONDS / 2
