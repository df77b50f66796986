"""Reviews beside a log: found again, never half written, and never in the way of others."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from durak_tui.common import files
from durak_tui.records.review_file import OtherFormat, ReviewFile, ReviewKey, game_key
from tests.records.storing import file_size_limit

KEYS = [ReviewKey(game_key(b"game %d" % n), 10, 1) for n in range(4)]


def stored(log: Path, count: int = 3) -> Path:
    """The file of some reviews."""
    file = ReviewFile(log)
    for n, key in enumerate(KEYS[:count]):
        file.store(key, [n, "♠"])
    return Path(file.path)


def test_what_was_stored_is_found_again(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    file = ReviewFile(log)
    assert file.find(KEYS[0]) is None
    assert not list(tmp_path.iterdir())
    assert stored(log) == tmp_path / "x.log.review"
    for reader in (file, ReviewFile(log)):
        assert [reader.find(key) for key in KEYS] == [[0, "♠"], [1, "♠"], [2, "♠"], None]
        assert reader.find(KEYS[0]._replace(worlds=11)) is None
        assert reader.find(KEYS[0]._replace(version=2)) is None
    before = Path(file.path).read_bytes()
    assert stored(log).read_bytes() == before, "nothing is written twice"
    ReviewFile(log).store(KEYS[1], "new")
    assert ReviewFile(log).find(KEYS[1]) == "new"


def test_a_game_is_known_by_its_bytes_and_not_by_the_newline_that_may_still_come() -> None:
    assert game_key(b"####a####\n{}") == game_key(b"####a####\n{}\n\n")
    assert game_key(b"####a####\n{}") != game_key(b"####a####\n{ }")


def test_a_line_that_was_cut_off_anywhere_is_put_right(tmp_path: Path) -> None:
    whole = stored(tmp_path / "x.log").read_bytes()
    for length in range(len(whole)):
        log = tmp_path / f"{length}.log"
        path = Path(f"{log}.review")
        path.write_bytes(whole[:length])
        before = [ReviewFile(log).find(key) for key in KEYS]
        assert before == [
            [n, "♠"] if n < whole[:length].count(b"\n") - 1 else None for n in range(4)
        ]
        file = ReviewFile(log)
        file.store(KEYS[3], "more")
        assert [ReviewFile(log).find(key) for key in KEYS] == [*before[:3], "more"]
        lines = path.read_bytes().splitlines(keepends=True)
        assert all(line.endswith(b"\n") and json.loads(line) for line in lines)


def test_a_line_with_a_number_beyond_all_sense_is_passed_over(tmp_path: Path) -> None:
    path = stored(tmp_path / "x.log", 1)
    with path.open("ab") as file:
        file.write(b'{"game":"x","worlds":%b,"version":1,"review":[]}\n' % (b"9" * 5000))
    assert ReviewFile(tmp_path / "x.log").find(KEYS[0]) == [0, "♠"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"name": "durak-tui review", "format": 2}\nwhat then?\n', "a later version"),
        (b"my notes\n", "not a review file"),
    ],
)
def test_what_is_not_ours_stays_as_it_is(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "x.log.review"
    path.write_bytes(data)
    for attempt in (ReviewFile(tmp_path / "x.log").find, _store_one(tmp_path / "x.log")):
        with pytest.raises(OtherFormat, match=said):
            attempt(KEYS[0])
    assert path.read_bytes() == data


def _store_one(log: Path) -> Any:
    return lambda key: ReviewFile(log).store(key, [])


def test_a_full_disk_leaves_what_there_was(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    path = stored(log)
    before = path.read_bytes()
    with file_size_limit(len(before) + 30), pytest.raises(OSError, match="File too large"):
        ReviewFile(log).store(KEYS[3], [])
    assert path.read_bytes() == before
    ReviewFile(log).store(KEYS[3], "now")
    assert ReviewFile(log).find(KEYS[3]) == "now"


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.review")
    (tmp_path / "folder.review").mkdir()
    for name in ("pipe", "folder"):
        file = ReviewFile(tmp_path / name)
        for attempt in (file.find, _store_one(tmp_path / name)):
            with pytest.raises(OSError, match=r"regular|directory"):
                attempt(KEYS[0])


def test_another_writer_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.05)
    log = tmp_path / "x.log"
    with stored(log).open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert ReviewFile(log).find(KEYS[0]) == [0, "♠"]
        with pytest.raises(BlockingIOError, match="Another program is writing"):
            ReviewFile(log).store(KEYS[3], [])
    ReviewFile(log).store(KEYS[3], [3])
    assert ReviewFile(log).find(KEYS[3]) == [3]


def test_a_file_that_was_removed_or_replaced_is_read_anew(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    file = ReviewFile(log)
    path = stored(log)
    assert file.find(KEYS[2]) == [2, "♠"]
    path.unlink()
    assert file.find(KEYS[2]) is None
    file.store(KEYS[3], [])
    assert file.find(KEYS[3]) == []
    stored(tmp_path / "y.log", 1).replace(path)
    assert (file.find(KEYS[3]), file.find(KEYS[0])) == (None, [0, "♠"])


WRITER = """
import sys
from durak_tui.common import files
from durak_tui.records.review_file import ReviewFile, ReviewKey
files.LOCK_PATIENCE = 60.0  # nobody is to give up because the other was stopped
file = ReviewFile(sys.argv[1])
for n in range(60):
    file.store(ReviewKey(f"{sys.argv[2]}-{n}", 1, 1), ["x" * n * 50])
"""


def test_two_programs_write_whole_lines(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    programs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(log), str(n)]) for n in range(2)
    ]
    assert [program.wait(60) for program in programs] == [0, 0]
    file = ReviewFile(log)
    for writer in range(2):
        for n in range(60):
            assert file.find(ReviewKey(f"{writer}-{n}", 1, 1)) == ["x" * n * 50]
    lines = Path(file.path).read_bytes().splitlines()
    assert len(lines) == 121


def test_games_that_are_equal_have_one_review_that_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, read = tmp_path / "x.log", []
    stored(log)
    loads = json.loads

    def noting(line: bytes) -> Any:
        read.append(line)
        return loads(line)

    monkeypatch.setattr(json, "loads", noting)
    file = ReviewFile(log)
    assert [file.find(KEYS[1]) for _ in range(50)] == [[1, "♠"]] * 50
    assert len(read) == 2  # The first line of the file is the other.
    ReviewFile(log).store(KEYS[1], "new")
    assert file.find(KEYS[1]) == "new"
    assert file.find(KEYS[2]) == [2, "♠"]
