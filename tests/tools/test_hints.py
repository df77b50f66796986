"""The decisions by which hints are measured, and what is measured."""

import pytest

from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.analysis.montecarlo import Budget, listed_actions
from tools.hints import POSITIONS, decisions, measure, reference


def test_there_are_decisions_with_hidden_cards_each_of_another_game() -> None:
    found = reference()
    assert len({one.game for one in found}) == len(found) == POSITIONS
    for one in found:
        assert not knowledge_of(one.position).certain
        assert list(one.values) == listed_actions(one.position)


@pytest.mark.slow
def test_the_reference_decisions_can_be_made_again() -> None:
    assert str(next(decisions())) == str(reference()[0])


def test_the_longer_the_thought_the_truer_the_hint() -> None:
    some = reference()[:12]
    error, loss, _ = measure(some, Budget(worlds=20, fair=True))
    less, least, _ = measure(some, Budget(worlds=800, fair=True))
    assert less < error / 2
    assert least <= loss
