"""What the user wishes: a TOML file in his configuration folder.

A file that is missing or wrong never stops anything: what can be used of it is used, the
rest is reported and takes its default.
"""

import codecs
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from durak_tui.common.files import read_file, replace_file
from durak_tui.common.i18n import N_, Message, why
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.user.schema import CHECKS, ENGINE_CHECKS, Check, Wrong, check_keys
from durak_tui.user.settings_file import NOTHING, syntax_error, understood, wanted
from durak_tui.user.store import Reading, Store
from durak_tui.user.toml_edit import edited, rewritten, same

DEFAULT_ENGINE: Final = "durak-dummy"
DEFAULT_ADVISER: Final = "durak-montecarlo"
FILE: Final = "settings.toml"


def _folder(variable: str, default: str) -> Path:
    # The XDG rule: a path that is not absolute is to be ignored.
    base = os.environ.get(variable, "")
    if os.path.isabs(base):
        return Path(base, "durak-tui")
    home = os.path.expanduser("~")
    # Nobody's home, then; what cannot be saved there is reported like any other.
    return Path(home if os.path.isabs(home) else "/", default, "durak-tui")


def config_folder() -> Path:
    """Where the user's settings are."""
    return _folder("XDG_CONFIG_HOME", ".config")


def data_folder() -> Path:
    """Where the user's games are."""
    return _folder("XDG_DATA_HOME", ".local/share")


def state_folder() -> Path:
    """Where the program remembers what it could also forget."""
    return _folder("XDG_STATE_HOME", ".local/state")


def unfinished_folder() -> Path:
    """Where games are stored as they are played."""
    return state_folder() / "unfinished"


def games_log() -> Path:
    """The log that the user's finished games go to."""
    return data_folder() / "games.log"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.  Every name here is a key of the file, where each of the engines is a
    table that begins with ``[[engine]]``, as in the file of a tournament."""

    default_engine: str = DEFAULT_ENGINE
    """The name of the engine to play against."""
    player: str = ""
    """What the user is called; empty for "You" on the screen, see :attr:`log_name`."""
    language: str = ""
    """A code of :data:`durak_tui.common.i18n.LANGUAGES`; empty for what the locale says."""
    theme: str = ""
    """The name of a colour theme; empty for the product's own."""
    cards: str = "auto"
    """``unicode`` or ``ascii``; ``auto`` for what the terminal can show."""
    deck: int = 36
    """Cards in the deck, 36 or 52."""
    winner_first: bool = False
    """Play under the fool: the winner of the last game moves first (D-072)."""
    take_back: bool = True
    """Whether a card may be taken back in casual play."""
    think_seconds: float = 3.0
    """What an engine has for a command in play, unless its entry says other."""
    hint_engine: str = DEFAULT_ADVISER
    """The name of the engine that gives hints, or a command line."""
    hint_seconds: float = 1.0
    """What it has for one, unless its entry says other."""
    pause_ms: int = 700
    """How long a finished bout stays on the table, in milliseconds."""
    replay_ms: int = 600
    """Milliseconds for a card when a recorded game plays by itself."""
    watch_ms: int = 250
    """Milliseconds for a card when a running game is watched."""
    mouse: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys, separated by commas, for the id of each action that is not to have its own."""
    engines: tuple[EngineConfig, ...] = ()
    """The user's own engines, in his order; their names are all different."""

    @property
    def log_name(self) -> str:
        """What the user is called in logs."""
        return self.player or "Human"

    def engine(self, name: str) -> EngineConfig | None:
        """The user's engine of that name, if he has one."""
        return next((entry for entry in self.engines if entry.name == name), None)

    def with_engine(self, entry: EngineConfig, instead_of: str = "") -> "Settings":
        """With an engine in the place of the one called ``instead_of`` or, if there is none,
        of the one that has its name; else at the end.  A default engine that is renamed stays
        the default.
        """
        names = [engine.name for engine in self.engines]
        old = instead_of if instead_of in names else entry.name
        engines = [entry if engine.name == old else engine for engine in self.engines]
        if old not in names:
            engines.append(entry)
        default = entry.name if self.default_engine == old else self.default_engine
        return replace(self, engines=tuple(engines), default_engine=default)

    def without_engine(self, name: str) -> "Settings":
        """Without an engine; if it was the default, the one that ships is."""
        engines = tuple(engine for engine in self.engines if engine.name != name)
        default = DEFAULT_ENGINE if self.default_engine == name else self.default_engine
        return replace(self, engines=engines, default_engine=default)

    def with_keys(self, action: str, keys: str | None) -> "Settings":
        """With other keys for an action, or with its own again (None)."""
        others = {name: value for name, value in self.keys.items() if name != action}
        return replace(self, keys=others if keys is None else {**others, action: keys})


