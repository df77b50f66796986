"""The settings file: what its values mean, and how they change."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import excerpt
from durak_tui.common.toml import values_of
from durak_tui.common.values import (
    LONGEST_NAME,
    WrongValue,
    engine_name,
    reason_of,
    shown,
    unknown_key,
    words,
)
from durak_tui.engine.config import EngineConfig
from durak_tui.user.schema import ENGINE_CHECKS, ROWS, Settings, keys_of_action

if TYPE_CHECKING:
    from durak_tui.user.toml_edit import TomlFile

_Place = tuple[str, ...]
_Unknown = list[Callable[[], Message]]  # Names that nothing has.
_OLD_KEYS: Final = {"winner_first": "first_attack"}  # Settings by the names they once had.
_EDITED: Final = 200_000  # Characters of a file whose comments are kept; more would take seconds.
_LISTED: Final = 20  # Problems of one file.
_POSITION: Final = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


# What a file means


class Understood(NamedTuple):
    """The settings of a file, and its problems."""

    settings: Settings
    problems: tuple[Message, ...]
    wrong: frozenset[str]  # Single settings whose values are not used.


def first_of(
    problems: Sequence[Message], unknown: Sequence[Callable[[], Message]]
) -> tuple[Message, ...]:
    """The first problems, unknown names last, and how many more."""
    listed = list(problems[:_LISTED])
    # To look for what may have been meant takes time.
    listed += [problem() for problem in unknown[: _LISTED - len(listed)]]
    more = len(problems) + len(unknown) - len(listed)
    rest = [Message(N_("and {n} more"), {"n": more})] if more else []
    return (*listed, *rest)


def understood(values: Mapping[str, Any]) -> Understood:
    """Read the values of a file, and find those that are wrong."""
    settings: dict[str, Any] = {}
    problems: list[Message] = []
    unknown: _Unknown = []  # Last: they cost the user nothing.
    wrong: set[str] = set()
    for key, value in values.items():
        if key == "engines":
            settings[key] = tuple(_engines(value, problems, unknown))
        elif key == "keys":
            settings[key] = _keys(value, problems)
        elif key == "engine":  # what could not be read as the tables of an earlier version
            problems.append(_NO_TABLES)
        elif (row := ROWS.get(_known(key, values))) is None:
            unknown.append(partial(_unknown, excerpt(key), key, (*ROWS, "keys", "engines")))
        else:
            try:
                settings[row.key] = row.check(value)
            except WrongValue as error:
                facts = {"key": key, "what": error.message, "default": shown(row.default)}
                problems.append(Message(N_("{key}: {what}; {default} is used"), facts))
                wrong.add(row.key)
    return Understood(Settings(**settings), first_of(problems, unknown), frozenset(wrong))


def _known(key: str, values: Container[str]) -> str:
    """Today's key for an old one, unless the file has both."""
    now = _OLD_KEYS.get(key, key)
    return key if now in values else now


def _unknown(place: str, key: str, known: Iterable[str]) -> Message:
    return Message("{key}: {what}", {"key": place, "what": unknown_key(key, known)})


def _about(key: str, what: Message) -> Message:
    return Message("{key}: {what}", {"key": excerpt(key), "what": what})


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
    for action, (_place, value) in _actions(table).items():
        try:
            keys[words(action)] = keys_of_action(value)
        except WrongValue as error:
            problems.append(_about(f"keys.{action}", error.message))
    return keys


def _actions(table: Mapping[str, Any], above: _Place = ("keys",)) -> dict[str, tuple[_Place, Any]]:
    """The place and value of each action among the keys.

    Its id, such as ``play.take``, may be written in quotes, or as a table in the table.
    """
    actions: dict[str, tuple[_Place, Any]] = {}
    for key, value in table.items():
        place = (*above, key)
        if isinstance(value, dict):
            actions |= _actions(value, place)
        else:
            actions[".".join(place[1:])] = place, value
    return actions


def _engines(tables: Any, problems: list[Message], unknown: _Unknown) -> Iterator[EngineConfig]:
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        problems.append(_NO_TABLES)
        return
    for name, table in tables.items():
        place = f"engines.{excerpt(name)}"
        for key in table:
            if key not in ENGINE_CHECKS:
                where = f"{place}.{excerpt(key)}"
                unknown.append(partial(_unknown, where, key, ENGINE_CHECKS))
        given = {**table, "name": name}
        engine: dict[str, Any] = {}
        for key, check in {"name": engine_name, **ENGINE_CHECKS}.items():
            needed = key in ("name", "command")
            try:
                if key in given:
                    engine[key] = check(given[key])
                elif needed:
                    raise WrongValue(N_("is missing"))
            except WrongValue as error:
                facts = {"key": f"{place}.{key}", "what": error.message}
                text = N_("{key}: {what}; the engine is left out") if needed else "{key}: {what}"
                problems.append(Message(text, facts))
        if "name" in engine and "command" in engine:
            yield EngineConfig(**engine)


