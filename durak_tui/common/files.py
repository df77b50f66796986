"""Files that stay whole even if the program is killed.

What several programs may change is changed under a lock beside it.
"""

import contextlib
import errno
import fcntl
import os
import secrets
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, Self

from durak_tui.common.i18n import N_

LOCK_PATIENCE: Final = 2.0  # Seconds for another program: it needs milliseconds, unless stopped.
LOOK_PATIENCE: Final = 0.5  # Seconds for another who only looks whether a file is locked.
_LOOK_SECONDS: Final = 0.005
_PART: Final = ".durak-tui-", ".new"  # How names of half written files begin and end.
_LEFTOVER_SECONDS: Final = 3600.0  # So old, the program that wrote them must have been killed.
_NO_LOCKS: Final = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


def make_folder(folder: Path) -> None:
    """Make a folder and its parents for the user alone (0700)."""
    for part in (*reversed(folder.parents), folder):
        part.mkdir(0o700, exist_ok=True)


def open_regular(path: str | os.PathLike[str], flags: int = os.O_RDONLY) -> int:
    """Open a regular file, usually for reading.  Raises OSError for others."""
    # Without O_NONBLOCK a named pipe would be waited for.
    fd = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    try:
        check_regular(os.fstat(fd), path)
    except OSError:
        os.close(fd)
        raise
    return fd


def read_file(path: Path) -> bytes | None:
    """The content of a regular file; None if there is none."""
    try:
        fd = open_regular(path)
    except FileNotFoundError:
        return None
    with open(fd, "rb") as file:
        return file.read()


def check_regular(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    """Raise OSError unless this is the status of a regular file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, N_("Not a regular file"), str(path))


class Closing(ABC):
    """A resource that is closed at the end of a ``with`` block."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held; called once or more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class GoneIfEmpty:
    """A context that removes a new file if it stays empty."""

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


def append_whole(fd: int, data: bytes) -> None:
    """Append to an open file, whole or not at all.

    What was written is taken back if the rest cannot be, except from a pipe or a device, or where
    another program has appended since.
    """
    status = os.fstat(fd)
    written = 0
    try:
        while written < len(data):
            written += os.write(fd, data[written:])
    except BaseException:
        with contextlib.suppress(OSError):
            if stat.S_ISREG(status.st_mode) and os.fstat(fd).st_size == status.st_size + written:
                os.ftruncate(fd, status.st_size)
                os.lseek(fd, status.st_size, os.SEEK_SET)
        raise


def replace_file(
    path: Path,
    content: str | Iterable[str | bytes],
    *,
    overwrite: bool = True,
    aside: str = "",
    sync: bool = True,
) -> Path | None:
    """Write a file that always holds the old content or the new.

    A symbolic link stays one, and what it points to is replaced; mode and owner stay.  With
    ``aside``, a suffix such as ``.broken``, the old file is kept under a new name that ends with
    it, or with it and a number, and this name is returned.  Without ``sync``, which is quicker, a
    power failure may cost the file.  Raises OSError, FileExistsError unless ``overwrite`` is set,
    and what ``content`` raises; then all is as before.
    """
    path = Path(os.path.realpath(path))
    old = None
    with contextlib.suppress(FileNotFoundError):
        old = path.stat()
        check_regular(old, path)
    sweep(path.parent, *_PART, seconds=_LEFTOVER_SECONDS)
    begin, end = _PART
    # A name of its own, or two programs at a time would write into one file.
    new = path.with_name(begin + secrets.token_hex(8) + end)
    kept = None
    try:
        with open(new, "xb", opener=partial(os.open, mode=0o600) if old else None) as file:
            for part in (content,) if isinstance(content, str) else content:
                if isinstance(part, str):
                    file.write(part.encode(errors="backslashreplace"))
                else:
                    file.write(part)
            if old:
                with contextlib.suppress(PermissionError):  # the file of somebody else
                    os.fchown(file.fileno(), old.st_uid, old.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
            if sync:
                # A disk may be found to be full only now.
                file.flush()
                os.fsync(file.fileno())
        kept = _moved_aside(path, aside) if old and aside else None
        if overwrite:
            new.replace(path)
        else:
            _put_in_place(new, path)
    except BaseException:
        if kept:
            kept.replace(path)
        raise
    finally:
        new.unlink(missing_ok=True)
    if sync:
        _sync_folder(path.parent)
    return kept


def _moved_aside(path: Path, suffix: str) -> Path:
    aside = path.with_name(path.name + suffix)
    number = 1
    while True:
        try:
            os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            number += 1
            aside = path.with_name(f"{path.name}{suffix}.{number}")
        else:
            return path.replace(aside)


def _put_in_place(new: Path, path: Path) -> None:
    """Give a file its name, which must not be taken."""
    try:
        # Unlike a renaming, this fails if somebody has made such a file meanwhile.
        os.link(new, path)
    except OSError:
        # The file system may have no links.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.rename(new, path)


def _sync_folder(folder: Path) -> None:
    # Not every file system can; then it has its own ways.
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def sweep(folder: Path, begin: str, end: str, *, seconds: float) -> None:
    """Remove what killed programs have left in a folder.

    That is every file named ``begin...end`` to which nothing was written for ``seconds``.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(begin) and entry.name.endswith(end):
                # Another program may have removed it since.
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > seconds:
                        os.unlink(entry.path)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others out who ask for the same file, in any program.

    Its folder is made if need be.  Raises OSError, BlockingIOError after LOCK_PATIENCE seconds.
    """
    path = Path(os.path.realpath(path))
    make_folder(path.parent)
    fd = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        lock_for_writing(fd, path, LOCK_PATIENCE)
        yield
    finally:
        os.close(fd)


def lock_for_writing(fd: int, path: str | os.PathLike[str], seconds: float) -> None:
    """Lock a file, or raise BlockingIOError, which names ``path``."""
    if not lock(fd, seconds):
        raise BlockingIOError(errno.EWOULDBLOCK, N_("Another program is writing it"), str(path))


def lock(fd: int, seconds: float = 0.0, *, shared: bool = False) -> bool:
    """Lock an open file until it is closed.

    Returns False if somebody else still has it locked after ``seconds``.  Where the file system has
    no locks, nobody is kept out.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_LOOK_SECONDS)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            return True
        else:
            return True


def is_locked(fd: int) -> bool:
    """True if somebody else has an open file locked for writing."""
    if not lock(fd, shared=True):
        return True
    # Unlocked at once, so that no writer waits.
    with contextlib.suppress(OSError):  # this file system knows no locks
        fcntl.flock(fd, fcntl.LOCK_UN)
    return False
