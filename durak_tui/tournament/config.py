"""The configuration of a tournament, checked whole before anything is played."""

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar

from durak_tui.common.text import one_line
from durak_tui.common.values import WrongValue, seconds, shown, unknown_key, words
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.limits import DEFAULT_MOVE_TIME, Limits
from durak_tui.game.cards import DECK_SIZES
from durak_tui.tournament.pairings import FORMATS, Format, Shape

DEFAULT_GAMES: Final = 100
DEFAULT_SEED: Final = 1  # A file without a seed gives the same games every time, too.

_KEYS: Final = (
    "format", "games", "seed", "output", "deck", "rounds", "move_time", "game_time", "engine",
)  # fmt: skip
_ENGINE_KEYS: Final = ("name", "command", "env", "move_time", "game_time")
_T = TypeVar("_T")
_REQUIRED: Final = object()


class ConfigError(ValueError):
    """A mistake in the configuration, in one line."""


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """A tournament before it is played."""

    format: Format
    games: int  # Of every pairing; even, as every deal is played twice.
    seed: int
    output: Path
    deck: int
    rounds: int | None
    engines: tuple[EngineConfig, ...]  # As in the file: their seeding.  All names are different.

    @property
    def shape(self) -> Shape:
        return Shape(self.format, len(self.engines), self.rounds)

    @property
    def names(self) -> list[str]:
        return [engine.shown for engine in self.engines]

    def settings(self) -> dict[str, Any]:
        """All that decides which games are played, and how, as JSON values.

        Every game in the log carries them; a tournament is resumed only with the same.
        """
        result: dict[str, Any] = {
            "tournament": self.format,
            "games": self.games,
            "seed": self.seed,
            "deck": self.deck,
            "engines": self.names,
        }
        if self.format == "swiss":
            result["rounds"] = self.shape.swiss_rounds
        for engine in self.engines:
            values = engine.to_json()
            del values["name"]
            result[f"engine {engine.shown}"] = values
        return result


def load(path: str) -> TournamentConfig:
    """Read a TOML file.  Raises ConfigError, or OSError if unreadable."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        values = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"not TOML: line {line} is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"not TOML: {error}") from None
    return parse(values, os.path.dirname(path))


def parse(values: Mapping[str, Any], folder: str = "") -> TournamentConfig:
    """A configuration from values; ``output`` lies in ``folder``.  Raises ConfigError."""
    table = _Table(values, "", _KEYS)
    form: Format = table.get("format", _format)
    limits = Limits(
        table.get("move_time", seconds, DEFAULT_MOVE_TIME), table.get("game_time", seconds, None)
    )
    config = TournamentConfig(
        format=form,
        games=table.get("games", _games, DEFAULT_GAMES),
        seed=table.get("seed", _whole, DEFAULT_SEED),
        output=Path(folder, os.path.expanduser(table.get("output", _text))),
        deck=table.get("deck", _deck, DECK_SIZES[0]),
        rounds=table.get("rounds", _rounds, None),
        engines=_engines(table.get("engine", _tables), limits),
    )
    if config.rounds is not None and form != "swiss":
        raise ConfigError(f'rounds: only a swiss tournament has them, not format = "{form}"')
    return config


class _Table:
    """A table of the file, asked for its keys one by one."""

    def __init__(self, values: Mapping[str, Any], place: str, known: Sequence[str]) -> None:
        self._values = values
        self._place = place
        for key in values:
            if key not in known:
                raise ConfigError(f"{place}{one_line(key)}: {unknown_key(key, known)}")

    def get(self, key: str, check: Callable[[Any], _T], default: Any = _REQUIRED) -> _T:
        """The value of a key, as ``check`` returns it."""
        if key not in self._values:
            if default is _REQUIRED:
                raise ConfigError(f"{self._place}{key}: is missing")
            value: _T = default
            return value
        try:
            return check(self._values[key])
        except (ConfigError, WrongValue) as error:
            raise ConfigError(f"{self._place}{key}: {error}") from None


def _engines(tables: list[dict[str, Any]], general: Limits) -> tuple[EngineConfig, ...]:
    engines: dict[str, EngineConfig] = {}
    for number, values in enumerate(tables, 1):
        table = _Table(values, f"engine {number}: ", _ENGINE_KEYS)
        command = table.get("command", words)
        name = table.get("name", words, command)
        if name in engines:
            other = list(engines).index(name) + 1
            raise ConfigError(
                f"engine {number}: name: {shown(name)} is what engine {other} is called"
            )
        env = table.get("env", _environment, ())
        own = (table.get(key, seconds, None) for key in ("move_time", "game_time"))
        engines[name] = EngineConfig(command, name, env, *own).within(general)
    if len(engines) < 2:
        raise ConfigError(f"engine: a tournament needs at least 2 engines, there is {len(engines)}")
    return tuple(engines.values())


# Checks of single values.  None of them repeats the key.


def _whole(value: Any) -> int:
    # Not isinstance: true is no number here.
    if type(value) is not int:
        raise ConfigError(f"must be a whole number, not {shown(value)}")
    # What TOML allows, too.
    if not -(2**63) <= value < 2**63:
        raise ConfigError("must be a number of at most 64 bits")
    return value


def _rounds(value: Any, least: int = 1) -> int:
    number = _whole(value)
    if number < least:
        raise ConfigError(f"must be at least {least}, not {number}")
    return number


def _games(value: Any) -> int:
    games = _rounds(value, 2)
    if games % 2:
        raise ConfigError(f"must be even, not {games}: every deal is played twice")
    return games


def _deck(value: Any) -> int:
    deck = _whole(value)
    if deck not in DECK_SIZES:
        raise ConfigError(f"must be {' or '.join(map(str, DECK_SIZES))}, not {deck}")
    return deck


def _format(value: Any) -> Format:
    for known in FORMATS:
        if value == known:
            return known
    close = get_close_matches(value, FORMATS, 1, 0.4) if isinstance(value, str) else []
    advice = f"is it {shown(close[0])}?" if close else f"known are {', '.join(FORMATS)}"
    raise ConfigError(f"{shown(value)} is no format, {advice}")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"must be a text in quotes, not {shown(value)}")
    if not value.strip():
        raise ConfigError("must not be empty")
    if "\0" in value:
        raise ConfigError("must not hold a NUL character")
    return value


def _environment(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise ConfigError(f'must be a table such as {{ LEVEL = "3" }}, not {shown(value)}')
    for name, text in value.items():
        if not name or "=" in name or "\0" in name:
            raise ConfigError(f"{shown(name)} cannot be the name of a variable")
        if not isinstance(text, str) or "\0" in text:
            raise ConfigError(f"{one_line(name)}: must be a text in quotes, not {shown(text)}")
    return tuple(sorted(value.items()))


def _tables(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ConfigError("each engine must be a table that begins with [[engine]]")
    return value
