"""A world keeps the rules of the position, card for card, compiled and plain."""

import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from durak_engines.dummy import Dummy

from durak_tui.analysis.endgame import settled, world_of
from durak_tui.engine.sdk import Turn
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, OVER, PHASE_NAMES, RESPOND, Position
from tests.analysis.sources import WAYS, module, plain
from tests.engines.inprocess import decided
from tests.game.walks import DECKS, advance, with_caps

GAMES = 400


@pytest.fixture(params=WAYS)
def world(request: pytest.FixtureRequest) -> ModuleType:
    """The module, one way and the other."""
    return module("world", request.param)


def world_in(way: ModuleType, position: Position) -> Any:
    """The position as this module has it."""
    found = way.World()
    found.become(world_of(position))
    return found


def somewhere(number: int) -> Position:
    """A position after some random actions of a deal, by turns of each deck."""
    choose = random.Random(number)
    position = with_caps(deal("kernel", number, DECKS[number % 3]), number).position()
    for _ in range(choose.randrange(90)):
        child = position.copy()
        advance(child, choose)
        if child.phase == OVER:
            break
        position = child
    return settled(position)


def running(count: int = GAMES) -> list[tuple[int, Position]]:
    """Positions of games that are not over."""
    found = ((number, somewhere(number)) for number in range(count))
    return [(number, position) for number, position in found if position.phase != OVER]


def agree(world: Any, position: Position) -> None:
    """Both say the same of the same game."""
    assert world.winner == position.winner
    if position.phase == OVER:
        return
    assert world.to_act() == position.to_act and world.phase == position.phase
    assert [world.hand(0), world.hand(1)] == position.hands
    assert world.table == mask_of(position.table)
    assert world.drawing() == list(position.talon[position.drawn :])
    assert world.may_pass() == position.may_pass()
    if position.phase == GIVE_MORE:
        assert world.giving == position.legal() and world.limit == position.give_limit()
    else:
        assert world.legal() == position.legal()


def play_as_dummy(position: Position) -> None:
    """Play as the engine durak-dummy does, or settle the bout."""
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


@pytest.mark.few(1)
@pytest.mark.parametrize("one_by_one", [False, True])
def test_every_action_comes_out_as_the_rules_say(world: ModuleType, one_by_one: bool) -> None:
    choose = random.Random(3)
    for _, position in running(150):
        found = world_in(world, position)
        while position.phase != OVER:
            agree(found, position)
            action = choose.choice(list(position.legal_actions())[:64])
            if position.phase == GIVE_MORE and one_by_one:
                for card in sorted(action):
                    found.play(1 << card)
                # The last card that may be given ends it.
                if found.phase == GIVE_MORE:
                    found.play(0)
            elif position.phase == GIVE_MORE:
                found.give(mask_of(action))
            else:
                found.play(mask_of(action))
            position.play(action)
            # A world does not ask where nothing can be given.
            while position.phase == DEAL or (
                position.phase == GIVE_MORE and not (position.legal() and position.give_limit())
            ):
                position.deal() if position.phase == DEAL else position.play(())
        agree(found, position)


def test_it_stops_where_the_talon_is_empty_and_few_cards_are_left(world: ModuleType) -> None:
    stopped = 0
    for _, position in running():
        found = world_in(world, position)
        winner = found.play_out(0, 0, 9)
        while position.phase != OVER:
            cards = position.hands[0] | position.hands[1]
            between = position.phase == MOVE and not position.table
            if between and not position.talon_count and cards.bit_count() <= 9:
                stopped += 1
                break
            play_as_dummy(position)
        assert winner == position.winner
        agree(found, position)
    assert stopped > GAMES // 4


def test_who_plays_at_random_plays_every_legal_action_as_often(world: ModuleType) -> None:
    position = next(
        one for _, one in running()
        if one.phase == MOVE and one.table and one.legal().bit_count() == 2
    )  # fmt: skip
    found = world_in(world, position)
    found.random = 12345
    seen = Counter(found.choose(world.AT_RANDOM) for _ in range(6000))
    assert set(seen) == {0, *(1 << card for card in cards_in(position.legal()))}
    assert all(abs(times - 2000) < 250 for times in seen.values())


def test_habits_are_kept_by_the_player_who_has_them(world: ModuleType) -> None:
    choose, kept = random.Random(8), Counter[int]()
    for _, position in running():
        while position.phase != OVER:
            if position.phase != DEAL and not (
                position.phase == GIVE_MORE and not position.give_limit()
            ):
                found = world_in(world, position)
                plain_cards = position.legal() & ~found.trumps
                beats = position.phase == RESPOND
                throws_in = position.phase == GIVE_MORE or (position.phase == MOVE and found.table)
                if beats:
                    assert found.choose(world.ALWAYS_TAKES) == 0
                    card = found.choose(world.KEEPS_TRUMPS)
                    assert not card & found.trumps or position.talon_count <= 2
                    kept[world.KEEPS_TRUMPS] += not card and bool(position.legal())
                elif throws_in:
                    assert found.choose(world.NEVER_THROWS_IN) == 0
                card = found.choose(world.TRUMPS_FIRST)
                if position.phase == GIVE_MORE:
                    assert card == position.legal() & -position.legal()
                elif position.legal() & found.trumps:
                    assert card & found.trumps
                    kept[world.TRUMPS_FIRST] += bool(plain_cards)
                for habits in (0, world.AT_RANDOM, world.ERRATIC):
                    card = found.choose(habits)
                    assert card & position.legal() or (not card and position.may_pass())
            advance(position, choose)
    assert min(kept.values()) > 50 and len(kept) == 2


def test_compiled_and_plain_are_the_same() -> None:
    fast, slow = module("world", "compiled"), plain("world")
    habits = (0, fast.KEEPS_TRUMPS, fast.AT_RANDOM, fast.ERRATIC | fast.TRUMPS_FIRST)
    for number, position in running():
        ends = []
        for way in (fast, slow):
            found = world_in(way, position)
            found.random = 99
            found.play_out(habits[number % 4], habits[number // 4 % 4], 8)
            ends.append((found.winner, found.hand(0), found.hand(1), found.random))
        assert ends[0] == ends[1]
