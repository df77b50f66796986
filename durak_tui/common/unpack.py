"""Logs of any source, to be read anywhere in them.

A log may come through a pipe or from standard input, and gzip may have compressed it.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Final

from durak_tui.common.errors import UserError
from durak_tui.common.files import open_regular
from durak_tui.common.i18n import N_, _, why

STDIN: Final = "-"
"""In place of a path: standard input."""
_SUFFIX: Final = ".gz"
_MAGIC: Final = bytes((31, 139, 8))  # So begins what gzip has compressed (RFC 1952).
_SHORTEST: Final = 18  # Bytes around nothing at all.
_CHUNK: Final = 1024 * 1024

StrPath = str | os.PathLike[str]
Opener = Callable[[StrPath], int]
"""Returns a descriptor that can be read anywhere; raises OSError, UserError."""


def shown(path: StrPath) -> str:
    """A path, or words for standard input."""
    return _("standard input") if path == STDIN else os.fspath(path)


def is_file(path: StrPath) -> bool:
    """True for a regular file, beside which others may lie."""
    return path != STDIN and os.path.isfile(os.path.expanduser(path))


def is_same(path: StrPath, other: StrPath) -> bool:
    """True if both paths mean one file; the first may be ``-``."""
    try:
        one = os.fstat(0) if path == STDIN else os.stat(os.path.expanduser(path))
        return os.path.samestat(one, os.stat(os.path.expanduser(other)))
    except OSError:
        return False


def check_plain(fd: int, path: StrPath) -> None:
    """Raise OSError if an open regular file is compressed."""
    if _is_compressed(fd):
        text = N_("It is compressed: unpack it first, as with gunzip")
        raise OSError(errno.EINVAL, text, str(path))


def check_name(path: StrPath) -> None:
    """Raise OSError for the name of a compressed file to be written."""
    if os.fspath(path).endswith(_SUFFIX):
        raise OSError(errno.EINVAL, N_("Logs are written uncompressed: leave out .gz"), str(path))


def _is_compressed(fd: int) -> bool:
    begin = b""
    with suppress(OSError):  # It may be written but not read.
        begin = os.pread(fd, _SHORTEST, 0)
    return len(begin) == _SHORTEST and begin.startswith(_MAGIC)


def open_unpacked(path: StrPath) -> int:
    """Open what a file, a pipe or standard input holds.

    What cannot be read anywhere in it, and what gzip has compressed, is copied to a temporary file
    that has no name.  Raises OSError, or UserError if there is no room for that.
    """
    with ExitStack() as files:
        file: IO[bytes] = files.enter_context(open(_opened(path), "rb"))
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) or file.tell():
            file = files.enter_context(_copy(file.read, path))
        if _is_compressed(file.fileno()):
            file = files.enter_context(_unpacked(file, path))
        return os.dup(file.fileno())


def _unpacked(file: IO[bytes], path: StrPath) -> IO[bytes]:
    import gzip  # these two are not for everybody
    import zlib

    try:
        return _copy(gzip.GzipFile(fileobj=file, mode="rb").read, path)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        text = N_("Its compressed data is damaged or cut off")
        raise OSError(errno.EINVAL, text, str(path)) from None


def _opened(path: StrPath) -> int:
    if path == STDIN:
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), path)
        if os.isatty(0):
            text = N_("It is a terminal: name a log, or send one through a pipe")
            raise OSError(errno.EINVAL, text, path)
        return os.dup(0)
    if stat.S_ISFIFO(os.stat(path).st_mode):
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)  # as soon as somebody writes to it
    return open_regular(path)


def _copy(read: Callable[[int], bytes], path: StrPath) -> IO[bytes]:
    """All that can be read, in a file without a name."""
    import tempfile

    with _writing(path):
        copy = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        while chunk := read(_CHUNK):
            with _writing(path):
                copy.write(chunk)
        with _writing(path):
            copy.flush()
    except BaseException:
        copy.close()
        raise
    copy.seek(0)
    return copy


@contextmanager
def _writing(path: StrPath) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        text = N_("no temporary copy of {path} can be written: {why}")
        raise UserError(text, path=shown(path), why=why(error)) from None
