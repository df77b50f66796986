"""Files are replaced as a whole, also by several programs at a time."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from durak_tui.common import files
from durak_tui.common.files import (
    GoneIfEmpty,
    append_whole,
    locked,
    make_folder,
    read_file,
    replace_file,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "file.txt"
    path.parent.mkdir()
    return path


def beside(path: Path) -> set[str]:
    """The other names in the folder of a file."""
    return set(os.listdir(path.parent)) - {path.name}


def test_a_file_is_made_and_replaced_and_nothing_else_is_left(file: Path) -> None:
    replace_file(file, "один\n")
    assert file.read_text(encoding="utf-8") == "один\n"
    replace_file(file, "two\n", sync=False)
    assert file.read_text() == "two\n"
    assert not beside(file)


def test_the_mode_of_a_file_stays(file: Path) -> None:
    file.touch()
    for mode in (0o600, 0o644, 0o660):
        file.chmod(mode)
        replace_file(file, "x")
        assert file.stat().st_mode & 0o777 == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_of_a_file_stays(file: Path) -> None:
    file.touch()
    os.chown(file, 1234, 2345)
    replace_file(file, "x")
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 2345)


def test_a_link_stays_a_link_and_its_target_is_replaced(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    file.symlink_to("../target.txt")
    for text in ("made\n", "replaced\n"):
        replace_file(file, text)
        assert file.is_symlink()
        assert target.read_text() == text
    assert replace_file(file, "x", aside=".old") == tmp_path / "target.txt.old"


def test_what_is_no_file_is_neither_read_nor_replaced(file: Path) -> None:
    os.mkfifo(file)
    with pytest.raises(OSError, match="Not a regular file"):
        read_file(file)
    with pytest.raises(OSError, match="Not a regular file"):
        replace_file(file, "x")
    with pytest.raises(IsADirectoryError):
        read_file(file.parent)
    with pytest.raises(IsADirectoryError):
        replace_file(file.parent, "x")
    device = Path("/dev/null")
    with pytest.raises(OSError, match="Not a regular file"):
        replace_file(device, "x")
    assert device.is_char_device()


def test_a_missing_file_reads_as_none(file: Path) -> None:
    assert read_file(file) is None
    file.write_bytes(b"\xff")
    assert read_file(file) == b"\xff"


def test_old_files_are_kept_aside_and_none_of_them_is_overwritten(file: Path) -> None:
    names = []
    for text in ("1", "2", "3"):
        file.write_text(text)
        kept = replace_file(file, "new", aside=".broken")
        assert kept is not None
        assert kept.read_text() == text
        names.append(kept.name)
    assert names == ["file.txt.broken", "file.txt.broken.2", "file.txt.broken.3"]
    assert beside(file) == set(names)


def test_nothing_is_kept_aside_where_nothing_was(file: Path) -> None:
    assert replace_file(file, "x", aside=".broken") is None
    assert not beside(file)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_when_it_fails_all_is_as_before(
    file: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    file.write_text("old")
    replace = Path.replace

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def replace_but_new(self: Path, target: Path) -> Path:
        return full() if self.name.endswith(".new") else replace(self, target)

    with monkeypatch.context() as patch:
        if step == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr(Path, "replace", replace_but_new)
        with pytest.raises(OSError, match="No space left"):
            replace_file(file, "new", aside=".broken")
    assert file.read_text() == "old"
    assert not beside(file)


def test_a_reader_sees_the_old_text_or_the_new_while_many_write(file: Path) -> None:
    texts = [letter * 20_000 for letter in "abc"]
    replace_file(file, texts[0])

    def write(text: str) -> None:
        for _ in range(50):
            replace_file(file, text, sync=False)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in writers:
        thread.start()
    seen = 0
    while any(thread.is_alive() for thread in writers) or not seen:
        assert file.read_text() in texts
        seen += 1
    assert not beside(file)


def test_what_a_killed_program_left_is_cleared_away_after_a_while(file: Path) -> None:
    names = (".durak-tui-a.new", ".durak-tui-b.new", ".mine.new")
    old, fresh, foreign = map(file.with_name, names)
    for path in (old, fresh, foreign):
        path.touch()
    for path in (old, foreign):
        os.utime(path, (0, 0))
    replace_file(file, "x")
    assert beside(file) == {fresh.name, foreign.name}


def test_folders_are_made_for_the_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder)
    make_folder(folder)
    assert [path.stat().st_mode & 0o777 for path in (folder, folder.parent)] == [0o700, 0o700]
    with pytest.raises(OSError, match="exists"):
        folder.joinpath("file").touch()
        make_folder(folder / "file")


def test_a_lock_keeps_another_program_out_until_it_ends(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = (
        "import sys; from pathlib import Path; from durak_tui.common.files import locked\n"
        f"with locked(Path({str(file)!r})):\n    print(flush=True); sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdin
        assert other.stdout
        other.stdout.readline()
        with monkeypatch.context() as patch:
            patch.setattr(files, "LOCK_PATIENCE", 0.05)
            with pytest.raises(BlockingIOError, match="Another program"), locked(file):
                pass
        other.kill()
        other.wait()
        with locked(file):
            pass


def test_a_link_and_its_target_have_one_lock(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    with locked(link):
        assert beside(file) == {".file.txt.lock"}
    assert not list(tmp_path.glob(".*"))


def test_where_there_are_no_locks_nobody_is_kept_out(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", no_locks)
    with locked(file):
        replace_file(file, "x")
    assert file.read_text() == "x"


@pytest.mark.parametrize(("before", "after"), [(None, b""), (None, b"x"), (b"", b""), (b"x", b"")])
def test_only_a_new_file_that_stays_empty_is_removed_again(
    file: Path, before: bytes | None, after: bytes
) -> None:
    if before is not None:
        file.write_bytes(before)
    with GoneIfEmpty(file):
        file.write_bytes(after)
    assert file.exists() == (before is not None or after != b"")
    with GoneIfEmpty(file.parent / "never made"):
        pass


def test_what_cannot_be_appended_whole_is_taken_back_and_what_follows_has_no_gap(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    rooms = [2, 0]

    def nearly_full(fd: int, data: bytes) -> int:
        room = rooms.pop(0)
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(fd, data[:room])

    with file.open("wb", buffering=0) as opened:
        append_whole(opened.fileno(), b"one\n")
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", nearly_full)
            with pytest.raises(OSError, match="No space left"):
                append_whole(opened.fileno(), b"two\n")
        assert file.read_bytes() == b"one\n"
        append_whole(opened.fileno(), b"three\n")
    assert file.read_bytes() == b"one\nthree\n"
