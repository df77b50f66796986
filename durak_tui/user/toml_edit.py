"""Changes of values in a TOML file that leave the rest alone.

The text is taken apart into statements, and tomlkit changes a value within one.  The caller checks
whether the file then means what was wanted.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import tomlkit
from tomlkit.items import InlineTable

Place = tuple[str, ...]  # The keys on the way to a value.


class _Statement:
    """A header, a value with its key, a comment, a gap."""

    def __init__(self, text: str, table: Place) -> None:
        self.text = text
        self.values = tomllib.loads(text)
        self.is_header = text.lstrip().startswith("[")
        self.is_array = text.lstrip().startswith("[[")
        self.is_comment = text.lstrip().startswith("#")
        # The one that it begins, or stands in.
        self.table = tuple(_path(self.values)) if self.is_header else table

    def is_in(self, table: Place) -> bool:
        return self.table[: len(table)] == table

    def value(self, place: Place) -> Any:
        """What it says of a place, if anything."""
        depth = len(self.table)
        if self.is_header or len(place) <= depth or place[:depth] != self.table:
            return None
        value: Any = self.values
        for key in place[depth:]:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def opened(self, place: Place) -> tuple[tomlkit.TOMLDocument, Any]:
        """As tomlkit has it, and in it the table of a place."""
        document = tomlkit.parse(self.text)
        table: Any = document
        for key in place[len(self.table) : -1]:
            table = table[key]
        return document, table

    def move(self, table: Place) -> None:
        """Put it into another table, or make it its header."""
        self.table = table
        if self.is_header:
            header = next(_whole(self.text, "]"))
            self.text = _header(table, in_array=self.is_array) + self.text[len(header) :]


class TomlFile:
    """The text of a TOML file, to be changed."""

    def __init__(self, text: str) -> None:
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._statements: list[_Statement] = []
        if text and not text.endswith("\n"):
            text += self._newline
        table: Place = ()
        while text:
            statement = _Statement(next(_whole(text, "\n")), table)
            self._statements.append(statement)
            table, text = statement.table, text[len(statement.text) :]

    def __str__(self) -> str:
        return "".join(statement.text for statement in self._statements)

    def set(self, place: Place, value: Any, order: Sequence[Place] = ()) -> None:
        """Set a value; a new table for it keeps this order."""
        table = place[:-1]
        same = [n for n, one in enumerate(self._statements, 1) if one.table == table and one.values]
        if there := self._with(place):
            self._replace(there[0], place, value)
        elif same:
            self._add(same[-1], table, place, value)
        elif not table:  # below what the file says of itself
            comments = takewhile(lambda one: one.is_comment, self._statements)
            self._add(len(list(comments)), table, place, value)
        elif not self._set_in_line(place, value):
            self._add(self._begin(table, order), table, place, value)

    def remove(self, place: Place) -> None:
        """Remove a value, or a table without the comments in it."""
        for one in list(self._statements):
            if one.values and one.is_in(place):
                self._statements.remove(one)
            elif one.value(place) is not None:
                document, table = one.opened(place)
                if isinstance(table, InlineTable):
                    del table[place[-1]]
                    self._put(one, document.as_string())
                else:
                    self._statements.remove(one)

    def rename(self, place: Place, name: str) -> None:
        """Give a table another name."""
        new = (*place[:-1], name)
        for one in self._statements:
            if one.is_in(place):
                one.move((*new, *one.table[len(place) :]))
        tables = [one.value(place) for one in self._with(place)]
        self.remove(place)
        for table in tables:
            self._set_all(new, table)

    def name_tables(self, array: str, tables: Sequence[Place]) -> None:
        """Give each ``[[array]]`` a place of its own, without its ``name``."""
        left = iter(tables)
        for one in list(self._statements):
            if not one.is_in((array,)):
                if not one.table and array in one.values:  # all on one line
                    lines = re.findall(r".*\n", one.text)
                    self._put(one, *(line for line in lines if line.lstrip().startswith("#")))
                    for table, values in zip(tables, one.values[array], strict=True):
                        self._set_all(table, {k: values[k] for k in values if k != "name"})
                continue
            inner = one.table[1:]
            if one.is_header and not inner:
                table, one.is_array = next(left), False
            elif "name" in one.values and not inner:
                _name, value = tomlkit.parse(one.text).body[0]
                comment = value.trivia.comment
                self._put(one, *([comment + self._newline] if comment else []))
            one.move((*table, *inner))

    def _with(self, place: Place) -> list[_Statement]:
        return [one for one in self._statements if one.value(place) is not None]

    def _put(self, old: _Statement, *texts: str) -> None:
        at = self._statements.index(old)
        self._statements[at : at + 1] = [_Statement(text, old.table) for text in texts]

    def _replace(self, one: _Statement, place: Place, value: Any) -> None:
        document, table = one.opened(place)
        table[place[-1]] = _item(value)
        self._put(one, document.as_string())

    def _add(self, at: int, table: Place, place: Place, value: Any) -> None:
        keys = _dotted(place[len(table) :])
        text = f"{keys} = {_item(value).as_string()}{self._newline}"
        self._statements.insert(at, _Statement(text, table))

    def _set_all(self, table: Place, values: Mapping[str, Any]) -> None:
        for key, value in values.items():
            self.set((*table, key), value)

    def _set_in_line(self, place: Place, value: Any) -> bool:
        """Set a value in a table that has no header."""
        for depth in reversed(range(1, len(place))):
            for one in reversed(self._with(place[:depth])):
                if isinstance(one.opened(place[: depth + 1])[1], InlineTable):
                    for key in reversed(place[depth + 1 :]):
                        value = {key: value}
                    self._replace(one, place[: depth + 1], value)
                else:
                    self._add(self._statements.index(one) + 1, one.table, place, value)
                return True
        return False

    def _begin(self, table: Place, order: Sequence[Place]) -> int:
        """Begin a table, and return where its first value belongs."""
        after = order[order.index(table) + 1 :] if table in order else ()
        headers = (n for n, one in enumerate(self._statements) if one.is_header)
        at = next((n for n in headers if self._statements[n].table in after), None)
        header = _Statement(_header(table) + self._newline, ())
        gap = _Statement(self._newline, ())
        if at is None:
            self._statements += [gap, header] if self._statements else [header]
            return len(self._statements)
        while at and self._statements[at - 1].is_comment:
            at -= 1
        self._statements[at:at] = [header, gap]
        return at + 1


def _whole(text: str, end: str) -> Iterator[str]:
    """The beginnings of a text with this end that are TOML."""
    for found in re.finditer(end, text):
        try:
            tomllib.loads(text[: found.end()])
        except ValueError:
            continue
        yield text[: found.end()]


def _path(header: Any) -> Iterator[str]:
    while isinstance(header, dict) and header:
        [(key, header)] = header.items()
        yield key


def _header(path: Place, *, in_array: bool = False) -> str:
    return f"[[{_dotted(path)}]]" if in_array else f"[{_dotted(path)}]"


def _dotted(keys: Place) -> str:
    return ".".join(tomlkit.key(key).as_string() for key in keys)


def _item(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return tomlkit.item(value)
    table = tomlkit.inline_table()
    table.update({key: _item(each) for key, each in value.items()})
    return table
