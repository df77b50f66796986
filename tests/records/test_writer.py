"""A log can be appended to for ever, and what is in it stays readable."""

import errno
import gzip
import os
from pathlib import Path

import pytest

from durak_tui.records.log_format import encode_game
from durak_tui.records.writer import LogWriter
from tests.records.games import random_game
from tests.records.logs import games_in
from tests.records.storing import file_size_limit


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "games.log"


def test_games_are_appended_to_what_is_there(log: Path) -> None:
    records = [random_game(n) for n in range(4)]
    for pair in records[:2], records[2:]:
        with LogWriter(log) as writer:
            assert log.exists()
            for record in pair:
                writer.append(record)
        writer.close()
        with pytest.raises(OSError, match="Bad file descriptor"):
            writer.append(records[0])
    assert log.read_bytes() == b"".join(map(encode_game, records))


def test_a_log_may_be_a_device_or_a_pipe() -> None:
    with LogWriter("/dev/null") as writer:
        writer.append(random_game(1))
    with LogWriter("/dev/full") as writer, pytest.raises(OSError, match="No space left"):
        writer.append(random_game(1))
    reader, end = os.pipe()
    with os.fdopen(reader, "rb") as output:
        with LogWriter(f"/dev/fd/{end}") as writer:
            os.close(end)
            writer.append(random_game(1))
            writer.append(random_game(2))
        assert output.read() == encode_game(random_game(1)) + encode_game(random_game(2))


@pytest.mark.parametrize(
    "old", [None, b"", gzip.compress(b"####")], ids=["new", "empty", "compressed"]
)
def test_no_log_is_written_in_place_of_a_compressed_one(old: bytes | None, tmp_path: Path) -> None:
    log = tmp_path / "games.log.gz"
    if old is not None:
        log.write_bytes(old)
    for alone in (False, True):
        with pytest.raises(OSError, match=r"Logs are written uncompressed: leave out \.gz"):
            LogWriter(log, alone=alone)
    if not old:
        assert log.exists() == (old is not None)
        return
    other = log.rename(tmp_path / "games.log")
    with pytest.raises(OSError, match="It is compressed: unpack it first"):
        LogWriter(other)
    assert other.read_bytes() == old


def test_the_home_folder_may_be_written_as_a_tilde() -> None:
    with LogWriter("~/games.log") as writer:
        writer.append(random_game(1))
    assert games_in(Path.home() / "games.log") == [random_game(1)]


def test_each_game_is_one_write(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    write = os.write

    def counted(fd: int, data: bytes) -> int:
        sizes.append(len(data))
        return write(fd, data)

    with LogWriter(log) as writer:
        monkeypatch.setattr(os, "write", counted)
        writer.append(random_game(1))
        writer.append(random_game(2))
    assert sizes == [len(encode_game(random_game(1))), len(encode_game(random_game(2)))]


def test_a_game_after_the_torn_line_of_a_killed_run_is_whole(log: Path) -> None:
    before, torn, after = random_game(1), random_game(2), random_game(3)
    lines = encode_game(torn)
    header = lines.index(b"\n")
    for cut in [*range(1, header + 5), *range(header + 5, len(lines) - 1, 97), len(lines) - 2]:
        log.write_bytes(encode_game(before) + lines[:cut])
        with LogWriter(log) as writer:
            writer.append(after)
        games = games_in(log)
        assert games[0] == before
        assert games[-1] == after
        assert [type(game) for game in games[1:-1]] == [str] * (cut > 3), cut


def test_a_game_without_its_last_newline_is_none_the_worse(log: Path) -> None:
    log.write_bytes(encode_game(random_game(1)).rstrip())
    with LogWriter(log) as writer:
        writer.append(random_game(2))
    assert games_in(log) == [random_game(1), random_game(2)]
    assert log.read_bytes().count(b"\n") == 4


def test_a_full_disk_costs_the_game_but_not_the_log(log: Path) -> None:
    first, second = random_game(1), random_game(2)
    with LogWriter(log) as writer:
        writer.append(first)
        whole = log.read_bytes()
        with file_size_limit(len(whole) + 100), pytest.raises(OSError, match="too large"):
            writer.append(second)
        assert log.read_bytes() == whole
        writer.append(second)
    assert games_in(log) == [first, second]


def test_short_writes_are_completed(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    with LogWriter(log) as writer:
        monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:500]))
        writer.append(random_game(1))
    assert log.read_bytes() == encode_game(random_game(1))


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_what_stops_a_write_halfway_is_passed_on_and_the_half_taken_back(
    log: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    write = os.write
    calls = []

    def failing(fd: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) == 2:
            raise failure
        return write(fd, data[:50])

    log.write_bytes(b"####torn")
    with LogWriter(log) as writer, monkeypatch.context() as patch:
        patch.setattr(os, "write", failing)
        with pytest.raises(type(failure)):
            writer.append(random_game(1))
    assert log.read_bytes() == b"####torn"


def test_the_game_of_another_writer_stays(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    other = encode_game(random_game(2))

    def failing(fd: int, data: bytes) -> int:
        write(fd, data[:50])
        write(fd, b"\n" + other)
        raise OSError(errno.ENOSPC, "full")

    with LogWriter(log) as writer, monkeypatch.context() as patch:
        patch.setattr(os, "write", failing)
        with pytest.raises(OSError, match="full"):
            writer.append(random_game(1))
    assert games_in(log)[-1] == random_game(2)


def test_a_log_where_files_cannot_be_locked_can_be_written_alone(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", no_locks)
    with LogWriter(log, alone=True) as writer:
        writer.append(random_game(1))
    assert games_in(log) == [random_game(1)]
