"""Solved positions are remembered; failed ones come back, later and later."""

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.practice.history import GAPS, History, HistoryStore, MissedPosition
from durak_tui.user.folders import data_folder
from tests.user.stores import files_beside, problems

ANSWERS = st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=40)


def after(*answers: tuple[str, bool]) -> History:
    """The history of these answers."""
    history = History()
    for key, right in answers:
        history = history.after(key, right)
    return history


def test_what_is_right_at_once_is_solved() -> None:
    assert after(("a", True)) == History(1, {"a": None})


def test_what_was_failed_is_solved_by_right_answers_in_a_row() -> None:
    history = after(("a", False))
    for number, gap in enumerate(GAPS):
        assert history.positions["a"] == MissedPosition(number, history.answers + gap)
        history = history.after("a", True)
    assert history.positions["a"] is None


def test_a_wrong_answer_begins_anew() -> None:
    history = after(("a", False), ("a", True), ("a", False))
    assert history.positions["a"] == MissedPosition(0, 3 + GAPS[0])
    assert after(("a", True), ("a", False)).positions["a"] == MissedPosition(0, 2 + GAPS[0])


@given(ANSWERS)
def test_the_order_is_that_of_the_last_answers(answers: list[tuple[str, bool]]) -> None:
    history = after(*answers)
    assert history.answers == len(answers)
    last = {key: number for number, (key, _) in enumerate(answers)}
    assert list(history.positions) == sorted(last, key=last.__getitem__)
    assert all(its is None or its.due > history.answers - GAPS[-1]
               for its in history.positions.values())  # fmt: skip


@given(ANSWERS)
def test_a_history_is_found_again_in_its_file(
    tmp_path_factory: pytest.TempPathFactory, answers: list[tuple[str, bool]]
) -> None:
    file = tmp_path_factory.mktemp("data") / "practice.json"
    store = HistoryStore(file)
    for answer in answers[:5]:
        store.change(partial(History.after, key=answer[0], right=answer[1]))
    again = HistoryStore(file)
    assert (again.value, problems(again)) == (after(*answers[:5]), [])
    assert list(again.value.positions) == list(store.value.positions)


def test_it_is_kept_in_the_data_folder_of_the_user() -> None:
    HistoryStore().change(lambda history: history.after("a", False))
    text = (data_folder() / "practice.json").read_text()
    assert json.loads(text) == {"answers": 1, "positions": {"a": [0, 4]}}


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", '{"answers": -1, "positions": {}}', '{"answers": 1}', "[" * 99_999,
        '{"answers": 1, "positions": {"a": [3, 1]}}', '{"answers": 1, "positions": {"a": 7}}',
        '{"answers": true, "positions": {}}', '{"answers": 1, "positions": {"a": [0, "1"]}}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_reported_and_kept_beside_the_new_one(tmp_path: Path, text: str) -> None:
    file = tmp_path / "practice.json"
    file.write_text(text)
    store = HistoryStore(file)
    assert store.value == History()
    assert "is damaged" in problems(store)[0]
    store.change(lambda history: history.after("a", True))
    assert files_beside(file) == {"practice.json.broken"}
    assert (tmp_path / "practice.json.broken").read_text() == text
    assert HistoryStore(file).value == History(1, {"a": None})


def test_what_a_later_version_has_written_stays(tmp_path: Path) -> None:
    file = tmp_path / "practice.json"
    file.write_text('{"answers": 1, "positions": {"a": null}, "of_later": [1]}')
    HistoryStore(file).change(lambda history: history.after("a", True))
    assert json.loads(file.read_text())["of_later"] == [1]


def test_what_is_wrong_is_said_in_a_line_however_long_it_is(tmp_path: Path) -> None:
    file = tmp_path / "practice.json"
    file.write_text(json.dumps({"answers": "a\n" * 100_000, "positions": {}}))
    (said,) = problems(HistoryStore(file))
    assert said.isprintable()
    assert len(said) < 500 + len(str(file))
