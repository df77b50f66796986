"""The kernel keeps the rules of the position, card for card, compiled and plain."""

import random
from types import ModuleType
from typing import Any

import pytest
from durak_engines.dummy import Dummy

from durak_tui.analysis.endgame import settled, start
from durak_tui.engine.sdk import Turn
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, OVER, PHASE_NAMES, Position
from tests.analysis.sources import WAYS, module, plain
from tests.engines.inprocess import decided
from tests.game.walks import advance, with_caps

GAMES = 400


@pytest.fixture(params=WAYS)
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    """The kernel, one way and the other."""
    return module("kernel", request.param)


def somewhere(number: int) -> Position:
    """A position after some random actions of a deal, by turns of 36 and of 52 cards."""
    choose = random.Random(number)
    position = with_caps(deal("kernel", number, (36, 52)[number % 2]), number).position()
    for _ in range(choose.randrange(90)):
        child = position.copy()
        advance(child, choose)
        if child.phase == OVER:
            break
        position = child
    return position


def play_as_dummy(position: Position) -> None:
    """What the engine durak-dummy answers here, or settle the bout."""
    if position.phase == DEAL:
        position.deal()
        return
    player = position.to_act
    data = f'{{"enemy_count": {position.hands[1 - player].bit_count()}}}'.encode()
    kind = PHASE_NAMES[position.phase]
    turn = Turn(kind, position.hands[player], position.table, position.trump, data)
    answer = decided(Dummy(), turn)
    position.check(answer, capped=False)
    position.play(position.counted(answer))


def play_by_number(kernel: ModuleType, position: Position, state: int) -> int:
    """What the kernel does by these random numbers, on the position; the next state."""
    if position.phase == DEAL:
        position.deal()
        return state
    cards = cards_in(position.legal())
    if position.phase == GIVE_MORE:
        given: list[int] = []
        for card in cards:
            if len(given) == position.give_limit():
                break
            state = kernel.turned(state)
            if state >> 31 & 1:
                given.append(card)
        position.check(given)
        position.play(given)
        return state
    state = kernel.turned(state)
    pick = (state & 0xFFFFFFFF) * (len(cards) + position.may_pass()) >> 32
    answer = cards[pick : pick + 1]
    position.check(answer)
    position.play(answer)
    return state


def test_it_plays_dummy_games_as_the_rules_and_the_engine_do(kernel: ModuleType) -> None:
    for number in range(GAMES):
        position = settled(somewhere(number))
        if position.phase == OVER:
            continue
        winner, *_ = kernel.play_dummies(*start(position), 0)
        while position.phase != OVER:
            play_as_dummy(position)
        assert position.winner == winner, number


@pytest.mark.few(1)
def test_it_plays_random_games_by_the_rules(kernel: ModuleType) -> None:
    state = kernel.seeded(5)
    for number in range(5 * GAMES):
        position = settled(somewhere(number))
        if position.phase == OVER:
            continue
        winner, after = kernel.play_randomly(*start(position), state)
        while position.phase != OVER:
            state = play_by_number(kernel, position, state)
        assert (position.winner, state) == (winner, after), number


def test_it_stops_where_the_talon_is_empty_and_few_cards_are_left(kernel: ModuleType) -> None:
    stopped = 0
    for number in range(GAMES):
        position = settled(somewhere(number))
        if position.phase == OVER:
            continue
        found = kernel.play_dummies(*start(position), 9)
        while position.phase != OVER:
            cards = position.hands[0] | position.hands[1]
            between = position.phase == MOVE and not position.table
            if between and not position.talon_count and cards.bit_count() <= 9:
                stopped += 1
                break
            play_as_dummy(position)
        seat = position.attacker
        if position.phase == OVER:
            assert found[0] == position.winner
        else:
            assert found == (-1, position.hands[seat], position.hands[1 - seat], seat)
    assert stopped > GAMES // 4


def test_compiled_and_plain_are_the_same() -> None:
    fast, slow = module("kernel", "compiled"), plain("kernel")
    states = [fast.seeded(11), slow.seeded(11)]
    for number in range(GAMES):
        arguments: Any = start(settled(somewhere(number)))
        assert fast.play_dummies(*arguments, 8) == slow.play_dummies(*arguments, 8)
        games = [
            kernel.play_randomly(*arguments, state)
            for kernel, state in zip((fast, slow), states, strict=True)
        ]
        assert games[0] == games[1]
        states = [state for _, state in games]


def test_its_small_functions_agree_with_the_cards(kernel: ModuleType) -> None:
    choose = random.Random(2)
    for _ in range(2000):
        cards = choose.sample(range(52), choose.randrange(53))
        mask = mask_of(cards)
        assert kernel.count(mask) == len(cards)
        ranks = {card >> 2 for card in cards}
        assert kernel.same_ranks(mask) == mask_of(c for c in range(52) if c >> 2 in ranks)
        n = choose.randrange(8)
        assert kernel.lowest(mask, n) == mask_of(sorted(cards)[:n])


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
