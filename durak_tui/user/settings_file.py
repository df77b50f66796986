"""Settings as the values of a TOML file: what they mean, and what is to be changed in them.

Everything here is plain values; an engine is a mapping of its fields.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import one_line
from durak_tui.user.schema import CHECKS, ENGINE_CHECKS, Wrong, check_keys, shown, unknown_key

_POSITION: Final = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"

Values = Mapping[str, Any]


class Understood(NamedTuple):
    """What the values of a file mean."""

    settings: Values
    """What is set, by name."""
    problems: tuple[Message, ...]
    wrong: frozenset[str]
    """Keys whose values are not used."""
    rows: tuple[int, ...]
    """For each engine its place in the file's list."""


NOTHING: Final = Understood({}, (), frozenset(), ())


def understood(values: Values, defaults: Values) -> Understood:
    """What the values of a file mean; ``defaults`` are told of where they are used instead."""
    settings: dict[str, Any] = {}
    problems: list[Message] = []
    wrong: set[str] = set()
    rows: tuple[int, ...] = ()
    for key, value in values.items():
        if key == "engine":
            settings["engines"], rows = _engines(value, problems)
        elif key == "keys":
            settings["keys"] = _keys(value, problems)
        elif key not in CHECKS:
            problems.append(_about(key, unknown_key(key, (*CHECKS, "keys", "engine"))))
        else:
            try:
                settings[key] = CHECKS[key](value)
            except Wrong as error:
                told = {"key": key, "what": error.what, "default": shown(defaults[key])}
                problems.append(Message(N_("{key}: {what}; {default} is used"), told))
                wrong.add(key)
    return Understood(settings, tuple(problems), frozenset(wrong), rows)


def _about(key: str, what: Message) -> Message:
    return Message("{key}: {what}", {"key": one_line(key), "what": what})


def _keys(table: Any, problems: list[Message]) -> dict[str, str]:
    keys: dict[str, str] = {}
    if not isinstance(table, dict):
        what = Message(N_("must be a table that begins with {header}"), {"header": "[keys]"})
        problems.append(_about("keys", what))
        return keys
    for action, place, key in _actions(table):
        try:
            keys[action] = check_keys(place[key])
        except Wrong as error:
            problems.append(_about(f"keys.{action}", error.what))
    return keys


