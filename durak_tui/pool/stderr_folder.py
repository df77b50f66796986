"""Files with the standard error of players, one for each.

The games come in their order, wherever they were played: what a player has written in a game
travels with its result, so one program writes the files, that which saves the games.
"""

import contextlib
import errno
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from durak_tui.common.files import Closing, append_whole
from durak_tui.common.i18n import N_
from durak_tui.pool.run_errors import usable

KEPT: Final = 128 * 1024  # Bytes of a player in a game: the last ones.
LARGEST: Final = 256 * 1024 * 1024  # Bytes of a file, to which nothing is added from there on.
_NOT_OF_NAMES: Final = re.compile(r"[^\w.-]+")
_FULL: Final = b"#### This file is full: nothing is written to it any more.\n"


class StderrFolder(Closing):
    """A folder with a file for each player.  Files are appended to."""

    def __init__(self, folder: str, names: Sequence[str] | None = None) -> None:
        """Make the folder.  Raises RunError if nothing can be written there.

        Files are called ``engine1.log`` and so on by the seats; with ``names`` by number and name
        of the players, in any seat.
        """
        self._folder = Path(folder).expanduser()
        self._files: Mapping[str, str] | None = None
        if names is not None:
            self._files = {
                name: f"{number}-{_NOT_OF_NAMES.sub('_', name)[:60]}.log"
                for number, name in enumerate(names, 1)
            }
        self._open: dict[str, int] = {}
        self._full: set[str] = set()
        with usable(N_("folder {folder} cannot be written: {why}"), folder=folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self._folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self._folder))

    def add_words(self, names: Sequence[str], stderr: Sequence[bytes], title: str) -> None:
        """Append what players wrote in a game, if anything.  Raises OSError.

        ``title`` is the line above it.
        """
        for seat, words in enumerate(stderr):
            if words:
                block = f"#### {title}\n".encode() + words
                end = b"" if words.endswith(b"\n") else b"\n"
                self._append(self._file(seat, names[seat]), block + end)

    def _file(self, seat: int, name: str) -> str:
        return f"engine{seat + 1}.log" if self._files is None else self._files[name]

    def _append(self, name: str, block: bytes) -> None:
        fd = self._open.get(name)
        if fd is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            fd = os.open(self._folder / name, flags, 0o666)
            self._open[name] = fd
        if name in self._full:
            return
        if os.fstat(fd).st_size + len(block) > LARGEST:
            self._full.add(name)
            block = _FULL
        append_whole(fd, block)

    def close(self) -> None:
        while self._open:
            with contextlib.suppress(OSError):
                os.close(self._open.popitem()[1])
