"""The positions that ship: each is from a real game and has one clearly best action."""

from collections import Counter

import pytest

from durak_tui.analysis.endgame import Solver
from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.analysis.montecarlo import Budget, MonteCarlo, listed_actions
from durak_tui.game.position import DEAL
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import MARGIN, Shipped, from_json, shipped, to_json
from tools.practice import OBVIOUS, WANTED, count, mixed, obvious, sort_of

WORLDS = 4000
ALL = shipped()
EXACT = [number for number, one in enumerate(ALL) if not one.worlds]
ESTIMATED = [number for number, one in enumerate(ALL) if one.worlds]


def best(one: Shipped) -> tuple[int, ...]:
    return max(one.values, key=one.values.__getitem__)


def test_there_are_enough_of_every_sort_and_few_are_obvious() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for one in ALL:
        count(found, one)
    assert len(ALL) >= 200
    assert {sort[:1] for sort in found} == {("lead",), ("throw in",), ("beat",), ("give more",)}
    assert {sort[1] for sort in found} == {"early", "late", "empty"}
    assert sum(found[(*sort, OBVIOUS)] for sort in WANTED) <= len(ALL) * 0.3
    assert len({one.game for one in ALL}) == len(ALL)
    assert [str(one.position) for one in mixed(ALL)] == [str(one.position) for one in ALL]


def test_every_legal_action_has_a_value_and_one_is_best_by_the_margin() -> None:
    for one in ALL:
        assert list(one.values) == listed_actions(one.position)
        assert all(0 <= value <= 1 for value in one.values.values())
        first, second = sorted(one.values.values(), reverse=True)[:2]
        assert first - second >= MARGIN - 0.002  # both are rounded
        assert len(one.values) >= 3
        one.position.check(best(one))


def test_each_is_what_its_game_had_come_to() -> None:
    for one in ALL:
        game = exercise(one).game("You")
        assert str(game.position) == str(one.position)
        assert game.to_act == game.here == one.position.to_act
        assert one.position.phase < DEAL


def test_a_position_is_read_as_it_was_written() -> None:
    for one in ALL:
        again = from_json(to_json(one))
        assert str(again.position) == str(one.position)
        assert again._replace(position=one.position) == one


@pytest.mark.few(12)
@pytest.mark.parametrize("number", EXACT)
def test_what_is_said_to_be_exact_is_what_the_solver_finds(number: int) -> None:
    one = ALL[number]
    found = {worth.action: worth.value for worth in Solver().values(one.position)}
    assert found == {action: 2 * value - 1 for action, value in one.values.items()}


@pytest.mark.few(5)
@pytest.mark.parametrize("number", ESTIMATED)
def test_an_estimate_is_found_again_with_other_worlds(number: int) -> None:
    one = ALL[number]
    scores = []
    budget = Budget(worlds=WORLDS, fair=True)
    for known in (knowledge_of(one.position), OpponentModel().knowledge(one.position)):
        found = MonteCarlo().evaluate(known, budget, seed=77, played=best(one))
        assert found.best.action == best(one)
        scores.append(found.best.score)
    # Where what follows can be played in two ways that are nearly worth the same to the player
    # who chooses, the tree settles on one of them.
    assert sum(scores) / 2 == pytest.approx(one.values[best(one)], abs=0.15)


@pytest.mark.slow
def test_most_estimates_are_found_again_within_two_hundredths() -> None:
    errors = []
    for number in ESTIMATED[::8]:
        one = ALL[number]
        budget = Budget(worlds=WORLDS, fair=True)
        found = MonteCarlo().evaluate(knowledge_of(one.position), budget, seed=78)
        errors += [abs(choice.score - one.values[choice.action]) for choice in found.choices]
    assert sorted(errors)[len(errors) * 3 // 4] < 0.02


def test_what_is_obvious_is_what_the_dummy_plays() -> None:
    for one in ALL:
        one.position.check(obvious(one.position))
        assert sort_of(one.position) in WANTED