def _actions(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any], str]]:
    """The id of each action in the table of keys, and where it stands.

    An id such as ``play.take`` may be written in quotes, or as a table in the table.
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _actions(value, f"{prefix}{key}.")
        else:
            yield prefix + key, table, key


def _engines(
    tables: Any, problems: list[Message]
) -> tuple[tuple[dict[str, Any], ...], tuple[int, ...]]:
    engines: dict[int, dict[str, Any]] = {}
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        what = N_("each engine must be a table that begins with {header}")
        problems.append(_about("engine", Message(what, {"header": "[[engine]]"})))
        return (), ()
    for row, table in enumerate(tables):
        place = f"engine {row + 1}"
        engine = _engine(table, place, problems)
        if engine is None:
            continue
        if any(other["name"] == engine["name"] for other in engines.values()):
            what = N_("there is another engine called {name}; this one is left out")
            problems.append(_about(place, Message(what, {"name": shown(engine["name"])})))
        else:
            engines[row] = engine
    return tuple(engines.values()), tuple(engines)


def _engine(table: Values, place: str, problems: list[Message]) -> dict[str, Any] | None:
    engine: dict[str, Any] = {}
    for key in table:
        if key not in ENGINE_CHECKS:
            problems.append(_about(f"{place}, {key}", unknown_key(key, ENGINE_CHECKS)))
    needed = {"name": table.get("command"), "command": None, **table}
    for key, check in ENGINE_CHECKS.items():
        if key not in needed:
            continue
        try:
            if needed[key] is None:
                raise Wrong(N_("is missing"))
            engine[key] = check(needed[key])
        except Wrong as error:
            if key == "name" and key not in table:
                continue  # the command is wrong, which is told of
            left_out = key in ("name", "command")
            told = {"key": f"{place}, {key}", "what": error.what}
            text = N_("{key}: {what}; the engine is left out") if left_out else "{key}: {what}"
            problems.append(Message(text, told))
    return engine if "name" in engine and "command" in engine else None


def wanted(
    values: Values, rows: Sequence[int], before: Values, after: Values, again: frozenset[str]
) -> tuple[dict[str, Any], list[int | None] | None]:
    """The values of a file when its settings are changed.

    ``rows`` are the places of the engines ``before`` in the file's list; ``again`` are keys
    that are to be set although they have not changed.  With the new values, where each engine
    among them came from (see :func:`durak_tui.user.toml_edit.edited`), or None if their order is
    another.
    """
    new: dict[str, Any] = deepcopy(dict(values))
    for key in CHECKS:
        if after[key] != before[key] or key in again:
            new[key] = after[key]
    if after["keys"] != before["keys"]:
        _set_keys(new, before["keys"], after["keys"])
    tables = new.pop("engine", [])
    if after["engines"] == before["engines"]:
        if "engine" in values:
            new["engine"] = tables
        return new, list(range(len(tables))) if isinstance(tables, list) else []
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        new["engine"] = [_changed({}, engine, {}) for engine in after["engines"]]
        return new, None
    changed, origins = _changed_engines(tables, rows, before["engines"], after["engines"])
    if changed:
        new["engine"] = changed
    return new, origins


def _set_keys(values: dict[str, Any], before: Values, after: Values) -> None:
    table = values.get("keys")
    if not isinstance(table, dict):
        table = values["keys"] = {}
    for action, place, key in list(_actions(table)):
        if action in before and action not in after:
            del place[key]
    for action, keys in after.items():
        if before.get(action) == keys:
            continue
        places = [(place, key) for name, place, key in _actions(table) if name == action]
        for place, key in places:
            place[key] = keys
        if not places:
            if action in table:  # as a table: there cannot be both
                flat = {name: place[key] for name, place, key in _actions(table)}
                table.clear()
                table.update(flat)
            table[action] = keys


def _changed_engines(
    tables: list[dict[str, Any]], rows: Sequence[int], before: Sequence[Values],
    after: Sequence[Values],
) -> tuple[list[dict[str, Any]], list[int | None] | None]:  # fmt: skip
    came_from = _matches([e["name"] for e in before], [e["name"] for e in after])
    kept = {rows[old]: new for new, old in enumerate(came_from) if old is not None}
    removed = {before[old]["name"] for old in range(len(before)) if old not in came_from}
    result: list[dict[str, Any]] = []
    origins: list[int | None] = []
    for row, table in enumerate(tables):
        if row in kept:
            old = came_from[kept[row]]
            assert old is not None
            result.append(_changed(table, after[kept[row]], before[old]))
        elif row in rows or table.get("name") in removed:
            continue  # what was left out because it has the same name would be there again
        else:
            result.append(table)
        origins.append(row)
    added = [_changed({}, after[n], {}) for n, old in enumerate(came_from) if old is None]
    if came_from == sorted(came_from, key=lambda old: len(before) if old is None else old):
        return result + added, origins + [None] * len(added)
    others = [table for table, row in zip(result, origins, strict=True) if row not in rows]
    moved = {n: result[origins.index(row)] for row, n in kept.items()}
    in_order = [moved[n] if n in moved else added.pop(0) for n in range(len(after))]
    return in_order + others, None


def _matches(before: Sequence[str], after: Sequence[str]) -> list[int | None]:
    """For each name after a change the place it had before; a new name in the place of one
    that is gone is the same engine under another name."""
    matches: list[int | None] = []
    for place, name in enumerate(after):
        if name in before:
            matches.append(before.index(name))
        elif len(before) == len(after) and before[place] not in after:
            matches.append(place)
        else:
            matches.append(None)
    return matches


def _changed(table: Values, engine: Values, before: Values) -> dict[str, Any]:
    """An engine's table with what has changed; other keys stay."""
    result = dict(table)
    for key in ENGINE_CHECKS:
        value = engine.get(key)
        if value == before.get(key):
            continue
        if value is None:
            result.pop(key, None)
        else:
            result[key] = value
    if "name" not in result and result["command"] != engine["name"]:
        result["name"] = engine["name"]
    return result


def syntax_error(data: bytes, error: Exception) -> Message:
    """Why bytes could not be read as TOML, with line and column."""
    if isinstance(error, UnicodeDecodeError):
        return _after(data[: error.start].decode(), Message(N_("not UTF-8")))
    if isinstance(error, RecursionError):
        return Message(N_("it is nested too deeply"))
    found = re.search(_POSITION, str(error))
    if found is None:  # not TOML's fault, but Python's limit
        return Message(N_("there is a number in it that is too long"))
    why = Message("{why}", {"why": str(error)[: found.start()]})
    if found[1] is None:
        return _after(data.decode(), why)
    return _at(int(found[1]), int(found[2]), why)


def _after(text: str, why: Message) -> Message:
    lines = text.split("\n")
    return _at(len(lines), len(lines[-1]) + 1, why)


def _at(line: int, column: int, why: Message) -> Message:
    values = {"line": line, "column": column, "why": why}
    return Message(N_("line {line}, column {column}: {why}"), values)
