"""The ratings of the engines that ship, which docs/engines.md shows.

``ratings.json`` and the table of that page are written by ``python -m tools.ratings`` at once, from
one tournament.
"""

import json
import shlex
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

FILE: Final = "ratings.json"
MEAN: Final = 1500
"""The mean of the ratings of the engines that ship.

Only differences of ratings mean something.  With this one every level has a rating far above 0, and
so has a person who loses to the weakest.
"""
THINKER: Final = "durak-montecarlo"
_LEVELS: Final[Mapping[str, str]] = {
    "1": "durak-player, level 1",
    "2": "durak-player, level 2",
    "3": "durak-dummy",
    "4": "durak-player, level 4",
    "5": THINKER,
}
"""The engine that plays each level of durak-player; the last has a second here, not less."""
_USUAL_LEVEL: Final = "3"
_LONGEST: Final = 1000
"""Characters of a command line that is looked at: it may come from anybody's log, and what shlex
takes grows with the square of its length."""


class Rated(NamedTuple):
    """An engine of known strength."""

    name: str  # As in that table.
    rating: float  # In Elo; their mean is MEAN.
    error: float  # Half the width of its 95 % interval.


@cache
def ratings() -> Mapping[str, Rated]:
    """The rated engines by their names, the strongest first."""
    found = _file()["engines"]
    return {name: Rated(name, *values) for name, values in found.items()}


def think_seconds() -> float:
    """Seconds for an answer that the thinking engine was rated with."""
    seconds: float = _file()["think"]
    return seconds


@cache
def _file() -> Mapping[str, Any]:
    text = (files(__package__) / FILE).read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


@lru_cache(maxsize=1024)
def rated(command: str) -> Rated | None:
    """The rating of the engine with this command line, if known.

    Of options that change how an engine plays only the level is known: with more time for an
    answer than it had in the tournament the thinking engine is somewhat stronger than rated.
    """
    if len(command) > _LONGEST:
        return None
    try:
        name, *words = shlex.split(command)
    except ValueError:
        return None
    level = _USUAL_LEVEL
    options = iter(" ".join(words).replace("=", " ").split())
    for option in options:
        value = next(options, "")
        if option == "--level" and name == "durak-player":
            level = value
        elif option == "--time" and name in ("durak-player", THINKER):
            if not _is_enough(value):
                return None
        elif option != "--seed":
            return None
    wanted = _LEVELS.get(level, "") if name == "durak-player" else name
    return ratings().get(wanted)


def _is_enough(seconds: str) -> bool:
    try:
        return float(seconds) >= think_seconds()
    except ValueError:
        return False
