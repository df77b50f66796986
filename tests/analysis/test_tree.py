"""The search tree: what is counted, what is the same again, and what it finds."""

from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from durak_tui.analysis import alphabeta, bout_value, kernel
from durak_tui.analysis.character import DUMMY
from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import Knowledge, knowledge_of
from durak_tui.analysis.world import ALWAYS_TAKES, ERRATIC, KEEPS_TRUMPS, NOTHING, World
from durak_tui.game.cards import mask_of
from durak_tui.game.position import DEAL, GIVE_MORE, Action, Position
from tests.analysis.sources import WAYS, module, plain
from tests.game.build import bout, card, mask
from tests.game.walks import walk


@pytest.fixture(params=WAYS)
def tree(request: pytest.FixtureRequest) -> ModuleType:
    """The module, one way and the other."""
    return module("tree", request.param)


def hidden_decisions(number: int) -> list[tuple[Knowledge, list[Action]]]:
    """Turns of a random game with cards unknown, and several actions."""
    found = []
    models = OpponentModel(), OpponentModel()
    for position in walk(number):
        if position.phase == DEAL:
            continue
        known = models[position.to_act].knowledge(position)
        actions = list(position.legal_actions())
        if not known.certain and 1 < len(actions) < 40:
            found.append((known, actions))
    return found


def grown(way: ModuleType, known: Knowledge, actions: list[Action], seed: int = 1) -> Any:
    """A tree where this is to be decided, with its nodes in the order of the actions."""
    is_plain = way is plain("tree")
    searching, seeing = (
        (plain("alphabeta"), plain("bout_value")) if is_plain else (alphabeta, bout_value)
    )
    growing = way.Tree(searching.Search(10), seeing.shipped(), 10, 500)
    worlds = known.worlds(kernel.seeded(seed))
    if is_plain:
        copied = plain("world").Worlds(worlds.random)
        copied.base.become(worlds.base)
        copied.base.left = known.talon_count
        copied.begin(1 << known.trump, known.enemy_known, known.enemy_count, known.hidden)
        for place, cards in enumerate(known.unlikely):
            copied.doubt(place, cards)
        worlds = copied
    growing.begin(worlds)
    return growing, [growing.add(mask_of(action)) for action in actions]


def test_each_iteration_is_one_of_one_action(tree: ModuleType) -> None:
    phases = set()
    for known, actions in hidden_decisions(1)[::3]:
        growing, nodes = grown(tree, known, actions)
        growing.run(60)
        assert sum(growing.visits(node) for node in nodes) == growing.visits(0) == 60
        assert all(0 <= growing.score(node) <= 1 for node in nodes)
        phases.add(known.phase)
    assert GIVE_MORE in phases


def test_evenly_every_action_is_tried_in_every_world(tree: ModuleType) -> None:
    for known, actions in hidden_decisions(2)[::4]:
        growing, nodes = grown(tree, known, actions)
        growing.run_evenly(12)
        assert {growing.visits(node) for node in nodes} == {12}


def test_what_was_never_tried_is_worth_half(tree: ModuleType) -> None:
    known, actions = hidden_decisions(1)[0]
    growing, nodes = grown(tree, known, actions)
    assert {growing.score(node) for node in nodes} == {0.5}


def test_the_same_seed_grows_the_same_tree_compiled_and_plain() -> None:
    fast = module("tree", "compiled")
    for number, (known, actions) in enumerate(hidden_decisions(5)[::5]):
        results = []
        for way in (fast, fast, plain("tree")):
            growing, nodes = grown(way, known, actions, number)
            for habits, share in ((DUMMY, 0.1), (KEEPS_TRUMPS, 0.2), (ERRATIC, 0.3)):
                growing.expect(habits, int(share * way.SHARES))
            growing.run(150)
            growing.run_evenly(5)
            results.append([(growing.visits(node), growing.score(node)) for node in nodes])
        assert results[0] == results[1] == results[2]


