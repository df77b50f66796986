"""What is entered for a tournament, and the file it makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import expanduser, isdir
from pathlib import Path
from typing import Any, Final

from durak_tui.common.i18n import _
from durak_tui.common.text import is_one_line
from durak_tui.engine.config import DEFAULT_MOVE_TIME, EngineConfig
from durak_tui.tournament.config import (
    DEFAULT_GAMES,
    DEFAULT_SEED,
    GAMES_OF_PAIRING,
    ROUNDS,
    SEED,
    TournamentConfig,
    parse,
)
from durak_tui.tournament.files import config_values
from durak_tui.tui.toolkit.form import entered_seconds, too_much
from durak_tui.user.engines import opponents
from durak_tui.user.schema import Settings

OWN: Final = 3  # Command lines that can be entered beside the known engines.
LEAST_ENGINES: Final = 2
OFFERED: Final = 100  # Engines, each with a field; a file may have more.


@dataclass(frozen=True, slots=True)
class Entered:
    """A form that is filled in, every field as it stands there."""

    file: str
    format: str = "round-robin"
    games: str = str(DEFAULT_GAMES)
    rounds: str = ""  # Only of a Swiss tournament; empty: just enough for one winner.
    deck: str = "36"
    attack_limit: str = "none"  # One of ATTACK_LIMITS.
    seed: str = str(DEFAULT_SEED)
    move_time: str = f"{DEFAULT_MOVE_TIME:g}"
    game_time: str = ""  # Empty: no limit.
    known: frozenset[str] = field(default_factory=frozenset)  # The names of those that take part.
    commands: tuple[str, ...] = ("",) * OWN  # Other command lines; empty ones are none.

    @property
    def path(self) -> Path:
        return Path(expanduser(self.file)).absolute()


def entrants(settings: Settings) -> list[EngineConfig]:
    """The engines that a form offers, the first of very many."""
    return opponents(settings).engines_first[:OFFERED]


def config_of(entered: Entered, settings: Settings) -> TournamentConfig:
    """The tournament of a form in which nothing is wrong.

    Its folder stands beside its file and has the same name.  Raises ConfigError.
    """
    offered = [engine for engine in entrants(settings) if engine.name in entered.known]
    own = [EngineConfig(text, text) for text in map(str.strip, entered.commands) if text]
    values: dict[str, Any] = {
        "format": entered.format,
        "games": int(entered.games),
        "seed": int(entered.seed),
        "deck": int(entered.deck),
        "attack_limit": entered.attack_limit,
        "output": entered.path.stem,
        "move_time": entered_seconds(entered.move_time) or DEFAULT_MOVE_TIME,
        "engine": [_table(engine) for engine in (*offered, *own)],
    }
    if entered.game_time:
        values["game_time"] = entered_seconds(entered.game_time)
    if entered.rounds and entered.format == "swiss":
        values["rounds"] = int(entered.rounds)
    return parse(values, str(entered.path.parent))


def _table(engine: EngineConfig) -> Mapping[str, Any]:
    table: dict[str, Any] = {"name": engine.shown, "command": engine.command}
    for key in ("move_time", "game_time"):
        if (value := getattr(engine, key)) is not None:
            table[key] = value
    return table


def file_of(entered: Entered, settings: Settings) -> dict[str, Any]:
    """What is written into the file of a tournament."""
    return config_values(config_of(entered, settings), entered.path.stem)


# Checks: what is wrong with a field, in a sentence; empty if nothing is.


def file_problem(text: str) -> str:
    """A path of a file, there or not."""
    path = expanduser(text.strip())
    if not path or not is_one_line(text):
        return _("Enter the path of a file, such as cup.toml.")
    if path.endswith("/") or isdir(path):
        return _("This is a folder: add the name of a file.")
    return "" if path.endswith(".toml") else _("The file name must end in .toml.")


def games_problem(text: str) -> str:
    """Games of a pairing, every deal of which is played twice."""
    if text.isascii() and text.isdigit() and text.strip("0") and not int(text[-1]) % 2:
        return too_much(text, GAMES_OF_PAIRING)
    return _("Enter an even number, 2 or more: every deal is played twice.")


def rounds_problem(text: str) -> str:
    """Rounds of a Swiss tournament, or nothing."""
    if not text:
        return ""
    if text.isascii() and text.isdigit() and text.strip("0"):
        return too_much(text, ROUNDS)
    return _("Enter a whole number, or leave this empty.")


def seed_problem(text: str) -> str:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        return too_much(digits, SEED)
    return _("Enter a whole number.")
