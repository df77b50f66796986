"""The speed of a run: of late, and without the times in which it was held."""

import pytest

from durak_tui.pool.progress import RECENT_SECONDS, Rate
from tests.clocks import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def rate(clock: HandClock) -> Rate:
    return Rate(clock)


def play(rate: Rate, clock: HandClock, games: range, seconds_each: float) -> None:
    """Games from one number to another, each as long."""
    for number in games:
        clock.now += seconds_each
        rate.note(number)


def test_before_the_first_game_there_is_nothing_to_say(rate: Rate, clock: HandClock) -> None:
    assert rate.per_second(0) is None
    assert rate.elapsed == 0
    rate.begin(0)
    clock.now += 3
    assert rate.per_second(0) is None
    assert rate.elapsed == 3


def test_games_of_a_resumed_run_that_were_there_do_not_count(rate: Rate, clock: HandClock) -> None:
    rate.begin(1_000_000)
    play(rate, clock, range(1_000_001, 1_000_011), 0.1)
    assert rate.per_second(1_000_010) == pytest.approx(10)


def test_only_the_last_few_seconds_count(rate: Rate, clock: HandClock) -> None:
    rate.begin(0)
    play(rate, clock, range(1, 1001), 0.1)
    play(rate, clock, range(1001, 2001), 0.01)
    assert rate.per_second(2000) == pytest.approx(100, rel=0.01)


def test_slow_games_are_looked_at_further_back(rate: Rate, clock: HandClock) -> None:
    rate.begin(0)
    play(rate, clock, range(1, 11), 60)
    assert rate.per_second(10) == pytest.approx(1 / 60)
    clock.now += RECENT_SECONDS
    assert rate.per_second(10) == pytest.approx(1 / 60, rel=0.02)


def test_a_run_that_gets_stuck_becomes_slower_and_slower(rate: Rate, clock: HandClock) -> None:
    rate.begin(0)
    play(rate, clock, range(1, 1001), 0.01)
    rates = []
    for _ in range(3):
        clock.now += 60
        rates.append(rate.per_second(1000) or 0)
    assert rates[0] < 20
    assert rates == sorted(rates, reverse=True)


def test_time_in_which_it_is_held_does_not_count(rate: Rate, clock: HandClock) -> None:
    rate.begin(0)
    play(rate, clock, range(1, 1001), 0.01)
    rate.hold()
    clock.now += 3600
    rate.hold()
    assert rate.elapsed == pytest.approx(10)
    assert rate.per_second(1000) == pytest.approx(100, rel=0.01)
    rate.go_on()
    play(rate, clock, range(1001, 1101), 0.01)
    assert rate.elapsed == pytest.approx(11)
    assert rate.per_second(1100) == pytest.approx(100, rel=0.01)
