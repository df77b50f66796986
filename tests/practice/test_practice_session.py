"""Practice: the next position, and judging and keeping answers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.violation import IllegalAction
from durak_tui.practice.exercises import Exercise, exercise
from durak_tui.practice.history import GAPS, History, HistoryStore
from durak_tui.practice.positions import shipped
from durak_tui.practice.practice_session import OWN_EVERY, Counts, Practice, chosen

FEW = [exercise(one, number) for number, one in enumerate(shipped()[:12])]


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    return Practice(HistoryStore(tmp_path / "practice.json"), FEW)


def wrong(one: Exercise) -> tuple[int, ...]:
    """Another action than the best."""
    return next(action for action, _ in one.question.values if action != one.question.best[0])


def right(one: Exercise) -> tuple[int, ...]:
    return one.question.best[0]


def test_new_ones_come_in_their_order(practice: Practice) -> None:
    for one in FEW:
        assert practice.current.key == one.key
        assert practice.answer(right(practice.current)).right
        practice.next()
    assert practice.counts == Counts(len(FEW), len(FEW), 0)
    # All are solved: the one that was answered longest ago is asked again.
    assert practice.current.key == FEW[0].key


def test_a_failed_one_comes_back_soon(practice: Practice) -> None:
    failed = practice.current
    assert not practice.answer(wrong(failed)).right
    assert practice.counts == Counts(0, len(FEW), 1)
    asked = []
    for _ in range(GAPS[0]):
        practice.next()
        asked.append(practice.current.key)
        practice.answer(right(practice.current))
    assert failed.key not in asked[:-1]
    practice.next()
    assert practice.current.key == failed.key and practice.has_waited


def test_only_the_first_answer_counts(practice: Practice) -> None:
    practice.answer(wrong(practice.current))
    assert practice.answer(right(practice.current)).right
    assert practice.judgement and not practice.judgement.right
    assert practice.counts.solved == 0


def test_what_the_rules_forbid_is_no_answer(practice: Practice) -> None:
    foreign = next(
        card for card in range(16, 52)
        if not practice.current.question.position.hands[practice.current.start.seat] >> card & 1
    )  # fmt: skip
    with pytest.raises(IllegalAction):
        practice.answer((foreign,))
    assert practice.judgement is None and practice.counts == Counts(0, len(FEW), 0)


def test_an_answer_that_cannot_be_stored_holds_all_the_same(
    practice: Practice, tmp_path: Path
) -> None:
    (tmp_path / "practice.json").mkdir()
    with pytest.raises(OSError):
        practice.answer(right(practice.current))
    assert practice.judgement and practice.judgement.right
    assert practice.counts.solved == 1


def test_ones_own_mistakes_come_among_the_others(tmp_path: Path) -> None:
    own = [one._replace(own=True) for one in FEW[6:]]
    practice = Practice(HistoryStore(tmp_path / "practice.json"), FEW[:6])
    practice.add(own)
    assert practice.counts.total == len(FEW)
    asked = []
    for _ in FEW:
        asked.append(practice.current.own)
        practice.answer(right(practice.current))
        practice.next()
    # The first one was chosen before there were others.
    assert asked[1 : 2 * OWN_EVERY + 1] == [False, False, True] * 2


@given(st.lists(st.tuples(st.integers(0, len(FEW) - 1), st.booleans()), max_size=60))
def test_nothing_waits_longer_than_it_must(answers: list[tuple[int, bool]]) -> None:
    history = History()
    for place, is_right in answers:
        history = history.after(FEW[place].key, is_right)
    next_one = chosen(FEW, history)
    its = history.positions.get(next_one.key)
    due = [w.due for w in history.positions.values() if w and w.due <= history.answers]
    if due:
        assert its and its.due == min(due)
    elif any(one.key not in history.positions for one in FEW):
        assert next_one.key not in history.positions
