"""The settings file: what its values mean, and how they change."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import one_line
from durak_tui.common.values import WrongValue, shown, unknown_key, words
from durak_tui.engine.config import EngineConfig
from durak_tui.user.schema import ENGINE_CHECKS, ROWS, Settings, keys_of_action
from durak_tui.user.toml_edit import Edit, Place

_POSITION: Final = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


# What a file means


class Understood(NamedTuple):
    """What the values of a file mean."""

    settings: Settings
    problems: tuple[Message, ...] = ()
    wrong: frozenset[str] = frozenset()
    """Single settings whose values are not used."""


def understood(values: Mapping[str, Any]) -> Understood:
    """What the values of a file mean, and which are wrong."""
    settings: dict[str, Any] = {}
    problems: list[Message] = []
    wrong: set[str] = set()
    for key, value in values.items():
        if key == "engines":
            settings[key] = tuple(_engines(value, problems))
        elif key == "keys":
            settings[key] = _keys(value, problems)
        elif key == "engine":  # what could not be read as the tables of an earlier version
            problems.append(_NO_TABLES)
        elif key not in ROWS:
            problems.append(_about(key, unknown_key(key, (*ROWS, "keys", "engines"))))
        else:
            try:
                settings[key] = ROWS[key].check(value)
            except WrongValue as error:
                facts = {"key": key, "what": error.what, "default": shown(ROWS[key].default)}
                problems.append(Message(N_("{key}: {what}; {default} is used"), facts))
                wrong.add(key)
    return Understood(Settings(**settings), tuple(problems), frozenset(wrong))


def _about(key: str, what: Message) -> Message:
    return Message("{key}: {what}", {"key": one_line(key), "what": what})


_NO_TABLES: Final = _about(
    "engines",
    Message(
        N_("each engine must be a table that begins with {header}"), {"header": "[engines.NAME]"}
    ),
)


def _keys(table: Any, problems: list[Message]) -> dict[str, str]:
    keys: dict[str, str] = {}
    if not isinstance(table, dict):
        what = Message(N_("must be a table that begins with {header}"), {"header": "[keys]"})
        problems.append(_about("keys", what))
        return keys
    for action, _place, value in _actions(table, ("keys",)):
        try:
            keys[action] = keys_of_action(value)
        except WrongValue as error:
            problems.append(_about(f"keys.{action}", error.what))
    return keys


def _actions(table: Mapping[str, Any], place: Place) -> Iterator[tuple[str, Place, Any]]:
    """The id, place and value of each action among the keys.

    An id such as ``play.take`` may be written in quotes, or as a table in the table.
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _actions(value, (*place, key))
        else:
            yield ".".join((*place[1:], key)), (*place, key), value


def _engines(tables: Any, problems: list[Message]) -> Iterator[EngineConfig]:
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        problems.append(_NO_TABLES)
        return
    for name, table in tables.items():
        engine: dict[str, Any] = {}
        place = f"engines.{name}"
        for key in table:
            if key not in ENGINE_CHECKS:
                problems.append(_about(f"{place}.{key}", unknown_key(key, ENGINE_CHECKS)))
        for key, check in {"name": words, **ENGINE_CHECKS}.items():
            needed = key in ("name", "command")
            try:
                if key == "name" or key in table:
                    engine[key] = check(name if key == "name" else table[key])
                elif needed:
                    raise WrongValue(N_("is missing"))
            except WrongValue as error:
                facts = {"key": one_line(f"{place}.{key}"), "what": error.what}
                text = N_("{key}: {what}; the engine is left out") if needed else "{key}: {what}"
                problems.append(Message(text, facts))
        if "name" in engine and "command" in engine:
            yield EngineConfig(**engine)


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


# What a change does to it


def _edits(
    values: Mapping[str, Any], before: Settings, after: Settings, again: frozenset[str]
) -> list[Edit]:
    result = [
        Edit((key,), value)
        for key in ROWS
        if (value := getattr(after, key)) != getattr(before, key) or key in again
    ]
    table = values.get("keys")
    if before.keys != after.keys:
        if table is not None and not isinstance(table, dict):
            result.append(Edit(("keys",)))
        places = {a: p for a, p, _ in _actions(table if isinstance(table, dict) else {}, ("keys",))}
        result += [Edit(places[action]) for action in before.keys if action not in after.keys]
        for action, keys in after.keys.items():
            if before.keys.get(action) != keys:
                result.append(Edit(places.get(action, ("keys", action)), keys))
    if before.engines != after.engines:
        result += _engine_edits(values.get("engines", {}), before, after)
    return result


def _engine_edits(tables: Any, before: Settings, after: Settings) -> Iterator[Edit]:
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        yield Edit(("engines",))
        tables = {}
    gone = [engine.name for engine in before.engines if not after.engine(engine.name)]
    for n, new in enumerate(after.engines):
        old = before.engine(new.name)
        if old is None and new.name in tables:
            yield Edit(("engines", new.name))  # which was left out
        if old is None and len(before.engines) == len(after.engines):
            # In the place of one that is gone it is the same under another name.
            old = before.engines[n] if before.engines[n].name in gone else None
            if old:
                gone.remove(old.name)
                yield Edit(("engines", old.name), name=new.name)
        for key in ENGINE_CHECKS:
            value = getattr(new, key)
            if value != (getattr(old, key) if old else None):
                yield Edit(("engines", new.name, key), value)
    yield from (Edit(("engines", name)) for name in gone)


def changed(
    text: str,
    values: Mapping[str, Any],
    before: Settings,
    after: Settings,
    again: frozenset[str] = frozenset(),
) -> str | None:
    """The text of a file with changed settings; None if impossible.

    ``again`` are keys that are to be set although they have not changed.
    """
    from durak_tui.user.toml_edit import edited  # only for those who save

    edits = _edits(values, before, after, again)
    order = [engine.name for engine in after.engines]
    return _if_it_means(after, lambda: edited(text, edits, "engines", order))


def anew(settings: Settings) -> str:
    """A new file with these settings."""
    text = changed("", {}, Settings(), settings)
    assert text is not None  # there is nothing unusual in it
    return text


def _if_it_means(settings: Settings, make: Callable[[], str]) -> str | None:
    import tomllib  # only for those who have a file

    try:
        text = make()
        made = understood(tomllib.loads(text)).settings
        # Engines on one line stay in the order in which they are.
        same = replace(made, engines=settings.engines) == settings
        return text if same and set(made.engines) == set(settings.engines) else None
    except Exception:  # whatever tomlkit meets with, the user's change is to be saved
        return None


# Files of earlier versions


def with_named_engines(
    text: str, values: Mapping[str, Any]
) -> tuple[str | None, Mapping[str, Any]]:
    """The text and values with ``[[engine]]`` tables as ``[engines.NAME]``.

    The text is None if that cannot be done to it.
    """
    from durak_tui.user.toml_edit import with_tables  # only for those who have one

    tables, named = values["engine"], values.get("engines", {})
    is_right = isinstance(tables, list) and all(isinstance(table, dict) for table in tables)
    if not is_right or not isinstance(named, dict):
        return text, values
    engines = dict(named)
    for number, table in enumerate(tables, 1):
        name = table.get("name", table.get("command"))
        name = free_name(name if name and isinstance(name, str) else f"engine {number}", engines)
        engines[name] = {key: value for key, value in table.items() if key != "name"}
    names = list(engines)[len(named) :]
    values = {key: value for key, value in values.items() if key != "engine"}
    values["engines"] = engines
    meaning = understood(values).settings
    return _if_it_means(meaning, lambda: with_tables(text, "engine", "engines", names)), values


def free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free
