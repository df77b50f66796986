"""Files of the user that are replaced as a whole, never half written.

What several programs may change is changed under a lock beside it.
"""

import contextlib
import errno
import fcntl
import os
import stat
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

LOCK_PATIENCE: Final = 2.0
"""Seconds that another program is waited for: it needs milliseconds, unless it was stopped."""
_LOOK_SECONDS: Final = 0.01
_LEFTOVER_SECONDS: Final = 3600.0
"""How old a half written file must be before it is taken for one whose program was killed."""
_NO_LOCKS: Final = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, for the user alone (0700).  Raises OSError."""
    for part in (*reversed(folder.parents), folder):
        part.mkdir(0o700, exist_ok=True)


def read_file(path: Path) -> bytes | None:
    """What is in a file; None if there is none.  Raises OSError, also if it is no regular file."""
    try:
        # Without O_NONBLOCK a named pipe would be waited for.
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with open(fd, "rb") as file:
        _check_regular(os.fstat(fd), path)
        return file.read()


def _check_regular(status: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))


class GoneIfEmpty:
    """Around a block: a file that is not there when this is made, and that is empty behind the
    block, is removed again, if it can be."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """A leading ``~`` is expanded."""
        self._path = os.path.expanduser(path)
        self._is_new = not os.path.lexists(self._path)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            if self._is_new and not os.path.getsize(self._path):
                os.unlink(self._path)


def replace_file(
    path: Path, text: str | Iterable[str], *, aside: str = "", sync: bool = True
) -> Path | None:
    """Write a file so that at any moment it holds the old text or the new, whole or in parts.

    A symbolic link stays one, and what it points to is replaced; mode and owner stay.  With
    ``aside``, a suffix such as ``.broken``, the old file is kept under a new name that ends
    with it, or with it and a number, and this name is returned.  Without ``sync`` a power
    failure may cost the file, which is quicker.  Raises OSError, and then all is as before.
    """
    path = Path(os.path.realpath(path))
    old = _status(path)
    # A name of its own, or two programs at a time would write into one file.
    new = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_native_id()}.new")
    kept = None
    try:
        with open(new, "wb", opener=_private if old else None) as file:
            for part in (text,) if isinstance(text, str) else text:
                file.write(part.encode(errors="backslashreplace"))
            if old:
                with contextlib.suppress(PermissionError):  # the file of somebody else
                    os.fchown(file.fileno(), old.st_uid, old.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
            file.flush()
            if sync:
                os.fsync(file.fileno())
        kept = _moved_aside(path, aside) if old and aside else None
        new.replace(path)
    except BaseException:
        if kept:
            kept.replace(path)
        new.unlink(missing_ok=True)
        raise
    if sync:
        _sync_folder(path.parent)
    _clear_leftovers(path)
    return kept


def _status(path: Path) -> os.stat_result | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    _check_regular(status, path)
    return status


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _moved_aside(path: Path, suffix: str) -> Path:
    number = 1
    while True:
        aside = path.with_name(f"{path.name}{suffix}" + (f".{number}" if number > 1 else ""))
        try:
            os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            number += 1
            continue
        path.replace(aside)
        return aside


def _sync_folder(folder: Path) -> None:
    # Not every file system can; then it has its own ways.
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _clear_leftovers(path: Path) -> None:
    """Remove what programs that were killed while they wrote this file have left."""
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if (
                entry.name.startswith(f".{path.name}.")
                and entry.name.endswith(".new")
                and time.time() - entry.stat(follow_symlinks=False).st_mtime > _LEFTOVER_SECONDS
            ):
                os.unlink(entry.path)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others who ask for the same file out, in this program or in another.

    Its folder is made if need be.  Raises OSError if the lock cannot be made, BlockingIOError
    if somebody holds it for more than LOCK_PATIENCE seconds.  Where the file system has no
    locks, nobody is kept out.
    """
    path = Path(os.path.realpath(path))
    make_folder(path.parent)
    lock = path.with_name(f".{path.name}.lock")
    fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        lock_open(fd, path)
        yield
    finally:
        os.close(fd)


def lock_open(fd: int, path: str | os.PathLike[str]) -> None:
    """Lock an open file until it is closed; ``path`` is what an error names.

    Raises BlockingIOError if somebody holds it for more than LOCK_PATIENCE seconds; where the
    file system has no locks, nobody is kept out.
    """
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise BlockingIOError(
                    errno.EWOULDBLOCK, "Another program is writing it", str(path)
                ) from None
            time.sleep(_LOOK_SECONDS)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            return
        else:
            return
