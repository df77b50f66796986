"""A journal that is no game is reported and left alone."""

import json
import os
import tracemalloc
from pathlib import Path

import pytest

from durak_tui.records.journal import Journal, damaged, put_away, unfinished
from durak_tui.records.journal_format import (
    DamagedJournal,
    action_line,
    decode_journal,
    end_line,
    line,
    opening_line,
)
from durak_tui.records.record import GameRecord
from tests.records.journals import folder, log
from tests.records.storing import game_of, journal_of, opening_of, resigned

__all__ = ["folder", "log"]


def lines_of(record: GameRecord) -> list[bytes]:
    """A whole journal, line by line."""
    return [
        opening_line(opening_of(record)),
        *map(action_line, record.actions[:5]),
        line(undo=3),
        end_line(resigned(record, 3)),
    ]


GOOD = lines_of(game_of(1))
HEADER = json.loads(GOOD[0])


def header_with(**changes: object) -> bytes:
    return json.dumps({**HEADER, **changes}).encode() + b"\n"


SEATS = HEADER["seats"]
OLD = {
    **{key: value for key, value in HEADER.items() if key != "seats"},
    "format": 1, "names": ["A-1", "Ann"], "seat": 1, "engine": SEATS[0]["engine"],
}  # fmt: skip
"""The header of a journal as it was before its lines knew seats."""


def old_with(**changes: object) -> bytes:
    return json.dumps({**OLD, **changes}).encode() + b"\n"


DAMAGE = {
    "nothing": (b"", "no whole line"),
    "half a first line": (GOOD[0][:50], "no whole line"),
    "no JSON": (b"hello\n", "line 1 is not part of a game"),
    "no object": (b"[]\n", "line 1 is not part of a game"),
    "another file": (b'{"a": 1}\n', "line 1 is not part of a game"),
    "a later version": (header_with(format=4), "later version"),
    "half a deck": (header_with(deck=HEADER["deck"][:20]), "24, 36 or 52 cards, not 20"),
    "a strange card": (header_with(deck=["1C", *HEADER["deck"][1:]]), "not a card"),
    "three seats": (header_with(seats=[*SEATS, SEATS[0]]), "line 1 is not part of a game"),
    "one seat": (header_with(seats=SEATS[:1]), "line 1 is not part of a game"),
    "no seats": (header_with(seats=None), "line 1 is not part of a game"),
    "a seat that is none": (header_with(seats=[1, SEATS[1]]), "line 1 is not part of a game"),
    "a name that no log may have": (
        header_with(seats=[{"name": "x" * 20_001}, SEATS[1]]),
        "name has 20001 characters, more than 10000",
    ),
    "a very long time": (header_with(started_at="yes" * 5000), "started_at is not a time"),
    "a name that is none": (header_with(seats=[{"name": 1}, SEATS[1]]), "not a text"),
    "an end that its cards did not bring about": (
        b"".join([*GOOD[:3], end_line(game_of(1))]),
        "not the one that its cards",
    ),
    "a third seat in an old one": (old_with(seat=2), "seat is 2, which is out of place"),
    "true for a seat in an old one": (old_with(seat=True), "out of place"),
    "a name that is none in an old one": (old_with(names=[1, "b"]), "not a text"),
    "no time": (header_with(started_at="yesterday"), "line 1"),
    "a time elsewhere": (header_with(started_at="2026-11-20T21:01:56+01:00"), "local time"),
    "a line without sense": (GOOD[0] + b"{}\n" + GOOD[1], "line 2 is not part of a game"),
    "zeros": (b"".join(GOOD[:3]) + b"\0\0\0\n", "line 4 is not part of a game"),
    "other bytes": (b"".join(GOOD[:3]) + b"\xff\xfe\n", "line 4 is not part of a game"),
    "a lost line": (GOOD[0] + GOOD[2], "action 1 is not legal"),
    "too much taken back": (GOOD[0] + GOOD[1] + line(undo=1), "undo is not a whole number"),
    "a card after the end": (b"".join(GOOD) + GOOD[1], "comes after the end"),
    "an end for nobody": (
        GOOD[0] + GOOD[-1].replace(b'"winner": 1', b'"winner": 7'),
        "winner is 7",
    ),
    "deep nesting": (GOOD[0] + b"[" * 100_000 + b"\n", "line 2 is not part of a game"),
    "a huge file": (b"\0" * (17 * 1024 * 1024), "too long"),
}


class TestDamage:
    @pytest.mark.parametrize(("content", "reason"), DAMAGE.values(), ids=DAMAGE)
    def test_a_damaged_journal_is_reported_and_left_alone(
        self, folder: Path, log: Path, content: bytes, reason: str
    ) -> None:
        with journal_of(folder, game_of(2), 3) as journal:
            pass
        path = folder / "20261120T210156-00000000.jsonl"
        path.write_bytes(content)
        (damage,) = damaged(folder)
        assert damage.path == path
        assert reason in damage.reason
        assert [game.path for game in unfinished(folder)] == [journal.path]
        assert put_away(folder, log) == []
        with pytest.raises(DamagedJournal) as error:
            Journal.resume(path)
        assert str(error.value) == damage.reason
        assert len(damage.reason) < 300
        assert path.read_bytes() == content

    def test_a_seat_may_be_written_as_a_float(self) -> None:
        first = HEADER["first"]
        assert decode_journal(header_with(first=float(first))).position.attacker is first

    def test_what_is_no_file_is_reported_too(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        os.mkfifo(folder / "a.jsonl")
        (folder / "b.jsonl").mkdir()
        (folder / "c.jsonl").symlink_to("nowhere")
        (folder / "notes.txt").write_text("hello")
        assert [damage.path.name for damage in damaged(folder)] == ["a.jsonl", "b.jsonl"]


def test_a_journal_of_nothing_but_newlines_is_not_taken_apart_first() -> None:
    data = b"\n" * 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(DamagedJournal, match="line 1 is not part of a game"):
            decode_journal(data)
        assert tracemalloc.get_traced_memory()[1] < 2 * len(data)
    finally:
        tracemalloc.stop()


def test_a_game_meant_for_no_possible_log_goes_to_the_present_one(folder: Path, log: Path) -> None:
    ended = resigned(game_of(1), 3)
    with journal_of(folder, game_of(1), 3) as journal:
        path = journal.path
    with path.open("ab") as file:
        file.write(end_line(ended) + line(log="/\0", size=1))
    assert len(put_away(folder, log)) == 1
    assert not path.exists()