def syntax_error(data: bytes, error: Exception) -> Message:
    """The reason why bytes are not TOML, with line and column."""
    if isinstance(error, RecursionError):
        return Message(N_("it is nested too deeply"))
    found = re.search(_POSITION, str(error))
    if isinstance(error, UnicodeDecodeError):
        data, reason = data[: error.start], Message(N_("not UTF-8"))
    elif found:
        reason = Message("{why}", {"why": reason_of(str(error)[: found.start()])})
    else:  # not TOML's fault, but Python's limit
        return Message(N_("there is a number in it that is too long"))
    lines = data.decode().split("\n")
    line, column = found.groups() if found and found[1] else (len(lines), len(lines[-1]) + 1)
    values = {"line": line, "column": column, "why": reason}
    return Message(N_("line {line}, column {column}: {why}"), values)


# What a change does to it


def changed(
    text: str,
    values: Mapping[str, Any],
    before: Settings,
    after: Settings,
    again: Container[str] = (),
) -> str | None:
    """The text of a file with changed settings; None if impossible.

    ``again`` are keys that are to be set although they have not changed.  Engines keep the
    order that they have in the file.
    """
    keys = values.get("keys")
    actions = _actions(keys) if isinstance(keys, dict) else {}
    written: dict[_Place, _Place] = {
        ("keys", action): place for action, (place, _) in actions.items()
    }
    written |= {(_known(key, values),): (key,) for key in _OLD_KEYS if key in values}
    order = [("engines", engine.name) for engine in after.engines]

    def change(file: "TomlFile") -> None:
        present = _renamed(file, before, after)
        for engine in (*present.engines, *after.engines):
            if not (present.engine(engine.name) and after.engine(engine.name)):
                file.remove(("engines", engine.name))  # For a new one, what was left out.
        old, new = _places(present), _places(after)
        for place in {**old, **new}:
            if old.get(place) != new.get(place) or place[0] in again:
                file.set(written.get(place, place), new.get(place), order)

    return _edited(text, change, after)


def _renamed(file: "TomlFile", before: Settings, after: Settings) -> Settings:
    """Rename engines in the file as in the settings."""
    engines = list(before.engines)
    if len(engines) == len(after.engines):
        for n, (old, new) in enumerate(zip(engines, after.engines, strict=True)):
            # In the place of one that is gone it is the same under another name.
            if not after.engine(old.name) and not before.engine(new.name):
                file.rename(("engines", old.name), new.name)
                engines[n] = replace(old, name=new.name)
    return replace(before, engines=tuple(engines))


def _places(settings: Settings) -> dict[_Place, Any]:
    """All values by their places in a file."""
    places: dict[_Place, Any] = {(key,): getattr(settings, key) for key in ROWS}
    places |= {("keys", action): keys for action, keys in settings.keys.items()}
    for engine in settings.engines:
        places |= {("engines", engine.name, key): getattr(engine, key) for key in ENGINE_CHECKS}
    return places


def new_text(settings: Settings) -> str:
    """The text of a new file, with what differs from the defaults."""
    import tomlkit  # only for those who save

    defaults, tables = _places(Settings()), dict[_Place, str]()
    for (*table, key), value in _places(settings).items():
        if value is not None and value != defaults.get((*table, key)):
            line = f"{tomlkit.key(key).as_string()} = {tomlkit.item(value).as_string()}\n"
            tables[tuple(table)] = tables.get(tuple(table), "") + line
    return "\n".join(
        (f"[{tomlkit.key(table).as_string()}]\n" if table else "") + lines
        for table, lines in tables.items()
    )


def _edited(text: str, change: Callable[["TomlFile"], None], after: Settings) -> str | None:
    """The text after a change, if settings and comments are right."""
    if len(text) > _EDITED:
        return None
    from durak_tui.user.toml_edit import TomlFile  # only for those who save

    try:
        file = TomlFile(text)
        change(file)
        edited = str(file)
        made = understood(values_of(edited)).settings
    except Exception:  # of any kind in tomlkit: the user's change must be saved
        return None
    # Engines on one line stay in the order in which they are.
    same = replace(made, engines=after.engines) == after and set(made.engines) == set(after.engines)
    return edited if same and _comments(text) <= _comments(edited) else None


def _comments(text: str) -> Counter[str]:
    """Those on lines of their own; others belong to their values."""
    return Counter(re.findall(r"(?m)^[ \t]*(#.*?)\r?$", text))


# Files of earlier versions


def with_named_engines(
    text: str, values: Mapping[str, Any]
) -> tuple[str | None, Mapping[str, Any]]:
    """The text and values with ``[[engine]]`` tables as ``[engines.NAME]``.

    The text is None if that cannot be done to it.
    """
    old, engines = values["engine"], values.get("engines", {})
    is_right = isinstance(old, list) and all(isinstance(table, dict) for table in old)
    if not is_right or not isinstance(engines, dict):
        return text, values
    engines = dict(engines)
    tables = []
    for number, table in enumerate(old, 1):
        name = table.get("name", table.get("command"))
        name = free_name(name if name and isinstance(name, str) else f"engine {number}", engines)
        engines[name] = {key: value for key, value in table.items() if key != "name"}
        tables.append(("engines", name))
    values = {**values, "engines": engines}
    del values["engine"]
    meaning = understood(values).settings
    return _edited(text, lambda file: file.name_tables("engine", tables), meaning), values


def free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    free, number = name, 2
    while free in taken:
        behind = f" ({number})"
        free, number = name[: LONGEST_NAME - len(behind)] + behind, number + 1
    return free