class SettingError(ValueError):
    """A value that cannot be set; one line says what would be right."""

    def __init__(self, key: str, what: Message) -> None:
        super().__init__(f"{key}: {what}")
        self.key = key
        """Which setting; one of an engine as ``engine.command``."""
        self.what = what
        """The line without the key."""


class Loaded(NamedTuple):
    """Settings, and what is wrong with their file."""

    settings: Settings
    problems: tuple[str, ...]
    """A line for each, in the language chosen now."""


def load(path: Path | None = None) -> Loaded:
    """Read the settings, from the user's file unless another is named.

    Nothing is raised: a missing file means the defaults, and so does whatever is wrong.
    """
    store = SettingsStore(path)
    return Loaded(store.settings, store.problems)


def checked(settings: Settings) -> Settings:
    """The settings as they may be saved.  Raises SettingError if something is not allowed."""
    values = {key: _allowed(key, check, getattr(settings, key)) for key, check in CHECKS.items()}
    for action, keys in settings.keys.items():
        _allowed("keys", ENGINE_CHECKS["name"], action)
        _allowed(f"keys.{action}", check_keys, keys)
    engines: dict[str, EngineConfig] = {}
    for entry in settings.engines:
        fields = {
            key: _allowed(f"engine.{key}", check, value)
            for key, check in ENGINE_CHECKS.items()
            if (value := getattr(entry, key)) is not None
        }
        if entry.name in engines:
            what = Message(N_("there is another engine called {name}"), {"name": entry.name})
            raise SettingError("engine.name", what)
        engines[entry.name] = EngineConfig(**fields)
    return replace(settings, engines=tuple(engines.values()), **values)


def _allowed(key: str, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except Wrong as error:
        raise SettingError(key, error.what) from None


class SettingsStore(Store[Settings]):
    """The settings and their file, which other programs and the user may change, too."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named.  Nothing is raised."""
        self._forget()
        self._named: set[str] = set()
        super().__init__(path or config_folder() / FILE)

    @property
    def settings(self) -> Settings:
        """The settings."""
        return self.value

    def update(self, **changes: Any) -> Settings:
        """Set what is named, and return all settings.

        Raises SettingError if a value is not allowed, and nothing has changed; OSError if it
        cannot be saved: see :meth:`change`, which is the way for engines and keys.
        """
        with self._one_at_a_time:
            checked(replace(self.settings, **changes))
            self._named |= changes.keys()
            return self.change(lambda settings: replace(settings, **changes))

    def _checked(self, value: Settings) -> Settings:
        return checked(value)

    def _forget(self, *, broken: bool = False) -> None:
        self._text = ""
        self._values: Mapping[str, Any] = {}
        self._meaning = NOTHING
        self._broken = broken

    def _read(self) -> Reading[Settings]:
        self._forget()
        data = b""
        try:
            found = read_file(self.path)
            if found is None:
                return Reading(Settings())
            data = found.removeprefix(codecs.BOM_UTF8)
            return self._understood(data.decode())
        except OSError as error:
            reason = why(error)
        except (ValueError, RecursionError) as error:
            reason = syntax_error(data, error)
        self._forget(broken=True)
        text = N_(
            "{path} cannot be read: {why}. The defaults are used; once a setting is changed,"
            " this file is kept beside the new one"
        )
        return Reading(Settings(), (Message(text, {"path": _shown(self.path), "why": reason}),))

    def _understood(self, text: str) -> Reading[Settings]:
        """Raises ValueError or RecursionError if the text is no TOML."""
        import tomllib  # only for those who have a file

        self._values = tomllib.loads(text)
        self._text = text
        self._meaning = meaning = understood(self._values, asdict(Settings()))
        engines = tuple(EngineConfig(**engine) for engine in meaning.settings.get("engines", ()))
        name = self.path.name
        return Reading(
            Settings(**{**meaning.settings, "engines": engines}),
            tuple(Message("{file}: {what}", {"file": name, "what": p}) for p in meaning.problems),
        )

    def _written(self, reading: Reading[Settings], value: Settings) -> Reading[Settings]:
        again = self._meaning.wrong & self._named
        rows = self._meaning.rows
        values, origins = wanted(self._values, rows, asdict(reading.value), asdict(value), again)
        if same(values, self._values):
            self._named.clear()
            return reading
        text = None if origins is None else edited(self._text, values, "engine", origins)
        aside = ".broken" if self._broken else "" if text is not None else ".old"
        kept = replace_file(self.path, rewritten(values) if text is None else text, aside=aside)
        self._named.clear()
        reading = self._understood(rewritten(values) if text is None else text)
        if kept is None or aside == ".broken":
            return reading
        told = N_("{path} was written anew, without its comments; the old file is {kept}")
        problem = Message(told, {"path": _shown(self.path), "kept": _shown(kept)})
        return Reading(reading.value, (*reading.problems, problem))


def _shown(path: Path) -> str:
    return one_line(str(path))
