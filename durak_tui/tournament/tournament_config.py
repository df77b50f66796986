"""The configuration of a tournament, checked whole before anything is played."""

import codecs
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, Final

from durak_tui.common.errors import UserError
from durak_tui.common.files import open_regular
from durak_tui.common.i18n import N_, _
from durak_tui.common.text import excerpt
from durak_tui.common.toml import values_of
from durak_tui.common.values import (
    LONGEST_LINE,
    Check,
    Most,
    WrongValue,
    engine_name,
    one_of,
    reason_of,
    seconds,
    short,
    shown,
    unknown_key,
    words,
)
from durak_tui.engine.config import (
    DEFAULT_MOVE_TIME,
    DEFAULT_START_TIME,
    EngineConfig,
    Limits,
)
from durak_tui.game.caps import ATTACK_LIMITS, NO_CAPS, Caps, caps_json
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK
from durak_tui.match.plan import GAMES
from durak_tui.tournament.pairings import FORMATS, Format, Shape, pairing_count

DEFAULT_GAMES: Final = 100
DEFAULT_SEED: Final = 1  # A file without a seed gives the same games every time, too.

# As those of a run, far beyond what anybody plays.  All fixtures of a round robin are in memory,
# and to pair a Swiss round takes the cube of its engines: a second with this number.
GAMES_OF_PAIRING: Final = Most(1_000_000, N_("at most {most} games in a pairing"))
_GAMES: Final = Most(GAMES.number, N_("{n} games in all, at most {most}"))
ROUNDS: Final = Most(1000, N_("at most {most} rounds"))
ENGINES: Final = Most(256, N_("at most {most} engines"))
SEED: Final = Most(2**63 - 1, N_("must be a number of at most 64 bits"))  # What TOML allows, too.
_SETTINGS: Final = Most(
    128 * 1024,
    N_(
        "names, commands and variables of all engines together are too long:"
        " at most {most} characters"
    ),
)
"""Every game in the log carries them, and a game has at most ``records.log_format.GAME_CAP``."""


class ConfigError(UserError, ValueError):
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
    caps: Caps
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
        if limit := caps_json(self.caps):
            result["attack_limit"] = limit
        if self.format == "swiss":
            result["rounds"] = self.shape.swiss_rounds
        for engine in self.engines:
            values = engine.to_json()
            del values["name"]
            result[f"engine {engine.shown}"] = values
        return result


