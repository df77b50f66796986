"""Maps, records, reports and logs of other games may come from anybody.

Each is read or refused with a sentence, in time, whatever is in it.
"""

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.cli.main import main
from tests.examples import examples
from tests.strangers.game_files import KINDS, examine, strange_files
from tests.strangers.haste import patient
from tests.strangers.readers import answer
from tests.strangers.searching import search
from tests.strangers.strategies import Log

MINE: Final = "log of Gold Rush"
DUEL: Final = "log of 2048"
COMMANDS: Final = {MINE: "goldrush", DUEL: "2048"}


@patient
def examined(folder: Path, kind: str, data: bytes) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    examine(folder, kind, data)


def with_value(kind: str, place: str, value: Any) -> bytes:
    """The log of a run whose first game has this value in a place such as ``details names 0``."""
    first, *rest = KINDS[kind].genuine()[0].splitlines(keepends=True)
    root: Any = json.loads(first)
    where, key = root, ""
    for key in place.split():
        where, last = (where[int(key)] if isinstance(where, list) else where.get(key)), where
    last[int(key) if isinstance(last, list) else key] = value
    return b"".join([json.dumps(root).encode(), b"\n", *rest])


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_program_writes_is_read(kind: str, tmp_path: Path) -> None:
    for data in KINDS[kind].genuine():
        examined(tmp_path / "files", kind, data)
    if kind in COMMANDS:
        answered = answer(main, COMMANDS[kind], "--show", tmp_path / "files" / "x.log")
        assert (answered.code, "cannot be read" in answered.output) == (0, False)


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", KINDS)
def test_no_file_of_another_game_stops_anything(kind: str, tmp_path: Path) -> None:
    @settings(max_examples=examples(100))
    @given(strange_files(kind))
    def stops_nothing(strange: Log) -> None:
        examined(tmp_path / "files", kind, strange)

    stops_nothing()


@pytest.mark.slow
def test_no_file_of_another_game_stops_anything_however_long_one_searches(tmp_path: Path) -> None:
    kinds = st.sampled_from(sorted(KINDS))
    search(
        lambda strange: examined(tmp_path / "files", *strange),
        kinds.flatmap(lambda kind: st.tuples(st.just(kind), strange_files(kind))),
    )


@pytest.mark.parametrize(
    ("kind", "place", "value", "why"),
    [
        (MINE, "details scores", 5, "scores is not a list"),
        (MINE, "details scores", [1], "scores is a list of 1"),
        (MINE, "details scores", [1, -1], "scores has a value that is not a whole number"),
        (MINE, "details names", ["a"] * 6, "names is a list of 6"),
        (MINE, "details names", ["a", 1], "names has a value that is not a text"),
        (MINE, "details bad", "x", "bad is not a list"),
        (MINE, "details bad", [["x", 1]], "bad has a value that is not the number of a turn"),
        (MINE, "details", {}, "scores is not a list"),
        (MINE, "names", ["a"] * 6, "is a list of 2"),
        (MINE, "opening rounds", 1e9, "rounds is not a whole number"),
        (MINE, "moves", "AX", "X is no turn"),
        (DUEL, "names", ["a"] * 3, "is a list of 2"),
        (DUEL, "names", ["a"], "is a list of 2"),
        (DUEL, "opening rounds", 0, "rounds is not a whole number"),
    ],
)
def test_what_is_wrong_with_a_game_is_said(
    tmp_path: Path, kind: str, place: str, value: Any, why: str
) -> None:
    log = tmp_path / "games.log"
    log.write_bytes(with_value(kind, place, value))
    answered = answer(main, COMMANDS[kind], "--show", log, 1)
    assert (answered.code, answered.output) == (2, "")
    assert "game 1 cannot be shown: " in answered.errors
    assert why in answered.errors
    assert answer(main, COMMANDS[kind], "--show", log, 2).code == 0


def test_a_game_that_is_broken_off_with_too_many_players_is_refused(tmp_path: Path) -> None:
    for kind, names in ((MINE, ["a"] * 6), (DUEL, ["a"] * 3)):
        log = tmp_path / "games.log"
        game = json.loads(with_value(kind, "names", names).splitlines()[0])
        for key in ("ranks", "seconds", "details", "faults"):
            game.pop(key, None)
        log.write_text(f"{json.dumps(game)}\n")
        answered = answer(main, COMMANDS[kind], "--show", log, 1)
        assert f"names is a list of {len(names)}" in answered.errors


