"""Files and folders from which a log can be chosen."""

import os
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from durak_tui.common.text import one_line

MOST: Final = 2000
"""Entries of a folder that are listed."""
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")


class FolderEntry(NamedTuple):
    """A file or folder."""

    path: str
    is_folder: bool
    size: int | None = None
    """Bytes of a file; None if there is none."""

    @property
    def name(self) -> str:
        """The printable name, with a slash for a folder."""
        return one_line(os.path.basename(self.path)) + ("/" if self.is_folder else "")


class Folder(NamedTuple):
    """A folder as it was read."""

    path: str
    entries: tuple[FolderEntry, ...]
    """Folders first, and no hidden ones; at most :data:`MOST`."""
    more: int
    """How many are left out."""


def read_folder(path: str) -> Folder:
    """Read a folder.  Raises OSError."""
    found = sorted(_entries(path), key=lambda entry: (not entry.is_folder, entry.name.casefold()))
    return Folder(path, tuple(found[:MOST]), max(0, len(found) - MOST))


def _entries(path: str) -> Iterator[FolderEntry]:
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir():
                    yield FolderEntry(entry.path, True)
                elif entry.is_file():
                    yield FolderEntry(entry.path, False, entry.stat().st_size)
            except OSError:
                continue  # gone meanwhile


def read_files(paths: Iterable[str | os.PathLike[str]]) -> list[FolderEntry]:
    """Files with their sizes, None for those that are gone."""
    return [FolderEntry(os.fspath(path), False, _size(path)) for path in paths]


def _size(path: str | os.PathLike[str]) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def size_text(size: int) -> str:
    """A number of bytes for a person: ``3.2 MB``."""
    number, unit = float(size), 0
    while number >= 999.5 and unit < len(_UNITS) - 1:
        number /= 1000
        unit += 1
    digits = 0 if unit == 0 or number >= 9.95 else 1
    return f"{number:.{digits}f} {_UNITS[unit]}"
