"""The program's own memory: logs, series, nothing anybody would miss."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common import files
from durak_tui.common.values import MOST_COUNTED
from durak_tui.user.folders import state_folder
from durak_tui.user.state import RECENT, Series, StateStore, UserState, Winner, With
from tests.processes import look_until
from tests.user.stores import problems

WINNERS: list[Winner] = ["person", "engine", "person"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "state.json"


def written(file: Path, text: str | bytes) -> StateStore:
    """The state in a file that has this text."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return StateStore(file)


def test_at_first_nothing_is_remembered_and_no_file_is_made(file: Path) -> None:
    store = StateStore(file)
    assert (store.value, problems(store)) == (UserState(), [])
    assert not file.parent.exists()


def test_it_is_kept_in_the_state_folder_of_the_user() -> None:
    StateStore().change(lambda state: state.with_log("/games.log"))
    file = state_folder() / "state.json"
    assert json.loads(file.read_text())["recent_logs"] == ["/games.log"]
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert StateStore().value.recent_logs == (Path("/games.log"),)


def test_recent_logs_are_newest_first_absolute_and_not_too_many(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state = UserState().with_log("games/a.log").with_log("~/b.log").with_log("games/../games/a.log")
    assert state.recent_logs == (tmp_path / "games/a.log", Path.home() / "b.log")
    assert state.last_log_folder == tmp_path / "games"
    for n in range(RECENT + 5):
        state = state.with_log(f"/{n}.log")
    assert [log.stem for log in state.recent_logs] == [str(n) for n in range(RECENT + 4, 4, -1)]
    assert StateStore(file).change(lambda _: state) == StateStore(file).value == state


def test_a_path_that_is_no_text_comes_back_as_it_was(file: Path) -> None:
    log = Path(os.fsdecode(b"/games/\xff\n.log"))
    StateStore(file).change(lambda state: state.with_log(log))
    assert StateStore(file).value.recent_logs == (log,)


def test_games_against_an_engine_are_counted(file: Path) -> None:
    store = StateStore(file)
    assert store.value.against("lisa") == Series()
    for winner in WINNERS:
        store.change(partial(UserState.with_result, whom="lisa", winner=winner))
    store.change(lambda state: state.with_result("bart", "engine"))
    assert StateStore(file).value.against("lisa") == Series(2, 1, 0, ("person", "engine", "person"))
    store.change(lambda state: state.with_result("lisa", None))
    assert store.value.against("lisa") == Series(2, 1, 1, ("person", "engine", "person", None))


def test_two_people_have_one_score_that_each_sees_from_their_side(file: Path) -> None:
    store = StateStore(file)
    for winner in WINNERS:
        store.change(partial(UserState.with_result, whom=("Lisa", "Bart"), winner=winner))
    store.change(lambda state: state.with_result(("Bart", "Lisa"), None))
    again = StateStore(file).value
    assert again.against(("Lisa", "Bart")) == Series(2, 1, 1, ("person", "engine", "person", None))
    assert again.against(("Bart", "Lisa")) == Series(1, 2, 1, ("engine", "person", "engine", None))
    assert again.against(("Bart", "Ann")) == again.against("Lisa") == Series()


def test_of_the_last_games_an_earlier_version_knew_who_won_one(file: Path) -> None:
    old = {"wins": 3, "losses": 2, "draws": 0, "last_winner": "engine"}
    store = written(file, json.dumps({"series": {"lisa": old, "bart": {**old, "wins": 9}}}))
    assert store.value.against("lisa").last_winner == "engine"
    series = store.change(lambda state: state.with_result("lisa", "person")).against("lisa")
    assert series == Series(4, 2, 0, ("engine", "person"))


def test_no_more_than_the_last_games_are_remembered_one_by_one() -> None:
    state = UserState()
    for winner in ("engine", *["person"] * 4, None):
        state = state.with_result("lisa", winner)  # type: ignore[arg-type]
    assert state.against("lisa") == Series(4, 1, 1, ("person",) * 4 + (None,))


def test_who_was_chosen_and_what_was_suggested_is_remembered(file: Path) -> None:
    store = StateStore(file)
    store.change(lambda state: state.with_opponent("lisa").with_opponent("Casual"))
    for _time in range(2):
        store.change(lambda state: state.with_suggestion("Beginner", "Casual"))
    again = StateStore(file).value
    assert (again.opponent, again.suggested) == ("Casual", (("Beginner", "Casual"),))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "Expecting value: line 1 column 1"),
        (b'{"recent_logs": [', "line 1 column 18"),
        (b"[1]", "not a JSON object"),
        (b'"\xff"', "invalid start byte"),
        (b"[" * 100_000, "recursion"),
    ],
)
def test_a_damaged_file_is_reported_and_kept_beside_the_new_one(
    file: Path, text: bytes, why: str
) -> None:
    store = written(file, text)
    assert store.value == UserState()
    [problem] = problems(store)
    assert problem.startswith(f"{file} is damaged: ")
    assert why in problem
    assert "\n" not in problem
    assert file.read_bytes() == text
    store.change(lambda state: state.with_log("/a.log"))
    assert file.with_name("state.json.broken").read_bytes() == text
    assert problems(store) == problems(StateStore(file)) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("recent_logs", "/a.log"),
        ("recent_logs", ["relative.log"]),
        ("recent_logs", [3]),
        ("recent_logs", ["/a\0b"]),
        ("last_log_folder", "relative"),
        ("last_log_folder", 3),
        ("series", [1]),
        ("series", {"lisa": 3}),
        ("series", {"lisa": {}}),
        ("series", {"lisa": {"wins": -1, "losses": 0, "draws": 0}}),
        ("series", {"lisa": {"wins": True, "losses": 0, "draws": 0}}),
        ("series", {"lisa": {"wins": 1, "losses": 0, "draws": 0, "last_winner": "me"}}),
        ("series", {"lisa": {"wins": 1, "losses": 0, "draws": 0, "recent": ["me"]}}),
        ("series", {"lisa": {"wins": 1, "losses": 0, "draws": 0, "recent": "person"}}),
        ("opponent", 3),
        ("suggested", [["Beginner"]]),
        ("played_with", 5),
        ("people", ["Ann"]),
        ("people", ["Ann", 2]),
        ("people", ["Ann", "B\nen"]),
        ("between", {"Ann": {"wins": 1, "losses": 2, "draws": 3}}),
        ("between", {"Ann": {"Ben": {"wins": 1, "losses": 2}}}),
        ("suggested", ["Beginner"]),
        ("suggested", [["Beginner", 2]]),
        ("imported_old", 1),
    ],
)
def test_of_a_file_that_is_wrong_in_part_the_rest_is_used(file: Path, key: str, value: Any) -> None:
    good = {
        "recent_logs": ["/a.log"],
        "last_log_folder": "/logs",
        "series": {"lisa": {"wins": 1, "losses": 2, "draws": 3, "last_winner": "engine"}},
        "imported_old": True,
        "opponent": "lisa",
        "suggested": [["Beginner", "Casual"]],
        "people": ["Ben", "Ann"],
        "played_with": "keyboard",
        "between": {"Ann": {"Ben": {"wins": 1, "losses": 0, "draws": 0, "recent": ["person"]}}},
    }
    whole = UserState(
        (Path("/a.log"),), Path("/logs"), {"lisa": Series(1, 2, 3, ("engine",))}, True,
        opponent="lisa", suggested=(("Beginner", "Casual"),), people=("Ben", "Ann"),
        played_with="keyboard",
        between={"Ann": {"Ben": Series(1, 0, 0, ("person",))}},
    )  # fmt: skip
    assert written(file, json.dumps(good)).value == whole
    text = json.dumps({**good, key: value})
    store = written(file, text)
    assert f"is damaged: {key}." in problems(store)[0]
    for name in good:
        default = getattr(UserState(), name)
        assert getattr(store.value, name) == (default if name == key else getattr(whole, name))
    store.change(lambda state: state.with_log("/b.log"))
    assert file.with_name("state.json.broken").read_text() == text


