"""A stored sitting in which something is wrong is said to be damaged, and nothing worse."""

import json
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.talk_journal import UnfinishedTalk, decode, unfinished
from durak_tui.records.journal import Damage, NotUnfinished
from durak_tui.records.journal_format import DamagedJournal
from tests.net.sittings import Side, begun


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of a game that is on."""
    evening = begun(tmp_path_factory.mktemp("evening"), 70)
    path = evening.sides[1].conversation.store.path
    assert path
    data = path.read_bytes()
    evening.close()
    return data


@pytest.mark.parametrize("header", [{"targets": ["a b"]}, {"targets": [7]}, {"port": -1}])
def test_a_way_back_that_is_none_is_said_to_be_damaged(
    header: dict[str, object], journal: bytes
) -> None:
    value = json.loads(journal.splitlines()[0]) | header
    with pytest.raises(DamagedJournal):
        decode(json.dumps(value).encode() + b"\n")


@pytest.mark.parametrize(
    "line",
    [
        {"log": "/x.log", "size": 1e999},
        {"start": {}, "first": 0, "secret": "", "started_at": "2026-11-20", "score": [1e999, 0, 0]},
        {"ended_at": "2026-11-20T21:00:13"},
    ],
)
def test_a_line_that_no_program_writes_is_said_to_be_damaged(
    line: dict[str, object], journal: bytes
) -> None:
    header = journal.splitlines(keepends=True)[0]
    with pytest.raises(DamagedJournal, match="line 2 is not part of a sitting"):
        decode(header + json.dumps(line).encode() + b"\n")


def test_an_end_of_a_game_that_goes_on_is_said_to_be_damage(tmp_path: Path) -> None:
    evening = begun(tmp_path, 60)
    for side in evening.sides:
        path = side.conversation.store.path
        assert path
        side.conversation.leave()
        with path.open("ab") as file:
            file.write(b'{"ended_at": "2026-11-20T21:00:13"}\n')
        with pytest.raises(DamagedJournal, match="a game that goes on"):
            side.resume(path)


@pytest.mark.parametrize("key", ["peer", "key"])
def test_a_sitting_with_a_key_that_is_none_is_said_to_be_damaged(key: str, journal: bytes) -> None:
    value = json.loads(journal.splitlines()[0]) | {key: "ssh-ed25519 none"}
    with pytest.raises(DamagedJournal, match="not a public key"):
        decode(json.dumps(value).encode() + b"\n")


def test_names_in_a_sitting_can_be_shown(journal: bytes) -> None:
    strange = {"name": "\x1b]0;Ann\x07", "other_name": "\u202eBoris\n"}
    value = json.loads(journal.splitlines()[0]) | strange
    who = decode(json.dumps(value).encode() + b"\n").sides
    assert (who.name, who.other_name) == (r"\x1b]0;Ann\x07", r"\u202eBoris\n")


@given(data=st.data())
def test_a_damaged_journal_is_said_to_be_and_nothing_worse(
    journal: bytes, data: st.DataObject
) -> None:
    lines = journal.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["cut", "without", "twice", "bytes", "value"]))
    if what == "cut":
        damaged = b"".join(lines[:at]) + lines[at][: len(lines[at]) // 2]
    elif what == "without":
        damaged = b"".join(lines[:at] + lines[at + 1 :])
    elif what == "twice":
        damaged = b"".join(lines[: at + 1] + lines[at:])
    elif what == "bytes":
        damaged = b"".join([*lines[:at], data.draw(st.binary(max_size=20)) + b"\n", *lines[at:]])
    else:
        value = json.loads(lines[at])
        key = data.draw(st.sampled_from(sorted(value)))
        value[key] = data.draw(st.none() | st.integers() | st.text(max_size=5) | st.just([{}]))
        damaged = b"".join([*lines[:at], json.dumps(value).encode() + b"\n", *lines[at + 1 :]])
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.sitting")
        path.write_bytes(damaged)
        found = unfinished(folder)
        assert all(isinstance(one, UnfinishedTalk | Damage) for one in found)
        side = Side(Path(folder, "face"), 1, Random(1), is_stored=False)
        try:
            side.resume(path)
        except (DamagedJournal, NotUnfinished, FileNotFoundError) as error:
            assert str(error).isprintable()
        else:
            side.conversation.close()


def test_a_sitting_of_a_later_version_is_not_read(journal: bytes) -> None:
    header = json.loads(journal.splitlines()[0]) | {"sitting": 2}
    with pytest.raises(DamagedJournal, match="later version"):
        decode(json.dumps(header).encode() + b"\n")


def test_what_is_no_sitting_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.sitting").write_bytes(b"")
    (tmp_path / "b.sitting").mkdir()
    (tmp_path / "c.sitting").write_bytes(b'{"sitting": 99}\n')
    os.mkfifo(tmp_path / "d.sitting")
    found = unfinished(tmp_path)
    assert [one.path.name for one in found if isinstance(one, Damage)] == [
        "d.sitting", "c.sitting", "b.sitting", "a.sitting",
    ]  # fmt: skip


def test_a_journal_is_a_line_for_each_thing_that_was_said(journal: bytes, tmp_path: Path) -> None:
    stored = decode(journal)
    assert stored.start
    assert stored.heard + len(stored.kept) >= 60
    assert len(stored.start.secret) == 32
