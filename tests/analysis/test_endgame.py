"""Endgames are solved exactly: held against a search that looks at everything."""

import random
from time import monotonic
from types import ModuleType
from typing import NamedTuple

import pytest

from durak_tui.analysis import alphabeta, endgame, kernel
from durak_tui.analysis.endgame import Solver, after, world_of
from durak_tui.game.caps import UNLIMITED, Caps
from durak_tui.game.cards import DECK_SIZES, card_name, card_names, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DRAW, GIVE_MORE, MOVE, OVER, RESPOND, Action, Position
from tests.analysis import bruteforce
from tests.analysis.sources import WAYS, module, plain
from tests.game.build import bout, card, mask, played
from tests.game.reference import ReferenceGame

POSITIONS = 4000


@pytest.fixture(params=WAYS)
def searching(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The search, one way and the other; the solver uses the same."""
    found = module("alphabeta", request.param)
    monkeypatch.setattr(endgame, "alphabeta", found)
    return found


class Both(NamedTuple):
    """The same endgame for the product and for the reference."""

    position: Position
    reference: ReferenceGame


def small(choose: random.Random, most: int) -> Both:
    """An endgame with few cards of few ranks, at any point of a bout."""
    size = choose.choice(DECK_SIZES)
    ranks = choose.sample(range(13 - size // 4, 13), choose.randint(2, 5))
    pool = [rank * 4 + suit for rank in ranks for suit in range(4)]
    cards = choose.sample(pool, choose.randint(2, min(most, len(pool))))
    cut = choose.randint(1, len(cards) - 1)
    hands = cards[:cut], cards[cut:]
    trump, mover = choose.choice(pool), choose.randrange(2)
    cap = choose.choice((UNLIMITED, 1, 2, 3))
    both = mask_of(hands[0]), mask_of(hands[1])
    position = Position(both, (), mover, trump=trump, caps=Caps(cap, cap))
    names = [card_names(hand) for hand in hands]
    reference = ReferenceGame(names, [], card_name(trump), mover, attacks=cap, attacks_later=cap)
    for _ in range(choose.randrange(5)):
        answer = choose.choice(bruteforce.answers(reference))
        following = bruteforce.after(reference, answer)
        if following.state == "over":
            break
        reference = following
        position = after(position, tuple(card(name) for name in answer))
    return Both(position, reference)


def first_endgame(number: int) -> Position | None:
    """The first position without a talon between bouts of two dummies."""
    position = deal("endgame", number).position()
    world = world_of(position)
    if world.play_out(0, 0, 52) >= 0:
        return None
    return Position((world.hand(0), world.hand(1)), (), world.seat, trump=position.trump)


def replayed(position: Position, line: tuple[Action, ...]) -> int:
    """The result of a line for who acts first in it; each action is checked."""
    player = position.to_act
    for action in line:
        position.check(action)
        position = after(position, action)
    assert position.phase == OVER
    return 0 if position.winner == DRAW else 1 if position.winner == player else -1


@pytest.mark.slow
def test_every_action_of_small_positions_is_worth_what_looking_at_everything_says(
    searching: ModuleType,
) -> None:
    choose = random.Random(1)
    solver = Solver()
    seen = set()
    for _ in range(POSITIONS):
        position, reference = small(choose, choose.choice((3, 4, 5, 5, 6)))
        expected = {
            frozenset(answer): bruteforce.worth(
                bruteforce.after(reference, answer), reference.asked()
            )
            for answer in bruteforce.answers(reference)
        }
        found = {frozenset(card_names(a)): (low, high) for a, low, high in solver.values(position)}
        assert found == {answer: (worth, worth) for answer, worth in expected.items()}
        solution = solver.solve(position)
        assert solution.value == max(expected.values())
        assert expected[frozenset(card_names(solution.action))] == solution.value
        assert solution.line[0] == solution.action
        assert replayed(position, solution.line) == solution.value
        seen.add((position.phase, solution.value))
    assert seen == {(phase, value) for phase in (MOVE, RESPOND, GIVE_MORE) for value in (-1, 0, 1)}


def test_values_do_not_depend_on_what_is_remembered(searching: ModuleType) -> None:
    choose = random.Random(3)
    long, forgetful = Solver(), Solver(bits=1)
    for _ in range(150):
        position = small(choose, 8).position
        assert forgetful.values(position) == Solver().values(position) == long.values(position)


def test_whole_endgames_are_the_same_compiled_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = module("alphabeta", "compiled"), plain("alphabeta")
    compared = 0
    for number in range(120):
        position = first_endgame(number)
        if position is None:
            continue
        solutions = []
        for way in (fast, slow):
            monkeypatch.setattr(endgame, "alphabeta", way)
            solutions.append(Solver().solve(position, nodes=3000))
        assert solutions[0] == solutions[1]
        if solutions[0].value is not None:
            assert replayed(position, solutions[0].line) == solutions[0].value
            compared += 1
    assert compared > 50


@pytest.mark.few(1)
def test_a_limit_that_is_too_low_gives_bounds_and_nothing_invented(searching: ModuleType) -> None:
    unknown = 0
    for number in range(30):
        position = first_endgame(number)
        if position is None:
            continue
        full = Solver().solve(position, nodes=20_000)
        for nodes in (0, 1, 10, 100):
            solution = Solver().solve(position, nodes)
            # Each action in question is begun and given up at its first node.
            assert solution.nodes <= nodes + 2 * len(list(position.legal_actions()))
            position.check(solution.action)
            if full.value is not None:
                assert solution.low <= full.value <= solution.high
            if solution.value is None:
                unknown += 1
                assert solution.line == ()
            for worth in Solver().values(position, nodes):
                assert -1 <= worth.low <= worth.high <= 1
    assert unknown > 10


def test_the_limit_ends_a_search_among_very_many_ways_to_give(searching: ModuleType) -> None:
    # A million subsets of the twenty that fit, nearly all of them too large to be given.
    attacker = mask_of(card for card in range(52) if card & 3 and card < 28)
    table = mask_of(range(0, 28, 4))
    looking = searching.Search(10)
    looking.limit = 1000
    answer = looking.at_least(GIVE_MORE, attacker, mask("AC KC"), table, 0, 1)
    assert answer == searching.UNKNOWN
    assert looking.nodes <= 1100


def test_the_deadline_ends_a_search_wherever_it_is(searching: ModuleType) -> None:
    looking = searching.Search(10)
    looking.limit = 10**9
    looking.deadline = monotonic()
    hands = mask_of(range(0, 52, 2)), mask_of(range(1, 52, 2))
    assert looking.at_least(MOVE, *hands, 0, 0, 1) == searching.UNKNOWN
    assert looking.nodes <= 256


def test_with_more_ways_to_give_than_are_looked_at_the_result_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # To give both queens loses; that is the first way.
    position = bout("QH QD TC QS 8D", "8C QC JH KC", trump="AS")
    played(position, "QH", "")
    assert Solver().solve(position).value == 1
    monkeypatch.setattr(endgame, "MOST_LISTED", 1)
    found = Solver().solve(position)
    assert (found.low, found.high, found.sure) == (-1, 1, False)


def test_only_neighbours_that_are_alone_in_their_ranks_are_equivalent(
    searching: ModuleType,
) -> None:
    spare = searching.spare
    assert spare(mask("6C 7C 8C"), 0) == mask("7C 8C")
    assert spare(mask("6C 7C 8C"), mask("7D")) == 0
    assert spare(mask("6C 7C 8C"), mask("8D")) == mask("7C")
    assert spare(mask("6C 7D 8C"), 0) == 0
    assert spare(mask("6C 8C"), mask("7C")) == 0
    assert spare(mask("6C 6D 7C"), 0) == 0


def test_a_position_that_is_no_endgame_is_refused() -> None:
    solver = Solver()
    with pytest.raises(ValueError, match="the talon still has 1 card"):
        solver.solve(bout("6C", "7C", talon="8S"))
    with pytest.raises(ValueError, match="the game is over"):
        solver.values(bout("", "7C", trump="8S"))


@pytest.mark.parametrize(
    ("attacker", "defender", "value", "action"),
    [
        ("6C", "7C", 0, "6C"),  # last card against last card: a draw
        ("6C 6D", "7C 7D", 0, "6C"),  # of equal cards the first
        ("6C 6D", "7C 7H", 1, "6C"),  # thrown in, and the last card cannot be beaten
        ("6C 9D", "7C", 1, "9D"),  # the six would be beaten by their last card
    ],
)
def test_known_endgames(
    searching: ModuleType, attacker: str, defender: str, value: int, action: str
) -> None:
    solution = Solver().solve(bout(attacker, defender, trump="8S"))
    assert (solution.value, solution.action) == (value, (card(action),))


@pytest.mark.slow
def test_a_playout_ends_with_exact_play_if_nodes_suffice_and_with_dummies_if_not(
    searching: ModuleType,
) -> None:
    hopeful = searching.Search(16)
    differing = 0
    for number in range(100):
        position = deal("playout", number).position()
        winner = hopeful.playout(world_of(position), 0, 0, 12, 10_000)
        stopped = world_of(position)
        dummies = world_of(position).play_out(0, 0, 0)
        if stopped.play_out(0, 0, 12) >= 0:
            assert winner == stopped.winner
            continue
        hands, seat = (stopped.hand(0), stopped.hand(1)), stopped.seat
        exact = Solver().solve(Position(hands, (), seat, trump=position.trump)).value
        if hopeful.nodes > 10_000:
            exact = None
        assert winner == {1: seat, 0: DRAW, -1: 1 - seat, None: dummies}[exact]
        assert searching.Search(4).playout(world_of(position), 0, 0, 12, -1) in (winner, dummies)
        differing += winner != dummies
    assert differing > 5


def test_both_modules_run_the_same_way() -> None:
    assert alphabeta.COMPILED == kernel.COMPILED
