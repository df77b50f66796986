"""Changing values in a TOML file while its comments and its order stay.

tomlkit does the work.  What comes out is read again and compared, so that whatever it makes
of an unusual file, no value is ever lost.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tomlkit.items import Table

_MARK: Final = "the table that began here has been removed"


def same(one: object, other: object) -> bool:
    """Whether two TOML values are equal and of the same types: 1, 1.0 and true differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    # repr: not a number is not equal to itself.
    return type(one) is type(other) and (one == other or repr(one) == repr(other))


def edited(
    text: str, wanted: Mapping[str, Any], rows_key: str, rows: Sequence[int | None]
) -> str | None:
    """The text of a TOML file, changed so that it holds the wanted values.

    ``rows_key`` is the one list of tables in which anything changes; for each table wanted,
    ``rows`` has its place in the list of the old text, ascending, or None at the end for a
    new one.  Returns None if it cannot be done so that comments and order stay.
    """
    import tomllib

    try:
        new = _edited(text, wanted, rows_key, rows)
        made = tomllib.loads(new)
        return new if same(_without_empty(made), _without_empty(wanted)) else None
    except Exception:  # whatever tomlkit meets with, the user's change is to be saved
        return None


def _without_empty(value: Any) -> Any:
    """A value without its empty tables: ``a.b = 1`` leaves none when it goes, ``[a]`` does."""
    if not isinstance(value, Mapping):
        return value
    inner = {key: _without_empty(each) for key, each in value.items()}
    return {key: each for key, each in inner.items() if each != {}}


def rewritten(values: Mapping[str, Any]) -> str:
    """A new TOML file with these values: the single ones first, then the tables."""
    import tomlkit  # only for those who save

    def is_table(value: object) -> bool:
        return isinstance(value, dict) or (
            isinstance(value, list) and any(isinstance(each, dict) for each in value)
        )

    ordered = sorted(values.items(), key=lambda item: is_table(item[1]))
    return tomlkit.dumps(dict(ordered))


def _edited(text: str, wanted: Mapping[str, Any], rows_key: str, rows: Sequence[int | None]) -> str:
    import tomlkit

    document = tomlkit.parse(text)
    _update(document, {key: value for key, value in wanted.items() if key != rows_key}, rows_key)
    return _with_rows(document, wanted.get(rows_key, []), rows_key, rows)


def _update(table: Any, wanted: Mapping[str, Any], leave: str = "") -> None:
    """Make a table hold the wanted values, except for the key ``leave``."""
    for key in [key for key in table if key not in wanted and key != leave]:
        del table[key]
    for key, value in wanted.items():
        if key not in table:
            _add(table, key, value)
        elif isinstance(value, Mapping) and isinstance(table[key], Mapping):
            _update(table[key], value)
        elif not same(_plain(table[key]), value):
            table[key] = value


def _plain(item: Any) -> object:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _add(table: Any, key: str, value: object) -> None:
    """Add a key to a table, in the line after its last one.

    By itself, tomlkit adds behind the comments that stand before the next table.
    """
    import tomlkit
    from tomlkit.items import InlineTable

    last = None
    if not isinstance(value, Mapping | list) and not isinstance(table, InlineTable):
        last = _last_line(table)
    if last is None:
        table[key] = value
        return
    trivia = last.trivia
    newline = "\r\n" if trivia.trail.startswith("\r") else "\n"
    line = f"{tomlkit.key(key).as_string()} = {tomlkit.item(value).as_string()}"
    trivia.trail = f"{trivia.trail or newline}{trivia.indent}{line}{newline}"


def _last_line(table: Any) -> Any:
    """The last value of a table that is not in a table with a header of its own; or None."""
    from tomlkit.items import AoT, Table

    if isinstance(table, Table):
        # Without a header it is one that dotted keys make: lines in it need the whole key.
        body = [] if table.display_name is None else table.value.body
    else:
        body = getattr(table, "body", [])
    for key, item in reversed(body):
        if key is None or isinstance(item, AoT):
            continue
        if not isinstance(item, Table):
            return item
        if key.is_dotted() and (last := _last_value(item)) is not None:
            return last
    return None


def _last_value(dotted: Any) -> Any:
    from tomlkit.items import Table

    item = list(dotted.values())[-1]
    return _last_value(item) if isinstance(item, Table) else item


def _with_rows(
    document: Any, wanted: Sequence[Mapping[str, Any]], key: str, rows: Sequence[int | None]
) -> str:
    """The text of the document with its list of tables changed."""
    import tomlkit
    from tomlkit.items import AoT

    tables = document.get(key)
    kept = {row: value for row, value in zip(rows, wanted, strict=True) if row is not None}
    new = [value for row, value in zip(rows, wanted, strict=True) if row is None]
    if tables is not None and not isinstance(tables, AoT):
        return _with_inline_rows(document, key, kept, new)
    removed = []
    for row, table in enumerate(tables or ()):
        if row in kept:
            _update(table, kept[row])
        else:
            removed.append(table)
    for number, table in enumerate(removed):
        _empty(table, f"{_MARK} {number}")
    text = tomlkit.dumps(document)
    for number in range(len(removed)):
        text = _without_marked(text, f"{_MARK} {number}")
    added = [tomlkit.dumps({key: [value]}) for value in new]
    if text and not text.endswith("\n"):
        text += "\n"
    return "\n".join([text, *added] if text else added)


def _with_inline_rows(
    document: Any, key: str, kept: Mapping[int, Mapping[str, Any]], new: Sequence[Any]
) -> str:
    import tomlkit

    array = document[key]
    for row in reversed(range(len(array))):
        if row in kept:
            _update(array[row], kept[row])
        else:
            del array[row]
    for value in new:
        table = tomlkit.inline_table()
        table.update(value)
        array.append(table)
    if not array:
        del document[key]
    return tomlkit.dumps(document)


def _empty(table: "Table", mark: str) -> None:
    """Leave of a table its comments, which may belong to the next, and a mark before them."""
    import tomlkit

    between = list(_between_values(table))
    for key in list(table):
        table.remove(key)
    table.value.body[:] = [(None, tomlkit.comment(mark)), *((None, item) for item in between)]


def _between_values(table: Any) -> Iterator[Any]:
    """The comments and blank lines of a table and of those in it."""
    from tomlkit.items import AoT, Comment, Table, Whitespace

    for _key, item in table.value.body:
        if isinstance(item, Comment | Whitespace):
            yield item
        for inner in item if isinstance(item, AoT) else [item]:
            if isinstance(inner, Table):
                yield from _between_values(inner)


def _without_marked(text: str, mark: str) -> str:
    """The text without a mark's line and the header before it."""
    before, after = text.split(f"# {mark}\n")
    header = before.rstrip("\r\n").rfind("\n") + 1
    return before[:header] + after
