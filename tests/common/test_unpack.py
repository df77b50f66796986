"""Piped and compressed input can be read anywhere, as a file can."""

import errno
import gzip
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from durak_tui.common.unpack import STDIN, is_file, is_same, open_unpacked, shown

DATA = b"some bytes\n" * 300_000
PACKED = gzip.compress(DATA)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.log"


def held(path: str | os.PathLike[str]) -> bytes:
    """The content, read in two parts, the second one first."""
    fd = open_unpacked(path)
    try:
        size = os.fstat(fd).st_size
        last = os.pread(fd, size, size // 2)
        return os.pread(fd, size // 2, 0) + last
    finally:
        os.close(fd)


@contextmanager
def piped(data: bytes) -> Iterator[int]:
    """The end of a pipe from which this can be read."""
    ours, its = os.pipe()

    def write() -> None:
        with open(its, "wb") as file:
            file.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield ours
    finally:
        os.close(ours)
        writer.join()


@contextmanager
def as_stdin(fd: int) -> Iterator[None]:
    """Another file for standard input."""
    before = os.dup(0)
    os.dup2(fd, 0)
    try:
        yield
    finally:
        os.dup2(before, 0)
        os.close(before)


@pytest.mark.parametrize(
    "data",
    [DATA, PACKED, PACKED + PACKED, b"", PACKED[:1], PACKED[:17], gzip.compress(b"")],
    ids=["plain", "compressed", "in two parts", "empty", "a byte", "too short", "nothing"],
)
class TestAnythingCanBeRead:
    def wanted(self, data: bytes) -> bytes:
        return gzip.decompress(data) if len(data) > 18 and data != DATA else data

    def test_from_a_file_of_any_name(self, data: bytes, file: Path) -> None:
        file.write_bytes(data)
        assert held(file) == self.wanted(data)

    def test_from_a_pipe(self, data: bytes) -> None:
        with piped(data) as fd:
            assert held(f"/dev/fd/{fd}") == self.wanted(data)

    def test_from_a_named_pipe_once_somebody_writes(self, data: bytes, file: Path) -> None:
        os.mkfifo(file)
        writer = threading.Thread(target=file.write_bytes, args=(data,))
        writer.start()
        assert held(file) == self.wanted(data)
        writer.join()

    def test_from_standard_input(self, data: bytes, file: Path) -> None:
        with piped(data) as fd, as_stdin(fd):
            assert held(STDIN) == self.wanted(data)
        file.write_bytes(b"a line\n" + data)
        with file.open("rb", buffering=0) as opened, as_stdin(opened.fileno()):
            os.lseek(0, len(b"a line\n"), os.SEEK_SET)
            assert held(STDIN) == self.wanted(data)


def test_a_regular_file_is_not_copied(file: Path) -> None:
    file.write_bytes(DATA)
    fd = open_unpacked(file)
    with file.open("rb") as opened, as_stdin(opened.fileno()):
        also = open_unpacked(STDIN)
    assert os.path.samestat(os.fstat(fd), file.stat())
    assert os.path.samestat(os.fstat(also), file.stat())
    os.close(fd)
    os.close(also)


@pytest.mark.parametrize(
    "data",
    [
        PACKED[:-1], PACKED[:-9], PACKED[:18], PACKED + b"x",
        PACKED[:100] + bytes([PACKED[100] ^ 1]) + PACKED[101:],
    ],
    ids=["a byte less", "no sum", "no data", "a byte more", "a bit changed"],
)  # fmt: skip
def test_what_is_damaged_as_gzip_has_it_is_refused(data: bytes, file: Path) -> None:
    file.write_bytes(data)
    with pytest.raises(OSError, match="Its compressed data is damaged or cut off"):
        open_unpacked(file)


def test_what_is_not_compressed_is_read_as_it_is_though_its_name_says_so(file: Path) -> None:
    named = file.with_suffix(".gz")
    named.write_bytes(DATA)
    assert held(named) == DATA


def test_what_has_no_end_or_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in ("/dev/zero", tmp_path, tmp_path / "none"):
        with pytest.raises(OSError, match=r"No such file|Not a regular file|Is a directory"):
            open_unpacked(path)


def test_where_a_terminal_is_standard_input_nobody_waits_for_it() -> None:
    ours, its = os.openpty()
    with as_stdin(its), pytest.raises(OSError, match="It is a terminal: name a log"):
        open_unpacked(STDIN)
    os.close(ours)
    os.close(its)


def test_without_standard_input_nothing_else_is_taken_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(OSError, match=re.escape(os.strerror(errno.EBADF))):
        open_unpacked(STDIN)


def test_only_beside_a_regular_file_there_is_a_place_for_others(file: Path) -> None:
    assert not is_file(file)
    file.touch()
    assert is_file(file)
    assert not is_file(STDIN) and not is_file("/dev/null") and not is_file(file.parent)
    with file.open("rb") as opened, as_stdin(opened.fileno()):
        assert is_same(STDIN, file) and is_same(file, file.parent / "." / file.name)
        assert not is_same(STDIN, "/dev/null") and not is_same(file, file.parent / "none")
    assert (shown(STDIN), shown(file)) == ("standard input", str(file))
