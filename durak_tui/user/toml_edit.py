"""Changes of values in a TOML file that leave the rest alone.

The text is taken apart at the headers of its tables.  In each part tomlkit changes values; comments
and order stay.  The caller checks whether the file then means what was wanted.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Place = tuple[str, ...]
"""The keys on the way to a value."""


class Edit(NamedTuple):
    """A value to set, or something to remove or rename."""

    place: Place
    value: Any = None
    """None to remove what is there, a value or a table."""
    name: str = ""
    """If not empty, the new name of the table that is there."""


def edited(text: str, edits: Iterable[Edit], table: str, order: Sequence[str]) -> str:
    """The text after some edits, with one ``table`` in this order."""
    parts = _Parts(text)
    for place, value, name in edits:
        if name:
            parts.rename(place, name)
        elif value is None:
            parts.remove(place)
        else:
            parts.set(place, value)
    parts.reorder(table, order)
    return str(parts)


def with_tables(text: str, array: str, table: str, names: Sequence[str]) -> str:
    """The text with each ``[[array]]`` as ``[table.NAME]``, without its ``name``."""
    parts = _Parts(text)
    parts.name_tables(array, table, names)
    return str(parts)


@dataclass
class _Part:
    """The lines from one header, or the beginning, to the next."""

    path: Place = ()
    in_array: bool = False
    """Whether its header has two brackets."""
    header: str = ""
    body: str = ""

    def move(self, path: Place, *, in_array: bool = False) -> None:
        """Give the header another path and keep what follows it."""
        for bracket in re.finditer("]", self.header):
            if _is_toml(self.header[: bracket.end()]):
                rest = self.header[bracket.end() :]
                self.header = _header(path, in_array) + rest
                self.path, self.in_array = path, in_array
                return

    def add(self, keys: Place, value: Any) -> None:
        """Add a line after the last value."""
        lines = _lines(self.body)
        end = len(lines)
        while end and not _has_value(lines[end - 1]):
            end -= 1
        if not end and not self.header:  # below what the file says of itself
            end = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
        if self.header and not self.header.endswith("\n"):
            self.header += "\n"
        if end and not lines[end - 1].endswith("\n"):
            lines[end - 1] += "\n"
        newline = "\r\n" if (self.header + self.body).find("\r\n") >= 0 else "\n"
        lines.insert(end, f"{_dotted(keys)} = {_item(value).as_string()}{newline}")
        self.body = "".join(lines)


class _Parts:
    """A TOML file taken apart."""

    def __init__(self, text: str) -> None:
        self._parts = [_Part()]
        for line in _lines(text):
            # In a value of several lines a line may only look like a header.
            if line.lstrip(" \t").startswith("[") and _is_toml(self._parts[-1].body):
                self._parts.append(_Part(*_path(line), line))
            else:
                self._parts[-1].body += line

    def __str__(self) -> str:
        return "".join(part.header + part.body for part in self._parts)

    def reorder(self, table: str, order: Sequence[str]) -> None:
        """Order the tables in a table within their places."""
        places: list[Place] = [(table, key) for key in order]
        at = [n for n, part in enumerate(self._parts) if part.path[:2] in places]
        parts = sorted((self._parts[n] for n in at), key=lambda part: places.index(part.path[:2]))
        for n, part in zip(at, parts, strict=True):
            if part.body and not part.body.endswith("\n"):
                part.body += "\n"
            self._parts[n] = part

    def name_tables(self, array: str, table: str, names: Sequence[str]) -> None:
        for part, document, _table, _key in self._found((array,)):
            listed = document[array].unwrap()
            comments = [line for line in _lines(document[array].as_string()) if _is_comment(line)]
            del document[array]
            part.body = document.as_string() + "".join(comments)
            for name, values in zip(names, listed, strict=True):
                for key, value in values.items():
                    if key != "name":
                        self.set((table, name, key), value)
            return
        left = iter(names)
        for part in self._parts:
            if part.path == (array,):
                name = next(left)
                part.body = _without_name(part.body)
            if part.path[:1] == (array,):
                inner = part.path[1:]
                part.move((table, name, *inner), in_array=part.in_array and bool(inner))

    def _found(self, place: Place) -> Iterator[tuple[_Part, Any, Any, str]]:
        """The parts with a place: document, table in it, key."""
        import tomlkit

        for part in self._parts:
            rest = place[len(part.path) :]
            if part.in_array or not rest or place[: len(part.path)] != part.path:
                continue
            document = tomlkit.parse(part.body)
            table: Any = document
            for key in rest[:-1]:
                table = table.get(key) if isinstance(table, Mapping) else None
            if isinstance(table, Mapping) and rest[-1] in table:
                yield part, document, table, rest[-1]

    def set(self, place: Place, value: Any) -> None:
        from tomlkit.items import InlineTable

        for part, document, table, key in self._found(place):
            table[key] = _item(value)
            part.body = document.as_string()
            return
        for depth in reversed(range(1, len(place))):
            for part, document, table, key in self._found(place[:depth]):
                if isinstance(table[key], InlineTable):
                    for each in reversed(place[depth + 1 :]):
                        value = {each: value}
                    table[key][place[depth]] = _item(value)
                    part.body = document.as_string()
                else:
                    part.add(place[len(part.path) :], value)
                return
        for part in self._parts:
            if part.path == place[:-1] and not part.in_array:
                part.add(place[-1:], value)
                return
        text = str(self)
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        self._parts[-1].body += gap
        self._parts.append(_Part(place[:-1], header=f"{_header(place[:-1])}\n"))
        self._parts[-1].add(place[-1:], value)

    def remove(self, place: Place) -> None:
        for part, document, table, key in self._found(place):
            del table[key]
            part.body = document.as_string()
        kept: list[_Part] = []
        for part in self._parts:
            if part.path[: len(place)] == place:
                # A comment may belong to the next table.
                kept[-1].body += "".join(x for x in _lines(part.body) if not _has_value(x))
            else:
                kept.append(part)
        self._parts = kept

    def rename(self, place: Place, name: str) -> None:
        new = (*place[:-1], name)
        for part in self._parts:
            if part.path[: len(place)] == place:
                part.move((*new, *part.path[len(place) :]), in_array=part.in_array)
        for _part, _document, table, key in list(self._found(place)):
            values = table[key].unwrap()
            self.remove(place)
            for each, value in values.items():
                self.set((*new, each), value)


def _lines(text: str) -> list[str]:
    # Not str.splitlines, for which lines also end where TOML's do not.
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _has_value(line: str) -> bool:
    return bool(line.strip()) and not _is_comment(line)


def _loads(text: str) -> dict[str, Any]:
    import tomllib  # only for those who have a file

    return tomllib.loads(text)


def _is_toml(text: str) -> bool:
    try:
        _loads(text)
    except ValueError:
        return False
    return True


def _path(header: str) -> tuple[Place, bool]:
    """The keys in a header, and whether it has two brackets."""
    path: list[str] = []
    values: Any = _loads(header)
    while values:
        if isinstance(values, list):
            return tuple(path), True
        [(key, values)] = values.items()
        path.append(key)
    return tuple(path), False


def _header(path: Place, in_array: bool = False) -> str:
    return f"[[{_dotted(path)}]]" if in_array else f"[{_dotted(path)}]"


def _dotted(keys: Place) -> str:
    import tomlkit

    return ".".join(tomlkit.key(key).as_string() for key in keys)


def _item(value: Any) -> Any:
    import tomlkit

    if not isinstance(value, Mapping):
        return tomlkit.item(value)
    table = tomlkit.inline_table()
    table.update({key: _item(each) for key, each in value.items()})
    return table


def _without_name(body: str) -> str:
    import tomlkit

    document = tomlkit.parse(body)
    if "name" not in document:
        return body
    comment = document.item("name").trivia.comment  # type: ignore[union-attr]  # no table
    document.remove("name")
    return (f"{comment}\n" if comment else "") + document.as_string()
