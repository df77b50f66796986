"""The configuration of a tournament, checked whole before anything is played."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from durak_tui.common.text import one_line
from durak_tui.common.values import Check, seconds, shown, unknown_key, words
from durak_tui.engine.config import (
    DEFAULT_MOVE_TIME,
    DEFAULT_START_TIME,
    EngineConfig,
    Limits,
)
from durak_tui.game.cards import DECK_SIZES
from durak_tui.tournament.pairings import FORMATS, Format, Shape

DEFAULT_GAMES: Final = 100
DEFAULT_SEED: Final = 1  # A file without a seed gives the same games every time, too.


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
    found = _checked(values, "", _KEYS)
    limits = Limits(*(found.pop(key) for key in ("move_time", "game_time", "start_time")))
    found["output"] = Path(folder, os.path.expanduser(found["output"]))
    config = TournamentConfig(engines=_engines(found.pop("engine"), limits), **found)
    if config.rounds is not None and config.format != "swiss":
        raise ConfigError(
            f'rounds: only a swiss tournament has them, not format = "{config.format}"'
        )
    return config


def _checked(
    values: Mapping[str, Any], place: str, keys: Mapping[str, tuple[Check, Any]]
) -> dict[str, Any]:
    """The values of a table, with defaults for those left out."""
    for key in values:
        if key not in keys:
            raise ConfigError(f"{place}{one_line(key)}: {unknown_key(key, keys)}")
    result = {}
    for key, (check, default) in keys.items():
        try:
            result[key] = check(values[key]) if key in values else default
        except ValueError as error:
            raise ConfigError(f"{place}{key}: {error}") from None
        if result[key] is _REQUIRED:
            raise ConfigError(f"{place}{key}: is missing")
    return result


def _engines(tables: list[dict[str, Any]], general: Limits) -> tuple[EngineConfig, ...]:
    engines: dict[str, EngineConfig] = {}
    for number, table in enumerate(tables, 1):
        values = _checked(table, f"engine {number}: ", _ENGINE_KEYS)
        name = values["name"] = values["name"] or values["command"]
        if name in engines:
            other = list(engines).index(name) + 1
            raise ConfigError(
                f"engine {number}: name: {shown(name)} is what engine {other} is called"
            )
        engines[name] = EngineConfig(**values).within(general)
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


_REQUIRED: Final = object()
_KEYS: Final[Mapping[str, tuple[Check, Any]]] = {
    "format": (_format, _REQUIRED),
    "games": (_games, DEFAULT_GAMES),
    "seed": (_whole, DEFAULT_SEED),
    "output": (_text, _REQUIRED),
    "deck": (_deck, DECK_SIZES[0]),
    "rounds": (_rounds, None),
    "move_time": (seconds, DEFAULT_MOVE_TIME),
    "game_time": (seconds, None),
    "start_time": (seconds, DEFAULT_START_TIME),
    "engine": (_tables, _REQUIRED),
}
_ENGINE_KEYS: Final[Mapping[str, tuple[Check, Any]]] = {
    "name": (words, ""),
    "command": (words, _REQUIRED),
    "env": (_environment, ()),
    "move_time": (seconds, None),
    "game_time": (seconds, None),
}