def load(path: str) -> TournamentConfig:
    """Read a TOML file.  Raises ConfigError, or OSError if unreadable."""
    with open(open_regular(path), "rb") as file:
        data = file.read().removeprefix(codecs.BOM_UTF8)
    try:
        values = values_of(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(N_("not TOML: line {line} is not UTF-8"), line=line) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(N_("not TOML: {why}"), why=reason_of(error)) from None
    return parse(values, os.path.dirname(path))


def parse(values: Mapping[str, Any], folder: str = "") -> TournamentConfig:
    """A configuration from values; ``output`` lies in ``folder``.  Raises ConfigError."""
    found = _checked(values, "", _KEYS)
    limits = Limits(*(found.pop(key) for key in ("move_time", "game_time", "start_time")))
    found["caps"] = found.pop("attack_limit")
    found["output"] = Path(folder, os.path.expanduser(found["output"]))
    config = TournamentConfig(engines=_engines(found.pop("engine"), limits), **found)
    if config.rounds is not None and config.format != "swiss":
        text = N_('rounds: only a swiss tournament has them, not format = "{format}"')
        raise ConfigError(text, format=config.format)
    _within("games", _GAMES, pairing_count(config.shape) * config.games)
    _within("engine", _SETTINGS, len(json.dumps(config.settings())))
    return config


def _within(key: str, most: Most, number: int) -> None:
    try:
        most.check(number)
    except WrongValue as error:
        raise ConfigError("{key}: {why}", key=key, why=error) from None


def _checked(
    values: Mapping[str, Any], place: str, keys: Mapping[str, tuple[Check, Any]]
) -> dict[str, Any]:
    """The values of a table, with defaults for those left out."""
    for key in values:
        if key not in keys:
            why = unknown_key(key, keys)
            raise ConfigError("{place}{key}: {why}", place=place, key=excerpt(key), why=why)
    result = {}
    for key, (check, default) in keys.items():
        try:
            result[key] = check(values[key]) if key in values else default
        except ValueError as error:
            raise ConfigError("{place}{key}: {why}", place=place, key=key, why=error) from None
        if result[key] is _REQUIRED:
            raise ConfigError(N_("{place}{key}: is missing"), place=place, key=key)
    return result


def _engines(tables: list[dict[str, Any]], general: Limits) -> tuple[EngineConfig, ...]:
    _within("engine", ENGINES, len(tables))
    engines: dict[str, EngineConfig] = {}
    for number, table in enumerate(tables, 1):
        values = _checked(table, _("engine {n}: ").format(n=number), _ENGINE_KEYS)
        name = values["name"] = values["name"] or values["command"]
        if name in engines:
            other = list(engines).index(name) + 1
            text = N_("engine {n}: name: engine {other} is called {name} too")
            raise ConfigError(text, n=number, name=shown(name), other=other)
        engines[name] = EngineConfig(**values).within(general)
    if len(engines) < 2:
        text = N_("engine: a tournament needs at least 2 engines, there is {n}")
        raise ConfigError(text, n=len(engines))
    return tuple(engines.values())


# Checks of single values.  None of them repeats the key.


def _whole(value: Any) -> int:
    # Not isinstance: true is no number here.
    if type(value) is not int:
        raise ConfigError(N_("must be a whole number, not {value}"), value=shown(value))
    SEED.check(max(value, ~value))  # As far below zero as above.
    return value


def _from(least: int, most: Most, value: Any) -> int:
    number = _whole(value)
    if number < least:
        raise ConfigError(N_("must be at least {least}, not {n}"), least=least, n=number)
    return most.check(number)


def _games(value: Any) -> int:
    games = _from(2, GAMES_OF_PAIRING, value)
    if games % 2:
        raise ConfigError(N_("must be even, not {n}: every deal is played twice"), n=games)
    return games


def _attack_limit(value: Any) -> Caps:
    # Six may be written as a number, too.
    name = one_of(*ATTACK_LIMITS)("6" if type(value) is int and value == 6 else value)
    return ATTACK_LIMITS[name]


def _format(value: Any) -> Format:
    for known in FORMATS:
        if value == known:
            return known
    close = get_close_matches(value, FORMATS, 1, 0.4) if isinstance(value, str) else []
    if close:
        text = N_("{value} is not a format; did you mean {close}?")
        raise ConfigError(text, value=shown(value), close=shown(close[0]))
    text = N_("{value} is not a format; known formats: {known}")
    raise ConfigError(text, value=shown(value), known=", ".join(FORMATS))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ConfigError(N_("must be text in quotes, not {value}"), value=shown(value))
    if not value.strip():
        raise ConfigError(N_("must not be empty"))
    if "\0" in value:
        raise ConfigError(N_("must not contain a NUL character"))
    return value


def _environment(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        text = N_("must be a table such as {example}, not {value}")
        raise ConfigError(text, example='{ LEVEL = "3" }', value=shown(value))
    for name, text in value.items():
        if not name or "=" in name or "\0" in name:
            raise ConfigError(N_("{name} cannot be the name of a variable"), name=shown(name))
        if not isinstance(text, str) or "\0" in text:
            why = N_("{name}: must be text in quotes, not {value}")
            raise ConfigError(why, name=excerpt(name), value=shown(text))
    short("".join(map("".join, value.items())), LONGEST_LINE)
    return tuple(sorted(value.items()))


def _tables(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ConfigError(N_("each engine must be a table that begins with [[engine]]"))
    return value


_REQUIRED: Final = object()
_KEYS: Final[Mapping[str, tuple[Check, Any]]] = {
    "format": (_format, _REQUIRED),
    "games": (_games, DEFAULT_GAMES),
    "seed": (_whole, DEFAULT_SEED),
    "output": (_text, _REQUIRED),
    "deck": (one_of(*DECK_SIZES), USUAL_DECK),
    "rounds": (partial(_from, 1, ROUNDS), None),
    "attack_limit": (_attack_limit, NO_CAPS),
    "move_time": (seconds, DEFAULT_MOVE_TIME),
    "game_time": (seconds, None),
    "start_time": (seconds, DEFAULT_START_TIME),
    "engine": (_tables, _REQUIRED),
}
_ENGINE_KEYS: Final[Mapping[str, tuple[Check, Any]]] = {
    "name": (engine_name, ""),
    "command": (words, _REQUIRED),
    "env": (_environment, ()),
    "move_time": (seconds, None),
    "game_time": (seconds, None),
}
