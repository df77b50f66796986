"""Budgets of those who ask again and again."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.line_events import Contact
from durak_tui.net.wire.door import KNOWN, MOST_BUDGETS, STRANGERS, Invitations, Ration
from tests.clocks import HandClock

AT_ONCE, SECONDS = 3, 60


def test_some_at_once_then_one_in_a_while() -> None:
    clock = HandClock()
    ration = Ration(AT_ONCE, SECONDS, clock)
    assert [ration.take("a") for _time in range(5)] == [True] * 3 + [False] * 2
    clock.now += SECONDS - 1
    assert not ration.take("a")
    clock.now += 1
    assert [ration.take("a") for _time in range(2)] == [True, False]
    clock.now += 100 * SECONDS
    assert [ration.take("a") for _time in range(5)] == [True] * 3 + [False] * 2


def test_each_has_a_budget_and_needs_all_that_are_named() -> None:
    ration = Ration(1, SECONDS, HandClock())
    assert ration.take("address", "key")
    assert not ration.take("address", "another key")
    assert ration.take("another key")
    assert not ration.take("another address", "key")
    assert ration.take("another address")


@given(st.lists(st.tuples(st.integers(0, 100), st.sampled_from("ab"))))
def test_nobody_gets_more_than_their_budget(tries: list[tuple[int, str]]) -> None:
    clock = HandClock()
    ration = Ration(AT_ONCE, SECONDS, clock)
    got: dict[str, list[float]] = {"a": [], "b": []}
    for seconds, who in tries:
        clock.now += seconds
        if ration.take(who):
            got[who].append(clock.now)
    for times in got.values():
        for first, at in enumerate(times):
            for last in range(first, len(times)):
                assert last - first + 1 <= AT_ONCE + (times[last] - at) / SECONDS


def test_of_too_many_those_of_longest_ago_are_forgotten() -> None:
    ration = Ration(1, SECONDS, HandClock())
    for number in range(MOST_BUDGETS + 1):
        assert ration.take(number)
    assert not ration.take(MOST_BUDGETS)
    assert not ration.take(1)
    assert ration.take(0)


def test_who_asks_again_is_not_among_those_of_longest_ago() -> None:
    ration = Ration(2, SECONDS, HandClock())
    for number in (*range(MOST_BUDGETS), 0, MOST_BUDGETS):
        assert ration.take(number)
    assert not ration.take(0)


def stranger(key: str) -> Contact:
    return Contact("Eve", key, "")


def test_a_stranger_has_a_budget_by_address_and_one_by_key() -> None:
    invitations = Invitations()
    for number in range(STRANGERS[0]):
        assert invitations.may(stranger(f"key {number}"), f"2001:db8::{number}")
    assert not invitations.may(stranger("another key"), "2001:db8::ffff")
    assert invitations.may(stranger("another key"), "192.0.2.1")
    invitations = Invitations()
    for number in range(STRANGERS[0]):
        assert invitations.may(stranger("key"), f"192.0.2.{number}")
    assert not invitations.may(stranger("key"), "192.0.2.100")


def test_a_stranger_uses_up_nothing_of_somebody_known_at_the_same_address() -> None:
    invitations = Invitations()
    while invitations.may(stranger("key"), "192.0.2.1"):
        pass
    known = Contact("Anna", "her key", "", known_as="Anna")
    assert [invitations.may(known, "192.0.2.1") for _time in range(KNOWN[0] + 1)] == [
        *[True] * KNOWN[0], False
    ]  # fmt: skip
