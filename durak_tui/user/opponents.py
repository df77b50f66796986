"""Levels to play at, and a line on each engine that ships."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig

PERSON: Final = "Human"  # What logs call a person who has not said their name.
LOOKED_AT: Final = 5  # The last games against a level, from which another one is suggested...
ENOUGH: Final = 4  # ...if this many of them were won, or lost.


class Level(NamedTuple):
    """A strength to play at, under a name that people understand."""

    number: int  # That of durak-player, 1 to 5.
    name: str  # Marked for translation; logs have it in English.
    about: str  # A line for who chooses, marked for translation.

    @property
    def engine(self) -> EngineConfig:
        """The engine that plays at this level, called like it."""
        return EngineConfig(f"durak-player --level {self.number}", self.name)


LEVELS: Final = (
    Level(1, N_("Beginner"), N_("Plays any card, takes too often.")),
    Level(2, N_("Casual"), N_("Saves good cards, but slips up.")),
    Level(3, N_("Skilled"), N_("Keeps its best cards for later.")),
    Level(4, N_("Expert"), N_("Thinks ahead, but slips up.")),
    Level(5, N_("Master"), N_("Counts cards and thinks ahead.")),
)
FIRST_LEVEL: Final = LEVELS[0]
"""The level for a stranger.

A first game that is won leads to a second one, and after a few a harder level is suggested; from
above the way to the right level goes through games that are lost.
"""

SHIPPED_ABOUT: Final[Mapping[str, str]] = {
    "durak-dummy": N_("Cheapest card first: pyDurak's own engine."),
    "durak-player": N_("The engine behind the levels."),
    "durak-endgame": N_("durak-dummy with an exact endgame."),
    "durak-montecarlo": N_("The strongest: tries out the hidden cards."),
    "durak-coursework": N_("Never throws in, keeps its trumps for last."),
    "durak-random": N_("Any card that the rules allow."),
}
"""A line on each engine that ships, marked for translation."""


def level_called(name: str) -> Level | None:
    """The level of that English name, if there is one."""
    return next((level for level in LEVELS if level.name == name), None)


def shown_name(name: str) -> str:
    """A name in a log as it is shown to the person.

    The names of levels are translated, and a person who has not said their name is "You".
    """
    if name == PERSON:
        return _("You")
    return one_line(_(name) if level_called(name) else name)


def meant(shown: str) -> str:
    """The engine shown under this name."""
    return next((level.name for level in LEVELS if shown == _(level.name)), shown)


def engine_called(text: str) -> EngineConfig:
    """The level of that English name, else an engine with this command."""
    level = level_called(text)
    return level.engine if level else EngineConfig(text)


def next_level(name: str, by: int) -> Level | None:
    """The level ``by`` steps above (below, if negative) that one."""
    level = level_called(name)
    place = level.number - 1 + by if level else -1
    return LEVELS[place] if 0 <= place < len(LEVELS) else None


def suggestion(
    name: str, recent: Sequence[str | None], made: Collection[tuple[str, str]]
) -> Level | None:
    """The level that suits a person better than this one.

    ``recent`` are the winners of the last games against it, "person" or "engine", ``made`` the
    names of levels from which and to which a change was suggested before.
    """
    last = recent[-LOOKED_AT:]
    by = (last.count("person") >= ENOUGH) - (last.count("engine") >= ENOUGH)
    level = next_level(name, by) if by else None
    return None if level is None or (name, level.name) in made else level