def test_a_tree_begins_anew_and_without_habits_with_each_decision() -> None:
    compiled = module("tree", "compiled")
    (first, some), (second, others) = hidden_decisions(3)[:2]
    used, _ = grown(compiled, first, some)
    used.run(3000)  # More nodes than there was room for.
    used.expect(ALWAYS_TAKES, compiled.SHARES)
    used.begin(second.worlds(kernel.seeded(1)))
    nodes = [used.add(mask_of(action)) for action in others]
    fresh, fresh_nodes = grown(compiled, second, others)
    for growing in (used, fresh):
        growing.run(500)
    for found in ("visits", "score"):
        assert [getattr(used, found)(node) for node in nodes] == [
            getattr(fresh, found)(node) for node in fresh_nodes
        ]


def unsure(attacker: str, defender: str, talon: str, trump: str) -> tuple[Position, Knowledge]:
    """A bout, and what its attacker knows who has not seen the other hand."""
    position = bout(attacker, defender, trump=trump, talon=talon)
    return position, knowledge_of(position)


def test_most_iterations_go_where_most_is_won() -> None:
    # Nobody beats the aces but with a trump, of which there are few: low cards are led first.
    position, known = unsure("6C AS KS QS JS TS", "6D 7D 8D 9D TD JD", "7C 8C 9C 6S", "6S")
    actions = list(position.legal_actions())
    growing, nodes = grown(module("tree", "compiled"), known, actions)
    growing.run(2000)
    visits = {action: growing.visits(node) for action, node in zip(actions, nodes, strict=True)}
    best = max(visits, key=visits.__getitem__)
    assert best == (card("6C"),) and visits[best] > 2000 / 3


def test_a_player_with_a_habit_does_nothing_else(tree: ModuleType) -> None:
    # They always take, so that a card that they could beat is as good as any.
    position, known = unsure("6C 6D AS", "7C 7D 8D 9D TD JD", "7H 8C 9C 6S", "6S")
    actions = list(position.legal_actions())
    growing, nodes = grown(tree, known, actions)
    growing.expect(ALWAYS_TAKES, tree.SHARES)
    growing.run(400)
    assert all(growing.reply(node) == 0 for node in nodes if growing.visits(node) > 1)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_habits_have_the_share_of_the_iterations_that_is_expected(
    tree: ModuleType, share: float
) -> None:
    # A bout ends with what its attacker leads if it is taken and nothing can be given; who always
    # takes wins never, and who looks for the best beats and wins.
    position, known = unsure("6C KD", "7C", "", "6S")
    known = known._replace(enemy_known=mask("7C"), hidden=0)
    growing, (node, _) = grown(tree, known, list(position.legal_actions()))
    growing.expect(ALWAYS_TAKES, int(share * tree.SHARES))
    growing.run_evenly(4000)
    assert growing.score(node) == pytest.approx(share, abs=0.04)


def test_the_likeliest_reply_is_what_came_most_often() -> None:
    position, known = unsure("6C 6D AS", "7C 7D 8D 9D TD JD", "7H 8C 9C 6S", "6S")
    actions, lead = list(position.legal_actions()), card("6C")
    compiled = module("tree", "compiled")
    growing, nodes = grown(compiled, known, actions)
    assert {growing.reply(node) for node in nodes} == {NOTHING}
    growing.expect(DUMMY, compiled.SHARES)
    growing.run(2000)
    replies = Counter[int]()
    worlds, world = known.worlds(kernel.seeded(2)), World()
    for _ in range(2000):
        worlds.draw(world)
        world.play(1 << lead)
        replies[world.choose(DUMMY)] += 1
    assert growing.reply(nodes[actions.index((lead,))]) == max(replies, key=replies.__getitem__)


@pytest.mark.slow
def test_a_tree_that_is_full_goes_on_with_what_it_has() -> None:
    fast = module("tree", "compiled")
    known, actions = hidden_decisions(1)[0]
    growing, nodes = grown(fast, known, actions)
    growing.run(fast.MOST + 10_000)
    assert sum(growing.visits(node) for node in nodes) == fast.MOST + 10_000
