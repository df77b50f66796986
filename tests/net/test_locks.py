"""Locks commute, come off, and are those of the standard."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.locks import MODP_2048, Group, jacobi, values
from tests.net.deals import SMALL

KEYS = st.integers(1, SMALL.order - 1)
VALUES = st.integers(2, SMALL.prime - 2).map(lambda root: root * root % SMALL.prime)


def probably_prime(number: int) -> bool:
    """The test of Fermat, with three bases."""
    return all(pow(base, number - 1, number) == 1 for base in (2, 3, 5))


def arctangent(inverse: int, unit: int) -> int:
    """The arctangent of 1 / inverse, in units of 1 / unit."""
    term = unit // inverse
    result, number = term, 1
    while term:
        term //= -inverse * inverse
        number += 2
        result += term // number
    return result


def test_the_large_group_is_that_of_the_standard() -> None:
    unit = 1 << 2000
    pi = 4 * (4 * arctangent(5, unit) - arctangent(239, unit))  # by Machin's formula
    digits = pi * 2**1918 // unit
    assert MODP_2048.prime == 2**2048 - 2**1984 - 1 + 2**64 * (digits + 124476)


def test_both_primes_are_safe() -> None:
    for group in (MODP_2048, SMALL):
        assert probably_prime(group.prime)
        assert probably_prime(group.order)


def test_cards_are_different_squares_and_alike_in_both_decks() -> None:
    for group in (MODP_2048, SMALL):
        large, small = values(group, 52), values(group, 36)
        assert large[16:] == small
        assert len(set(large)) == 52
        assert all(map(group.has, large))


@given(VALUES, KEYS, KEYS)
def test_locks_come_off_in_any_order(value: int, one: int, other: int) -> None:
    both = SMALL.lock(SMALL.lock(value, one), other)
    assert both == SMALL.lock(SMALL.lock(value, other), one)
    assert SMALL.unlock(SMALL.unlock(both, one), other) == value
    assert SMALL.unlock(SMALL.unlock(both, other), one) == value


@given(VALUES, KEYS, KEYS)
def test_a_lock_is_exchanged_by_one_power(value: int, old: int, new: int) -> None:
    assert SMALL.lock(SMALL.lock(value, old), SMALL.exchange(old, new)) == SMALL.lock(value, new)


@given(st.integers(0, 10**6), st.sampled_from([3, 7, 23, 59, 10007]))
def test_squares_differ_from_others_by_their_jacobi_symbol(value: int, prime: int) -> None:
    squares = {root * root % prime for root in range(1, prime)}
    assert (jacobi(value, prime) == 1) == (value % prime in squares)


@given(st.integers(-5, SMALL.prime + 5))
def test_a_group_has_squares_only(value: int) -> None:
    inside = 1 < value < SMALL.prime
    assert SMALL.has(value) == (inside and pow(value, SMALL.order, SMALL.prime) == 1)


def test_keys_are_drawn_from_all_that_there_are() -> None:
    tiny = Group("tiny", 23)
    keys = {tiny.key(bytes([n])) for n in range(256)}
    assert keys == set(range(1, tiny.order))
