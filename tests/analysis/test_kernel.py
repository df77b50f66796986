"""Sets of cards, random numbers and arrays are the same compiled and plain."""

import random
from types import ModuleType

import pytest

from durak_tui.game.cards import mask_of
from tests.analysis.sources import WAYS, module


@pytest.fixture(params=WAYS)
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    """The kernel, one way and the other."""
    return module("kernel", request.param)


def test_its_small_functions_agree_with_the_cards(kernel: ModuleType) -> None:
    choose = random.Random(2)
    for _ in range(2000):
        cards = choose.sample(range(52), choose.randrange(53))
        mask = mask_of(cards)
        assert kernel.count(mask) == len(cards)
        ranks = {card >> 2 for card in cards}
        assert kernel.same_ranks(mask) == mask_of(c for c in range(52) if c >> 2 in ranks)


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**62 - 1])
def test_the_random_numbers_are_spread_and_need_no_more_than_63_bits(
    kernel: ModuleType, seed: int
) -> None:
    state = kernel.seeded(seed)
    ones = [0] * 32
    for _ in range(4000):
        state = kernel.turned(state)
        assert 0 < state < 2**63
        for bit in range(32):
            ones[bit] += state >> bit & 1
    # Six standard deviations of 4,000 fair coins.
    assert all(abs(count - 2000) < 190 for count in ones)


def test_arrays_grow_without_losing_anything(kernel: ModuleType) -> None:
    numbers = kernel.numbers(3, 7)
    numbers[1] = -5
    assert list(kernel.doubled(numbers)) == [7, -5, 7] * 2
    reals = kernel.reals(2, 0.5)
    reals[0] = 2.0
    assert list(kernel.doubled_reals(reals)) == [2.0, 0.5] * 2
