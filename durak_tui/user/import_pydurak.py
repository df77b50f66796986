"""Settings of the original, from ``~/.durak/settings.json`` (D-085, D-086)."""

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from durak_tui.common.fields import parse_object
from durak_tui.common.files import read_file
from durak_tui.common.i18n import N_, Message, why
from durak_tui.common.values import WrongValue, engine_name, shown, words
from durak_tui.engine.config import EngineConfig
from durak_tui.user.schema import DEFAULT_ENGINE, Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.settings_file import free_name
from durak_tui.user.state import StateStore, UserState

OLD_FILE: Final = "~/.durak/settings.json"
_SHIPPED: Final = "durak-dummy"  # The engine that the original has, too.


class _Old(NamedTuple):
    engines: tuple[EngineConfig, ...] = ()
    selected: EngineConfig | None = None
    log_folder: Path | None = None
    problems: tuple[Message, ...] = ()


def open_stores() -> tuple[SettingsStore, StateStore, tuple[Message, ...]]:
    """The user's stores with the original's settings, and what is wrong."""
    settings, state = SettingsStore(), StateStore()
    # Taking something over writes the settings anew and moves a broken file aside.
    wrong = settings.messages
    old = import_old_settings(settings, state)
    new = tuple(message for message in settings.messages if message not in wrong)
    return settings, state, (*wrong, *new, *state.messages, *old)


def import_old_settings(settings: SettingsStore, state: StateStore) -> tuple[Message, ...]:
    """Import the original's engines and folder of logs; returns what failed.

    Nothing is raised, and the old file is never changed.  One that cannot be read is reported
    each time until it is fixed or gone; what cannot be saved is tried again next time.
    """
    if state.value.imported_old:
        return ()
    path = Path(os.path.expanduser(OLD_FILE))
    try:
        data = read_file(path)
        if data is None:
            return ()
        old = _understood(parse_object(data))
    except (OSError, ValueError) as error:
        text = N_("the engines of {path} cannot be imported: {why}. Fix the file, or move it away")
        reason = why(error) if isinstance(error, OSError) else error
        return (Message(text, {"path": path, "why": reason}),)

    def imported(present: UserState) -> UserState:
        folder = present.last_log_folder or old.log_folder
        return replace(present, last_log_folder=folder, imported_old=True)

    before = settings.value.engines
    try:
        settings.change(lambda present: _with_old(present, old))
        state.change(imported)
        settings.news = (*settings.news, *_news(settings.value.engines[len(before) :], path))
    except OSError as error:
        text = N_("what was imported from {path} could not be saved: {why}")
        return (Message(text, {"path": path, "why": why(error)}), *old.problems)
    return old.problems


def _news(engines: Sequence[EngineConfig], path: Path) -> tuple[Message, ...]:
    """A message about what was taken over, if anything was."""
    if not engines:
        return ()
    names = ", ".join(engine.name for engine in engines)
    return (Message(N_("Imported from {path}: {names}."), {"path": path, "names": names}),)


def _understood(values: Mapping[str, Any]) -> _Old:
    listed = values.get("engines", [])
    engines: list[EngineConfig] = []
    selected = None
    problems: list[Message] = []
    for number, entry in enumerate(listed if isinstance(listed, list) else [listed], 1):
        try:
            # It was one program without arguments (D-017), not a command line.
            command = entry["path"] and shlex.quote(os.path.expanduser(entry["path"]))
            engines.append(EngineConfig(words(command), engine_name(entry["name"].strip())))
        except (AttributeError, LookupError, TypeError, WrongValue):
            facts = {"file": OLD_FILE, "number": number, "value": shown(entry)}
            problems.append(Message(N_("{file}: engine {number} is left out: {value}"), facts))
        else:
            selected = engines[-1] if entry.get("selected") is True else selected
    folder = values.get("last_log_dir")
    folder = os.path.expanduser(folder) if isinstance(folder, str) else ""
    usable = os.path.isabs(folder) and "\0" not in folder
    return _Old(tuple(engines), selected, Path(folder) if usable else None, tuple(problems))


def _with_old(settings: Settings, old: _Old) -> Settings:
    default = settings.default_engine
    for engine in old.engines:
        if engine.command == _SHIPPED:
            continue  # it ships here, too
        present = next((e for e in settings.engines if e.command == engine.command), None)
        if present is None:
            taken = {_SHIPPED, *(one.name for one in settings.engines)}
            present = replace(engine, name=free_name(engine.name, taken))
            settings = settings.with_engine(present)
        if engine == old.selected and default == DEFAULT_ENGINE:
            settings = replace(settings, default_engine=present.name)
    return settings
