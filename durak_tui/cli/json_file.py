"""Results for programs: a JSON object, its games kept meanwhile."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from durak_tui.cli.common import CommandError, StandardOutput
from durak_tui.common.files import Closing, append_whole, replace_file
from durak_tui.common.i18n import N_
from durak_tui.common.text import strict_json

STDOUT: Final = "-"


class JsonFile(Closing):
    """A file, device or standard output that gets results at the end."""

    def __init__(self, target: str, is_log: Callable[[Path], bool]) -> None:
        """Raises OSError at once if the target cannot be written.

        Raises CommandError if ``is_log`` says that it is a log, whose games would be lost.
        """
        self.target = target
        self._path = Path(target).expanduser()
        if target != STDOUT and is_log(self._path):
            text = N_("{path} is a log of games: name another file for the results")
            raise CommandError(text, path=target)
        self._to_output = target == STDOUT
        self._device: IO[str] | None = None  # What cannot be replaced is written through this.
        if target != STDOUT:
            # A pipe that nobody reads is an error, not something to wait for.
            fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666)
            os.set_blocking(fd, True)
            self._to_output = _is_stdout(fd)
            if self._to_output or stat.S_ISREG(os.fstat(fd).st_mode):
                os.close(fd)
            else:
                self._device = os.fdopen(fd, "w", encoding="ascii")
        self._games = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        self._comma = ""

    def close(self) -> None:
        for file in (self._games, self._device):
            with suppress(OSError):
                if file:
                    file.close()

    def keep(self, game: Mapping[str, Any]) -> None:
        """Keep a game until the end.  Raises OSError."""
        # Half a game would spoil all the others.
        append_whole(self._games.fileno(), f"{self._comma}\n  {strict_json(game)}".encode("ascii"))
        self._comma = ","

    def finish(self, head: Mapping[str, Any], output: StandardOutput) -> None:
        """Write these fields and all games.  Raises OSError."""
        parts = self._parts(head)
        if self._to_output:
            for part in parts:
                output.write(part)
        elif self._device:
            self._device.writelines(parts)
            self._device.flush()
        else:
            replace_file(self._path, parts, sync=False)

    def _parts(self, head: Mapping[str, Any]) -> Iterator[str]:
        yield strict_json(head)[:-1] + ', "games": ['
        self._games.seek(0)
        while data := self._games.read(1 << 16):
            yield data.decode("ascii")
        yield "\n]}\n"


def _is_stdout(fd: int) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), os.fstat(sys.stdout.fileno()))
    except (OSError, AttributeError, ValueError):
        return False