def test_a_key_cannot_write_on_the_terminal(file: Path) -> None:
    key = json.dumps("\x1b]0;x\x07" + "y" * 100_000)
    store = written(file, f"{{{key}: {'[' * 200}{']' * 200}}}")
    (problem,) = problems(store)
    assert problem.isprintable() and len(problem) < 500


def test_many_opponents_are_not_too_many(file: Path) -> None:
    store = StateStore(file)
    series = {f"engine {n}": Series(1, 0, 0) for n in range(1500)}
    store.change(lambda state: replace(state, series=series))
    assert StateStore(file).value.series == series


def test_what_a_later_version_remembers_stays(file: Path) -> None:
    store = written(file, '{"favourites": [1], "recent_logs": ["/a.log"]}')
    assert problems(store) == []
    store.change(lambda state: state.with_result("lisa", "person"))
    assert json.loads(file.read_text())["favourites"] == [1]


@pytest.mark.parametrize("depth", [101, 500, 900])
def test_what_is_nested_too_deeply_is_kept_beside(depth: int, file: Path) -> None:
    text = '{"recent_logs": ["/a.log"], "x": ' + "[" * depth + "]" * depth + "}"
    store = written(file, text)
    assert len(problems(store)) == 1
    store.change(lambda state: state.with_log("/b.log"))
    assert json.loads(file.read_text())["recent_logs"] == ["/b.log", "/a.log"]
    assert file.with_name("state.json.broken").read_text() == text