STRANGE: Final = "\x1b[2J"


@pytest.mark.parametrize(
    ("kind", "place", "value"),
    [
        (MINE, "details names 0", STRANGE),
        (MINE, "names 0", STRANGE),
        (MINE, "names 0", "a\nb"),
        (MINE, "names 0", "\ud800"),
        (MINE, "details names", [None, None]),
        (MINE, "details bad 0 1", STRANGE),
        (MINE, "details bad 0 1", "\ud800"),
        (MINE, "details bad 0 0", 10**30),
        (MINE, "details bad", None),
        (MINE, "details hands", "x"),
        (MINE, "details rounds", "x"),
        (MINE, "faults", [["crash", STRANGE, STRANGE], None]),
        (MINE, "opening seed", STRANGE),
        (MINE, "opening map", "200 200\n- - -\n"),
        (MINE, "run players", [1]),
        (DUEL, "details indexes", 5),
        (DUEL, "details indexes", [1, 2, 3]),
        (DUEL, "details indexes", [STRANGE, "b"]),
        (DUEL, "details indexes", [10**400, 1]),
        (DUEL, "names 0", STRANGE),
        (DUEL, "names 0", "\ud800"),
        (DUEL, "details levels", 5),
        (DUEL, "details level", STRANGE),
        (DUEL, "moves", "é?U"),
        (DUEL, "opening clocks", STRANGE),
        (DUEL, "opening seed", []),
        (DUEL, "opening unknown", 3),
        (DUEL, "opening illegal", 1),
        (DUEL, "ranks", [2, 2]),
        (DUEL, "at", "0001-01-01T00:00:00"),
    ],
)
def test_no_value_in_a_game_stops_anything(
    tmp_path: Path, kind: str, place: str, value: Any
) -> None:
    examined(tmp_path / "files", kind, with_value(kind, place, value))


@pytest.mark.parametrize(
    "players",
    [
        [1, 2],
        ["a", None],
        [[], {}], {"a": 1, "b": 2}, "ab", ["a"], ["b", "a"], 5, None, ["a", "a", "b"],
    ],
)  # fmt: skip
def test_no_players_of_a_run_stop_anything(tmp_path: Path, players: Any) -> None:
    data = with_value(DUEL, "run players", players).decode()
    # Of a game with indexes the players are not asked for.
    examined(tmp_path / "files", DUEL, data.replace('"indexes": [0, 1]', '"x": 1').encode())


MANY: Final = "9" * 5000
"""More digits than Python reads as a number."""


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("map", "7 3", f"{MANY} 3"),
        ("map", "7 3", "\u00b2 3"),
        ("map", " 5 ", f" {MANY} "),
        ("map", " 5 ", " \u0665 "),
        ("record", "player0: 0", f"player0: {MANY}"),
        ("record", "&d3:", f"&d{MANY}:"),
        ("record", "&d1:player 0 set position (0, 4)", "&d1:player 0 set position (9, 9)"),
        ("record", "&d1:player 0 set position (0, 4)", "&d1:player 0 set position (\u0664, 4)"),
        ("record", "&d1:player 0 set direction up", "&d1:player 0 set direction UP"),
        ("record", "&d0:player 0", "&e:player 7 time out\n&d0:player 0"),
        ("record", "time: 2026", "time: 0000"),
        ("report", "player0 to", f"player{MANY} to"),
        ("report", "name: 1 ->", "name: ../../1 ->"),
        ("report", "name: 1 ->", f"name: {'1' * 5000} ->"),
        ("report", "name: 1 ->", "name: \0 ->"),
    ],
)  # fmt: skip
def test_no_word_in_a_file_stops_anything(tmp_path: Path, kind: str, old: str, new: str) -> None:
    text = KINDS[kind].genuine()[0].decode()
    assert old in text
    examined(tmp_path / "files", kind, text.replace(old, new, 1).encode())


@pytest.mark.parametrize(
    "path",
    [STRANGE.encode(), b"\xff", b"\xe2\x80\xa8", b"a\rb", b"\xc2\x85"],
)
def test_no_path_in_a_record_stops_anything(tmp_path: Path, path: bytes) -> None:
    record = KINDS["record"].genuine()[0]
    assert record.count(b" from path a\n") == 1
    data = record.replace(b" from path a\n", b" from path " + path + b"\n")
    examined(tmp_path / "files", "record", data)
