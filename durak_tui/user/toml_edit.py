"""Changes of values in a TOML file that leave the rest alone.

tomlkit takes the comments above a header for a part of the table before: they would go with that
table, and its new values would come below them.  So it gets only the values of one table at a time.
The caller checks whether the file then means what was wanted.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import pairwise
from operator import getitem
from typing import Any, Final

import tomlkit
from tomlkit.items import Whitespace

Place = tuple[str, ...]  # The keys on the way to a value.

# In the middle of a text or an array it is none; what is torn apart there cannot be parsed.
_HEADER: Final = r"[ \t]*\[.*\][ \t]*(?:#.*)?$"
_COMMENT: Final = r"[ \t]*#.*\n"
_COMMENT_OR_GAP: Final = r"[ \t]*(?:#.*)?\n"


class TomlFile:
    """A TOML file to be changed; its line ends become alike."""

    def __init__(self, text: str) -> None:
        self._newline = "\r\n" if "\r\n" in text else "\n"
        text = text.replace("\r\n", "\n")
        if text and not text.endswith("\n"):
            text += "\n"
        self._tables = [_Table(each) for each in re.split(f"(?m)^(?={_HEADER})", text)]

    def __str__(self) -> str:
        return "".join(map(str, self._tables)).replace("\n", self._newline)

    def set(self, place: Place, value: Any, order: Sequence[Place] = ()) -> None:
        """Set a value or, if None, remove it; tables keep this order."""
        if value is None:
            self.remove(place)
            return
        values = next(self._values(place[:-1]), None)
        if values is None:
            values = self._begin(place[:-1], order)
        values[place[-1]] = value

    def remove(self, place: Place) -> None:
        """Remove a value, or a table without the comments between its values."""
        for values in self._values(place[:-1]):
            values.pop(place[-1], None)
        for above, table in reversed(list(pairwise(self._tables))):
            if table.is_in(place):
                above.below += table.comments() + table.below
                self._tables.remove(table)

    def rename(self, place: Place, name: str) -> None:
        """Give a table another name, in place of one that has it."""
        new = (*place[:-1], name)
        self.remove(new)
        for table in self._tables:
            if table.is_in(place):
                table.move((*new, *table.path[len(place) :]))

    def name_tables(self, array: str, places: Sequence[Place]) -> None:
        """Give each ``[[array]]`` a place of its own, without its ``name``."""
        left = iter(places)
        for table in self._tables:
            if table.path == (array,):
                place = next(left)
                table.remove_name()
            if table.is_in((array,)):
                table.move((*place, *table.path[1:]))

    def _values(self, path: Place) -> Iterator[Any]:
        """The values at a path, under whichever headers they are."""
        for table in self._tables:
            depth = len(table.path)
            if table.path == path[:depth]:
                with suppress(KeyError):
                    yield reduce(getitem, path[depth:], table.values)

    def _begin(self, path: Place, order: Sequence[Place]) -> Any:
        """Begin a table, and return its values."""
        later = order[order.index(path) + 1 :] if path in order else ()
        end = len(self._tables)
        at = next((n for n, table in enumerate(self._tables) if table.path in later), end)
        above, new = self._tables[at - 1], _Table(f"[{_dotted(path)}]\n")
        if at == end:
            text = str(above)
            above.below += "\n" if text and not text.endswith("\n\n") else ""
        else:
            above.below, comments = _cut(above.below, f"(?:{_COMMENT})*\\Z")
            new.below = "\n" + comments
        self._tables.insert(at, new)
        return new.values


class _Table:
    """A header, its values, and what follows up to the next header."""

    def __init__(self, text: str) -> None:
        self.header, text = _cut(text, f"(?!{_HEADER})")
        self.path = tuple(_path(tomllib.loads(self.header)))
        # What a file says of itself at its top stays there.
        top, text = ("", text) if self.header else _cut(text, f"(?!{_COMMENT})")
        values, self.below = _cut(text, f"(?:{_COMMENT_OR_GAP})*\\Z")
        self.values = tomlkit.parse(top + values)

    def __str__(self) -> str:
        return self.header + self.values.as_string() + self.below

    def is_in(self, place: Place) -> bool:
        return self.path[: len(place)] == place

    def comments(self) -> str:
        """Those on lines of their own."""
        return "".join(re.findall(f"(?m)^{_COMMENT}", self.values.as_string()))

    def move(self, path: Place) -> None:
        """Give it another path; a comment behind the header stays."""
        ends = (found.end() for found in re.finditer("]", self.header))
        end = next(end for end in ends if _is_toml(self.header[:end]))
        self.path = path
        self.header = f"[{_dotted(path)}]{self.header[end:]}"

    def remove_name(self) -> None:
        """Remove ``name``, but for a comment behind it."""
        for n, (key, item) in enumerate(self.values.body):
            if key is not None and key.key == "name":
                comment = item.trivia.comment
                self.values.body[n] = None, Whitespace(comment and comment + "\n")


def _cut(text: str, before: str) -> list[str]:
    """The text in two, cut where a line first matches."""
    return re.split(f"(?m)^(?={before})", text, maxsplit=1)


def _is_toml(text: str) -> bool:
    with suppress(ValueError):
        tomllib.loads(text)
        return True
    return False


def _path(header: Any) -> Iterator[str]:
    while isinstance(header, dict) and header:
        [(key, header)] = header.items()
        yield key


def _dotted(keys: Place) -> str:
    return tomlkit.key(keys).as_string()
