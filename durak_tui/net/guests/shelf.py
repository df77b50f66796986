"""A folder in which a server keeps unfinished games, and missed results."""

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from durak_tui.common.fields import Malformed, parse_object
from durak_tui.common.files import make_folder, read_file, replace_file

_END: Final = ".json"


class JsonShelf:
    """A folder of JSON objects by names; the newest stay."""

    def __init__(self, folder: Path, most: int, unable: Callable[[Exception], object]) -> None:
        """``most`` stay; ``unable`` gets the errors, which do not stop a game."""
        self._folder: Final = folder
        self._most: Final = most
        self._unable: Final = unable

    def put(self, name: str, value: Mapping[str, Any]) -> None:
        """Keep an object, in place of the one of that name."""
        path = self._path(name)
        try:
            is_new = not path.exists()
            make_folder(self._folder)
            replace_file(path, json.dumps(value), sync=False)
            if is_new:
                for old in self._paths()[: -self._most]:
                    old.unlink()
        except OSError as error:
            self._unable(error)

    def drop(self, name: str) -> None:
        """Keep it no more."""
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            self._unable(error)

    def all(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """All objects that can be read, the oldest first."""
        for path in self._paths():
            try:
                value = parse_object(read_file(path) or b"")
            except Malformed as error:
                self._unable(ValueError(f"{path}: {error}"))
            except OSError as error:
                self._unable(error)
            else:
                yield path.name.removesuffix(_END), value

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_END}"

    def _paths(self) -> list[Path]:
        found = []
        for path in self._folder.glob(f"[!.]*{_END}"):
            with contextlib.suppress(OSError):
                found.append((os.stat(path).st_mtime_ns, path))
        return [path for _time, path in sorted(found)]


def new_name() -> str:
    """A name that nothing on a shelf has."""
    return secrets.token_hex(8)