def test_nothing_is_written_when_nothing_changes(file: Path) -> None:
    store = written(file, '{"recent_logs": ["/a.log"], "last_log_folder": "/"}')
    store.change(lambda state: state.with_log("/a.log"))
    assert file.read_text() == '{"recent_logs": ["/a.log"], "last_log_folder": "/"}'


def test_a_change_is_seen_at_once_and_loses_none_that_another_program_writes_meanwhile(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 60.0)
    store = StateStore(file)
    with ThreadPoolExecutor() as pool:
        with files.locked(file):
            changing = pool.submit(store.change, lambda state: state.with_opponent("Expert"))
            look_until(lambda: store.value.opponent == "Expert")
            assert not file.exists()
            written(file, '{"recent_logs": ["/a.log"]}')
        both = UserState(recent_logs=(Path("/a.log"),), opponent="Expert")
        assert changing.result() == StateStore(file).value == both


series = st.builds(
    Series,
    *[st.integers(0, MOST_COUNTED)] * 3,
    st.lists(st.sampled_from(["person", "engine", None]), max_size=5).map(tuple),
)
names = st.text(st.characters(categories=["L", "N", "S"]), max_size=9)
paths = st.text(st.characters(exclude_characters="\0"), min_size=1).map(lambda t: Path("/", t))
states = st.builds(
    UserState,
    st.lists(paths, max_size=RECENT, unique=True).map(tuple),
    st.none() | paths,
    st.dictionaries(st.text(), series),
    st.booleans(),
    opponent=st.text(),
    suggested=st.lists(st.tuples(st.text(), st.text())).map(tuple),
    people=st.none() | st.tuples(names, names),
    between=st.dictionaries(st.text(), st.dictionaries(st.text(), series)),
    last_match=st.none() | paths,
    last_tournament=st.none() | paths,
    played_with=st.sampled_from(get_args(With)),
)


@given(states)
def test_everything_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, state: UserState
) -> None:
    file = tmp_path_factory.mktemp("any") / "state.json"
    assert StateStore(file).change(lambda _: state) == state
    store = StateStore(file)
    assert (store.value, problems(store)) == (state, [])
