"""The key of a program: made once, its owner's alone."""

import threading
from pathlib import Path

import asyncssh
import pytest

from durak_tui.net.wire.identity import FILE, Identity, NoIdentity, own_identity


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    made = own_identity(tmp_path / "new" / "folder")
    path = tmp_path / "new" / "folder" / FILE
    assert path.stat().st_mode & 0o777 == 0o600
    again = own_identity(path.parent)
    assert (again.key, again.words) == (made.key, made.words)
    assert made.key.startswith("ssh-ed25519 AAAA")


def test_programs_that_start_at_the_same_time_have_one_key(tmp_path: Path) -> None:
    made: list[Identity] = []
    threads = [
        threading.Thread(target=lambda: made.append(own_identity(tmp_path))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len({one.key for one in made}) == 1


def test_a_file_of_a_killed_program_is_filled_and_closed_to_others(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(0o644)
    key = own_identity(tmp_path).key
    for _again in range(2):
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
        (tmp_path / FILE).chmod(0o644)
        assert own_identity(tmp_path).key == key


@pytest.mark.parametrize(
    "content",
    [
        b"nonsense", b"\0" * 100,
        asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key(),
    ],
    ids=["nonsense", "zeros", "another kind"],
)  # fmt: skip
def test_a_damaged_key_is_said_to_be_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(NoIdentity, match=r"is not a key of this program.*Move it away"):
        own_identity(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


def test_a_key_that_cannot_be_written_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoIdentity, match="cannot be used: File exists"):
        own_identity(tmp_path / "file")
